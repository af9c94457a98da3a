//! The controlled grammar of shortest trajectories, derived step by step.
//!
//! A controlled grammar is an ordinary grammar with a steering wheel: each production has a
//! condition Q, and after it (or after its failure) only the productions in `F_T` (or `F_F`) may
//! follow. Here production 1 opens a derivation if the distance is right, production 2 with index i
//! writes the symbol `a(x)` and moves on to the i-th point of `MOVE`, and production 3 writes the
//! last symbol. `MOVE` is the intersection of three sets: one step from here (`ST_1(x)`), the right
//! number of steps from the beginning (`ST_{l0-l+1}(x0)`), and on some shortest path (`SUM`).
//!
//! The relation is read backwards for distances to the end, so that the grammar is complete for
//! pawns too. The draft prints Q2 as *l = 1* and keeps *l = 5* after the first step; we read
//! *l >= 1* and count down. Slow and plain on purpose: the oracle of `trajectory`.
//!
//! Source: seed 001, figures 4 to 8 and the theorem about shortest trajectories.

use std::fmt::Write as _;

use super::{
    distance::Map,
    system::{ComplexSystem, Gait, Point, PointSet},
    trajectory::Trajectory,
};

/// The label of a production.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// `S(x,y,l) -> A(x,y,l)`.
    One,
    /// `A(x,y,l) -> a(x) A(next_i(x,l), y, l-1)`, with the index i from 1.
    Two(usize),
    /// `A(x,y,l) -> a(y)`.
    Three,
}

/// The labels that may come next, as a set of the grammar's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permitted {
    /// All productions 2 with an index.
    Two,
    /// Production 3.
    Three,
    /// None: the derivation ends.
    Nothing,
}

/// One production of the table in figure 4.
#[derive(Clone, Copy, Debug)]
pub struct Production {
    /// Its label as printed.
    pub label: &'static str,
    /// The condition of applicability.
    pub condition: &'static str,
    /// What is rewritten, and how.
    pub kernel: &'static str,
    /// What may follow if the condition holds.
    pub if_true: Permitted,
    /// What may follow if it does not.
    pub if_false: Permitted,
}

/// The three productions.
pub const PRODUCTIONS: [Production; 3] = [
    Production {
        label: "1",
        condition: "Q1: MAP_x,p(y) = l and 0 < l < 2n",
        kernel: "S(x,y,l) -> A(x,y,l)",
        if_true: Permitted::Two,
        if_false: Permitted::Nothing,
    },
    Production {
        label: "2_i",
        condition: "Q2: l >= 1",
        kernel: "A(x,y,l) -> a(x) A(next_i(x,l), y, l-1)",
        if_true: Permitted::Two,
        if_false: Permitted::Three,
    },
    Production {
        label: "3",
        condition: "Q3: true",
        kernel: "A(x,y,l) -> a(y)",
        if_true: Permitted::Nothing,
        if_false: Permitted::Nothing,
    },
];

/// The grammar with its constants: an element and the ends of its trajectory.
#[derive(Clone, Debug)]
pub struct Grammar<'a, S: ComplexSystem> {
    system: &'a S,
    kind: S::Kind,
    x0: Point,
    y0: Point,
    l0: u32,
    from_start: Map,
    to_end: Map,
}

/// One line of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The production that was tried.
    pub label: Label,
    /// Whether its condition held; if not, the form is unchanged.
    pub holds: bool,
    /// `MOVE_l(x)`, for production 2.
    pub moves: Option<PointSet>,
    /// What may follow.
    pub permitted: Permitted,
    /// The sentential form after the step.
    pub form: String,
}

/// A derivation: its lines, and the trajectory if it came to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The start symbol, before any production.
    pub start: String,
    /// The productions in order.
    pub steps: Vec<Step>,
    /// The terminal string, if one was derived.
    pub trajectory: Option<Trajectory>,
}

