//! Rows from games: what one part of a source adds to each table.
//!
//! The chess is `reti-core`'s; here its answers become values of columns. Numbers of games say where a game is
//! from: source, part and place in the part, as decimal digits ([`game_number`]).

use std::sync::Arc;

use arrow::array::{
    ArrayRef, BooleanBuilder, Float64Builder, Int32Builder, Int64Builder, StringBuilder, UInt64Builder,
};
use reti::{
    pgn::{Game, Outcome},
    wire,
};
use reti_core::{
    chess::{Board, Color, Move, PieceType, Position},
    fragility::{Mode, fragility},
    motif::{Kind, Property},
    relation::Relations,
    tactic::{self, Tactic},
};
use reti_lessons::phase::phases;
use reti_search::soundness::Effort;

use crate::{
    edges::Edges,
    table::{NUMBER_TAGS, ROLES, TEXT_TAGS, Table},
};

/// The number of a game: the source's number, five digits for the part, eight for the game in the part (from 1).
pub fn game_number(source: usize, part: usize, game: usize) -> i64 {
    (source as i64 * 100_000 + part as i64) * 100_000_000 + game as i64
}

/// What to compute.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The tables that are written; errors always are.
    pub tables: Vec<Table>,
    /// How hard to look whether tactics are sound, if at all.
    pub proof: Option<Effort>,
}

impl Wanted {
    fn has(&self, table: Table) -> bool {
        self.tables.contains(&table)
    }

    /// Whether anything beyond the game itself is computed.
    fn looks(&self) -> bool {
        let looking = [Table::Positions, Table::Tactics, Table::Observations, Table::Edges];
        looking.into_iter().any(|table| self.has(table))
    }
}

/// Rows of all tables, as columns that grow.
#[derive(Default)]
pub struct Rows {
    games: Games,
    positions: Positions,
    tactics: Vec<TacticRow>,
    observations: Vec<TacticRow>,
    edges: Edges,
    mates: Mates,
    errors: Errors,
    /// How many rows each table has.
    pub counts: Counts,
}

/// How many rows there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Games that could be read.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Tactics in them.
    pub tactics: u64,
    /// Observations in them.
    pub observations: u64,
    /// Relations in them, each as long as it lasted.
    pub edges: u64,
    /// Mates on the board.
    pub mates: u64,
    /// What could not be read.
    pub errors: u64,
}

impl Counts {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.positions += other.positions;
        self.tactics += other.tactics;
        self.observations += other.observations;
        self.edges += other.edges;
        self.mates += other.mates;
        self.errors += other.errors;
    }
}

#[derive(Default)]
struct Games {
    game: Int64Builder,
    source: StringBuilder,
    tags: [StringBuilder; TEXT_TAGS.len()],
    numbers: [Int32Builder; NUMBER_TAGS.len()],
    fen: StringBuilder,
    plies: Int32Builder,
    moves: StringBuilder,
}

#[derive(Default)]
struct Positions {
    game: Int64Builder,
    ply: Int32Builder,
    fen: StringBuilder,
    zobrist: UInt64Builder,
    turn: StringBuilder,
    played: StringBuilder,
    phase: StringBuilder,
    material: StringBuilder,
    men: Int32Builder,
    orders: [Int32Builder; 4],
    reals: [Float64Builder; 4],
    clock: Float64Builder,
    eval: Int32Builder,
    mate: Int32Builder,
}

/// One row of tactics or observations, small until it is sorted.
struct TacticRow {
    motif: &'static str,
    owner: Color,
    game: i64,
    ply: i32,
    turn: Color,
    gain: Option<i32>,
    sound: Option<bool>,
    evidence: &'static str,
    /// The index of a role in [`ROLES`], and the piece and square as text.
    cast: Vec<(u8, [u8; 3])>,
}

#[derive(Default)]
struct Mates {
    game: Int64Builder,
    ply: Int32Builder,
    winner: StringBuilder,
    motif: StringBuilder,
    names: StringBuilder,
    fen: StringBuilder,
}

#[derive(Default)]
struct Errors {
    game: Int64Builder,
    source: StringBuilder,
    part: Int32Builder,
    line: Int32Builder,
    reason: StringBuilder,
    text: StringBuilder,
}

/// Where something went wrong.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The file's name.
    pub source: &'a str,
    /// The part's number in it.
    pub part: usize,
    /// The line, where it is known.
    pub line: Option<usize>,
}

fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// What stands on the board, White first: `KRPvKR`.
pub fn material(board: &Board) -> String {
    let mut text = String::with_capacity(16);
    for color in Color::ALL {
        for piece_type in PieceType::ALL.into_iter().rev() {
            let count = (board.by_color(color) & board.by_role(piece_type)).count();
            text.extend(std::iter::repeat_n(piece_type.upper_char(), count));
        }
        if color == Color::White {
            text.push('v');
        }
    }
    text
}

/// The number of a comment's `[%eval ...]` for White: centipawns or moves to mate.
fn evaluation(comment: &str) -> (Option<i32>, Option<i32>) {
    let inside = comment.split_once("[%eval").and_then(|(_, rest)| rest.split_once(']'));
    let Some(text) = inside.map(|(text, _)| text.trim()) else { return (None, None) };
    let number = text.split(',').next().unwrap_or(text);
    if let Some(moves) = number.strip_prefix('#') {
        return (None, moves.parse().ok());
    }
    let pawns = number.parse::<f64>().ok().filter(|pawns| pawns.abs() < 1e6);
    (pawns.map(|pawns| (pawns * 100.0).round() as i32), None)
}

impl Rows {
    /// Adds a game and what its positions show.
    pub fn add(&mut self, game: &Game, number: i64, source: &str, wanted: &Wanted) {
        if wanted.has(Table::Games) {
            self.games.add(game, number, source);
        }
        self.counts.games += 1;
        if wanted.looks() {
            self.look(game, number, wanted);
        } else if wanted.has(Table::Mates) {
            let end = game.moves.iter().fold(game.start.clone(), |here, &m| here.play(m));
            if end.is_checkmate() {
                self.mate(&end, number, game.moves.len());
            }
        }
    }

    /// Adds what could not be read.
    pub fn fail(&mut self, number: Option<i64>, place: Place<'_>, reason: &str, text: &str) {
        /// What an error quotes at most.
        const LONGEST: usize = 400;
        let cut = |text: &str| text.chars().take(LONGEST).collect::<String>();
        self.errors.game.append_option(number);
        self.errors.source.append_value(place.source);
        self.errors.part.append_value(place.part as i32);
        self.errors.line.append_option(place.line.map(|line| line as i32));
        self.errors.reason.append_value(cut(reason));
        self.errors.text.append_value(cut(text));
        self.counts.errors += 1;
    }

    fn look(&mut self, game: &Game, number: i64, wanted: &Wanted) {
        let positions = game.positions();
        if wanted.has(Table::Edges) {
            self.counts.edges += self.edges.add(number, &positions) as u64;
        }
        let phases = phases(&positions);
        let clocks = reti::annotate::clocks(game);
        let mut evals = vec![(None, None); positions.len()];
        for (played, comment) in &game.comments {
            let found = evaluation(comment);
            if found != (None, None) {
                evals[*played] = found;
            }
        }
        for (ply, position) in positions.iter().enumerate() {
            let relations = Relations::new(position);
            let found = tactic::tactics(&relations);
            if wanted.has(Table::Positions) {
                let row = &mut self.positions;
                row.game.append_value(number);
                row.ply.append_value(ply as i32);
                row.add(position, &relations, &found);
                row.played.append_option(game.moves.get(ply).map(|&m| position.uci(m)));
                row.phase.append_value(wire::Phase::from(phases[ply]).as_str());
                row.clock.append_option(ply.checked_sub(1).and_then(|before| clocks[before]));
                row.eval.append_option(evals[ply].0);
                row.mate.append_option(evals[ply].1);
            }
            self.counts.positions += 1;
            let place = (number, ply as i32, position.turn());
            if wanted.has(Table::Tactics) {
                self.counts.tactics += found.len() as u64;
                let evidence = evidence(position, &found, wanted.proof.as_ref());
                let rows = found.iter().zip(evidence);
                self.tactics.extend(rows.map(|(tactic, evidence)| TacticRow::new(place, &relations, tactic, evidence)));
            }
            if wanted.has(Table::Observations) {
                let seen = tactic::observations(&relations);
                self.counts.observations += seen.len() as u64;
                self.observations.extend(seen.iter().map(|seen| TacticRow::new(place, &relations, seen, "board")));
            }
            if wanted.has(Table::Mates) && position.is_checkmate() {
                self.mate(position, number, ply);
            }
        }
    }

    fn mate(&mut self, position: &Position, number: i64, ply: usize) {
        let Some(Tactic { motif, cast }) = tactic::mate(&Relations::new(position)) else { return };
        let more = cast.properties.iter().find_map(|property| match property {
            Property::Names(names) => Some(names.iter().map(|motif| motif.name)),
            _ => None,
        });
        let names: Vec<&str> = std::iter::once(motif.name).chain(more.into_iter().flatten()).collect();
        self.mates.game.append_value(number);
        self.mates.ply.append_value(ply as i32);
        self.mates.winner.append_value(side(!position.turn()));
        self.mates.motif.append_value(motif.name);
        self.mates.names.append_value(names.join(" "));
        self.mates.fen.append_value(position.fen());
        self.counts.mates += 1;
    }

