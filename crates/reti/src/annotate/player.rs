//! Many games of one player: what is missed and allowed, where, when, and what to study first.
//!
//! The only aggregation over annotated games; every face shows what comes out of it. It adds one document
//! at a time and keeps counts alone, so that memory does not grow with the games.

use std::{collections::BTreeMap, fmt::Write as _};

use reti_lessons::words::{Filling, Words};
use serde::{Deserialize, Serialize};

use crate::wire::{
    self, AnnotatedGame, AnnotatedMove, Color, Phase, PlayerMotif, PlayerReport, PlayerStudy, PlayerTally,
};

/// How many motifs, openings and things to study are told in words.
const MOST_TOLD: usize = 5;

/// Counts over a player's games; they can be put aside and taken up again.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    name: String,
    games: usize,
    all: Sum,
    motifs: BTreeMap<String, MotifSum>,
    phases: BTreeMap<Phase, Sum>,
    colors: BTreeMap<Color, Sum>,
    openings: BTreeMap<String, Sum>,
    times: BTreeMap<wire::TimeLeft, Sum>,
}

/// Counts of some moves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Sum {
    tally: PlayerTally,
    accuracy: f64,
    /// The last game that was counted.
    game: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct MotifSum {
    missed: usize,
    allowed: usize,
    lost: f64,
    phases: BTreeMap<Phase, usize>,
}

impl Player {
    /// A player, by name; letter case does not matter.
    pub fn new(name: &str) -> Player {
        Player { name: name.to_owned(), ..Player::default() }
    }

    /// Whose pieces the player had, if the player played.
    pub fn color(&self, game: &AnnotatedGame) -> Option<Color> {
        let tag = |wanted: &str| game.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        let plays = |color: &Color| {
            tag(if *color == Color::White { "White" } else { "Black" })
                .is_some_and(|(_, value)| value.trim().to_lowercase() == self.name.trim().to_lowercase())
        };
        [Color::White, Color::Black].into_iter().find(plays)
    }

    /// Adds a game of the player; others are left out.
    pub fn add(&mut self, game: &AnnotatedGame) {
        let Some(color) = self.color(game) else { return };
        self.games += 1;
        let opening = game.opening.as_ref().map(|opening| opening.name.split(':').next().unwrap_or("").to_owned());
        let is_own = |told: &&AnnotatedMove| told.number.ends_with("...") == (color == Color::Black);
        for told in game.moves.iter().filter(is_own) {
            let number = self.games;
            self.all.add(told, number);
            self.phases.entry(told.phase).or_default().add(told, number);
            self.colors.entry(color).or_default().add(told, number);
            if let Some(opening) = &opening {
                self.openings.entry(opening.clone()).or_default().add(told, number);
            }
            if let Some(time) = told.time_left {
                self.times.entry(time).or_default().add(told, number);
            }
            for (motif, missed) in motifs(told) {
                let sum = self.motifs.entry(motif.to_owned()).or_default();
                *(if missed { &mut sum.missed } else { &mut sum.allowed }) += 1;
                sum.lost += told.loss;
                *sum.phases.entry(told.phase).or_default() += 1;
            }
        }
    }

    /// Whether no game was the player's.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The report.
    pub fn report(&self, words: &Words) -> PlayerReport {
        let mut motifs: Vec<PlayerMotif> = self
            .motifs
            .iter()
            .map(|(motif, sum)| PlayerMotif {
                motif: motif.clone(),
                name: words.motif(motif),
                missed: sum.missed,
                allowed: sum.allowed,
                lost: rounded(sum.lost),
                phases: sum.phases.clone(),
            })
            .collect();
        // The names decide between equals, because the map is sorted by them.
        motifs.sort_by(|one, other| other.lost.total_cmp(&one.lost));
        let mut report = PlayerReport {
            player: self.name.clone(),
            games: self.games,
            all: self.all.told(),
            study: self.study(&motifs, words),
            motifs,
            phases: told(&self.phases),
            colors: told(&self.colors),
            openings: told(&self.openings),
            times: told(&self.times),
            ..PlayerReport::default()
        };
        report.text = text(&report, words);
        report
    }

    /// Motifs and phases by what they cost.
    fn study(&self, motifs: &[PlayerMotif], words: &Words) -> Vec<PlayerStudy> {
        let by_motif = motifs.iter().map(|motif| PlayerStudy {
            what: motif.motif.clone(),
            name: motif.name.clone(),
            faults: motif.missed + motif.allowed,
            lost: motif.lost,
        });
        let by_phase = self.phases.iter().map(|(phase, sum)| {
            let PlayerTally { inaccuracies, mistakes, blunders, lost, .. } = sum.tally;
            let name = words.fill(&format!("story/{phase}"), Filling::new());
            PlayerStudy {
                what: phase.to_string(),
                name,
                faults: inaccuracies + mistakes + blunders,
                lost: rounded(lost),
            }
        });
        let mut study: Vec<PlayerStudy> = by_motif.take(MOST_TOLD).collect();
        study.extend(by_phase.filter(|study| study.faults > 0).max_by(|one, other| one.lost.total_cmp(&other.lost)));
        study
    }
}

