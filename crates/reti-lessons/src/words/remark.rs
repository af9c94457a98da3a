//! What a review says about a move, in words.

use reti_core::chess::{Move, Position};
use reti_search::score::Score;

use super::{Filling, Words};
use crate::{
    claim::{Claim, What},
    judge::Judgement,
    reason::Reason,
    review::{Praise, Reviewed},
};

impl Words {
    /// What players call a judgement.
    pub fn judgement(&self, judgement: Judgement) -> String {
        self.fill(&format!("annotations/{}", judgement.name()), Filling::new())
    }

    /// The comment on a move; empty where there is nothing to say.
    pub fn remark(&self, position: &Position, m: Move, reviewed: &Reviewed, last: Option<&str>) -> String {
        let say = |template: &str, filling: Filling| self.say(&format!("annotations/{template}"), filling);
        if let (Some(fault), Some(lesson)) = (reviewed.fault, &reviewed.lesson) {
            let mut sentences = vec![match (reviewed.best, reviewed.score) {
                (Score::MateIn(moves), score) if !matches!(score, Score::MateIn(_)) => {
                    say("lets-mate-slip", Filling::new().with("judgement", self.judgement(fault)).with("mate", moves))
                }
                _ => say("fault", Filling::new().with("judgement", self.judgement(fault))),
            }];
            sentences.extend(lesson.threats.first().map(|claim| self.answered(claim)));
            sentences.extend(lesson.best.first().map(|claim| self.better(claim)));
            let reason = |claim: &&Claim| match &claim.what {
                What::Reason(reason) => !matches!(reason, Reason::Only { .. }),
                _ => false,
            };
            sentences.extend(lesson.best.iter().find(reason).map(|claim| self.claim(claim)));
            return sentences.join(" ");
        }
        match &reviewed.praise {
            Some(Praise::Punishes(claim)) => {
                let mut sentences =
                    vec![say("punishes", Filling::new().with("mistake", last.unwrap_or_default().to_owned()))];
                sentences.extend(self.uses(claim));
                sentences.join(" ")
            }
            Some(Praise::Finds(claim)) => self.claim(claim),
            None if position.play(m).is_checkmate() => say("mate", Filling::new()),
            None => String::new(),
        }
    }

    /// A claim about what a judged move allows.
    fn answered(&self, claim: &Claim) -> String {
        match &claim.what {
            What::WhyNot(temptation) => self.reply(claim, temptation),
            _ => self.claim(claim),
        }
    }
}
