//! Claims in words: the only place where a claim becomes text.

use reti_core::{
    chess::{Board, Color, File, Move, PieceType, Position, Square},
    ending::Found,
    line::{Line, Use},
    motif::Role,
    value::{balance, worth},
};
use reti_search::{proof::Payoff, score::Score};

use super::{Filling, OTHER_BOARDS, Phrase, Words, rule::Naming, type_name};
use crate::{
    claim::{Assessment, Claim, Ending, Evidence, Judged, View, What, Word},
    defence::{CannotTake, Why},
    judge::Judgement,
    knowledge::{Known, Zugzwang},
    material::{Balance, Kind, regains},
    plan::Plan,
    point::{Point, SCENES, Uses, line_roles},
    reason::{Aid, Evasion, How, Reason},
    temptation::{Lure, Temptation},
};

/// The small mark that says how a claim is known.
pub type Mark = String;

impl Words {
    /// A claim in sentences.
    pub fn claim(&self, claim: &Claim) -> String {
        let sentences = match &claim.what {
            What::Assessment(assessment) => vec![self.assessment(assessment, &claim.evidence)],
            What::Over(ending) => self.over(&claim.base, ending),
            What::Known(known) => {
                let reached = claim.set_up.as_ref().map(|(before, m)| {
                    self.say("endgames/reaches-ending", Filling::new().with("move", before.san(*m)))
                });
                reached.into_iter().chain([self.known(&claim.base, known)]).collect()
            }
            What::Best { .. } => vec![self.with_line("lesson/best", claim)],
            What::Reason(reason) => self.reason(claim, reason),
            What::Wins { view, payoff } => self.wins(claim, *view, *payoff, true),
            What::CannotTake(cannot) => vec![self.cannot_take(claim, cannot)],
            What::IfTaken { payoff } => self.if_taken(claim, *payoff),
            What::WhyNot(temptation) => self.why_not(claim, temptation),
            What::Stands(tactic) => vec![self.tactic(claim.base.board(), tactic)],
            What::Changes { created, tactic } => vec![self.changes(claim, *created, tactic)],
            What::Plan(plan) => self.plan(claim, plan),
            What::Judged(judged) => vec![self.judged(&claim.base, judged)],
        };
        sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The best line of a lesson about another move.
    pub fn better(&self, claim: &Claim) -> String {
        self.with_line("lesson/better", claim)
    }

    /// An alternative that teaches: its line, its evaluation, and what the line uses.
    pub fn alternative(&self, claim: &Claim, score: Score) -> String {
        let filling = Filling::new().with("line", line_of(claim));
        let mut sentences = vec![match score {
            Score::MateIn(moves) => self.say("lesson/alternative-mates", filling.with("mate", moves)),
            Score::MatedIn(moves) => self.say("lesson/alternative-mated", filling.with("mate", moves)),
            score => self.say("lesson/alternative", filling.with("number", number(score))),
        }];
        sentences.extend(self.points(claim));
        sentences.join(" ")
    }

    /// What the opponent answers to a judged move.
    pub fn reply(&self, claim: &Claim, temptation: &Temptation) -> String {
        let filling = Filling::new().with("line", line_of(claim));
        let mut sentences = vec![match (temptation.score, temptation.material) {
            (Score::MatedIn(moves), _) => self.say("lesson/reply-mates", filling.with("mate", moves)),
            (_, Some(lost)) => self.say("lesson/reply-loses", filling.with("lost", self.sum(lost))),
            _ => self.say("lesson/reply", filling),
        }];
        sentences.extend(self.points(claim));
        sentences.join(" ")
    }

    /// The small mark for how a claim is known.
    pub fn mark(&self, evidence: &Evidence) -> Mark {
        self.fill(&format!("lesson/mark-{}", evidence.name()), Filling::new())
    }

    fn with_line(&self, template: &str, claim: &Claim) -> String {
        self.say(template, Filling::new().with("line", line_of(claim)))
    }

    fn assessment(&self, assessment: &Assessment, evidence: &Evidence) -> String {
        let side = assessment.better.map_or(String::new(), |side| self.side(side));
        let filling = Filling::new()
            .with("side", side)
            .with("number", number(assessment.score))
            .with("material", self.material(&assessment.material));
        match (assessment.word, assessment.score, evidence) {
            (Word::Mates, Score::MateIn(moves) | Score::MatedIn(moves), Evidence::Exact(_)) => {
                self.say("endgames/table-win", filling.with("mate", moves))
            }
            (Word::Mates, Score::MateIn(moves) | Score::MatedIn(moves), _) => {
                self.say("lesson/mates", filling.with("mate", moves))
            }
            (word, ..) => self.say(&format!("lesson/{}", word.name()), filling),
        }
    }

    /// The material in chess words.
    pub fn material(&self, balance: &Balance) -> String {
        let filling = |side: Color| {
            Filling::new()
                .with("side", self.side(side))
                .with("surplus", self.some(balance.of_side(side)))
                .with("price", self.some(balance.of_side(!side)))
        };
        match balance.kind() {
            Kind::Level => self.say("lesson/material-level", Filling::new()),
            Kind::Up(side) => self.say("lesson/material-up", filling(side)),
            Kind::ExchangeUp { side, pawns } => {
                let some = |count: i32| {
                    if count > 0 { self.some(&[(PieceType::Pawn, count as usize)]) } else { Phrase::default() }
                };
                let filling =
                    Filling::new().with("side", self.side(side)).with("pawns", some(pawns)).with("price", some(-pawns));
                self.say("lesson/material-exchange", filling)
            }
            Kind::Minor { bishop } => self.say("lesson/material-minor", filling(bishop)),
            Kind::Against(side) => self.say("lesson/material-against", filling(side)),
        }
    }

    fn over(&self, position: &Position, ending: &Ending) -> Vec<String> {
        let filling = || Filling::new().with("side", self.side(position.turn()));
        match ending {
            Ending::Checkmate(tactic) => vec![
                self.tactic(position.board(), tactic),
                self.say("lesson/has-won", Filling::new().with("side", self.side(!position.turn()))),
            ],
            Ending::Stalemate => vec![self.say("lesson/stalemate", filling())],
            Ending::Dead => vec![self.say("lesson/dead", filling())],
        }
    }

    fn known(&self, position: &Position, known: &Known) -> String {
        let side = position.turn();
        let filling = Filling::new().with("side", self.side(side)).with("other", self.side(!side));
        match known {
            Known::Ending(found) => self.ending(position, found),
            Known::Only { m, value } => {
                let template = match value {
                    reti_core::value::Value::Win => "endgames/only-move-wins",
                    _ => "endgames/only-move-draws",
                };
                self.say(template, filling.with("move", position.san(*m)))
            }
            Known::Rule { rule, first, follows } => self.rule(rule, Naming(*first), *follows),
            Known::Zugzwang(Zugzwang::Loss) => self.say("endgames/zugzwang-loss", filling),
            Known::Zugzwang(Zugzwang::Draw) => self.say("endgames/zugzwang-draw", filling),
            Known::Zugzwang(Zugzwang::Both) => self.say("endgames/zugzwang-both", filling),
            Known::Stalemates { before, moves, instead } => {
                let queen = before.san(moves[0]);
                let line = Words::numbered(before, before.fullmoves(), moves);
                let stalemates =
                    self.say("endgames/queen-stalemates", Filling::new().with("queen", queen).with("line", line));
                let Some((m, kind)) = instead.and_then(|m| Some((m, m.promotion()?))) else { return stalemates };
                let filling = Filling::new().with("move", before.san(m)).with("kind", self.a(kind));
                format!("{} {stalemates}", self.say("themes/underpromotion", filling))
            }
        }
    }

    /// A named ending.
    fn ending(&self, position: &Position, found: &Found) -> String {
        let side = |side: Option<Color>| side.map_or(String::new(), |side| self.side(side));
        let mut filling = Filling::new()
            .with("side", side(found.owner))
            .with("other", side(found.owner.map(|owner| !owner)))
            .with("claim_kind", found.claim.name());
        for &role in found.ending.roles {
            let squares: Vec<Square> = found.all(role).collect();
            let named =
                if role == Role::Square { self.squares(&squares) } else { self.pieces(position.board(), &squares) };
            filling = filling.with(role.name(), named);
        }
        self.say(&format!("endings/{}", found.ending.name), filling)
    }

    fn reason(&self, claim: &Claim, reason: &Reason) -> Vec<String> {
        let position = &claim.base;
        let say = |template: &str, filling: Filling| self.say(&format!("lesson/{template}"), filling);
        let after = claim.trigger().map_or_else(|| position.clone(), |m| position.play(m));
        let after_move = &after;
        let piece = |square: Square| self.pieces(after.board(), &[square]);
        let one = |sentence: String| vec![sentence];
        match reason {
            Reason::Wins(payoff) => self.wins(claim, View::Opportunity, *payoff, false),
            Reason::Recaptures(square) => one(say("recaptures", Filling::new().with("square", square.to_string()))),
            Reason::Parries { threat, how, .. } => one(self.parries(position, *threat, *how)),
            Reason::Threatens { payoff, .. } => self.threatens(claim, *payoff),
            Reason::Only { by } => one(say("only", Filling::new().with("percent", percent(*by)))),
            Reason::Attacks(square) => one(say("attacks", Filling::new().with("piece", piece(*square)))),
            Reason::Guards(square) => one(say("guards", Filling::new().with("piece", piece(*square)))),
            Reason::Evades { checker, way } => one(self.evades(position, *checker, *way)),
            Reason::Perpetual => one(say("perpetual", Filling::new())),
            Reason::Castles => one(say("castles", Filling::new())),
            Reason::Prepares { m, aid, ply } => one(self.prepares(&after, *m, *aid, *ply)),
            Reason::Trades(kind) => one(say(&format!("trades-{}", type_name(*kind)), Filling::new())),
            Reason::Creates(tactic) => {
                one(say("creates", Filling::new().with("sentence", self.tactic_inside(after.board(), tactic))))
            }
            Reason::Develops(kind) => one(say(&format!("develops-{}", type_name(*kind)), Filling::new())),
            Reason::Advances(square) => one(say("advances", Filling::new().with("square", square.to_string()))),
            Reason::Aims { piece: from, king } => {
                let near = reti_core::chess::attacks::king_attacks(*king) & after.board().attacks_from(*from);
                let squares: Vec<Square> = near.into_iter().collect();
                let filling = Filling::new().with("piece", piece(*from)).with("king", piece(*king));
                one(say("aims", filling.with("squares", self.squares(&squares))))
            }
            Reason::Reaches { piece: at, before, after } => {
                let filling = Filling::new().with("piece", piece(*at)).with("before", *before).with("after", *after);
                one(say("improves", filling))
            }
            Reason::Takes(square) => {
                let taken = self.pieces(position.board(), &[*square]);
                one(say("takes", Filling::new().with("piece", taken)))
            }
            Reason::Prevents(threat) => {
                let passed = position.pass().unwrap_or_else(|| position.clone());
                let number = passed.fullmoves() + u32::from(passed.turn().is_white());
                one(say("prevents", Filling::new().with("move", Words::numbered(&passed, number, &[*threat]))))
            }
            Reason::Denies { piece: at, square } => {
                one(say("denies", Filling::new().with("piece", piece(*at)).with("square", square.to_string())))
            }
            Reason::Restricts { piece: at, before, after } => {
                let filling = Filling::new().with("piece", piece(*at)).with("before", *before).with("after", *after);
                one(say("restricts", filling))
            }
            Reason::Safer { before, after } => {
                let king = piece(after_move.king(position.turn()));
                one(say("safer", Filling::new().with("king", king).with("before", *before).with("after", *after)))
            }
            Reason::Mobility { before, after } => {
                let side = self.side(position.turn());
                one(say("mobility", Filling::new().with("side", side).with("before", *before).with("after", *after)))
            }
            Reason::Centre(_) => one(say("centre", Filling::new())),
            Reason::KingActive => one(say("king-active", Filling::new())),
            tension => one(self.tension(position, &after, tension)),
        }
    }

    /// What a move does to the tension on the board.
    fn tension(&self, position: &Position, after: &Position, reason: &Reason) -> String {
        let filling = |square: Square| Filling::new().with("piece", self.pieces(after.board(), &[square]));
        let filling = match reason {
            Reason::Unpins { pinner, pinned, behind } => {
                let before = |square: Square| self.pieces(position.board(), &[square]);
                Filling::new()
                    .with("pinner", before(*pinner))
                    .with("pinned", before(*pinned))
                    .with("behind", before(*behind))
            }
            Reason::Saves(square) => {
                let kind = after.board().role_at(*square).map_or_else(Phrase::default, |kind| self.kind(kind));
                Filling::new().with("piece", kind).with("square", square.to_string())
            }
            Reason::Offers(square) => {
                let kind = after.board().role_at(*square).map_or("piece", type_name);
                return self.say(&format!("lesson/offers-{kind}"), filling(*square));
            }
            Reason::Heads { piece, square }
            | Reason::Covers { piece, square }
            | Reason::Restrains { pawn: piece, square } => filling(*piece).with("square", square.to_string()),
            Reason::Avoids(square) => {
                let kind = after.board().role_at(*square).map_or("piece", type_name);
                return self.say(&format!("lesson/avoids-{kind}"), filling(*square));
            }
            Reason::Space(square) => {
                let wing = if square.file() >= File::E { "kingside" } else { "queenside" };
                return self.say(&format!("lesson/space-{wing}"), Filling::new());
            }
            Reason::Sidesteps(square) => {
                let moved = after.board().king_of(position.turn()) != position.board().king_of(position.turn());
                let kind = if moved { "king" } else { "queen" };
                return self.say(&format!("lesson/sidesteps-{kind}"), filling(*square));
            }
            Reason::Challenges(square)
            | Reason::Bars(square)
            | Reason::Airs(square)
            | Reason::Backs(square)
            | Reason::Fixes(square)
            | Reason::Approaches(square)
            | Reason::Storms(square)
            | Reason::Opens(square)
            | Reason::Hunts(square)
            | Reason::Chases(square)
            | Reason::Presses(square) => filling(*square),
            Reason::LineTrades(kind) => {
                return self.say(&format!("lesson/line-trades-{}", type_name(*kind)), Filling::new());
            }
            Reason::Unfolds { before, after } => {
                Filling::new().with("side", self.side(position.turn())).with("before", *before).with("after", *after)
            }
            Reason::Doubles { piece, other }
            | Reason::Dodges { piece, other }
            | Reason::Escorts { piece, pawn: other }
            | Reason::Faces { piece, target: other } => {
                filling(*piece).with("partner", self.pieces(after.board(), &[*other]))
            }
            _ => Filling::new(),
        };
        self.say(&format!("lesson/{}", reason.name()), filling)
    }

    fn threatens(&self, claim: &Claim, payoff: Payoff) -> Vec<String> {
        let filling = Filling::new()
            .with("move", first_of(claim))
            .with("gain", payoff.gain().map_or_else(Phrase::default, |gain| self.sum(gain)))
            .with("mate", payoff.mate().unwrap_or(0));
        let template = match payoff {
            Payoff::Mate(1) => "threatens-mate-now",
            Payoff::Mate(_) => "threatens-mate",
            _ => "threatens",
        };
        let mut sentences = vec![self.say(&format!("lesson/{template}"), filling)];
        let line = claim.played_out();
        let says =
            |point: &&Point| !point.names().contains(&"hanging-piece") && !is_the_gain(&claim.base, point, payoff);
        sentences.extend(claim.points.iter().filter(says).map(|point| self.point(&line, point)).take(1));
        sentences
    }

    fn evades(&self, position: &Position, checker: Square, way: Evasion) -> String {
        let filling = Filling::new().with("piece", self.pieces(position.board(), &[checker]));
        match way {
            Evasion::Takes => self.say("lesson/evades-takes", filling),
            Evasion::Blocks => self.say("lesson/evades-blocks", filling),
            Evasion::Steps => self.say("lesson/evades-steps", filling),
        }
    }

    fn parries(&self, position: &Position, threat: Move, how: How) -> String {
        let passed = position.pass().unwrap_or_else(|| position.clone());
        let number = passed.fullmoves() + u32::from(passed.turn().is_white());
        let filling = Filling::new().with("threat", Words::numbered(&passed, number, &[threat]));
        match how {
            How::Takes => self.say("lesson/parries-takes", filling),
            How::Leaves => self.say("lesson/parries-leaves", filling),
            How::Shuts(square) => self.say("lesson/parries-shuts", filling.with("square", square.to_string())),
            How::Guards(square) => self.say("lesson/parries-guards", filling.with("square", square.to_string())),
            How::Otherwise => self.say("lesson/parries", filling),
        }
    }

    fn prepares(&self, after: &Position, next: Move, aid: Aid, ply: usize) -> String {
        let waiting = after.pass().unwrap_or_else(|| after.clone());
        // The next move of the same side is at the second ply.
        let later = ply.saturating_sub(2) as u32 / 2;
        let number = after.fullmoves() + u32::from(waiting.turn().is_white()) + later;
        let filling = Filling::new().with("move", Words::numbered(&waiting, number, &[next]));
        match aid {
            Aid::Clears => self.say("lesson/prepares-castling", filling),
            Aid::MakesWay => self.say("lesson/prepares-way", filling),
            Aid::Supports => self.say("lesson/prepares-support", filling),
        }
    }

    /// What a move wins, from a point of view, and what its line uses; the line itself unless it is told
    /// already.
    fn wins(&self, claim: &Claim, view: View, payoff: Payoff, with_line: bool) -> Vec<String> {
        let position = &claim.base;
        let Some(trigger) = claim.trigger() else { return Vec::new() };
        let verb = match view {
            View::Opportunity => "",
            View::Threat => "threatens",
            View::Allowed(_) => "allows",
            View::Missed => "missed",
        };
        let rest = match (payoff, verb) {
            (Payoff::Mate(1), "") => "mates-now",
            (Payoff::Mate(_), "") => "mates",
            (Payoff::Gain(_), "") => "wins",
            (Payoff::Win, "") => "wins-by-table",
            (Payoff::Mate(1), _) => "-mate-now",
            (Payoff::Mate(_), _) => "-mate",
            (Payoff::Gain(_), _) => "",
            (Payoff::Win, _) => "-by-table",
        };
        let calculated = matches!(claim.evidence, Evidence::Calculated(_)) && payoff.gain().is_some();
        let regains = payoff.gain().is_some_and(|gain| regains(position, gain));
        // A move that took something itself allows a gain for what it took.
        let price = claim.set_up.as_ref().and_then(|(_, m)| m.capture()).map_or(0, worth);
        let template = match (calculated, view) {
            (_, View::Allowed(_)) if price > 0 && payoff.gain().is_some() => "claims/allows-for".to_owned(),
            (_, View::Opportunity) if regains => "lesson/wins-back".to_owned(),
            (true, View::Opportunity) => "lesson/wins-calculated".to_owned(),
            (true, View::Threat) => "lesson/threatens-calculated".to_owned(),
            _ => format!("claims/{verb}{rest}"),
        };
        let played = match (view, &claim.set_up) {
            (View::Allowed(m), Some((before, _))) => before.san(m),
            _ => String::new(),
        };
        let filling = Filling::new()
            .with("move", position.san(trigger))
            .with("side", self.side(position.turn()))
            .with("other", self.side(!position.turn()))
            .with("played", played)
            .with("gain", payoff.gain().map_or_else(Phrase::default, |gain| self.sum(gain)))
            .with("price", self.sum(price))
            .with("mate", payoff.mate().unwrap_or(0));
        let mut sentences = vec![self.say(&template, filling)];
        let (end, during): (Vec<&Point>, Vec<&Point>) = claim.points.iter().partition(|point| point.at_end());
        let line = claim.played_out();
        let is_known = |point: &Point| regains && point.names().contains(&"hanging-piece");
        // What is vague says nothing about how material is won.
        let is_vague = |point: &Point| {
            let late = point.ply().is_some_and(|ply| ply > 0) && point.names().contains(&"clearance");
            payoff.mate().is_none() && (late || point.names().contains(&"exposed-king"))
        };
        let said = |point: &&&Point| !(is_known(point) || is_vague(point) || is_the_gain(position, point, payoff));
        sentences.extend(during.iter().filter(said).map(|point| self.point(&line, point)));
        if with_line && claim.line.len() > 1 {
            sentences.push(self.with_line("claims/best-defence", claim));
        }
        // A mate is named where it happens, at the end of the line.
        sentences.extend(end.iter().map(|point| self.point(&line, point)));
        sentences
    }

    fn cannot_take(&self, claim: &Claim, cannot: &CannotTake) -> String {
        let after = claim.trigger().map_or_else(|| claim.base.clone(), |m| claim.base.play(m));
        let board = after.board();
        let filling = Filling::new()
            .with("piece", self.pieces(board, &[cannot.piece]))
            .with("square", self.squares(&[cannot.square]));
        match &cannot.why {
            Why::Pinned(pinner) => {
                let king = after.king(after.turn());
                let filling =
                    filling.with("pinner", self.pieces(board, &[*pinner])).with("king", self.pieces(board, &[king]));
                self.say("claims/cannot-take-pinned", filling)
            }
            Why::Guarded(guards) => {
                self.say("claims/cannot-take-guarded", filling.with("guard", self.pieces(board, guards)))
            }
        }
    }

    fn if_taken(&self, claim: &Claim, payoff: Option<Payoff>) -> Vec<String> {
        let [first, reply, rest @ ..] = &claim.line[..] else { return Vec::new() };
        let after = claim.base.play(*first);
        let later = after.play(*reply);
        let filling = Filling::new()
            .with("move", claim.base.san(*first))
            .with("reply", Words::numbered(&after, after.fullmoves(), &[*reply]))
            .with("line", Words::numbered(&later, later.fullmoves(), rest))
            .with("gain", payoff.and_then(Payoff::gain).map_or_else(Phrase::default, |gain| self.sum(gain)))
            .with("mate", payoff.and_then(Payoff::mate).unwrap_or(0));
        // The proof of the whole move shows the line; one of the answer alone says what it wins.
        let of_answer = claim.evidence.proof().is_some_and(|proof| proof.position == later);
        let template = match payoff {
            Some(Payoff::Mate(1)) if of_answer => "claims/if-mates-now",
            Some(Payoff::Mate(_)) if of_answer => "claims/if-mates",
            Some(Payoff::Gain(_)) if of_answer => "claims/if-wins",
            _ => "claims/if-taken",
        };
        let mut sentences = vec![self.say(template, filling)];
        // What the first move is, whatever the reply, is told with it; here what the answer shows.
        let line = claim.played_out();
        let always = ["promotion", "underpromotion", "en-passant", "advanced-pawn"];
        let answers = |point: &&Point| match &point.uses {
            Uses::Theme { uses, .. } => uses.first().is_some_and(|used| {
                let name = &used.motif.name;
                !SCENES.contains(name) && (!always.contains(name) || used.ply >= line.first() + 2)
            }),
            Uses::Mate(_) => true,
            Uses::Takes(_) | Uses::Creates(_) => false,
        };
        let told = claim.points.iter().filter(answers).map(|point| self.point(&line, point));
        sentences.extend(told.filter(|text| !text.is_empty()).take(3));
        sentences
    }

    fn why_not(&self, claim: &Claim, temptation: &Temptation) -> Vec<String> {
        let Some((before, m)) = &claim.set_up else { return Vec::new() };
        let mut sentences = Vec::new();
        if let Lure::Takes { square, attackers, guards } = temptation.lure {
            let times = |count: usize| self.fill(&format!("words/times-{}", count.min(8)), Filling::new());
            let filling = Filling::new()
                .with("piece", self.pieces(before.board(), &[square]))
                .with("attackers", times(attackers))
                .with("guards", times(guards));
            sentences.push(self.say("lesson/why-not-takes", filling));
        }
        let filling = Filling::new()
            .with("move", Words::numbered(before, before.fullmoves(), &[*m]))
            .with("line", line_of(claim));
        sentences.push(match (temptation.score, temptation.material) {
            (Score::MatedIn(moves), _) => self.say("lesson/why-not-mated", filling.with("mate", moves)),
            (_, Some(lost)) => self.say("lesson/why-not-loses", filling.with("lost", self.sum(lost))),
            (score, None) if score.rank() >= 0 => self.say("lesson/why-not-slips", filling),
            _ => self.say("lesson/why-not", filling),
        });
        sentences.extend(self.points(claim));
        sentences
    }

    fn changes(&self, claim: &Claim, created: bool, tactic: &reti_core::tactic::Tactic) -> String {
        let Some((before, m)) = &claim.set_up else { return String::new() };
        let filling =
            Filling::new().with("played", before.san(*m)).with("sentence", self.tactic(claim.base.board(), tactic));
        self.say(if created { "claims/created" } else { "claims/resolved" }, filling)
    }

    fn plan(&self, claim: &Claim, plan: &Plan) -> Vec<String> {
        let (base, piece) = (&claim.base, |square: Square| self.pieces(claim.base.board(), &[square]));
        match plan {
            Plan::Travels { way, .. } => vec![self.way(base, way)],
            Plan::Pushes { from, to } => {
                let filling = Filling::new().with("piece", piece(*from)).with("square", to.to_string());
                vec![self.say("lesson/plan-pushes", filling)]
            }
            Plan::Castles => vec![self.say("lesson/plan-castles", Filling::new())],
            Plan::TwoGoals { way, stopped, supported, queens } => {
                let line = |moves: &[Move]| Words::numbered(base, base.fullmoves(), moves);
                let stops = Filling::new().with("lost", piece(*supported)).with("pawn", piece(*stopped));
                let goes_on = Filling::new().with("pawn", piece(*supported)).with("line", line(queens));
                vec![
                    self.way(base, way),
                    self.say("lesson/plan-stops", stops.with("line", line(&claim.line))),
                    self.say("lesson/plan-queens", goes_on),
                ]
            }
        }
    }

    /// The way of a piece to where it wants to be.
    fn way(&self, position: &Position, way: &[Square]) -> String {
        let (Some(from), Some(to)) = (way.first(), way.last()) else { return String::new() };
        let over: Vec<String> = way[1..way.len() - 1].iter().map(ToString::to_string).collect();
        let filling = Filling::new()
            .with("piece", self.pieces(position.board(), &[*from]))
            .with("square", to.to_string())
            .with("over", self.list(&over));
        self.say("lesson/plan-travels", filling)
    }

    fn judged(&self, position: &Position, judged: &Judged) -> String {
        let name = Words::numbered(position, position.fullmoves(), &[judged.played]);
        let filling = Filling::new().with("move", name).with("percent", percent(judged.loss));
        match (judged.best, judged.score) {
            (Score::MateIn(moves), Score::Centipawns(_)) if judged.judgement.is_fault() => {
                self.say("lesson/judged-mate-lost", filling.with("mate", moves))
            }
            (Score::Centipawns(_), Score::MatedIn(moves)) if judged.judgement.is_fault() => {
                let filling = filling.with("other", self.side(!position.turn())).with("mate", moves);
                self.say(&format!("lesson/judged-{}-mated", judged.judgement.name()), filling)
            }
            (Score::MatedIn(best), Score::MatedIn(moves)) if moves < best => {
                let filling = filling.with("other", self.side(!position.turn())).with("mate", moves);
                self.say("lesson/judged-hastens", filling.with("best", best))
            }
            _ => {
                let word = match judged.judgement {
                    Judgement::Good if judged.loss >= PLAYABLE => "playable",
                    other => other.name(),
                };
                self.say(&format!("lesson/judged-{word}"), filling)
            }
        }
    }

    /// What a claim's line uses, in sentences.
    pub fn uses(&self, claim: &Claim) -> Option<String> {
        Some(self.points(claim).join(" ")).filter(|text| !text.is_empty())
    }

    /// What a claim's line uses, a sentence each.
    fn points(&self, claim: &Claim) -> Vec<String> {
        let line = claim.played_out();
        let told = claim.points.iter().filter(|point| !matches!(point.uses, Uses::Takes(_)));
        told.map(|point| self.point(&line, point)).filter(|text| !text.is_empty()).collect()
    }

    fn point(&self, line: &Line, point: &Point) -> String {
        match &point.uses {
            Uses::Theme { uses, also } => self.theme(line, uses, also),
            Uses::Takes(square) => {
                let Some(step) = line.step(line.first()) else { return String::new() };
                let piece = self.pieces(step.before.board(), &[*square]);
                self.say("claims/takes", Filling::new().with("move", step.before.san(step.m)).with("piece", piece))
            }
            Uses::Creates(tactic) => {
                let board = line.step(line.first()).map(|step| step.after.board());
                board.map_or(String::new(), |board| self.tactic(board, tactic))
            }
            Uses::Mate(tactic) => self.tactic(line.end().board(), tactic),
        }
    }

    /// What a line uses, in a sentence about the first of these uses; `also` are the other motifs of the line.
    pub fn theme(&self, line: &Line, uses: &[Use], also: &[&'static str]) -> String {
        let Some(used) = uses.first() else { return String::new() };
        // Checks by another piece than the one that moved; none if the use that is told gives no such check.
        let uncovers =
            |used: &Use| line.positions()[used.ply + 1].checkers().without(line.moves()[used.ply].to()).any();
        let checks = if uncovers(used) { uses.iter().filter(|used| uncovers(used)).count() } else { 0 };
        let positions = line.positions();
        let board = |offset: usize| positions.get(used.ply + offset).unwrap_or(line.end()).board();
        let start = positions[line.first()].board();
        let boards: [&Board; 4] = [start, board(0), board(2), board(3)];
        let others: Vec<(&'static str, &Board)> = OTHER_BOARDS.into_iter().zip(boards).collect();
        let m = line.moves()[used.ply];
        let solver = line.solver();
        let balance = |position: &Position| balance(position.board(), solver);
        let given = balance(&positions[line.first()]) - balance(&positions[used.ply + 1]);
        // A pawn or two that are down for a moment amid a line are no sacrifice that one speaks of.
        if used.motif.name == "sacrifice" && used.ply > line.first() && given < worth(PieceType::Knight) {
            return String::new();
        }
        let kind = m.promotion().map_or_else(Phrase::default, |kind| self.a(kind));
        let mut filling = Filling::new()
            .with("move", positions[used.ply].san(m))
            .with("side", self.side(solver))
            .with("given", self.sum(given))
            .with("kind", kind)
            .with("checks", checks)
            .with("also", also.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
        for &role in line_roles(used.motif) {
            let squares: Vec<Square> = used.cast.all(role).collect();
            filling = filling.with(role.name(), self.pieces_on(board(1), &others, &squares));
        }
        self.say(&format!("themes/{}", used.motif.name), filling)
    }
}

/// Points from which on a move that is no fault is not called good.
const PLAYABLE: f64 = 2.0;

/// A score for White in pawns: `+0.35`.
pub fn number(score: Score) -> String {
    let centipawns = score.centipawns();
    let centipawns = if let Score::Centipawns(score) = score { score } else { centipawns };
    let sign = if centipawns < 0 { "-" } else { "+" };
    format!("{sign}{}.{:02}", centipawns.abs() / 100, centipawns.abs() % 100)
}

/// Whether a point says only that the man is taken which the gain speaks of already.
fn is_the_gain(position: &Position, point: &Point, payoff: Payoff) -> bool {
    let Uses::Takes(square) = point.uses else { return false };
    position.board().role_at(square).is_some_and(|taken| payoff.gain() == Some(worth(taken)))
}

fn percent(points: f64) -> String {
    format!("{points:.0}")
}

/// A claim's line with numbers; a threat of White against Black to move belongs to the next move.
fn line_of(claim: &Claim) -> String {
    Words::numbered(&claim.base, number_of(claim), &claim.line)
}

fn first_of(claim: &Claim) -> String {
    Words::numbered(&claim.base, number_of(claim), &claim.line[..claim.line.len().min(1)])
}

/// The number of the first move of a claim's line.
pub fn number_of(claim: &Claim) -> u32 {
    let after_pass =
        matches!(claim.what, What::Wins { view: View::Threat, .. } | What::Reason(Reason::Threatens { .. }));
    claim.base.fullmoves() + u32::from(after_pass && claim.base.turn().is_white())
}
