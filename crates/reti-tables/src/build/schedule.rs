//! Which endgame to build next, so that tables are loaded from their files as rarely as memory allows.
//!
//! An endgame needs, of each table that it leads to, the side that is to move after a capture or promotion.
//! Next is the one that, done, leaves least to be loaded and kept: what it has to load, more what it leaves for
//! others, less what nobody asks for after it. So a pawn's endgame comes soon after those that it promotes into.
//! With 8 GiB that loads 9 GB of 41 while building all 110 endgames of five men; from the strongest men down,
//! fewest pawns first, it would be 32.

use std::cmp::Reverse;

use crate::material::Material;
use crate::store::{Side, bytes_of_side};

/// The endgames that are still to be built.
#[derive(Clone, Debug)]
pub struct Schedule {
    left: Vec<Task>,
}

#[derive(Clone, Debug)]
struct Task {
    material: Material,
    needs: Vec<Side>,
}

impl Schedule {
    /// A schedule for some endgames; those that they lead to are among them or are there.
    pub fn new(endgames: &[Material]) -> Schedule {
        let task = |&material: &Material| Task { material, needs: material.successor_sides() };
        Schedule { left: endgames.iter().map(task).collect() }
    }

    /// How many of the endgames to build will ask for a side of a table.
    pub fn demand(&self, side: Side) -> usize {
        self.left.iter().filter(|task| task.needs.contains(&side)).count()
    }

    /// The endgame to build next, which is then no longer to be built; `holds` tells what is in memory.
    pub fn next(&mut self, holds: &dyn Fn(Side) -> bool) -> Option<Material> {
        let waits =
            |task: &&Task| !task.needs.iter().any(|side| self.left.iter().any(|other| other.material == side.0));
        let ready = self.left.iter().filter(waits);
        let next = ready.min_by_key(|task| (self.burden(task, holds), order(task.material)))?.material;
        self.left.retain(|task| task.material != next);
        Some(next)
    }

    /// Bytes to load for an endgame and to keep after it, less those that it is the last to ask for.
    fn burden(&self, task: &Task, holds: &dyn Fn(Side) -> bool) -> i64 {
        let bytes =
            |sides: &mut dyn Iterator<Item = Side>| sides.map(|(one, _)| bytes_of_side(one) as i64).sum::<i64>();
        let needs = || task.needs.iter().copied();
        let loaded = bytes(&mut needs().filter(|&side| !holds(side)));
        let freed = bytes(&mut needs().filter(|&side| self.demand(side) == 1));
        let own = reti_core::chess::Color::ALL.into_iter().map(|turn| (task.material, turn));
        let kept = bytes(&mut own.filter(|&side| self.demand(side) > 0));
        loaded + kept - freed
    }
}

/// Few men and few pawns first, strong men before weak ones.
pub fn order(material: Material) -> impl Ord {
    (material.men(), material.pawns(), Reverse(material))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endgame_comes_after_those_that_it_leads_to() {
        let all: Vec<Material> = (2..=5).flat_map(Material::all).collect();
        let mut schedule = Schedule::new(&all);
        let mut done = Vec::new();
        while let Some(next) = schedule.next(&|side| done.contains(&side.0)) {
            assert!(next.successors().iter().all(|before| done.contains(before)), "{next}");
            done.push(next);
        }
        assert_eq!(done.len(), all.len());
    }
}
