//! How often the men of a zone form one component of the interaction graph:
//! `cargo run --release -p reti-search --example zone_overlap -- MOST FILE...`, with files of EPD or FEN lines.
//!
//! The men of a zone are its target and everybody with a trajectory in it, all negations. Two men are joined
//! in the graph if one attacks or defends the other now. Claimed by seed 000, section 4.2.

use reti_core::{
    chess::{Bitboard, Position},
    geometry::{
        ChessSystem, ComplexSystem, Target, ZoneRules,
        chess_profile::{Lines, square},
        zone::zones_of,
    },
    relation::Relations,
};

/// The longest main trajectory, in moves.
const HORIZON: u32 = 2;

/// How many there are and how many of them hang together.
#[derive(Default)]
struct Count {
    all: u64,
    joined: u64,
}

impl Count {
    fn add(&mut self, joined: bool) {
        self.all += 1;
        self.joined += u64::from(joined);
    }

    fn told(&self) -> String {
        let share = 100.0 * self.joined as f64 / self.all.max(1) as f64;
        format!("{} of {} ({share:.1} %)", self.joined, self.all)
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let most: usize = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(5_000);
    let texts = arguments.iter().skip(1).map(|name| std::fs::read_to_string(name).expect("a readable file"));
    let lines: Vec<String> = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let fens = lines.iter().map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ") + " 0 1");
    let (mut positions, mut zones, mut larger) = (0, Count::default(), Count::default());
    for position in fens.filter_map(|fen| Position::from_fen(&fen).ok()).take(most) {
        positions += 1;
        let relations = Relations::new(&position);
        let system = ChessSystem::new(&position, Lines::Open);
        for zone in zones_of(&system, HORIZON, ZoneRules::default()) {
            let elements = zone.tracks.iter().map(|track| track.element);
            let target = if let Target::Element(index) = zone.target { Some(index) } else { None };
            let men: Bitboard = elements.chain(target).map(|index| square(system.elements()[index].at)).collect();
            let joined = is_one_component(&relations, men);
            zones.add(joined);
            if men.count() > 2 {
                larger.add(joined);
            }
        }
    }
    println!(
        "{positions} positions, horizon {HORIZON}: {}; of zones with more than two men {}",
        zones.told(),
        larger.told()
    );
}

/// Whether men hang together by attacks and defences among them.
fn is_one_component(relations: &Relations, men: Bitboard) -> bool {
    let Some(first) = men.into_iter().next() else { return true };
    let mut reached = Bitboard::from_square(first);
    loop {
        let touched = |man| {
            let out = !(relations.attacks_from(man) & reached).is_empty();
            let back = reached.into_iter().any(|other| relations.attacks_from(other).contains(man));
            out || back
        };
        let grown = reached | men.into_iter().filter(|&man| touched(man)).collect::<Bitboard>();
        if grown == reached {
            return reached == men;
        }
        reached = grown;
    }
}
