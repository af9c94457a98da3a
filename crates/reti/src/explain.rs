//! Lessons as documents: text, picture and data.
//!
//! `reti-lessons` decides what to say and in which words; here a lesson gets its board, its JSON and its
//! picture, and people's folders and files become templates and weights.
//!
//! ```
//! use reti::explain::{Budget, Explainer, Words};
//! let position = reti::read_position("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1")?;
//! let lesson = Explainer::new().budget(Budget::FAST).explain(&position).expect("our engine answers");
//! let document = reti::explain::document(&lesson, Words::english(), &[]);
//! assert_eq!(document.best.map(|best| best.san), Some("Nf6+".to_owned()));
//! # Ok::<(), reti::Problem>(())
//! ```

mod weights;

use std::{fmt::Write as _, fs, path::Path};

use reti_core::chess::{Bitboard, Move, Position};
use reti_lessons::{
    claim::{Claim, Evidence, Mark, View, What},
    point::roles_of,
    reason::Reason,
};
use reti_search::{proof::Payoff, score::Score};

use crate::{
    Problem,
    draw::{
        self,
        svg::{Arrow, Circle, Picture},
    },
    tactics::color_of_meaning,
    wire,
};

pub use reti_lessons::{
    budget::{Budget, Level},
    coach::{Alternative, TeachabilityWeights, coach},
    desk::Desk,
    explain::{Explainer, Lesson},
    words::Words,
};
pub use weights::{read_weights, set_weight};

/// A position that shows what an explanation is: the trap of Légal, after the queen was taken.
pub const SAMPLE: &str = "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6";

/// An explainer that knows the tables in the program.
pub fn explainer() -> Explainer<'static> {
    Explainer::new().tables(&crate::tables::Embedded)
}

/// The sentences of a folder; the problem names the file and the line.
pub fn read_words(folder: &Path) -> Result<Words, Problem> {
    let name = folder.display().to_string();
    let read = Words::read(&name, |file| fs::read_to_string(folder.join(file)));
    read.map_err(|error| {
        let span = 0..error.text.len();
        Problem { subject: error.place, message: error.message, text: error.text, span }
    })
}

/// A lesson as data; `tables` are those beyond the program's own that were asked.
pub fn document(lesson: &Lesson, words: &Words, tables: &[String]) -> wire::Lesson {
    let position = &lesson.position;
    let claims = |claims: &[Claim]| claims.iter().map(|found| claim_of_lesson(found, words)).collect::<Vec<_>>();
    let judged = lesson.judgement().is_some();
    wire::Lesson {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        turn: position.turn().into(),
        assessment: lesson.assessment().map(|(assessment, evidence_of)| wire::Assessment {
            word: assessment.word.into(),
            better: assessment.better.map(Into::into),
            score: score(assessment.score),
            side: wire::Color::White,
            material: words.material(&assessment.material),
            evidence: evidence(evidence_of),
        }),
        played: lesson.played.as_ref().and_then(|found| played(found, words)),
        best: best(&lesson.best, words),
        threats: claims(&lesson.threats),
        why_not: lesson.why_not.iter().filter_map(|found| why_not(found, words)).collect(),
        features: claims(&lesson.features),
        plan: lesson.plan.as_ref().map(|found| claim_of_lesson(found, words)),
        claims: lesson.claims().into_iter().map(|found| claim_of_lesson(found, words)).collect(),
        left_out: lesson.left_out,
        tables: tables.to_vec(),
        alternatives: None,
        text: sentences(lesson, words, judged),
    }
}

/// The lesson without board and headings.
fn sentences(lesson: &Lesson, words: &Words, _judged: bool) -> String {
    let sections = words.lesson(lesson);
    let paragraphs = sections.iter().flat_map(|section| &section.paragraphs).map(|paragraph| paragraph.text.clone());
    paragraphs.collect::<Vec<_>>().join("\n")
}

/// A score as data.
pub fn score(score: Score) -> wire::Score {
    use reti_core::value::Value;
    let (cp, mate, value) = match score {
        Score::Centipawns(score) => (Some(score), None, None),
        Score::MateIn(moves) => (None, Some(moves as i32), None),
        Score::MatedIn(moves) => (None, Some(-(moves as i32)), None),
        Score::Exact(Value::Win) => (Some(10_000), None, Some(Value::Win)),
        Score::Exact(Value::Draw) => (Some(0), None, Some(Value::Draw)),
        Score::Exact(Value::Loss) => (Some(-10_000), None, Some(Value::Loss)),
    };
    wire::Score { cp, mate, value: value.map(Into::into) }
}

