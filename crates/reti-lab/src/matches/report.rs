//! What a match says: a table, data, and the games as PGN.

use std::fmt::Write as _;

use super::{Anchors, Contestant, Decision, Ending, Fit, Limit, Pair, Played, Record, Schedule, distinct, fit};
use crate::wire;

/// How often pairs are drawn again to estimate errors.
pub(super) const SAMPLES: usize = 1_000;

/// The results as data.
pub fn wire(plan: &Schedule, played: &Played, anchors: Anchors) -> wire::Match {
    let count = plan.contestants.len();
    let known: Vec<Option<f64>> = plan.contestants.iter().map(|contestant| contestant.rating).collect();
    let fits = fit(&pairs(&played.games), &known, anchors, SAMPLES, 1);
    let engine = |(index, (contestant, fit)): (usize, (&Contestant, Fit))| {
        let own = played.games.iter().filter(|game| game.players.contains(&index));
        let mut found = wire::MatchEngine {
            name: contestant.name.clone(),
            rating: round(fit.rating),
            low: round(fit.low),
            high: round(fit.high),
            anchor: contestant.rating,
            ..wire::MatchEngine::default()
        };
        let (mut nodes, mut seconds, mut depth, mut moves) = (0, 0.0, 0, 0);
        for game in own {
            let side = usize::from(game.players[1] == index);
            let points = if side == 0 { game.white_points() } else { 1.0 - game.white_points() };
            found.games += 1;
            found.points += points;
            found.wins += usize::from(points > 0.75);
            found.losses += usize::from(points < 0.25);
            found.draws += usize::from((points - 0.5).abs() < 0.25);
            if game.guilty == Some(index) {
                match game.ending {
                    Ending::IllegalMove(_) => found.illegal_moves += 1,
                    Ending::TimeLoss => found.time_losses += 1,
                    Ending::Hang => found.hangs += 1,
                    _ => found.crashes += 1,
                }
            }
            let first = usize::from((game.book.len() + usize::from(game.start.turn().is_black())) % 2 == 1);
            for step in game.steps.iter().skip(usize::from(first != side)).step_by(2) {
                nodes += step.nodes;
                seconds += step.time.as_secs_f64();
                depth += u64::from(step.depth);
                moves += 1;
            }
        }
        found.mean_depth = round(depth as f64 / f64::from(moves.max(1)));
        found.nodes_per_second = (nodes as f64 / f64::max(seconds, 1e-6)) as u64;
        found
    };
    let engines = plan.contestants.iter().zip(fits).enumerate().map(engine).collect();
    let all = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    let pairings = all.filter_map(|(first, second)| pairing(plan, &played.games, first, second)).collect();
    wire::Match {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        limit: limit_text(plan.limit),
        games: played.games.len(),
        distinct: distinct(&played.games),
        faults: played.games.iter().filter(|game| game.ending.is_fault()).count(),
        plies: played.games.iter().map(|game| game.steps.len()).sum(),
        engines,
        pairings,
        sprt: played.decision.map(|decision| sprt(plan, decision)),
    }
}

/// What happened between two engines, if they met.
fn pairing(plan: &Schedule, games: &[Record], first: usize, second: usize) -> Option<wire::MatchPairing> {
    let names = [first, second].map(|index| plan.contestants[index].name.clone());
    let [first_name, second_name] = names;
    let mut found =
        wire::MatchPairing { first: first_name, second: second_name, wins: 0, draws: 0, losses: 0, pairs: [0; 5] };
    let met = |game: &&[Record]| game[0].players == [first, second] || game[0].players == [second, first];
    for pair in games.chunks(2).filter(met) {
        let mut sum = 0.0;
        for game in pair {
            let points = if game.players[0] == first { game.white_points() } else { 1.0 - game.white_points() };
            found.wins += usize::from(points > 0.75);
            found.draws += usize::from((points - 0.5).abs() < 0.25);
            found.losses += usize::from(points < 0.25);
            sum += points;
        }
        found.pairs[(2.0 * sum).round() as usize] += 1;
    }
    (found.pairs != [0; 5]).then_some(found)
}

fn sprt(plan: &Schedule, decision: Decision) -> wire::MatchTest {
    let (lower, upper) = plan.sprt.map_or((0.0, 0.0), |sprt| (sprt.lower, sprt.upper));
    wire::MatchTest {
        lower,
        upper,
        ratio: round(decision.ratio),
        bound: round(decision.bound),
        decision: decision.decision(),
    }
}

