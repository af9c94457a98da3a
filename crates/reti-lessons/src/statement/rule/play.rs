//! Mates, gains and threats: what must be played out.
//!
//! A yes needs a proof, and for material also an advisor who does not see it lost again. A no needs either
//! an exhausted search (mates in so many moves) or an advisor whose line and score leave no room for what
//! was said. Everything between is *cannot tell*.

use reti_core::{
    chess::{Color, Move, Position},
    exchange::see_exact,
    value::{balance, worth},
};
use reti_search::{
    advice::Look,
    proof::{Certificate, Goal, Outcome, Verdict as Proof},
    score::Score,
};

use super::{
    super::{Man, MoveText, Prize, Ruling},
    Checker, Decision, Note, NoteValue, Scene,
};
use crate::{claim::Evidence, threat::settled};

/// The longest mate that is looked for.
const MAX_MATE: u32 = 12;

/// A threat of mate is mate on the next move; one that takes up to so many moves may be meant or not.
const FAR_MATE: u32 = 3;

/// Leads beyond this are not counted on: an advisor's score stops growing with them.
const LARGE: i32 = 600;

impl Checker<'_> {
    fn prove(&mut self, position: &Position, goal: Goal, only: Option<Move>) -> Outcome {
        self.desk.prover().prove(position, goal, only, self.nodes / 10)
    }

    /// What an advisor says, after a move if one is named, for the side to move.
    pub(super) fn look(&mut self, position: &Position, m: Option<Move>) -> Result<Look, super::Stop> {
        Ok(match m {
            Some(m) => self.desk.after(position, m, self.nodes / 2)?,
            None => self.desk.best(position, self.nodes)?,
        })
    }

    pub(super) fn mate_in(
        &mut self,
        scene: &Scene,
        moves: u32,
        color: Option<Color>,
        m: Option<&MoveText>,
    ) -> Decision {
        let here = &scene.position;
        let first = m.map(|m| scene.find_move(m)).transpose()?;
        if here.is_checkmate() || moves == 0 || moves > MAX_MATE {
            let over = here.is_checkmate();
            let note = Note::new(if over { "game-over" } else { "mate-too-long" });
            return Ok(if over { Ruling::no(here, note) } else { Ruling::unsure(here, note) });
        }
        if color.is_some_and(|color| color != here.turn()) {
            return self.mated_in(here, moves);
        }
        let outcome = self.prove(here, Goal::Mate { within: Some(moves) }, first);
        match outcome.verdict {
            Proof::Proven(proof) => {
                if moves > 1 {
                    let sooner = self.prove(here, Goal::Mate { within: Some(moves - 1) }, first);
                    match sooner.verdict {
                        Proof::Proven(proof) => return Ok(mate(here, "mate-sooner", *proof).denied()),
                        Proof::Unknown => return Ok(Ruling::unsure(here, Note::new("not-decided"))),
                        Proof::Refuted(_) => {}
                    }
                }
                Ok(mate(here, "mate-in", *proof))
            }
            Proof::Refuted(_) => self.no_mate(here, first),
            Proof::Unknown => Ok(Ruling::unsure(here, Note::new("not-decided"))),
        }
    }

    /// Whether the side to move is mated in so many moves whatever it plays.
    fn mated_in(&mut self, here: &Position, moves: u32) -> Decision {
        let mut slowest: Option<(Move, Box<Certificate>)> = None;
        for m in here.legal_moves() {
            let after = here.play(m);
            let outcome = self.prove(&after, Goal::Mate { within: Some(moves) }, None);
            match outcome.verdict {
                Proof::Proven(proof) => {
                    if slowest.as_ref().is_none_or(|(_, known)| known.claim.mate() < proof.claim.mate()) {
                        slowest = Some((m, proof));
                    }
                }
                Proof::Refuted(_) => {
                    let note = Note::new("mate-avoided").with("moves", NoteValue::Moves(vec![m]));
                    let look = self.look(here, Some(m))?;
                    let mates = matches!(look.score, Score::MatedIn(in_moves) if in_moves <= moves);
                    let ruling = Ruling::no(here, note).line(look.line()).by(Evidence::of(&look));
                    return Ok(if mates { Ruling::unsure(here, Note::new("not-decided")) } else { ruling });
                }
                Proof::Unknown => return Ok(Ruling::unsure(here, Note::new("not-decided"))),
            }
        }
        let Some((m, proof)) = slowest else { return Ok(Ruling::unsure(here, Note::new("not-decided"))) };
        let exact = proof.claim.mate() == Some(moves);
        let line: Vec<Move> = [m].into_iter().chain(proof.line()).collect();
        let note = Note::new("mate-in").with("count", NoteValue::Count(u64::from(proof.claim.mate().unwrap_or(moves))));
        let note = note.with("moves", NoteValue::Moves(line.clone()));
        Ok(Ruling::if_so(exact, here, note).line(&line).by(Evidence::Proven(proof)))
    }

    /// No mate was found by a search that tried everything; the advisor's line shows how it goes on.
    fn no_mate(&mut self, here: &Position, first: Option<Move>) -> Decision {
        let look = self.look(here, first)?;
        let note = Note::new("no-mate").with("moves", NoteValue::Moves(look.line().to_vec()));
        Ok(Ruling::no(here, note).line(look.line()).by(Evidence::of(&look)))
    }

    pub(super) fn forced_mate(&mut self, scene: &Scene, color: Option<Color>, m: Option<&MoveText>) -> Decision {
        let here = &scene.position;
        let side = color.unwrap_or(here.turn());
        let first = m.map(|m| scene.find_move(m)).transpose()?;
        if side == here.turn()
            && let Proof::Proven(proof) = self.prove(here, Goal::Mate { within: None }, first).verdict
        {
            return Ok(mate(here, "mate-in", *proof));
        }
        let look = self.look(here, first)?;
        let score = if side == here.turn() { look.score } else { look.score.turned() };
        let note = |name| Note::new(name).with("moves", NoteValue::Moves(look.line().to_vec()));
        Ok(match score {
            Score::MateIn(_) => Ruling::yes(here, note("mate-seen")).line(look.line()).by(Evidence::of(&look)),
            score if score.rank() < LARGE => {
                Ruling::no(here, note("no-mate")).line(look.line()).by(Evidence::of(&look))
            }
            _ => Ruling::unsure(here, Note::new("not-decided")),
        })
    }

    pub(super) fn wins_material(
        &mut self,
        scene: &Scene,
        what: Prize,
        color: Option<Color>,
        m: Option<&MoveText>,
    ) -> Decision {
        let here = &scene.position;
        let side = color.unwrap_or(here.turn());
        if what == Prize::Mate {
            return self.forced_mate(scene, color, m);
        }
        if m.is_some() && side != here.turn() {
            return self.threatens(scene, Some(what), None, Some(side), m);
        }
        let first = m.map(|m| scene.find_move(m)).transpose()?;
        let (nominal, least) = what.worth();
        let mut proof = Proof::Unknown;
        if side == here.turn() {
            proof = self.prove(here, Goal::Gain(nominal), first).verdict;
            if !matches!(proof, Proof::Proven(_)) && least < nominal {
                // The named piece falls, and something was paid for it.
                let cheaper = self.prove(here, Goal::Gain(least), first);
                if cheaper.proof().is_some_and(|proof| falls(proof, what)) {
                    proof = cheaper.verdict;
                }
            }
        }
        let look = self.look(here, first)?;
        let seen = Seen::new(here, &look, side);
        Ok(match proof {
            Proof::Proven(proof) if seen.allows(proof.claim.gain().unwrap_or(nominal).min(nominal)) => {
                let line = proof.line();
                let note = Note::new("wins").with("moves", NoteValue::Moves(line.clone()));
                let note = note.with("gain", NoteValue::Sum(proof.claim.gain().unwrap_or(nominal)));
                Ruling::yes(here, note).line(&line).by(Evidence::Proven(proof))
            }
            Proof::Proven(_) => Ruling::unsure(here, Note::new("gain-doubted")).line(look.line()),
            _ => seen.ruling(here, &look, nominal, least),
        })
    }

    pub(super) fn loses_material(&mut self, scene: &Scene, what: Prize, m: &MoveText) -> Decision {
        let here = &scene.position;
        let m = scene.find_move(m)?;
        let after = here.play(m);
        if what == Prize::Mate {
            return self.forced_mate(&Scene::new(&after), Some(after.turn()), None);
        }
        let (nominal, least) = what.worth();
        let taken = m.capture().map_or(0, worth);
        let proof = self.prove(&after, Goal::Gain(nominal + taken), None).verdict;
        let look = self.look(here, Some(m))?;
        // Seen from before the move, by the side that gains.
        let seen = Seen::new(here, &look, after.turn());
        Ok(match proof {
            Proof::Proven(proof) if seen.allows(nominal) => {
                let line: Vec<Move> = [m].into_iter().chain(proof.line()).collect();
                let note = Note::new("loses").with("moves", NoteValue::Moves(line.clone()));
                Ruling::yes(here, note).line(&line).by(Evidence::Proven(proof))
            }
            _ => seen.ruling(here, &look, nominal, least),
        })
    }

    pub(super) fn threatens(
        &mut self,
        scene: &Scene,
        what: Option<Prize>,
        target: Option<&Man>,
        color: Option<Color>,
        m: Option<&MoveText>,
    ) -> Decision {
        let here = &scene.position;
        let side = color.unwrap_or_else(|| match m.map(|m| scene.find_move(m)) {
            Some(Ok(_)) => here.turn(),
            _ => !here.turn(),
        });
        let turned = if side == here.turn() { Some(here.clone()) } else { here.pass() };
        let Some(turned) = turned else {
            return Ok(Ruling::unsure(here, Note::new("in-check").side(here.turn())));
        };
        let turned = Scene::new(&turned);
        let base = &turned.position;
        if let Some(target) = target {
            return turned.threatens_piece(target, side);
        }
        let first = m.map(|m| turned.find_move(m)).transpose()?;
        let mates = m.is_some_and(|m| m.0.ends_with('#'));
        match (what, first) {
            (None, Some(first)) if !mates => self.threatens_move(&turned, first),
            (Some(Prize::Mate) | None, first) => {
                if let Some(first) = first.filter(|first| base.play(*first).is_checkmate()) {
                    let note = Note::new("mates").with("moves", NoteValue::Moves(vec![first]));
                    return Ok(Ruling::yes(base, note).line(&[first]));
                }
                if let Proof::Proven(proof) = self.prove(base, Goal::Mate { within: Some(1) }, first).verdict {
                    return Ok(mate(base, "mate-in", *proof));
                }
                match self.prove(base, Goal::Mate { within: Some(FAR_MATE) }, first).verdict {
                    Proof::Proven(proof) => Ok(Ruling::unsure(base, Note::new("mate-far")).line(&proof.line())),
                    // Where the proof is too large the advisor looks; a mate that neither sees is no threat.
                    Proof::Refuted(_) | Proof::Unknown => {
                        let look = self.look(base, first)?;
                        let mates = matches!(look.score, Score::MateIn(_));
                        let note = Note::new("no-mate").with("moves", NoteValue::Moves(look.line().to_vec()));
                        let no = Ruling::no(base, note).line(look.line()).by(Evidence::of(&look));
                        Ok(if mates { Ruling::unsure(base, Note::new("mate-far")) } else { no })
                    }
                }
            }
            (Some(what), _) => self.wins_material(&turned, what, Some(side), m),
        }
    }

    /// Whether a move, were it played, would win something.
    fn threatens_move(&mut self, scene: &Scene, first: Move) -> Decision {
        let base = &scene.position;
        let gain = see_exact(base, first);
        let exchange = Evidence::Exchange { square: first.to(), gain };
        let note = |name| {
            let note = Note::new(name).with("moves", NoteValue::Moves(vec![first]));
            note.with("gain", NoteValue::Sum(gain))
        };
        if base.play(first).is_checkmate() {
            return Ok(Ruling::yes(base, note("mates")).line(&[first]));
        }
        if first.is_capture() && gain >= 100 {
            return Ok(Ruling::yes(base, note("move-gains")).line(&[first]).by(exchange));
        }
        if let Proof::Proven(proof) = self.prove(base, Goal::Gain(100), Some(first)).verdict {
            let line = proof.line();
            let note = Note::new("wins").with("moves", NoteValue::Moves(line.clone()));
            let note = note.with("gain", NoteValue::Sum(proof.claim.gain().unwrap_or(100)));
            return Ok(Ruling::yes(base, note).line(&line).by(Evidence::Proven(proof)));
        }
        let look = self.look(base, Some(first))?;
        let seen = Seen::new(base, &look, base.turn());
        Ok(match gain {
            ..=-100 if seen.excludes(100) => {
                Ruling::no(base, note("move-loses")).line(look.line()).by(Evidence::of(&look))
            }
            _ => Ruling::unsure(base, note("threat-perhaps")),
        })
    }
}

