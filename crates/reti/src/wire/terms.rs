//! Words of which there are only so many: sides, pieces, verdicts. On the wire they are text; here
//! they are enums, so that a wrong word is not written and not read.

use std::{fmt, ops::Deref};

use reti_core::{
    chess,
    exchange::NoDefense,
    field::topology,
    fragility,
    geometry::translation,
    motif::{self, PriceSource},
    relation::graph,
    value,
};
use reti_lessons::{claim, judge, phase};
use reti_search::zone_search;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares enums with their words.
macro_rules! terms {
    ($($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $text:literal,)+ })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $text)] $variant,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The word.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }

            /// The one with a word.
            pub fn named(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        /// A term can be used wherever its word can.
        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, word: &str) -> bool {
                self.as_str() == word
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, word: &&str) -> bool {
                self.as_str() == *word
            }
        }
    )+};
}

/// Turns the words of another enum into ours, variant by variant.
macro_rules! from {
    ($($theirs:path => $ours:ident { $($variant:ident),+ $(,)? })+) => {$(
        impl From<$theirs> for $ours {
            fn from(found: $theirs) -> $ours {
                use $theirs as Theirs;
                match found {
                    $(Theirs::$variant { .. } => $ours::$variant,)+
                }
            }
        }
    )+};
}

