//! What a review says about a move, in words.

use reti_core::chess::{Move, Position};
use reti_search::score::Score;

use super::{Filling, Words};
use crate::{
    claim::What,
    judge::Judgement,
    point::Point,
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
        if let Some(fault) = reviewed.fault {
            let mut sentences = vec![match (reviewed.best, reviewed.score) {
                (Score::MateIn(moves), score) if !matches!(score, Score::MateIn(_)) => {
                    say("lets-mate-slip", Filling::new().with("judgement", self.judgement(fault)).with("mate", moves))
                }
                _ => say("fault", Filling::new().with("judgement", self.judgement(fault))),
            }];
            sentences.extend(reviewed.told().into_iter().map(|claim| match &claim.what {
                What::WhyNot(temptation) => self.reply(claim, temptation),
                What::Best { .. } => self.better(claim),
                _ => self.claim(claim),
            }));
            return sentences.join(" ");
        }
        match &reviewed.praise {
            Some(Praise::Punishes(claim)) => {
                let mut sentences =
                    vec![say("punishes", Filling::new().with("mistake", last.unwrap_or_default().to_owned()))];
                // What happens at the end of a line is told only with the line.
                if claim.points.iter().any(Point::at_end) && !position.play(m).is_checkmate() {
                    sentences.push(self.claim(claim));
                } else {
                    sentences.extend(self.uses(claim));
                }
                sentences.join(" ")
            }
            Some(Praise::Finds(claim) | Praise::Only(claim)) => self.claim(claim),
            Some(Praise::Brilliant { lost, .. }) => {
                let filling = Filling::new().with("square", m.to().to_string()).with("lost", self.sum(*lost));
                say("brilliancy", filling)
            }
            None if position.play(m).is_checkmate() => say("mate", Filling::new()),
            None => String::new(),
        }
    }
}
