//! Reading templates, and refusing those that could not be filled.
//!
//! Every line of a file is `name = template`; a line that begins with a blank continues the one before,
//! and `#` begins a comment. The English folder is part of the program, and it is the list of what a
//! language must say: another folder must have the same files and names, and a template may use the
//! variables of its English counterpart and the roles of its motif or theme. All of this is checked when
//! the folder is read, by filling every template with one piece, with two and with none.

use std::{collections::BTreeMap, sync::LazyLock};

use minijinja::{Environment, UndefinedBehavior, value::Value};
use reti_core::{
    chess::{Position, Square},
    ending::ENDINGS,
    motif::{CATALOGUE, Role},
};

use super::{FORMS, Filling, Phrase};

/// A file of templates, in the languages that come with the program.
struct File {
    name: &'static str,
    english: &'static str,
    german: &'static str,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(File {
            name: $name,
            english: include_str!(concat!("../../lessons/en/", $name)),
            german: include_str!(concat!("../../lessons/de/", $name)),
        }),*]
    };
}

/// The files of a language.
const FILES: &[File] = files![
    "words.txt",
    "motifs.txt",
    "themes.txt",
    "lesson.txt",
    "claims.txt",
    "endgames.txt",
    "endings.txt",
    "annotations.txt",
    "story.txt",
    "exercises.txt",
    "report.txt",
    "exchanges.txt",
    "proofs.txt",
    "tactics.txt",
    "geometry.txt",
    "check.txt",
    "prompt.txt",
    "rules.txt",
];

/// The other boards on which a theme's template may name its roles.
pub const OTHER_BOARDS: [&str; 4] = ["start", "before", "reply", "later"];

/// The sentences of one language.
#[derive(Debug)]
pub struct Words {
    environment: Environment<'static>,
}

static ENGLISH: LazyLock<Words> = LazyLock::new(|| {
    Words::new("lessons/en", &texts(|file| file.english)).expect("a test reads the English templates")
});

static GERMAN: LazyLock<Words> =
    LazyLock::new(|| Words::new("lessons/de", &texts(|file| file.german)).expect("a test reads the German templates"));

/// The files with their texts in a language.
fn texts(text: impl Fn(&File) -> &'static str) -> Vec<(&'static str, String)> {
    FILES.iter().map(|file| (file.name, text(file).to_owned())).collect()
}

/// A template that cannot be used: where it stands, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct TemplateError {
    /// Folder, file and line.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// The template.
    pub text: String,
}

/// A template as it stands in a file.
struct Entry {
    file: &'static str,
    number: usize,
    /// `motifs/fork`.
    name: String,
    text: String,
}

impl Words {
    /// The tags of the languages that come with the program.
    pub const LANGUAGES: [&'static str; 2] = ["en", "de"];

    /// The English sentences.
    pub fn english() -> &'static Words {
        &ENGLISH
    }

