//! The rounds: all wins of one side in one slice.
//!
//! Codes come in with the best external result of each position and leave with the codes of the
//! positions that the winner wins. External wins take part in the round that their rank names;
//! a defender whose external moves all lose waits for the round in which the last of them has
//! lost.
//!
//! A word is looked at only when a word that its moves reach has changed. Which words changed is itself a
//! set, with a bit for each word, and the words that moves lead to are found by the same pull, one man
//! smaller ([`Visits::Listed`]). [`Visits::All`] looks at every word in every round; it is the slow twin.

use rayon::prelude::*;
use reti_core::chess::Color;

use super::{Frame, GenerateError, How, Legal, Step};
use crate::rules;
use crate::table::{Code, Metric};

/// Which words are looked at in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visits {
    /// All of them, and words that equal others too: the slow twin.
    All,
    /// Those whose moves reach a word that has changed.
    Listed,
}

/// Positions of one word that take part from some round on.
type Arrivals = Vec<Vec<(u32, u64)>>;

struct Race<'a> {
    frame: &'a Frame<'a>,
    winner: Color,
    /// Attacker to move, not won yet.
    open: Vec<u64>,
    /// Defender to move, lost.
    lost: Vec<u64>,
    /// Defender to move, not lost yet, no external move saves it.
    candidates: Vec<u64>,
    wins: Arrivals,
    candidacies: Arrivals,
    visits: Visits,
}

/// Words that have changed, one bit each.
struct Changed(Vec<u64>);

impl Changed {
    fn new(words: usize) -> Changed {
        Changed(vec![0; words.div_ceil(64)])
    }

    fn insert(&mut self, word: usize) {
        self.0[word / 64] |= rules::bit(word % 64);
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }
}

