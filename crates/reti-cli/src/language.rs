//! Which language answers speak: the one that is asked for, else the environment's, else English.

use std::{ops::Deref, path::PathBuf};

use clap::{Args, ValueEnum};
use reti::explain::{self, Words};

use crate::failure::Failure;

/// In which words the answer is told.
#[derive(Debug, Args)]
pub struct Wording {
    /// The language of the answer [default: `RETI_LANGUAGE` or the locale if it is German, else English]
    #[arg(long, value_enum, value_name = "LANG", help_heading = "Output")]
    language: Option<Language>,
    /// Sentences from a folder of templates instead of the program's own
    #[arg(long, value_name = "DIR", conflicts_with = "language", help_heading = "Output")]
    templates: Option<PathBuf>,
}

/// The languages that come with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// English
    En,
    /// German
    De,
}

/// The words of an answer: the program's own or those of a folder.
pub enum Speech {
    /// A language of the program.
    Known(&'static Words),
    /// A folder's.
    Own(Box<Words>),
}

impl Deref for Speech {
    type Target = Words;

    fn deref(&self) -> &Words {
        match self {
            Speech::Known(words) => words,
            Speech::Own(words) => words,
        }
    }
}

impl Wording {
    /// The words to use.
    pub fn words(&self) -> Result<Speech, Failure> {
        if let Some(folder) = &self.templates {
            return Ok(Speech::Own(Box::new(explain::read_words(folder)?)));
        }
        Ok(Speech::Known(match self.language() {
            Language::En => Words::english(),
            Language::De => Words::german(),
        }))
    }

    /// How the words are called: a language, or the folder of their templates.
    pub fn name(&self) -> String {
        let language = || self.language().to_possible_value().map(|value| value.get_name().to_owned());
        let folder = self.templates.as_ref().map(|folder| folder.display().to_string());
        folder.or_else(language).unwrap_or_default()
    }

    fn language(&self) -> Language {
        self.language.unwrap_or_else(|| from_environment(|name| std::env::var(name).ok()))
    }
}

/// The language of the environment: the first of these variables that says anything decides.
fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
    let told = ["RETI_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    let first = told.map(|value| value.to_lowercase()).find(|value| !value.is_empty());
    match first.as_deref().and_then(|value| value.split(['_', '-', '.', '@']).next()) {
        Some("de" | "german" | "deutsch") => Language::De,
        _ => Language::En,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_says_anything_decides() {
        let check = |set: &[(&str, &str)], expected: Language| {
            let variable = |name: &str| set.iter().find(|pair| pair.0 == name).map(|pair| pair.1.to_owned());
            assert_eq!(from_environment(variable), expected, "{set:?}");
        };
        check(&[], Language::En);
        check(&[("LANG", "de_DE.UTF-8")], Language::De);
        check(&[("LANG", "de")], Language::De);
        check(&[("LANG", "den_CA.UTF-8")], Language::En);
        check(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], Language::En);
        check(&[("LC_ALL", ""), ("LC_MESSAGES", "de_AT"), ("LANG", "en_US.UTF-8")], Language::De);
        check(&[("RETI_LANGUAGE", "en"), ("LANG", "de_DE.UTF-8")], Language::En);
        check(&[("RETI_LANGUAGE", "de"), ("LC_ALL", "en_GB.UTF-8")], Language::De);
    }
}