    /// The German sentences.
    pub fn german() -> &'static Words {
        &GERMAN
    }

    /// The language with this tag, if it comes with the program.
    pub fn language(tag: &str) -> Option<&'static Words> {
        match tag {
            "en" => Some(Words::english()),
            "de" => Some(Words::german()),
            _ => None,
        }
    }

    /// The tag of this language, as in HTML.
    pub fn tag(&self) -> String {
        self.fill("words/language", Filling::new())
    }

    /// The names of the files that a language consists of.
    pub fn files() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|file| file.name)
    }

    /// The English templates, each with its full name (`motifs/fork`) and the variables that it may use:
    /// what another language has to say.
    pub fn templates() -> Vec<(String, Vec<String>)> {
        let english = FILES.iter().flat_map(|file| lines(file.name, file.english)).filter_map(Result::ok);
        english.map(|line| (line.name.clone(), variables(&line.name, &line.text))).collect()
    }

    /// The sentences of another language: the text of each file, asked for by name, which is what
    /// `folder` holds; the error names the file and the line.
    pub fn read<E: std::fmt::Display>(
        folder: &str,
        mut text: impl FnMut(&'static str) -> Result<String, E>,
    ) -> Result<Words, TemplateError> {
        let mut files = Vec::new();
        for name in Words::files() {
            let read = text(name).map_err(|error| {
                place(folder, name, 0, format!("cannot read the templates: {error}"), String::new())
            })?;
            files.push((name, read));
        }
        Words::new(folder, &files)
    }

    fn new(folder: &str, files: &[(&'static str, String)]) -> Result<Words, TemplateError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.add_filter("capital", |text: Value| capital(&text.to_string()));
        let mut words = Words { environment };
        let english: BTreeMap<String, Entry> = FILES
            .iter()
            .flat_map(|file| lines(file.name, file.english))
            .filter_map(Result::ok)
            .map(|line| (line.name.clone(), line))
            .collect();
        let mut read = Vec::new();
        for (file, text) in files {
            for line in lines(file, text) {
                let line = line.map_err(|(number, text)| {
                    let message = "expected NAME = TEMPLATE, a comment or a continued line".to_owned();
                    place(folder, file, number, message, text)
                })?;
                let at = |message: String| place(folder, file, line.number, message, line.text.clone());
                if !english.contains_key(plain(&line.name)) {
                    return Err(at(format!("there is no sentence '{}'", short(&line.name))));
                }
                words
                    .environment
                    .add_template_owned(line.name.clone(), line.text.clone())
                    .map_err(|error| at(format!("{}: {}", short(&line.name), reason(&error))))?;
                read.push(line);
            }
        }
        if let Some(missing) = english.values().find(|line| !read.iter().any(|read| read.name == line.name)) {
            let message = format!("the sentence '{}' is missing", short(&missing.name));
            return Err(place(folder, missing.file, 0, message, String::new()));
        }
        words.try_all(folder, &read, &english)?;
        Ok(words)
    }

    /// Fills every template with samples.
    fn try_all(&self, folder: &str, read: &[Entry], english: &BTreeMap<String, Entry>) -> Result<(), TemplateError> {
        let board = Position::start().board().clone();
        let samples = [&[][..], &[Square::A1], &[Square::A1, Square::H1]]
            .map(|squares| self.pieces_on(&board, &OTHER_BOARDS.map(|name| (name, &board)), squares));
        for line in read {
            let variables = variables(&line.name, english.get(plain(&line.name)).map_or("", |line| &line.text));
            for sample in &samples {
                let values = variables.iter().map(|name| (name.clone(), sample_value(name, sample)));
                let values: BTreeMap<String, Value> = values.collect();
                let template = self.environment.get_template(&line.name);
                let filled = template.and_then(|template| template.render(values));
                if let Err(error) = filled {
                    let known = variables.join(", ");
                    let message = format!("{}: {} (it knows {known})", short(&line.name), reason(&error));
                    return Err(place(folder, line.file, line.number, message, line.text.clone()));
                }
            }
        }
        Ok(())
    }

    /// Whether there is a template with this name.
    pub fn has(&self, template: &str) -> bool {
        self.environment.get_template(template).is_ok()
    }

    /// Fills a template as it is.
    pub fn fill(&self, template: &str, filling: Filling) -> String {
        let values: BTreeMap<&str, Value> = filling.0.into_iter().collect();
        let filled =
            |words: &Words| words.environment.get_template(template).and_then(|template| template.render(&values));
        // Reading the folder has tried every template; if one fails all the same, English speaks.
        filled(self).or_else(|_| filled(Words::english())).unwrap_or_default()
    }

    /// Fills a template and makes it a sentence.
    pub fn say(&self, template: &str, filling: Filling) -> String {
        let text = self.fill(template, filling);
        let text = text.trim();
        let first = text.split(' ').next().unwrap_or_default();
        // A pawn move begins with a small letter, and b5 must not look like a bishop's.
        if first.contains(|ch: char| ch.is_ascii_digit()) {
            return text.to_owned();
        }
        capitalized(text)
    }
}

/// A capital at the beginning of every sentence; the dot of a move's number ends none.
fn capitalized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    let mut before = ' ';
    let mut ended = false;
    for ch in text.chars() {
        if begins && ch.is_alphabetic() {
            out.extend(ch.to_uppercase());
        } else {
            out.push(ch);
        }
        begins = ch == ' ' && ended;
        ended = ch == '.' && (before.is_alphabetic() || before == ')');
        before = ch;
    }
    out
}

/// The text with a large first letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The name of the template of which this is a form: `words/knight` for `words/knight-acc`.
fn plain(name: &str) -> &str {
    let form = |form: &&str| name.strip_suffix(form).and_then(|rest| rest.strip_suffix('-'));
    let words = name.starts_with("words/");
    FORMS.iter().filter(|_| words).find_map(form).unwrap_or(name)
}

/// The templates of a file; `Err` has the number and text of a line that is none.
fn lines(file: &'static str, text: &str) -> Vec<Result<Entry, (usize, String)>> {
    let mut found: Vec<Result<Entry, (usize, String)>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match (line.starts_with([' ', '\t']), found.last_mut(), line.split_once('=')) {
            (true, Some(Ok(last)), _) => {
                last.text.push(' ');
                last.text.push_str(line.trim());
            }
            (false, _, Some((name, text))) => {
                let name = format!("{}/{}", file.trim_end_matches(".txt"), name.trim());
                found.push(Ok(Entry { file, number: index + 1, name, text: text.trim().to_owned() }));
            }
            _ => found.push(Err((index + 1, line.to_owned()))),
        }
    }
    found
}

