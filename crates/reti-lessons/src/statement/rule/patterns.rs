//! Pins, skewers, forks, trapped pieces and outposts.
//!
//! The names have a clear middle and soft edges. What the lines on the board exclude is false, what they and
//! an exchange support is true, and what lies between (a piece "pinned" to one that is worth no more) is
//! left open instead of being decided by a definition that the speaker may not share.

use reti_core::{
    chess::{Color, PieceType, Rank, Square},
    exchange::Arena,
    relation::RayTriple,
    value::worth,
};

use super::{
    super::{Ruling, Verdict},
    Decision, Man, Note, Scene, Stop,
};

/// Of several ways to see something the best one counts.
fn best_of(verdicts: impl Iterator<Item = (Verdict, RayTriple)>) -> Option<(Verdict, RayTriple)> {
    let rank = |verdict: Verdict| Verdict::ALL.iter().position(|&known| known == verdict);
    // In the order of `Verdict::ALL` doubt comes last; here it comes before a no.
    verdicts.min_by_key(|(verdict, _)| if *verdict == Verdict::False { Some(3) } else { rank(*verdict) })
}

impl Scene {
    fn worth_on(&self, square: Square) -> i32 {
        self.board().role_at(square).map_or(0, worth)
    }

    /// The square of a man if one is named.
    fn find_some(&self, man: Option<&Man>, side: Color) -> Result<Option<Square>, Stop> {
        man.map(|man| self.find_piece(man, Some(side)).map(|found| found.0)).transpose()
    }

    pub(super) fn pinned(&self, piece: &Man, by: Option<&Man>, to: Option<&Man>) -> Decision {
        let side_of = |man: Option<&Man>| man.and_then(|man| self.side_of(man));
        let owner = side_of(to).or(side_of(by).map(|color| !color));
        let (pinned, side) = self.find_piece(piece, owner)?;
        let (by, to) = (self.find_some(by, !side)?, self.find_some(to, side)?);
        let board = self.board();
        let lines = self.relations.triples().iter().copied().filter(|line| {
            line.blocker == pinned
                && board.color_at(line.slider) == Some(!side)
                && board.color_at(line.target) == Some(side)
                && by.is_none_or(|by| by == line.slider)
                && to.is_none_or(|to| to == line.target)
        });
        let found = best_of(lines.map(|line| (self.pin(line), line)));
        Ok(if let Some((verdict, line)) = found {
            let name = if verdict == Verdict::True { "pinned" } else { "pinned-perhaps" };
            let note = Note::new(name).pieces("pinner", [line.slider]).pieces("piece", [pinned]);
            Ruling::board(verdict, &self.position, note.pieces("behind", [line.target]))
        } else {
            let name = match (by, to) {
                (None, None) => "pinned-not",
                (Some(_), None) => "pinned-not-by",
                (None, Some(_)) => "pinned-not-to",
                (Some(_), Some(_)) => "pinned-not-so",
            };
            let note = Note::new(name).pieces("piece", [pinned]).pieces("pinner", by).pieces("behind", to);
            Ruling::no(&self.position, note)
        })
    }

    /// Whether a line is a pin: to the king, or to a piece that would be lost.
    fn pin(&self, line: RayTriple) -> Verdict {
        let RayTriple { slider, blocker, target } = line;
        if self.board().kings().contains(target) {
            return Verdict::True;
        }
        let loses = Arena::new(self.board()).without(blocker).capture_from(slider, target);
        let loses = loses.is_some_and(|gain| gain > 0);
        let leaves = self.moves_of(blocker).iter().any(|m| !line.line().contains(m.to()));
        match self.worth_on(target) > self.worth_on(blocker) {
            true if loses && leaves => Verdict::True,
            true => Verdict::CannotTell,
            false if loses => Verdict::CannotTell,
            false => Verdict::False,
        }
    }

    pub(super) fn skewer(&self, by: &Man, front: Option<&Man>, behind: Option<&Man>) -> Decision {
        let enemy = [front, behind].into_iter().flatten().find_map(|man| self.side_of(man));
        let (slider, side) = self.find_piece(by, enemy.map(|color| !color))?;
        let (front, behind) = (self.find_some(front, !side)?, self.find_some(behind, !side)?);
        let enemies = self.board().by_color(!side);
        let lines = self.relations.triples().iter().copied().filter(|line| {
            line.slider == slider
                && enemies.contains(line.blocker)
                && enemies.contains(line.target)
                && front.is_none_or(|front| front == line.blocker)
                && behind.is_none_or(|behind| behind == line.target)
        });
        let found = best_of(lines.map(|line| (self.is_skewer(line), line)));
        Ok(if let Some((verdict, line)) = found {
            let name = if verdict == Verdict::True { "skewers" } else { "skewers-perhaps" };
            let note = Note::new(name).pieces("piece", [slider]).pieces("front", [line.blocker]);
            Ruling::board(verdict, &self.position, note.pieces("behind", [line.target]))
        } else {
            let note = Note::new("skewers-not").pieces("piece", [slider]);
            Ruling::no(&self.position, note)
        })
    }

