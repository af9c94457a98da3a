//! How much each thing teaches: the weights of seed 003, all of them settable.

use std::collections::BTreeMap;

use reti_core::motif::{Bonus, CATALOGUE, Motif, Teaching};
use serde::Deserialize;

use crate::Problem;

/// The words of seed 003 that carry a weight, each once (decision D-71).
fn teachings() -> BTreeMap<&'static str, Teaching> {
    CATALOGUE.iter().filter_map(|motif| motif.teaching).map(|teaching| (teaching.word, teaching)).collect()
}

/// The weights of teachability, as in seed 003 with the constants that decision D-70 names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TeachabilityWeights {
    /// Base score by label; labels that are not listed count 1.
    pub motif_base: BTreeMap<String, f64>,
    /// For each hundred centipawns that the student's new tactics are worth.
    pub value_bonus_per_100cp: f64,
    /// For each mate threat or mate pattern of the student.
    pub mate_bonus: f64,
    /// For a checkmate by the student in the line.
    pub checkmate_bonus: f64,
    /// For a sound sacrifice.
    pub sacrifice_bonus: f64,
    /// For each new positional motif, at most three.
    pub positional_bonus: f64,
    /// If tactics appear only deep in the line.
    pub deep_only_penalty: f64,
    /// If the line is worse than the student's move.
    pub eval_loss_penalty: f64,
    /// For each tactic of the student that does not work.
    pub unsound_penalty: f64,
    /// For a double check or a trapped piece.
    pub high_flat: f64,
    /// For x-rays, exposed kings, overloaded pieces and capturable defenders.
    pub moderate_flat: f64,
    /// If the student is mated in the line.
    pub mated_penalty: f64,
    /// How many plies count as early.
    pub depth: usize,
}

impl Default for TeachabilityWeights {
    fn default() -> TeachabilityWeights {
        TeachabilityWeights {
            motif_base: teachings().values().map(|teaching| (teaching.word.to_owned(), teaching.base)).collect(),
            value_bonus_per_100cp: 1.0,
            mate_bonus: 5.0,
            checkmate_bonus: 100.0,
            sacrifice_bonus: 4.0,
            positional_bonus: 1.0,
            deep_only_penalty: -2.0,
            eval_loss_penalty: -3.0,
            unsound_penalty: 0.0,
            high_flat: 3.0,
            moderate_flat: 2.0,
            mated_penalty: -50.0,
            depth: 4,
        }
    }
}

impl TeachabilityWeights {
    /// Reads weights from TOML; what is not said keeps its usual value. The problem names the line.
    pub fn read(name: &str, text: &str) -> Result<TeachabilityWeights, Problem> {
        let read: TeachabilityWeights = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let line = text.bytes().take(span.start).filter(|&byte| byte == b'\n').count();
            let start: usize = text.lines().take(line).map(|line| line.len() + 1).sum();
            let shown = text.lines().nth(line).unwrap_or_default().to_owned();
            let from = span.start.saturating_sub(start).min(shown.len());
            let to = span.end.saturating_sub(start).clamp(from, shown.len());
            let message = error.message().trim().replace('\n', "; ");
            Problem { subject: format!("{name}:{}", line + 1), message, text: shown, span: from..to }
        })?;
        let mut weights = read;
        for (label, base) in TeachabilityWeights::default().motif_base {
            weights.motif_base.entry(label).or_insert(base);
        }
        if let Some(unknown) = weights.motif_base.keys().find(|label| !is_label(label)) {
            let known: Vec<&str> = teachings().into_keys().collect();
            let message = format!("there is no motif '{unknown}': expected one of {}", known.join(", "));
            let line =
                text.lines().position(|line| line.trim_start().starts_with(unknown.as_str())).map_or(0, |at| at + 1);
            return Err(Problem { subject: format!("{name}:{line}"), message, text: String::new(), span: 0..0 });
        }
        Ok(weights)
    }

    /// Sets one weight, as in `mate_bonus=4` or `motif_base.fork=5`.
    pub fn set(&mut self, setting: &str) -> Result<(), Problem> {
        let problem = |message: String| Problem {
            subject: "bad weight".to_owned(),
            message,
            text: setting.to_owned(),
            span: 0..setting.len(),
        };
        let Some((name, value)) = setting.split_once('=') else {
            return Err(problem("expected NAME=NUMBER, as in mate_bonus=4 or motif_base.fork=5".to_owned()));
        };
        let number: f64 = value.trim().parse().map_err(|_| problem(format!("'{value}' is not a number")))?;
        match name.trim() {
            "value_bonus_per_100cp" => self.value_bonus_per_100cp = number,
            "mate_bonus" => self.mate_bonus = number,
            "checkmate_bonus" => self.checkmate_bonus = number,
            "sacrifice_bonus" => self.sacrifice_bonus = number,
            "positional_bonus" => self.positional_bonus = number,
            "deep_only_penalty" => self.deep_only_penalty = number,
            "eval_loss_penalty" => self.eval_loss_penalty = number,
            "unsound_penalty" => self.unsound_penalty = number,
            "high_flat" => self.high_flat = number,
            "moderate_flat" => self.moderate_flat = number,
            "mated_penalty" => self.mated_penalty = number,
            "depth" => self.depth = number.max(0.0) as usize,
            name => match name.strip_prefix("motif_base.").filter(|label| is_label(label)) {
                Some(label) => {
                    self.motif_base.insert(label.to_owned(), number);
                }
                None => return Err(problem(format!("there is no weight '{name}'"))),
            },
        }
        Ok(())
    }

    /// The base score of a label.
    pub(super) fn base(&self, label: &str) -> f64 {
        self.motif_base.get(label).copied().unwrap_or(1.0)
    }
}

