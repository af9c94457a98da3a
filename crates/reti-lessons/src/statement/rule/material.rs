//! What each side has.

use reti_core::{
    chess::{Color, PieceType},
    value::{balance, worth},
};

use super::{
    super::{Lead, Ruling, Verdict},
    Note, NoteValue, Scene,
};

/// What one side has more: queens, rooks, bishops and knights together, pawns.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Surplus {
    queens: i32,
    rooks: i32,
    bishops: i32,
    knights: i32,
    pawns: i32,
}

impl Surplus {
    fn minors(self) -> i32 {
        self.bishops + self.knights
    }

    fn heavy(self) -> (i32, i32) {
        (self.queens, self.rooks)
    }

    /// Whether nothing at all tells the sides apart, minor pieces counted alike.
    fn is_level(self) -> bool {
        self.heavy() == (0, 0) && self.minors() == 0 && self.pawns == 0
    }
}

impl Scene {
    fn number(&self, color: Color, kind: PieceType) -> usize {
        (self.board().by_color(color) & self.board().by_role(kind)).count()
    }

    fn surplus(&self, side: Color) -> Surplus {
        let more = |kind| self.number(side, kind) as i32 - self.number(!side, kind) as i32;
        Surplus {
            queens: more(PieceType::Queen),
            rooks: more(PieceType::Rook),
            bishops: more(PieceType::Bishop),
            knights: more(PieceType::Knight),
            pawns: more(PieceType::Pawn),
        }
    }

    pub(super) fn material(&self, color: Option<Color>, lead: Lead) -> Ruling {
        let here = &self.position;
        let side = color.unwrap_or(Color::White);
        let sum = balance(self.board(), side);
        let verdict = lead_verdict(self.surplus(side), sum, lead);
        let note = Note::new("material").side(side).with("sum", NoteValue::Sum(sum));
        Ruling::board(verdict, here, note)
    }

    pub(super) fn count(&self, color: Option<Color>, kind: PieceType, number: u32) -> Ruling {
        let sides = Color::ALL.into_iter().filter(|side| color.is_none_or(|color| color == *side));
        let pieces: Vec<_> = sides.flat_map(|side| self.board().by_color(side) & self.board().by_role(kind)).collect();
        let note = Note::new("count").with("kind", NoteValue::Kind(kind)).count(pieces.len());
        Ruling::if_so(pieces.len() == number as usize, &self.position, note.pieces("pieces", pieces))
    }

    pub(super) fn bishop_pair(&self, color: Color) -> Ruling {
        let bishops = self.board().by_color(color) & self.board().bishops();
        let light = bishops.into_iter().filter(|square| square.is_light()).count();
        let holds = light > 0 && light < bishops.count();
        let note = Note::new("count").with("kind", NoteValue::Kind(PieceType::Bishop)).count(bishops.count());
        Ruling::if_so(holds, &self.position, note.pieces("pieces", bishops))
    }

    pub(super) fn opposite_bishops(&self) -> Ruling {
        let bishops = self.board().bishops();
        let one_each = Color::ALL.into_iter().all(|color| self.number(color, PieceType::Bishop) == 1);
        let light = bishops.into_iter().filter(|square| square.is_light()).count();
        let note = Note::new("count").with("kind", NoteValue::Kind(PieceType::Bishop)).count(bishops.count());
        Ruling::if_so(one_each && light == 1, &self.position, note.pieces("pieces", bishops))
    }
}

/// Whether a surplus is called so. Exactly that is true; a sum that is a pawn or more away is false; the same sum
/// in other pieces (two pawns for "the exchange") is left open.
fn lead_verdict(surplus: Surplus, sum: i32, lead: Lead) -> Verdict {
    let exact = match lead {
        Lead::Equal => surplus.is_level(),
        Lead::Ahead => return ahead(surplus, sum),
        Lead::Pawns(count) => surplus.heavy() == (0, 0) && surplus.minors() == 0 && surplus.pawns == count as i32,
        Lead::Exchange => surplus.heavy() == (0, 1) && surplus.minors() == -1 && surplus.pawns == 0,
        Lead::Piece => surplus.heavy() == (0, 0) && surplus.minors() == 1 && surplus.pawns == 0,
        Lead::One(PieceType::Rook) => surplus.heavy() == (0, 1) && surplus.minors() == 0 && surplus.pawns == 0,
        Lead::One(PieceType::Queen) => surplus.heavy() == (1, 0) && surplus.minors() == 0 && surplus.pawns == 0,
        Lead::One(kind) => {
            let this = if kind == PieceType::Knight { surplus.knights } else { surplus.bishops };
            let level = surplus.heavy() == (0, 0) && surplus.pawns == 0;
            if level && surplus.minors() == 1 && this != 1 {
                return Verdict::CannotTell;
            }
            level && surplus.minors() == 1
        }
    };
    // A piece and a pawn is also a piece; how much else may be there is a matter of taste.
    let near = match lead {
        Lead::Equal => 100,
        Lead::Pawns(_) => 50,
        Lead::Exchange | Lead::Piece => 150,
        _ => 200,
    };
    match exact {
        true => Verdict::True,
        false if (sum - lead.worth()).abs() >= near => Verdict::False,
        false => Verdict::CannotTell,
    }
}

fn ahead(surplus: Surplus, sum: i32) -> Verdict {
    let unlike = surplus.heavy() != (0, 0) && surplus.minors() != 0;
    match sum {
        ..=0 if !unlike || sum <= -worth(PieceType::Pawn) => Verdict::False,
        1.. if !unlike || sum >= 2 * worth(PieceType::Pawn) => Verdict::True,
        _ => Verdict::CannotTell,
    }
}
