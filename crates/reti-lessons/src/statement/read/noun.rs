//! Names of things: pieces, squares, sides, moves, lines, numbers, gains, standings.
//!
//! Every function reads one thing at a place and says where it ends. A piece may be named by square, type,
//! colour or file; one without a square must be the only such piece on the board, which the checker asks.

use reti_core::chess::{Color, File, PieceType, Position, Square};

use super::{
    super::{Lead, Man, Prize, Standing, Wing},
    token::{Class, Token},
};

/// The sentence and the board that it speaks about.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    pub tokens: &'t [Token],
    pub here: &'t Position,
    /// What "it" stands for.
    pub it: Option<Man>,
    /// What it stands for behind other words, where it might be any piece that was named before.
    pub object: Option<Man>,
    /// What "which" stands for: the piece that was named right before.
    pub which: Option<Man>,
    /// Pieces that were named before, the last one last: `that knight` is one of them.
    pub recent: &'t [Man],
}

/// A piece that was named, and what its adjectives say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub man: Man,
    /// Kinds of statements that adjectives make: a *pinned* knight.
    pub called: Vec<&'static str>,
    /// Whether it is called the enemy's: whose that is, the rest of the clause says.
    pub enemy: bool,
}

/// Adjectives that say something that can be checked, with the kind of it; `!` denies.
const ADJECTIVES: [(&str, &str); 14] = [
    ("pinned", "pinned"),
    ("hanging", "hangs"),
    ("undefended", "!defended"),
    ("unprotected", "!defended"),
    ("unguarded", "!defended"),
    ("loose", "!defended"),
    ("defended", "defended"),
    ("protected", "defended"),
    ("trapped", "trapped"),
    ("passed", "passed_pawn"),
    ("isolated", "isolated_pawn"),
    ("doubled", "doubled_pawn"),
    ("backward", "backward_pawn"),
    ("attacked", "attacked"),
];

/// Participles that say where a piece stands, before *on*.
const STANDING: [&str; 13] = [
    "standing",
    "placed",
    "sitting",
    "stationed",
    "posted",
    "located",
    "there",
    "positioned",
    "currently",
    "situated",
    "perched",
    "parked",
    "over",
];

/// Adjectives that only colour what is said.
const EPITHETS: [&str; 10] =
    ["poor", "unfortunate", "lonely", "little", "proud", "mighty", "brave", "humble", "unlucky", "solitary"];

/// A piece type by its noun.
pub(super) fn noun(word: &str) -> Option<PieceType> {
    Some(match word {
        "pawn" => PieceType::Pawn,
        "knight" => PieceType::Knight,
        "bishop" => PieceType::Bishop,
        "rook" => PieceType::Rook,
        "queen" => PieceType::Queen,
        "king" => PieceType::King,
        _ => return None,
    })
}

/// A piece type by its plural.
pub(super) fn plural(word: &str) -> Option<PieceType> {
    word.strip_suffix('s').and_then(noun)
}

/// A side by its name.
pub(super) fn color(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// A number in digits or in words.
pub(super) fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 17] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen",
    ];
    let found = WORDS.iter().position(|known| *known == word).map(|index| index as u32);
    found.or_else(|| word.parse().ok().filter(|number| *number <= 200))
}