/// How a claim is known, as data.
pub fn evidence(evidence: &Evidence) -> wire::Evidence {
    match evidence {
        Evidence::Proven(proof) => wire::Evidence::Proven { size: proof.size() },
        Evidence::Exact(found) => wire::Evidence::Exact { score: score(*found) },
        Evidence::Calculated(looked) => wire::Evidence::Calculated {
            by: looked.by.name().to_owned(),
            nodes: looked.nodes,
            depth: looked.depth,
            score: score(looked.score),
        },
        Evidence::Exchange { square, gain } => wire::Evidence::Exchange { square: square.to_string(), gain: *gain },
        Evidence::Board => wire::Evidence::Board,
    }
}

/// A claim of a lesson as data: with every motif of its line, those that no sentence is spent on too. Summaries of
/// games count what was told.
fn claim_of_lesson(told: &Claim, words: &Words) -> wire::Claim {
    let motifs = told.themes().into_iter().map(str::to_owned).collect();
    wire::Claim { motifs, ..claim(told, words) }
}

/// A claim as data.
pub fn claim(claim: &Claim, words: &Words) -> wire::Claim {
    use wire::ClaimKind;
    let (kind, payoff) = match &claim.what {
        What::Assessment(_) => (ClaimKind::Assessment, None),
        What::Over(_) => (ClaimKind::Over, None),
        What::Known(_) => (ClaimKind::Known, None),
        What::Best { .. } => (ClaimKind::Best, None),
        What::Reason(reason) => match reason {
            Reason::Wins(payoff) | Reason::Threatens { payoff, .. } => (ClaimKind::Reason, Some(*payoff)),
            _ => (ClaimKind::Reason, None),
        },
        What::Wins { view, payoff } => match view {
            View::Opportunity => (ClaimKind::Wins, Some(*payoff)),
            View::Threat => (ClaimKind::Threat, Some(*payoff)),
            View::Allowed(_) => (ClaimKind::Allowed, Some(*payoff)),
            View::Missed => (ClaimKind::Missed, Some(*payoff)),
        },
        What::CannotTake(_) => (ClaimKind::CannotTake, None),
        What::IfTaken { payoff } => (ClaimKind::IfTaken, *payoff),
        What::WhyNot(_) => (ClaimKind::WhyNot, None),
        What::Stands(_) => (ClaimKind::Stands, None),
        What::Changes { created: true, .. } => (ClaimKind::Created, None),
        What::Changes { created: false, .. } => (ClaimKind::Resolved, None),
        What::Plan(_) => (ClaimKind::Plan, None),
        What::Judged(_) => (ClaimKind::Judged, None),
    };
    let roles = match &claim.what {
        What::Stands(tactic) | What::Changes { tactic, .. } => roles_of(tactic),
        _ => claim.points.first().map(reti_lessons::point::Point::roles).unwrap_or_default(),
    };
    let text_of = |squares: Vec<reti_core::chess::Square>| squares.iter().map(ToString::to_string).collect();
    wire::Claim {
        kind,
        reason: if let What::Reason(reason) = &claim.what { Some(reason.name().to_owned()) } else { None },
        motifs: claim.motifs().into_iter().map(str::to_owned).collect(),
        roles: wire::Roles(
            roles.into_iter().map(|(role, squares)| (role.name().to_owned(), text_of(squares))).collect(),
        ),
        from: claim.base.fen(),
        first: claim.trigger().map(|m| claim.base.uci(m)),
        gain: payoff.and_then(Payoff::gain),
        mate: payoff.and_then(Payoff::mate),
        line: crate::proof::uci_line(&claim.base, &claim.line),
        san: crate::proof::san_line(&claim.base, &claim.line),
        evidence: evidence(&claim.evidence),
        text: words.claim(claim),
        shapes: claim.marks().into_iter().map(shape).collect(),
    }
}

pub(crate) fn shape(mark: Mark) -> wire::Shape {
    wire::Shape { from: mark.from.to_string(), to: mark.to.map(|to| to.to_string()), meaning: mark.meaning.into() }
}

fn best(claims: &[Claim], words: &Words) -> Option<wire::Best> {
    let found = claims.iter().find_map(|found| match found.what {
        What::Best { score } => Some((found, score)),
        _ => None,
    });
    let (found, worth) = found?;
    let (base, m) = (&found.base, found.trigger()?);
    let reasons = claims.iter().filter_map(|found| {
        let name = match &found.what {
            What::Reason(reason) => reason.name(),
            What::Wins { .. } => "wins",
            _ => return None,
        };
        Some(wire::Reason { reason: name.to_owned(), text: words.claim(found), evidence: evidence(&found.evidence) })
    });
    Some(wire::Best {
        first: base.uci(m),
        san: base.san(m),
        line: crate::proof::uci_line(base, &found.line),
        line_san: crate::proof::san_line(base, &found.line),
        score: score(worth),
        side: base.turn().into(),
        reasons: reasons.collect(),
    })
}