    /// The columns of a table, and none left here.
    pub fn take(&mut self, table: Table) -> Vec<ArrayRef> {
        match table {
            Table::Games => self.games.take(),
            Table::Positions => self.positions.take(),
            Table::Tactics => tactic_columns(std::mem::take(&mut self.tactics)),
            Table::Observations => tactic_columns(std::mem::take(&mut self.observations)),
            Table::Edges => self.edges.take(),
            Table::Mates => {
                let rows = &mut self.mates;
                vec![
                    Arc::new(rows.game.finish()),
                    Arc::new(rows.ply.finish()),
                    Arc::new(rows.winner.finish()),
                    Arc::new(rows.motif.finish()),
                    Arc::new(rows.names.finish()),
                    Arc::new(rows.fen.finish()),
                ]
            }
            Table::Errors => {
                let rows = &mut self.errors;
                vec![
                    Arc::new(rows.game.finish()),
                    Arc::new(rows.source.finish()),
                    Arc::new(rows.part.finish()),
                    Arc::new(rows.line.finish()),
                    Arc::new(rows.reason.finish()),
                    Arc::new(rows.text.finish()),
                ]
            }
        }
    }
}

/// How each tactic is known: `board`, or the verdict about it if somebody looks.
fn evidence(position: &Position, found: &[Tactic], proof: Option<&Effort>) -> Vec<&'static str> {
    let Some(&effort) = proof.filter(|_| !found.is_empty()) else { return vec!["board"; found.len()] };
    let survey = reti::tactics::prove(position, effort).survey;
    let verdict = |tactic: &Tactic| {
        let judged = survey.tactics.iter().find(|judged| judged.tactic == *tactic);
        judged.map_or("unknown", |judged| judged.soundness.verdict.name())
    };
    found.iter().map(verdict).collect()
}

impl Games {
    fn add(&mut self, game: &Game, number: i64, source: &str) {
        self.game.append_value(number);
        self.source.append_value(source);
        let known = |tag: &str| game.tag(tag).filter(|value| !value.is_empty() && !value.starts_with('?'));
        for (tag, column) in TEXT_TAGS.iter().zip(&mut self.tags) {
            match *tag {
                "Result" => column.append_value(game.outcome.text()),
                tag => column.append_option(known(tag)),
            }
        }
        for (tag, column) in NUMBER_TAGS.iter().zip(&mut self.numbers) {
            column.append_option(known(tag).and_then(|value| value.trim_start_matches('+').parse().ok()));
        }
        self.fen.append_option((game.start != Position::start()).then(|| game.start.fen()));
        self.plies.append_value(game.moves.len() as i32);
        let mut moves = String::with_capacity(game.moves.len() * 5);
        for &m in &game.moves {
            if !moves.is_empty() {
                moves.push(' ');
            }
            push_uci(&mut moves, &game.start, m);
        }
        self.moves.append_value(moves);
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.game.finish()), Arc::new(self.source.finish())];
        columns.extend(self.tags.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.extend(self.numbers.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.fen.finish()));
        columns.push(Arc::new(self.plies.finish()));
        columns.push(Arc::new(self.moves.finish()));
        columns
    }
}

/// Adds a move in UCI. Millions of them are written, so what is plain is put together here; castling, whose notation
/// depends on the start position, is the library's.
fn push_uci(text: &mut String, start: &Position, m: Move) {
    let Some(from) = m.from().filter(|_| !m.is_castle()) else {
        text.push_str(&start.uci(m));
        return;
    };
    for square in [from, m.to()] {
        text.push(square.file().char());
        text.push(square.rank().char());
    }
    text.extend(m.promotion().map(PieceType::char));
}

impl Positions {
    /// What a position says of itself.
    fn add(&mut self, position: &Position, relations: &Relations, found: &[Tactic]) {
        let board = position.board();
        self.fen.append_value(position.fen());
        self.zobrist.append_value(position.key());
        self.turn.append_value(side(position.turn()));
        self.material.append_value(material(board));
        self.men.append_value(board.occupied().count() as i32);
        let order = tactic::order(found);
        let orders = [order.total, order.white, order.black, order.reduced];
        for (column, value) in self.orders.iter_mut().zip(orders) {
            column.append_value(value as i32);
        }
        let fragility = fragility(relations, Mode::Standard);
        let moves = position.legal_moves();
        let captures = moves.iter().filter(|m| m.is_capture()).count();
        let share = if moves.is_empty() { 0.0 } else { captures as f64 / moves.len() as f64 };
        let reals = [fragility.total, fragility.white, fragility.black, share];
        for (column, value) in self.reals.iter_mut().zip(reals) {
            column.append_value(value);
        }
    }

