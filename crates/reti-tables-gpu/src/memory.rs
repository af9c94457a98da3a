//! How much memory of a device an endgame takes, told before anything is begun.
//!
//! A table is made while one set of each table that it leads to stays; what those lead to has left by then,
//! except tables of few men, which stay for good. Working memory is what the largest batch takes. So the most
//! that is in use at any time follows from the sizes alone.

use std::collections::{BTreeSet, HashMap};

use reti_core::chess::Color;
use reti_tables::material::Material;

use crate::engine::{Engine, batches, scratch_bytes};
use crate::geometry::Slices;
use crate::host::Host;
use crate::roles::Roles;

/// Tables of up to this many men stay on a device.
pub(crate) const RESIDENT: usize = 5;

/// Sizes of tables, remembered.
#[derive(Debug)]
pub struct Sizes {
    resident: usize,
    levels: HashMap<Vec<u8>, Vec<usize>>,
    moving: HashMap<Roles, u64>,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes::new(RESIDENT)
    }
}

impl Sizes {
    /// For a device on which tables of so many men stay.
    pub fn new(resident: usize) -> Sizes {
        Sizes { resident, levels: HashMap::new(), moving: HashMap::new() }
    }

    /// Bytes that stay on a device when an endgame was certified: two sets of each small table.
    fn staying(&self, below: &BTreeSet<Roles>) -> u64 {
        below.iter().filter(|roles| roles.count() <= self.resident).map(|roles| 2 * 8 * roles.words()).sum()
    }

    /// Bytes that certifying an endgame takes at most.
    pub fn needed(&mut self, endgame: Material) -> u64 {
        let attackers = attackers(endgame);
        let below = closure(endgame);
        let stays = |roles: &&Roles| roles.count() <= self.resident;
        // Two sets, and as many where the fifty-move rule makes others.
        let resident: u64 = below.iter().filter(stays).map(|roles| 4 * 8 * roles.words()).sum();
        let batch = below.iter().map(|roles| self.largest_batch(roles)).max().unwrap_or(0);
        let moving = attackers.iter().map(|roles| self.moving(roles)).max().unwrap_or(0);
        resident + scratch_bytes(batch) + moving
    }

    fn largest_batch(&mut self, roles: &Roles) -> u64 {
        let sides = roles.pawn_sides();
        let levels = self
            .levels
            .entry(sides.clone())
            .or_insert_with(|| if sides.is_empty() { Vec::new() } else { Slices::new(&sides).levels });
        let (words, firsts) = batches(roles, levels);
        firsts.windows(2).map(|pair| (pair[1] - pair[0]) as u64 * words).max().unwrap_or(words)
    }

    /// Bytes of the tables that come and go while one is made.
    fn moving(&mut self, roles: &Roles) -> u64 {
        if roles.is_bare() || roles.count() <= self.resident {
            return 0;
        }
        if let Some(&known) = self.moving.get(roles) {
            return known;
        }
        let (mut held, mut most) = (0, 0);
        for (next, _) in Engine::<Host>::leads_to(roles) {
            most = most.max(held + self.moving(&next));
            if next.count() > self.resident && !next.is_bare() {
                // With the fifty-move rule the plain set may still be there.
                held += 2 * 8 * next.words();
            }
        }
        let most = most.max(held + 2 * 8 * roles.words());
        self.moving.insert(*roles, most);
        most
    }
}

/// Bytes that making everything below an endgame takes, and keeping it: sets with and without the fifty-move rule.
pub(crate) fn below(endgame: Material) -> u64 {
    let mut sizes = Sizes::default();
    let below: Vec<Roles> = closure(endgame).into_iter().filter(|roles| roles.count() < endgame.men()).collect();
    let batch = below.iter().map(|roles| sizes.largest_batch(roles)).max().unwrap_or(0);
    below.iter().map(|roles| 4 * 8 * roles.words()).sum::<u64>() + scratch_bytes(batch)
}

fn attackers(endgame: Material) -> [Roles; 2] {
    [Color::White, Color::Black].map(|attacker| Roles::of(endgame, attacker))
}

/// All one-sided tables that an endgame takes.
fn closure(endgame: Material) -> BTreeSet<Roles> {
    let mut found = BTreeSet::new();
    for roles in attackers(endgame) {
        follow(&roles, &mut found);
    }
    found
}