impl Scene {
    /// Whether a side could take a piece at a profit.
    fn threatens_piece(&self, target: &Man, side: Color) -> Decision {
        let (square, owner) = self.find_piece(target, Some(!side))?;
        if self.board().kings().contains(square) {
            return Ok(Ruling::unsure(&self.position, Note::new("trapped-king").pieces("piece", [square])));
        }
        let attackers = self.attackers(square, side);
        let price = self.relations.price(square).filter(|_| owner != side);
        let note = |name| {
            let note = Note::new(name).pieces("target", [square]).pieces("pieces", attackers).side(side);
            note.with("gain", NoteValue::Sum(price.unwrap_or(0)))
        };
        Ok(match price {
            _ if owner == side => {
                Ruling::no(&self.position, Note::new("own-piece").pieces("piece", [square]).pieces("target", [square]))
            }
            _ if attackers.is_empty() => Ruling::no(&self.position, note("attacked-not")),
            Some(gain @ 1..) => Ruling::yes(&self.position, note("hangs")).by(Evidence::Exchange { square, gain }),
            _ => Ruling::unsure(&self.position, note("hangs-not")),
        })
    }
}

/// What an advisor's look says about the material of a side.
struct Seen {
    /// What the side had more before the look.
    lead: i32,
    /// What the line brings it.
    gain: Option<i32>,
    score: Score,
}

