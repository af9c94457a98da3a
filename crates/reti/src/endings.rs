//! The named endings for readers: the pages of `docs/endings/`.
//!
//! Every text comes from the ending's own file, so that the documentation and other programs say the same.

use std::fmt::Write as _;

use reti_core::{
    chess::{Bitboard, Position},
    ending::{ENDINGS, Ending},
};

use crate::draw;

const GENERATED: &str = "<!-- Generated from the ending's source file by `cargo xtask docs`; do not edit. -->\n";

/// The pages of the documentation: file names and their text.
pub fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> =
        ENDINGS.iter().map(|ending| (format!("{}.md", ending.name), page(ending))).collect();
    pages.push(("README.md".to_owned(), index()));
    pages
}

fn board(ending: &Ending, fen: &str) -> String {
    let Ok(position) = Position::from_fen(fen) else {
        return String::new();
    };
    let parts = ending.find(&position).into_iter().flat_map(|found| found.parts);
    let marked: Bitboard = parts.map(|(_, square)| square).collect();
    draw::text::board(position.board(), draw::text::Style { marked, ..Default::default() })
}

fn page(ending: &Ending) -> String {
    let mut out = format!("{GENERATED}\n# {}\n\n*{}*\n\n", ending.name, ending.summary);
    out.push_str(&ending.definition().replace("\n# ", "\n## "));
    out.push_str("\n\n## Examples\n");
    for (fen, cast) in ending.examples {
        // Writing to a string cannot fail.
        let _ = write!(out, "\n`{fen}`\n\n```text\n{}\n{cast}\n```\n", board(ending, fen));
    }
    out.push_str("\n## Near misses\n\n");
    for (fen, why) in ending.near_misses {
        let _ = writeln!(out, "- `{fen}`: {why}");
    }
    out
}

fn index() -> String {
    let mut out = format!(
        "{GENERATED}\n# Named endings\n\nWhere an ending claims a win or a draw, every position of up to five men in \
         which it is found has been compared with an exact table (`crates/reti-tables/tests/all/endings.rs`).\n\n"
    );
    for ending in ENDINGS {
        let _ = writeln!(out, "- [{0}]({0}.md): {1}", ending.name, ending.summary);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// `docs/endings/` holds exactly the generated pages.
    #[test]
    fn the_documentation_is_up_to_date() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/endings");
        let pages = pages();
        for (name, text) in &pages {
            let committed = fs::read_to_string(folder.join(name)).unwrap_or_default();
            assert!(committed == *text, "docs/endings/{name} is out of date: run `cargo xtask docs`");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), pages.len(), "a page of an ending that is gone");
    }
}
