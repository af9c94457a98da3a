//! Making tables: bit-parallel, one winner at a time, pulling results backwards.
//!
//! The generator asks for each side separately: *which positions does it win?* Two sets suffice.
//! `open` has the attacker to move and not yet won; `lost` has the defender to move and lost. In
//! round *r* each word of 64 positions pulls from the words that its moves lead to:
//!
//! ```text
//! open &= !reaches(lost)            attacker: some move gives a lost position   → won in r
//! lost  = candidates & !reaches(open)   defender: no move gives an open position → lost in r
//! ```
//!
//! so 64 positions take part in every operation, there are no counters, and symmetric twins need
//! no care. Captures, promotions and pawn moves leave the set that is iterated over (they lead to
//! smaller tables or to slices with more advanced pawns, which are finished), so their best result
//! is looked up once, before the rounds, by the module `external`. The round in which a position is
//! decided is its rank, a certificate that [`crate::verify`] checks without this module.
//!
//! **En passant.** Positions have no en passant rights. A double step next to an enemy pawn is
//! given the value that it has when the enemy may also take en passant (see `external`).
//! **Castling** is excluded. [CQD, sections 1 and 5; the algorithm is ours]

mod external;
mod pull;
mod race;

use rayon::prelude::*;
use reti_core::chess::Color;

use crate::fold::Fold;
use crate::layout::{Layout, Squares};
use crate::material::Material;
use crate::rules;
use crate::table::{Code, Metric, Table, Tables};

use external::Externals;
use pull::Puller;

pub use race::Visits;

/// Why a table could not be made.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A table that captures or promotions lead to is not there.
    #[error("{material} needs {missing}, which has not been made yet")]
    Missing {
        /// The endgame asked for.
        material: Material,
        /// The endgame that it needs first.
        missing: Material,
    },
    /// A needed table counts something else.
    #[error("{material} is to count moves to mate, but the table of {other} does not")]
    OtherMetric {
        /// The endgame asked for.
        material: Material,
        /// The endgame with the other metric.
        other: Material,
    },
    /// Some win takes more moves than fit into a byte.
    #[error("{material} has wins longer than {} moves, more than the format can hold", Code::MOST)]
    TooLong {
        /// The endgame asked for.
        material: Material,
    },
    /// Who watched did not want it any more.
    #[error("{material} was given up")]
    Stopped {
        /// The endgame asked for.
        material: Material,
    },
}

/// What happens while a table is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A round of one side's wins is over, for one placement of the pawns.
    Round {
        /// The side whose wins are looked for.
        winner: Color,
        /// Its number: the rank of what it decided.
        round: u8,
        /// Positions that it decided, both sides to move.
        decided: u64,
    },
    /// So many placements of the pawns are solved.
    Placements {
        /// How many.
        done: usize,
        /// Of how many; 1 without pawns.
        all: usize,
    },
}

/// Hears of every step, from several threads at once, and says whether to go on.
pub type Watch<'a> = dyn Fn(Step) -> bool + Sync + 'a;

/// How a table is made.
#[derive(Clone, Copy)]
struct How<'a> {
    metric: Metric,
    visits: Visits,
    watch: Option<&'a Watch<'a>>,
}

/// Makes the table of an endgame from the tables that it leads to.
pub fn generate(material: Material, metric: Metric, tables: &dyn Tables) -> Result<Table, GenerateError> {
    generate_by(material, metric, tables, Visits::Listed)
}

/// As [`generate`], with a choice which words each round looks at.
pub fn generate_by(
    material: Material,
    metric: Metric,
    tables: &dyn Tables,
    visits: Visits,
) -> Result<Table, GenerateError> {
    make(material, tables, How { metric, visits, watch: None })
}

/// As [`generate`], told step by step to someone who may end it.
pub fn generate_watched(
    material: Material,
    metric: Metric,
    tables: &dyn Tables,
    watch: &Watch<'_>,
) -> Result<Table, GenerateError> {
    make(material, tables, How { metric, visits: Visits::Listed, watch: Some(watch) })
}

