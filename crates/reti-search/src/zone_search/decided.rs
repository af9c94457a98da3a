//! Which values are proven.
//!
//! A selective search finds values; this module checks what its tree *proves*. A leaf is proven by
//! an exact entry of the library. A side has proven a result if one of its moves leads to it for
//! certain; it is held to a result only if every legal move was tried and none leads to more. So
//! each node has a proven lower and upper bound, and it is *decided* where they meet. Repetitions,
//! rules of thumb and budgets prove nothing.

use reti_core::{
    chess::{Move, Position},
    value::Value,
};

use super::{
    forecast::Race,
    library::{Library, SILENT_PLIES, Trust},
};
use crate::tree::SearchTree;

/// A proven range of values, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    least: Value,
    most: Value,
}

impl Range {
    const UNKNOWN: Range = Range { least: Value::Loss, most: Value::Win };

    fn decided(self) -> Option<Value> {
        (self.least == self.most).then_some(self.least)
    }
}

/// The proven value of the root and of the position after every branch, each for the side to move
/// there. `same_as` names the earlier branch that a transposition refers to, 0 for none; `late` says
/// that tables were asked about the root's own material at the end of long lines.
pub fn proven(
    root: &Position,
    tree: &SearchTree<Move>,
    library: &Library<'_>,
    same_as: &[usize],
    late: bool,
) -> (Option<Value>, Vec<Option<Value>>) {
    let late = late && Race::new(root).is_none();
    let mut ranges = vec![Range::UNKNOWN; tree.len() + 1];
    let mut positions: Vec<Position> = vec![root.clone()];
    for (_, branch) in tree.branches() {
        positions.push(positions[branch.father].play(branch.transition));
    }
    // Sons have larger numbers than their fathers, so walking backwards is bottom-up. References go
    // to smaller numbers, which would come too late; they are resolved by a second walk.
    for _ in 0..2 {
        for number in (0..=tree.len()).rev() {
            let reference = same_as.get(number).copied().unwrap_or(0);
            ranges[number] = range(number, &positions, tree, library, (reference, late), &ranges);
        }
    }
    let decided = ranges[1..].iter().map(|range| range.decided()).collect();
    (ranges[0].decided(), decided)
}

fn range(
    number: usize,
    positions: &[Position],
    tree: &SearchTree<Move>,
    library: &Library<'_>,
    (reference, late): (usize, bool),
    ranges: &[Range],
) -> Range {
    let position = &positions[number];
    if let Some(value) = library.imminent(position, Trust::Tables) {
        return Range { least: value, most: value };
    }
    // At the end of a long line the table was asked about the root's own material too.
    if late
        && tree.depth_of(number) >= SILENT_PLIES
        && let Some(entry) = library.table(position)
    {
        return Range { least: entry.value, most: entry.value };
    }
    if reference != 0 {
        return ranges[reference];
    }
    let mut least = Value::Loss;
    let mut most = Value::Loss;
    let mut tried: Vec<Move> = Vec::new();
    for (child, branch) in tree.children(number) {
        if !tried.contains(&branch.transition) {
            tried.push(branch.transition);
        }
        least = least.max(-ranges[child].most);
        most = most.max(-ranges[child].least);
    }
    if tried.len() < position.legal_moves().len() {
        most = Value::Win;
    }
    Range { least, most }
}
