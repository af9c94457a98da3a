//! `cargo xtask signature`: lines that change exactly when behaviour does.
//!
//! Three things are written down: the nodes that the engine visits on fixed positions, the tactics
//! that the catalogue finds in the committed games, and the values of small endgame tables. Each
//! line stands for itself, so that a change shows *what* moved; the last one is a number over all
//! lines, short enough for a commit message. A refactoring leaves it alone; a commit that moves it
//! says so (`Signature: before -> after`).
//!
//! Counts alone would not notice a detector that finds as many other instances, so a checksum of
//! casts and estimates stands beside each count, and one of values and moves to mate beside each
//! table. The checksum is FNV-1a, written out here because the standard library does not promise
//! that its own stays the same.

use std::{collections::BTreeMap, fmt::Write as _, fs, io, path::Path, thread};

use reti_core::{
    chess::{Color, Position},
    field::score::{CLASSICAL, Evaluation, LEARNED, NETWORK, SEED},
    motif::CATALOGUE,
    relation::Relations,
    tactic::{Tactic, observations, tactics},
    value::Value,
};
use reti_search::engine::{Budget, Engine, Game, Unwatched, signature::DEPTH, signature::POSITIONS};
use reti_tables::{
    chain::Memory,
    material::Material,
    table::{Code, Metric, Table},
};

/// Where the committed lines are, from the top folder.
pub const FILE: &str = "testdata/signature.txt";

/// The games whose positions are looked at, from the top folder.
const GAMES: &str = "testdata/games/lichess-2025-05.txt";

/// The evaluations that search.
const EVALUATIONS: [&Evaluation; 4] = [&NETWORK, &LEARNED, &CLASSICAL, &SEED];

/// Four-man tables beside all of up to three men: few and different (pieces on both sides, colours
/// of bishops, promotion against a piece, en passant).
const FOUR_MEN: [&str; 4] = ["KQvKR", "KBNvK", "KPvKN", "KPvKP"];

/// The lines of the signature, the number over all of them last.
pub fn lines(root: &Path) -> Result<Vec<String>, String> {
    let games = fs::read_to_string(root.join(GAMES)).map_err(|error| format!("{GAMES}: {error}"))?;
    let (engine, tables, motifs) = thread::scope(|scope| {
        let engine = scope.spawn(engine_lines);
        let tables = scope.spawn(table_lines);
        let motifs = motif_lines(&games);
        (engine.join(), tables.join(), motifs)
    });
    let joined =
        |result: thread::Result<Vec<String>>| result.map_err(|_| "a part of the signature panicked".to_owned());
    let mut lines = joined(engine)?;
    lines.extend(motifs?);
    lines.extend(joined(tables)?);
    let mut sum = Checksum::new();
    for line in &lines {
        sum.add(line.as_bytes());
        sum.add(b"\n");
    }
    lines.push(format!("signature {sum}"));
    Ok(lines)
}

/// What differs between committed and computed lines, as lines that a person reads; empty if nothing does.
pub fn differences(committed: &str, computed: &[String]) -> Vec<String> {
    let before: BTreeMap<&str, &str> = committed.lines().filter(|line| !line.starts_with('#')).map(split).collect();
    let after: BTreeMap<&str, &str> = computed.iter().map(|line| split(line)).collect();
    let mut differences = Vec::new();
    for (name, value) in &after {
        match before.get(name) {
            Some(old) if old == value => {}
            Some(old) => differences.push(format!("{name}: {old} -> {value}")),
            None => differences.push(format!("{name}: new, {value}")),
        }
    }
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    differences.extend(gone.map(|name| format!("{name}: gone")));
    differences
}

/// Writes the lines down as the committed ones.
pub fn write(root: &Path, lines: &[String]) -> io::Result<()> {
    let mut text =
        "# Computed by `cargo xtask signature --write`, compared by `--check`; xtask/src/signature.rs says what the lines mean.\n"
            .to_owned();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    fs::write(root.join(FILE), text)
}

/// Name and value of a line: the first two words, and the rest. The last line has one word for a name.
fn split(line: &str) -> (&str, &str) {
    let words = if line.starts_with("signature ") { 1 } else { 2 };
    let at = line.match_indices(' ').nth(words - 1).map_or(line.len(), |(at, _)| at);
    (&line[..at], line[at..].trim_start())
}

/// The nodes of each position, by evaluation.
fn engine_lines() -> Vec<String> {
    let budget = Budget { depth: Some(DEPTH), ..Budget::default() };
    let nodes = |evaluation: &'static Evaluation, fen: &str| {
        let position = Position::from_fen(fen).expect("the positions of the signature are legal");
        Engine::new(evaluation, 16).search(&Game::new(position), &budget, &mut Unwatched).nodes
    };
    let mut lines = Vec::new();
    for evaluation in EVALUATIONS {
        let each: Vec<u64> = POSITIONS.iter().map(|fen| nodes(evaluation, fen)).collect();
        let mut line = format!("engine {} {} nodes:", evaluation.name, each.iter().sum::<u64>());
        for nodes in each {
            write!(line, " {nodes}").expect("writing to a string cannot fail");
        }
        lines.push(line);
    }
    lines
}