/// Finds all wins of a side; adds them to `codes` and to the sets of decided positions.
pub(super) fn run(
    frame: &Frame,
    (winner, How { metric, visits, watch }): (Color, How<'_>),
    legal: &Legal,
    codes: &mut [Vec<u8>; 2],
    decided: &mut Legal,
) -> Result<(), GenerateError> {
    let [white, black] = codes;
    let (ours, theirs) = if winner.is_white() { (white, black) } else { (black, white) };
    let mut race = Race::start(frame, winner, metric, legal, ours, theirs);
    race.visits = if frame.words().is_multiple_of(64) { visits } else { Visits::All };
    let mut changed = race.first_losses(legal, theirs);
    // What was decided before the round; counted only for who wants to know.
    let mut before = 0;
    for round in 1u8.. {
        let open_changed = race.attack(round, &changed, ours);
        let lost_changed = race.defend(round, &open_changed, theirs);
        if let Some(watch) = watch {
            let now = race.decided(legal);
            if !watch(Step::Round { winner, round, decided: now - before }) {
                return Err(GenerateError::Stopped { material: frame.layout.material() });
            }
            before = now;
        }
        let quiet = open_changed.is_empty() && lost_changed.is_empty();
        let last = race.wins.len().max(race.candidacies.len());
        if quiet && usize::from(round) + 1 >= last {
            break;
        }
        if round >= Code::MOST {
            return Err(GenerateError::TooLong { material: frame.layout.material() });
        }
        changed = lost_changed;
    }
    let (attacker, defender) = (usize::from(winner.is_black()), usize::from(winner.is_white()));
    for (decided, (&legal, &open)) in decided[attacker].iter_mut().zip(legal[attacker].iter().zip(&race.open)) {
        *decided |= legal & !open;
    }
    for (decided, &lost) in decided[defender].iter_mut().zip(&race.lost) {
        *decided |= lost;
    }
    Ok(())
}

impl<'a> Race<'a> {
    fn start(
        frame: &'a Frame<'a>,
        winner: Color,
        metric: Metric,
        legal: &Legal,
        ours: &[u8],
        theirs: &[u8],
    ) -> Race<'a> {
        let (attacker, defender) = (usize::from(winner.is_black()), usize::from(winner.is_white()));
        let words = frame.words();
        let mut wins: Arrivals = vec![Vec::new(); 2];
        for (word, codes) in ours.chunks_exact(64).enumerate() {
            let won = lanes_above_draw(codes);
            arrive(&mut wins, word, won, metric, |lane| Code(codes[lane]).rank().unwrap_or(1));
        }
        let mut candidacies: Arrivals = vec![Vec::new(); 1];
        let mut candidates = vec![0; words];
        for (word, codes) in theirs.chunks_exact(64).enumerate() {
            let losing = lanes_below_draw(codes) & legal[defender][word];
            let late = lanes_nonzero(codes) & losing;
            candidates[word] = losing & !late;
            for lane in rules::squares(late) {
                if codes[lane] == Code::loss(0).0 {
                    candidates[word] |= rules::bit(lane);
                }
            }
            if metric == Metric::Mate {
                arrive(&mut candidacies, word, losing & !candidates[word], metric, |lane| codes[lane] - 1);
            }
        }
        Race {
            frame,
            winner,
            open: legal[attacker].clone(),
            lost: vec![0; words],
            candidates,
            wins,
            candidacies,
            visits: Visits::All,
        }
    }

    /// How many positions are decided, both sides to move.
    fn decided(&self, legal: &Legal) -> u64 {
        let attacker = &legal[usize::from(self.winner.is_black())];
        let won = attacker.par_iter().zip(&self.open).map(|(legal, open)| u64::from((legal & !open).count_ones()));
        let lost = self.lost.par_iter().map(|lost| u64::from(lost.count_ones()));
        won.sum::<u64>() + lost.sum::<u64>()
    }

    /// The words of a row of 64 to look at when a side is to move: those with a move into a changed word.
    ///
    /// The last man may stand in the way, which is not looked at: a word too many does no harm.
    fn listed(&self, mover: Color, changed: &Changed, row: usize) -> u64 {
        if self.visits == Visits::All {
            return !0;
        }
        let frame = self.frame;
        let lane = frame.layout.lane();
        let own = if frame.layout.men()[lane].color == mover { changed.0[row] } else { 0 };
        let Some((squares, fixed)) = frame.decode_until(row, lane - 1) else { return own };
        own | frame.scouts[usize::from(mover.is_black())].pull(&changed.0, row, &squares, fixed, !0)
    }

    /// Round 0: mates, and positions whose every move loses at once; stalemates stop being candidates.
    fn first_losses(&mut self, legal: &Legal, theirs: &mut [u8]) -> Changed {
        let frame = self.frame;
        let block = frame.block();
        let mut changed = Changed::new(frame.words());
        let puller = &frame.pullers[usize::from(self.winner.is_white())];
        let not_in_check = &legal[usize::from(self.winner.is_black())];
        let open = &self.open;
        let sets = self.candidates.par_chunks_mut(block).zip(self.lost.par_chunks_mut(block));
        let work = sets.zip(theirs.par_chunks_mut(block * 64)).zip(changed.0.par_chunks_mut(block.div_ceil(64)));
        work.enumerate().for_each(|(i, (((candidates, lost), codes), changed))| {
            for (j, candidates) in candidates.iter_mut().enumerate().filter(|(_, candidates)| **candidates != 0) {
                let word = i * block + j;
                let Some((squares, fixed)) = frame.decode(word) else { continue };
                let stuck = *candidates & !puller.pull(open, word, &squares, fixed, *candidates);
                if stuck == 0 {
                    continue;
                }
                let codes = &mut codes[j * 64..][..64];
                *candidates &= !stuck;
                for lane in rules::squares(stuck) {
                    let stalemate = codes[lane] == 0 && not_in_check[word] & rules::bit(lane) != 0;
                    if !stalemate {
                        codes[lane] = Code::loss(0).0;
                        lost[j] |= rules::bit(lane);
                        changed[j / 64] |= rules::bit(j % 64);
                    }
                }
            }
        });
        changed
    }

    /// The attacker's half of a round, after some words of `lost` have changed; tells which words did now.
    fn attack(&mut self, round: u8, before: &Changed, ours: &mut [u8]) -> Changed {
        let frame = self.frame;
        let block = frame.block();
        let mut changed = Changed::new(frame.words());
        if let Some(wins) = self.wins.get_mut(usize::from(round)) {
            for (word, lanes) in std::mem::take(wins) {
                let word = word as usize;
                if self.open[word] & lanes != 0 {
                    changed.insert(word);
                    self.open[word] &= !lanes;
                }
            }
        }
        if before.is_empty() && self.visits == Visits::Listed {
            return changed;
        }
        let puller = &frame.pullers[usize::from(self.winner.is_black())];
        let mut sets = std::mem::take(&mut self.open);
        let (this, lost) = (&*self, &self.lost);
        let work = sets.par_chunks_mut(block).zip(ours.par_chunks_mut(block * 64));
        work.zip(changed.0.par_chunks_mut(block.div_ceil(64))).enumerate().for_each(|(i, ((open, codes), changed))| {
            for (row, changed) in changed.iter_mut().enumerate() {
                let end = (row * 64 + 64).min(open.len());
                let listed = this.listed(this.winner, before, i * block / 64 + row);
                for j in rules::squares(listed).map(|bit| row * 64 + bit).take_while(|j| *j < end) {
                    if open[j] == 0 {
                        continue;
                    }
                    let word = i * block + j;
                    let Some((squares, fixed)) = frame.decode(word) else { continue };
                    let won = puller.pull(lost, word, &squares, fixed, open[j]);
                    if won != 0 {
                        *changed |= rules::bit(j % 64);
                        open[j] &= !won;
                        write(&mut codes[j * 64..][..64], won, Code::win(round));
                    }
                }
            }
        });
        self.open = sets;
        changed
    }

    /// The defender's half of a round, after some words of `open` have changed; tells which words did now.
    fn defend(&mut self, round: u8, before: &Changed, theirs: &mut [u8]) -> Changed {
        let frame = self.frame;
        let block = frame.block();
        let mut changed = Changed::new(frame.words());
        let mut arrived = Changed::new(frame.words());
        if let Some(arrivals) = self.candidacies.get_mut(usize::from(round)) {
            for (word, lanes) in std::mem::take(arrivals) {
                self.candidates[word as usize] |= lanes;
                arrived.insert(word as usize);
            }
        }
        if before.is_empty() && arrived.is_empty() && self.visits == Visits::Listed {
            return changed;
        }
        let puller = &frame.pullers[usize::from(self.winner.is_white())];
        let (mut candidates, mut lost) = (std::mem::take(&mut self.candidates), std::mem::take(&mut self.lost));
        let (this, open) = (&*self, &self.open);
        let sets = candidates.par_chunks_mut(block).zip(lost.par_chunks_mut(block));
        let work = sets.zip(theirs.par_chunks_mut(block * 64)).zip(changed.0.par_chunks_mut(block.div_ceil(64)));
        work.enumerate().for_each(|(i, (((candidates, lost), codes), changed))| {
            for (row, changed) in changed.iter_mut().enumerate() {
                let end = (row * 64 + 64).min(candidates.len());
                let at = i * block / 64 + row;
                let listed = this.listed(!this.winner, before, at) | arrived.0[at];
                for j in rules::squares(listed).map(|bit| row * 64 + bit).take_while(|j| *j < end) {
                    if candidates[j] == 0 {
                        continue;
                    }
                    let word = i * block + j;
                    let Some((squares, fixed)) = frame.decode(word) else { continue };
                    let newly = candidates[j] & !puller.pull(open, word, &squares, fixed, candidates[j]);
                    if newly != 0 {
                        *changed |= rules::bit(j % 64);
                        candidates[j] &= !newly;
                        lost[j] |= newly;
                        write(&mut codes[j * 64..][..64], newly, Code::loss(round));
                    }
                }
            }
        });
        (self.candidates, self.lost) = (candidates, lost);
        changed
    }
}

