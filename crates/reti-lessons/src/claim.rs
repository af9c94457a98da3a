//! Claims: the one type that travels from search to sentence.
//!
//! A claim says *what* holds, *by which line*, and *how we know* (DESIGN, "One result type"). It is typed
//! throughout: squares, moves and motifs, never text. Sentences, pictures, PGN comments and JSON are
//! functions of claims, and none says more than the evidence: "wins" needs a proof, a table or a search,
//! never an exchange alone.

use reti_core::{
    chess::{Color, Move, Position, Square},
    line::{Line, SetUp},
    tactic::Tactic,
};
use reti_search::{
    advice::{Look, Source},
    proof::{Certificate, Payoff},
    score::Score,
};

use crate::{judge::Judgement, knowledge::Known, plan::Plan, point::Point, reason::Reason};

/// One thing that is said.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What holds.
    pub what: What,
    /// Where the line begins; for what simply stands there, the board it stands on.
    pub base: Position,
    /// Legal moves from the base; empty where nothing is played.
    pub line: Vec<Move>,
    /// How we know.
    pub evidence: Evidence,
    /// What the line uses: motifs with their casts.
    pub points: Vec<Point>,
    /// The position before the base and the move that led to it, where that move sets the task.
    pub set_up: Option<(Position, Move)>,
}

/// What a claim says.
#[derive(Clone, Debug)]
pub enum What {
    /// Who stands better, and by how much.
    Assessment(Assessment),
    /// The game is over, or nobody can win it any more.
    Over(Ending),
    /// What is known about an ending of this kind.
    Known(Known),
    /// The move to play, and its line.
    Best {
        /// What it leads to, for the mover.
        score: Score,
    },
    /// Why a move is good; the line is the recommended one.
    Reason(Reason),
    /// The first move of the line wins this.
    Wins {
        /// From whose point of view.
        view: View,
        /// What it wins.
        payoff: Payoff,
    },
    /// A piece that may not take the one that the first move of the line brings.
    CannotTake(crate::defence::CannotTake),
    /// After the first two moves of the line the third one wins this back.
    IfTaken {
        /// What it wins; nothing where only the advisor is content.
        payoff: Option<Payoff>,
    },
    /// The first move of the line looks good and is not.
    WhyNot(crate::temptation::Temptation),
    /// A motif that stands on the board.
    Stands(Tactic),
    /// A motif that the explained move creates, or ends.
    Changes {
        /// Whether it is there after the move, or was there before it.
        created: bool,
        /// The motif, on the board where it stands.
        tactic: Tactic,
    },
    /// What several good lines have in common.
    Plan(Plan),
    /// What a played move deserves.
    Judged(Judged),
}

/// From whose point of view a win is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// By the side to move.
    Opportunity,
    /// By the side that would suffer it; the base is the position after a pass.
    Threat,
    /// By the side that allowed it with the move that was played; the base is the position after it.
    Allowed(Move),
    /// By the side that played another move instead.
    Missed,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The side to move is mated; the motif names the mate.
    Checkmate(Tactic),
    /// The side to move has no move.
    Stalemate,
    /// Neither side can ever mate.
    Dead,
}

/// The headline.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// For White.
    pub score: Score,
    /// The score as a word.
    pub word: Word,
    /// Who stands better; nobody where the word says equal or drawn.
    pub better: Option<Color>,
    /// The material.
    pub material: crate::material::Balance,
}

/// How good a position is, as players say it (DESIGN, "Units").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// Under half a pawn.
    AboutEqual,
    /// Under 1.2 pawns.
    SlightlyBetter,
    /// Under 2.5 pawns.
    MuchBetter,
    /// From there on.
    Winning,
    /// A mate is known.
    Mates,
    /// A table says so.
    Won,
    /// A table or the rules say so.
    Drawn,
}

impl Word {
    /// All words.
    pub const ALL: [Word; 7] =
        [Word::AboutEqual, Word::SlightlyBetter, Word::MuchBetter, Word::Winning, Word::Mates, Word::Won, Word::Drawn];