/// How often each motif occurs, and a checksum of who plays which role in it and what it is worth.
fn motif_lines(games: &str) -> Result<Vec<String>, String> {
    let mut found: BTreeMap<&str, (usize, Checksum)> = BTreeMap::new();
    for position in positions(games)? {
        let relations = Relations::new(&position);
        for tactic in tactics(&relations).into_iter().chain(observations(&relations)) {
            let (count, sum) = found.entry(tactic.motif.name).or_insert_with(|| (0, Checksum::new()));
            *count += 1;
            sum.add(position.fen().as_bytes());
            add_tactic(sum, &tactic, &relations);
        }
    }
    let named = CATALOGUE.iter().map(|motif| match found.get(motif.name) {
        Some((count, sum)) => format!("motif {} {count} {sum}", motif.name),
        None => format!("motif {} 0", motif.name),
    });
    Ok(named.collect())
}

fn add_tactic(sum: &mut Checksum, tactic: &Tactic, relations: &Relations) {
    sum.add(&[u8::from(tactic.cast.owner.is_white())]);
    for (role, square) in &tactic.cast.parts {
        sum.add(role.name().as_bytes());
        sum.add(&[u8::from(*square)]);
    }
    sum.add(&u64::from(tactic.cast.context).to_le_bytes());
    let value = tactic.value(relations);
    sum.add(&value.material_delta.to_le_bytes());
    sum.add(&[u8::from(value.is_sound)]);
}

/// Every position of the games, the last ones included.
fn positions(games: &str) -> Result<Vec<Position>, String> {
    let mut positions = Vec::new();
    for line in games.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::start();
        positions.push(position.clone());
        for text in line.split(' ').skip(2) {
            let m = position.parse_move(text).map_err(|error| format!("{GAMES}: {error}"))?;
            position = position.play(m);
            positions.push(position.clone());
        }
    }
    Ok(positions)
}

/// The values of each table, by side to move, and a checksum of values and moves to mate.
///
/// The checksum goes through the places in the order of the table's layout, so another layout shows too.
fn table_lines() -> Vec<String> {
    let mut memory = Memory::new();
    let four = FOUR_MEN.iter().map(|name| name.parse().expect("the names of the signature are endgames"));
    let all: Vec<Material> = (2..=3).flat_map(Material::all).chain(four).collect();
    all.into_iter()
        .map(|material| {
            let table = memory.make(material, Metric::Mate).expect("small tables fit into their format");
            format!("table {material} {}", table_values(&table))
        })
        .collect()
}

fn table_values(table: &Table) -> String {
    let mut sum = Checksum::new();
    let mut text = String::new();
    for turn in Color::ALL {
        let codes = table.codes(turn);
        sum.add(codes);
        let count = |value| codes.iter().filter(|code| Code(**code).value() == Some(value)).count();
        let [wins, draws, losses] = [Value::Win, Value::Draw, Value::Loss].map(count);
        write!(text, "{}={wins}/{draws}/{losses} ", turn.fold_wb("white", "black"))
            .expect("writing to a string cannot fail");
    }
    format!("{text}{sum}")
}

/// FNV-1a with 64 bits.
#[derive(Clone, Copy)]
struct Checksum(u64);

impl Checksum {
    fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl std::fmt::Display for Checksum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_as_committed() {
        let root = crate::root();
        let committed = fs::read_to_string(root.join(FILE)).unwrap_or_default();
        let computed = lines(&root).unwrap_or_else(|problem| panic!("{problem}"));
        let moved = differences(&committed, &computed);
        assert!(
            moved.is_empty(),
            "behaviour changed; if that was meant, cargo xtask signature --write\n{}",
            moved.join("\n")
        );
    }

    #[test]
    fn differences_name_what_moved() {
        let committed = "# comment\nmotif fork 3 aa\ntable KQvK white=1/0/0 bb\nmotif old 1 cc\nsignature 01\n";
        let computed =
            ["motif fork 4 ab", "table KQvK white=1/0/0 bb", "motif new 0", "signature 02"].map(str::to_owned);
        assert_eq!(
            differences(committed, &computed),
            ["motif fork: 3 aa -> 4 ab", "motif new: new, 0", "signature: 01 -> 02", "motif old: gone"]
        );
        assert!(
            differences("motif fork 4 ab\nsignature 1", &["motif fork 4 ab", "signature 1"].map(str::to_owned))
                .is_empty()
        );
    }

    #[test]
    fn the_checksum_is_fnv_1a() {
        // Test vector of the definition (draft-eastlake-fnv, appendix C).
        let mut sum = Checksum::new();
        sum.add(b"foobar");
        assert_eq!(sum.to_string(), "85944171f73967e8");
    }
}
