//! The first levels of a tree with exact counts, as small text files that lessons bring along.
//!
//! A line is a node, children follow their parent and are indented: the question with the greatest answer
//! for which the next line is meant, then after a colon the positions by outcome: White, draw, Black.
//! `cargo xtask rules DIR` writes the files, with tables of five men from a folder; a test makes those of up to
//! four men again.

use std::fmt::Write as _;
use std::sync::LazyLock;

use reti_core::chess::Position;

use super::feature::{Ask, Feature, Who};
use super::fit::Growth;
use super::{Condition, Counts, Node, Outcome, Rulebook};
use crate::material::Material;

/// The first levels of a tree, with the number of positions at each node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Primer {
    /// The endgame.
    pub material: Material,
    /// The tree, cut off.
    pub rulebook: Rulebook,
    /// Positions by outcome at each node; mirror images are counted once.
    pub counts: Vec<[u64; 3]>,
}

/// What a primer says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What the position has in common with the others that the rule is about.
    pub conditions: Vec<Condition>,
    /// Who wins most of them.
    pub outcome: Outcome,
    /// How many they are.
    pub positions: u64,
    /// How many of them have another outcome.
    pub exceptions: u64,
}

impl Rule {
    /// The rule at the end of a path.
    pub fn at(rulebook: &Rulebook, path: &[usize], counts: [u64; 3]) -> Rule {
        let outcome = Outcome::most(counts);
        let positions = counts.iter().sum();
        let exceptions = positions - counts[outcome as usize];
        Rule { conditions: rulebook.conditions(path), outcome, positions, exceptions }
    }
}

impl Primer {
    /// The first levels of a tree.
    pub fn new(material: Material, rulebook: &Rulebook, counts: &Counts, depth: usize) -> Primer {
        let mut nodes = Vec::new();
        let mut numbers = Vec::new();
        cut(rulebook, counts, 0, depth, &mut nodes, &mut numbers);
        let rulebook = Rulebook { features: rulebook.features.clone(), nodes };
        Primer { material, rulebook: used(&rulebook), counts: numbers }
    }

    /// The rule that a position falls under: the first on its way down the tree with at most one exception in
    /// [`FEW`] positions, else the one with the fewest, if that is at most one in [`SOME`]. The colours may be
    /// exchanged.
    pub fn rule(&self, position: &Position) -> Option<Rule> {
        if Material::of_board(position.board()).0 != self.material {
            return None;
        }
        let path = self.rulebook.path(position, usize::MAX - 1)?;
        let at = |end: usize| Rule::at(&self.rulebook, &path[..end], self.counts[path[end - 1]]);
        let rules: Vec<Rule> = (2..=path.len()).map(at).collect();
        let is_at_most = |rule: &&Rule, one_in: u64| rule.exceptions * one_in <= rule.positions;
        let share = |rule: &&Rule| rule.exceptions * 1_000_000 / rule.positions.max(1);
        let clear = rules.iter().find(|rule| is_at_most(rule, FEW));
        clear.or_else(|| rules.iter().filter(|rule| is_at_most(rule, SOME)).min_by_key(share)).cloned()
    }

    /// The file.
    pub fn write(&self) -> String {
        let mut out = format!(
            "# The first levels of the tree of {0}, with the positions at each node: White wins, draw, Black wins.\n\
             # Made by `cargo xtask rules DIR`.\n{0}\n",
            self.material
        );
        let mut open = vec![(0, 0)];
        while let Some((at, depth)) = open.pop() {
            out.push_str(&"  ".repeat(depth));
            if let Node::Test { feature, most, yes, no } = self.rulebook.nodes[at] {
                let _ = write!(out, "{} {most}", self.rulebook.features[feature]);
                open.extend([(no, depth + 1), (yes, depth + 1)]);
            } else {
                out.push_str("end");
            }
            let [white, draw, black] = self.counts[at];
            let _ = writeln!(out, ": {white} {draw} {black}");
        }
        out
    }

