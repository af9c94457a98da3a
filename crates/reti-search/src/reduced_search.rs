//! The grammar of reduced searches: one depth-first engine, three hooks.
//!
//! Every selective search writes the same kind of string. It asks which moves come into question
//! (`MOVE`), which of them is next (`MV`), and whether to stop (`CUT`); everything else (numbering,
//! playing, taking back, minimax) is common. Brute force, alpha-beta and the zone search differ in
//! the three hooks only. The productions, with `A(i)` for a branch whose continuations are being
//! written:
//!
//! 1. `S -> A(0)`.
//! 2. `A(i) -> π(j) A(j) A(i)` if `CUT` is false and `MV` yields a move; j is the next free number.
//! 3. `A(i) -> ε` otherwise; the value of i goes to its father.
//!
//! Source: seed 001, *Languages of searches* (the sub-family of reduced searches).

use crate::tree::SearchTree;

/// The rules of what is searched.
pub trait Game {
    /// A state.
    type State: Clone;
    /// A transition.
    type Move: Copy;

    /// The state after a move.
    fn play(&self, state: &Self::State, m: Self::Move) -> Self::State;

    /// `m(S)` for the side to move, used where a branch ends without another verdict.
    fn evaluate(&self, state: &Self::State) -> i32;
}

/// A node on the way from the root to where the search stands.
#[derive(Clone, Debug)]
pub struct Node<S, M, N> {
    /// The branch that leads here, 0 at the root.
    pub branch: usize,
    /// The state.
    pub state: S,
    /// The best value found so far for the side to move.
    pub best: Option<i32>,
    /// The move that gave it.
    pub best_move: Option<M>,
    /// The side to move needs more than this.
    pub alpha: i32,
    /// With this much the other side would not come here.
    pub beta: i32,
    /// The moves played here so far.
    pub tried: Vec<M>,
    /// What `MOVE` wrote down; `None` until it was asked.
    pub note: Option<N>,
}

/// Why a node is not continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The value for the side to move is known without playing on.
    Value(i32),
    /// What was found so far is enough.
    Enough,
}

/// The nodes from the root to here.
pub type Path<G, N> = [Node<<G as Game>::State, <G as Game>::Move, N>];

/// What makes a search its own: the three functions of the grammar.
pub trait Hooks<G: Game> {
    /// What the search remembers at a node.
    type Note;

    /// `MOVE`: the moves that come into question at the last node of the path.
    fn moves(&mut self, game: &G, path: &Path<G, Self::Note>, tree: &SearchTree<G::Move>) -> Self::Note;

    /// `MV`: the next move to try there, if any.
    fn next_move(&mut self, game: &G, path: &mut Path<G, Self::Note>, tree: &SearchTree<G::Move>) -> Option<G::Move>;

    /// `CUT`: whether to stop there.
    fn cut(&mut self, game: &G, path: &Path<G, Self::Note>, tree: &SearchTree<G::Move>) -> Option<Cut>;
}

/// A finished search.
#[derive(Clone, Debug)]
pub struct Searched<M> {
    /// The value for the side to move.
    pub value: i32,
    /// The first move that gave the value.
    pub best_move: Option<M>,
    /// Everything that was tried.
    pub tree: SearchTree<M>,
}

/// Larger than every value.
pub const INFINITE: i32 = i32::MAX / 2;

/// Runs a search.
pub fn search<G: Game, H: Hooks<G>>(game: &G, hooks: &mut H, root: G::State) -> Searched<G::Move> {
    let mut tree = SearchTree::new();
    let (value, best_move) = search_on(game, hooks, root, &mut tree);
    Searched { value, best_move, tree }
}

/// Runs another search of the same root and writes it behind the branches of the earlier ones: the
/// value for the side to move and the first move that gave it.
pub fn search_on<G: Game, H: Hooks<G>>(
    game: &G,
    hooks: &mut H,
    root: G::State,
    tree: &mut SearchTree<G::Move>,
) -> (i32, Option<G::Move>) {
    let mut path = vec![node(0, root, (-INFINITE, INFINITE))];
    let value = expand(game, hooks, &mut path, tree);
    (value, path[0].best_move)
}

fn node<S, M, N>(branch: usize, state: S, (alpha, beta): (i32, i32)) -> Node<S, M, N> {
    Node { branch, state, best: None, best_move: None, alpha, beta, tried: Vec::new(), note: None }
}

/// Writes the continuations of the last node of the path and returns its value.
fn expand<G: Game, H: Hooks<G>>(
    game: &G,
    hooks: &mut H,
    path: &mut Vec<Node<G::State, G::Move, H::Note>>,
    tree: &mut SearchTree<G::Move>,
) -> i32 {
    let here = path.len() - 1;
    loop {
        match hooks.cut(game, path, tree) {
            Some(Cut::Value(value)) => return value,
            Some(Cut::Enough) => break,
            None => {}
        }
        if path[here].note.is_none() {
            let note = hooks.moves(game, path, tree);
            path[here].note = Some(note);
        }
        let Some(m) = hooks.next_move(game, path, tree) else { break };
        let parent = &mut path[here];
        parent.tried.push(m);
        let window = (-parent.beta, -parent.best.map_or(parent.alpha, |best| best.max(parent.alpha)));
        let branch = tree.push(parent.branch, m);
        let state = game.play(&parent.state, m);
        path.push(node(branch, state, window));
        let value = -expand(game, hooks, path, tree);
        path.truncate(here + 1);
        tree.set_value(branch, value);
        let parent = &mut path[here];
        if parent.best.is_none_or(|best| value > best) {
            parent.best = Some(value);
            parent.best_move = Some(m);
        }
    }
    path[here].best.unwrap_or_else(|| game.evaluate(&path[here].state))
}
