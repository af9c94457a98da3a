//! How much each thing teaches: the weights of seed 003, all of them settable.

use std::collections::BTreeMap;

use reti_core::motif::{Bonus, CATALOGUE, Motif, Teaching};

/// The words of seed 003 that carry a weight, each once (decision D-71).
fn teachings() -> BTreeMap<&'static str, Teaching> {
    CATALOGUE.iter().filter_map(|motif| motif.teaching).map(|teaching| (teaching.word, teaching)).collect()
}

/// The weights of teachability, as in seed 003 with the constants that decision D-70 names.
#[derive(Clone, Debug, PartialEq)]
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
            unsound_penalty: 0.0,
            high_flat: 3.0,
            moderate_flat: 2.0,
            mated_penalty: -50.0,
            depth: 4,
        }
    }
}

impl TeachabilityWeights {
    /// Sets one weight by its name: `mate_bonus` or `motif_base.fork`.
    pub fn set(&mut self, name: &str, number: f64) -> Result<(), WeightError> {
        match name {
            "value_bonus_per_100cp" => self.value_bonus_per_100cp = number,
            "mate_bonus" => self.mate_bonus = number,
            "checkmate_bonus" => self.checkmate_bonus = number,
            "sacrifice_bonus" => self.sacrifice_bonus = number,
            "positional_bonus" => self.positional_bonus = number,
            "deep_only_penalty" => self.deep_only_penalty = number,
            "unsound_penalty" => self.unsound_penalty = number,
            "high_flat" => self.high_flat = number,
            "moderate_flat" => self.moderate_flat = number,
            "mated_penalty" => self.mated_penalty = number,
            "depth" => self.depth = number.max(0.0) as usize,
            name => match name.strip_prefix("motif_base.") {
                Some(label) if is_label(label) => {
                    self.motif_base.insert(label.to_owned(), number);
                }
                Some(label) => {
                    let known: Vec<&str> = teachings().into_keys().collect();
                    return Err(WeightError::Motif { label: label.to_owned(), known: known.join(", ") });
                }
                None => return Err(WeightError::Name(name.to_owned())),
            },
        }
        Ok(())
    }

    /// The base score of a label.
    pub(super) fn base(&self, label: &str) -> f64 {
        self.motif_base.get(label).copied().unwrap_or(1.0)
    }
}

/// A weight that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    /// There is no such weight.
    #[error("there is no weight '{0}'")]
    Name(String),
    /// There is no such label.
    #[error("there is no motif '{label}': expected one of {known}")]
    Motif {
        /// The label.
        label: String,
        /// Those that exist.
        known: String,
    },
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
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn one_word_has_one_weight() {
        for teaching in CATALOGUE.iter().filter_map(|motif| motif.teaching) {
            assert_eq!(teachings()[teaching.word], teaching);
        }
    }

    #[test]
    fn single_weights_can_be_set() {
        let mut weights = TeachabilityWeights::default();
        weights.set("motif_base.fork", 5.0).unwrap();
        weights.set("depth", 2.0).unwrap();
        assert_eq!((weights.base("fork"), weights.depth), (5.0, 2));
        for bad in ["fork", "motif_base.frok"] {
            assert!(weights.set(bad, 1.0).is_err(), "{bad}");
        }
    }
}
