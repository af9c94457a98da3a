//! A proof as data: one move where the attacker chooses, every legal reply where the defender does,
//! and a stated reason at each leaf.
//!
//! The text form is a line per node, in reading order, with the ply in front; see `docs/proofs.md`.
//! Reading it checks the form and that each move can be read; whether the proof *holds* is for
//! [`super::check()`] to say.

use std::{
    cmp::Reverse,
    fmt::{self, Write as _},
};

use reti_core::{
    chess::{FenError, Move, MoveError, PieceType, Position, Square, Symmetry},
    exchange::see_fast,
    value::balance,
};

use super::goal::Goal;

/// A position with the attacker to move, and what he does about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// He plays a move.
    Play(Move, Defense),
    /// He is at least so many centipawns ahead, and would be even if he passed.
    Settled(i32),
    /// He is, or gets, at least so many centipawns ahead by this move, for good.
    Kept(Move, i32),
    /// A table says that he wins.
    Table,
}

/// A position with the defender to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defense {
    /// The defender is checkmated.
    Mated,
    /// A table says that the attacker wins.
    Table,
    /// Every legal reply with the answer to it.
    Replies(Vec<(Move, Attack)>),
}

/// What a proof shows, read off its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payoff {
    /// At least so many centipawns stay won.
    Gain(i32),
    /// A won position according to a table.
    Win,
    /// Checkmate in at most so many of the attacker's moves.
    Mate(u32),
}

/// A proof that anyone can check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The first position; the attacker is to move.
    pub position: Position,
    /// What was to be shown.
    pub goal: Goal,
    /// What the proof shows.
    pub claim: Payoff,
    /// The attacker's first move.
    pub first: Move,
    /// Everything after it.
    pub then: Defense,
}

impl Defense {
    fn mirrored(&self) -> Defense {
        match self {
            Defense::Replies(replies) => {
                let turn = |(m, attack): &(Move, Attack)| (Symmetry::Mirror.apply_to_move(*m), attack.mirrored());
                Defense::Replies(replies.iter().map(turn).collect())
            }
            other => other.clone(),
        }
    }

    fn nodes(&self) -> usize {
        match self {
            Defense::Mated | Defense::Table => 1,
            Defense::Replies(replies) => 1 + replies.iter().map(|(_, attack)| attack.nodes()).sum::<usize>(),
        }
    }

    /// Plies to the end of the longest line below.
    fn height(&self) -> u32 {
        match self {
            Defense::Mated | Defense::Table => 0,
            Defense::Replies(replies) => 1 + replies.iter().map(|(_, attack)| attack.height()).max().unwrap_or(0),
        }
    }

    fn worst(&self, plies: u32) -> Payoff {
        match self {
            Defense::Mated => Payoff::Mate(plies.div_ceil(2)),
            Defense::Table => Payoff::Win,
            Defense::Replies(replies) => replies
                .iter()
                .map(|(_, attack)| match attack {
                    Attack::Play(_, then) => then.worst(plies + 2),
                    Attack::Settled(gain) | Attack::Kept(_, gain) => Payoff::Gain(*gain),
                    Attack::Table => Payoff::Win,
                })
                .min_by_key(|&claim| claim.strength())
                .unwrap_or(Payoff::Gain(0)),
        }
    }
}

impl Attack {
    fn mirrored(&self) -> Attack {
        let turn = |m: &Move| Symmetry::Mirror.apply_to_move(*m);
        match self {
            Attack::Play(m, then) => Attack::Play(turn(m), then.mirrored()),
            Attack::Kept(m, gain) => Attack::Kept(turn(m), *gain),
            other => other.clone(),
        }
    }

    fn nodes(&self) -> usize {
        match self {
            Attack::Play(_, then) => 1 + then.nodes(),
            _ => 1,
        }
    }

    fn height(&self) -> u32 {
        match self {
            Attack::Play(_, then) => 1 + then.height(),
            _ => 0,
        }
    }
}

impl Payoff {
    /// Larger is better for the attacker: any mate before any win before any gain, faster mates first.
    pub fn strength(self) -> i64 {
        match self {
            Payoff::Gain(gain) => i64::from(gain),
            Payoff::Win => 1_000_000,
            Payoff::Mate(moves) => 10_000_000 - i64::from(moves),
        }
    }

    /// The gain in centipawns, if that is what is claimed.
    pub fn gain(self) -> Option<i32> {
        if let Payoff::Gain(gain) = self { Some(gain) } else { None }
    }

    /// The number of moves to mate, if that is what is claimed.
    pub fn mate(self) -> Option<u32> {
        if let Payoff::Mate(moves) = self { Some(moves) } else { None }
    }
}

