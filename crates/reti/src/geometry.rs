//! Linguistic Geometry for readers: trajectories, zones and the zone search as text, data and
//! pictures. The geometry comes from `reti_core::geometry`, the search from `reti_search`.

mod after;
mod picture;
mod told;
mod tree;

use std::fmt::Write as _;

use reti_core::{
    chess::{Board, Color, Move, Piece, Position, Square},
    geometry::{
        Bundle, ChessSystem, ComplexSystem, Gait, Point, Target, Trajectory, ZoneBundle, ZoneRules, admissible,
        chess_profile::{Lines, color, point, square},
        distance::t15_at,
        grammar::Grammar,
        zone::zones_of,
        zone_text::Notation as ZoneNotation,
    },
};
use reti_search::{
    probe::Probe,
    zone_search::{self, Class, Event, Forecast, FullWidth, Settings, Tier, WON},
};

pub use after::{zones_after, zones_after_svg, zones_after_text};
pub use picture::zones_svg;
pub use reti_search::zone_search::Solution;
pub use told::{ALPHA_BETA, compared_text, solved_text, story_text};
pub use tree::{tree_dot, tree_svg, tree_text};

use reti_search::zone_search::along::Purpose;

use crate::{
    Problem,
    draw::svg::{Arrow, Label, Picture, palette},
    wire,
};

/// A piece letter, such as `K` or `p`.
pub fn read_piece(text: &str) -> Result<Piece, Problem> {
    let mut letters = text.chars();
    let piece = letters.next().and_then(Piece::from_char).filter(|_| letters.next().is_none());
    piece
        .ok_or_else(|| problem("bad piece", format!("'{text}' is not a piece: expected one of KQRBNP or kqrbnp"), text))
}

/// A square's name.
pub fn read_square(text: &str) -> Result<Square, Problem> {
    text.parse().map_err(|_| problem("bad square", format!("'{text}' is not a square: expected a1 to h8"), text))
}

fn problem(subject: &str, message: String, text: &str) -> Problem {
    Problem { subject: subject.to_owned(), message, text: text.to_owned(), span: 0..text.len() }
}

/// How the times of zones are printed.
pub type Notation = ZoneNotation;

/// The trajectories of a piece that bend once and are one move longer than the shortest, on a board with
/// obstacles: the language of degree 2.
pub fn admissible(piece: Piece, from: Square, to: Square, obstacles: &[Square]) -> wire::Trajectories {
    let board = ChessSystem::empty(obstacles);
    let shortest = trajectories(piece, from, to, obstacles);
    let Some(length) = shortest.distance.filter(|&length| length > 0).map(|length| length + 1) else {
        return shortest;
    };
    let found = admissible::admissible(&board, piece, point(from), point(to), length);
    let name = |trajectory: &Trajectory| trajectory.points.iter().map(|&point| board.name(point)).collect();
    let note = found.is_empty().then(|| format!("no way of {length} moves bends once"));
    wire::Trajectories {
        distance: Some(length),
        count: found.len() as u64,
        trajectories: found.iter().take(wire::Trajectories::LISTED).map(name).collect(),
        note,
        ..shortest
    }
}

/// The historical table T15 of a piece: moves from the centre of a board of 15 by 15 points; a dot where no
/// way leads.
pub fn t15_text(piece: Piece) -> String {
    let cell = |files: i32, ranks: i32| match t15_at(piece, files, ranks) {
        128 => " .".to_owned(),
        moves => format!("{moves:2}"),
    };
    let row = |ranks: i32| (-7..=7).map(|files| cell(files, ranks)).collect::<Vec<_>>().join(" ") + "\n";
    (-7..=7).rev().map(row).collect()
}

/// Trajectories as a picture: all steps as arrows.
pub fn trajectories_svg(found: &wire::Trajectories, obstacles: &[Square]) -> String {
    let mut board = Board::empty();
    if let (Some(piece), Ok(from)) = (Piece::from_char(found.piece), found.from.parse::<Square>()) {
        board.set_piece_at(from, piece);
    }
    let mut picture = Picture::new(&board, format!("{} {} to {}", found.piece, found.from, found.to));
    for trajectory in &found.trajectories {
        let squares: Vec<Square> = trajectory.iter().filter_map(|name| name.parse().ok()).collect();
        for pair in squares.windows(2) {
            let arrow = Arrow::new(pair[0], pair[1], "#1a5fb4");
            if picture.arrows.iter().all(|old| (old.from, old.to) != (arrow.from, arrow.to)) {
                picture.arrows.push(arrow);
            }
        }
    }
    for &square in obstacles {
        picture.labels.push(Label { square, text: "x".to_owned() });
    }
    picture.svg()
}

