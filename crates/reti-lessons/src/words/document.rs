//! A lesson in sections: headings and paragraphs, for a terminal, a page or a PGN comment.

use super::{Filling, Mark, Words};
use crate::{
    claim::{Claim, What},
    explain::Lesson,
};

/// A part of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its heading; none for the headline.
    pub heading: Option<String>,
    /// Its paragraphs.
    pub paragraphs: Vec<Paragraph>,
}

/// Sentences that belong together, and how they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// The sentences.
    pub text: String,
    /// How they are known.
    pub mark: Mark,
}

impl Words {
    /// A lesson in sections.
    pub fn lesson(&self, lesson: &Lesson) -> Vec<Section> {
        let judged = lesson.judgement().is_some();
        let fault = lesson.judgement().is_some_and(|judged| judged.judgement.is_fault());
        let mut sections = Vec::new();
        let mut headline: Vec<Paragraph> = lesson.played.iter().map(|claim| self.paragraph(claim)).collect();
        headline.extend(lesson.headline.iter().map(|claim| self.paragraph(claim)));
        sections.push(Section { heading: None, paragraphs: headline });
        let best = match (judged, fault) {
            (false, _) => "best",
            (true, true) => "better",
            (true, false) => "why",
        };
        let threats = if judged { "allowed" } else { "threat" };
        let parts = [(best, self.supported(&lesson.best, judged)), (threats, self.told(&lesson.threats, judged))];
        let order = if judged { [1, 0] } else { [0, 1] };
        for index in order {
            sections.extend(self.section(parts[index].0, parts[index].1.clone()));
        }
        sections.extend(self.section("why-not", self.told(&lesson.why_not, false)));
        let mut matters = self.told(&lesson.features, false);
        matters.extend(lesson.plan.iter().map(|claim| self.paragraph(claim)));
        sections.extend(self.section("features", matters));
        sections
    }

    /// A heading by its name.
    pub fn heading(&self, name: &str) -> String {
        self.say(&format!("lesson/heading-{name}"), Filling::new())
    }

    /// Which tables of a folder were asked.
    pub fn tables_used(&self, tables: &[String]) -> String {
        self.say("lesson/tables-used", Filling::new().with("tables", tables.join(" ")))
    }

    /// The last line of a lesson that left something out.
    pub fn left_out(&self, count: usize) -> String {
        self.say("lesson/more", Filling::new().with("count", count))
    }

    fn section(&self, name: &str, paragraphs: Vec<Paragraph>) -> Option<Section> {
        let paragraphs: Vec<Paragraph> = paragraphs.into_iter().filter(|part| !part.text.is_empty()).collect();
        let heading = self.heading(name);
        (!paragraphs.is_empty()).then_some(Section { heading: Some(heading), paragraphs })
    }

    /// The recommended move and what supports it: what is known in the same way is one paragraph.
    fn supported(&self, claims: &[Claim], judged: bool) -> Vec<Paragraph> {
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        for claim in claims {
            let text = match &claim.what {
                What::Best { .. } if judged => self.better(claim),
                _ => self.claim(claim),
            };
            let mark = self.mark(&claim.evidence);
            match paragraphs.last_mut() {
                Some(last) if last.mark == mark && !text.is_empty() => {
                    last.text.push(' ');
                    last.text.push_str(&text);
                }
                _ => paragraphs.push(Paragraph { text, mark }),
            }
        }
        paragraphs
    }

    fn told(&self, claims: &[Claim], judged: bool) -> Vec<Paragraph> {
        claims.iter().map(|claim| if judged { self.answer(claim) } else { self.paragraph(claim) }).collect()
    }

    fn answer(&self, claim: &Claim) -> Paragraph {
        match &claim.what {
            What::WhyNot(temptation) => {
                Paragraph { text: self.reply(claim, temptation), mark: self.mark(&claim.evidence) }
            }
            _ => self.paragraph(claim),
        }
    }

    fn paragraph(&self, claim: &Claim) -> Paragraph {
        Paragraph { text: self.claim(claim), mark: self.mark(&claim.evidence) }
    }
}