/// The variables that a template may use.
fn variables(name: &str, english: &str) -> Vec<String> {
    let mut known = used(english);
    let (file, name) = name.split_once('/').unwrap_or(("", name));
    let roles: Vec<&str> = match file {
        "endings" => ENDINGS
            .iter()
            .filter(|ending| ending.name == name)
            .flat_map(|ending| ending.roles.iter().map(|role| role.name()))
            .collect(),
        "motifs" => CATALOGUE
            .iter()
            .filter(|motif| motif.name == name || motif.kind.name() == name)
            .flat_map(|motif| motif.roles.iter().map(|role| role.name()))
            .collect(),
        "themes" => CATALOGUE
            .iter()
            .filter(|motif| motif.name == name)
            .flat_map(|motif| motif.theme.iter().flat_map(|theme| theme.roles))
            .map(|role| role.name())
            .collect(),
        _ => Vec::new(),
    };
    known.extend(roles.into_iter().map(str::to_owned));
    known.sort();
    known.dedup();
    known
}

/// The names that a template asks for: words between braces that are neither text nor syntax.
fn used(template: &str) -> Vec<String> {
    const SYNTAX: [&str; 9] = ["if", "else", "elif", "endif", "not", "and", "or", "in", "is"];
    let mut found = Vec::new();
    for part in template.split('{').skip(1) {
        let inside = part.split('}').next().unwrap_or_default();
        let outside_of_text = inside.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let mut before = ' ';
        let mut word = String::new();
        for ch in outside_of_text.chars().chain([' ']) {
            if ch.is_alphanumeric() || ch == '_' {
                word.push(ch);
                continue;
            }
            let is_name = word.starts_with(|first: char| first.is_alphabetic());
            if is_name && before != '.' && before != '|' && !SYNTAX.contains(&word.as_str()) {
                found.push(word.clone());
            }
            word.clear();
            before = ch;
        }
    }
    found
}

/// Variables besides roles that may be asked for in another form.
const BENT: [&str; 14] = [
    "a", "b", "gain", "lost", "given", "surplus", "price", "pawns", "kind", "man", "pieces", "own", "enemy", "partner",
];

fn sample_value(name: &str, pieces: &Value) -> Value {
    let is_role = Role::ALL.iter().any(|role| role.name() == name);
    match name {
        "mate" | "checks" | "count" | "whole" => Value::from(2),
        "also" => Value::from(vec![String::new()]),
        _ if is_role || name == "guard" => pieces.clone(),
        _ if BENT.contains(&name) => Phrase::from("1".to_owned()).into(),
        _ => Value::from("1"),
    }
}

fn short(name: &str) -> &str {
    name.split_once('/').map_or(name, |(_, name)| name)
}

fn reason(error: &minijinja::Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()))
}