/// The shortest trajectories of a piece on a board with obstacles.
pub fn trajectories(piece: Piece, from: Square, to: Square, obstacles: &[Square]) -> wire::Trajectories {
    let board = ChessSystem::empty(obstacles);
    let bundle = Bundle::shortest(&board, piece, Gait::Travel, point(from), point(to));
    let note = match bundle {
        Some(_) => None,
        None if from == to => Some(format!("the piece is already on {to}")),
        None if obstacles.contains(&to) => Some(format!("{to} is an obstacle")),
        None => Some(format!("no way leads from {from} to {to}")),
    };
    let listed = bundle.iter().flat_map(|bundle| bundle.trajectories(&board)).take(wire::Trajectories::LISTED);
    wire::Trajectories {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        piece: piece.char(),
        from: from.to_string(),
        to: to.to_string(),
        distance: if from == to { Some(0) } else { bundle.map(|bundle| bundle.length) },
        count: bundle.map_or(0, |bundle| bundle.count(&board)),
        trajectories: listed
            .map(|trajectory| trajectory.points.iter().map(|&point| board.name(point)).collect())
            .collect(),
        note,
    }
}

/// Trajectories as text, one a line.
pub fn trajectories_text(found: &wire::Trajectories) -> String {
    let mut text = String::new();
    if let Some(note) = &found.note {
        let _ = writeln!(text, "no trajectory: {note}");
        return text;
    }
    let _ = writeln!(
        text,
        "{} {} to {}: distance {}, {} shortest trajectories",
        found.piece,
        found.from,
        found.to,
        found.distance.unwrap_or(0),
        found.count
    );
    for squares in &found.trajectories {
        let _ = writeln!(text, "{}", squares.iter().map(|square| format!("a({square})")).collect::<Vec<_>>().concat());
    }
    text
}

/// The derivation of the first trajectory, step by step.
pub fn derivation(piece: Piece, from: Square, to: Square, obstacles: &[Square]) -> String {
    let board = ChessSystem::empty(obstacles);
    let Some(length) = board.map_from(piece, point(from)).get(point(to)) else {
        return format!("no derivation: no way leads from {from} to {to}\n");
    };
    let grammar = Grammar::new(&board, piece, point(from), point(to), length);
    grammar.narrate(&grammar.derive(|_, _| 1))
}

/// The longest horizon that makes sense.
pub const MAX_HORIZON: u32 = 15;

/// The zones of a position up to a horizon.
pub fn zones(position: &Position, horizon: u32, notation: Notation) -> wire::Zones {
    let system = ChessSystem::new(position, Lines::Open);
    let bundles = zones_of(&system, horizon, ZoneRules::default());
    let note = bundles.is_empty().then(|| match horizon {
        0 => "a horizon of 0 moves reaches nothing".to_owned(),
        _ => format!("no piece reaches a target within {horizon} moves over open lines"),
    });
    wire::Zones {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        horizon,
        zones: bundles.iter().map(|bundle| zone(&system, bundle, notation)).collect(),
        note,
        after: None,
    }
}

fn zone(system: &ChessSystem, bundle: &ZoneBundle<Piece>, notation: Notation) -> wire::Zone {
    let main = bundle.main();
    wire::Zone {
        kind: if bundle.target == Target::Promotion { wire::ZoneKind::Promotion } else { wire::ZoneKind::Attack },
        owner: color(main.side).into(),
        from: system.name(main.bundle.from),
        to: system.name(main.bundle.to),
        worth: 100 * bundle.value,
        length: main.bundle.length,
        notation: bundle.text(system, notation),
        symbols: bundle
            .symbols(system)
            .iter()
            .map(|symbol| wire::ZoneSymbol {
                piece: system.elements()[symbol.element].letter,
                color: color(symbol.side).into(),
                negation: symbol.negation,
                time: symbol.time,
                squares: symbol.trajectory.points.iter().map(|&point| system.name(point)).collect(),
            })
            .collect(),
    }
}

/// Zones as text, in the notation of the paper.
pub fn zones_text(zones: &wire::Zones) -> String {
    let mut text = String::new();
    if let Some(note) = &zones.note {
        let _ = writeln!(text, "no zones: {note}");
    }
    for zone in &zones.zones {
        let _ = writeln!(
            text,
            "{} {} {}-{} (value {}, length {})\n  {}",
            zone.owner,
            zone.kind,
            zone.from,
            zone.to,
            zone.worth / 100,
            zone.length,
            zone.notation
        );
    }
    text
}

