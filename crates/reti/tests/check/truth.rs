//! Whether a filled wording is true, by the oracle's board and by labels from outside.

use crate::{
    cases::{Place, Values},
    oracle::{Board, Move, is_white, name, noun, square, worth},
};

/// Lines on which a slider of one side meets two men of the other: slider, first, second.
pub fn pins(board: &Board, white: bool) -> Vec<[usize; 3]> {
    let mut found = Vec::new();
    for slider in board.men(!white).into_iter().filter(|&at| b"brqBRQ".contains(&board.squares[at])) {
        for first in board
            .attacks(slider)
            .into_iter()
            .filter(|&at| board.squares[at] != 0 && is_white(board.squares[at]) == white)
        {
            let mut lifted = board.clone();
            lifted.squares[first] = 0;
            let behind = lifted.attacks(slider).into_iter().find(|&at| {
                board.squares[at] != 0 && !board.attacks(slider).contains(&at) && is_white(board.squares[at]) == white
            });
            found.extend(behind.map(|behind| [slider, first, behind]));
        }
    }
    found
}

/// Looks at values as a wording shows them.
struct Seen<'v> {
    board: &'v Board,
    values: &'v Values,
    shown: &'v dyn Fn(&str) -> bool,
}

impl Seen<'_> {
    fn get(&self, key: &str) -> &str {
        self.values.get(key).map_or("", String::as_str)
    }

    fn white(&self) -> bool {
        self.get("Side") == "White"
    }

    fn tells_side(&self) -> bool {
        ["Side", "Other", "side_adj", "other_adj"].iter().any(|key| (self.shown)(key))
    }

    /// The square of a man, `Ok(None)` if it is not as it is said, `Err` if it cannot be known which is meant.
    fn man(&self, place: &str, of_side: bool) -> Result<Option<usize>, ()> {
        if self.get(&format!("square{place}")).is_empty() {
            return Ok(None);
        }
        let at = square(self.get(&format!("square{place}")));
        let piece = self.board.squares[at];
        let said = self.get(&format!("piece{place}"));
        let names = (self.shown)(&format!("piece{place}")) || (self.shown)(&format!("letter{place}"));
        if !(self.shown)(&format!("square{place}")) {
            // Named without a square: there must be one only.
            let white = self.white() == of_side;
            let same = (0..64).filter(|&at| {
                self.board.squares[at] != 0
                    && noun(self.board.squares[at]) == said
                    && is_white(self.board.squares[at]) == white
            });
            let same: Vec<usize> = same.collect();
            return if same.len() == 1 { Ok(Some(same[0])) } else { Err(()) };
        }
        let right = piece != 0
            && (!names || noun(piece) == said)
            && (!self.tells_side() || is_white(piece) == (self.white() == of_side));
        Ok(right.then_some(at))
    }

    fn moves(&self, key: &str) -> Vec<Move> {
        self.board.meant(self.get(key))
    }

    /// The one move that is meant, if Side may make it.
    fn played(&self, key: &str) -> Result<Option<Move>, ()> {
        if self.tells_side() && self.white() != self.board.white {
            return Ok(None);
        }
        match self.moves(key)[..] {
            [] => Ok(None),
            [m] => Ok(Some(m)),
            _ => Err(()),
        }
    }
}

/// Whether a man can be taken at a profit, where that is beyond doubt.
fn hangs(board: &Board, at: usize) -> Option<bool> {
    let white = is_white(board.squares[at]);
    let turned = Board { white: !white, passing: None, ..board.clone() };
    if noun(board.squares[at]) == "king" || board.in_check(!white) && board.white == white {
        return None;
    }
    let captures: Vec<Move> = turned.legal_moves().into_iter().filter(|m| m.to == at).collect();
    if board.attackers(at, !white).is_empty() {
        return Some(false);
    }
    if captures.is_empty() {
        return None;
    }
    let recaptured = |m: &Move| turned.play(*m).legal_moves().into_iter().any(|reply| reply.to == at);
    if captures.iter().any(|m| !recaptured(m)) {
        return Some(true);
    }
    let dearer = captures.iter().all(|m| worth(board.squares[m.from]) >= worth(board.squares[at]));
    (captures.len() == 1 && board.attackers(at, !white).len() == 1 && dearer).then_some(false)
}

