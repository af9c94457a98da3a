//! The truth about a position, worked out step by step on an array of 64 letters.
//!
//! Nothing here comes from the product: pieces walk square by square, a move is legal if it leaves the own king
//! unattacked, and SAN is written from the list of legal moves. Slow and plain on purpose.

/// A position: FEN letters by square, a1 first.
#[derive(Clone, Debug)]
pub struct Board {
    pub squares: [u8; 64],
    pub white: bool,
    pub castling: String,
    pub passing: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: usize,
    pub to: usize,
    pub promotion: u8,
}

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

pub fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

pub fn square(name: &str) -> usize {
    let bytes = name.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

fn step(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

pub fn is_white(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}

pub fn noun(piece: u8) -> &'static str {
    match piece.to_ascii_lowercase() {
        b'p' => "pawn",
        b'n' => "knight",
        b'b' => "bishop",
        b'r' => "rook",
        b'q' => "queen",
        _ => "king",
    }
}

pub fn worth(piece: u8) -> i32 {
    match piece.to_ascii_lowercase() {
        b'p' => 1,
        b'n' | b'b' => 3,
        b'r' => 5,
        b'q' => 9,
        _ => 100,
    }
}

impl Board {
    pub fn read(fen: &str) -> Board {
        let parts: Vec<&str> = fen.split(' ').collect();
        let mut squares = [0; 64];
        for (index, row) in parts[0].split('/').enumerate() {
            let mut file = 0;
            for ch in row.bytes() {
                if ch.is_ascii_digit() {
                    file += usize::from(ch - b'0');
                } else {
                    squares[(7 - index) * 8 + file] = ch;
                    file += 1;
                }
            }
        }
        let passing = (parts[3] != "-").then(|| square(parts[3]));
        Board { squares, white: parts[1] == "w", castling: parts[2].to_owned(), passing }
    }

    pub fn men(&self, white: bool) -> Vec<usize> {
        (0..64).filter(|&at| self.squares[at] != 0 && is_white(self.squares[at]) == white).collect()
    }

    pub fn king(&self, white: bool) -> usize {
        let letter = if white { b'K' } else { b'k' };
        self.squares.iter().position(|&piece| piece == letter).unwrap()
    }

    /// The squares that a piece attacks, whoever stands there.
    pub fn attacks(&self, from: usize) -> Vec<usize> {
        let piece = self.squares[from];
        let (steps, far): (Vec<(i32, i32)>, bool) = match piece.to_ascii_lowercase() {
            b'p' => {
                let forward = if is_white(piece) { 1 } else { -1 };
                (vec![(-1, forward), (1, forward)], false)
            }
            b'n' => (JUMPS.to_vec(), false),
            b'k' => ([STRAIGHT, DIAGONAL].concat(), false),
            b'b' => (DIAGONAL.to_vec(), true),
            b'r' => (STRAIGHT.to_vec(), true),
            b'q' => ([STRAIGHT, DIAGONAL].concat(), true),
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        for delta in steps {
            let mut here = from;
            while let Some(next) = step(here, delta) {
                found.push(next);
                if !far || self.squares[next] != 0 {
                    break;
                }
                here = next;
            }
        }
        found
    }

    /// The men of a side that attack a square.
    pub fn attackers(&self, target: usize, white: bool) -> Vec<usize> {
        self.men(white).into_iter().filter(|&from| self.attacks(from).contains(&target)).collect()
    }

    pub fn in_check(&self, white: bool) -> bool {
        !self.attackers(self.king(white), !white).is_empty()
    }

    /// The same with the other side to move.
    pub fn passed(&self) -> Board {
        Board { white: !self.white, passing: None, ..self.clone() }
    }

    pub fn play(&self, m: Move) -> Board {
        let mut next = self.clone();
        let piece = self.squares[m.from];
        let kind = piece.to_ascii_lowercase();
        next.squares[m.from] = 0;
        next.squares[m.to] = if m.promotion == 0 {
            piece
        } else if is_white(piece) {
            m.promotion.to_ascii_uppercase()
        } else {
            m.promotion
        };
        next.passing = None;
        if kind == b'p' {
            if Some(m.to) == self.passing && m.from % 8 != m.to % 8 {
                next.squares[m.from / 8 * 8 + m.to % 8] = 0;
            }
            if m.from.abs_diff(m.to) == 16 {
                next.passing = Some(usize::midpoint(m.from, m.to));
            }
        }
        if kind == b'k' && m.from.abs_diff(m.to) == 2 && m.from % 8 == 4 {
            let row = m.from / 8 * 8;
            let (from, to) = if m.to > m.from { (row + 7, row + 5) } else { (row, row + 3) };
            next.squares[to] = next.squares[from];
            next.squares[from] = 0;
        }
        let lost = |at: usize| match at {
            0 => "Q",
            4 => "KQ",
            7 => "K",
            56 => "q",
            60 => "kq",
            63 => "k",
            _ => "",
        };
        next.castling.retain(|right| !lost(m.from).contains(right) && !lost(m.to).contains(right));
        next.white = !self.white;
        next
    }

    pub fn legal_moves(&self) -> Vec<Move> {
        let mut all = Vec::new();
        for from in self.men(self.white) {
            let piece = self.squares[from];
            let own = |at: usize| self.squares[at] != 0 && is_white(self.squares[at]) == self.white;
            if piece.eq_ignore_ascii_case(&b'p') {
                let forward = if self.white { 1 } else { -1 };
                let mut goals: Vec<usize> = self
                    .attacks(from)
                    .into_iter()
                    .filter(|&to| self.squares[to] != 0 && !own(to) || Some(to) == self.passing)
                    .collect();
                if let Some(one) = step(from, (0, forward)).filter(|&to| self.squares[to] == 0) {
                    goals.push(one);
                    let home = if self.white { 1 } else { 6 };
                    goals.extend(step(one, (0, forward)).filter(|&to| from / 8 == home && self.squares[to] == 0));
                }
                for to in goals {
                    let promotions: &[u8] = if matches!(to / 8, 0 | 7) { b"qrbn" } else { &[0] };
                    all.extend(promotions.iter().map(|&promotion| Move { from, to, promotion }));
                }
            } else {
                let goals = self.attacks(from).into_iter().filter(|&to| !own(to));
                all.extend(goals.map(|to| Move { from, to, promotion: 0 }));
            }
        }
        all.extend(self.castles());
        all.retain(|&m| !self.play(m).in_check(self.white));
        all
    }

    fn castles(&self) -> Vec<Move> {
        let row = if self.white { 0 } else { 56 };
        let mut found = Vec::new();
        for (right, to, empty, safe) in [('K', 6, vec![5, 6], vec![4, 5, 6]), ('Q', 2, vec![1, 2, 3], vec![4, 3, 2])] {
            let right = if self.white { right } else { right.to_ascii_lowercase() };
            if self.castling.contains(right)
                && empty.iter().all(|at| self.squares[row + at] == 0)
                && safe.iter().all(|at| self.attackers(row + at, !self.white).is_empty())
            {
                found.push(Move { from: row + 4, to: row + to, promotion: 0 });
            }
        }
        found
    }

    pub fn is_castle(&self, m: Move) -> bool {
        self.squares[m.from].eq_ignore_ascii_case(&b'k') && m.from.abs_diff(m.to) == 2
    }

    /// SAN without the sign for check or mate.
    pub fn san(&self, m: Move) -> String {
        let piece = self.squares[m.from].to_ascii_uppercase();
        if self.is_castle(m) {
            return if m.to > m.from { "O-O".to_owned() } else { "O-O-O".to_owned() };
        }
        let takes = self.squares[m.to] != 0 || piece == b'P' && m.from % 8 != m.to % 8;
        let mut san = String::new();
        if piece == b'P' {
            if takes {
                san.push((b'a' + (m.from % 8) as u8) as char);
            }
        } else {
            san.push(piece as char);
            let rivals: Vec<usize> = self
                .legal_moves()
                .into_iter()
                .filter(|other| {
                    other.to == m.to && other.from != m.from && self.squares[other.from] == self.squares[m.from]
                })
                .map(|other| other.from)
                .collect();
            if !rivals.is_empty() {
                if rivals.iter().all(|rival| rival % 8 != m.from % 8) {
                    san.push((b'a' + (m.from % 8) as u8) as char);
                } else if rivals.iter().all(|rival| rival / 8 != m.from / 8) {
                    san.push_str(&(m.from / 8 + 1).to_string());
                } else {
                    san.push_str(&name(m.from));
                }
            }
        }
        if takes {
            san.push('x');
        }
        san.push_str(&name(m.to));
        if m.promotion != 0 {
            san.push('=');
            san.push(m.promotion.to_ascii_uppercase() as char);
        }
        san
    }

    /// The sign behind a move.
    pub fn sign(&self, m: Move) -> &'static str {
        let after = self.play(m);
        match (after.in_check(after.white), after.legal_moves().is_empty()) {
            (true, true) => "#",
            (true, false) => "+",
            _ => "",
        }
    }

    /// The legal moves that a SAN means, its sign aside: one, several or none.
    pub fn meant(&self, san: &str) -> Vec<Move> {
        let plain = san.trim_end_matches(['+', '#']);
        let exact: Vec<Move> = self.legal_moves().into_iter().filter(|&m| self.san(m) == plain).collect();
        if !exact.is_empty() {
            return exact;
        }
        // A looser reading: the same piece to the same square.
        let letter = plain.bytes().next().filter(u8::is_ascii_uppercase).unwrap_or(b'P');
        let goal = plain.split('=').next().unwrap_or_default();
        let Some(goal) =
            goal.len().checked_sub(2).map(|at| &goal[at..]).filter(|goal| goal.as_bytes()[1].is_ascii_digit())
        else {
            return Vec::new();
        };
        let fits = |m: &Move| self.squares[m.from].to_ascii_uppercase() == letter && name(m.to) == goal;
        self.legal_moves().into_iter().filter(fits).collect()
    }

    /// Whether the side to move mates in at most so many moves, by this move if one is given.
    pub fn mates_in(&self, moves: u32, first: Option<Move>) -> bool {
        let tries = first.map_or_else(|| self.legal_moves(), |m| vec![m]);
        tries.into_iter().any(|m| {
            let after = self.play(m);
            let replies = after.legal_moves();
            if replies.is_empty() {
                return after.in_check(after.white);
            }
            moves > 1 && replies.into_iter().all(|reply| after.play(reply).mates_in(moves - 1, None))
        })
    }
}

#[test]
fn the_oracle_knows_the_rules() {
    // Counts of moves after so many plies: https://www.chessprogramming.org/Perft_Results, positions 1, 2 and 4.
    fn perft(board: &Board, depth: u32) -> usize {
        let moves = board.legal_moves();
        if depth == 1 { moves.len() } else { moves.into_iter().map(|m| perft(&board.play(m), depth - 1)).sum() }
    }
    for (fen, depth, count) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8_902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2_039),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2, 264),
    ] {
        assert_eq!(perft(&Board::read(fen), depth), count, "{fen}");
    }
}