fn arrive(arrivals: &mut Arrivals, word: usize, lanes: u64, metric: Metric, round: impl Fn(usize) -> u8) {
    if lanes != 0 && metric != Metric::Mate {
        arrivals[1].push((word as u32, lanes));
        return;
    }
    for lane in rules::squares(lanes) {
        let round = usize::from(round(lane));
        if arrivals.len() <= round {
            arrivals.resize(round + 1, Vec::new());
        }
        match arrivals[round].last_mut() {
            Some((last, lanes)) if *last == word as u32 => *lanes |= rules::bit(lane),
            _ => arrivals[round].push((word as u32, rules::bit(lane))),
        }
    }
}

#[inline]
fn write(codes: &mut [u8], lanes: u64, code: Code) {
    for lane in rules::squares(lanes) {
        codes[lane] = code.0;
    }
}

const HIGH: u64 = 0x8080_8080_8080_8080;

/// One bit for each byte of a word, from the high bits that `test` leaves.
#[inline]
fn collect(codes: &[u8], test: impl Fn(u64) -> u64) -> u64 {
    let mut lanes = 0;
    for (row, bytes) in codes.as_chunks::<8>().0.iter().enumerate() {
        let high = test(u64::from_le_bytes(*bytes)) & HIGH;
        lanes |= ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * row);
    }
    lanes
}

#[inline]
fn lanes_nonzero(codes: &[u8]) -> u64 {
    collect(codes, |row| ((row & !HIGH) + !HIGH) | row)
}

#[inline]
fn lanes_above_draw(codes: &[u8]) -> u64 {
    collect(codes, |row| ((row & !HIGH) + !HIGH) & row)
}

#[inline]
fn lanes_below_draw(codes: &[u8]) -> u64 {
    collect(codes, |row| !row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_collected_byte_by_byte() {
        let codes: Vec<u8> = (0..64u8).map(|i| i.wrapping_mul(37).wrapping_add(91) * u8::from(i % 3 != 0)).collect();
        let slow = |test: fn(u8) -> bool| (0..64).filter(|&i| test(codes[i])).fold(0, |set, i| set | rules::bit(i));
        assert_eq!(lanes_nonzero(&codes), slow(|c| c != 0));
        assert_eq!(lanes_above_draw(&codes), slow(|c| c > 128));
        assert_eq!(lanes_below_draw(&codes), slow(|c| c < 128));
    }
}
