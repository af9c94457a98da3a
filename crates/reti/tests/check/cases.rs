//! Statements made from positions: what a wording is filled with, and how it is made false.
//!
//! A sample proposes values that are true or near it, a mutation changes what models get wrong (another man,
//! another name, another square, the other colour, another move), and [`crate::truth`] decides from the values that
//! the wording shows, whatever they have become. `None` means that this oracle does not know.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::{
    oracle::{Board, Move, is_white, name, noun},
    truth::pins,
};

/// What the placeholders stand for.
pub type Values = BTreeMap<String, String>;

/// A position to speak about, and what an outside source says about it.
#[derive(Clone, Debug)]
pub struct Place {
    pub fen: String,
    pub board: Board,
    /// The solution of a puzzle in SAN, and the number of moves to mate if it mates.
    pub solution: Option<(Move, Option<u32>)>,
}

pub const NUMBERS: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

fn side(white: bool) -> &'static str {
    if white { "White" } else { "Black" }
}

fn put(values: &mut Values, key: &str, value: impl Into<String>) {
    values.insert(key.to_owned(), value.into());
}

/// Names a side everywhere.
pub fn put_side(values: &mut Values, white: bool) {
    put(values, "Side", side(white));
    put(values, "Other", side(!white));
    put(values, "side_adj", side(white).to_lowercase());
    put(values, "other_adj", side(!white).to_lowercase());
}

/// Names a man in the first, second or third place.
pub fn put_man(values: &mut Values, board: &Board, at: usize, place: &str) {
    let piece = board.squares[at];
    put(values, &format!("piece{place}"), noun(piece));
    put(values, &format!("square{place}"), name(at));
    put(values, &format!("letter{place}"), (piece.to_ascii_uppercase() as char).to_string());
}

fn pick<T: Clone>(rng: &mut Rng, list: &[T]) -> Option<T> {
    if list.is_empty() { None } else { Some(list[rng.usize(..list.len())].clone()) }
}

/// A move's SAN, with its sign or without.
fn written(rng: &mut Rng, board: &Board, m: Move) -> String {
    if rng.bool() { board.san(m) } else { format!("{}{}", board.san(m), board.sign(m)) }
}

