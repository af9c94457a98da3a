//! Which moves come into question, and in which order.
//!
//! A move is a candidate if it is the first step of a trajectory in some zone. Its class says which
//! part it plays there, its priority is the value of the zone's target and then how soon it
//! matters. A move that serves several zones goes before one that serves a single one.

use std::cmp::Reverse;

use reti_core::{
    chess::{Bitboard, Color, Move, Piece, PieceType, Position, Square},
    exchange::Arena,
    geometry::{
        ChessSystem, ComplexSystem, Target, Track, ZoneBundle, ZoneRules,
        chess_profile::{Lines, color, point, side, square},
        zone::zones_of,
    },
};

/// Why a move came into question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// It captures an element that walks along an enemy trajectory, where it stands.
    Strike,
    /// It is a step of a main trajectory.
    Main,
    /// It is a step of a first negation: an interception.
    Negation,
    /// It steps along a control zone that inspection brought in.
    Control,
    /// It answers a check.
    Evasion,
    /// It takes a piece out of danger.
    Retreat,
    /// No zone asks for it, but the forecast of the race.
    Forecast,
    /// No zone asks for it.
    Other,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 8] = [
        Class::Strike,
        Class::Main,
        Class::Negation,
        Class::Control,
        Class::Evasion,
        Class::Retreat,
        Class::Forecast,
        Class::Other,
    ];

    /// The name by which words are found.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Strike => "strike",
            Class::Main => "main",
            Class::Negation => "negation",
            Class::Control => "control",
            Class::Evasion => "evasion",
            Class::Retreat => "retreat",
            Class::Forecast => "forecast",
            Class::Other => "other",
        }
    }
}

/// The zone that asks for a move most: the part that the move plays in it, and the ends of the trajectory
/// on which it lies; `None` if no zone asks for it.
pub fn zone_of(position: &Position, m: Move, horizon: u32) -> Option<(Class, Square, Square)> {
    let geometry = Geometry::new(position, horizon);
    let candidate = judge(&geometry, position.turn(), m)?;
    let (from, to) = ends(m);
    let (us, start) = (side(position.turn()), point(from));
    let tracks = geometry.zones.iter().flat_map(|zone| zone.tracks.iter().map(move |track| (zone, track)));
    let fits = |zone: &ZoneBundle<Piece>, track: &Track<Piece>| {
        let own = zone.main().side == us;
        let part = match candidate.class {
            Class::Main => own && track.negation == 0,
            Class::Negation => !own && track.negation == 1,
            _ => false,
        };
        part && track.side == us && track.bundle.from == start && geometry.first_steps(track).contains(to)
    };
    let best = tracks
        .filter(|(zone, track)| fits(zone, track))
        .max_by_key(|(zone, track)| (zone.value, Reverse(track.bundle.length)));
    let end = best.map_or(to, |(_, track)| square(track.bundle.to));
    Some((candidate.class, from, end))
}

/// A move with its reasons.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub m: Move,
    /// The part that it plays.
    pub class: Class,
    /// Twice the value of the target, and one more for a strike.
    pub value: u32,
    /// Twice the length that is left, and one more for an interception.
    pub delay: u32,
    /// How many zones it serves.
    pub purposes: u32,
}

/// Twice the value from which a target is worth an interception at once: a promotion.
pub const HIGH: u32 = 16;

/// A move's squares as men move: a castling king goes two squares.
pub fn ends(m: Move) -> (Square, Square) {
    (m.from().unwrap_or(m.to()), m.to())
}

/// The geometry of a position, made once per node.
pub struct Geometry {
    /// The men.
    pub system: ChessSystem,
    /// All attack and promotion zones, to the first negation.
    pub zones: Vec<ZoneBundle<Piece>>,
}

impl Geometry {
    /// The zones of a position.
    pub fn new(position: &Position, horizon: u32) -> Geometry {
        let system = ChessSystem::new(position, Lines::Open);
        let rules = ZoneRules { deepest_negation: 1, ..ZoneRules::default() };
        let zones = zones_of(&system, horizon, rules);
        Geometry { system, zones }
    }

    /// The side of a zone's main element.
    pub fn owner(zone: &ZoneBundle<Piece>) -> Color {
        color(zone.main().side)
    }

    /// The squares of the first step of the main trajectories of a zone.
    fn first_steps(&self, track: &Track<Piece>) -> Bitboard {
        Bitboard(track.bundle.stops(&self.system, 1).0)
    }
}

/// The candidates of the side to move, best first.
pub fn candidates(position: &Position, geometry: &Geometry) -> Vec<Candidate> {
    let us = position.turn();
    let mut found: Vec<Candidate> = Vec::new();
    for m in position.legal_moves() {
        if is_minor_promotion(m) {
            continue;
        }
        if let Some(candidate) = judge(geometry, us, m) {
            found.push(candidate);
        } else if position.is_check() {
            found.push(Candidate { m, class: Class::Evasion, value: HIGH, delay: 99, purposes: 0 });
        }
    }
    found.sort_by_key(|c| (Reverse(c.value), c.delay, Reverse(c.purposes), from_own_side(us, c.m)));
    found
}