impl Seen {
    fn new(position: &Position, look: &Look, side: Color) -> Seen {
        let own = side == position.turn();
        let gain = settled(position, look.line()).map(|(_, gain)| if own { gain } else { -gain });
        let score = if own { look.score } else { look.score.turned() };
        Seen { lead: balance(position.board(), side), gain, score }
    }

    /// Whether the score has room for this gain: half of it shows, at least.
    fn allows(&self, gain: i32) -> bool {
        let wanted = (self.lead + gain.min(500)).min(LARGE);
        self.score.rank() >= wanted / 2 + 50 * wanted.signum() || self.lead <= -LARGE
    }

    /// Whether neither the score nor the line has room for this gain.
    fn excludes(&self, gain: i32) -> bool {
        let open = self.lead.abs() <= LARGE && !matches!(self.score, Score::MateIn(_));
        open && self.score.rank() < self.lead + gain / 2 && self.gain.is_none_or(|seen| seen < gain)
    }

    fn ruling(&self, base: &Position, look: &Look, nominal: i32, least: i32) -> Ruling {
        let note = |name| {
            let note = Note::new(name).with("moves", NoteValue::Moves(look.line().to_vec()));
            note.with("gain", NoteValue::Sum(self.gain.unwrap_or(0)))
        };
        let calculated = Evidence::of(look);
        if self.excludes(least) {
            return Ruling::no(base, note("gains-not")).line(look.line()).by(calculated);
        }
        if self.gain.is_some_and(|gain| gain >= nominal) && self.allows(nominal) {
            return Ruling::yes(base, note("gains")).line(look.line()).by(calculated);
        }
        Ruling::unsure(base, note("gain-perhaps")).line(look.line())
    }
}

/// Whether the attacker takes the named piece in the line of a proof.
fn falls(proof: &Certificate, what: Prize) -> bool {
    let mut here = proof.position.clone();
    let side = here.turn();
    for m in proof.line() {
        let taken = m.capture().and_then(Prize::of);
        if here.turn() == side && taken == Some(what) {
            return true;
        }
        here = here.play(m);
    }
    false
}

/// A proven mate.
fn mate(base: &Position, name: &'static str, proof: Certificate) -> Ruling {
    let line = proof.line();
    let moves = u64::from(proof.claim.mate().unwrap_or(0));
    let note = Note::new(name).with("count", NoteValue::Count(moves)).with("moves", NoteValue::Moves(line.clone()));
    Ruling::yes(base, note).line(&line).by(Evidence::Proven(Box::new(proof)))
}