impl Text<'_> {
    pub fn word(&self, at: usize) -> &str {
        self.tokens.get(at).filter(|token| token.class == Class::Word).map_or("", |token| &token.text)
    }

    /// Whether these words stand there; returns where they end.
    pub fn phrase(&self, at: usize, words: &str) -> Option<usize> {
        let mut end = at;
        for word in words.split(' ') {
            self.tokens.get(end).filter(|token| token.is(word))?;
            end += 1;
        }
        Some(end)
    }

    /// A side: White, Black, the side to move.
    pub fn side(&self, at: usize) -> Option<(usize, Color)> {
        if let Some(end) = self.phrase(at, "the side to move").or_else(|| self.phrase(at, "the player to move")) {
            return Some((end, self.here.turn()));
        }
        let at = if matches!(self.word(at), "player" | "with") { at + 1 } else { at };
        color(self.word(at)).map(|color| (at + 1, color))
    }

    /// A square: `e4`, `the square e4`, `the e4 square`.
    pub fn square(&self, at: usize) -> Option<(usize, Square)> {
        let at = if self.word(at) == "the" { at + 1 } else { at };
        let at = if matches!(self.word(at), "square" | "empty" | "point") { at + 1 } else { at };
        let at = if self.word(at) == "square" { at + 1 } else { at };
        let square = self.tokens.get(at)?.square()?;
        // `the e4 pawn` is no square.
        if noun(self.word(at + 1)).is_some() {
            return None;
        }
        let end = if matches!(self.word(at + 1), "square" | "point") { at + 2 } else { at + 1 };
        Some((end, square))
    }

    /// A file: `the e-file`, `e-file`, `e file`.
    pub fn file(&self, at: usize) -> Option<(usize, File)> {
        let at = if self.word(at) == "the" { at + 1 } else { at };
        let mut chars = self.word(at).chars();
        let file = chars.next().and_then(File::from_char).filter(|_| chars.next().is_none())?;
        match self.word(at + 1) {
            "file" | "line" => Some((at + 2, file)),
            // `the doubled e-pawns`
            "pawns" => Some((at + 1, file)),
            _ => None,
        }
    }

    /// A wing: kingside, queenside, short, long.
    pub fn wing(&self, at: usize) -> Option<(usize, Wing)> {
        for (words, wing) in [
            ("king side", Wing::King),
            ("queen side", Wing::Queen),
            ("kingside", Wing::King),
            ("queenside", Wing::Queen),
            ("short", Wing::King),
            ("long", Wing::Queen),
        ] {
            for lead in ["on the ", "to the ", ""] {
                if let Some(end) = self.phrase(at, &format!("{lead}{words}")) {
                    return Some((end, wing));
                }
            }
        }
        None
    }

    /// A single move.
    pub fn single_move(&self, at: usize) -> Option<(usize, String)> {
        let mut at = at;
        if self.word(at) == "the" && matches!(self.word(at + 1), "move" | "capture" | "check" | "reply") {
            at += 2;
        } else if matches!(self.word(at), "the" | "move")
            && self.tokens.get(at + 1).is_some_and(|next| next.class == Class::Move)
        {
            // `the Nf6` is a piece.
            at += usize::from(self.word(at) == "move");
        }
        if self.tokens.get(at)?.class == Class::MoveNumber {
            at += 1;
        }
        let token = self.tokens.get(at).filter(|token| token.class == Class::Move)?;
        // `Nf6` is the knight on f6 if one stands there.
        let stands = token.piece().is_some_and(|(kind, square)| self.here.board().role_at(square) == Some(kind));
        if stands && self.here.parse_move(&token.text).is_err() {
            return None;
        }
        if token.square().is_some() && noun(self.word(at + 1)).is_some() {
            return None;
        }
        Some((at + 1, token.text.clone()))
    }

    /// Moves in a row, with numbers or without; at least one.
    pub fn line(&self, at: usize) -> Option<(usize, Vec<String>)> {
        let mut moves = Vec::new();
        let mut end = at;
        while let Some(token) = self.tokens.get(end) {
            match token.class {
                Class::Move => moves.push(token.text.clone()),
                Class::MoveNumber => {}
                _ => break,
            }
            end += 1;
        }
        (!moves.is_empty()).then_some((end, moves))
    }

    /// What can be won or be ahead: `a pawn`, `the exchange`, `two pawns`, `material`.
    pub fn stuff(&self, at: usize) -> Option<(usize, Lead)> {
        let mut at = at;
        let mut count = 1;
        match self.word(at) {
            "a" | "an" | "the" | "some" | "whole" | "full" | "clear" => at += 1,
            word => {
                if let Some(number) = number(word) {
                    count = number;
                    at += 1;
                }
            }
        }
        if matches!(self.word(at), "whole" | "full" | "clean" | "clear" | "healthy" | "minor" | "entire" | "extra") {
            at += 1;
        }
        let word = self.word(at);
        let lead = match word {
            "material" => Lead::Ahead,
            "exchange" => Lead::Exchange,
            "piece" => Lead::Piece,
            "pawns" => Lead::Pawns(count),
            "pawn" => Lead::Pawns(1),
            "knight" | "bishop" | "rook" | "queen" => Lead::One(noun(word)?),
            _ => return None,
        };
        if count != 1 && !matches!(lead, Lead::Pawns(_)) {
            return None;
        }
        // A pawn on a square is that pawn, not a pawn's worth.
        let located =
            matches!(self.word(at + 1), "on" | "at") && self.tokens.get(at + 2).is_some_and(|t| t.square().is_some());
        let located = located || self.tokens.get(at + 1).is_some_and(|t| t.square().is_some() || t.text == "(");
        (!located).then_some((at + 1, lead))
    }

    /// How a side stands: `slightly better`, `winning`.
    ///
    /// A degree of *worse* is the other side's degree of *better*: the flag says so.
    pub fn standing(&self, at: usize) -> Option<(usize, (Standing, bool))> {
        for (word, flipped) in [("better", false), ("ahead", false), ("worse", true), ("behind", true)] {
            for (degree, standing) in DEGREES {
                // Only with a degree is a side that is ahead better.
                if degree.is_empty() && matches!(word, "ahead" | "behind") {
                    continue;
                }
                let words = format!("{degree} {word}");
                if let Some(end) = self.phrase(at, words.trim_start()) {
                    let end = if self.word(end) == "off" { end + 1 } else { end };
                    return Some((end, (standing, flipped)));
                }
            }
        }
        let about =
            matches!(self.word(at), "about" | "roughly" | "approximately" | "more" | "nearly" | "dead" | "completely");
        let start = self.phrase(at, "more or less").unwrap_or(if about { at + 1 } else { at });
        let found = STANDINGS.iter().filter_map(|(words, standing)| {
            let start = if *standing == Standing::Equal { start } else { at };
            Some((self.phrase(start, words)?, (*standing, false)))
        });
        found.max_by_key(|(end, _)| *end)
    }

    /// A piece.
    pub fn man(&self, at: usize) -> Option<(usize, Named)> {
        let stands_for = match self.word(at) {
            "it" if at > 0 => self.object,
            "it" | "that" => self.it,
            "which" | "who" => self.which.or(self.it),
            _ => None,
        };
        if let Some(man) = stands_for {
            return Some((at + 1, Named { man, called: Vec::new(), enemy: false }));
        }
        if matches!(self.word(at), "that" | "this")
            && let Some(kind) = noun(self.word(at + 1))
            && self.place(at + 2).is_none()
        {
            let named = self.recent.iter().rev().find(|man| man.kind == Some(kind))?;
            return Some((at + 2, Named { man: *named, called: Vec::new(), enemy: false }));
        }
        let mut at = at;
        let mut man = Man::default();
        let mut called = Vec::new();
        let mut begun = false;
        let mut enemy = false;
        loop {
            let word = self.word(at);
            if !begun && matches!(word, "the" | "a" | "an" | "his" | "her" | "its" | "their" | "this" | "that" | "own")
            {
                at += 1;
                begun = self.word(at) != "own" && !matches!(word, "the" | "its" | "his");
                continue;
            }
            if matches!(word, "own" | "lone" | "only" | "remaining") && begun_with(self, at) {
                at += 1;
            } else if let Some(color) = color(word).filter(|_| man.color.is_none()) {
                man.color = Some(color);
                at += 1 + usize::from(self.word(at + 1) == "'s");
            } else if word == "enemy" && man.color.is_none() {
                enemy = true;
                at += 1;
            } else if EPITHETS.contains(&word) && noun(self.word(at + 1)).is_some() {
                at += 1;
            } else if let Some((_, kind)) = ADJECTIVES.iter().find(|(adjective, _)| *adjective == word) {
                called.push(*kind);
                at += 1;
            } else {
                break;
            }
            begun = true;
        }
        self.man_core(at, man).map(|(end, man)| (end, Named { man, called, enemy }))
    }

    /// A piece after its article and adjectives: `knight on f6`, `f6 knight`, `Nf6`, `e pawn`, `e5`.
    fn man_core(&self, at: usize, mut man: Man) -> Option<(usize, Man)> {
        let token = self.tokens.get(at)?;
        if let Some((kind, square)) = token.piece() {
            // What can be played is a move, unless the piece stands there already.
            let stands = self.here.board().role_at(square) == Some(kind);
            let after_article = at > 0 && self.word(at - 1) == "the";
            if !stands && !after_article && self.here.parse_move(&token.text).is_ok() {
                return None;
            }
            return Some((at + 1, Man { kind: Some(kind), square: Some(square), ..man }));
        }
        if let Some(square) = token.square() {
            if let Some(kind) = noun(self.word(at + 1)) {
                return Some((at + 2, Man { kind: Some(kind), square: Some(square), ..man }));
            }
            // A bare square stands for the piece there.
            let bare = man.color.is_none() && self.here.board().piece_at(square).is_some();
            let end = if matches!(self.word(at + 1), "square" | "point") { at + 2 } else { at + 1 };
            return bare.then_some((end, Man::on(square)));
        }
        let word = self.word(at);
        let mut chars = word.chars();
        if let Some(file) = chars.next().and_then(File::from_char).filter(|_| chars.next().is_none())
            && self.word(at + 1) == "pawn"
        {
            return self.pawn_on_file(file, man.color).map(|man| (at + 2, man));
        }
        let mut at = at;
        let tint = match (word, self.word(at + 1)) {
            ("light" | "dark", "squared" | "square" | "squares") => Some(word == "light"),
            _ => None,
        };
        if tint.is_some() {
            at += 2;
        }
        let word = self.word(at);
        let kind = noun(word);
        if kind.is_none() && !matches!(word, "piece" | "man") {
            return None;
        }
        man.kind = kind;
        let mut end = at + 1;
        if let Some((next, color)) = self.owner(end) {
            man.color = Some(color);
            end = next;
        }
        if let Some((next, square)) = self.place(end) {
            man.square = Some(square);
            end = next;
        } else if let Some((next, square)) = self.file_place(end, man) {
            man.square = Some(square);
            end = next;
        }
        match (tint, man.square) {
            (Some(light), None) => self.tinted(man, light).map(|man| (end, man)),
            _ if man.square.is_none() && kind.is_none() => None,
            _ => Some((end, man)),
        }
    }

    /// `of White`, `of White's`.
    fn owner(&self, at: usize) -> Option<(usize, Color)> {
        let color = color(self.word(at + 1)).filter(|_| self.word(at) == "of")?;
        Some((at + 2 + usize::from(self.word(at + 2) == "'s"), color))
    }

    /// Where a piece stands: `on f6`, `at f6`, `f6`, `(f6)`, `, standing on f6,`.
    fn place(&self, at: usize) -> Option<(usize, Square)> {
        let square = |at: usize| self.tokens.get(at).and_then(Token::square);
        let is = |at: usize, sign: &str| self.tokens.get(at).is_some_and(|token| token.text == sign);
        if is(at, "(") {
            let inner = at + 1 + usize::from(matches!(self.word(at + 1), "on" | "at"));
            return square(inner).filter(|_| is(inner + 1, ")")).map(|square| (inner + 2, square));
        }
        let comma = usize::from(is(at, ","));
        let verb = at + comma;
        // `that stands on f6`, which is read as `that is on f6`.
        if matches!(self.word(verb), "that" | "which") && self.word(verb + 1) == "is" && self.word(verb + 2) == "on" {
            let end = verb + 4;
            let found = square(verb + 3)?;
            return Some((end + usize::from(comma == 1 && is(end, ",")), found));
        }
        if STANDING.contains(&self.word(verb)) {
            let found = square(verb + 2).filter(|_| matches!(self.word(verb + 1), "on" | "at"))?;
            let end = verb + 3;
            return Some((end + usize::from(comma == 1 && is(end, ",")), found));
        }
        if matches!(self.word(at), "on" | "at" | "from") {
            let the = usize::from(self.word(at + 1) == "the") + usize::from(self.word(at + 1) == "square");
            return square(at + 1 + the).map(|square| (at + 2 + the, square));
        }
        // `knight f6`; a move that follows a piece is no place.
        square(at).map(|square| (at + 1, square))
    }

    /// `on the c-file`, where only one such piece stands there.
    fn file_place(&self, at: usize, man: Man) -> Option<(usize, Square)> {
        let start = matches!(self.word(at), "on").then_some(at + 1)?;
        let (end, file) = self.file(start).filter(|(end, _)| self.word(end - 1) == "file")?;
        let board = self.here.board();
        let own = man.color.map_or(board.occupied(), |color| board.by_color(color));
        let mut there = (own & board.by_role(man.kind?)).into_iter().filter(|square| square.file() == file);
        let square = there.next()?;
        there.next().is_none().then_some((end, square))
    }

    /// The only pawn on a file.
    fn pawn_on_file(&self, file: File, color: Option<Color>) -> Option<Man> {
        let board = self.here.board();
        let pawns = board.pawns() & color.map_or(board.occupied(), |color| board.by_color(color));
        let mut on_file = pawns.into_iter().filter(|square| square.file() == file);
        let square = on_file.next()?;
        let only = on_file.next().is_none();
        only.then_some(Man { square: Some(square), kind: Some(PieceType::Pawn), color })
    }

    /// The only bishop on squares of one colour.
    fn tinted(&self, man: Man, light: bool) -> Option<Man> {
        let board = self.here.board();
        let own = man.color.map_or(board.occupied(), |color| board.by_color(color));
        let kind = man.kind.filter(|kind| *kind == PieceType::Bishop)?;
        let mut fitting = (own & board.by_role(kind)).into_iter().filter(|square| square.is_light() == light);
        let square = fitting.next()?;
        fitting.next().is_none().then_some(Man { square: Some(square), ..man })
    }
}

