//! Comments on the moves of a game, read back: what they say about the game, about proofs and about
//! boards.
//!
//! What is said to win is proven here again, by a prover that has not seen the game, and its certificate
//! goes through the checker.

use reti::{
    annotate::evaluator::{Own, WithTables},
    annotate::{self, Options},
    pgn::Game,
    wire::{AnnotatedGame, AnnotatedMove, Annotation},
};
use reti_core::chess::{Move, PieceType, Position};
use reti_search::{
    bitbase::ThreeMen,
    proof::{Claim, Goal, Prover, Verdict, check, forcing::Width},
};

use super::{
    Tally,
    claims::Scene,
    ends,
    grammar::{KINDS, Read, readings},
    motifs::{MOTIFS, all_stand},
};

/// What a move is said to do, without the full stop.
const PROMISES: [&str; 5] =
    ["is mate", "forces mate in {N}", "wins at least {G}", "reaches a position that tables call won", "wins the "];

/// A game with the position before every move.
struct Annotated<'a> {
    game: &'a Game,
    told: &'a AnnotatedGame,
    positions: Vec<Position>,
}

/// Annotates a game quickly and reads every comment.
pub fn check_game(game: &Game, tally: &mut Tally) {
    let told = annotated(game);
    tally.positions += told.moves.len();
    let (sentences, complaints) = complaints(game, &told);
    tally.sentences += sentences;
    tally.complaints.extend(complaints);
}

fn annotated(game: &Game) -> AnnotatedGame {
    let options = Options { parallel: false, everywhere: true, ..Options::fast() };
    let mut evaluator = WithTables { tables: &ThreeMen, other: Own::new(2, options.nodes) };
    annotate::annotate(game, &mut evaluator, &ThreeMen, &options).unwrap()
}

fn complaints(game: &Game, told: &AnnotatedGame) -> (usize, Vec<String>) {
    let annotated = Annotated { game, told, positions: game.positions() };
    let (counts, complaints): (Vec<usize>, Vec<_>) = (0..told.moves.len()).map(|ply| annotated.read(ply)).unzip();
    (counts.into_iter().sum(), complaints.into_iter().flatten().collect())
}

#[test]
fn a_false_comment_is_noticed() {
    let text = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
    let game = reti::pgn::games(text.as_bytes()).next().unwrap().unwrap();
    let told = annotated(&game);
    assert_eq!(complaints(&game, &told), (3, Vec::new()));
    for (ply, from, to) in [
        (5, "4. Qxf7#", "4. Bxf7+"),
        (5, "4. Qxf7#", "5. Qxf7#"),
        (5, "which is mate", "which forces mate in 2"),
        (5, "which is mate", "which wins at least 5 pawns"),
        (5, "Blunder", "Mistake"),
        (5, "The king on e8", "The king on e7"),
        (5, "scholar's mate.", "scholar's mate. White wins."),
        (6, "3... Nf6", "2... Nc6"),
    ] {
        let mut false_one = told.clone();
        let comment = &mut false_one.moves[ply].comment;
        let changed = comment.replace(from, to);
        assert_ne!(&changed, comment);
        *comment = changed;
        assert_eq!(complaints(&game, &false_one).1.len(), 1, "{to}");
    }
}