fn follow(roles: &Roles, found: &mut BTreeSet<Roles>) {
    if roles.is_bare() || !found.insert(*roles) {
        return;
    }
    for (next, _) in Engine::<Host>::leads_to(roles) {
        follow(&next, found);
    }
}

/// Whether endgames fit into so many bytes of a device; if not, what is missing and what would fit, in words.
pub fn check(wanted: &[Material], device: &str, memory: u64) -> Result<(), String> {
    let mut sizes = Sizes::default();
    // What the other endgames of the run leave behind is there, too.
    let all: BTreeSet<Roles> = wanted.iter().flat_map(|&endgame| closure(endgame)).collect();
    let left = sizes.staying(&all);
    let (mut needed, mut alone) = (Vec::new(), Vec::new());
    for &endgame in wanted {
        let others = left - sizes.staying(&closure(endgame));
        alone.push((sizes.needed(endgame), endgame));
        needed.push((sizes.needed(endgame) + others, endgame));
    }
    let Some(&(most, largest)) = needed.iter().max_by_key(|(bytes, _)| *bytes).filter(|(most, _)| *most > memory)
    else {
        return Ok(());
    };
    let fitting = alone.iter().filter(|(bytes, _)| *bytes <= memory);
    let fits = match (wanted.len(), fitting.clone().count(), fitting.max_by_key(|(bytes, _)| *bytes)) {
        (1, ..) => {
            let men = (3..6).rev().find(|&men| Material::all(men).into_iter().all(|one| sizes.needed(one) <= memory));
            men.map_or("nothing of three men would fit".to_owned(), |men| format!("all of up to {men} men would fit"))
        }
        (_, 0, _) | (_, _, None) => "none of them would fit".to_owned(),
        (all, some, Some((bytes, one))) => {
            format!("{some} of the {all} would fit one by one, the largest of them {one} with {} MiB", bytes >> 20)
        }
    };
    Err(format!("{largest} takes up to {} MiB of a card, {device} has {} to use: {fits}", most >> 20, memory >> 20))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::Certificate;
    use crate::store::Store;

    #[test]
    fn what_is_told_suffices() {
        if !Host::is_built() {
            eprintln!("skipped: the kernels were not built for the host");
            return;
        }
        for name in ["KQvKR", "KRvKP", "KPPvK"] {
            let endgame: Material = name.parse().unwrap();
            // Tables of four men come and go, as those of six do on a card.
            let needed = Sizes::new(3).needed(endgame);
            let mut engine = Engine::new(Host::new(needed)).unwrap();
            engine.resident = 3;
            engine.store = Store::new(1 << 30, None).unwrap();
            assert_eq!(Certificate::make(&mut engine, endgame).unwrap().violations, 0, "{name}");
            assert!(engine.peak() <= needed, "{name}");
            // It is not told much too high, either: the table alone takes more than a fifth of it.
            assert!(engine.peak() > needed / 5, "{name}: {} of {needed}", engine.peak());
        }
    }

    #[test]
    fn a_card_that_is_too_small_is_told_with_what_would_fit() {
        let six: Vec<Material> = ["KQRvKRB", "KRPvKRP"].map(|name| Material::named(name, 6).unwrap()).to_vec();
        assert_eq!(check(&six, "a card", 140 << 30), Ok(()));
        // What was run on a card with 137.3 GiB to use, and without pawns in 44.
        assert_eq!(check(&Material::all(6), "NVIDIA H200", 140_595 << 20), Ok(()));
        let pawnless: Vec<Material> = Material::all(6).into_iter().filter(|one| one.pawns() == 0).collect();
        assert_eq!(check(&pawnless, "NVIDIA H200", 44 << 30), Ok(()));
        let message = check(&six[..1], "Small Card 16", 16 << 30).unwrap_err();
        assert!(message.starts_with("KQRvKRB takes up to ") && message.contains("Small Card 16 has 16384 to use"));
        assert!(message.ends_with("men would fit"), "{message}");
        let five = Material::all(5);
        let message = check(&five, "Tiny Card", 4 << 30).unwrap_err();
        assert!(message.contains(" of the 110 would fit one by one, the largest of them "), "{message}");
    }
}