fn make(material: Material, tables: &dyn Tables, how: How<'_>) -> Result<Table, GenerateError> {
    let How { metric, visits, watch } = how;
    let layout = Layout::new(material);
    let fold = Fold::new(&layout);
    let fold = (visits == Visits::Listed).then_some(&fold);
    let externals = Externals::new(&layout, metric, tables)?;
    let mut codes = [vec![0u8; layout.len()], vec![0u8; layout.len()]];
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for slice in 0..layout.slices() {
        let level = layout.advancement(slice);
        if levels.len() <= level {
            levels.resize(level + 1, Vec::new());
        }
        levels[level].push(slice);
    }
    let slice_len = layout.slice_len();
    let mut done = 0;
    for level in levels.iter().rev() {
        // Of equal arrangements of identical pawns one is solved.
        let (kept, others): (Vec<usize>, Vec<usize>) =
            level.iter().partition(|&&slice| fold.is_none_or(|fold| fold.is_kept_slice(slice)));
        // A handful of slices at a time, so that their working sets are few.
        for group in kept.chunks(group_size(slice_len)) {
            let solve = |&slice: &usize| solve(&layout, fold, &externals, &codes, slice, how);
            let solved = group.par_iter().map(solve).collect::<Result<Vec<_>, _>>()?;
            for (&slice, solved) in group.iter().zip(solved) {
                for (side, part) in codes.iter_mut().zip(solved) {
                    if part.len() == side.len() {
                        *side = part;
                    } else {
                        side[slice * slice_len..][..slice_len].copy_from_slice(&part);
                    }
                }
            }
            done += group.len();
            if watch.is_some_and(|watch| !watch(Step::Placements { done, all: layout.slices() })) {
                return Err(GenerateError::Stopped { material });
            }
        }
        done += others.len();
        for slice in others {
            if let Some(fold) = fold {
                for side in &mut codes {
                    fold.copy_slice(side, slice);
                }
            }
        }
    }
    Ok(Table::from_codes(layout, metric, codes))
}

fn group_size(slice_len: usize) -> usize {
    ((64 << 20) / slice_len).clamp(4, 4096)
}

/// The sets of legal positions, by side to move.
type Legal = [Vec<u64>; 2];

/// Solves one slice; `finished` has the codes of slices with more advanced pawns.
fn solve(
    layout: &Layout,
    fold: Option<&Fold>,
    externals: &Externals,
    finished: &[Vec<u8>; 2],
    slice: usize,
    how: How<'_>,
) -> Result<[Vec<u8>; 2], GenerateError> {
    let frame = Frame::new(layout, slice);
    let words = frame.words();
    if frame.pawn_set.count_ones() as usize != layout.pawns() {
        // Two pawns share a square.
        return Ok([vec![0; words * 64], vec![0; words * 64]]);
    }
    let mut legal: Legal = [vec![0; words], vec![0; words]];
    let mut codes = [vec![0u8; words * 64], vec![0u8; words * 64]];
    for (turn, (legal, codes)) in [Color::White, Color::Black].into_iter().zip(legal.iter_mut().zip(&mut codes)) {
        let block = frame.block();
        legal.par_chunks_mut(block).zip(codes.par_chunks_mut(block * 64)).enumerate().for_each(
            |(i, (legal, codes))| {
                for (j, (legal, codes)) in legal.iter_mut().zip(codes.chunks_exact_mut(64)).enumerate() {
                    let word = i * block + j;
                    let Some((squares, fixed)) = frame.decode(word) else { continue };
                    *legal = layout.legal_lanes(turn, &squares, fixed);
                    // What equals another word is copied, below.
                    if *legal != 0 && fold.is_none_or(|fold| fold.source(&squares).is_none()) {
                        let best = externals.best(turn, &squares, fixed, *legal, finished);
                        codes.copy_from_slice(&best);
                    }
                }
            },
        );
        if let Some(fold) = fold {
            fold.fill(codes, slice);
        }
    }
    let mut decided: Legal = [vec![0; words], vec![0; words]];
    for winner in [Color::White, Color::Black] {
        if !layout.material().is_bare(winner) {
            race::run(&frame, (winner, how), &legal, &mut codes, &mut decided)?;
        }
    }
    for side in 0..2 {
        let sets = legal[side].par_iter().zip(&decided[side]).with_min_len(4096);
        sets.zip(codes[side].par_chunks_exact_mut(64)).for_each(|((&legal, &decided), codes)| {
            for lane in rules::squares(!decided) {
                codes[lane] = if legal & rules::bit(lane) != 0 { Code::DRAW.0 } else { Code::ILLEGAL.0 };
            }
        });
    }
    Ok(codes)
}

/// One slice of a layout: pawns fixed, everything else moving.
struct Frame<'a> {
    layout: &'a Layout,
    pawns: Squares,
    pawn_set: u64,
    /// The quiet moves of each side.
    pullers: [Puller; 2],
    /// The same moves one man smaller: from words to words.
    scouts: [Puller; 2],
}

