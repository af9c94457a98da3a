//! Networks: trajectories that end on each other.
//!
//! One trajectory is *connected* to another if it ends on one of its points: there it can stop the
//! other's element, or help it. Chains of connections lead to the main trajectory of a network; a
//! trajectory that needs *m* connections is an *m-negation*: the first disturbs the main one, the
//! second disturbs the disturbers, and so on.
//!
//! Source: seed 001, *Languages of trajectory networks*, figure 9.

use super::trajectory::Trajectory;

/// `C(t1, t2)`: the end of `t1` is among the points of `t2`, its start included.
pub fn is_connected(t1: &Trajectory, t2: &Trajectory) -> bool {
    t2.points.contains(&t1.end())
}

/// A relation on the trajectories of a set, as a matrix of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    size: usize,
    /// `words` per row, row after row.
    rows: Vec<u64>,
    words: usize,
}

impl Relation {
    fn empty(size: usize) -> Relation {
        let words = size.div_ceil(64);
        Relation { size, rows: vec![0; size * words], words }
    }

    /// The connection C on a set of trajectories; nothing is connected with itself.
    pub fn connection(trajectories: &[Trajectory]) -> Relation {
        let mut relation = Relation::empty(trajectories.len());
        for (i, t1) in trajectories.iter().enumerate() {
            for (j, t2) in trajectories.iter().enumerate() {
                if i != j && is_connected(t1, t2) {
                    relation.insert(i, j);
                }
            }
        }
        relation
    }

    /// Whether the relation holds between two members.
    pub fn holds(&self, from: usize, to: usize) -> bool {
        self.rows[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    fn insert(&mut self, from: usize, to: usize) {
        self.rows[from * self.words + to / 64] |= 1 << (to % 64);
    }

    /// One after the other: holds if some member links the two.
    #[must_use]
    pub fn then(&self, other: &Relation) -> Relation {
        let mut product = Relation::empty(self.size);
        for from in 0..self.size {
            for link in (0..self.size).filter(|&link| self.holds(from, link)) {
                for word in 0..self.words {
                    product.rows[from * self.words + word] |= other.rows[link * self.words + word];
                }
            }
        }
        product
    }

    /// `C^k`, for k from 1.
    #[must_use]
    pub fn power(&self, k: u32) -> Relation {
        (1..k).fold(self.clone(), |power, _| self.then(&power))
    }

    /// `C^+`, the transitive closure, by repeated squaring.
    #[must_use]
    pub fn closure(&self) -> Relation {
        let mut closure = self.clone();
        loop {
            let mut next = closure.then(&closure);
            for (word, old) in next.rows.iter_mut().zip(&closure.rows) {
                *word |= old;
            }
            if next == closure {
                return closure;
            }
            closure = next;
        }
    }

    /// The smallest m with `C^m(t, main)` for every member: 0 for the main trajectory itself, `None`
    /// for those that no chain connects.
    pub fn negations(&self, main: usize) -> Vec<Option<u32>> {
        let mut negations = vec![None; self.size];
        if main >= self.size {
            return negations;
        }
        negations[main] = Some(0);
        let mut layer = vec![main];
        for m in 1.. {
            let next: Vec<usize> = (0..self.size)
                .filter(|&from| negations[from].is_none() && layer.iter().any(|&to| self.holds(from, to)))
                .collect();
            if next.is_empty() {
                break;
            }
            for &from in &next {
                negations[from] = Some(m);
            }
            layer = next;
        }
        negations
    }

    /// Whether all members are connected, directly or not, with the main one: a network.
    pub fn is_network(&self, main: usize) -> bool {
        self.negations(main).iter().all(Option::is_some)
    }
}

/// `CA_B(t)`: the members of a set with which a trajectory is connected.
pub fn bundle_of<'a>(t: &Trajectory, set: &'a [Trajectory]) -> Vec<&'a Trajectory> {
    set.iter().filter(|other| is_connected(t, other)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    fn path(points: &[u8]) -> Trajectory {
        Trajectory { points: points.iter().map(|&point| Point(point)).collect() }
    }

    /// Figure 9 of seed 001.
    fn figure_9() -> Vec<Trajectory> {
        vec![
            path(&[1, 2, 3, 4, 5]),
            path(&[6, 7, 4]),
            path(&[8, 9, 4]),
            path(&[13, 9]),
            path(&[11, 12, 9]),
            path(&[10, 12]),
        ]
    }

    #[test]
    fn figure_9_is_a_network() {
        let set = figure_9();
        let connection = Relation::connection(&set);
        assert!(connection.is_network(0));
        assert!(connection.holds(1, 0) && connection.holds(2, 0));
        assert!(connection.holds(3, 2) && connection.holds(4, 2));
        assert!(connection.power(2).holds(4, 0) && !connection.holds(4, 0));
        assert!(connection.power(3).holds(5, 0));
        assert!(connection.closure().holds(5, 0));
        assert_eq!(connection.negations(0), [Some(0), Some(1), Some(1), Some(2), Some(2), Some(3)]);
        assert_eq!(bundle_of(&set[3], &set), [&set[2], &set[3], &set[4]]);
    }

    #[test]
    fn a_stranger_makes_it_no_network() {
        let mut set = figure_9();
        set.push(path(&[20, 21]));
        let connection = Relation::connection(&set);
        assert!(!connection.is_network(0));
        assert_eq!(connection.negations(0)[6], None);
    }

    #[test]
    fn closure_is_the_union_of_the_powers() {
        let connection = Relation::connection(&figure_9());
        let closure = connection.closure();
        for i in 0..6 {
            for j in 0..6 {
                assert_eq!(closure.holds(i, j), (1..=6).any(|k| connection.power(k).holds(i, j)));
            }
        }
    }
}
