//! Mates by a rook (or queen) with a knight: the Arabian, the hook, Anastasia's, Vukovic's, corner.
//!
//! # Roles
//! - `checker`: the rook or queen that gives check.
//! - `knight`: the knight that helps.
//! - `pawn`: in the hook, the pawn that protects the knight.
//! - `support`: in Vukovic's mate, the third piece, which protects the rook.
//! - `guard`: in the corner mate, the rook or queen that confines the king.
//! - `wall`: in Anastasia's mate, the mated side's piece beside the king.
//! - `king`: the mated king.
//!
//! # Predicate
//! - *Arabian*: the king is in a corner, a rook checks from next to it, and a knight two files and
//!   two ranks away protects the rook (and guards the last flight).
//! - *Hook*: a rook checks from next to the king; a knight next to the king protects the rook; a
//!   pawn protects the knight.
//! - *Anastasia's*: the king is on the a- or h-file, not in a corner, a rook or queen checks along
//!   that file, a piece of its own stands on the square inwards from the king, and a knight stands
//!   two squares further on the same rank, so that it guards the flights next to that piece.
//! - *Vukovic's*: a rook checks from next to the king, a piece that is no knight protects it and no
//!   knight does, and a knight stands two squares from the king on a file or rank and guards flights.
//! - *Corner*: the king is in a corner, a knight gives check, and an empty square next to the king is
//!   guarded along a file or rank by rooks or queens and by nothing else.
//!
//! # Source
//! Lichess themes "arabianMate", "hookMate", "anastasiaMate", "vukovicMate", "cornerMate". Labels
//! give the last also to kings that are not in a corner ([`Reading::Wide`]).

use super::{
    Cast, Line, Reading, Theme, Use,
    mate::{Mate, in_mate},
};
use crate::chess::{Bitboard, File, PieceType, Square};

pub(super) static ARABIAN_MATE: Theme = Theme {
    name: "arabian-mate",
    labels: &["arabianMate"],
    summary: "A knight protects the rook that mates in the corner.",
    roles: &["checker", "knight", "king"],
    find: |line| -> Vec<Use> { in_mate(line, arabian) },
};

pub(super) static HOOK_MATE: Theme = Theme {
    name: "hook-mate",
    labels: &["hookMate"],
    summary: "Pawn protects knight protects the rook that mates.",
    roles: &["checker", "knight", "pawn", "king"],
    find: |line: &Line| -> Vec<Use> { in_mate(line, hook) },
};

pub(super) static ANASTASIA_MATE: Theme = Theme {
    name: "anastasia-mate",
    labels: &["anastasiaMate"],
    summary: "The king between the side of the board and its own piece, a knight guarding the rest.",
    roles: &["checker", "knight", "wall", "king"],
    find: |line| -> Vec<Use> { in_mate(line, anastasia) },
};

pub(super) static VUKOVIC_MATE: Theme = Theme {
    name: "vukovic-mate",
    labels: &["vukovicMate"],
    summary: "A protected rook mates, a knight two squares off holds the flights.",
    roles: &["checker", "knight", "support", "king"],
    find: |line| in_mate(line, vukovic),
};

pub(super) static CORNER_MATE: Theme = Theme {
    name: "corner-mate",
    labels: &["cornerMate"],
    summary: "A knight mates in the corner, a rook or queen confines the king.",
    roles: &["checker", "guard", "king"],
    find: corner,
};

fn arabian(mate: &Mate) -> Option<Cast> {
    let rook = (mate.checking(PieceType::Rook) & mate.ring).first().filter(|_| mate.is_cornered())?;
    let knights = mate.guards(rook) & mate.men(PieceType::Knight);
    let diagonal = |&knight: &Square| {
        let (files, ranks) = mate.offset(knight);
        files.abs() == 2 && ranks.abs() == 2
    };
    let knight = knights.into_iter().find(diagonal)?;
    Some(vec![("checker", rook), ("knight", knight)])
}

fn hook(mate: &Mate) -> Option<Cast> {
    let rook = (mate.checking(PieceType::Rook) & mate.ring).first()?;
    let pawns = |knight| mate.guards(knight) & mate.men(PieceType::Pawn);
    let mut cast = vec![("checker", rook)];
    for knight in mate.guards(rook) & mate.men(PieceType::Knight) & mate.ring {
        if pawns(knight).any() {
            cast.push(("knight", knight));
            cast.extend(pawns(knight).into_iter().map(|pawn| ("pawn", pawn)));
        }
    }
    (cast.len() > 1).then_some(cast)
}

fn anastasia(mate: &Mate) -> Option<Cast> {
    let inwards = match mate.king.file() {
        File::A => 1,
        File::H => -1,
        _ => return None,
    };
    let heavy = mate.checking(PieceType::Rook) | mate.checking(PieceType::Queen);
    let checker = (heavy & Bitboard::from_file(mate.king.file())).first().filter(|_| !mate.is_cornered())?;
    let wall = mate.king.offset(inwards)?;
    let knight = mate.king.offset(3 * inwards)?;
    let complete = mate.blocked.contains(wall) && mate.men(PieceType::Knight).contains(knight);
    complete.then(|| vec![("checker", checker), ("knight", knight), ("wall", wall)])
}

fn vukovic(mate: &Mate) -> Option<Cast> {
    let rook = (mate.checking(PieceType::Rook) & mate.ring).first()?;
    let supports = mate.guards(rook);
    if supports.is_empty() || (supports & mate.men(PieceType::Knight)).any() {
        return None;
    }
    let opposite = |&knight: &Square| {
        let (files, ranks) = mate.offset(knight);
        files.abs() + ranks.abs() == 2 && files * ranks == 0 && mate.guarded_by(knight).any()
    };
    let knights = mate.men(PieceType::Knight).into_iter().filter(opposite);
    let mut cast: Cast = knights.map(|knight| ("knight", knight)).collect();
    if cast.is_empty() {
        return None;
    }
    cast.push(("checker", rook));
    cast.extend(supports.into_iter().map(|support| ("support", support)));
    Some(cast)
}

fn corner(line: &Line) -> Vec<Use> {
    let Some(mate) = Mate::of(line) else {
        return Vec::new();
    };
    let heavy = mate.men(PieceType::Rook) | mate.men(PieceType::Queen);
    let straight = |flight: Square| Bitboard::from_file(flight.file()) | Bitboard::from_rank(flight.rank());
    let empty = mate.flights() & !mate.board.occupied();
    let guards = empty.into_iter().map(|flight| (mate.guards(flight), heavy & straight(flight)));
    let needed = guards.filter(|&(guards, fitting)| guards.is_subset(fitting));
    let needed = needed.fold(Bitboard::EMPTY, |all, (guards, _)| all | guards);
    match mate.checking(PieceType::Knight).first() {
        Some(knight) if needed.any() => {
            let mut cast = vec![("checker", knight)];
            cast.extend(needed.into_iter().map(|guard| ("guard", guard)));
            mate.used(cast, if mate.is_cornered() { Reading::Common } else { Reading::Wide })
        }
        _ => Vec::new(),
    }
}