fn is_label(label: &str) -> bool {
    teachings().contains_key(label)
}

/// The word of a motif; `None` for mates and for positional observations, which carry no weight.
pub(super) fn label(motif: &Motif) -> Option<&'static str> {
    motif.teaching.map(|teaching| teaching.word)
}

/// The bonus of a word.
pub(super) fn bonus(label: &str) -> Bonus {
    teachings().get(label).map_or(Bonus::None, |teaching| teaching.bonus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_has_one_weight() {
        for teaching in CATALOGUE.iter().filter_map(|motif| motif.teaching) {
            assert_eq!(teachings()[teaching.word], teaching);
        }
    }

    #[test]
    fn weights_are_read_and_bad_ones_named() {
        let read = |text: &str| TeachabilityWeights::read("w.toml", text).map_err(|problem| problem.to_string());
        let weights = read("mate_bonus = 7\n[motif_base]\nfork = 9.5\n").unwrap();
        assert_eq!((weights.mate_bonus, weights.base("fork"), weights.base("pin")), (7.0, 9.5, 3.0));
        assert_eq!(read(""), Ok(TeachabilityWeights::default()));
        assert!(read("mate_bonus = 1\nmate_bnus = 7").unwrap_err().starts_with("w.toml:2: unknown field `mate_bnus`"));
        assert!(read("mate_bonus = \"much\"").unwrap_err().starts_with("w.toml:1: invalid type"));
        assert!(read("[motif_base]\nfrok = 1").unwrap_err().starts_with("w.toml:2: there is no motif 'frok'"));
    }

    #[test]
    fn any_text_is_read_or_refused() {
        let good = "mate_bonus = 7\n[motif_base]\nfork = 9.5 # é ♞\npin = 1\n";
        for at in (0..=good.len()).filter(|&at| good.is_char_boundary(at)) {
            for bad in ["", "\"", "[", "=", "\r\n", "é", "1e999", "\u{0}"] {
                let text = format!("{}{bad}{}", &good[..at], &good[at..]);
                if let Err(problem) = TeachabilityWeights::read("w", &text) {
                    assert!(!problem.report().is_empty());
                }
                let _ = TeachabilityWeights::default().set(&text);
            }
        }
    }

    #[test]
    fn single_weights_can_be_set() {
        let mut weights = TeachabilityWeights::default();
        weights.set("motif_base.fork=5").unwrap();
        weights.set("depth=2").unwrap();
        assert_eq!((weights.base("fork"), weights.depth), (5.0, 2));
        for bad in ["fork=1", "mate_bonus", "mate_bonus=x", "motif_base.frok=1"] {
            assert!(weights.set(bad).is_err(), "{bad}");
        }
    }
}