    /// Reads a file; `None` if it is not one.
    pub fn read(text: &str) -> Option<Primer> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let material = lines.next()?.parse().ok()?;
        let mut primer =
            Primer { material, rulebook: Rulebook { features: Vec::new(), nodes: Vec::new() }, counts: Vec::new() };
        primer.read_node(&mut lines, 0)?;
        lines.next().is_none().then_some(primer)
    }

    fn read_node<'t>(&mut self, lines: &mut impl Iterator<Item = &'t str>, depth: usize) -> Option<usize> {
        let line = lines.next()?.strip_prefix(&"  ".repeat(depth))?;
        let (test, counts) = line.split_once(": ")?;
        let numbers: Vec<u64> = counts.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let counts = <[u64; 3]>::try_from(numbers).ok()?;
        let at = self.rulebook.nodes.len();
        self.rulebook.nodes.push(Node::Leaf(Outcome::most(counts)));
        self.counts.push(counts);
        if test == "end" {
            return Some(at);
        }
        let (feature, most) = test.rsplit_once(' ')?;
        let feature = read_feature(feature)?;
        let features = &mut self.rulebook.features;
        let known = features.iter().position(|known| *known == feature);
        let feature = known.unwrap_or_else(|| {
            features.push(feature);
            features.len() - 1
        });
        let most = most.parse().ok()?;
        let yes = self.read_node(lines, depth + 1)?;
        let no = self.read_node(lines, depth + 1)?;
        self.rulebook.nodes[at] = Node::Test { feature, most, yes, no };
        Some(at)
    }
}

fn read_feature(text: &str) -> Option<Feature> {
    let mut words = text.split(' ');
    let ask: Ask = words.next()?.parse().ok()?;
    let men: Vec<Who> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
    Some(Feature { ask, a: men.first().copied(), b: men.get(1).copied() })
}

fn cut(
    rulebook: &Rulebook,
    counts: &Counts,
    from: usize,
    depth: usize,
    nodes: &mut Vec<Node>,
    numbers: &mut Vec<[u64; 3]>,
) -> usize {
    let at = nodes.len();
    let here = counts.at(from);
    nodes.push(Node::Leaf(Outcome::most(here)));
    numbers.push(here);
    if let Node::Test { feature, most, yes, no } = rulebook.nodes[from]
        && depth > 0
    {
        let yes = cut(rulebook, counts, yes, depth - 1, nodes, numbers);
        let no = cut(rulebook, counts, no, depth - 1, nodes, numbers);
        nodes[at] = Node::Test { feature, most, yes, no };
    }
    at
}

/// The same tree with only the questions that it asks, in the order of its nodes.
fn used(rulebook: &Rulebook) -> Rulebook {
    let mut features: Vec<Feature> = Vec::new();
    let mut nodes = rulebook.nodes.clone();
    for node in &mut nodes {
        if let Node::Test { feature, .. } = node {
            let asked = rulebook.features[*feature];
            let known = features.iter().position(|known| *known == asked);
            *feature = known.unwrap_or_else(|| {
                features.push(asked);
                features.len() - 1
            });
        }
    }
    Rulebook { features, nodes }
}

/// The endgames whose rules the program brings along, with their files.
pub const FILES: [(&str, &str); 3] = [
    ("KPvK", include_str!("../../rules/KPvK.txt")),
    ("KQvKP", include_str!("../../rules/KQvKP.txt")),
    ("KRPvKR", include_str!("../../rules/KRPvKR.txt")),
];

/// How many questions the rules of these files ask at most.
pub const DEPTH: usize = 7;

/// How trees for lessons are grown: they ask what is taught.
pub const GROWTH: Growth = Growth { leaves: 1_024, sample: 1 << 20, rounds: 3, taught: true };

/// A clear rule has at most one exception in so many positions.
pub const FEW: u64 = 50;

/// One that has more is told if it has at most one exception in so many.
pub const SOME: u64 = 5;

static PRIMERS: LazyLock<Vec<Primer>> =
    LazyLock::new(|| FILES.iter().filter_map(|(_, text)| Primer::read(text)).collect());

/// The rule that a position falls under, if the program has rules for its endgame.
pub fn rule_for(position: &Position) -> Option<Rule> {
    let (material, _) = Material::of_board(position.board());
    PRIMERS.iter().find(|primer| primer.material == material)?.rule(position)
}