fn why_not(claim: &Claim, words: &Words) -> Option<wire::WhyNot> {
    let (What::WhyNot(temptation), Some((before, m))) = (&claim.what, &claim.set_up) else { return None };
    let whole: Vec<Move> = [&[*m][..], &claim.line].concat();
    Some(wire::WhyNot {
        first: before.uci(*m),
        san: before.san(*m),
        line: crate::proof::uci_line(before, &whole),
        line_san: crate::proof::san_line(before, &whole),
        loss: rounded(temptation.loss),
        motifs: claim.themes().into_iter().map(str::to_owned).collect(),
        text: words.claim(claim),
        evidence: evidence(&claim.evidence),
    })
}

fn played(claim: &Claim, words: &Words) -> Option<wire::Played> {
    let What::Judged(judged) = &claim.what else { return None };
    Some(wire::Played {
        first: claim.base.uci(judged.played),
        san: claim.base.san(judged.played),
        judgement: judged.judgement.into(),
        loss: rounded(judged.loss),
        score: score(judged.score),
        side: claim.base.turn().into(),
        text: words.claim(claim),
    })
}

/// An alternative as data.
pub fn alternative(found: &Alternative, words: &Words) -> Option<wire::Alternative> {
    let (base, m) = (&found.claim.base, found.claim.trigger()?);
    Some(wire::Alternative {
        first: base.uci(m),
        san: base.san(m),
        score: score(found.score),
        side: base.turn().into(),
        loss: rounded(found.loss),
        teachability: found.teachability,
        points: found
            .reasons
            .iter()
            .map(|(name, points)| wire::Points { name: name.clone(), points: *points })
            .collect(),
        line: crate::proof::uci_line(base, &found.claim.line),
        line_san: crate::proof::san_line(base, &found.claim.line),
        text: words.alternative(&found.claim, found.score),
    })
}

/// One decimal is what points can bear.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The lesson in words, below the board.
pub fn text(lesson: &Lesson, alternatives: &[Alternative], tables: &[String], words: &Words, color: bool) -> String {
    let first = lesson.claims().into_iter().find(|claim| claim.trigger().is_some() || !claim.marks().is_empty());
    let marked: Bitboard = first.iter().flat_map(|claim| claim.marks()).map(|mark| mark.from).collect();
    let style = draw::text::Style { color, marked, ..Default::default() };
    let mut out = draw::text::board(lesson.position.board(), style);
    for section in words.lesson(lesson) {
        // Writing to a string cannot fail.
        let _ = writeln!(out);
        if let Some(heading) = &section.heading {
            let _ = writeln!(out, "{heading}");
        }
        for paragraph in &section.paragraphs {
            let told = format!("{} [{}]", paragraph.text, paragraph.mark);
            let _ = writeln!(
                out,
                "{}",
                if section.heading.is_some() { item(&told) } else { crate::words::wrapped(&told, "", "") }
            );
        }
    }
    if !alternatives.is_empty() {
        let _ = writeln!(out, "\n{}", words.heading("alternatives"));
        for found in alternatives {
            let _ = writeln!(out, "{}", item(&words.alternative(&found.claim, found.score)));
        }
    }
    if !tables.is_empty() {
        let _ = writeln!(out, "\n{}", words.tables_used(tables));
    }
    if lesson.left_out > 0 {
        let _ = writeln!(out, "\n({})", words.left_out(lesson.left_out));
    }
    out
}

/// A paragraph as a list item.
pub(crate) fn item(text: &str) -> String {
    crate::words::wrapped(text, "  - ", "    ")
}

/// The board with the marks of the first claim that has any.
pub fn svg(lesson: &Lesson, words: &Words) -> String {
    let mut picture = Picture::new(lesson.position.board(), lesson.position.fen());
    picture.description = sentences(lesson, words, false);
    let shown = lesson.claims().into_iter().find(|claim| !claim.marks().is_empty() && stands_here(lesson, claim));
    for mark in shown.iter().flat_map(|claim| claim.marks()) {
        let color = color_of_meaning(mark.meaning.name());
        match mark.to {
            Some(to) => picture.arrows.push(Arrow::new(mark.from, to, color)),
            None => picture.circles.push(Circle::new(mark.from, color)),
        }
    }
    picture.svg_in(words)
}

/// Whether a claim's marks belong to the board of the lesson.
fn stands_here(lesson: &Lesson, claim: &Claim) -> bool {
    let same = |position: &Position| position.board() == lesson.position.board();
    same(&claim.base)
}