impl Certificate {
    /// Puts a proof together; the claim is read off the leaves.
    pub fn new(position: Position, goal: Goal, first: Move, then: Defense) -> Certificate {
        let claim = then.worst(1);
        Certificate { position, goal, claim, first, then }
    }

    /// The claim that the leaves support, whatever [`Certificate::claim`] says.
    pub fn supported_claim(&self) -> Payoff {
        self.then.worst(1)
    }

    /// Positions in the tree.
    pub fn size(&self) -> usize {
        1 + self.then.nodes()
    }

    /// Plies of the longest line.
    pub fn height(&self) -> u32 {
        1 + self.then.height()
    }

    /// The same proof on the mirrored board.
    #[must_use]
    pub fn mirrored(&self) -> Certificate {
        let position = Symmetry::Mirror.position(&self.position).expect("mirrored positions are legal");
        let first = Symmetry::Mirror.apply_to_move(self.first);
        Certificate { position, goal: self.goal, claim: self.claim, first, then: self.then.mirrored() }
    }

    /// The line in which the defender holds out best: the least loss of material on the board, then the
    /// longest way, then what a person would play, who takes back what was just taken, or what wins most at
    /// once, or who goes to the middle. A queen that is given away for nothing is a loss even where the proof stops counting before it.
    pub fn line(&self) -> Vec<Move> {
        let attacker = self.position.turn();
        let start = balance(self.position.board(), attacker);
        let mut line = vec![self.first];
        let mut here = self.position.play(self.first);
        let mut then = &self.then;
        while let Defense::Replies(replies) = then {
            // Where something was just taken.
            let taken = line.last().filter(|m| m.is_capture()).map(|m| m.to());
            let hardest = replies.iter().min_by_key(|(m, attack)| {
                let stand = Stand::of(&here.play(*m), attack, start);
                let takes_back = m.is_capture() && Some(m.to()) == taken;
                let appeal = (takes_back, m.is_capture(), see_fast(&here, *m));
                ((stand.strength, Reverse(stand.plies), stand.lost), Reverse(appeal), central(&here, *m))
            });
            let Some((reply, attack)) = hardest else {
                break;
            };
            let Attack::Play(m, next) = attack else {
                // A last reply that changes nothing is no part of the story.
                if let Attack::Kept(by, _) = attack {
                    line.extend([*reply, *by]);
                } else if reply.is_capture() {
                    line.push(*reply);
                }
                break;
            };
            line.extend([*reply, *m]);
            here = here.play(*reply).play(*m);
            then = next;
        }
        line
    }
}

/// How far from the middle of the board a move ends, and then what tells any two moves apart, mirrored ones in
/// mirrored order.
fn central(here: &Position, m: Move) -> (i32, Square, Option<Square>, Option<PieceType>) {
    let m = if here.turn().is_white() { m } else { Symmetry::Mirror.apply_to_move(m) };
    let off = |line: u32| (2 * line as i32 - 7).abs();
    let (file, rank) = (u32::from(m.to().file()), u32::from(m.to().rank()));
    (off(file).max(off(rank)), m.to(), m.from(), m.promotion())
}

/// How a defence ends that resists as well as it can.
#[derive(Clone, Copy)]
struct Stand {
    /// What the attacker has, as [`Payoff::strength`] counts it; all mates are one.
    strength: i64,
    /// Plies to the end.
    plies: usize,
    /// What the defender has lost on the board by then, in centipawns.
    lost: i32,
}

impl Stand {
    /// Where the attacker, to move here, gets by his plan; `start` is his lead before the proof.
    fn of(here: &Position, attack: &Attack, start: i32) -> Stand {
        let gained = |position: &Position, side| balance(position.board(), side) - start;
        let attacker = here.turn();
        match attack {
            Attack::Play(m, then) => {
                let after = here.play(*m);
                let end = Stand::best(&after, then, start, gained(&after, attacker));
                Stand { plies: end.plies + 1, ..end }
            }
            Attack::Settled(gain) => {
                // What still hangs will be taken.
                let loud = here.legal_moves().into_iter().filter(|m| m.is_capture());
                let more = loud.map(|m| see_fast(here, m)).max().unwrap_or(0).max(0);
                let lost = (gained(here, attacker) + more).max(*gain);
                Stand { strength: i64::from(lost), plies: 0, lost }
            }
            Attack::Kept(m, gain) => {
                let lost = gained(&here.play(*m), attacker).max(*gain);
                Stand { strength: i64::from(lost), plies: 1, lost }
            }
            Attack::Table => Stand { strength: Payoff::Win.strength(), plies: 0, lost: gained(here, attacker) },
        }
    }