impl Annotated<'_> {
    /// Reads the comment of a move: the number of sentences, and a complaint if one does not hold.
    fn read(&self, ply: usize) -> (usize, Option<String>) {
        let told = &self.told.moves[ply];
        let (mut text, mut sentences) = (told.comment.as_str(), 0);
        let mut scene = None;
        while !text.is_empty() {
            let frame = self.frame(ply, told, text);
            let Some((rest, next)) = frame.or_else(|| Some((motif(scene.as_deref()?, text)?, None))) else {
                return (sentences, Some(format!("{} {}: {text}", told.number, told.san)));
            };
            scene = next.or(scene);
            sentences += 1;
            text = rest.trim_start();
        }
        (sentences, None)
    }

    /// A sentence about the game: the rest of the text, and the boards of the claim that it makes.
    fn frame<'t>(&self, ply: usize, told: &AnnotatedMove, text: &'t str) -> Option<(&'t str, Option<Boards>)> {
        if let Some(rest) = text.strip_prefix("Mate.") {
            return (self.positions[ply + 1].is_checkmate()).then_some((rest, self.boards(ply, told, "found")));
        }
        if let Some(rest) = text.strip_prefix("Found: it ") {
            let rest = self.promise(ply, told, "found", None, rest)?.strip_prefix('.')?;
            return Some((rest, self.boards(ply, told, "found")));
        }
        if let Some((reads, rest)) = reading("This punishes {L}.", text) {
            let allowed = ply > 0 && find(&self.told.moves[ply - 1], "allowed").is_some();
            return (self.is_move_before(ply, &reads[0]) && allowed && find(told, "punished").is_some())
                .then_some((rest, None));
        }
        if let Some((reads, rest)) = reading("It also allows {L}, which ", text) {
            return self.allowed(ply, told, &reads[0], rest);
        }
        let judgement = told.judgement?;
        let name = format!("{}{}", judgement[..1].to_uppercase(), &judgement[1..]);
        let text = text.strip_prefix(&name)?;
        if let Some((reads, rest)) = reading(": it allows {L}, which ", text) {
            return self.allowed(ply, told, &reads[0], rest);
        }
        if let Some((reads, rest)) = reading(". Missed: {L} ", text) {
            let rest = self.promise(ply, told, "missed", Some(&reads[0]), rest)?.strip_prefix('.')?;
            return Some((rest, self.boards(ply, told, "missed")));
        }
        if let Some((reads, rest)) = reading(": {L} stays unpunished.", text) {
            let (missed, allowed) =
                (find(told, "missed")?, find(self.told.moves.get(ply.checked_sub(1)?)?, "allowed")?);
            let same = missed.claim.trigger == allowed.claim.trigger;
            return (same && self.is_move_before(ply, &reads[0])).then_some((rest, None));
        }
        let (who, rest) = text.strip_prefix(": ")?.split_once(" prefers ")?;
        let (reads, rest) = reading("{L}.", rest)?;
        let best = self.line_of(&reads[0], ply)?;
        let is_best = told.best.as_deref() == Some(&self.positions[ply].san(*best.first()?));
        (best.len() == 1 && is_best && self.told.evaluator.starts_with(who)).then_some((rest, None))
    }

    fn allowed<'t>(
        &self,
        ply: usize,
        told: &AnnotatedMove,
        reply: &Read,
        rest: &'t str,
    ) -> Option<(&'t str, Option<Boards>)> {
        let mut rest = self.promise(ply, told, "allowed", Some(reply), rest)?;
        if let Some(more) = rest.strip_prefix(", more than the ") {
            let taken = self.game.moves[ply].capture()?;
            let (name, _) = KINDS.iter().find(|(_, kind)| *kind == taken)?;
            rest = more.strip_prefix(name)?.strip_prefix(" that it took")?;
            (find(told, "allowed")?.claim.gain? > price(taken)).then_some(())?;
        }
        Some((rest.strip_prefix('.')?, self.boards(ply, told, "allowed")))
    }

    /// Reads what a move is said to do and proves it again; the move must be the one that was named.
    fn promise<'t>(
        &self,
        ply: usize,
        told: &AnnotatedMove,
        role: &str,
        named: Option<&Read>,
        text: &'t str,
    ) -> Option<&'t str> {
        let claim = &find(told, role)?.claim;
        let (at, position) = self.start(ply, role);
        let trigger = position.parse_move(claim.trigger.as_ref()?).ok()?;
        if let Some(named) = named {
            (self.line_of(named, at)? == [trigger]).then_some(())?;
        } else {
            (trigger == self.game.moves[ply]).then_some(())?;
        }
        for promise in PROMISES {
            let Some((reads, rest)) = reading(promise, text) else { continue };
            let goal = match reads.first() {
                Some(Read::Number(moves)) => {
                    (claim.mate == Some(*moves)).then_some(Goal::Mate { within: Some(*moves) })?
                }
                Some(Read::Sum(gain)) => (claim.gain == Some(*gain)).then_some(Goal::Gain(*gain))?,
                _ if promise == "is mate" => return position.play(trigger).is_checkmate().then_some(rest),
                _ if promise == "wins the " => {
                    let taken = trigger.capture()?;
                    let (name, _) = KINDS.iter().find(|(_, kind)| *kind == taken)?;
                    let rest = rest.strip_prefix(name)?;
                    let gain = claim.gain.filter(|&gain| gain == price(taken))?;
                    return is_provable(position, trigger, Goal::Gain(gain)).then_some(rest);
                }
                _ => return is_won_by_table(position, trigger).then_some(rest),
            };
            return is_provable(position, trigger, goal).then_some(rest);
        }
        None
    }

    /// Where a claim begins: its place in the game, and the position.
    fn start(&self, ply: usize, role: &str) -> (usize, &Position) {
        let at = ply + usize::from(role == "allowed");
        (at, &self.positions[at])
    }

    fn boards(&self, ply: usize, told: &AnnotatedMove, role: &str) -> Option<Boards> {
        let (_, position) = self.start(ply, role);
        let scene = Scene::new(&find(told, role)?.claim, None, position, None).ok()?;
        Some(scene.boards().into_iter().cloned().collect())
    }

    /// Moves with their numbers, as they would be played at a ply.
    fn line_of(&self, read: &Read, ply: usize) -> Option<Vec<Move>> {
        let Read::Line(tokens) = read else { return None };
        let position = &self.positions[ply];
        Scene::plays(tokens, position, position.fullmoves())
    }

    fn is_move_before(&self, ply: usize, read: &Read) -> bool {
        ply > 0 && self.line_of(read, ply - 1).as_deref() == Some(&self.game.moves[ply - 1..ply])
    }
}

