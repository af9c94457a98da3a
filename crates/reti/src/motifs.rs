//! The catalogue of motifs for readers: listings, definitions, and the pages of `docs/motifs/`.
//!
//! Every text comes from the motif's own file, so that the terminal, the documentation and other
//! programs say the same.

use std::fmt::Write as _;

use reti_core::{
    chess::{Bitboard, Position},
    motif::{CATALOGUE, Kind, Motif},
    relation::Relations,
};

use crate::{draw, wire};

/// The catalogue as wire data.
pub fn catalogue() -> Vec<wire::Motif> {
    CATALOGUE.iter().map(|motif| wire_motif(motif)).collect()
}

/// One motif, by name.
pub fn motif(name: &str) -> Option<wire::Motif> {
    Motif::named(name).map(wire_motif)
}

/// The names that come nearest to a wrong one.
pub fn similar(name: &str) -> Vec<&'static str> {
    let words: Vec<&str> = name.split(['-', '_', ' ']).filter(|word| word.len() > 2).collect();
    let fits = |motif: &&&Motif| words.iter().any(|word| motif.name.contains(&word.to_lowercase()));
    CATALOGUE.iter().filter(fits).map(|motif| motif.name).collect()
}

fn wire_motif(motif: &'static Motif) -> wire::Motif {
    let examples = |list: &'static [(&'static str, &'static str)]| {
        list.iter().map(|&(fen, text)| wire::MotifExample { fen: fen.to_owned(), text: text.to_owned() }).collect()
    };
    wire::Motif {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        name: motif.name.to_owned(),
        family: motif.family.to_owned(),
        class: motif.kind.into(),
        summary: motif.summary.to_owned(),
        roles: motif.roles.iter().map(|role| role.name().to_owned()).collect(),
        label: motif.label.as_ref().map(|label| label.names[0].to_owned()),
        definition: motif.definition(),
        examples: examples(motif.examples),
        near_misses: examples(motif.near_misses),
    }
}

const HEADINGS: [(Kind, &str); 4] = [
    (Kind::Tactic, "Tactics"),
    (Kind::Mate, "Mates"),
    (Kind::Observation, "Observations"),
    (Kind::Theme, "Themes of lines"),
];

/// The list of motifs, one line each.
pub fn listing() -> String {
    let mut out = String::new();
    for (kind, heading) in HEADINGS {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{heading}");
        for motif in CATALOGUE.iter().filter(|motif| motif.kind == kind) {
            let _ = writeln!(out, "  {:<24} {}", motif.name, motif.summary);
        }
        out.push('\n');
    }
    out.push_str("reti motifs NAME tells more about one.\n");
    out
}

/// One motif told for a terminal: definition, a board, near misses.
pub fn text(name: &str, color: bool) -> Option<String> {
    let motif = Motif::named(name)?;
    let mut out = format!("{} ({})\n\n{}\n", motif.name, motif.kind.name(), motif.definition());
    for (fen, cast) in motif.examples {
        let _ = writeln!(out, "\nExample: {fen}\n{cast}\n\n{}", board(motif, fen, color));
    }
    for (fen, moves, told) in motif.played {
        let _ = writeln!(out, "\nIn a line: {fen}\n{moves}\n{told}");
    }
    if !motif.near_misses.is_empty() {
        out.push_str("\nNear misses\n");
    }
    for (fen, why) in motif.near_misses {
        let _ = writeln!(out, "  {fen}\n    {why}");
    }
    if let Some(label) = &motif.label {
        let _ = writeln!(out, "\nPuzzle label: {}", label.names.join(", "));
    }
    Some(out)
}

fn board(motif: &Motif, fen: &str, color: bool) -> String {
    let Ok(position) = Position::from_fen(fen) else {
        return String::new();
    };
    let casts = (motif.detect)(&Relations::new(&position));
    let marked = casts.iter().fold(Bitboard::EMPTY, |all, cast| all | cast.squares());
    draw::text::board(position.board(), draw::text::Style { color, marked, ..Default::default() })
}

/// The pages of the documentation: file names and their text.
pub fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> =
        CATALOGUE.iter().map(|motif| (format!("{}.md", motif.name), page(motif))).collect();
    pages.push(("README.md".to_owned(), index()));
    pages
}

const GENERATED: &str = "<!-- Generated from the motif's source file by `cargo xtask docs`; do not edit. -->\n";

fn page(motif: &Motif) -> String {
    let mut out = format!("{GENERATED}\n# {}\n\n*{}* ({})\n\n", motif.name, motif.summary, motif.kind.name());
    out.push_str(&motif.definition().replace("\n# ", "\n## "));
    out.push_str("\n\n## Examples\n");
    for (fen, cast) in motif.examples {
        let _ = write!(out, "\n`{fen}`\n\n```text\n{}\n{cast}\n```\n", board(motif, fen, false));
    }
    for (fen, moves, told) in motif.played {
        let _ = write!(out, "\nIn a line, from `{fen}`:\n\n```text\n{moves}\n{told}\n```\n");
    }
    if !motif.near_misses.is_empty() {
        out.push_str("\n## Near misses\n\n");
    }
    for (fen, why) in motif.near_misses {
        let _ = writeln!(out, "- `{fen}`: {why}");
    }
    if let Some(label) = &motif.label {
        let names: Vec<String> = label.names.iter().map(|name| format!("`{name}`")).collect();
        let _ = write!(out, "\n## Puzzle label\n\n{}", names.join(", "));
        out.push_str(if label.is_same() {
            ", which means the same.\n"
        } else {
            ", which follows a rule of its own; see [where labels and the board disagree](../label-disagreements.md).\n"
        });
    }
    out
}

fn index() -> String {
    let mut out = format!("{GENERATED}\n# The motif catalogue\n");
    for (kind, heading) in HEADINGS {
        let _ = write!(out, "\n## {heading}\n\n");
        for motif in CATALOGUE.iter().filter(|motif| motif.kind == kind) {
            let _ = writeln!(out, "- [{0}]({0}.md): {1}", motif.name, motif.summary);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    /// `docs/motifs/` holds exactly the generated pages.
    #[test]
    fn committed_pages_are_up_to_date() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/motifs");
        let pages = super::pages();
        for (name, text) in &pages {
            let committed = fs::read_to_string(folder.join(name)).unwrap_or_default();
            assert!(committed == *text, "docs/motifs/{name} is out of date: run `cargo xtask docs`");
        }
        let names: BTreeSet<String> = pages.into_iter().map(|page| page.0).collect();
        let files: BTreeSet<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(files, names);
    }
}
