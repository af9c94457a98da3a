//! Moves, checks, castling and the end of the game: what the rules decide.

use reti_core::chess::{CastlingSide, Color, PieceType, Position, Square};

use super::{
    super::{MoveText, Rule, Ruling, Sense, Wing},
    Decision, Note, NoteValue, Scene, no_move,
};

impl Scene {
    pub(super) fn in_check(&self, color: Color) -> Ruling {
        let king = self.position.king(color);
        let checkers = self.attackers(king, !color);
        let name = if checkers.any() { "check" } else { "check-not" };
        let note = Note::new(name).pieces("piece", checkers).pieces("target", [king]);
        Ruling::if_so(checkers.any(), &self.position, note)
    }

    pub(super) fn checkmate(&self, color: Option<Color>) -> Ruling {
        let here = &self.position;
        let right = color.is_none_or(|color| color == here.turn());
        if here.is_checkmate() {
            return Ruling::if_so(right, here, Note::new("mated").side(here.turn()));
        }
        let escape = here.legal_moves().first().copied();
        let name = if here.is_check() { "mated-not" } else { "not-even-check" };
        let note = Note::new(name).side(here.turn()).with("moves", NoteValue::Moves(escape.into_iter().collect()));
        Ruling::no(here, note).line(escape.as_slice())
    }

    pub(super) fn stalemate(&self, color: Option<Color>) -> Ruling {
        let here = &self.position;
        if here.is_stalemate() {
            let right = color.is_none_or(|color| color == here.turn());
            return Ruling::if_so(right, here, Note::new("stalemated").side(here.turn()));
        }
        let escape = here.legal_moves().first().copied();
        let name = if escape.is_some() { "stalemated-not" } else { "mated" };
        let note = Note::new(name).side(here.turn()).with("moves", NoteValue::Moves(escape.into_iter().collect()));
        Ruling::no(here, note).line(escape.as_slice())
    }

    pub(super) fn gives_check(&self, text: &MoveText) -> Decision {
        let m = self.find_move(text)?;
        let after = self.position.play(m);
        let name = if after.is_check() { "gives-check" } else { "gives-check-not" };
        let note = Note::new(name).with("moves", NoteValue::Moves(vec![m]));
        Ok(Ruling::if_so(after.is_check(), &self.position, note).line(&[m]))
    }

    pub(super) fn mates(&self, text: &MoveText) -> Decision {
        let m = self.find_move(text)?;
        let after = self.position.play(m);
        if after.is_checkmate() {
            let note = Note::new("mates").with("moves", NoteValue::Moves(vec![m]));
            return Ok(Ruling::yes(&self.position, note).line(&[m]));
        }
        let line: Vec<_> = [m].into_iter().chain(after.legal_moves().first().copied()).collect();
        let name = if after.is_check() { "mates-not" } else { "gives-check-not" };
        let note = Note::new(name).with("moves", NoteValue::Moves(line.clone()));
        Ok(Ruling::no(&self.position, note).line(&line))
    }

    pub(super) fn captures(&self, text: &MoveText, kind: Option<PieceType>, square: Option<Square>) -> Decision {
        let m = self.find_move(text)?;
        let victim = if m.is_en_passant() { self.relations.en_passant().map(|found| found.0) } else { Some(m.to()) };
        let there = square.is_none() || square == victim;
        let right = there && m.capture().is_some_and(|taken| kind.is_none_or(|kind| kind == taken));
        let note = match m.capture() {
            Some(taken) => Note::new("move-takes").with("kind", NoteValue::Kind(taken)).pieces("target", victim),
            None => Note::new("move-takes-nothing"),
        };
        let note = note.with("moves", NoteValue::Moves(vec![m]));
        Ok(Ruling::if_so(right, &self.position, note).line(&[m]))
    }

    pub(super) fn discovered_check(&self, text: &MoveText) -> Decision {
        let m = self.find_move(text)?;
        let after = self.position.play(m);
        let others = after.checkers().without(m.to());
        let name = match (others.any(), after.is_check()) {
            (true, _) => "discovers-check",
            (false, true) => "checks-itself",
            (false, false) => "gives-check-not",
        };
        let note = Note::new(name).with("moves", NoteValue::Moves(vec![m]));
        Ok(Ruling::if_so(others.any() && !m.is_castle(), &self.position, note).line(&[m]))
    }

