//! Deciding statements.
//!
//! A statement stands on something: the pieces that it names are there, the moves that it names can be played.
//! Where that fails the statement is false, and so is its denial: "the knight on f6 is not pinned" is not true
//! of a board without that knight. `Stop` carries such an end out of the deciding functions, so that denying
//! never meets it.

mod geometry;
mod material;
mod moves;
mod patterns;
mod pawns;
mod play;
mod worth;

use reti_core::{
    chess::{Bitboard, Board, Color, Move, MoveProblem, Position, Square},
    relation::Relations,
};
use reti_search::{advice::Silence, probe::Probe};

use super::{Man, MoveText, Note, NoteValue, Ruling, Said, Statement};
use crate::desk::Desk;

/// Nodes of a statement that must be played out, if nobody says otherwise.
pub const NODES: u64 = 400_000;

/// Someone who decides statements: a desk where questions are asked, and how much each may cost.
pub struct Checker<'a> {
    desk: Desk<'a>,
    nodes: u64,
}

/// Why a statement is not decided by what it says.
enum Stop {
    /// What it stands on is not so.
    Ruling(Box<Ruling>),
    /// An advisor gave no answer.
    Silence(Silence),
}

impl From<Silence> for Stop {
    fn from(silence: Silence) -> Stop {
        Stop::Silence(silence)
    }
}

impl From<Ruling> for Stop {
    fn from(ruling: Ruling) -> Stop {
        Stop::Ruling(Box::new(ruling))
    }
}

/// A decision, or why there is none.
type Decision = Result<Ruling, Stop>;

