//! Pawns and files.
//!
//! Plain loops over pawns: a position has sixteen at most, and the sentence is easier to read in them. The
//! detectors of `reti-core` say the same with sets of squares.

use reti_core::chess::{Board, Color, File, Move, PieceType, Position, Rank, Square};

use super::{
    super::{Ruling, Verdict},
    Decision, Man, Note, Scene,
};

/// Whether a pawn of a side has a property.
pub(super) type Property = fn(&Board, Square, Color) -> (Verdict, &'static str);

fn pawns(board: &Board, side: Color) -> impl Iterator<Item = Square> + use<> {
    (board.pawns() & board.by_color(side)).into_iter()
}

/// Whether `other` stands further ahead than `square`, as `side` counts.
fn is_ahead(side: Color, square: Square, other: Square) -> bool {
    side.fold_wb(other.rank() > square.rank(), other.rank() < square.rank())
}

fn distance(one: Square, other: Square) -> u32 {
    one.file().distance(other.file())
}

pub(super) fn passed(board: &Board, square: Square, side: Color) -> (Verdict, &'static str) {
    let stopped = pawns(board, !side).any(|pawn| distance(square, pawn) <= 1 && is_ahead(side, square, pawn));
    let behind_own = pawns(board, side).any(|pawn| distance(square, pawn) == 0 && is_ahead(side, square, pawn));
    match (stopped, behind_own) {
        (true, _) => (Verdict::False, "not-passed"),
        // Of doubled pawns only the first is usually called passed.
        (false, true) => (Verdict::CannotTell, "passed-behind"),
        (false, false) => (Verdict::True, "passed"),
    }
}

pub(super) fn isolated(board: &Board, square: Square, side: Color) -> (Verdict, &'static str) {
    match pawns(board, side).any(|pawn| distance(square, pawn) == 1) {
        true => (Verdict::False, "not-isolated"),
        false => (Verdict::True, "isolated"),
    }
}

pub(super) fn doubled(board: &Board, square: Square, side: Color) -> (Verdict, &'static str) {
    match pawns(board, side).any(|pawn| pawn != square && distance(square, pawn) == 0) {
        true => (Verdict::True, "doubled"),
        false => (Verdict::False, "not-doubled"),
    }
}

pub(super) fn backward(board: &Board, square: Square, side: Color) -> (Verdict, &'static str) {
    let mut neighbours = pawns(board, side).filter(|pawn| distance(square, *pawn) == 1).peekable();
    if neighbours.peek().is_none() || neighbours.any(|pawn| !is_ahead(side, square, pawn)) {
        return (Verdict::False, "not-backward");
    }
    let guarded = square
        .offset(side.fold_wb(8, -8))
        .is_some_and(|next| (board.attacks_to(next, !side, board.occupied()) & board.pawns()).any());
    if guarded { (Verdict::True, "backward") } else { (Verdict::CannotTell, "backward-perhaps") }
}

pub(super) fn protected_passed(board: &Board, square: Square, side: Color) -> (Verdict, &'static str) {
    let (verdict, name) = passed(board, square, side);
    let protected = (board.attacks_to(square, side, board.occupied()) & board.pawns()).any();
    match (verdict, protected) {
        (Verdict::False, _) => (verdict, name),
        (_, false) => (Verdict::False, "no-pawn-protects"),
        (_, true) => (verdict, name),
    }
}

impl Scene {
    /// Whether a pawn has a property, or one of several has it.
    pub(super) fn pawns(
        &self,
        property: Property,
        pawn: Option<&Man>,
        color: Option<Color>,
        file: Option<File>,
    ) -> Decision {
        let board = self.board();
        let note = |name, pawns: Vec<Square>| Note::new(name).pieces("pawn", pawns);
        if let Some(man) = pawn {
            let man = Man { kind: Some(PieceType::Pawn), color: man.color.or(color), ..*man };
            let (square, side) = self.find_piece(&man, None)?;
            let (verdict, name) = property(board, square, side);
            return Ok(Ruling::board(verdict, &self.position, note(name, vec![square])));
        }
        let mut perhaps = None;
        let sides = Color::ALL.into_iter().filter(|side| color.is_none_or(|color| color == *side));
        for side in sides {
            for square in pawns(board, side).filter(|pawn| file.is_none_or(|file| file == pawn.file())) {
                match property(board, square, side) {
                    (Verdict::True, name) => return Ok(Ruling::yes(&self.position, note(name, vec![square]))),
                    (Verdict::CannotTell, name) => perhaps = Some((name, square)),
                    (Verdict::False, _) => {}
                }
            }
        }
        Ok(match perhaps {
            Some((name, square)) => Ruling::unsure(&self.position, note(name, vec![square])),
            None => Ruling::no(&self.position, note("no-such-pawn", Vec::new())),
        })
    }

    /// The pawns on a file, of one side or of both.
    fn pawns_on(&self, file: File, side: Option<Color>) -> Vec<Square> {
        let sides = Color::ALL.into_iter().filter(|color| side.is_none_or(|side| side == *color));
        sides.flat_map(|color| pawns(self.board(), color)).filter(|pawn| pawn.file() == file).collect()
    }

    pub(super) fn open_file(&self, file: File) -> Ruling {
        let pawns = self.pawns_on(file, None);
        let name = if pawns.is_empty() { "file-open" } else { "file-closed" };
        let holds = pawns.is_empty();
        let note = Note::new(name).text("file", &file.char().to_string()).pieces("pawn", pawns);
        Ruling::if_so(holds, &self.position, note)
    }

    pub(super) fn half_open_file(&self, file: File, color: Option<Color>) -> Ruling {
        let is_half =
            |side: Color| self.pawns_on(file, Some(side)).is_empty() && !self.pawns_on(file, Some(!side)).is_empty();
        let holds = Color::ALL.into_iter().any(|side| color.is_none_or(|color| color == side) && is_half(side));
        let pawns = self.pawns_on(file, None);
        let name = if pawns.is_empty() { "file-open" } else { "file-pawns" };
        Ruling::if_so(
            holds,
            &self.position,
            Note::new(name).text("file", &file.char().to_string()).pieces("pawn", pawns),
        )
    }

    /// A pawn that runs while the other side tries everything: whoever gives check, takes it or stands in its
    /// way before it promotes has perhaps stopped it.
    pub(super) fn unstoppable(&self, pawn: &Man) -> Decision {
        let man = Man { kind: Some(PieceType::Pawn), ..*pawn };
        let (square, side) = self.find_piece(&man, None)?;
        let (verdict, name) = passed(self.board(), square, side);
        let blocked =
            |from: Square| from.offset(side.fold_wb(8, -8)).filter(|next| self.board().occupied().contains(*next));
        if verdict == Verdict::False
            && let Some(by) = blocked(square).filter(|by| self.board().color_at(*by) == Some(!side))
        {
            let note = Note::new("pawn-blocked").pieces("pawn", [square]).pieces("piece", [by]);
            return Ok(Ruling::no(&self.position, note));
        }
        let (mut line, mut left) = (Vec::new(), MAX_RUN);
        Ok(match (verdict, runs(&self.position, square, side, &mut line, &mut left)) {
            (Verdict::False, _) => Ruling::unsure(&self.position, Note::new(name).pieces("pawn", [square])),
            (_, true) => {
                let note = Note::new("pawn-runs").pieces("pawn", [square]);
                Ruling::yes(&self.position, note).line(&line)
            }
            (_, false) => {
                Ruling::unsure(&self.position, Note::new("pawn-perhaps").pieces("pawn", [square])).line(&line)
            }
        })
    }
}

/// Positions of a pawn's run that are looked at.
const MAX_RUN: u32 = 200_000;

/// Whether a pawn that moves whenever it can becomes a queen that is not lost at once, against every reply;
/// `line` shows the longest resistance, or the one that succeeds.
fn runs(position: &Position, pawn: Square, side: Color, line: &mut Vec<Move>, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    if position.turn() == side {
        let Some(step) = next_step(position, pawn) else { return false };
        line.push(step);
        let after = position.play(step);
        if step.to().rank() == side.relative_rank(Rank::Eighth) {
            let taken = after.legal_moves().iter().any(|m| m.is_capture() && m.to() == step.to());
            return !taken && !after.is_stalemate();
        }
        return runs(&after, step.to(), side, line, left);
    }
    let mut longest: Vec<Move> = Vec::new();
    let replies = position.legal_moves();
    if replies.is_empty() {
        return false;
    }
    for &reply in &replies {
        let mut tail = vec![reply];
        let after = position.play(reply);
        let gone = after.board().piece_at(pawn).is_none_or(|piece| piece.color != side);
        if gone || after.is_check() || !runs(&after, pawn, side, &mut tail, left) {
            line.extend(tail);
            return false;
        }
        if tail.len() > longest.len() {
            longest = tail;
        }
    }
    line.extend(longest);
    true
}

/// The pawn's move straight on, the double step if it can.
fn next_step(position: &Position, pawn: Square) -> Option<Move> {
    let runs = |m: &Move| {
        let queens = m.promotion().is_none_or(|kind| kind == PieceType::Queen);
        m.from() == Some(pawn) && !m.is_capture() && queens
    };
    position.legal_moves().iter().copied().filter(runs).max_by_key(|m| m.to().rank().distance(pawn.rank()))
}