/// The order of squares, the last resort; it is read from the mover's side of the board, so that
/// mirrored positions are searched in mirrored order.
pub fn from_own_side(us: Color, m: Move) -> (Square, Square, Reverse<Option<PieceType>>) {
    let seen = |square: Square| if us == Color::White { square } else { square.flip_vertical() };
    let (from, to) = ends(m);
    (seen(to), seen(from), Reverse(m.promotion()))
}

/// A promotion to something else than a queen.
pub fn is_minor_promotion(m: Move) -> bool {
    m.promotion().is_some_and(|piece_type| piece_type != PieceType::Queen)
}

/// The best reason for a move, if a zone asks for it.
fn judge(geometry: &Geometry, us: Color, m: Move) -> Option<Candidate> {
    let (from, to) = ends(m);
    let mut best: Option<Candidate> = None;
    let mut purposes = 0;
    let mut offer = |class, value, delay| {
        purposes += 1;
        let better = best.is_none_or(|old: Candidate| (value, Reverse(delay)) > (old.value, Reverse(old.delay)));
        if better {
            best = Some(Candidate { m, class, value, delay, purposes: 0 });
        }
    };
    for zone in &geometry.zones {
        let main = zone.main();
        let length = main.bundle.length;
        if main.side == side(us) {
            if main.bundle.from == point(from) && geometry.first_steps(main).contains(to) {
                offer(Class::Main, 2 * zone.value, 2 * length);
            }
            continue;
        }
        if square(main.bundle.from) == to {
            offer(Class::Strike, 2 * zone.value + 1, 2 * length);
        }
        for track in zone.negation(1) {
            let ours = track.side == side(us) && track.bundle.from == point(from);
            if ours && track.bundle.length >= 2 && geometry.first_steps(track).contains(to) {
                offer(Class::Negation, 2 * zone.value, 2 * track.bundle.length + 1);
            }
        }
    }
    // A capture is worth its target even where no zone of the horizon says so.
    if let Some(captured) = m.capture() {
        offer(Class::Strike, 2 * reti_core::geometry::chess_profile::value(captured), 2);
    }
    best.map(|candidate| Candidate { purposes, ..candidate })
}

/// Whether a piece on a square would be in time to intercept an enemy promotion, its own side to
/// move: a *potential* first negation.
pub fn potential_negation(geometry: &Geometry, us: Color, piece: Piece, at: Square) -> bool {
    geometry.zones.iter().filter(|zone| zone.target == Target::Promotion && Geometry::owner(zone) != us).any(|zone| {
        let bundle = zone.main().bundle;
        (1..=bundle.length).any(|step| {
            bundle.stops(&geometry.system, step).into_iter().any(|stop| {
                let distance = geometry.system.distance(piece, reti_core::geometry::Gait::Strike, point(at), stop);
                distance.is_some_and(|distance| distance <= step + 1)
            })
        })
    })
}

/// Whether a step lies on a main trajectory of an own attack zone.
pub fn on_attack_path(geometry: &Geometry, us: Color, from: Square, to: Square) -> bool {
    geometry.zones.iter().any(|zone| {
        let main = zone.main();
        matches!(zone.target, Target::Element(_))
            && Geometry::owner(zone) == us
            && main.bundle.from == point(from)
            && geometry.first_steps(main).contains(to)
    })
}

/// With so few men every legal move is tried, those that zones ask for first; with more only those.
const FEW_MEN: usize = 6;

/// Whether every legal move is looked at: few men, or kings and pawns only.
pub fn is_small(position: &Position) -> bool {
    let board = position.board();
    board.occupied().count() <= FEW_MEN || board.kings() | board.pawns() == board.occupied()
}

/// The moves of a node outside races, best first: what wins material, what zones ask for, and
/// with few men everything else.
pub fn queue(position: &Position, candidates: &[Candidate]) -> Vec<(Move, Class)> {
    let arena = Arena::new(position.board());
    let few = is_small(position);
    let gain = |m: Move| arena.arrival(ends(m).0, m.to(), m.promotion());
    let mut queue: Vec<(i32, usize, Move, Class)> = Vec::new();
    for (order, candidate) in candidates.iter().enumerate() {
        let m = candidate.m;
        let wins = gain(m);
        let check = position.play(m).is_check();
        let sacrifice = m.role() != PieceType::Pawn && wins < 0 && !check;
        if !few && sacrifice && candidate.value < HIGH {
            continue;
        }
        let first = if m.is_capture() || m.promotion().is_some() { wins.max(0) } else { 0 };
        queue.push((first + if check { 50 } else { 0 }, order, m, candidate.class));
    }
    if few {
        for m in position.legal_moves() {
            if queue.iter().all(|&(_, _, known, _)| known != m) {
                queue.push((gain(m).min(0), candidates.len(), m, Class::Other));
            }
        }
    }
    let us = position.turn();
    queue.sort_by_key(|&(wins, order, m, _)| (Reverse(wins), order, from_own_side(us, m)));
    queue.into_iter().map(|(_, _, m, class)| (m, class)).collect()
}
