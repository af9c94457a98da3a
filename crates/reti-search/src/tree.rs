//! Languages of searches: a search tree as a string of numbered branches.
//!
//! A search is written down as `(1)(2)...(m)`: branches in the order in which a depth-first search
//! made them, with three functions. *Son* is the first continuation, *Father* the branch before,
//! *Brother* the next alternative; 0 means there is none. The paper's own definition of Brother is
//! garbled (it speaks of a child); figure 11 shows what is meant. With the move of every branch the
//! string becomes one of a language of transitions.
//!
//! Source: seed 001, *Languages of searches*, figure 11.

use std::fmt::Write as _;

/// One branch: an edge of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<M> {
    /// The first branch below, 0 for a leaf.
    pub son: usize,
    /// The branch above, 0 for a branch of the root.
    pub father: usize,
    /// The next branch with the same father, 0 for the last.
    pub brother: usize,
    /// What is played on it.
    pub transition: M,
    /// The minimax value, for the side that played the branch; `None` while it is being searched.
    pub value: Option<i32>,
}

/// Why a list of branches is not a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// A son must be the branch right after its father.
    #[error("branch {0}: its son must be branch {1} or 0")]
    Son(usize, usize),
    /// A father must come before.
    #[error("branch {0}: its father must be a smaller number")]
    Father(usize),
    /// A brother must come later and have the same father.
    #[error("branch {0}: its brother must be a later branch with the same father")]
    Brother(usize),
    /// The numbers are not those of a walk from left to right.
    #[error("branch {0} is out of order: branches are numbered as a depth-first walk meets them")]
    Order(usize),
}

/// A search tree; branches are numbered from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTree<M> {
    branches: Vec<Branch<M>>,
}

impl<M> SearchTree<M> {
    /// A tree without branches.
    pub const fn new() -> SearchTree<M> {
        SearchTree { branches: Vec::new() }
    }

    /// A tree from its parts, checked.
    pub fn from_branches(branches: Vec<Branch<M>>) -> Result<SearchTree<M>, TreeError> {
        let tree = SearchTree { branches };
        tree.validate()?;
        Ok(tree)
    }

    /// The number of branches.
    pub fn len(&self) -> usize {
        self.branches.len()
    }

    /// Whether nothing was searched.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// A branch by its number from 1; `None` for 0 and beyond the end.
    pub fn get(&self, number: usize) -> Option<&Branch<M>> {
        number.checked_sub(1).and_then(|index| self.branches.get(index))
    }

    /// All branches with their numbers.
    pub fn branches(&self) -> impl Iterator<Item = (usize, &Branch<M>)> {
        self.branches.iter().enumerate().map(|(index, branch)| (index + 1, branch))
    }

    /// The branches below a branch (0 for the root), first to last.
    pub fn children(&self, father: usize) -> impl Iterator<Item = (usize, &Branch<M>)> {
        let first = if father == 0 { usize::from(!self.is_empty()) } else { self.get(father).map_or(0, |b| b.son) };
        std::iter::successors(Some(first), |&number| self.get(number).map(|branch| branch.brother))
            .map_while(|number| self.get(number).map(|branch| (number, branch)))
    }

    /// The number of branches from the root down to a branch.
    pub fn depth_of(&self, number: usize) -> usize {
        std::iter::successors(self.get(number), |branch| self.get(branch.father)).count()
    }

