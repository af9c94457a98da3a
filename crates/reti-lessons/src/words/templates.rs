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

use super::Filling;

/// The files of a language, with the English ones.
const FILES: [(&str, &str); 10] = [
    ("words.txt", include_str!("../../lessons/en/words.txt")),
    ("motifs.txt", include_str!("../../lessons/en/motifs.txt")),
    ("themes.txt", include_str!("../../lessons/en/themes.txt")),
    ("lesson.txt", include_str!("../../lessons/en/lesson.txt")),
    ("claims.txt", include_str!("../../lessons/en/claims.txt")),
    ("endgames.txt", include_str!("../../lessons/en/endgames.txt")),
    ("endings.txt", include_str!("../../lessons/en/endings.txt")),
    ("annotations.txt", include_str!("../../lessons/en/annotations.txt")),
    ("story.txt", include_str!("../../lessons/en/story.txt")),
    ("exercises.txt", include_str!("../../lessons/en/exercises.txt")),
];

/// The other boards on which a theme's template may name its roles.
pub const OTHER_BOARDS: [&str; 4] = ["start", "before", "reply", "later"];

/// The sentences of one language.
#[derive(Debug)]
pub struct Words {
    environment: Environment<'static>,
}

static ENGLISH: LazyLock<Words> = LazyLock::new(|| {
    let files = FILES.map(|(name, text)| (name, text.to_owned()));
    Words::new("lessons/en", &files).expect("a test reads the English templates")
});

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
struct Line {
    file: &'static str,
    number: usize,
    /// `motifs/fork`.
    name: String,
    text: String,
}

impl Words {
    /// The sentences that come with the program.
    pub fn english() -> &'static Words {
        &ENGLISH
    }

    /// The names of the files that a language consists of.
    pub fn files() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
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
        let mut words = Words { environment };
        let english: BTreeMap<String, Line> = FILES
            .iter()
            .flat_map(|(file, text)| lines(file, text))
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
                if !english.contains_key(&line.name) {
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
    fn try_all(&self, folder: &str, read: &[Line], english: &BTreeMap<String, Line>) -> Result<(), TemplateError> {
        let board = Position::start().board().clone();
        let samples = [&[][..], &[Square::A1], &[Square::A1, Square::H1]]
            .map(|squares| self.pieces_on(&board, &OTHER_BOARDS.map(|name| (name, &board)), squares));
        for line in read {
            let variables = variables(&line.name, english.get(&line.name).map_or("", |line| &line.text));
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
        let mut chars = text.chars();
        chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
    }
}

/// The templates of a file; `Err` has the number and text of a line that is none.
fn lines(file: &'static str, text: &str) -> Vec<Result<Line, (usize, String)>> {
    let mut found: Vec<Result<Line, (usize, String)>> = Vec::new();
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
                found.push(Ok(Line { file, number: index + 1, name, text: text.trim().to_owned() }));
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

fn sample_value(name: &str, pieces: &Value) -> Value {
    let is_role = Role::ALL.iter().any(|role| role.name() == name);
    match name {
        "mate" | "checks" | "count" => Value::from(2),
        "also" => Value::from(vec![String::new()]),
        _ if is_role || name == "guard" => pieces.clone(),
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
        let files = FILES.map(|(name, text)| (name, if name == file { change(text) } else { text.to_owned() }));
        Words::new("de", &files).map_err(|problem| problem.to_string())
    }

    #[test]
    fn the_english_templates_can_all_be_filled() {
        assert_eq!(with("words.txt", str::to_owned).err(), None);
    }

    #[test]
    fn the_german_words_of_games_can_all_be_filled() {
        for (name, text) in [
            ("story.txt", include_str!("../../lessons/de/story.txt")),
            ("exercises.txt", include_str!("../../lessons/de/exercises.txt")),
        ] {
            assert_eq!(with(name, |_| text.to_owned()).err(), None, "{name}");
        }
    }

    #[test]
    fn every_theme_and_template_belong_together() {
        for line in lines("themes.txt", FILES[2].1).into_iter().filter_map(Result::ok) {
            let mut themes = CATALOGUE.iter().filter(|motif| motif.theme.is_some());
            assert!(themes.any(|motif| motif.name == short(&line.name)), "{}", line.name);
        }
        for line in lines("motifs.txt", FILES[1].1).into_iter().filter_map(Result::ok) {
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
        let number = FILES[1].1.lines().position(|line| line == fork).unwrap() + 1;
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