    fn take(&mut self) -> Vec<ArrayRef> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.game.finish()),
            Arc::new(self.ply.finish()),
            Arc::new(self.fen.finish()),
            Arc::new(self.zobrist.finish()),
            Arc::new(self.turn.finish()),
            Arc::new(self.played.finish()),
            Arc::new(self.phase.finish()),
            Arc::new(self.material.finish()),
            Arc::new(self.men.finish()),
        ];
        columns.extend(self.orders.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.extend(self.reals.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.clock.finish()));
        columns.push(Arc::new(self.eval.finish()));
        columns.push(Arc::new(self.mate.finish()));
        columns
    }
}

impl TacticRow {
    fn new(
        (game, ply, turn): (i64, i32, Color),
        relations: &Relations,
        tactic: &Tactic,
        evidence: &'static str,
    ) -> TacticRow {
        let counts = tactic.motif.kind != Kind::Observation;
        let value = counts.then(|| tactic.value(relations));
        let board = relations.board();
        let cast = tactic.cast.parts.iter().filter_map(|&(role, square)| {
            let column = ROLES.iter().position(|&known| known == role)?;
            let mut text = [0; 3];
            text[0] = board.piece_at(square).map_or(b'-', |piece| piece.char() as u8);
            text[1] = square.file().char() as u8;
            text[2] = square.rank().char() as u8;
            Some((column as u8, text))
        });
        TacticRow {
            motif: tactic.motif.name,
            owner: tactic.cast.owner,
            game,
            ply,
            turn,
            gain: value.as_ref().map(|value| value.material_delta),
            sound: value.map(|value| value.is_sound),
            evidence,
            cast: cast.collect(),
        }
    }
}

/// Sorted by motif, owner, game and ply; equals stay in the order in which they were found.
fn tactic_columns(mut rows: Vec<TacticRow>) -> Vec<ArrayRef> {
    rows.sort_by_key(|row| (row.motif, side(row.owner), row.game, row.ply));
    let text = |value: fn(&TacticRow) -> &'static str| -> ArrayRef {
        let mut column = StringBuilder::with_capacity(rows.len(), rows.len() * 8);
        for row in &rows {
            column.append_value(value(row));
        }
        Arc::new(column.finish())
    };
    let number = |value: fn(&TacticRow) -> Option<i32>| -> ArrayRef {
        let mut column = Int32Builder::with_capacity(rows.len());
        for row in &rows {
            column.append_option(value(row));
        }
        Arc::new(column.finish())
    };
    let mut game = Int64Builder::with_capacity(rows.len());
    let mut sound = BooleanBuilder::with_capacity(rows.len());
    for row in &rows {
        game.append_value(row.game);
        sound.append_option(row.sound);
    }
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(game.finish()),
        number(|row| Some(row.ply)),
        text(|row| side(row.turn)),
        text(|row| row.motif),
        text(|row| side(row.owner)),
        number(|row| row.gain),
        Arc::new(sound.finish()),
        text(|row| row.evidence),
    ];
    for role in 0..ROLES.len() {
        let mut column = StringBuilder::new();
        let mut cell = String::new();
        for row in &rows {
            cell.clear();
            for (_, place) in row.cast.iter().filter(|(cast, _)| usize::from(*cast) == role) {
                if !cell.is_empty() {
                    cell.push(' ');
                }
                cell.extend(place.iter().map(|&byte| char::from(byte)));
            }
            column.append_option((!cell.is_empty()).then_some(&cell));
        }
        columns.push(Arc::new(column.finish()));
    }
    columns
}

/// Why a game that was read is still not one for the tables.
pub fn objection(game: &Game) -> Option<(String, String)> {
    if let Some(problem) = &game.problem {
        return Some((problem.to_string(), problem.text.clone()));
    }
    let text = game.text.trim_end().trim_end_matches('\u{1a}').trim_end();
    let has_end = |line: &str| line.split_whitespace().any(|word| Outcome::read(word).is_some());
    // A comment may follow the result, on its line.
    if !text.lines().next_back().is_some_and(has_end) {
        return Some(("the moves end without a result: the game may be cut off".to_owned(), String::new()));
    }
    None
}
