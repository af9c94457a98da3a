//! What to say about a move, if anything.
//!
//! Four things are worth a sentence: the mover *missed* what was proven before the move, *allowed*
//! what is proven for the opponent after it, *found* what was proven, or *punished* what the move
//! before allowed. A claim is only told with its proof; where the evaluator alone is unhappy, the
//! sentence says that it is its opinion. What was said one or two plies ago is not said again.

use reti_core::chess::{Move, Position};
use reti_search::proof::Claim;

use super::{
    chance::{Judgement, Step},
    proven::{Proven, kind, numbered, taken},
};
use crate::{
    sentence::{Filling, Words},
    wire,
};

/// What is known about a move when its comment is written.
pub(super) struct Moment<'a> {
    /// The position before it.
    pub before: &'a Position,
    /// The move.
    pub played: Move,
    /// What it lost.
    pub step: &'a Step,
    pub judgement: Option<Judgement>,
    /// What the evaluator would play, from the position before.
    pub best_line: &'a [Move],
    /// What is proven for the mover before the move.
    pub mine: &'a [Proven],
    /// What is proven for the opponent after it.
    pub theirs: &'a [Proven],
    /// What the evaluator would reply.
    pub best_reply: Option<Move>,
    /// The reply, if it was itself judged to be bad.
    pub bad_reply: Option<Move>,
    /// What the mover has lost in the last plies, in centipawns.
    pub taken_before: i32,
    /// Whether the mover was winning anyway before the opponent's last move.
    pub was_won: bool,
    /// How the evaluator is called.
    pub evaluator: &'a str,
    /// The language.
    pub words: &'a Words,
}

/// What is said about a move.
#[derive(Clone, Debug, Default)]
pub(super) struct Remark {
    pub text: String,
    pub annotations: Vec<wire::Annotation>,
    /// Lines from the position before the move, each with the claim whose shapes belong to its first
    /// move.
    pub lines: Vec<(Vec<Move>, Option<wire::Claim>)>,
    /// Marks for the position after the move.
    pub shapes: Vec<wire::Shape>,
}

/// What was said lately.
#[derive(Default)]
pub(super) struct Memory {
    /// What the last move was said to allow.
    allowed: Option<(String, Proven)>,
    /// Sentences of the last two plies.
    recent: Vec<(usize, String)>,
    /// For each side, when it was last said to have found something, and how strong that was.
    found: [Option<(usize, i64)>; 2],
}

/// A proven gain is worth telling if this much is left of it after what was taken meanwhile.
const LEAST_NET: i32 = 200;
/// For so many plies a side is not praised again for the same thing.
const PRAISE_LASTS: usize = 8;

/// Writes the comment of ply `ply`.
pub(super) fn remark(moment: &Moment<'_>, ply: usize, memory: &mut Memory) -> Remark {
    let words = moment.words;
    let say = |template: &str, filling: Filling| words.say(&format!("annotations/{template}"), filling);
    let mut remark = Remark::default();
    let mut sentences: Vec<String> = Vec::new();
    let earlier = memory.allowed.take();
    let mine = moment.mine.iter().find(|proven| proven.trigger() == moment.played);
    if let Some(judgement) = moment.judgement {
        let missed = missed(moment);
        let allowed = preferred(moment.theirs, moment.best_reply)
            .filter(|proven| net(proven.claim(), taken(moment.played)) >= LEAST_NET)
            // Material is won for sure, and yet it was the wrong thing to do: no lesson.
            .filter(|proven| proven.claim().gain().is_none() || Some(proven.trigger()) != moment.bad_reply);
        judged(moment, judgement, missed, allowed, earlier.as_ref(), &mut sentences, &mut remark);
        if let Some(proven) = allowed {
            memory.allowed = Some((numbered(moment.before, moment.played), proven.clone()));
        }
    } else if let Some(proven) = mine {
        let side = usize::from(moment.before.turn().is_black());
        let strength = proven.claim().strength();
        let is_news = memory.found[side]
            .is_none_or(|(last, known)| ply > last + PRAISE_LASTS || strength > known + i64::from(LEAST_NET));
        if let Some((mistake, allowed)) = &earlier {
            // Another move that wins as much punishes too; taking back is no merit.
            let as_much = strength + i64::from(LEAST_NET) > allowed.claim().strength();
            let takes_back = moment.taken_before > 0 && proven.is_obvious();
            if as_much && !takes_back {
                sentences.push(say("punishes", Filling::new().with("mistake", mistake.clone())));
                remark.praise("punished", proven, words);
            }
        } else if is_news
            && !moment.was_won
            && net(proven.claim(), moment.taken_before) >= LEAST_NET
            && !proven.is_obvious()
            && moment.best_line_agrees()
        {
            sentences.push(match proven.claim() {
                Claim::Mate(1) => say("mate", Filling::new()),
                _ => say("found", Filling::new().with("promise", proven.promise(words))),
            });
            sentences.extend(proven.points(words));
            remark.praise("found", proven, words);
        }
        if !remark.annotations.is_empty() {
            memory.found[side] = Some((ply, strength));
        }
    }
    // Where the opponent could have been punished by another move, the line is shown.
    if let Some((_, allowed)) = earlier
        && allowed.trigger() != moment.played
        && remark.lines.iter().all(|(line, _)| line.first() != Some(&allowed.trigger()))
    {
        remark.lines.push((allowed.line(), Some(allowed.wire(words))));
    }
    memory.recent.retain(|(at, _)| at + 2 >= ply);
    sentences.retain(|sentence| memory.recent.iter().all(|(_, known)| known != sentence));
    memory.recent.extend(sentences.iter().map(|sentence| (ply, sentence.clone())));
    remark.text = sentences.join(" ");
    remark
}