impl<'a> Frame<'a> {
    fn new(layout: &'a Layout, slice: usize) -> Frame<'a> {
        let pawns = layout.squares(slice * layout.slice_len());
        let pawn_set = pawns[..layout.pawns()].iter().fold(0, |set, &square| set | rules::bit(square.into()));
        let lane = layout.lane();
        let pullers = [Color::White, Color::Black].map(|mover| Puller::new(layout, mover, lane));
        let scouts = [Color::White, Color::Black].map(|mover| Puller::new(layout, mover, lane - 1));
        Frame { layout, pawns, pawn_set, pullers, scouts }
    }

    fn words(&self) -> usize {
        self.layout.slice_len() / 64
    }

    /// The words that one thread works on at a time: of one king pair, and at least a row of 64.
    fn block(&self) -> usize {
        let pair = self.layout.pawns() + 1;
        let words = if self.layout.lane() > pair { self.layout.stride(pair) / 64 } else { 1 };
        words.max(64)
    }

    /// The squares of a word (lane man on a1) and their set; `None` if two men share a square.
    #[inline]
    fn decode(&self, word: usize) -> Option<(Squares, u64)> {
        self.decode_until(word, self.layout.lane())
    }

    /// As `decode`, where the lanes are the squares of another man than the last.
    #[inline]
    fn decode_until(&self, word: usize, lane: usize) -> Option<(Squares, u64)> {
        let first = self.layout.pawns();
        let mut squares = self.pawns;
        let mut fixed = self.pawn_set;
        let mut rest = word;
        for slot in (first..lane).rev() {
            let digit = if slot == first { rest } else { rest & 63 };
            rest >>= 6;
            let square = if slot == 0 { crate::layout::TRIANGLE[digit] } else { digit as u8 };
            squares[slot] = square;
            let bit = rules::bit(square.into());
            if fixed & bit != 0 {
                return None;
            }
            fixed |= bit;
        }
        squares[lane] = 0;
        Some((squares, fixed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::chain::Memory;

    /// Twins before and on the lanes, pawns of one and of both colours, moves to mate and to conversion.
    #[test]
    fn lists_and_copies_change_nothing() {
        for name in ["KQvK", "KRvK", "KPvK", "KRRvK", "KNNvK", "KBvKN", "KPPvK", "KPvKP", "KRvKP"] {
            let material: Material = name.parse().unwrap();
            let mut memory = Memory::new();
            for next in material.successors() {
                memory.make(next, Metric::Mate).unwrap();
            }
            for metric in [Metric::Mate, Metric::Conversion] {
                let fast = generate_by(material, metric, &memory, Visits::Listed).unwrap();
                let slow = generate_by(material, metric, &memory, Visits::All).unwrap();
                assert!(fast == slow, "{name} {metric:?}");
            }
        }
    }

    /// What the rounds decide is what is not drawn, and the last step says that all is solved.
    #[test]
    fn who_watches_hears_of_every_decided_position() {
        for name in ["KRvK", "KPvK", "KQvKR"] {
            let material: Material = name.parse().unwrap();
            let mut memory = Memory::new();
            for next in material.successors() {
                memory.make(next, Metric::Mate).unwrap();
            }
            let steps = Mutex::new(Vec::new());
            let watch = |step| {
                steps.lock().unwrap().push(step);
                true
            };
            let table = generate_watched(material, Metric::Mate, &memory, &watch).unwrap();
            assert!(table == generate(material, Metric::Mate, &memory).unwrap(), "{name}");
            let steps = steps.into_inner().unwrap();
            let all = table.layout().slices();
            assert_eq!(steps.last(), Some(&Step::Placements { done: all, all }), "{name}");
            if all == 1 {
                let of = |turn| table.codes(turn).iter().filter(|&&code| code != 0 && code != 128).count() as u64;
                let decided: u64 =
                    steps.iter().map(|step| if let Step::Round { decided, .. } = step { *decided } else { 0 }).sum();
                assert_eq!(decided, of(Color::White) + of(Color::Black), "{name}");
            }
        }
    }

    #[test]
    fn who_watches_may_end_it() {
        let material: Material = "KRvK".parse().unwrap();
        let mut memory = Memory::new();
        memory.make("KvK".parse().unwrap(), Metric::Mate).unwrap();
        let watch = |step| !matches!(step, Step::Round { round: 3, .. });
        let ended = generate_watched(material, Metric::Mate, &memory, &watch);
        assert!(matches!(ended, Err(GenerateError::Stopped { .. })));
    }
}
