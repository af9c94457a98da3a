//! The catalogue: every pattern that Reti has a name for, on one board and in a line of moves.
//!
//! A motif is data and functions, so it is a struct in a list, not a trait (CONTRIBUTING, "A new
//! motif"). It may have two parts. On one *board* a detector looks and does not search, reports every
//! instance, and never judges whether it is *good*: that is soundness, decided by playing. What it
//! returns is a [`Cast`]: who plays which role, and for whom (seed 000, section 3; definitions
//! decided in D-15 to D-33). In a *line* a [`Theme`] says where the motif was played out: a fork
//! whose target falls two plies later. Roles are the same words in both.
//!
//! Four kinds share the catalogue. *Tactics* count in the tactical order; *mates* are the named
//! mating patterns, of which a position counts one at most; *observations* do not count; *themes*
//! exist in lines only. One name is one entry, so a position and a line cannot use it for two things;
//! a mate at the end of a line is named by the position there and by nothing else.
//!
//! A [`Label`] is what puzzle databases call the motif. Where that is something else than the board
//! says, the difference is the label's `rule`: it is asked when labels are compared, and nothing that
//! talks to a reader can reach it.

mod absolute_pin;
mod absolute_skewer;
mod back_rank_weakness;
mod battery;
mod bishop_pair;
mod capturable_defender;
mod centralized_piece;
mod discovered_attack;
mod double_check;
mod doubled_pawn;
mod exposed_king;
mod fork;
mod half_open_file;
mod hanging_piece;
mod isolated_pawn;
mod mate;
mod mate_threat;
mod open_file;
mod outpost;
mod overloaded_piece;
mod passed_pawn;
mod relative_pin;
mod relative_skewer;
mod trapped_piece;
mod weak_pawn;
mod x_ray_attack;
mod x_ray_defense;

mod cast;
mod duty;
mod pawns;
mod price;

use crate::{
    chess::{Color, Square},
    line::{self, Theme},
    relation::{RayTriple, Relations},
};

pub use cast::{Cast, Property, Role};
pub(crate) use duty::duties;
pub(crate) use hanging_piece::HANGING_PIECE;
pub(crate) use mate::{MatedKing, names_of_mate};
pub use price::{PriceSource, TacticValue};

/// Every motif, in the order of listings. Mates are sorted by priority: the first that matches
/// names the mate.
pub static CATALOGUE: &[&Motif] = &[
    &absolute_pin::ABSOLUTE_PIN,
    &relative_pin::RELATIVE_PIN,
    &absolute_skewer::ABSOLUTE_SKEWER,
    &relative_skewer::RELATIVE_SKEWER,
    &fork::FORK,
    &discovered_attack::DISCOVERED_ATTACK,
    &double_check::DOUBLE_CHECK,
    &x_ray_attack::X_RAY_ATTACK,
    &x_ray_defense::X_RAY_DEFENSE,
    &HANGING_PIECE,
    &trapped_piece::TRAPPED_PIECE,
    &overloaded_piece::OVERLOADED_PIECE,
    &capturable_defender::CAPTURABLE_DEFENDER,
    &mate::fools_mate::FOOLS_MATE,
    &mate::scholars_mate::SCHOLARS_MATE,
    &mate::legal_mate::LEGAL_MATE,
    &mate::reti_mate::RETI_MATE,
    &mate::hook_mate::HOOK_MATE,
    &mate::vukovic_mate::VUKOVIC_MATE,
    &mate::blackburne_mate::BLACKBURNE_MATE,
    &mate::stamma_mate::STAMMA_MATE,
    &mate::arabian_mate::ARABIAN_MATE,
    &mate::anastasia_mate::ANASTASIA_MATE,
    &mate::boden_mate::BODEN_MATE,
    &mate::double_bishop_mate::DOUBLE_BISHOP_MATE,
    &mate::balestra_mate::BALESTRA_MATE,
    &mate::max_lange_mate::MAX_LANGE_MATE,
    &mate::lolli_mate::LOLLI_MATE,
    &mate::damiano_mate::DAMIANO_MATE,
    &mate::cozio_mate::COZIO_MATE,
    &mate::dovetail_mate::DOVETAIL_MATE,
    &mate::swallows_tail_mate::SWALLOWS_TAIL_MATE,
    &mate::epaulette_mate::EPAULETTE_MATE,
    &mate::morphy_mate::MORPHY_MATE,
    &mate::pillsbury_mate::PILLSBURY_MATE,
    &mate::greco_mate::GRECO_MATE,
    &mate::opera_mate::OPERA_MATE,
    &mate::anderssen_mate::ANDERSSEN_MATE,
    &mate::mayet_mate::MAYET_MATE,
    &mate::blind_swine_mate::BLIND_SWINE_MATE,
    &mate::triangle_mate::TRIANGLE_MATE,
    &mate::kill_box_mate::KILL_BOX_MATE,
    &mate::corner_mate::CORNER_MATE,
    &mate::suffocation_mate::SUFFOCATION_MATE,
    &mate::smothered_mate::SMOTHERED_MATE,
    &mate::back_rank_mate::BACK_RANK_MATE,
    &mate::david_and_goliath_mate::DAVID_AND_GOLIATH_MATE,
    &mate::ladder_mate::LADDER_MATE,
    &mate::opposition_mate::OPPOSITION_MATE,
    &mate::support_mate::SUPPORT_MATE,
    &mate::double_check_mate::DOUBLE_CHECK_MATE,
    &mate::unnamed_mate::UNNAMED_MATE,
    &mate_threat::MATE_THREAT,
    &back_rank_weakness::BACK_RANK_WEAKNESS,
    &exposed_king::EXPOSED_KING,
    &battery::BATTERY,
    &weak_pawn::WEAK_PAWN,
    &doubled_pawn::DOUBLED_PAWN,
    &isolated_pawn::ISOLATED_PAWN,
    &passed_pawn::PASSED_PAWN,
    &bishop_pair::BISHOP_PAIR,
    &outpost::OUTPOST,
    &centralized_piece::CENTRALIZED_PIECE,
    &open_file::OPEN_FILE,
    &half_open_file::HALF_OPEN_FILE,
    &line::pin::PIN,
    &line::skewer::SKEWER,
    &line::capturing_defender::CAPTURING_DEFENDER,
    &line::x_ray::X_RAY,
    &line::deflection::DEFLECTION,
    &line::attraction::ATTRACTION,
    &line::intermezzo::INTERMEZZO,
    &line::interference::INTERFERENCE,
    &line::clearance::CLEARANCE,
    &line::sacrifice::SACRIFICE,
    &line::special_moves::PROMOTION,
    &line::special_moves::UNDERPROMOTION,
    &line::special_moves::EN_PASSANT,
    &line::special_moves::CASTLING,
    &line::special_moves::ADVANCED_PAWN,
    &line::king_attacks::KINGSIDE_ATTACK,
    &line::king_attacks::QUEENSIDE_ATTACK,
    &line::king_attacks::ATTACKING_F2_F7,
    &line::quiet_move::QUIET_MOVE,
    &line::defensive_move::DEFENSIVE_MOVE,
    &line::zugzwang::ZUGZWANG,
    &line::mate_in::MATE_IN_1,
    &line::mate_in::MATE_IN_2,
    &line::mate_in::MATE_IN_3,
    &line::mate_in::MATE_IN_4,
    &line::mate_in::MATE_IN_5,
];

