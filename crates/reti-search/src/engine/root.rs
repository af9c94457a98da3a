//! The root: deeper and deeper, with a narrow window, for as many lines as are wanted.

use reti_core::{
    chess::{Move, Position},
    value::Value,
};

use super::{
    Answer, Line, Report, Score, Tables,
    code::Code,
    place::Place,
    score::{INFINITE, NEAR_WIN},
    tree::Tree,
};

/// The moves that are considered: those that are wanted, or all; of them only the best that tables
/// know, if tables know the position.
pub(super) fn choice(position: &Position, wanted: &[Move], tables: Option<&Tables>) -> Vec<Move> {
    let mut choice: Vec<Move> = position.legal_moves().into_iter().collect();
    if wanted.iter().any(|m| choice.contains(m)) {
        choice.retain(|m| wanted.contains(m));
    }
    let Some(tables) = tables.filter(|tables| position.board().occupied().count() as u32 <= tables.men) else {
        return choice;
    };
    // How a move does: its value for the mover, and the plies to mate where they are known.
    let value = |m: Move| {
        let after = position.play(m);
        if after.is_checkmate() {
            return Some((Value::Win, Some(0)));
        }
        if after.is_stalemate() || after.is_dead() {
            return Some((Value::Draw, None));
        }
        tables.probe.probe(&after).map(|exact| (-exact.value, exact.mate_in))
    };
    let Some(values) = choice.iter().map(|&m| value(m)).collect::<Option<Vec<_>>>() else { return choice };
    // Wins, the shortest first if all distances are known; then draws; then losses, the longest first.
    let best = values.iter().map(|(value, _)| *value).max();
    let best_distance = values
        .iter()
        .filter(|(value, _)| Some(*value) == best)
        .map(|(value, plies)| {
            plies.map(|plies| if *value == Value::Win { -i64::from(plies) } else { i64::from(plies) })
        })
        .collect::<Option<Vec<_>>>()
        .and_then(|distances| distances.into_iter().max());
    let mut kept = values.into_iter();
    choice.retain(|_| {
        kept.next().is_some_and(|(value, plies)| {
            let distance = plies.map(|plies| if value == Value::Win { -i64::from(plies) } else { i64::from(plies) });
            Some(value) == best && (value == Value::Draw || best_distance.is_none() || distance == best_distance)
        })
    });
    choice
}

/// A line as the tree has it.
struct Found {
    score: i32,
    codes: Vec<Code>,
}

/// What one depth has brought.
struct Iteration {
    /// The lines that were searched to their end.
    lines: Vec<Found>,
    /// The best so far of the line at which the search was broken off.
    broken: Option<Found>,
    finished: bool,
}

impl Iteration {
    /// The lines that are known now. A depth that was broken off says something about the lines of the depth
    /// before, too: whoever was searched again is replaced, and who was passed over for another move is no
    /// better than that move. `tried` are the moves that were looked at when it was broken off.
    fn after(self, before: Vec<Found>, tried: &[Code], count: usize) -> Vec<Found> {
        let most = self.lines.iter().map(|line| line.score).min().unwrap_or(INFINITE);
        let most_tried = self.broken.as_ref().map_or(INFINITE, |line| line.score);
        let mut lines = self.lines;
        lines.extend(self.broken);
        if self.finished || count == 1 && !lines.is_empty() {
            lines.truncate(count);
            return lines;
        }
        for mut line in before {
            let first = line.codes.first().copied();
            if lines.iter().any(|known| known.codes.first().copied() == first) {
                continue;
            }
            line.score = line.score.min(most);
            if first.is_some_and(|code| tried.contains(&code)) {
                line.score = line.score.min(most_tried);
            }
            lines.push(line);
        }
        // Of equals, what was searched deeper comes first.
        lines.sort_by_key(|line| -line.score);
        lines.truncate(count);
        lines
    }
}