impl Moment<'_> {
    /// Whether the evaluator has nothing against the move.
    fn best_line_agrees(&self) -> bool {
        self.best_line.first() == Some(&self.played) || self.step.loss() < 0.05
    }
}

impl Remark {
    fn praise(&mut self, role: &'static str, proven: &Proven, words: &Words) {
        let claim = proven.wire(words);
        // The trigger has been played: its arrow would start from an empty square.
        self.shapes.extend(claim.shapes.iter().filter(|shape| shape.to.is_none()).cloned());
        self.annotations.push(wire::Annotation { role, claim });
    }
}

/// What a claim brings beyond what was taken already; mates and won endings always count.
fn net(claim: Claim, taken: i32) -> i32 {
    claim.gain().map_or(i32::MAX, |gain| gain - taken)
}

/// The strongest claim; among gains of material the one that the evaluator agrees with.
fn preferred(proven: &[Proven], best: Option<Move>) -> Option<&Proven> {
    let first = proven.first()?;
    let agreed = proven.iter().find(|proven| Some(proven.trigger()) == best);
    Some(agreed.filter(|_| first.claim().gain().is_some()).unwrap_or(first))
}

/// What the mover could have had instead.
fn missed<'a>(moment: &Moment<'a>) -> Option<&'a Proven> {
    let best = preferred(moment.mine, moment.best_line.first().copied())?;
    let had = moment.mine.iter().find(|proven| proven.trigger() == moment.played);
    let strength = |proven: &Proven| proven.claim().strength();
    let better = had.is_none_or(|had| strength(best) >= strength(had) + i64::from(LEAST_NET));
    (best.trigger() != moment.played && better && net(best.claim(), taken(moment.played)) >= LEAST_NET).then_some(best)
}

fn judged(
    moment: &Moment<'_>,
    judgement: Judgement,
    missed: Option<&Proven>,
    allowed: Option<&Proven>,
    earlier: Option<&(String, Proven)>,
    sentences: &mut Vec<String>,
    remark: &mut Remark,
) {
    let words = moment.words;
    let name = words.fill(&format!("annotations/{}", judgement.name()), Filling::new());
    let say = |template: &str, filling: Filling| {
        words.say(&format!("annotations/{template}"), filling.with("judgement", name.clone()))
    };
    let told = |proven: &Proven| Filling::new().with("move", proven.numbered()).with("promise", proven.promise(words));
    if let Some(proven) = missed {
        if let Some((mistake, _)) = earlier.filter(|(_, allowed)| allowed.trigger() == proven.trigger()) {
            sentences.push(say("unpunished", Filling::new().with("mistake", mistake.clone())));
        } else {
            sentences.push(say("missed", told(proven)));
            sentences.extend(proven.points(words));
        }
        let claim = proven.wire(words);
        remark.annotations.push(wire::Annotation { role: "missed", claim: claim.clone() });
        remark.lines.push((proven.line(), Some(claim)));
    }
    if let Some(proven) = allowed {
        // What the move itself took is told where the reply wins more.
        let piece = moment.played.capture().filter(|_| proven.claim().gain().is_some());
        let what = told(proven).with("piece", piece.map_or(String::new(), |piece| kind(words, piece)));
        if missed.is_some() {
            sentences.push(say("also-allows", what));
        } else {
            sentences.push(say("allows", what));
            sentences.extend(proven.points(words));
        }
        let claim = proven.wire(words);
        remark.shapes.extend(claim.shapes.iter().cloned());
        remark.annotations.push(wire::Annotation { role: "allowed", claim });
    }
    let Some(&best) = moment.best_line.first().filter(|&&best| best != moment.played) else { return };
    if missed.is_none() {
        remark.lines.push((moment.best_line.iter().copied().take(LONGEST_LINE).collect(), None));
    }
    if missed.is_none() && allowed.is_none() && judgement > Judgement::Inaccuracy {
        let filling = Filling::new().with("evaluator", moment.evaluator).with("move", numbered(moment.before, best));
        sentences.push(say("prefers", filling));
    }
}

/// Plies of a line that only the evaluator stands for.
const LONGEST_LINE: usize = 8;
