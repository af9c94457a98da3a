//! Sentences about tactics and observations, from templates that name roles.
//!
//! A sentence says no more than the motif's predicate: the template is keyed by the motif, and its
//! roles are filled from the cast. Templates live in one text file a language; a test makes sure that
//! every motif has a sentence and that no template names a role its motif does not have.

use std::sync::LazyLock;

use reti_core::{
    chess::{Board, Square},
    motif::Role,
};

use crate::{wire, words};

const ENGLISH: &str = include_str!("../lessons/en.txt");

static TEMPLATES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| read(ENGLISH));

fn read(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).map(|(name, sentence)| (name.trim(), sentence.trim())).collect()
}

fn template(tactic: &wire::Tactic) -> &'static str {
    let find = |name: &str| TEMPLATES.iter().find(|template| template.0 == name).map(|template| template.1);
    find(tactic.motif).or_else(|| find(tactic.kind)).unwrap_or("{name}.")
}

/// What a tactic or observation is, in a sentence about the board.
pub fn sentence(board: &Board, tactic: &wire::Tactic) -> String {
    let filled = fill(template(tactic), &|tag| value(board, tactic, tag));
    capital(&filled.unwrap_or_default())
}

/// Fills a template; `None` if a tag has no value.
fn fill(template: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut out = String::new();
    let mut rest = template;
    while let Some(start) = rest.find(['{', '[']) {
        out.push_str(&rest[..start]);
        let close = if rest[start..].starts_with('{') { '}' } else { ']' };
        let length = rest[start..].find(close)?;
        let inner = &rest[start + 1..start + length];
        if close == '}' {
            out.push_str(&value(inner)?);
        } else {
            out.push_str(&fill(inner, value).unwrap_or_default());
        }
        rest = &rest[start + length + 1..];
    }
    out.push_str(rest);
    Some(out)
}

fn value(board: &Board, tactic: &wire::Tactic, tag: &str) -> Option<String> {
    if tag == "name" {
        return Some(tactic.motif.replace('-', " "));
    }
    let (role, forms) = tag.split_once(':').map_or((tag, None), |(role, forms)| (role, forms.split_once('/')));
    let squares = &tactic.roles.0.iter().find(|(name, _)| *name == role)?.1;
    match forms {
        Some((one, many)) => Some(if squares.len() == 1 { one } else { many }.to_owned()),
        None if role == Role::Square.name() => Some(list(squares)),
        None => Some(list(&squares.iter().map(|square| piece(board, square)).collect::<Vec<_>>())),
    }
}

/// A piece as players name it: `the rook on a8`; an empty square by its name.
fn piece(board: &Board, name: &str) -> String {
    match name.parse::<Square>().ok().and_then(|square| board.role_at(square)) {
        Some(piece_type) => format!("the {} on {name}", words::piece_type(piece_type)),
        None => name.to_owned(),
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use reti_core::{
        chess::Position,
        motif::{CATALOGUE, Kind},
    };

    use super::*;
    use crate::tactics::{Wanted, tactics};

    /// The first sentence about this motif in the position.
    fn said(fen: &str, motif: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let wanted = Wanted { observations: true, ..Wanted::default() };
        let found = tactics(&position, wanted);
        let all = found.tactics.iter().chain(found.observations.iter().flatten());
        let tactic = all.into_iter().find(|tactic| tactic.motif == motif).unwrap();
        sentence(position.board(), tactic)
    }

    #[test]
    fn sentences_read_naturally() {
        assert_eq!(
            said("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "fork"),
            "The knight on c7 forks the rook on a8 and the king on e8."
        );
        assert_eq!(
            said("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "absolute-pin"),
            "The bishop on b4 pins the knight on c3 to the king on e1: it may not leave the line."
        );
        assert_eq!(
            said("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "mate-threat"),
            "The queen on h5 could go to f7 and mate the king on e8."
        );
        assert_eq!(
            said("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "back-rank-mate"),
            "The king on g8 is checkmated: back rank mate."
        );
    }

    #[test]
    fn every_motif_has_a_sentence_that_its_examples_fill() {
        for motif in CATALOGUE {
            let own = TEMPLATES.iter().any(|template| template.0 == motif.name);
            assert!(own || motif.kind == Kind::Mate, "{} has no sentence", motif.name);
            for (fen, _) in motif.examples.iter().filter(|_| own) {
                let text = said(fen, motif.name);
                assert!(text.ends_with('.') && !text.contains(['{', '[', '}', ']']), "{}: {text}", motif.name);
                let named = text.split([' ', ',', '.', ':']).filter(|word| word.parse::<Square>().is_ok()).count();
                assert!(named >= 1, "{}: {text}", motif.name);
            }
        }
    }

    #[test]
    fn every_template_belongs_to_a_motif() {
        for (name, _) in TEMPLATES.iter() {
            assert!(CATALOGUE.iter().any(|motif| motif.name == *name || motif.kind.name() == *name), "{name}");
        }
    }
}