/// The thread that answers.
pub(super) fn lead(
    tree: &mut Tree<'_>,
    root: &Place<'_>,
    position: &Position,
    choice: &[Move],
    count: usize,
    last: i32,
    mate: Option<u32>,
) -> Answer {
    let codes: Vec<Code> = choice.iter().map(|&m| Code::new(m)).collect();
    let mut found: Vec<Found> = Vec::new();
    let mut answer = Answer { lines: Vec::new(), depth: 0, nodes: 0 };
    tree.root_names = choice.to_vec();
    for depth in 1..=last {
        if count == 0 {
            break;
        }
        let before = tree.nodes;
        let iteration = deepen(tree, root, depth, count, &codes, &found);
        let finished = iteration.finished;
        let best_share = tree.best_nodes as f64 / (tree.nodes - before).max(1) as f64;
        found = iteration.after(found, &tree.root_tried, count);
        answer.lines = found.iter().map(|found| told(position, found)).filter(|line| !line.moves.is_empty()).collect();
        if !finished {
            break;
        }
        answer.depth = depth as u32;
        let report = Report {
            depth: depth as u32,
            longest: tree.deepest as u32,
            nodes: tree.all_nodes(),
            fullness: tree.shared.table.fullness(),
            table_hits: tree.table_hits,
            best_share,
            lines: &answer.lines,
        };
        let goes_on = tree.watch.as_mut().is_none_or(|watch| watch.report(&report));
        if !goes_on || reached_mate(mate, &answer.lines) {
            break;
        }
    }
    if answer.lines.is_empty()
        && let Some(&first) = choice.first()
    {
        answer.lines.push(Line { score: Score::Centipawns(0), moves: vec![first] });
    }
    answer.nodes = tree.all_nodes();
    answer
}

/// A thread that only fills the table; every other one begins a ply deeper.
pub(super) fn help(tree: &mut Tree<'_>, root: &Place<'_>, choice: &[Move], last: i32, index: usize) {
    let codes: Vec<Code> = choice.iter().map(|&m| Code::new(m)).collect();
    let mut found: Vec<Found> = Vec::new();
    for depth in 1 + (index as i32 + 1) % 2..=last {
        if codes.is_empty() {
            break;
        }
        let iteration = deepen(tree, root, depth, 1, &codes, &found);
        if !iteration.finished {
            break;
        }
        found = iteration.lines;
    }
}

/// A line in the rules library's words, as far as it is legal.
fn told(position: &Position, found: &Found) -> Line {
    let mut here = position.clone();
    let mut moves = Vec::with_capacity(found.codes.len());
    for &code in &found.codes {
        let Some(m) = here.legal_moves().into_iter().find(|&m| Code::new(m) == code) else { break };
        moves.push(m);
        here = here.play(m);
    }
    Line { score: Score::new(found.score), moves }
}

fn reached_mate(wanted: Option<u32>, lines: &[Line]) -> bool {
    match (wanted, lines.first().map(|line| line.score)) {
        (Some(wanted), Some(Score::MateIn(moves))) => moves <= wanted,
        _ => false,
    }
}

/// Searches one depth: the best line, then the best one without its first move, and so on.
fn deepen(
    tree: &mut Tree<'_>,
    root: &Place<'_>,
    depth: i32,
    count: usize,
    choice: &[Code],
    previous: &[Found],
) -> Iteration {
    let mut lines: Vec<Found> = Vec::new();
    tree.iteration = depth as u32;
    for index in 0..count {
        let taken: Vec<Code> = lines.iter().filter_map(|line| line.codes.first()).copied().collect();
        tree.root_moves = choice.iter().copied().filter(|code| !taken.contains(code)).collect();
        let guess = previous.get(index).map(|line| line.score).filter(|score| depth >= 5 && score.abs() < NEAR_WIN);
        let best = aspire(tree, root, depth, guess);
        if tree.stopped {
            return Iteration { lines, broken: best, finished: false };
        }
        lines.extend(best);
    }
    lines.sort_by_key(|line| -line.score);
    Iteration { lines, broken: None, finished: true }
}

/// Searches with a narrow window around the guess, wider each time that the score lies outside. If
/// the search is broken off, the best line so far of this depth, if there is one.
fn aspire(tree: &mut Tree<'_>, root: &Place<'_>, depth: i32, guess: Option<i32>) -> Option<Found> {
    let found = |tree: &Tree<'_>| {
        let codes = tree.line().to_vec();
        (!codes.is_empty()).then_some(Found { score: tree.root_score, codes })
    };
    let Some(guess) = guess else {
        tree.root_tried.clear();
        tree.node(root, depth, -INFINITE, INFINITE, 0, false);
        return found(tree);
    };
    let mut width = 14 + guess.abs() / 64;
    let (mut alpha, mut beta) = (guess - width, guess + width);
    let mut reduced = 0;
    let mut too_good = None;
    loop {
        tree.root_tried.clear();
        let score = tree.node(root, (depth - reduced).max(1), alpha, beta, 0, false);
        if tree.stopped {
            return found(tree).or(too_good);
        }
        if score <= alpha {
            beta = i32::midpoint(alpha, beta);
            alpha = if width > 600 { -INFINITE } else { score - width };
            reduced = 0;
            too_good = None;
        } else if score >= beta {
            beta = if width > 600 { INFINITE } else { score + width };
            reduced = (reduced + 1).min(3);
            too_good = found(tree);
        } else {
            return found(tree);
        }
        width *= 2;
    }
}