/// What a motif counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Counted in the tactical order.
    Tactic,
    /// A named mating pattern; one at most is counted.
    Mate,
    /// Worth saying, not counted.
    Observation,
    /// Something that happens in a line and does not stand on one board.
    Theme,
}

impl Kind {
    /// The kind's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Tactic => "tactic",
            Kind::Mate => "mate",
            Kind::Observation => "observation",
            Kind::Theme => "theme",
        }
    }
}

/// A named pattern: what it is on a board, what it is in a line, and what others call it.
pub struct Motif {
    /// Kebab-case, equal to the file's name; permanent, because corpora store it.
    pub name: &'static str,
    /// Its number in datasets; permanent. A new motif takes the next free one, wherever it is listed.
    pub number: u16,
    /// The name under which identity across positions is decided: absolute and relative pins are
    /// one family (decision D-34).
    pub family: &'static str,
    /// Whether it counts.
    pub kind: Kind,
    /// One line for listings.
    pub summary: &'static str,
    /// How much it teaches; every tactic says so.
    pub teaching: Option<Teaching>,
    /// The roles on a board, in display order.
    pub roles: &'static [Role],
    /// Roles whose piece the motif is about to win: a hanging piece in such a role is the same loss
    /// said twice (the reduced order, decision D-31).
    pub victims: &'static [Role],
    /// All instances on a board in canonical order; none for a theme.
    pub detect: fn(&Relations) -> Vec<Cast>,
    /// The relations that make the pattern up (the seed's E of tau), as (source, relation, target).
    pub pattern: fn(&Relations, &Cast) -> Vec<PatternEdge>,
    /// What the instance is worth to its owner.
    pub price: fn(&Relations, &Cast) -> TacticValue,
    /// What it weighs among the features of a position, in pawns as good players count them; nothing for
    /// what is no lasting feature.
    pub weight: fn(&Relations, &Cast) -> f64,
    /// Positions with exactly the casts that they contain.
    pub examples: &'static [(&'static str, &'static str)],
    /// Positions that look like the motif, and why they are not.
    pub near_misses: &'static [(&'static str, &'static str)],
    /// Where a line plays it out, if lines are asked. A mate needs none: the last board tells.
    pub theme: Option<Theme>,
    /// Lines that play it out: the position before the opponent's first move, the moves, and which of
    /// them uses the motif with which cast. From Lichess puzzles (CC0).
    pub played: &'static [(&'static str, &'static str, &'static str)],
    /// What labelled puzzles call it.
    pub label: Option<Label>,
    /// The file itself; its header is the definition.
    pub source: &'static str,
}