/// The colours of both sides' trajectories.
const SIDES: [(Color, &str); 2] = [(Color::White, palette::BLUE), (Color::Black, palette::YELLOW)];

/// So many zones can be told apart on a board.
pub const MOST_DRAWN_ZONES: usize = 4;

/// Solves a position along its zones; exact values of small endings come from `probe`.
pub fn solve(position: &Position, tier: Tier, forecast: Forecast, probe: &dyn Probe) -> Solution {
    solve_within(position, tier, forecast, probe, None)
}

/// The same with at most so many branches for each question, if that is said.
pub fn solve_within(
    position: &Position,
    tier: Tier,
    forecast: Forecast,
    probe: &dyn Probe,
    most_edges: Option<usize>,
) -> Solution {
    let suited = Settings::suited(position, tier);
    let most_edges = most_edges.unwrap_or(suited.most_edges);
    zone_search::solve(position, probe, Settings { forecast, most_edges, ..suited })
}

/// How many branches the comparison with alpha-beta may add.
pub const COMPARED_EDGES: usize = 300_000;

/// The same question by plain alpha-beta with the same library, for the numbers of branches.
pub fn alpha_beta(position: &Position, tier: Tier, probe: &dyn Probe, solution: &Solution) -> FullWidth {
    zone_search::alpha_beta(position, probe, tier, solution, COMPARED_EDGES)
}

/// The comparison with alpha-beta as data.
pub fn beside_alpha_beta(position: &Position, tier: Tier, probe: &dyn Probe, solution: &Solution) -> wire::Compared {
    let found = alpha_beta(position, tier, probe, solution);
    wire::Compared {
        who: ALPHA_BETA.to_owned(),
        nodes: found.edges as u64,
        depth: found.depth as u64,
        agrees: found.agrees,
    }
}

/// Why every branch came into question.
fn classes(solution: &Solution) -> Vec<Class> {
    let mut classes = vec![Class::Other; solution.edges()];
    for event in &solution.events {
        if let Event::Play { branch, class, .. } = *event {
            classes[branch - 1] = class;
        }
    }
    classes
}

/// The zone that brought in a move of the tree.
fn branch_zone(before: &Position, m: Move, class: Class, purposes: Option<&Vec<Purpose>>) -> Option<wire::BranchZone> {
    if let Some(purposes) = purposes {
        let first = purposes.first()?;
        let name = |point: Point| square(point).to_string();
        let also = purposes.get(1).map(|second| name(second.to));
        return Some(wire::BranchZone { aim: class.into(), from: name(first.from), to: name(first.to), also });
    }
    if matches!(class, Class::Other | Class::Forecast) {
        return None;
    }
    let horizon = Settings::suited(before, Tier::Sound).horizon;
    let (from, to) = match zone_search::zone_of(before, m, horizon) {
        Some((_, from, to)) => (from, to),
        None => (m.from()?, m.to()),
    };
    Some(wire::BranchZone { aim: class.into(), from: from.to_string(), to: to.to_string(), also: None })
}

/// A solution as data.
pub fn solved(position: &Position, tier: Tier, solution: &Solution) -> wire::Solved {
    let mut positions = vec![position.clone()];
    let mut tree = Vec::new();
    let classes = classes(solution);
    for (id, branch) in solution.tree.branches() {
        let before = &positions[branch.father];
        let after = before.play(branch.transition);
        let score = branch.value.unwrap_or(0);
        let found = match score {
            WON.. => Some(wire::Value::Win),
            0 => Some(wire::Value::Draw),
            score if score <= -WON => Some(wire::Value::Loss),
            _ => None,
        };
        tree.push(wire::SolvedBranch {
            id,
            son: branch.son,
            father: branch.father,
            brother: branch.brother,
            played: before.uci(branch.transition),
            zone: branch_zone(before, branch.transition, classes[id - 1], solution.purposes.get(id - 1)),
            value: found,
            gain: found.is_none().then_some(score),
            decided: solution.proven[id - 1].map(|value| (-value).into()),
        });
        positions.push(after);
    }
    wire::Solved {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        turn: position.turn().into(),
        tier: tier.into(),
        forecast: solution.forecast.into(),
        value: solution.value.map(Into::into),
        key: solution.key.map(|m| position.uci(m)),
        san: solution.key.map(|m| position.san(m)),
        edges: solution.edges(),
        depth: solution.tree.depth(),
        decided: solution.decided,
        probes: solution.probes,
        looks: solution.looks,
        tree,
        compared: Vec::new(),
    }
}