    pub(super) fn double_check(&self, text: &MoveText) -> Decision {
        let m = self.find_move(text)?;
        let checkers = self.position.play(m).checkers();
        let note = Note::new("checkers").with("moves", NoteValue::Moves(vec![m])).count(checkers.count());
        Ok(Ruling::if_so(checkers.count() >= 2, &self.position, note).line(&[m]))
    }

    pub(super) fn legal(&self, line: &[String]) -> Ruling {
        let mut here = self.position.clone();
        let mut played = Vec::new();
        for text in line {
            match here.parse_move(text) {
                Ok(m) => {
                    here = here.play(m);
                    played.push(m);
                }
                Err(error) => return no_move(&here, text, error.problem),
            }
        }
        let note = Note::new("legal").with("moves", NoteValue::Moves(played.clone()));
        Ruling::yes(&self.position, note).line(&played)
    }

    pub(super) fn only_legal_move(&self, text: Option<&MoveText>) -> Decision {
        let here = &self.position;
        let named = text.map(|text| self.find_move(text)).transpose()?;
        let moves = here.legal_moves();
        let other = moves.iter().copied().find(|m| Some(*m) != named);
        let holds = moves.len() == 1;
        let note = Note::new(if holds { "only-legal" } else { "legal-moves" }).count(moves.len());
        let shown: Vec<_> = if holds { moves.to_vec() } else { other.into_iter().collect() };
        Ok(Ruling::if_so(holds, here, note.with("moves", NoteValue::Moves(shown.clone())))
            .line(&shown[..shown.len().min(1)]))
    }

    pub(super) fn to_move(&self, color: Color) -> Ruling {
        let turn = self.position.turn();
        Ruling::if_so(turn == color, &self.position, Note::new("turn").side(turn))
    }

    pub(super) fn castling(&self, color: Color, wing: Option<Wing>, sense: Option<Sense>) -> Ruling {
        let here = &self.position;
        let sides = CastlingSide::ALL.into_iter().filter(|side| match wing {
            None => true,
            Some(Wing::King) => *side == CastlingSide::KingSide,
            Some(Wing::Queen) => *side == CastlingSide::QueenSide,
        });
        let sides: Vec<CastlingSide> = sides.collect();
        let right = sides.iter().any(|side| here.may_castle(color, *side));
        let turned = if here.turn() == color { Some(here.clone()) } else { here.pass() };
        let castles = |position: &Position| {
            let moves = position.legal_moves();
            moves.iter().any(|m| m.castling_side().is_some_and(|side| sides.contains(&side)))
        };
        let now = turned.as_ref().map(castles);
        let note = |name| Note::new(name).side(color);
        if !right {
            return Ruling::no(here, note("castling-lost"));
        }
        match (sense, now) {
            (Some(Sense::Right), _) => Ruling::yes(here, note("castling-right")),
            (_, Some(true)) => Ruling::yes(here, note("castling-now")),
            (Some(Sense::Now), Some(false)) => Ruling::no(here, note("castling-hindered")),
            _ => Ruling::unsure(here, note("castling-hindered")),
        }
    }

    pub(super) fn en_passant(&self, text: Option<&MoveText>) -> Decision {
        let named = text.map(|text| self.find_move(text)).transpose()?;
        let square = self.position.en_passant_square();
        let holds = square.is_some() && named.is_none_or(|m| m.is_en_passant());
        let name = if square.is_some() { "en-passant" } else { "en-passant-not" };
        Ok(Ruling::if_so(holds, &self.position, Note::new(name).pieces("target", square)))
    }

    pub(super) fn draw_by(&self, rule: Rule) -> Ruling {
        let here = &self.position;
        match rule {
            Rule::Stalemate => self.stalemate(None),
            Rule::Material => {
                let name = if here.is_dead() { "dead" } else { "dead-not" };
                Ruling::if_so(here.is_dead(), here, Note::new(name))
            }
            Rule::FiftyMoves => {
                let note = Note::new("clock").count(here.halfmoves() as usize);
                Ruling::if_so(here.halfmoves() >= 100, here, note)
            }
            Rule::Repetition => Ruling::unsure(here, Note::new("needs-game")),
        }
    }
}