/// Values for a kind in a position; they need not be true.
#[expect(clippy::too_many_lines, reason = "one short arm a kind")]
pub fn sample(kind: &str, place: &Place, rng: &mut Rng) -> Option<Values> {
    let board = &place.board;
    let mut values = Values::new();
    let white = rng.bool();
    put_side(&mut values, white);
    let man = pick(rng, &board.men(white))?;
    let mover = |values: &mut Values, rng: &mut Rng, m: Move| {
        put_side(values, board.white);
        put(values, "san", written(rng, board, m));
    };
    match kind.trim_start_matches("not_") {
        "piece_on" if kind.starts_with("not_") => {
            // What is not there: now and then it is.
            put_man(&mut values, board, man, "");
            if rng.u8(..3) > 0 {
                put(&mut values, "square", name(rng.usize(..64)));
            }
        }
        "piece_on" | "undefended" | "hangs" => put_man(&mut values, board, man, ""),
        "no_moves" => {
            put_side(&mut values, board.white);
            put_man(&mut values, board, pick(rng, &board.men(board.white))?, "");
        }
        "attacks" | "defends" => {
            let of = if kind.ends_with("attacks") { !white } else { white };
            let mut goals = board.men(of);
            if !kind.starts_with("not_") {
                let seen = board.attacks(man);
                goals.retain(|at| seen.contains(at));
            }
            goals.retain(|&at| at != man);
            put_man(&mut values, board, man, "");
            put_man(&mut values, board, pick(rng, &goals)?, "2");
        }
        "controls" => {
            let goals: Vec<usize> = board.attacks(man).into_iter().filter(|&at| board.squares[at] == 0).collect();
            put_man(&mut values, board, man, "");
            put(&mut values, "square2", name(pick(rng, &goals)?));
        }
        "pinned_absolute" | "pinned_relative" => {
            let spoil = rng.bool();
            let mut pins = pins(board, white);
            pins.retain(|pin| (pin[2] == board.king(white)) == kind.ends_with("absolute"));
            if let Some([by, pinned, behind]) = pick(rng, &pins).filter(|_| !kind.starts_with("not_") || spoil) {
                put_man(&mut values, board, pinned, "");
                put_man(&mut values, board, by, "2");
                put_man(&mut values, board, behind, "3");
            } else if kind.starts_with("not_") {
                let sliders: Vec<usize> =
                    board.men(!white).into_iter().filter(|&at| b"brqBRQ".contains(&board.squares[at])).collect();
                put_man(&mut values, board, man, "");
                put_man(&mut values, board, pick(rng, &sliders)?, "2");
                if man == board.king(white) {
                    return None;
                }
            } else {
                return None;
            }
        }
        "fork" => {
            let m = pick(rng, &board.legal_moves())?;
            let after = board.play(m);
            let seen: Vec<usize> = after
                .attacks(m.to)
                .into_iter()
                .filter(|&at| after.squares[at] != 0 && is_white(after.squares[at]) != board.white)
                .collect();
            if seen.len() < 2 || board.is_castle(m) {
                return None;
            }
            mover(&mut values, rng, m);
            put_man(&mut values, &after, seen[0], "2");
            put_man(&mut values, &after, seen[1], "3");
        }
        "fork_now" => {
            let enemies: Vec<usize> = board
                .attacks(man)
                .into_iter()
                .filter(|&at| board.squares[at] != 0 && is_white(board.squares[at]) != white)
                .collect();
            if enemies.len() < 2 {
                return None;
            }
            put_man(&mut values, board, man, "");
            put_man(&mut values, board, enemies[0], "2");
            put_man(&mut values, board, enemies[1], "3");
        }
        "gives_check" | "checkmate_move" | "stalemate_move" | "legal" | "only_legal" | "wins_material" => {
            let mut moves = board.legal_moves();
            if kind == "gives_check" {
                moves.retain(|&m| board.play(m).in_check(!board.white));
            } else if kind == "checkmate_move" {
                moves.retain(|&m| board.sign(m) == "#");
            }
            let m = pick(rng, &moves)?;
            mover(&mut values, rng, m);
            put(&mut values, "gain_word", pick(rng, &["a pawn", "a piece", "the exchange", "a rook", "the queen"])?);
        }
        "illegal" => {
            // What another side, another square or another piece could play.
            put_side(&mut values, board.white);
            let other = board.passed();
            let mut texts: Vec<String> = board.legal_moves().into_iter().map(|m| board.san(m)).collect();
            if !board.in_check(board.white) {
                texts.extend(other.legal_moves().into_iter().map(|m| other.san(m)));
            }
            let text = pick(rng, &texts)?;
            put(&mut values, "san", if rng.bool() { text } else { changed_move(rng, &text) });
        }
        "captures" => {
            let captures: Vec<Move> = board.legal_moves().into_iter().filter(|m| board.squares[m.to] != 0).collect();
            let m = pick(rng, &captures)?;
            mover(&mut values, rng, m);
            put_man(&mut values, board, m.to, "2");
        }
        "line_legal" => {
            let (mut here, mut line) = (board.clone(), String::new());
            let mut number = place.fen.split(' ').next_back()?.parse::<u32>().ok()?;
            for index in 0..rng.usize(2..5) {
                let m = pick(rng, &here.legal_moves())?;
                let san = format!("{}{}", here.san(m), here.sign(m));
                match (here.white, index) {
                    (true, 0) => line = format!("{number}.{san}"),
                    (true, _) => line.push_str(&format!(" {number}.{san}")),
                    (false, 0) => line = format!("{number}...{san}"),
                    (false, _) => line.push_str(&format!(" {san}")),
                }
                number += u32::from(!here.white);
                here = here.play(m);
            }
            put(&mut values, "line", line);
        }
        "mate_in" | "mate_in_with" => {
            let (m, mate) = place.solution?;
            let mate = mate.filter(|mate| *mate >= 2)?;
            mover(&mut values, rng, m);
            put(&mut values, "n", mate.to_string());
            put(&mut values, "n_word", NUMBERS[mate as usize]);
        }
        "threatens" | "threatens_mate" => {
            put_side(&mut values, !board.white);
            if board.in_check(board.white) {
                return None;
            }
            let turned = board.passed();
            let mut moves = turned.legal_moves();
            moves.retain(|&m| turned.sign(m) == "#" || turned.squares[m.to] != 0);
            if kind == "threatens_mate" {
                moves.retain(|&m| turned.sign(m) == "#");
            }
            let m = pick(rng, &moves)?;
            put(&mut values, "san", written(rng, &turned, m));
        }
        "best_move" | "only_good" | "better_than" => {
            let (m, _) = place.solution?;
            mover(&mut values, rng, m);
            let other = pick(rng, &board.legal_moves()).filter(|&other| other != m)?;
            put(&mut values, "san2", board.san(other));
        }
        "in_check" | "to_move" | "bishop_pair" | "material_equal" | "equal" | "draw_insufficient" | "eval_slight"
        | "eval_clear" | "eval_winning" | "table_win" | "table_loss" | "table_draw" => {}
        "can_castle" | "castle_now" => {
            if kind == "castle_now" {
                put_side(&mut values, board.white);
            }
            let king = rng.bool();
            put(&mut values, "wing", if king { "kingside" } else { "queenside" });
            put(&mut values, "short_long", if king { "short" } else { "long" });
        }
        "passed_pawn" | "isolated_pawn" | "backward_pawn" | "cannot_be_stopped" => {
            let pawns: Vec<usize> =
                board.men(white).into_iter().filter(|&at| noun(board.squares[at]) == "pawn").collect();
            put_man(&mut values, board, pick(rng, &pawns)?, "");
        }
        "doubled_pawns" | "open_file" | "half_open_file" => {
            put(&mut values, "file", pick(rng, &["a", "b", "c", "d", "e", "f", "g", "h"])?);
        }
        "material_up" => {
            let (word, up) = pick(
                rng,
                &[
                    ("a pawn", "a pawn up"),
                    ("two pawns", "two pawns up"),
                    ("a piece", "a piece up"),
                    ("the exchange", "the exchange up"),
                    ("a rook", "a rook up"),
                    ("a queen", "a queen up"),
                ],
            )?;
            put(&mut values, "gain_word", word);
            put(&mut values, "material_word", up);
        }
        "material_count" => {
            let kind = pick(rng, b"pnbrq")?;
            let own = board.men(white).into_iter().filter(|&at| board.squares[at].to_ascii_lowercase() == kind).count();
            put(&mut values, "pieces", format!("{}s", noun(kind)));
            put(&mut values, "n", own.to_string());
            put(&mut values, "n_word", NUMBERS[own.min(9)]);
        }
        "evaluation" => {
            put(&mut values, "eval_word", pick(rng, &["slightly better", "clearly better", "winning", "better"])?)
        }
        "unreadable" => {
            put_man(&mut values, board, man, "");
            let m = pick(rng, &board.legal_moves())?;
            put(&mut values, "san", board.san(m));
            put(&mut values, "san2", board.san(pick(rng, &board.legal_moves())?));
        }
        _ => return None,
    }
    Some(values)
}