    /// The best of the replies for the defender.
    fn best(here: &Position, then: &Defense, start: i32, lost: i32) -> Stand {
        match then {
            Defense::Mated => Stand { strength: Payoff::Mate(0).strength(), plies: 0, lost },
            Defense::Table => Stand { strength: Payoff::Win.strength(), plies: 0, lost },
            Defense::Replies(replies) => {
                let stands = replies.iter().map(|(m, attack)| Stand::of(&here.play(*m), attack, start));
                let hardest = stands.min_by_key(|stand| (stand.strength, Reverse(stand.plies), stand.lost));
                let mut stand = hardest.unwrap_or(Stand { strength: 0, plies: 0, lost });
                stand.plies += 1;
                stand
            }
        }
    }
}

const MAGIC: &str = "reti-proof 1";
/// Deeper texts are refused: no search goes there, and a reader must not run out of stack.
const MAX_PLY: usize = 200;

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        writeln!(text, "{MAGIC}\nfen {}", self.position.fen())?;
        match self.goal {
            Goal::Mate { within: None } => writeln!(text, "goal mate")?,
            Goal::Mate { within: Some(moves) } => writeln!(text, "goal mate {moves}")?,
            Goal::Gain(gain) => writeln!(text, "goal gain {gain}")?,
        }
        match self.claim {
            Payoff::Gain(gain) => writeln!(text, "claim gain {gain}")?,
            Payoff::Win => writeln!(text, "claim win")?,
            Payoff::Mate(moves) => writeln!(text, "claim mate {moves}")?,
        }
        writeln!(text, "size {}", self.size())?;
        write!(text, "1 {}", self.position.uci(self.first))?;
        print_defense(&mut text, &self.position.play(self.first), &self.then, 1)?;
        writeln!(f, "{text}checksum {:016x}", checksum(&text))
    }
}

fn print_defense(text: &mut String, position: &Position, defense: &Defense, ply: usize) -> fmt::Result {
    match defense {
        Defense::Mated => writeln!(text, " mate"),
        Defense::Table => writeln!(text, " table"),
        Defense::Replies(replies) => {
            writeln!(text)?;
            for (reply, attack) in replies {
                write!(text, "{} {}", ply + 1, position.uci(*reply))?;
                if !position.is_legal(*reply) {
                    writeln!(text, " illegal")?;
                    continue;
                }
                let next = position.play(*reply);
                match attack {
                    Attack::Settled(gain) => writeln!(text, " settled {gain}")?,
                    Attack::Kept(m, gain) => writeln!(text, " kept {} {gain}", next.uci(*m))?,
                    Attack::Table => writeln!(text, " table")?,
                    Attack::Play(m, then) => {
                        write!(text, "\n{} {}", ply + 2, next.uci(*m))?;
                        if next.is_legal(*m) {
                            print_defense(text, &next.play(*m), then, ply + 2)?;
                        } else {
                            writeln!(text, " illegal")?;
                        }
                    }
                }
            }
            Ok(())
        }
    }
}