    /// The longest line.
    pub fn depth(&self) -> usize {
        let mut depths = vec![0; self.len() + 1];
        for (number, branch) in self.branches() {
            depths[number] = depths[branch.father] + 1;
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// The branch after the last one below a branch: its subtree is the numbers between.
    pub fn end_of(&self, number: usize) -> usize {
        let mut branch = self.get(number);
        while let Some(here) = branch {
            if here.brother != 0 {
                return here.brother;
            }
            branch = self.get(here.father);
        }
        self.len() + 1
    }

    /// Adds a branch below another (0 for the root); it must lie on the right edge of the tree.
    pub(crate) fn push(&mut self, father: usize, transition: M) -> usize {
        let number = self.len() + 1;
        let elder = self.children(father).last().map(|(number, _)| number);
        match elder {
            Some(elder) => self.branches[elder - 1].brother = number,
            None if father > 0 => self.branches[father - 1].son = number,
            None => {}
        }
        self.branches.push(Branch { son: 0, father, brother: 0, transition, value: None });
        number
    }

    pub(crate) fn set_value(&mut self, number: usize, value: i32) {
        self.branches[number - 1].value = Some(value);
    }

    /// Whether the numbers are those of a depth-first walk.
    pub fn validate(&self) -> Result<(), TreeError> {
        for (number, branch) in self.branches() {
            if branch.son != 0 && (branch.son != number + 1 || self.get(branch.son).is_none()) {
                return Err(TreeError::Son(number, number + 1));
            }
            if branch.father >= number {
                return Err(TreeError::Father(number));
            }
            let brother = self.get(branch.brother);
            let kin = brother.is_some_and(|brother| brother.father == branch.father && branch.brother > number);
            if branch.brother != 0 && !kin {
                return Err(TreeError::Brother(number));
            }
        }
        // Walk the tree and count: every branch must be met at its own number.
        let mut met = 0;
        let mut stack: Vec<usize> = if self.is_empty() { vec![] } else { vec![1] };
        while let Some(number) = stack.pop() {
            met += 1;
            let branch = self.get(number).ok_or(TreeError::Order(number))?;
            if number != met {
                return Err(TreeError::Order(number));
            }
            stack.extend([branch.brother, branch.son].into_iter().filter(|&next| next != 0));
            if let Some(son) = self.get(branch.son)
                && son.father != number
            {
                return Err(TreeError::Father(branch.son));
            }
        }
        if met == self.len() { Ok(()) } else { Err(TreeError::Order(met + 1)) }
    }

    /// The string and its functions, as the paper prints them.
    pub fn notation(&self) -> String {
        let mut text: String = (1..=self.len()).fold(String::new(), |mut text, number| {
            let _ = write!(text, "({number})");
            text
        });
        for (number, branch) in self.branches() {
            let _ = write!(
                text,
                "\nSon({number})={}, Father({number})={}, Brother({number})={}",
                branch.son, branch.father, branch.brother
            );
        }
        text
    }

    /// One line per branch, indented by depth.
    pub fn outline(&self, mut describe: impl FnMut(usize, &Branch<M>) -> String) -> String {
        let mut text = String::new();
        let mut depths = vec![0; self.len() + 1];
        for (number, branch) in self.branches() {
            depths[number] = depths[branch.father] + 1;
            let _ = writeln!(text, "{:indent$}{}", "", describe(number, branch), indent = 2 * (depths[number] - 1));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree from fathers in order of numbers.
    fn tree(fathers: &[usize]) -> SearchTree<()> {
        let mut tree = SearchTree::new();
        for &father in fathers {
            tree.push(father, ());
        }
        tree
    }

    /// Figure 11 of seed 001: the first two branches are printed there.
    #[test]
    fn figure_11() {
        let tree = tree(&[0, 1, 0, 3, 4, 4, 3, 0, 8]);
        tree.validate().unwrap();
        let row = |number| {
            let branch: &Branch<()> = tree.get(number).unwrap();
            (branch.son, branch.father, branch.brother)
        };
        assert_eq!((row(1), row(2)), ((2, 0, 3), (0, 1, 0)));
        assert!(tree.notation().starts_with("(1)(2)(3)(4)(5)(6)(7)(8)(9)\nSon(1)=2, Father(1)=0, Brother(1)=3\n"));
        assert_eq!((tree.depth(), tree.depth_of(5), tree.end_of(3), tree.end_of(4)), (3, 3, 8, 7));
        assert_eq!(tree.children(4).map(|(number, _)| number).collect::<Vec<_>>(), [5, 6]);
    }

    #[test]
    fn what_is_not_a_walk_is_rejected() {
        let branch = |son, father, brother| Branch { son, father, brother, transition: (), value: None };
        let check = |branches: Vec<Branch<()>>| SearchTree::from_branches(branches).map(|tree| tree.len());
        assert_eq!(check(vec![branch(2, 0, 0), branch(0, 1, 0)]), Ok(2));
        assert_eq!(check(vec![branch(3, 0, 0), branch(0, 1, 0)]), Err(TreeError::Son(1, 2)));
        assert_eq!(check(vec![branch(0, 1, 0)]), Err(TreeError::Father(1)));
        assert_eq!(check(vec![branch(0, 0, 1)]), Err(TreeError::Brother(1)));
        assert_eq!(check(vec![branch(0, 0, 0), branch(0, 0, 0)]), Err(TreeError::Order(2)));
        assert_eq!(check(vec![]), Ok(0));
    }
}