impl<'a> Checker<'a> {
    /// A checker of what is said about this position, with our own engine.
    pub fn new(position: &Position, tables: &'a dyn Probe, nodes: u64) -> Checker<'a> {
        Checker { desk: Desk::own(position, tables), nodes }
    }

    /// A checker that asks at another desk.
    pub fn at(desk: Desk<'a>, nodes: u64) -> Checker<'a> {
        Checker { desk, nodes }
    }

    /// Decides what was said about a position.
    pub fn rule(&mut self, position: &Position, said: &Said) -> Result<Ruling, Silence> {
        let ruling = play_first(position, &said.after).and_then(|here| self.decide(&here, &said.what));
        match ruling {
            Ok(ruling) if said.not => Ok(ruling.denied()),
            Ok(ruling) => Ok(ruling),
            Err(Stop::Ruling(ruling)) => Ok(*ruling),
            Err(Stop::Silence(silence)) => Err(silence),
        }
    }

    fn decide(&mut self, here: &Position, what: &Statement) -> Decision {
        let scene = Scene::new(here);
        match what {
            Statement::PieceOn { piece, color, square } => Ok(scene.piece_on(*piece, *color, *square)),
            Statement::Empty { square } => Ok(scene.empty(*square)),
            Statement::Attacks { piece, target } => scene.attacks(piece, target),
            Statement::Attacked { target, by, times } => scene.attacked(target, *by, *times),
            Statement::Defends { piece, target } => scene.defends(piece, target),
            Statement::Defended { target, times } => scene.defended(target, *times),
            Statement::Hangs { piece } => scene.hangs(piece),
            Statement::Pinned { piece, by, to } => scene.pinned(piece, by.as_ref(), to.as_ref()),
            Statement::Skewer { by, front, behind } => scene.skewer(by, front.as_ref(), behind.as_ref()),
            Statement::Fork { piece, targets } => scene.fork(piece, targets),
            Statement::Trapped { piece } => scene.trapped(piece),
            Statement::Immobile { piece } => scene.immobile(piece),
            Statement::CanMove { piece, to } => scene.can_move(piece, *to),
            Statement::CanCapture { piece, target } => scene.can_capture(piece, target),
            Statement::Outpost { piece } => scene.outpost(piece),
            Statement::InCheck { color } => Ok(scene.in_check(*color)),
            Statement::Checkmate { color } => Ok(scene.checkmate(*color)),
            Statement::Stalemate { color } => Ok(scene.stalemate(*color)),
            Statement::GivesCheck { m } => scene.gives_check(m),
            Statement::Mates { m } => scene.mates(m),
            Statement::Captures { m, piece, square } => scene.captures(m, *piece, *square),
            Statement::DiscoveredCheck { m } => scene.discovered_check(m),
            Statement::DoubleCheck { m } => scene.double_check(m),
            Statement::Legal { line } => Ok(scene.legal(line)),
            Statement::OnlyLegalMove { m } => scene.only_legal_move(m.as_ref()),
            Statement::ToMove { color } => Ok(scene.to_move(*color)),
            Statement::Castling { color, wing, sense } => Ok(scene.castling(*color, *wing, *sense)),
            Statement::Material { color, lead } => Ok(scene.material(*color, *lead)),
            Statement::Count { color, piece, number } => Ok(scene.count(*color, *piece, *number)),
            Statement::BishopPair { color } => Ok(scene.bishop_pair(*color)),
            Statement::OppositeBishops {} => Ok(scene.opposite_bishops()),
            Statement::PassedPawn { pawn, color, file } => scene.pawns(pawns::passed, pawn.as_ref(), *color, *file),
            Statement::IsolatedPawn { pawn, color, file } => scene.pawns(pawns::isolated, pawn.as_ref(), *color, *file),
            Statement::DoubledPawn { pawn, color, file } => scene.pawns(pawns::doubled, pawn.as_ref(), *color, *file),
            Statement::BackwardPawn { pawn, color, file } => scene.pawns(pawns::backward, pawn.as_ref(), *color, *file),
            Statement::ProtectedPassedPawn { pawn, color, file } => {
                scene.pawns(pawns::protected_passed, pawn.as_ref(), *color, *file)
            }
            Statement::OpenFile { file } => Ok(scene.open_file(*file)),
            Statement::HalfOpenFile { file, color } => Ok(scene.half_open_file(*file, *color)),
            Statement::EnPassant { m } => scene.en_passant(m.as_ref()),
            Statement::DrawBy { rule } => Ok(scene.draw_by(*rule)),
            played => self.decide_by_play(&scene, played),
        }
    }

    /// The kinds that must be played out.
    fn decide_by_play(&mut self, scene: &Scene, what: &Statement) -> Decision {
        match what {
            Statement::Unstoppable { pawn } => scene.unstoppable(pawn),
            Statement::MateIn { moves, color, m } => self.mate_in(scene, *moves, *color, m.as_ref()),
            Statement::ForcedMate { color, m } => self.forced_mate(scene, *color, m.as_ref()),
            Statement::WinsMaterial { what, color, m } => self.wins_material(scene, *what, *color, m.as_ref()),
            Statement::LosesMaterial { what, m } => self.loses_material(scene, *what, m),
            Statement::Threatens { what, target, color, m } => {
                self.threatens(scene, *what, target.as_ref(), *color, m.as_ref())
            }
            Statement::BestMove { m } => self.best_move(scene, m),
            Statement::BetterThan { m, than } => self.better_than(scene, m, than),
            Statement::OnlyMove { m } => self.only_move(scene, m),
            Statement::Blunder { m } => self.blunder(scene, m),
            Statement::Sacrifice { m, piece } => scene.sacrifice(m, *piece),
            Statement::Evaluation { standing, color } => self.evaluation(scene, *standing, *color),
            Statement::TableValue { value, color } => Ok(self.table_value(scene, *value, *color)),
            _ => Err(Ruling::unsure(&scene.position, Note::new("not-decided")).into()),
        }
    }
}

/// Plays the moves after which something is said.
fn play_first(position: &Position, after: &[String]) -> Result<Position, Stop> {
    let mut here = position.clone();
    for text in after {
        let m = here.parse_move(text).map_err(|error| no_move(&here, text, error.problem))?;
        here = here.play(m);
    }
    Ok(here)
}

/// A move that was named and is none.
fn no_move(here: &Position, text: &str, problem: MoveProblem) -> Ruling {
    match problem {
        MoveProblem::Ambiguous => Ruling::unsure(here, Note::new("ambiguous-move").text("move", text)),
        MoveProblem::Illegal => Ruling::no(here, Note::new("illegal-move").text("move", text).side(here.turn())),
        MoveProblem::Unreadable => Ruling::unsure(here, Note::new("no-move").text("move", text)),
    }
}

/// A position and its relations, as the deciding functions look at them.
struct Scene {
    position: Position,
    relations: Relations,
}

impl Scene {
    fn new(position: &Position) -> Scene {
        Scene { position: position.clone(), relations: Relations::new(position) }
    }

    fn board(&self) -> &Board {
        self.position.board()
    }

    /// The square that someone means. Where he names no colour and no square, it is a piece of `side`.
    fn find(&self, man: &Man, side: Option<Color>) -> Result<Square, Stop> {
        let board = self.board();
        let Some(square) = man.square else { return self.find_only(man, side) };
        let Some(piece) = board.piece_at(square) else {
            return match (man.kind, man.color) {
                (None, None) => Ok(square),
                _ => Err(Ruling::no(&self.position, Note::new("square-empty").pieces("piece", [square])).into()),
            };
        };
        let fits = man.kind.is_none_or(|kind| kind == piece.role) && man.color.is_none_or(|color| color == piece.color);
        if fits {
            return Ok(square);
        }
        let note = Note::new("other-piece").pieces("piece", [square]).side(piece.color);
        Err(Ruling::no(&self.position, note).into())
    }

    /// The only piece that fits.
    fn find_only(&self, man: &Man, side: Option<Color>) -> Result<Square, Stop> {
        let (board, color) = (self.board(), man.color.or(side));
        let kind = man.kind.map_or(board.occupied(), |kind| board.by_role(kind));
        let fitting = kind & color.map_or(board.occupied(), |color| board.by_color(color));
        match (fitting.count(), fitting.first(), man.kind) {
            (1, Some(square), _) => Ok(square),
            (0, _, Some(kind)) => {
                let note = Note::new(if color.is_some() { "no-such-piece" } else { "no-such-piece-at-all" });
                let note = note.with("kind", NoteValue::Kind(kind)).side(color.unwrap_or(Color::White));
                Err(Ruling::no(&self.position, note).into())
            }
            _ => {
                let note = Note::new(WHICH).pieces("pieces", fitting);
                Err(Ruling::unsure(&self.position, note).into())
            }
        }
    }

    /// Whose piece someone means, if he says so or names its square.
    fn side_of(&self, man: &Man) -> Option<Color> {
        man.color.or_else(|| self.board().color_at(man.square?))
    }

    /// The same where something must stand there; its colour comes along.
    fn find_piece(&self, man: &Man, side: Option<Color>) -> Result<(Square, Color), Stop> {
        let square = self.find(man, side)?;
        match self.board().color_at(square) {
            Some(color) => Ok((square, color)),
            None => Err(Ruling::no(&self.position, Note::new("square-empty").pieces("piece", [square])).into()),
        }
    }

    /// The piece that bears on a square, or does not. Of several that fit any will do where they agree.
    fn find_bearing(&self, man: &Man, side: Option<Color>, to: Option<Square>) -> Result<(Square, Color), Stop> {
        let board = self.board();
        let (Some(kind), Some(color), Some(to), None) = (man.kind, man.color.or(side), to, man.square) else {
            return self.find_piece(man, side);
        };
        let fitting = board.by_role(kind) & board.by_color(color);
        let bearing = fitting & self.attackers(to, color);
        match fitting.first() {
            Some(first) if bearing.is_empty() || bearing == fitting => Ok((first, color)),
            _ => self.find_piece(man, side),
        }
    }

    /// The move that a text means.
    fn find_move(&self, m: &MoveText) -> Result<Move, Stop> {
        self.position.parse_move(&m.0).map_err(|error| no_move(&self.position, &m.0, error.problem).into())
    }

    /// The pieces of a side that attack a square.
    fn attackers(&self, square: Square, side: Color) -> Bitboard {
        self.board().attacks_to(square, side, self.board().occupied())
    }
}

/// The note of a statement about a piece that several fit.
pub const WHICH: &str = "which-piece";