    /// The word for a score, whichever side is better.
    pub fn of(score: Score) -> Word {
        use reti_core::value::Value;
        match score {
            Score::Centipawns(score) => match score.abs() {
                0..50 => Word::AboutEqual,
                50..120 => Word::SlightlyBetter,
                120..250 => Word::MuchBetter,
                _ => Word::Winning,
            },
            Score::MateIn(_) | Score::MatedIn(_) => Word::Mates,
            Score::Exact(Value::Draw) => Word::Drawn,
            Score::Exact(_) => Word::Won,
        }
    }

    /// Its permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Word::AboutEqual => "about-equal",
            Word::SlightlyBetter => "slightly-better",
            Word::MuchBetter => "much-better",
            Word::Winning => "winning",
            Word::Mates => "mates",
            Word::Won => "won",
            Word::Drawn => "drawn",
        }
    }
}

impl Assessment {
    /// The assessment of a position whose score for the side to move is known.
    pub fn new(position: &Position, score: Score) -> Assessment {
        let for_white = if position.turn().is_white() { score } else { score.turned() };
        let word = Word::of(for_white);
        let better = match word {
            Word::AboutEqual | Word::Drawn => None,
            _ if for_white.rank() > 0 => Some(Color::White),
            _ => Some(Color::Black),
        };
        Assessment { score: for_white, word, better, material: crate::material::Balance::of(position.board()) }
    }
}

/// What a played move deserves, and what it cost.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The move.
    pub played: Move,
    /// What it deserves.
    pub judgement: Judgement,
    /// Winning chances that it lost, in points from 0 to 100.
    pub loss: f64,
    /// What it leads to, for its mover.
    pub score: Score,
    /// What the best move leads to, for the same side.
    pub best: Score,
}

/// How a claim is known.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// The checker accepted this proof.
    Proven(Box<Certificate>),
    /// A table or the rules know.
    Exact(Score),
    /// An advisor looked.
    Calculated(Calculation),
    /// All legal captures on one square, either side free to stop; never says "wins".
    Exchange {
        /// The square.
        square: Square,
        /// What the side that begins gains, in centipawns.
        gain: i32,
    },
    /// It stands there.
    Board,
}

/// Who looked, how far, and what they saw; the line is the claim's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calculation {
    /// Who.
    pub by: Source,
    /// At how many positions.
    pub nodes: u64,
    /// How many plies deep.
    pub depth: u32,
    /// For the side to move at the base.
    pub score: Score,
}

impl Evidence {
    /// What a look is evidence of.
    pub fn of(look: &Look) -> Evidence {
        if look.is_exact() {
            return Evidence::Exact(look.score);
        }
        let Look { by, nodes, depth, score, .. } = look.clone();
        Evidence::Calculated(Calculation { by, nodes, depth, score })
    }

    /// The same for the other side: a look before a move, as evidence about the position after it.
    #[must_use]
    pub fn turned(self) -> Evidence {
        match self {
            Evidence::Exact(score) => Evidence::Exact(score.turned()),
            Evidence::Calculated(looked) => {
                Evidence::Calculated(Calculation { score: looked.score.turned(), ..looked })
            }
            other => other,
        }
    }

    /// Its permanent name.
    pub const fn name(&self) -> &'static str {
        match self {
            Evidence::Proven(_) => "proven",
            Evidence::Exact(_) => "exact",
            Evidence::Calculated(_) => "calculated",
            Evidence::Exchange { .. } => "exchange",
            Evidence::Board => "board",
        }
    }

    /// The proof, if there is one.
    pub fn proof(&self) -> Option<&Certificate> {
        if let Evidence::Proven(proof) = self { Some(proof) } else { None }
    }
}

impl Claim {
    /// A claim about what stands on a board.
    pub fn on_board(base: &Position, what: What) -> Claim {
        Claim::of_line(base, &[], what, Evidence::Board)
    }

    /// A claim about a line.
    pub fn of_line(base: &Position, line: &[Move], what: What, evidence: Evidence) -> Claim {
        Claim { what, base: base.clone(), line: line.to_vec(), evidence, points: Vec::new(), set_up: None }
    }

