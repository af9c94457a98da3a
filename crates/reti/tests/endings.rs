//! Every named ending can be told, in every language that has sentences for endings.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::PathBuf,
    sync::Arc,
};

use minijinja::{
    Environment, UndefinedBehavior,
    value::{Object, ObjectRepr, Value},
};
use reti_core::{
    chess::{Color, Position},
    ending::{ENDINGS, Found},
};

const LANGUAGES: [&str; 2] = ["en", "de"];

/// The templates of a language by name.
fn templates(language: &str) -> BTreeMap<String, String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("lessons").join(language).join("endings.txt");
    let mut found: Vec<(String, String)> = Vec::new();
    for line in fs::read_to_string(path).unwrap().lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with(' ') {
            let (_, text) = found.last_mut().unwrap();
            text.push(' ');
            text.push_str(line.trim());
        } else {
            let (name, text) = line.split_once('=').unwrap();
            found.push((name.trim().to_owned(), text.trim().to_owned()));
        }
    }
    let count = found.len();
    let all: BTreeMap<_, _> = found.into_iter().collect();
    assert_eq!(all.len(), count, "{language}: a name is given twice");
    all
}

/// The squares of a role as a template meets them.
#[derive(Debug)]
struct Squares(Vec<String>);

impl Object for Squares {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "count" => Some(Value::from(self.0.len())),
            "squares" => Some(Value::from(self.0.join(", "))),
            _ => None,
        }
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.0.is_empty()
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

fn told(template: &str, found: &Found) -> String {
    let side = |color: Option<Color>| color.map_or(String::new(), |color| format!("{color:?}"));
    let mut values: BTreeMap<&str, Value> = BTreeMap::new();
    for &role in found.ending.roles {
        let squares = found.all(role).map(|square| square.to_string()).collect();
        values.insert(role.name(), Value::from_object(Squares(squares)));
    }
    values.insert("side", Value::from(side(found.owner)));
    values.insert("other", Value::from(side(found.owner.map(|owner| !owner))));
    values.insert("claim", Value::from(found.claim.name()));
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.render_str(template, values).unwrap_or_else(|error| panic!("{}: {error}", found.ending.name))
}

#[test]
fn every_ending_has_a_sentence_in_every_language() {
    let names: BTreeSet<String> = ENDINGS.iter().map(|ending| ending.name.to_owned()).collect();
    for language in LANGUAGES {
        assert_eq!(templates(language).into_keys().collect::<BTreeSet<_>>(), names, "{language}");
    }
}

#[test]
fn examples_fill_the_sentences() {
    for language in LANGUAGES {
        let templates = templates(language);
        for ending in ENDINGS {
            for (fen, _) in ending.examples {
                for found in ending.find(&Position::from_fen(fen).unwrap()) {
                    let text = told(&templates[ending.name], &found);
                    assert!(text.ends_with('.') && !text.contains(['{', '}', '%']), "{language}: {text}");
                    assert!(!text.contains("  "), "{language}: {text}");
                    assert!(text.matches(". ").count() <= 1, "{language}: more than two sentences: {text}");
                }
            }
        }
    }
}