/// What an entry of the catalogue has that does not say otherwise.
pub(crate) const BLANK: Motif = Motif {
    name: "",
    number: u16::MAX,
    family: "",
    kind: Kind::Theme,
    summary: "",
    teaching: None,
    roles: &[],
    victims: &[],
    detect: |_| Vec::new(),
    pattern: |_, _| Vec::new(),
    price: |_, _| TacticValue::none(),
    weight: |_, _| 0.0,
    examples: &[],
    near_misses: &[],
    theme: None,
    played: &[],
    label: None,
    source: "",
};

/// How much a motif teaches a student (seed 003; decisions D-70 and D-71).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Teaching {
    /// The seed's word for the motif and its family, by which its weight can be set.
    pub word: &'static str,
    /// The base score.
    pub base: f64,
    /// Whether there is a bonus besides.
    pub bonus: Bonus,
}

/// A bonus that a motif is worth wherever it appears (D-70, item 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// None.
    None,
    /// The smaller one.
    Moderate,
    /// The larger one.
    High,
}

/// What labelled puzzles call a motif. Any of the names counts.
pub struct Label {
    /// The labels, the usual one first.
    pub names: &'static [&'static str],
    /// What the label asks of a mate, where that is something else than our definition. Only the
    /// comparison with labels asks it.
    pub(crate) rule: Option<fn(&MatedKing) -> bool>,
}

impl Label {
    /// Labels that mean what the motif means.
    pub(crate) const fn same(names: &'static [&'static str]) -> Label {
        Label { names, rule: None }
    }

    /// Whether labels mean what we mean. The theme of a line may still leave single cases to one side
    /// alone; its header says which.
    pub fn is_same(&self) -> bool {
        self.rule.is_none()
    }

    /// A label that follows a rule of its own.
    const fn own(names: &'static [&'static str], rule: fn(&MatedKing) -> bool) -> Label {
        Label { names, rule: Some(rule) }
    }
}

/// A relation that a pattern uses: source, name as in [`crate::relation::graph::Relation::NAMES`],
/// target.
pub type PatternEdge = (Square, &'static str, Square);

impl Motif {
    /// The motif with a name.
    pub fn named(name: &str) -> Option<&'static Motif> {
        CATALOGUE.iter().find(|motif| motif.name == name).copied()
    }

    /// The motif that puzzles label so.
    pub fn labelled(label: &str) -> Option<&'static Motif> {
        let has = |motif: &&&Motif| motif.label.as_ref().is_some_and(|known| known.names.contains(&label));
        CATALOGUE.iter().find(has).copied()
    }

    /// All motifs by their permanent number, which is their place.
    pub fn by_number() -> Vec<&'static Motif> {
        let mut all = CATALOGUE.to_vec();
        all.sort_by_key(|motif| motif.number);
        all
    }

    /// The definition: the header of the motif's file, and of the file that finds it in lines.
    pub fn definition(&self) -> String {
        let mut text = header(self.source);
        if let Some(source) = self.theme.as_ref().and_then(|theme| theme.source) {
            text.push_str("\n\n# In a line\n\n");
            text.push_str(&header(source).replace("\n# ", "\n## "));
        }
        text
    }
}

/// The `//!` lines at the top of a file.
fn header(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

impl PartialEq for Motif {
    fn eq(&self, other: &Motif) -> bool {
        self.name == other.name
    }
}

impl Eq for Motif {}

impl std::fmt::Debug for Motif {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Motif({})", self.name)
    }
}

/// The casts of a line motif: where the predicate holds of a line on which a slider meets two enemy pieces.
/// The roles are those of slider, blocker and target.
fn line_casts(
    relations: &Relations,
    [slider, blocker, target]: [Role; 3],
    holds: impl Fn(RayTriple) -> bool,
) -> Vec<Cast> {
    let cast = |(owner, triple): (Color, RayTriple)| {
        Cast::new(owner, [(slider, triple.slider), (blocker, triple.blocker), (target, triple.target)])
    };
    enemy_lines(relations).filter(|&(_, triple)| holds(triple)).map(cast).collect()
}

/// The casts that each side has against the other's king.
fn casts_against_kings(relations: &Relations, cast: impl Fn(Color, Square) -> Option<Cast>) -> Vec<Cast> {
    Color::ALL.into_iter().filter_map(|owner| cast(owner, relations.safety(!owner).king)).collect()
}

/// The lines on which a slider meets two enemy pieces, with the slider's side.
fn enemy_lines(relations: &Relations) -> impl Iterator<Item = (Color, RayTriple)> + '_ {
    let board = relations.board();
    relations.triples().iter().filter_map(move |&triple| {
        let owner = board.color_at(triple.slider)?;
        let enemies = board.by_color(!owner);
        (enemies.contains(triple.blocker) && enemies.contains(triple.target)).then_some((owner, triple))
    })
}

/// The pattern edges of a line motif: the slider attacks or defends the blocker, the blocker stops
/// it, and it looks through.
fn line_pattern(first: &'static str, triple: RayTriple) -> Vec<PatternEdge> {
    let RayTriple { slider, blocker, target } = triple;
    vec![(slider, first, blocker), (blocker, "block", target), (slider, "xray", target)]
}

#[cfg(test)]
mod tests;