/// Another square or piece in a move's text.
fn changed_move(rng: &mut Rng, text: &str) -> String {
    let plain = text.trim_end_matches(['+', '#']);
    if plain.starts_with('O') || plain.contains('=') {
        return plain.to_owned();
    }
    let (head, _) = plain.split_at(plain.len() - 2);
    format!("{head}{}", name(rng.usize(..64)))
}

/// Changes what is said, as models do, in a placeholder that the wording shows.
pub fn mutate(kind: &str, place: &Place, values: &mut Values, shown: &dyn Fn(&str) -> bool, rng: &mut Rng) {
    let board = &place.board;
    let men: Vec<&str> = ["", "2", "3"]
        .into_iter()
        .filter(|at| shown(&format!("piece{at}")) || shown(&format!("square{at}")) || shown(&format!("letter{at}")))
        .collect();
    let all: Vec<usize> = (0..64).filter(|&at| board.squares[at] != 0).collect();
    match rng.usize(..6) {
        // Another man that is there.
        0 | 1 if !men.is_empty() => {
            let at = men[rng.usize(..men.len())];
            put_man(values, board, all[rng.usize(..all.len())], at);
        }
        // Another name for the man.
        2 if !men.is_empty() && !kind.starts_with("not_") => {
            let at = men[rng.usize(..men.len())];
            let piece = b"PNBRQ"[rng.usize(..5)];
            put(values, &format!("piece{at}"), noun(piece));
            put(values, &format!("letter{at}"), (piece as char).to_string());
        }
        // Another square.
        3 if !men.is_empty() && !kind.starts_with("not_") => {
            let at = men[rng.usize(..men.len())];
            put(values, &format!("square{at}"), name(rng.usize(..64)));
        }
        // The other colour.
        4 => {
            let white = values["Side"] == "White";
            put_side(values, !white);
        }
        _ => {}
    }
    if let Some(san) = values.get("san").cloned().filter(|_| rng.bool() && shown("san")) {
        let legal = board.legal_moves();
        let text = if rng.u8(..3) == 0 { changed_move(rng, &san) } else { board.san(legal[rng.usize(..legal.len())]) };
        put(values, "san", text);
    }
    if rng.bool() && values.contains_key("san2") {
        let (san, other) = (values["san"].clone(), values["san2"].clone());
        put(values, "san", other);
        put(values, "san2", san);
    }
    if let Some(line) = values.get("line").cloned() {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let at = rng.usize(..words.len());
        let (number, san) = words[at].rsplit_once('.').map_or(("", words[at].as_str()), |(number, san)| (number, san));
        let changed = changed_move(rng, san);
        words[at] = if number.is_empty() { changed } else { format!("{number}.{changed}") };
        put(values, "line", words.join(" "));
    }
    for key in ["n", "file", "wing"] {
        if !values.contains_key(key) || rng.bool() {
            continue;
        }
        match key {
            "n" if kind.starts_with("mate_in") => {
                let n = values["n"].parse::<usize>().unwrap() - 1;
                if n >= 2 {
                    put(values, "n", n.to_string());
                    put(values, "n_word", NUMBERS[n]);
                }
            }
            "n" => {
                let n = rng.usize(2..9);
                put(values, "n", n.to_string());
                put(values, "n_word", NUMBERS[n]);
            }
            "file" => put(values, "file", ["a", "b", "c", "d", "e", "f", "g", "h"][rng.usize(..8)]),
            _ => {
                let king = values["wing"] == "queenside";
                put(values, "wing", if king { "kingside" } else { "queenside" });
                put(values, "short_long", if king { "short" } else { "long" });
            }
        }
    }
}
