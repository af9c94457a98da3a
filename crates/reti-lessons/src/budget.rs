//! How much a lesson may spend, and for whom it is.
//!
//! A lesson repeats because it counts nodes, not seconds. One number is shared out among its questions:
//! most of it goes to the recommended move, because everything else hangs on it. The shares were set by
//! hand, so that a lesson about a middlegame takes 1.5 processor seconds in the middle;
//! `docs/performance-lessons.md` has what they bring.

use reti_search::opportunity::Effort;

/// Nodes for all questions of a lesson together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// In all.
    pub nodes: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { nodes: 3_000_000 }
    }
}

impl Budget {
    /// A tenth of the usual.
    pub const FAST: Budget = Budget { nodes: 300_000 };
    /// Ten times the usual.
    pub const DEEP: Budget = Budget { nodes: 30_000_000 };

    fn share(self, percent: u64) -> u64 {
        (self.nodes * percent / 100).max(200)
    }

    /// For the recommended move; as much again where the first looks do not agree.
    pub fn best(self) -> u64 {
        self.share(26)
    }

    /// For the best of the other moves.
    pub fn second(self) -> u64 {
        self.share(8)
    }

    /// For a first look at a tempting move.
    pub fn glance(self) -> u64 {
        self.share(1)
    }

    /// For a second look at a tempting move that seems to fail.
    pub fn refutation(self) -> u64 {
        self.share(6)
    }

    /// For a second look at an alternative that is about to be advised; as much again where it does not agree
    /// with itself.
    pub fn second_look(self) -> u64 {
        self.share(20)
    }

    /// For what the opponent would do if it were his move.
    pub fn threat(self) -> u64 {
        self.share(5)
    }

    /// For the position after a played move; as much again where the first looks do not agree.
    pub fn played(self) -> u64 {
        self.share(22)
    }

    /// What a small question may cost that costs so many nodes at the usual budget; never more than that.
    pub fn small(self, nodes: u64) -> u64 {
        (nodes * self.nodes / 600_000).clamp(nodes / 20, nodes)
    }

    /// For the search for proofs.
    pub fn effort(self) -> Effort {
        let usual = Effort::default();
        let scale = |nodes: u64| (nodes * self.nodes / 3_000_000).clamp(nodes / 40, nodes * 10);
        Effort {
            rank_nodes: scale(usual.rank_nodes),
            proof_nodes: scale(usual.proof_nodes),
            opinion_nodes: self.share(4),
            threshold: 100,
            ..usual
        }
    }
}

/// For whom a lesson is: how much is worth a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The reader's rating.
    pub elo: u32,
    /// From how many centipawns on a gain is worth a sentence.
    pub threshold: i32,
}

impl Default for Level {
    fn default() -> Level {
        Level::CLUB
    }
}

impl Level {
    /// Someone who learns the moves' meaning: small gains too, no positional terms.
    pub const BEGINNER: Level = Level { elo: 1_000, threshold: 20 };
    /// A club player.
    pub const CLUB: Level = Level { elo: 1_600, threshold: 50 };
    /// Someone who wants everything.
    pub const EXPERT: Level = Level { elo: 2_200, threshold: 100 };

    /// By a rating: the threshold follows seed 003's configuration, between its presets.
    pub fn of_elo(elo: u32) -> Level {
        let elo = elo.clamp(400, 3_000);
        let threshold = match elo {
            ..1_300 => 20,
            1_300..1_900 => 50,
            _ => 100,
        };
        Level { elo, threshold }
    }

    /// How many sentences say what a line uses.
    pub fn max_points(self) -> usize {
        match self.elo {
            ..1_300 => 2,
            1_300..1_900 => 3,
            _ => usize::MAX,
        }
    }

    /// How many features of the position are told.
    pub fn max_features(self) -> usize {
        match self.elo {
            ..1_300 => 1,
            1_300..1_900 => 3,
            _ => 6,
        }
    }

    /// How many reasons are told.
    pub fn max_reasons(self) -> usize {
        match self.elo {
            ..1_300 => 2,
            _ => 3,
        }
    }

    /// How many plies of a line are shown.
    pub fn max_plies(self) -> usize {
        match self.elo {
            ..1_300 => 5,
            1_300..1_900 => 7,
            _ => 9,
        }
    }
}