fn place(folder: &str, file: &str, number: usize, message: String, text: String) -> TemplateError {
    let line = if number == 0 { String::new() } else { format!(":{number}") };
    TemplateError { place: format!("{folder}/{file}{line}"), message, text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(file: &str, change: impl Fn(&str) -> String) -> Result<Words, String> {
        let mut files = texts(|file| file.english);
        for (_, text) in files.iter_mut().filter(|(name, _)| *name == file) {
            *text = change(text);
        }
        Words::new("de", &files).map_err(|problem| problem.to_string())
    }

    fn english(name: &str) -> &'static str {
        FILES.iter().find(|file| file.name == name).unwrap().english
    }

    #[test]
    fn the_english_templates_can_all_be_filled() {
        assert_eq!(with("words.txt", str::to_owned).err(), None);
    }

    #[test]
    fn the_german_templates_say_everything() {
        let german = Words::new("lessons/de", &texts(|file| file.german));
        assert_eq!(german.err().map(|problem| problem.to_string()), None);
        assert_eq!(Words::LANGUAGES.map(|tag| Words::language(tag).unwrap().tag()), ["en", "de"]);
    }

    #[test]
    fn no_german_sentence_is_the_english_one() {
        // What stands outside the braces; a part without a closing brace is inside.
        let said = |text: &str| {
            let outside =
                |part: &str| part.rsplit_once('}').is_some_and(|(_, rest)| rest.contains(char::is_alphabetic));
            text.starts_with(char::is_alphabetic) || text.split('{').any(outside)
        };
        for file in FILES {
            let english: BTreeMap<String, String> =
                lines(file.name, file.english).into_iter().flatten().map(|line| (line.name, line.text)).collect();
            for line in lines(file.name, file.german).into_iter().flatten().filter(|line| said(&line.text)) {
                assert_ne!(english.get(&line.name), Some(&line.text), "{}", line.name);
            }
        }
    }

    #[test]
    fn every_motif_and_theme_has_a_name_in_words() {
        let names = CATALOGUE.iter().map(|motif| motif.name);
        let nameless: Vec<&str> = names.filter(|name| !Words::english().has(&format!("words/{name}"))).collect();
        assert_eq!(nameless, Vec::<&str>::new());
    }

    #[test]
    fn every_theme_and_template_belong_together() {
        for line in lines("themes.txt", english("themes.txt")).into_iter().filter_map(Result::ok) {
            let mut themes = CATALOGUE.iter().filter(|motif| motif.theme.is_some());
            assert!(themes.any(|motif| motif.name == short(&line.name)), "{}", line.name);
        }
        for line in lines("motifs.txt", english("motifs.txt")).into_iter().filter_map(Result::ok) {
            let name = short(&line.name);
            assert!(CATALOGUE.iter().any(|motif| motif.name == name || motif.kind.name() == name), "{name}");
        }
    }

    #[test]
    fn another_language_is_another_folder() {
        let german = with("motifs.txt", |text| text.replace("{{ forker }} forks", "{{ forker }} gabelt")).unwrap();
        let board = Position::from_fen("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        let relations = reti_core::relation::Relations::new(&board);
        let found = reti_core::tactic::tactics(&relations);
        let fork = found.iter().find(|tactic| tactic.motif.name == "fork").unwrap();
        assert!(german.tactic(board.board(), fork).contains("gabelt"));
    }

    #[test]
    fn a_bad_template_is_named_with_file_and_line() {
        let fork = "fork = {{ forker }} forks {{ target }}.";
        let number = english("motifs.txt").lines().position(|line| line == fork).unwrap() + 1;
        let check = |to: &str, expected: &str| {
            let problem = with("motifs.txt", |text| text.replace(fork, to)).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        };
        check("fork = {{ forkr }}.", &format!("de/motifs.txt:{number}: fork: undefined value"));
        check("fork = {{ forker", &format!("de/motifs.txt:{number}: fork: syntax error"));
        check("frok = {{ forker }}.", &format!("de/motifs.txt:{number}: there is no sentence 'frok'"));
        check("", "de/motifs.txt: the sentence 'fork' is missing");
        check("fork", &format!("de/motifs.txt:{number}: expected NAME = TEMPLATE"));
    }
}