    /// The same with what its line uses; `created` is what its first move creates.
    #[must_use]
    pub fn using(mut self, created: &[Tactic], most: usize) -> Claim {
        self.points = crate::point::points(&self.played_out(), created, most);
        self
    }

    /// The same after a move that sets the task.
    #[must_use]
    pub fn set_up_by(mut self, before: &Position, m: Move) -> Claim {
        self.set_up = Some((before.clone(), m));
        self
    }

    /// The move that it begins with.
    pub fn trigger(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// The line as the themes of `reti_core::line` read it.
    pub fn played_out(&self) -> Line {
        match &self.set_up {
            Some((before, m)) => Line::new(before, &[&[*m][..], &self.line].concat(), SetUp::Included),
            None => Line::new(&self.base, &self.line, SetUp::Absent),
        }
    }

    /// The names of its motifs, each once, in the order told.
    pub fn motifs(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        let own = match &self.what {
            What::Stands(tactic) | What::Changes { tactic, .. } => vec![tactic.motif.name],
            What::Over(Ending::Checkmate(tactic)) => crate::point::names_of(tactic),
            _ => Vec::new(),
        };
        for name in own.into_iter().chain(self.points.iter().flat_map(Point::names)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The names of its motifs, then of everything else that its line shows and no sentence is spent on.
    pub fn themes(&self) -> Vec<&'static str> {
        let mut names = self.motifs();
        let is_about_line = matches!(
            self.what,
            What::Wins { .. } | What::WhyNot(_) | What::Reason(Reason::Wins(_) | Reason::Threatens { .. })
        );
        if is_about_line {
            let line = self.played_out();
            for name in reti_core::line::uses(&line).into_iter().map(|used| used.motif.name) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// The marks of a picture of it.
    pub fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        if let What::Plan(plan) = &self.what {
            let step = |(from, to)| Mark { from, to: Some(to), meaning: Meaning::Move };
            return plan.steps().into_iter().map(step).collect();
        }
        if let Some(m) = self.trigger()
            && let Some(from) = m.from()
        {
            marks.push(Mark { from, to: Some(m.to()), meaning: Meaning::Move });
        }
        let ring = |square: Square, meaning: Meaning| Mark { from: square, to: None, meaning };
        match &self.what {
            What::Stands(tactic) | What::Changes { tactic, .. } | What::Over(Ending::Checkmate(tactic)) => {
                marks.extend(tactic.cast.parts.iter().map(|&(role, square)| ring(square, Meaning::of(role))));
            }
            What::Known(known) => marks.extend(known.squares().into_iter().map(|square| ring(square, Meaning::Target))),
            What::Reason(reason) => {
                marks.extend(reason.squares().into_iter().map(|square| ring(square, Meaning::Target)));
            }
            _ => {
                let first = self.points.iter().filter(|point| point.on_first_board());
                marks.extend(first.flat_map(Point::marks));
            }
        }
        marks.dedup();
        marks
    }
}

/// A mark on the board with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where an arrow starts, or the square of a ring.
    pub from: Square,
    /// Where an arrow points; none for a ring.
    pub to: Option<Square>,
    /// What it means.
    pub meaning: Meaning,
}

/// What a mark means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A move.
    Move,
    /// A piece that acts.
    Attacker,
    /// A piece that is acted upon.
    Target,
    /// A piece that protects.
    Defender,
}

impl Meaning {
    /// Its permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Meaning::Move | Meaning::Attacker => "attacker",
            Meaning::Target => "target",
            Meaning::Defender => "defender",
        }
    }

    /// What a role means in a picture.
    pub const fn of(role: reti_core::motif::Role) -> Meaning {
        use reti_core::motif::Role;
        match role {
            Role::Forker | Role::Pinner | Role::Attacker | Role::Slider | Role::Checker | Role::Blocker => {
                Meaning::Attacker
            }
            Role::Defender | Role::Defended | Role::Protected | Role::Shielded => Meaning::Defender,
            _ => Meaning::Target,
        }
    }
}