/// FNV-1a over the bytes: guards against damage, not against forgery, which the checker stops.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A text that is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// Something was expected at this line.
    #[error("line {line}: expected {expected}, found '{found}'")]
    Expected {
        /// The line's number, from 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// The position cannot be read.
    #[error("line 2: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be read in its position.
    #[error("line {line}: {error}")]
    Move {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
    /// The text was changed after it was written.
    #[error("the checksum does not fit the text")]
    Checksum,
    /// It can be read, but is not written as certificates are: other spaces, numbers or moves in SAN.
    #[error("line {line} is not written as certificates are")]
    Form {
        /// The line's number, from 1.
        line: usize,
    },
}

struct Lines<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

impl<'a> Lines<'a> {
    fn peek(&self) -> &'a str {
        self.lines.get(self.next).copied().unwrap_or("")
    }

    fn expected(&self, expected: &'static str) -> CertificateError {
        CertificateError::Expected { line: self.next + 1, expected, found: self.peek().chars().take(80).collect() }
    }

    fn field(&mut self, name: &'static str) -> Result<&'a str, CertificateError> {
        let rest = self.peek().strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        let rest = rest.ok_or_else(|| self.expected(name))?;
        self.next += 1;
        Ok(rest)
    }

    /// The words of the next node line, if it is at this ply.
    fn node(&self, ply: usize) -> Option<Vec<&'a str>> {
        let mut words = self.peek().split(' ');
        let number: usize = words.next()?.parse().ok()?;
        (number == ply).then(|| words.collect())
    }

    fn legal_move(&self, position: &Position, text: &str) -> Result<Move, CertificateError> {
        position.parse_move(text).map_err(|error| CertificateError::Move { line: self.next + 1, error })
    }

    fn gain(&self, text: &str) -> Result<i32, CertificateError> {
        let gain = text.parse().ok().filter(|&gain| Goal::Gain(gain).is_possible());
        gain.ok_or_else(|| self.expected("a gain from 1 to 20000"))
    }

    fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, CertificateError> {
        text.parse().map_err(|_| self.expected("a number"))
    }

    fn defense(&mut self, position: &Position, ply: usize, reason: &[&str]) -> Result<Defense, CertificateError> {
        match reason {
            ["mate"] => {
                self.next += 1;
                return Ok(Defense::Mated);
            }
            ["table"] => {
                self.next += 1;
                return Ok(Defense::Table);
            }
            [] if ply < MAX_PLY => self.next += 1,
            _ => return Err(self.expected("a move, perhaps with mate or table")),
        }
        let mut replies = Vec::new();
        while let Some(words) = self.node(ply + 1) {
            let [text, reason @ ..] = &words[..] else {
                return Err(self.expected("a move"));
            };
            let reply = self.legal_move(position, text)?;
            let next = position.play(reply);
            let attack = self.attack(&next, ply + 1, reason)?;
            replies.push((reply, attack));
        }
        Ok(Defense::Replies(replies))
    }

    fn attack(&mut self, position: &Position, ply: usize, reason: &[&str]) -> Result<Attack, CertificateError> {
        let attack = match reason {
            ["settled", gain] => Attack::Settled(self.gain(gain)?),
            ["kept", m, gain] => Attack::Kept(self.legal_move(position, m)?, self.gain(gain)?),
            ["table"] => Attack::Table,
            [] => {
                self.next += 1;
                let words = self.node(ply + 1).ok_or_else(|| self.expected("the attacker's answer"))?;
                let [text, reason @ ..] = &words[..] else {
                    return Err(self.expected("a move"));
                };
                let m = self.legal_move(position, text)?;
                let then = self.defense(&position.play(m), ply + 1, reason)?;
                return Ok(Attack::Play(m, then));
            }
            _ => return Err(self.expected("a reply, perhaps with settled, kept or table")),
        };
        self.next += 1;
        Ok(attack)
    }
}

impl std::str::FromStr for Certificate {
    type Err = CertificateError;

    fn from_str(text: &str) -> Result<Certificate, CertificateError> {
        let mut lines = Lines { lines: text.lines().collect(), next: 0 };
        if lines.peek() != MAGIC {
            return Err(lines.expected(MAGIC));
        }
        lines.next = 1;
        let position = Position::from_fen(lines.field("fen")?)?;
        let goal = match lines.field("goal")?.split(' ').collect::<Vec<_>>()[..] {
            ["mate"] => Goal::Mate { within: None },
            ["mate", moves] => Goal::Mate { within: Some(lines.number(moves)?) },
            ["gain", gain] => Goal::Gain(lines.gain(gain)?),
            _ => return Err(lines.expected("mate, mate N or gain N")),
        };
        let claim = match lines.field("claim")?.split(' ').collect::<Vec<_>>()[..] {
            ["gain", gain] => Payoff::Gain(lines.gain(gain)?),
            ["win"] => Payoff::Win,
            ["mate", moves] => Payoff::Mate(lines.number(moves)?),
            _ => return Err(lines.expected("gain N, win or mate N")),
        };
        let size: usize = {
            let text = lines.field("size")?;
            lines.number(text)?
        };
        let words = lines.node(1).ok_or_else(|| lines.expected("the first move"))?;
        let [text_of_first, reason @ ..] = &words[..] else {
            return Err(lines.expected("a move"));
        };
        let first = lines.legal_move(&position, text_of_first)?;
        let then = lines.defense(&position.play(first), 1, reason)?;
        let stated = lines.field("checksum")?;
        if lines.next != lines.lines.len() {
            return Err(lines.expected("nothing more"));
        }
        let body = text.rfind("checksum ").map_or(text, |at| &text[..at]);
        let certificate = Certificate { position, goal, claim, first, then };
        if stated != format!("{:016x}", checksum(body)) || size != certificate.size() {
            return Err(CertificateError::Checksum);
        }
        // One proof, one text: two readers cannot take the same bytes for different things.
        let written = certificate.to_string();
        if written != text {
            let differs = written.lines().zip(text.lines()).position(|(one, other)| one != other);
            return Err(CertificateError::Form { line: differs.unwrap_or(lines.lines.len() - 1) + 1 });
        }
        Ok(certificate)
    }
}