    fn is_skewer(&self, line: RayTriple) -> Verdict {
        let RayTriple { slider, blocker, target } = line;
        let arena = Arena::new(self.board());
        let king = self.board().kings().contains(blocker);
        let driven = king || arena.capture_from(slider, blocker).is_some_and(|gain| gain > 0);
        let won = arena.without(blocker).capture_from(slider, target).is_some_and(|gain| gain > 0);
        if driven && won && self.worth_on(blocker) >= self.worth_on(target) {
            Verdict::True
        } else {
            Verdict::CannotTell
        }
    }

    pub(super) fn fork(&self, piece: &Man, targets: &[Man]) -> Decision {
        let enemy = targets.iter().find_map(|man| self.side_of(man));
        let (forker, side) = self.find_piece(piece, enemy.map(|color| !color))?;
        let seen = self.relations.attacks_from(forker) & self.board().by_color(!side);
        let mut found = Vec::new();
        for target in targets {
            let (square, owner) = self.find_piece(target, Some(!side))?;
            if owner == side || !seen.contains(square) {
                let name = if owner == side { "own-piece" } else { "attacks-not" };
                let note = Note::new(name).pieces("piece", [forker]).pieces("target", [square]);
                return Ok(Ruling::no(&self.position, note));
            }
            found.push(square);
        }
        let arena = Arena::new(self.board());
        let is_worth = |square: &Square| {
            self.board().kings().contains(*square) || arena.capture_from(forker, *square).is_some_and(|gain| gain > 0)
        };
        let note = |name, squares: Vec<Square>| Note::new(name).pieces("piece", [forker]).pieces("target", squares);
        if found.is_empty() {
            let worth: Vec<Square> = seen.into_iter().filter(is_worth).collect();
            return Ok(match worth.len() {
                2.. => Ruling::yes(&self.position, note("attacks", worth)),
                _ if seen.count() < 2 => Ruling::no(&self.position, note("forks-not", Vec::new())),
                _ => Ruling::unsure(&self.position, note("forks-perhaps", seen.into_iter().collect())),
            });
        }
        let all = found.len() >= 2 && found.iter().all(is_worth);
        let verdict = if all { Verdict::True } else { Verdict::CannotTell };
        Ok(Ruling::board(verdict, &self.position, note(if all { "attacks" } else { "forks-perhaps" }, found)))
    }

    pub(super) fn trapped(&self, piece: &Man) -> Decision {
        let (square, side) = self.find_piece(piece, None)?;
        let arena = Arena::new(self.board());
        let moves = self.moves_of(square);
        let safe = moves.iter().find(|m| arena.arrival(square, m.to(), m.promotion()) >= 0);
        let note = |name| Note::new(name).pieces("piece", [square]).pieces("target", safe.map(|m| m.to()));
        if self.board().kings().contains(square) {
            return Ok(Ruling::unsure(&self.position, note("trapped-king")));
        }
        if safe.is_some() {
            return Ok(Ruling::no(&self.position, note("has-a-way-out")));
        }
        let attacked = self.relations.price(square).is_some_and(|gain| gain > 0);
        let checked = self.attackers(self.position.king(side), !side).any();
        Ok(if attacked && !checked {
            Ruling::yes(&self.position, note("trapped"))
        } else {
            Ruling::unsure(&self.position, note("no-way-out"))
        })
    }

    pub(super) fn outpost(&self, piece: &Man) -> Decision {
        let (square, side) = self.find_piece(piece, None)?;
        let board = self.board();
        let ahead = |other: Square| side.fold_wb(other.rank() > square.rank(), other.rank() < square.rank());
        let beside = |other: Square| square.file().distance(other.file()) == 1;
        let chaser = (board.pawns() & board.by_color(!side)).into_iter().find(|&pawn| beside(pawn) && ahead(pawn));
        let note = |name| Note::new(name).pieces("piece", [square]).pieces("pawn", chaser);
        if chaser.is_some() {
            return Ok(Ruling::no(&self.position, note("can-be-driven")));
        }
        let minor = matches!(board.role_at(square), Some(PieceType::Knight | PieceType::Bishop));
        let protected = (self.attackers(square, side) & board.pawns()).any();
        let rank = side.relative_rank(square.rank());
        let in_front = matches!(rank, Rank::Fourth | Rank::Fifth | Rank::Sixth);
        let holds = minor && protected && in_front;
        let verdict = if holds { Verdict::True } else { Verdict::CannotTell };
        Ok(Ruling::board(verdict, &self.position, note(if holds { "outpost" } else { "outpost-perhaps" })))
    }
}