impl Sum {
    fn add(&mut self, told: &AnnotatedMove, game: usize) {
        let tally = &mut self.tally;
        tally.games += usize::from(self.game != game);
        self.game = game;
        tally.moves += 1;
        self.accuracy += told.accuracy;
        match told.judgement.as_deref() {
            Some("inaccuracy") => tally.inaccuracies += 1,
            Some("mistake") => tally.mistakes += 1,
            Some("blunder") => tally.blunders += 1,
            _ => return,
        }
        tally.lost += told.loss;
        let has =
            |role: &str| told.annotations.iter().any(|found| found.role == role && !found.claim.motifs.is_empty());
        tally.missed += usize::from(has("missed"));
        tally.allowed += usize::from(has("allowed"));
    }

    fn told(&self) -> PlayerTally {
        let accuracy = (self.tally.moves > 0).then(|| rounded(self.accuracy / self.tally.moves as f64));
        PlayerTally { accuracy, lost: rounded(self.tally.lost), ..self.tally.clone() }
    }
}

fn told<K: Ord + Clone>(sums: &BTreeMap<K, Sum>) -> BTreeMap<K, PlayerTally> {
    sums.iter().map(|(key, sum)| (key.clone(), sum.told())).collect()
}

/// The motifs of what a fault missed (true) and allowed (false), each once.
fn motifs(told: &AnnotatedMove) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    for annotation in told.annotations.iter().filter(|_| told.judgement.is_some()) {
        let missed = match annotation.role.as_str() {
            "missed" => true,
            "allowed" => false,
            _ => continue,
        };
        found.extend(annotation.claim.motifs.iter().map(|motif| (motif.as_str(), missed)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The tables for a terminal.
fn text(report: &PlayerReport, words: &Words) -> String {
    let fill = |template: &str, filling: Filling| words.fill(&format!("story/{template}"), filling);
    let word = |template: &str| fill(template, Filling::new());
    let head = Filling::new().with("player", report.player.clone()).with("games", report.games);
    let mut out = format!("{}\n\n", fill("player-title", head));
    let columns = ["moves", "accuracy", "inaccuracies", "mistakes", "blunders", "missed", "allowed"];
    let columns = columns.map(|column| word(&format!("player-{column}")));
    let row = |name: &str, cells: &[String]| {
        let mut line = format!("{name:<30}");
        for (cell, column) in cells.iter().zip(&columns) {
            // Writing to a string cannot fail.
            let _ = write!(line, " {cell:>width$}", width = column.chars().count().max(5));
        }
        line.trim_end().to_owned() + "\n"
    };
    out.push_str(&row("", &columns.clone()));
    let mut table = |name: &str, tally: &PlayerTally| {
        let number = |value: usize| value.to_string();
        let cells = [
            number(tally.moves),
            tally.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.0} %")),
            number(tally.inaccuracies),
            number(tally.mistakes),
            number(tally.blunders),
            number(tally.missed),
            number(tally.allowed),
        ];
        out.push_str(&row(&name.chars().take(30).collect::<String>(), &cells));
    };
    table(&word("player-all"), &report.all);
    for (phase, tally) in &report.phases {
        table(&word(phase), tally);
    }
    for (color, tally) in &report.colors {
        let color =
            if *color == Color::White { reti_core::chess::Color::White } else { reti_core::chess::Color::Black };
        table(&words.side(color), tally);
    }
    for (time, tally) in &report.times {
        table(&word(&format!("time-{time}")), tally);
    }
    let mut openings: Vec<(&String, &PlayerTally)> = report.openings.iter().collect();
    openings.sort_by(|one, other| other.1.lost.total_cmp(&one.1.lost).then(one.0.cmp(other.0)));
    for (name, tally) in openings.into_iter().take(MOST_TOLD) {
        table(name, tally);
    }
    let each = |motif: &PlayerMotif| {
        let filling = Filling::new()
            .with("motif", motif.name.clone())
            .with("missed", motif.missed)
            .with("allowed", motif.allowed)
            .with("lost", format!("{:.0}", motif.lost));
        format!("  {}\n", fill("player-motif", filling))
    };
    if !report.motifs.is_empty() {
        let _ = writeln!(out, "\n{}", word("player-motifs"));
        out.extend(report.motifs.iter().take(2 * MOST_TOLD).map(each));
    }
    if let Some(first) = report.study.first() {
        let rest: Vec<&str> = report.study.iter().skip(1).take(2).map(|study| study.name.as_str()).collect();
        let filling = Filling::new().with("first", first.name.clone()).with("rest", rest.join(", "));
        let _ = writeln!(out, "\n{}", fill("player-study", filling));
    }
    out
}