terms! {
    /// A side.
    Color {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
    /// What a piece is.
    PieceType {
        /// A pawn.
        Pawn = "pawn",
        /// A knight.
        Knight = "knight",
        /// A bishop.
        Bishop = "bishop",
        /// A rook.
        Rook = "rook",
        /// A queen.
        Queen = "queen",
        /// A king.
        King = "king",
    }
    /// The game-theoretic value for a side that the field names.
    Value {
        /// Won.
        Win = "win",
        /// Drawn.
        Draw = "draw",
        /// Lost.
        Loss = "loss",
    }
    /// What a search for a proof says.
    Verdict {
        /// There is a proof, and the checker accepts it.
        Proven = "proven",
        /// A search of the engine reaches the goal by its evaluation; nothing is proven.
        Calculated = "calculated",
        /// Some reply holds.
        Refuted = "refuted",
        /// The budget did not suffice.
        Unknown = "unknown",
    }
    /// Whether a tactic keeps what it promises.
    SoundnessVerdict {
        /// Proven; the checker has accepted the proof.
        Sound = "sound",
        /// Calculated by an engine, not proven.
        Likely = "likely",
        /// The other side holds everything.
        Refuted = "refuted",
        /// The budget was spent without an answer.
        Unknown = "unknown",
    }
    /// What a degree of soundness is called.
    Grade {
        /// At least the threshold seems to be won.
        Sound = "sound",
        /// Something seems to be won, but less.
        Marginal = "marginal",
        /// Nothing seems to be won.
        Phantom = "phantom",
    }
    /// A relation between two pieces.
    Relation {
        /// The source could capture the target.
        Attack = "attack",
        /// The source could recapture on the target's square.
        Defend = "defend",
        /// The source stands between a slider and the target.
        Block = "block",
        /// The target shields something dearer from the source.
        Pin = "pin",
        /// The source sees the target through one piece.
        Xray = "xray",
    }
    /// What an open line would be.
    LineKind {
        /// An attack.
        Attack = "attack",
        /// A defence.
        Defend = "defend",
    }
    /// Why a defender does not defend.
    DefenseFault {
        /// It is pinned to its king.
        PinnedAbsolute = "pinned-absolute",
        /// Its king is in check, and capturing there does not answer it.
        MustAnswerCheck = "must-answer-check",
        /// It is a king, and the square is covered.
        KingCannotCapture = "king-cannot-capture",
    }
    /// What a motif counts as.
    MotifClass {
        /// Counted in the order.
        Tactic = "tactic",
        /// A mating pattern; one at most is counted.
        Mate = "mate",
        /// Worth seeing, not counted.
        Observation = "observation",
        /// Of lines only.
        Theme = "theme",
    }
    /// Where the estimate of a tactic's gain comes from.
    GainSource {
        /// An exchange.
        See = "see",
        /// A rule of thumb.
        Heuristic = "heuristic",
    }
    /// On which graph fragility is computed.
    FragilityMode {
        /// All pieces, every pseudo-legal attack and defence.
        Standard = "standard",
        /// The construction of the author's published code.
        AuthorCode = "author-code",
    }
    /// What a zone is for.
    ZoneKind {
        /// Capturing the target.
        Attack = "attack",
        /// Promoting a pawn.
        Promotion = "promotion",
    }
    /// What a move does to a zone or a trajectory.
    Fate {
        /// It is as it was.
        Kept = "kept",
        /// Its piece took the first step.
        Shortened = "shortened",
        /// It is set aside.
        Frozen = "frozen",
        /// The move made it possible.
        New = "new",
    }
    /// Why a zone or a trajectory is set aside.
    FrozenReason {
        /// Its piece arrived, left the path, or was captured.
        Gone = "gone",
        /// Somebody stands in its way now.
        Closed = "closed",
        /// Nothing leads from it to the main trajectory any more.
        Disconnected = "disconnected",
        /// It needs more moves than its new time.
        Late = "late",
        /// The target is no longer where the zone aims.
        TargetLeft = "target-left",
    }
    /// How a zone search treats what it cannot decide.
    Tier {
        /// Only exact values and complete moves decide.
        Sound = "sound",
        /// Zones alone decide, as in the paper.
        Pioneer = "pioneer",
    }
    /// What orders the moves of a race in a zone search.
    Forecast {
        /// Zones alone; nothing was fitted.
        None = "none",
        /// A network that was fitted to exact values of such races.
        Fitted = "fitted",
    }
    /// What a zone that brought in a move is for.
    BranchAim {
        /// A capture of an element that walks along a trajectory, or of a target.
        Strike = "strike",
        /// A step of a main trajectory.
        Main = "main",
        /// An interception: a step towards the trajectory of an enemy.
        Negation = "negation",
        /// A step towards a square from where something of one's own is supported.
        Control = "control",
        /// An answer to a check.
        Evasion = "evasion",
        /// A piece leaves danger.
        Retreat = "retreat",
        /// The fitted forecast of a race asked for it, no zone.
        Forecast = "forecast",
        /// No zone asked for it.
        Other = "other",
    }
    /// How a square of a field stands out.
    CriticalKind {
        /// Above its neighbours.
        Maximum = "maximum",
        /// Below its neighbours.
        Minimum = "minimum",
        /// Above some and below others.
        Saddle = "saddle",
    }
    /// What the ranks of a table count.
    Metric {
        /// Moves to mate.
        Mate = "mate",
        /// Moves to mate or to the next capture or pawn move.
        Conversion = "conversion",
        /// Nothing: there are labels only.
        Nothing = "none",
    }
    /// Whether a win or loss counts when fifty moves without capture or pawn move are a draw.
    FiftyMoveRule {
        /// It counts.
        Holds = "holds",
        /// A cursed win or a blessed loss: the rule draws.
        Draws = "draws",
        /// What these tables say does not settle it.
        Unknown = "unknown",
    }
    /// Whose table answered.
    TableSource {
        /// A table in the program.
        Embedded = "embedded",
        /// Ours, in a folder.
        Reti = "reti",
        /// A Syzygy file.
        Syzygy = "syzygy",
    }
    /// What is known about a table.
    TableVerdict {
        /// Right, and so is everything that it rests on.
        Certified = "certified",
        /// Something in it is wrong.
        Damaged = "damaged",
        /// Something that it rests on is missing or damaged.
        Unverified = "unverified",
    }
    /// What a verifier checks.
    VerificationMethod {
        /// Labels and ranks: sufficient.
        Certified = "certified",
        /// Labels by category: necessary.
        Cqd = "cqd",
        /// Labels found again from quiet moves and the border: sufficient.
        Quiet = "quiet",
    }
    /// Who stands better, in one word.
    AssessmentWord {
        /// Nobody by much.
        AboutEqual = "about-equal",
        /// One side by a little.
        SlightlyBetter = "slightly-better",
        /// One side by more.
        MuchBetter = "much-better",
        /// One side should win.
        Winning = "winning",
        /// A mate is known.
        Mates = "mates",
        /// A table says that one side wins.
        Won = "won",
        /// A table or the rules say that it is a draw.
        Drawn = "drawn",
    }
    /// What a claim says.
    ClaimKind {
        /// Who stands better.
        Assessment = "assessment",
        /// The game is over.
        Over = "over",
        /// A named ending.
        Known = "known",
        /// What to play.
        Best = "best",
        /// Why.
        Reason = "reason",
        /// What can be won.
        Wins = "wins",
        /// What the opponent would do.
        Threat = "threat",
        /// What the move allows.
        Allowed = "allowed",
        /// What the move missed.
        Missed = "missed",
        /// Why something cannot be taken.
        CannotTake = "cannot-take",
        /// What happens if it is.
        IfTaken = "if-taken",
        /// Why a tempting move fails.
        WhyNot = "why-not",
        /// What stands on the board.
        Stands = "stands",
        /// What the move creates.
        Created = "created",
        /// What the move resolves.
        Resolved = "resolved",
        /// What good lines share.
        Plan = "plan",
        /// What the move deserves.
        Judged = "judged",
    }
    /// What a mark on the board shows.
    Meaning {
        /// A move.
        Move = "move",
        /// A piece that acts.
        Attacker = "attacker",
        /// A piece that is acted upon.
        Target = "target",
        /// A piece that protects.
        Defender = "defender",
    }
    /// What a move deserves.
    Judgement {
        /// The best move, or as good as it.
        Best = "best",
        /// Nothing to complain about.
        Good = "good",
        /// `?!`
        Inaccuracy = "inaccuracy",
        /// `?`
        Mistake = "mistake",
        /// `??`
        Blunder = "blunder",
    }
    /// By which thresholds moves are judged.
    Scheme {
        /// As lichess.org judges.
        Lichess = "lichess",
        /// As chess.com describes its judgements.
        ChessCom = "chesscom",
    }
    /// What a claim has to do with a move of a game.
    AnnotationRole {
        /// The mover could have had it.
        Missed = "missed",
        /// The opponent can have it now.
        Allowed = "allowed",
        /// The mover found it.
        Found = "found",
        /// The mover punished the opponent's fault.
        Punished = "punished",
    }
    /// What a move is praised for.
    PraiseKind {
        /// `!!`: a sound sacrifice that is best and not obvious.
        Brilliancy = "brilliancy",
        /// `!`: every other move is much worse.
        OnlyMove = "only-move",
        /// It takes what the opponent's mistake allowed.
        Punishment = "punishment",
        /// It finds what had to be found.
        Find = "find",
    }
    /// A phase of a game.
    Phase {
        /// Pieces come out.
        Opening = "opening",
        /// Pieces are out.
        Middlegame = "middlegame",
        /// Few pieces are left.
        Endgame = "endgame",
    }
    /// How much of the time that a player began with is left.
    TimeLeft {
        /// At least half.
        Plenty = "plenty",
        /// From a tenth to a half.
        Less = "less",
        /// Under a tenth.
        Trouble = "trouble",
    }
}

from! {
    chess::Color => Color { White, Black }
    chess::PieceType => PieceType { Pawn, Knight, Bishop, Rook, Queen, King }
    value::Value => Value { Win, Draw, Loss }
    graph::Relation => Relation { Attack, Defend, Block, Pin, Xray }
    graph::LineKind => LineKind { Attack, Defend }
    NoDefense => DefenseFault { PinnedAbsolute, MustAnswerCheck, KingCannotCapture }
    motif::Kind => MotifClass { Tactic, Mate, Observation, Theme }
    fragility::Mode => FragilityMode { Standard, AuthorCode }
    PriceSource => GainSource { See, Heuristic }
    translation::Frozen => FrozenReason { Gone, Closed, Disconnected, Late }
    zone_search::Tier => Tier { Sound, Pioneer }
    zone_search::Forecast => Forecast { None, Fitted }
    zone_search::Class => BranchAim { Strike, Main, Negation, Control, Evasion, Retreat, Forecast, Other }
    claim::Word => AssessmentWord { AboutEqual, SlightlyBetter, MuchBetter, Winning, Mates, Won, Drawn }
    claim::Meaning => Meaning { Move, Attacker, Target, Defender }
    judge::Judgement => Judgement { Best, Good, Inaccuracy, Mistake, Blunder }
    judge::Scheme => Scheme { Lichess, ChessCom }
    phase::Phase => Phase { Opening, Middlegame, Endgame }
    topology::Kind => CriticalKind { Maximum, Minimum, Saddle }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the enums and of JSON are the same, and every word is read back.
    #[test]
    fn words_are_written_and_read_alike() {
        for &one in PieceType::ALL {
            let written = serde_json::to_string(&one).unwrap();
            assert_eq!(written, format!("\"{one}\""));
            assert_eq!(serde_json::from_str::<PieceType>(&written).unwrap(), one);
            assert_eq!(PieceType::named(one.as_str()), Some(one));
        }
        assert!(serde_json::from_str::<Verdict>("\"maybe\"").is_err());
        assert_eq!(Relation::ALL.iter().map(|one| one.as_str()).collect::<Vec<_>>(), graph::Relation::NAMES);
    }
}