/// Whether what is said is true; `None` if this oracle does not know.
#[expect(clippy::too_many_lines, reason = "one short arm a kind")]
pub fn truth(kind: &str, place: &Place, values: &Values, shown: &dyn Fn(&str) -> bool) -> Option<bool> {
    let board = &place.board;
    let seen = Seen { board, values, shown };
    if let Some(plain) = kind.strip_prefix("not_") {
        // Denials speak of men that are there and of moves that can be played.
        if values.contains_key("piece") && plain != "piece_on" && seen.man("", true).ok()?.is_none() {
            return None;
        }
        let second = if matches!(plain, "defends") { seen.man("2", true) } else { seen.man("2", false) };
        if values.contains_key("piece2") && second.ok()?.is_none() {
            return None;
        }
        if values.contains_key("san") && seen.played("san").ok()?.is_none() {
            return None;
        }
        return truth(plain, place, values, shown).map(|holds| !holds);
    }
    let white = seen.white();
    let count = |letter: u8, white: bool| {
        board.men(white).into_iter().filter(|&at| board.squares[at].to_ascii_lowercase() == letter).count() as i32
    };
    let file = || usize::from(seen.get("file").as_bytes()[0] - b'a');
    let pawns_on = |file: usize, white: bool| {
        board.men(white).into_iter().filter(|&at| at % 8 == file && noun(board.squares[at]) == "pawn").count()
    };
    let pawn = || -> Result<Option<usize>, ()> {
        let at = square(seen.get("square"));
        let right = noun(board.squares[at]) == "pawn"
            && board.squares[at] != 0
            && (!seen.tells_side() || is_white(board.squares[at]) == white);
        Ok(right.then_some(at))
    };
    Some(match kind {
        "piece_on" => {
            let piece = board.squares[square(seen.get("square"))];
            piece != 0 && noun(piece) == seen.get("piece") && is_white(piece) == white
        }
        "undefended" => match seen.man("", true).ok()? {
            Some(at) => board.attackers(at, is_white(board.squares[at])).is_empty(),
            None => false,
        },
        "hangs" => match seen.man("", true).ok()? {
            Some(at) => hangs(board, at)?,
            None => false,
        },
        "no_moves" => match seen.man("", true).ok()? {
            Some(at) if is_white(board.squares[at]) == board.white => !board.legal_moves().iter().any(|m| m.from == at),
            Some(_) => return None,
            None => false,
        },
        "attacks" | "defends" => {
            let friends = kind == "defends";
            match (seen.man("", true).ok()?, seen.man("2", friends).ok()?) {
                (Some(from), Some(to)) => {
                    let same = is_white(board.squares[from]) == is_white(board.squares[to]);
                    same == friends && board.attacks(from).contains(&to)
                }
                _ => false,
            }
        }
        "controls" => {
            let to = square(seen.get("square2"));
            if board.squares[to] != 0 {
                return None;
            }
            seen.man("", true).ok()?.is_some_and(|from| board.attacks(from).contains(&to))
        }
        "pinned_absolute" | "pinned_relative" => {
            let absolute = kind.ends_with("absolute");
            let (Some(man), Some(by)) = (seen.man("", true).ok()?, seen.man("2", false).ok()?) else {
                return Some(false);
            };
            let white = is_white(board.squares[man]);
            let behind = if absolute { Some(board.king(white)) } else { seen.man("3", true).ok()? };
            let Some(behind) = behind else { return Some(false) };
            if !pins(board, white).contains(&[by, man, behind]) {
                return Some(false);
            }
            if !absolute {
                let (low, high) = (worth(board.squares[man]), worth(board.squares[behind]));
                let loose = board.attackers(behind, white).iter().all(|&at| at == man);
                let loses = worth(board.squares[by]) < high || loose;
                let turned = Board { white, passing: None, ..board.clone() };
                let free = turned
                    .legal_moves()
                    .iter()
                    .any(|m| m.from == man && !turned.play(*m).attackers(behind, !white).is_empty());
                if high >= 100 || low >= high || !loses || !free || noun(board.squares[man]) == "pawn" {
                    return None;
                }
            }
            true
        }
        "fork" | "fork_now" => {
            let (here, from) = if kind == "fork" {
                let Some(m) = seen.played("san").ok()? else { return Some(false) };
                if board.is_castle(m) {
                    return None;
                }
                (board.play(m), m.to)
            } else {
                let Some(from) = seen.man("", true).ok()? else { return Some(false) };
                (board.clone(), from)
            };
            let later = Seen { board: &here, ..seen };
            let (Some(one), Some(other)) = (later.man("2", false).ok()?, later.man("3", false).ok()?) else {
                return Some(false);
            };
            if one == other {
                return None;
            }
            let enemy = |at: usize| is_white(here.squares[at]) != is_white(here.squares[from]);
            if ![one, other].iter().all(|&at| here.attacks(from).contains(&at) && enemy(at)) {
                return Some(false);
            }
            let rich = |at: usize| {
                worth(here.squares[at]) > worth(here.squares[from])
                    || here.attackers(at, is_white(here.squares[at])).is_empty()
            };
            // A forker that may not capture forks nothing worth the name.
            let turned = Board { white: is_white(here.squares[from]), passing: None, ..here.clone() };
            let free = |at: usize| {
                noun(here.squares[at]) == "king" || turned.legal_moves().iter().any(|m| m.from == from && m.to == at)
            };
            if !rich(one) || !rich(other) || !free(one) || !free(other) {
                return None;
            }
            true
        }
        "gives_check" => match seen.played("san").ok()? {
            Some(m) => board.play(m).in_check(!board.white),
            None => false,
        },
        "checkmate_move" => match seen.played("san").ok()? {
            Some(m) => board.sign(m) == "#",
            None => false,
        },
        "stalemate_move" => match seen.played("san").ok()? {
            Some(m) => board.sign(m).is_empty() && board.play(m).legal_moves().is_empty(),
            None => false,
        },
        "captures" => match seen.played("san").ok()? {
            Some(m) if noun(board.squares[m.from]) == "pawn" && m.from % 8 != m.to % 8 && board.squares[m.to] == 0 => {
                return None;
            }
            Some(m) => {
                let taken = board.squares[m.to];
                taken != 0
                    && noun(taken) == seen.get("piece2")
                    && (!shown("square2") || name(m.to) == seen.get("square2"))
            }
            None => false,
        },
        "legal" => seen.played("san").ok()?.is_some(),
        "illegal" => {
            if seen.tells_side() && seen.white() != board.white {
                return None;
            }
            seen.played("san").ok()?.is_none()
        }
        "only_legal" => match seen.played("san").ok()? {
            Some(_) => board.legal_moves().len() == 1,
            None => false,
        },
        "line_legal" => {
            let mut here = board.clone();
            for word in seen.get("line").split(' ') {
                let san = word.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == '.');
                match here.meant(san)[..] {
                    [m] => here = here.play(m),
                    [] => return Some(false),
                    _ => return None,
                }
            }
            true
        }
        "in_check" => board.in_check(white),
        "to_move" => board.white == white,
        "can_castle" | "castle_now" => {
            let king = seen.get("wing") == "kingside";
            let right = match (white, king) {
                (true, true) => 'K',
                (true, false) => 'Q',
                (false, true) => 'k',
                (false, false) => 'q',
            };
            if kind == "can_castle" {
                board.castling.contains(right)
            } else if white == board.white {
                board.legal_moves().into_iter().any(|m| board.is_castle(m) && (m.to > m.from) == king)
            } else {
                return None;
            }
        }
        "passed_pawn" | "isolated_pawn" | "backward_pawn" => {
            let Some(at) = pawn().ok()? else { return Some(false) };
            let own = is_white(board.squares[at]);
            let all = |white: bool| -> Vec<usize> {
                board
                    .men(white)
                    .into_iter()
                    .filter(|&other| noun(board.squares[other]) == "pawn" && other != at)
                    .collect()
            };
            let near = |other: &usize| (other % 8).abs_diff(at % 8);
            let ahead = |other: &usize| if own { other / 8 > at / 8 } else { other / 8 < at / 8 };
            match kind {
                "passed_pawn" => {
                    if all(own).iter().any(|other| near(other) == 0 && ahead(other)) {
                        return None;
                    }
                    !all(!own).iter().any(|other| near(other) <= 1 && ahead(other))
                }
                "isolated_pawn" => !all(own).iter().any(|other| near(other) == 1),
                _ => {
                    let beside: Vec<usize> = all(own).into_iter().filter(|other| near(other) == 1).collect();
                    if beside.iter().any(|other| !ahead(other)) {
                        return Some(false);
                    }
                    let next = if own { at + 8 } else { at - 8 };
                    let guarded = board.attackers(next, !own).iter().any(|&by| noun(board.squares[by]) == "pawn");
                    if beside.is_empty() || !guarded {
                        return None;
                    }
                    true
                }
            }
        }
        "doubled_pawns" => pawns_on(file(), white) >= 2,
        "open_file" => pawns_on(file(), true) + pawns_on(file(), false) == 0,
        "half_open_file" => pawns_on(file(), white) == 0 && pawns_on(file(), !white) > 0,
        "bishop_pair" => {
            let tints: Vec<bool> = board
                .men(white)
                .into_iter()
                .filter(|&at| noun(board.squares[at]) == "bishop")
                .map(|at| (at % 8 + at / 8) % 2 == 0)
                .collect();
            tints.contains(&true) && tints.contains(&false)
        }
        "material_equal" | "material_up" => {
            let more = |letter: u8| count(letter, white) - count(letter, !white);
            let (queens, rooks, minors, pawns) = (more(b'q'), more(b'r'), more(b'n') + more(b'b'), more(b'p'));
            let exact = match if kind == "material_equal" { "nothing" } else { seen.get("gain_word") } {
                "nothing" => (0, 0, 0, 0),
                "a pawn" => (0, 0, 0, 1),
                "two pawns" => (0, 0, 0, 2),
                "a piece" => (0, 0, 1, 0),
                "the exchange" => (0, 1, -1, 0),
                "a rook" => (0, 1, 0, 0),
                _ => (1, 0, 0, 0),
            };
            let sum = |(q, r, m, p): (i32, i32, i32, i32)| 9 * q + 5 * r + 3 * m + p;
            let found = (queens, rooks, minors, pawns);
            // The same sum in other pieces, or nearly, is a matter of taste.
            if found != exact
                && (sum(found) - sum(exact)).abs() < 2
                && !(kind == "material_up" && exact.3 == 1 && found.0 == 0 && found.1 == 0 && found.2 == 0)
            {
                return None;
            }
            found == exact
        }
        "material_count" => {
            let letter = match seen.get("pieces") {
                "pawns" => b'p',
                "knights" => b'n',
                "bishops" => b'b',
                "rooks" => b'r',
                _ => b'q',
            };
            let n: i32 = seen.get("n").parse().ok()?;
            if n < 2 {
                return None;
            }
            count(letter, white) == n
        }
        "draw_insufficient" => {
            let rest: String = board
                .squares
                .iter()
                .filter(|&&piece| piece != 0)
                .map(|&piece| piece.to_ascii_lowercase() as char)
                .collect();
            let rest: String = rest.chars().filter(|ch| *ch != 'k').collect();
            matches!(rest.as_str(), "" | "b" | "n")
        }
        "mate_in" | "mate_in_with" => {
            let (m, mate) = place.solution?;
            let mate = mate?;
            let n: u32 = seen.get("n").parse().ok()?;
            if seen.tells_side() && white != board.white {
                return if kind == "mate_in" { None } else { Some(false) };
            }
            if kind == "mate_in" {
                // A longer way to mate is a mate in so many for some; the label says the shortest.
                return if n <= mate { Some(n == mate) } else { None };
            }
            match seen.played("san").ok()? {
                None => false,
                Some(played) if played == m => return if n <= mate { Some(n == mate) } else { None },
                Some(played) if n == 2 && mate >= 2 => board.mates_in(2, Some(played)),
                Some(_) => return None,
            }
        }
        "threatens" => {
            if white == board.white || board.in_check(board.white) {
                return None;
            }
            let turned = board.passed();
            match turned.meant(seen.get("san"))[..] {
                [] if board.meant(seen.get("san")).is_empty() || seen.tells_side() => false,
                [m] => {
                    let after = turned.play(m);
                    let free = turned.squares[m.to] != 0 && !after.legal_moves().iter().any(|reply| reply.to == m.to);
                    if turned.sign(m) == "#" || free {
                        true
                    } else {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        "threatens_mate" => {
            if white == board.white || board.in_check(board.white) {
                return None;
            }
            board.passed().mates_in(1, None)
        }
        "best_move" | "only_good" => {
            let (m, _) = place.solution?;
            match seen.played("san").ok()? {
                // Another mate may be as good.
                Some(played) if played != m && board.sign(m) == "#" => return None,
                Some(played) => played == m,
                None => false,
            }
        }
        "better_than" => {
            let (m, _) = place.solution?;
            match (seen.played("san").ok()?, seen.played("san2").ok()?) {
                (Some(one), Some(other)) if board.sign(m) != "#" && (one == m) != (other == m) => one == m,
                (None, _) | (_, None) => false,
                _ => return None,
            }
        }
        "table_win" | "table_loss" | "table_draw" => {
            // Queen or rook against the bare king, the stronger side to move and not about to lose it; bishop or
            // knight alone never wins.
            let strong: Vec<usize> =
                (0..64).filter(|&at| board.squares[at] != 0 && noun(board.squares[at]) != "king").collect();
            let [piece] = strong[..] else { return None };
            let owner = is_white(board.squares[piece]);
            let value = match noun(board.squares[piece]) {
                "queen" | "rook" if board.white == owner => 1,
                "bishop" | "knight" => 0,
                _ => return None,
            };
            let value = if white == owner { value } else { -value };
            match kind {
                "table_win" => value == 1,
                "table_loss" => value == -1,
                _ => value == 0,
            }
        }
        "cannot_be_stopped" => {
            let Some(at) = pawn().ok()? else { return Some(false) };
            let men = board.squares.iter().filter(|&&piece| piece != 0).count();
            let own = is_white(board.squares[at]);
            if men != 3 {
                return None;
            }
            let goal = if own { at % 8 + 56 } else { at % 8 };
            let steps = (goal / 8).abs_diff(at / 8);
            let far = |from: usize, to: usize| (from % 8).abs_diff(to % 8).max((from / 8).abs_diff(to / 8));
            let (king, rival) = (board.king(own), board.king(!own));
            let tempo = usize::from(board.white != own);
            let clear = king % 8 != at % 8;
            if clear && far(rival, goal) > steps + tempo && steps <= 4 {
                return Some(true);
            }
            // A king in front of a rook's pawn is never driven away.
            let corner = matches!(at % 8, 0 | 7) && rival % 8 == at % 8 && far(rival, goal) < steps;
            if corner && far(king, goal) > 2 {
                return Some(false);
            }
            return None;
        }
        _ => return None,
    })
}
