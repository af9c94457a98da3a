//! The rounds: all wins of one side in one slice.
//!
//! Codes come in with the best external result of each position and leave with the codes of the
//! positions that the winner wins. External wins take part in the round that their rank names;
//! a defender whose external moves all lose waits for the round in which the last of them has
//! lost. Blocks (king pairs) are skipped while nothing that their moves reach has changed.

use rayon::prelude::*;
use reti_core::chess::Color;

use super::{Frame, GenerateError, Legal};
use crate::rules;
use crate::table::{Code, Metric};

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
    /// The blocks that moves of the attacker and of the defender reach.
    reach: [Vec<Vec<usize>>; 2],
}

/// Finds all wins of a side; adds them to `codes` and to the sets of decided positions.
pub(super) fn run(
    frame: &Frame,
    winner: Color,
    metric: Metric,
    legal: &Legal,
    codes: &mut [Vec<u8>; 2],
    decided: &mut Legal,
) -> Result<(), GenerateError> {
    let [white, black] = codes;
    let (ours, theirs) = if winner.is_white() { (white, black) } else { (black, white) };
    let mut race = Race::start(frame, winner, metric, legal, ours, theirs);
    let mut dirty = race.first_losses(legal, theirs);
    for round in 1u8.. {
        let open_changed = race.attack(round, &dirty, ours);
        let lost_changed = race.defend(round, &open_changed, theirs);
        let quiet = !open_changed.contains(&true) && !lost_changed.contains(&true);
        let last = race.wins.len().max(race.candidacies.len());
        if quiet && usize::from(round) + 1 >= last {
            break;
        }
        if round >= Code::MOST {
            return Err(GenerateError::TooLong { material: frame.layout.material() });
        }
        dirty = lost_changed;
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
        let blocks = words / frame.block();
        let reach = [attacker, defender].map(|side| {
            let mut blocks_of = Vec::with_capacity(blocks);
            let mut neighbors = Vec::new();
            for block in 0..blocks {
                frame.pullers[side].neighbors(frame.layout, block, &mut neighbors);
                blocks_of.push(neighbors.clone());
            }
            blocks_of
        });
        Race {
            frame,
            winner,
            open: legal[attacker].clone(),
            lost: vec![0; words],
            candidates,
            wins,
            candidacies,
            reach,
        }
    }

    /// Round 0: mates, and positions whose every move loses at once; stalemates stop being candidates.
    fn first_losses(&mut self, legal: &Legal, theirs: &mut [u8]) -> Vec<bool> {
        let frame = self.frame;
        let block = frame.block();
        let puller = &frame.pullers[usize::from(self.winner.is_white())];
        let not_in_check = &legal[usize::from(self.winner.is_black())];
        let open = &self.open;
        let work = self.candidates.par_chunks_mut(block).zip(self.lost.par_chunks_mut(block));
        work.zip(theirs.par_chunks_mut(block * 64))
            .enumerate()
            .map(|(i, ((candidates, lost), codes))| {
                let mut changed = false;
                for j in 0..block {
                    let word = i * block + j;
                    if candidates[j] == 0 {
                        continue;
                    }
                    let Some((squares, fixed)) = frame.decode(word) else { continue };
                    let stuck = candidates[j] & !puller.pull(open, word, &squares, fixed, candidates[j]);
                    if stuck == 0 {
                        continue;
                    }
                    let codes = &mut codes[j * 64..][..64];
                    candidates[j] &= !stuck;
                    for lane in rules::squares(stuck) {
                        let stalemate = codes[lane] == 0 && not_in_check[word] & rules::bit(lane) != 0;
                        if !stalemate {
                            codes[lane] = Code::loss(0).0;
                            lost[j] |= rules::bit(lane);
                            changed = true;
                        }
                    }
                }
                changed
            })
            .collect()
    }

    /// The attacker's half of a round; tells which blocks changed.
    fn attack(&mut self, round: u8, dirty: &[bool], ours: &mut [u8]) -> Vec<bool> {
        let frame = self.frame;
        let block = frame.block();
        let mut arrived = vec![false; dirty.len()];
        if let Some(wins) = self.wins.get_mut(usize::from(round)) {
            for (word, lanes) in std::mem::take(wins) {
                let open = &mut self.open[word as usize];
                arrived[word as usize / block] |= *open & lanes != 0;
                *open &= !lanes;
            }
        }
        let puller = &frame.pullers[usize::from(self.winner.is_black())];
        let (lost, reach) = (&self.lost, &self.reach[0]);
        self.open
            .par_chunks_mut(block)
            .zip(ours.par_chunks_mut(block * 64))
            .enumerate()
            .map(|(i, (open, codes))| {
                let mut changed = arrived[i];
                if !reach[i].iter().any(|&other| dirty[other]) {
                    return changed;
                }
                for (j, open) in open.iter_mut().enumerate().filter(|(_, open)| **open != 0) {
                    let word = i * block + j;
                    let Some((squares, fixed)) = frame.decode(word) else { continue };
                    let won = puller.pull(lost, word, &squares, fixed, *open);
                    if won != 0 {
                        changed = true;
                        *open &= !won;
                        write(&mut codes[j * 64..][..64], won, Code::win(round));
                    }
                }
                changed
            })
            .collect()
    }

    /// The defender's half of a round; tells which blocks changed.
    fn defend(&mut self, round: u8, open_changed: &[bool], theirs: &mut [u8]) -> Vec<bool> {
        let frame = self.frame;
        let block = frame.block();
        let mut arrived = vec![false; open_changed.len()];
        if let Some(arrivals) = self.candidacies.get_mut(usize::from(round)) {
            for (word, lanes) in std::mem::take(arrivals) {
                self.candidates[word as usize] |= lanes;
                arrived[word as usize / block] = true;
            }
        }
        let puller = &frame.pullers[usize::from(self.winner.is_white())];
        let (open, reach) = (&self.open, &self.reach[1]);
        let work = self.candidates.par_chunks_mut(block).zip(self.lost.par_chunks_mut(block));
        work.zip(theirs.par_chunks_mut(block * 64))
            .enumerate()
            .map(|(i, ((candidates, lost), codes))| {
                let mut changed = false;
                if !arrived[i] && !reach[i].iter().any(|&other| open_changed[other]) {
                    return changed;
                }
                for j in (0..block).filter(|&j| candidates[j] != 0).collect::<Vec<_>>() {
                    let word = i * block + j;
                    let Some((squares, fixed)) = frame.decode(word) else { continue };
                    let newly = candidates[j] & !puller.pull(open, word, &squares, fixed, candidates[j]);
                    if newly != 0 {
                        changed = true;
                        candidates[j] &= !newly;
                        lost[j] |= newly;
                        write(&mut codes[j * 64..][..64], newly, Code::loss(round));
                    }
                }
                changed
            })
            .collect()
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