/// Whether an article or an owner stands before: `its own`, `the only`.
fn begun_with(text: &Text<'_>, at: usize) -> bool {
    at > 0 && matches!(text.word(at - 1), "the" | "its" | "his" | "her" | "their" | "'s")
}

/// What a lead is as a prize.
pub(super) fn prize(lead: Lead) -> Option<Prize> {
    Some(match lead {
        Lead::Ahead => Prize::Material,
        Lead::Pawns(1) => Prize::Pawn,
        Lead::Pawns(2) => Prize::TwoPawns,
        Lead::Exchange => Prize::Exchange,
        Lead::Piece => Prize::Piece,
        Lead::One(kind) => return Prize::of(kind),
        Lead::Equal | Lead::Pawns(_) => return None,
    })
}

/// Degrees of a standing, the words in front of *better* and *worse*.
const DEGREES: [(&str, Standing); 27] = [
    ("slightly", Standing::SlightlyBetter),
    ("a little", Standing::SlightlyBetter),
    ("a little bit", Standing::SlightlyBetter),
    ("a bit", Standing::SlightlyBetter),
    ("a touch", Standing::SlightlyBetter),
    ("a shade", Standing::SlightlyBetter),
    ("a tad", Standing::SlightlyBetter),
    ("marginally", Standing::SlightlyBetter),
    ("minimally", Standing::SlightlyBetter),
    ("somewhat", Standing::SlightlyBetter),
    ("mildly", Standing::SlightlyBetter),
    ("clearly", Standing::MuchBetter),
    ("much", Standing::MuchBetter),
    ("very much", Standing::MuchBetter),
    ("considerably", Standing::MuchBetter),
    ("significantly", Standing::MuchBetter),
    ("substantially", Standing::MuchBetter),
    ("markedly", Standing::MuchBetter),
    ("distinctly", Standing::MuchBetter),
    ("decidedly", Standing::MuchBetter),
    ("far", Standing::MuchBetter),
    ("a lot", Standing::MuchBetter),
    ("obviously", Standing::MuchBetter),
    ("greatly", Standing::MuchBetter),
    ("decisively", Standing::Winning),
    ("winningly", Standing::Winning),
    ("", Standing::Better),
];

/// Words for how a side stands that have no degrees; whether the other side stands so.
const STANDINGS: [(&str, Standing); 21] = [
    ("winning", Standing::Winning),
    ("completely winning", Standing::Winning),
    ("totally winning", Standing::Winning),
    ("clearly winning", Standing::Winning),
    ("easily winning", Standing::Winning),
    ("close to winning", Standing::MuchBetter),
    ("lost", Standing::Lost),
    ("losing", Standing::Lost),
    ("completely lost", Standing::Lost),
    ("totally lost", Standing::Lost),
    ("clearly lost", Standing::Lost),
    ("clearly losing", Standing::Lost),
    ("busted", Standing::Lost),
    ("drawn", Standing::Drawn),
    ("equal", Standing::Equal),
    ("level", Standing::Equal),
    ("even", Standing::Equal),
    ("balanced", Standing::Equal),
    ("in balance", Standing::Equal),
    ("equally good", Standing::Equal),
    ("equally well", Standing::Equal),
];
