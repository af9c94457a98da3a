//! Who stands where, who attacks, defends and reaches what.

use reti_core::chess::{Bitboard, Color, Move, PieceType, Square};

use super::{super::Ruling, Decision, Man, Note, NoteValue, Scene};
use crate::claim::Evidence;

impl Scene {
    pub(super) fn piece_on(&self, kind: PieceType, color: Option<Color>, square: Square) -> Ruling {
        let note = match self.board().piece_at(square) {
            None => Note::new("square-empty").pieces("piece", [square]),
            Some(piece) => Note::new("stands").pieces("piece", [square]).side(piece.color),
        };
        let fits =
            |piece: reti_core::chess::Piece| piece.role == kind && color.is_none_or(|color| color == piece.color);
        Ruling::if_so(self.board().piece_at(square).is_some_and(fits), &self.position, note)
    }

    pub(super) fn empty(&self, square: Square) -> Ruling {
        match self.board().piece_at(square) {
            None => Ruling::yes(&self.position, Note::new("square-empty").pieces("piece", [square])),
            Some(piece) => {
                let note = Note::new("stands").pieces("piece", [square]).side(piece.color);
                Ruling::no(&self.position, note)
            }
        }
    }

    pub(super) fn attacks(&self, piece: &Man, target: &Man) -> Decision {
        let (from, side) = self.find_bearing(piece, self.side_of(target).map(|color| !color), target.square)?;
        let to = self.find(target, Some(!side))?;
        let own = self.board().color_at(to) == Some(side);
        let sees = self.relations.attacks_from(from).contains(to);
        let name = match (own, sees) {
            (true, _) => "own-piece",
            (false, true) => "attacks",
            (false, false) => "attacks-not",
        };
        let note = Note::new(name).pieces("piece", [from]).pieces("target", [to]);
        Ok(Ruling::if_so(sees && !own, &self.position, note))
    }

    pub(super) fn attacked(&self, target: &Man, by: Option<Color>, times: Option<u32>) -> Decision {
        let to = self.find(target, by.map(|side| !side))?;
        let owner = self.board().color_at(to);
        let Some(side) = by.or(owner.map(|owner| !owner)) else {
            return Ok(Ruling::unsure(&self.position, Note::new("whose")));
        };
        if owner == Some(side) {
            let note = Note::new("own-piece").pieces("piece", [to]).pieces("target", [to]);
            return Ok(Ruling::no(&self.position, note));
        }
        let attackers = self.attackers(to, side);
        let (none, some) = ("attacked-not", "attacked");
        Ok(self.counted(to, attackers, side, times, if attackers.is_empty() { none } else { some }))
    }

    /// Whether so many pieces bear on a square; one that looks through another may be counted or not.
    fn counted(&self, to: Square, direct: Bitboard, side: Color, times: Option<u32>, name: &'static str) -> Ruling {
        let note = Note::new(name).pieces("target", [to]).pieces("pieces", direct).side(side).count(direct.count());
        let Some(times) = times else { return Ruling::if_so(direct.any(), &self.position, note) };
        let board = self.board();
        let behind = board.attacks_to(to, side, board.occupied() & !direct) & !direct;
        let (least, most) = (direct.count() as u32, (direct.count() + behind.count()) as u32);
        match times {
            _ if times == least => Ruling::yes(&self.position, note),
            _ if (least..=most).contains(&times) => Ruling::unsure(&self.position, note),
            _ => Ruling::no(&self.position, note),
        }
    }

    pub(super) fn defends(&self, piece: &Man, target: &Man) -> Decision {
        let (from, side) = self.find_bearing(piece, self.side_of(target), target.square)?;
        let to = self.find(target, Some(side))?;
        let enemy = self.board().color_at(to) == Some(!side);
        let sees = self.relations.attacks_from(from).contains(to);
        let name = match (enemy, sees) {
            (true, _) => "enemy-piece",
            (false, true) => "defends",
            (false, false) => "defends-not",
        };
        let note = Note::new(name).pieces("piece", [from]).pieces("target", [to]);
        Ok(Ruling::if_so(sees && !enemy, &self.position, note))
    }

    pub(super) fn defended(&self, target: &Man, times: Option<u32>) -> Decision {
        let (to, side) = self.find_piece(target, None)?;
        let defenders = self.attackers(to, side);
        let name = if defenders.is_empty() { "defended-not" } else { "defended" };
        Ok(self.counted(to, defenders, side, times, name))
    }

    pub(super) fn hangs(&self, piece: &Man) -> Decision {
        let (square, side) = self.find_piece(piece, None)?;
        let attackers = self.attackers(square, !side);
        let gain = self.relations.price(square);
        let name = match gain {
            _ if attackers.is_empty() => "attacked-not",
            None => "cannot-be-taken",
            Some(1..) => "hangs",
            Some(_) => "hangs-not",
        };
        let note = Note::new(name).pieces("target", [square]).pieces("pieces", attackers).side(!side);
        let note = note.with("gain", NoteValue::Sum(gain.unwrap_or(0)));
        let ruling = Ruling::if_so(gain.is_some_and(|gain| gain > 0), &self.position, note);
        Ok(match gain {
            Some(gain) => ruling.by(Evidence::Exchange { square, gain }),
            None => ruling,
        })
    }

    pub(super) fn immobile(&self, piece: &Man) -> Decision {
        let (square, _) = self.find_piece(piece, None)?;
        let moves = self.moves_of(square);
        let name = if moves.is_empty() { "immobile" } else { "mobile" };
        let goals: Bitboard = moves.iter().map(|m| m.to()).collect();
        let note = Note::new(name).pieces("piece", [square]).pieces("target", goals.first());
        Ok(Ruling::if_so(moves.is_empty(), &self.position, note))
    }

    pub(super) fn can_move(&self, piece: &Man, to: Square) -> Decision {
        let (from, _) = self.find_piece(piece, None)?;
        let reaches = self.moves_of(from).iter().any(|m| m.to() == to);
        let note = Note::new(if reaches { "reaches" } else { "reaches-not" });
        let note = note.pieces("piece", [from]).pieces("target", [to]);
        Ok(Ruling::if_so(reaches, &self.position, note))
    }

    pub(super) fn can_capture(&self, piece: &Man, target: &Man) -> Decision {
        let (from, side) = self.find_piece(piece, self.side_of(target).map(|color| !color))?;
        let (to, owner) = self.find_piece(target, Some(!side))?;
        let en_passant = self.relations.en_passant();
        let passing = en_passant.is_some_and(|(victim, capturers)| victim == to && capturers.contains(from));
        let takes = owner != side && (passing || self.moves_of(from).iter().any(|m| m.to() == to));
        let name = match takes {
            true => "takes",
            false if owner == side => "own-piece",
            false => "takes-not",
        };
        let note = Note::new(name).pieces("piece", [from]).pieces("target", [to]);
        Ok(Ruling::if_so(takes, &self.position, note))
    }

    /// The moves of a piece were it its side's turn; castling is a move of another kind.
    pub(super) fn moves_of(&self, square: Square) -> Vec<Move> {
        let moves = self.relations.moves_from(square);
        moves.iter().copied().filter(|m| !m.is_castle()).collect()
    }
}