/// One decimal is all that such numbers deserve.
pub(super) fn round(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

fn limit_text(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{nodes} nodes"),
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::MoveTime(time) => format!("{time} ms a move"),
        Limit::Clock { base, increment, moves } => {
            let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
            let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
            format!("{moves}{}+{}", seconds(base), seconds(increment))
        }
    }
}

/// Games of one pairing and opening belong together.
fn pairs(games: &[Record]) -> Vec<Pair> {
    games
        .chunks(2)
        .map(|pair| {
            let [first, second] = pair[0].players;
            let points = |game: &Record| {
                if game.players[0] == first { game.white_points() } else { 1.0 - game.white_points() }
            };
            Pair { first, second, points: pair.iter().map(points).sum(), games: pair.len() as f64 }
        })
        .collect()
}

/// The results for people.
pub fn text(result: &wire::Match) -> String {
    let mut out = format!(
        "{} games at {}, {} of them different, {} faults, {} plies\n\n",
        result.games, result.limit, result.distinct, result.faults, result.plies
    );
    let mut engines: Vec<&wire::MatchEngine> = result.engines.iter().collect();
    engines.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    let width = engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(
        out,
        "{:<width$}  {:>6} {:>7} {:>7} {:>6} {:>6} {:>5} {:>5} {:>5} {:>6} {:>8} {:>6}",
        "engine", "Elo", "low", "high", "games", "points", "won", "drawn", "lost", "depth", "nodes/s", "faults"
    );
    for engine in engines {
        let faults = engine.illegal_moves + engine.time_losses + engine.crashes + engine.hangs;
        let _ = writeln!(
            out,
            "{:<width$}  {:>6.0} {:>7.0} {:>7.0} {:>6} {:>6} {:>5} {:>5} {:>5} {:>6.1} {:>8} {faults:>6}{}",
            engine.name,
            engine.rating,
            engine.low,
            engine.high,
            engine.games,
            engine.points,
            engine.wins,
            engine.draws,
            engine.losses,
            engine.mean_depth,
            engine.nodes_per_second,
            engine.anchor.map_or(String::new(), |rating| format!("  anchor {rating:.0}"))
        );
    }
    for engine in &result.engines {
        for (count, what) in [
            (engine.illegal_moves, "illegal moves"),
            (engine.time_losses, "losses on time"),
            (engine.crashes, "crashes"),
            (engine.hangs, "hangs"),
        ] {
            if count > 0 {
                let _ = writeln!(out, "{}: {what}: {count}", engine.name);
            }
        }
    }
    let _ = writeln!(out, "\nlow and high: 95 % of {SAMPLES} samples of whole pairs of games");
    if let Some(test) = &result.sprt {
        let _ = writeln!(
            out,
            "SPRT {} against {}: {} (ratio {:.1}, bounds +-{:.1})",
            test.upper,
            test.lower,
            test.decision.as_str(),
            test.ratio,
            test.bound
        );
    }
    out
}

/// A game as PGN, with scores, depths and times as comments.
pub fn pgn(plan: &Schedule, game: &Record, round: usize) -> String {
    let name = |side: usize| plan.contestants[game.players[side]].name.replace(['"', '\\'], "'");
    let mut out = format!(
        "[Event \"reti match\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{round}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n",
        name(0),
        name(1),
        game.outcome.text()
    );
    if game.start != reti_core::chess::Position::start() {
        let _ = writeln!(out, "[SetUp \"1\"]\n[FEN \"{}\"]", game.start.fen());
    }
    let _ = writeln!(out, "[TimeControl \"{}\"]\n[Termination \"{}\"]\n", limit_text(plan.limit), game.ending.text());
    let mut position = game.start.clone();
    let mut line = String::new();
    let mut is_first = true;
    let book = game.book.iter().map(|&m| (m, None));
    let steps = game.steps.iter().map(|step| (step.played, Some(step)));
    for (m, step) in book.chain(steps) {
        let mut word = String::new();
        if position.turn().is_white() {
            let _ = write!(word, "{}. ", position.fullmoves());
        } else if is_first {
            let _ = write!(word, "{}... ", position.fullmoves());
        }
        is_first = false;
        word.push_str(&position.san(m));
        if let Some(step) = step {
            let score = step.score.map_or("?".to_owned(), |score| format!("{:+.2}", f64::from(score) / 100.0));
            let _ = write!(word, " {{{score}/{} {:.3}s}}", step.depth, step.time.as_secs_f64());
        }
        if line.len() + word.len() > 99 {
            out.push_str(line.trim_end());
            out.push('\n');
            line.clear();
        }
        line.push_str(&word);
        line.push(' ');
        position = position.play(m);
    }
    let _ = write!(out, "{line}{}\n\n", game.outcome.text());
    out
}
