//! The catalogue's signature: how often each motif occurs in the committed games.
//!
//! It changes exactly when behaviour changes. If that was meant, replace the numbers of
//! `testdata/motif-counts.txt` by those that the failing test prints, and say so in the commit.

use crate::support;

use std::fmt::Write as _;

use reti_core::{
    motif::{CATALOGUE, Kind},
    relation::Relations,
};

#[test]
fn motif_counts_are_as_committed() {
    let motifs: Vec<_> = CATALOGUE.iter().filter(|motif| motif.kind != Kind::Theme).collect();
    let mut counts = vec![0usize; motifs.len()];
    for game in support::games() {
        let last = game.last().map(|(position, m)| position.play(*m));
        for position in game.iter().map(|(position, _)| position).chain(&last) {
            let relations = Relations::new(position);
            for (count, motif) in counts.iter_mut().zip(&motifs) {
                *count += (motif.detect)(&relations).len();
            }
        }
    }
    let mut found = String::new();
    for (count, motif) in counts.iter().zip(&motifs) {
        writeln!(found, "{} {count}", motif.name).expect("writing to a string cannot fail");
    }
    let file = support::read("motif-counts.txt");
    let committed: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(committed == found.lines().collect::<Vec<_>>(), "the catalogue's signature changed; it is now\n{found}");
}