impl<'a, S: ComplexSystem> Grammar<'a, S> {
    /// The grammar for trajectories of length `l0`.
    pub fn new(system: &'a S, kind: S::Kind, x0: Point, y0: Point, l0: u32) -> Grammar<'a, S> {
        Grammar {
            system,
            kind,
            x0,
            y0,
            l0,
            from_start: system.map_from(kind, x0),
            to_end: system.map_to(kind, Gait::Travel, y0),
        }
    }

    /// `SUM`: the points on some shortest path.
    pub fn sum(&self) -> PointSet {
        (0..self.system.point_count() as u8)
            .map(Point)
            .filter(|&v| match (self.from_start.get(v), self.to_end.get(v)) {
                (Some(from), Some(to)) => from + to == self.l0,
                _ => false,
            })
            .collect()
    }

    /// `ST_k(x)`: the points at distance k from x.
    pub fn st(&self, k: u32, x: Point) -> PointSet {
        self.system.map_from(self.kind, x).ring(k)
    }

    /// `MOVE_l(x)`: where the path may go on.
    pub fn moves(&self, l: u32, x: Point) -> PointSet {
        self.st(1, x) & self.from_start.ring(self.l0 - l + 1) & self.sum()
    }

    /// `next_i(x, l)`: the i-th point of `MOVE`, the last one for larger i, x itself if it is empty.
    pub fn next(&self, i: usize, x: Point, l: u32) -> Point {
        let moves = self.moves(l, x);
        moves.into_iter().nth(i.min(moves.len()).saturating_sub(1)).unwrap_or(x)
    }

    fn q1(&self) -> bool {
        self.l0 > 0
            && (self.l0 as usize) < 2 * self.system.point_count()
            && self.from_start.get(self.y0) == Some(self.l0)
    }

    /// Derives one trajectory; `choose` picks the index i of production 2 for the point and length
    /// at hand (1 takes the first point every time).
    pub fn derive(&self, mut choose: impl FnMut(Point, u32) -> usize) -> Derivation {
        let name = |point| self.system.name(point);
        let triple = |head: &str, x, l| format!("{head}({},{},{l})", name(x), name(self.y0));
        let mut derivation = Derivation { start: triple("S", self.x0, self.l0), steps: Vec::new(), trajectory: None };
        let holds = self.q1();
        let permitted = if holds { PRODUCTIONS[0].if_true } else { PRODUCTIONS[0].if_false };
        let form = if holds { triple("A", self.x0, self.l0) } else { derivation.start.clone() };
        derivation.steps.push(Step { label: Label::One, holds, moves: None, permitted, form });
        let (mut x, mut l) = (self.x0, self.l0);
        let mut points = Vec::new();
        let mut permitted = permitted;
        loop {
            let written = points.iter().map(|&point| format!("a({})", name(point))).collect::<Vec<_>>().concat();
            match permitted {
                Permitted::Two => {
                    let holds = l >= 1;
                    permitted = if holds { PRODUCTIONS[1].if_true } else { PRODUCTIONS[1].if_false };
                    if !holds {
                        let form = written + &triple("A", x, l);
                        derivation.steps.push(Step { label: Label::Two(1), holds, moves: None, permitted, form });
                        continue;
                    }
                    let index = choose(x, l);
                    let moves = self.moves(l, x);
                    points.push(x);
                    let written = format!("{written}a({})", name(x));
                    x = self.next(index, x, l);
                    l -= 1;
                    let form = written + &triple("A", x, l);
                    derivation.steps.push(Step {
                        label: Label::Two(index),
                        holds,
                        moves: Some(moves),
                        permitted,
                        form,
                    });
                }
                Permitted::Three => {
                    points.push(self.y0);
                    permitted = PRODUCTIONS[2].if_true;
                    let form = format!("{written}a({})", name(self.y0));
                    derivation.steps.push(Step { label: Label::Three, holds: true, moves: None, permitted, form });
                    derivation.trajectory = Some(Trajectory { points: points.clone() });
                }
                Permitted::Nothing => return derivation,
            }
        }
    }

    /// All strings of the grammar, by trying every index of production 2.
    pub fn generate(&self) -> Vec<Trajectory> {
        let mut found = Vec::new();
        if self.q1() {
            self.extend(&mut vec![self.x0], self.l0, &mut found);
        }
        found
    }

    fn extend(&self, points: &mut Vec<Point>, l: u32, found: &mut Vec<Trajectory>) {
        if l == 0 {
            found.push(Trajectory { points: points.clone() });
            return;
        }
        let x = points[points.len() - 1];
        for index in 1..=self.moves(l, x).len() {
            points.push(self.next(index, x, l));
            self.extend(points, l - 1, found);
            points.pop();
        }
    }

    /// A derivation as a person reads it: the table, the sets and every step.
    pub fn narrate(&self, derivation: &Derivation) -> String {
        let set = |points: PointSet| {
            let names: Vec<_> = points.into_iter().map(|point| self.system.name(point)).collect();
            format!("{{{}}}", names.join(", "))
        };
        let mut text = String::from(
            "L    Q                                   kernel                                    F_T   F_F\n",
        );
        for production in PRODUCTIONS {
            let labels = |permitted| match permitted {
                Permitted::Two => "two",
                Permitted::Three => "3",
                Permitted::Nothing => "-",
            };
            let _ = writeln!(
                text,
                "{:<4} {:<35} {:<41} {:<5} {}",
                production.label,
                production.condition,
                production.kernel,
                labels(production.if_true),
                labels(production.if_false)
            );
        }
        let _ = writeln!(text, "\nSUM = {}", set(self.sum()));
        let _ = writeln!(text, "\n{}", derivation.start);
        let (mut x, mut l) = (self.x0, self.l0);
        for step in &derivation.steps {
            let label = match step.label {
                Label::One => "1".to_owned(),
                Label::Two(index) => format!("2_{index}"),
                Label::Three => "3".to_owned(),
            };
            if !step.holds {
                let next = if step.permitted == Permitted::Nothing { "the derivation ends" } else { "go to 3" };
                let _ = writeln!(text, "  {label}: Q is false, {next}");
                continue;
            }
            if let (Label::Two(index), Some(moves)) = (step.label, step.moves) {
                let next = self.next(index, x, l);
                let (here, k) = (self.system.name(x), self.l0 - l + 1);
                let _ = writeln!(text, "  ST_1({here}) = {}", set(self.st(1, x)));
                let _ = writeln!(text, "  ST_{k}({}) = {}", self.system.name(self.x0), set(self.st(k, self.x0)));
                let _ = writeln!(
                    text,
                    "  MOVE_{l}({here}) = {}, next_{index}({here},{l}) = {}",
                    set(moves),
                    self.system.name(next)
                );
                x = next;
                l -= 1;
            }
            let _ = writeln!(text, "={label}=> {}", step.form);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Piece, Square},
        geometry::{Bundle, chess_profile::ChessSystem, chess_profile::point},
    };

    fn set(names: &str) -> PointSet {
        names.split(' ').map(|name| point(name.parse::<Square>().unwrap())).collect()
    }

    /// Figures 6 to 8 of seed 001.
    #[test]
    fn king_from_f6_to_h1_as_in_the_paper() {
        let board = ChessSystem::empty(&[]);
        let king = Piece::from_char('K').unwrap();
        let grammar = Grammar::new(&board, king, point(Square::F6), point(Square::H1), 5);
        assert_eq!(grammar.sum(), set("e4 e5 f3 f4 f5 f6 g2 g3 g4 g5 h1 h2 h3 h4"));
        assert_eq!(grammar.moves(5, point(Square::F6)), set("e5 f5 g5"));
        assert_eq!(grammar.moves(4, point(Square::E5)), set("e4 f4"));
        assert_eq!(grammar.moves(4, point(Square::F5)), set("e4 f4 g4"));
        assert_eq!(grammar.moves(4, point(Square::G5)), set("f4 g4 h4"));
        let derivation = grammar.derive(|_, _| 1);
        assert_eq!(
            derivation.trajectory.as_ref().unwrap().notation(&board),
            "a(f6)a(e5)a(e4)a(f3)a(g2)a(h1)",
            "the paper's trajectory is the first in square order"
        );
        let forms: Vec<_> = derivation.steps.iter().map(|step| step.form.as_str()).collect();
        assert_eq!(forms[0], "A(f6,h1,5)");
        assert_eq!(forms[1], "a(f6)A(e5,h1,4)");
        assert_eq!(forms[2], "a(f6)a(e5)A(e4,h1,3)");
        assert_eq!(grammar.generate().len(), 25);
        assert!(grammar.narrate(&derivation).contains("MOVE_5(f6) = {e5, f5, g5}, next_1(f6,5) = e5"));
    }

    #[test]
    fn a_wrong_length_derives_nothing() {
        let board = ChessSystem::empty(&[]);
        let king = Piece::from_char('K').unwrap();
        for length in [0, 4, 6] {
            let grammar = Grammar::new(&board, king, point(Square::F6), point(Square::H1), length);
            let derivation = grammar.derive(|_, _| 1);
            assert_eq!((derivation.steps.len(), derivation.trajectory), (1, None));
            assert!(grammar.generate().is_empty());
        }
    }

    /// The theorem about shortest trajectories, on boards with and without obstacles, pawns included.
    #[test]
    fn grammar_and_bundle_generate_the_same_strings() {
        let boards = [
            ChessSystem::empty(&[]),
            ChessSystem::empty(&[Square::D4, Square::E4, Square::F4, Square::C6, Square::G5]),
        ];
        for board in &boards {
            for letter in ['K', 'Q', 'R', 'B', 'N', 'P', 'p'] {
                let piece = Piece::from_char(letter).unwrap();
                for from in [Square::A1, Square::E2, Square::G7, Square::C5] {
                    for to in Square::ALL.into_iter().filter(|&to| to != from) {
                        let bundle = Bundle::shortest(board, piece, Gait::Travel, point(from), point(to));
                        let listed: Vec<_> = bundle.iter().flat_map(|bundle| bundle.trajectories(board)).collect();
                        let length = bundle.as_ref().map_or(3, |bundle| bundle.length);
                        if listed.len() > 150 {
                            continue;
                        }
                        let grammar = Grammar::new(board, piece, point(from), point(to), length);
                        assert_eq!(grammar.generate(), listed, "{letter} {from} {to}");
                    }
                }
            }
        }
    }
}