/// The boards that a sentence about a claim may be about.
type Boards = Vec<Position>;

/// The only way to read the beginning of a text.
pub fn reading<'t>(pattern: &str, text: &'t str) -> Option<(Vec<Read>, &'t str)> {
    readings(pattern, text).into_iter().next()
}

/// What a piece counts, in centipawns.
fn price(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 300,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}

fn find<'m>(told: &'m AnnotatedMove, role: &str) -> Option<&'m Annotation> {
    told.annotations.iter().find(|annotation| annotation.role == role)
}

/// A sentence about one of the boards; the rest of the text.
pub fn motif<'t>(boards: &[Position], text: &'t str) -> Option<&'t str> {
    for (pattern, holds) in MOTIFS {
        for (reads, rest) in readings(pattern, text) {
            let is_true = |position: &Position| all_stand(position.board(), &reads) && holds(position, &reads);
            if ends(rest) && boards.iter().any(is_true) {
                return Some(rest);
            }
        }
    }
    None
}

/// Whether a new prover proves it, and the checker accepts the proof.
fn is_provable(position: &Position, trigger: Move, goal: Goal) -> bool {
    proven(position, trigger, goal).is_some()
}

/// Whether a new prover leads it into a table that calls it won. A gain is the goal by which a prover
/// asks tables; the claim says what was found there.
fn is_won_by_table(position: &Position, trigger: Move) -> bool {
    proven(position, trigger, Goal::Gain(200)) == Some(Claim::Win)
}

/// What a new prover shows for a goal, if the checker accepts the proof.
fn proven(position: &Position, trigger: Move, goal: Goal) -> Option<Claim> {
    let mut prover = Prover::new(1 << 20).with_probe(&ThreeMen);
    [Width::Forcing, Width::Threats].into_iter().find_map(|width| {
        match prover.stage(position, goal, Some(trigger), width, 20_000).verdict {
            Verdict::Proven(proof) => check(&proof, Some(&ThreeMen)).is_ok().then_some(proof.claim),
            _ => None,
        }
    })
}
