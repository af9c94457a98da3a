//! The list: every kind of statement that can be checked.
//!
//! One entry has everything: the name in documents, the fields, the sentence that defines it, and a position
//! where it is true and one where it is false. The enum, the reading and writing of fields, the JSON Schema,
//! the page `docs/check.md` and the tests that try the examples come from here.

use reti_core::chess::{Color, File, PieceType, Square};

use super::{Decided, Kind, Lead, Man, MoveText, Prize, Rest, Rule, Sense, Slot, Standing, Term, Wing};

macro_rules! statements {
    ($($decided:ident $name:literal $variant:ident { $($json:literal $field:ident: $type:ty),* $(,)? }
        $about:literal
        yes $yes_fen:literal $yes:literal
        no $no_fen:literal $no:literal;)+) => {
        /// One thing that can be said about a position.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "every field's shape says what it is")]
        pub enum Statement {
            $(#[doc = $about] $variant { $($field: $type),* },)+
        }

        impl Statement {
            /// Its kind's name.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Statement::$variant { .. } => $name,)+
                }
            }

            /// Its fields, those that say nothing left out.
            pub fn fields(&self) -> Vec<(&'static str, Term)> {
                match self {
                    $(Statement::$variant { $($field),* } => {
                        let fields: Vec<(&'static str, Option<Term>)> = vec![$(($json, Slot::write($field))),*];
                        fields.into_iter().filter_map(|(name, term)| Some((name, term?))).collect()
                    })+
                }
            }

            /// Reads the fields of a kind, which `take` hands over by name.
            pub(super) fn read(
                name: &str,
                take: &mut dyn FnMut(&str) -> Option<Term>,
            ) -> Result<Statement, String> {
                match name {
                    $($name => Ok(Statement::$variant {
                        $($field: Slot::read(take($json).as_ref()).map_err(|error: String| format!("{}: {error}", $json))?),*
                    }),)+
                    _ => Err(format!("there is no claim '{name}'")),
                }
            }
        }

        /// All kinds, in the order of the documentation.
        pub static KINDS: &[Kind] = &[$(Kind {
            name: $name,
            about: $about,
            decided: Decided::$decided,
            fields: &[$(($json, <$type as Slot>::SHAPE)),*],
            holds: ($yes_fen, $yes),
            fails: ($no_fen, $no),
        },)+];
    };
}

statements! {
    Board "piece_on" PieceOn { "piece" piece: PieceType, "color" color: Option<Color>, "square" square: Square }
        "Such a piece stands on a square."
        yes "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1" "piece=knight color=black square=d5"
        no "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1" "piece=bishop square=d5";
    Board "empty" Empty { "square" square: Square }
        "Nothing stands on a square."
        yes "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1" "square=d4"
        no "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1" "square=d5";
    Board "attacks" Attacks { "piece" piece: Man, "target" target: Man }
        "A piece attacks an enemy piece or a square; a pinned piece attacks too."
        yes "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1" "piece=knight_d5 target=pawn_e3"
        no "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1" "piece=d5 target=e1";
    Board "attacked" Attacked { "target" target: Man, "by" by: Option<Color>, "times" times: Option<u32> }
        "A piece or square is attacked, by the enemy if nobody is named, so many times if a number is."
        yes "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1" "target=e3"
        no "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1" "target=e3 times=2";
    Board "defends" Defends { "piece" piece: Man, "target" target: Man }
        "A piece defends a piece of its own side or a square."
        yes "4k3/8/8/3n4/8/4P3/3K4/8 w - - 0 1" "piece=king_d2 target=e3"
        no "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1" "piece=e1 target=e3";
    Board "defended" Defended { "target" target: Man, "times" times: Option<u32> }
        "A piece is defended by its own side, so many times if a number is given."
        yes "4k3/8/8/3n4/8/4P3/3K4/8 w - - 0 1" "target=e3 times=1"
        no "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1" "target=pawn_e3";
    Board "hangs" Hangs { "piece" piece: Man }
        "The enemy can take a piece and wins material by the captures on its square, whoever is to move."
        yes "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1" "piece=e5"
        no "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1" "piece=e5";
    Board "pinned" Pinned { "piece" piece: Man, "by" by: Option<Man>, "to" to: Option<Man> }
        "A piece may not leave a line because of the king behind it, or should not because of a dearer piece."
        yes "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1" "piece=knight_c3 by=b4 to=king_e1"
        no "4k3/8/8/8/1b6/2N5/3P4/4K3 w - - 0 1" "piece=c3";
    Board "skewer" Skewer { "by" by: Man, "front" front: Option<Man>, "behind" behind: Option<Man> }
        "A bishop, rook or queen attacks a piece that, when it leaves, gives up one behind it."
        yes "4q3/8/8/4k3/8/8/8/4RK2 b - - 0 1" "by=e1 front=king_e5 behind=queen_e8"
        no "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" "by=a1";
    Board "fork" Fork { "piece" piece: Man, "targets" targets: Vec<Man> }
        "A piece attacks several enemy pieces at once, each of them the king or worth taking."
        yes "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1" "piece=c7 targets=king_e8,rook_a8"
        no "r3k3/3N4/8/8/8/8/8/4K3 b - - 0 1" "piece=d7 targets=e8,a8";
    Board "trapped" Trapped { "piece" piece: Man }
        "An attacked piece has no move that saves it."
        yes "4k3/8/8/8/8/1P6/bK6/8 b - - 0 1" "piece=a2"
        no "4k3/8/8/8/8/8/bK6/8 b - - 0 1" "piece=a2";
    Board "immobile" Immobile { "piece" piece: Man }
        "A piece has no legal move, were it its side's turn."
        yes "4k3/8/8/8/8/p7/P7/4K3 w - - 0 1" "piece=a2"
        no "4k3/8/8/8/8/8/P7/4K3 w - - 0 1" "piece=a2";
    Board "can_move" CanMove { "piece" piece: Man, "to" to: Square }
        "A piece can go to a square, were it its side's turn."
        yes "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1" "piece=d5 to=f4"
        no "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1" "piece=d5 to=d4";
    Board "can_capture" CanCapture { "piece" piece: Man, "target" target: Man }
        "A piece can take another one, were it its side's turn."
        yes "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1" "piece=d5 target=e3"
        no "4k3/4n3/8/8/8/2P5/8/K3R3 b - - 0 1" "piece=e7 target=c3";
    Board "outpost" Outpost { "piece" piece: Man }
        "A knight or bishop stands in front, protected by a pawn, where no enemy pawn can drive it away."
        yes "4k3/pp3ppp/8/3N4/4P3/8/8/4K3 w - - 0 1" "piece=d5"
        no "4k3/ppp5/8/3N4/4P3/8/8/4K3 w - - 0 1" "piece=d5";
    Board "in_check" InCheck { "color" color: Color }
        "A side is in check."
        yes "4k3/8/8/8/8/8/8/4RK2 b - - 0 1" "color=black"
        no "4k3/8/8/8/8/8/8/4RK2 b - - 0 1" "color=white";
    Board "checkmate" Checkmate { "color" color: Option<Color> }
        "The side to move is mated; the colour is the mated side's."
        yes "3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1" "color=black"
        no "3R2k1/5pp1/8/8/8/8/8/6K1 b - - 0 1" "";
    Board "stalemate" Stalemate { "color" color: Option<Color> }
        "The side to move has no move and is not in check."
        yes "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" ""
        no "7k/8/6K1/8/8/8/8/5Q2 b - - 0 1" "color=black";
    Board "gives_check" GivesCheck { "move" m: MoveText }
        "A move gives check."
        yes "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" "move=Ra8"
        no "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" "move=Ra7";
    Board "mates" Mates { "move" m: MoveText }
        "A move is checkmate."
        yes "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" "move=Ra8"
        no "6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1" "move=Ra8";
    Board "captures" Captures { "move" m: MoveText, "piece" piece: Option<PieceType>, "square" square: Option<Square> }
        "A move takes something, of this type and on this square if they are named."
        yes "4k3/8/8/3n4/8/4P3/8/4K3 b - - 0 1" "move=Nxe3 piece=pawn"
        no "4k3/8/8/3n4/8/4P3/8/4K3 b - - 0 1" "move=Nf4";
    Board "discovered_check" DiscoveredCheck { "move" m: MoveText }
        "A move uncovers a check by another piece."
        yes "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1" "move=Nc5"
        no "4k3/8/8/8/3N4/8/8/R3K3 w - - 0 1" "move=Ra8";
    Board "double_check" DoubleCheck { "move" m: MoveText }
        "A move gives check with two pieces."
        yes "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1" "move=Nf6"
        no "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1" "move=Nc5";
    Board "legal" Legal { "line" line: Vec<String> }
        "Moves can be played, one after the other."
        yes "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "line=e4,Ke7"
        no "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "line=e4,Kd6";
    Board "only_legal_move" OnlyLegalMove { "move" m: Option<MoveText> }
        "There is only one legal move."
        yes "7k/8/5K2/8/8/8/8/6R1 b - - 0 1" "move=Kh7"
        no "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "move=e4";
    Board "to_move" ToMove { "color" color: Color }
        "It is this side's turn."
        yes "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "color=white"
        no "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "color=black";
    Board "castling" Castling { "color" color: Color, "wing" wing: Option<Wing>, "sense" sense: Option<Sense> }
        "A side can castle: it has the right, and nothing hinders it now; `sense` asks for one of both only."
        yes "4k3/8/8/8/8/8/8/4K2R w K - 0 1" "color=white wing=king"
        no "4k3/8/8/8/8/8/8/4K2R w K - 0 1" "color=white wing=queen";
    Board "material" Material { "color" color: Option<Color>, "lead" lead: Lead }
        "A side has this more than the other; bishops and knights count alike."
        yes "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "color=white lead=pawn"
        no "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "lead=equal";
    Board "count" Count { "color" color: Option<Color>, "piece" piece: PieceType, "number" number: u32 }
        "A side, or both together, have so many pieces of a type."
        yes "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1" "color=white piece=pawn number=2"
        no "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1" "piece=queen number=1";
    Board "bishop_pair" BishopPair { "color" color: Color }
        "A side has bishops of both square colours."
        yes "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1" "color=white"
        no "4k3/8/8/8/8/8/8/4KB2 w - - 0 1" "color=white";
    Board "opposite_bishops" OppositeBishops { }
        "Each side has one bishop, and they stand on squares of different colours."
        yes "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1" ""
        no "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1" "";
    Board "passed_pawn" PassedPawn { "pawn" pawn: Option<Man>, "color" color: Option<Color>, "file" file: Option<File> }
        "A pawn, or some pawn of a side, has no enemy pawn in front of it on its file or beside it."
        yes "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1" "pawn=e5"
        no "4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1" "color=white";
    Board "isolated_pawn" IsolatedPawn { "pawn" pawn: Option<Man>, "color" color: Option<Color>, "file" file: Option<File> }
        "A pawn, or some pawn of a side, has no pawn of its side on the files beside it."
        yes "4k3/3pp3/8/8/8/8/4P3/4K3 w - - 0 1" "pawn=e2"
        no "4k3/3pp3/8/8/8/8/3PP3/4K3 w - - 0 1" "color=black";
    Board "doubled_pawn" DoubledPawn { "pawn" pawn: Option<Man>, "color" color: Option<Color>, "file" file: Option<File> }
        "A pawn, or some pawn of a side, shares its file with another pawn of its side."
        yes "4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1" "color=white file=e"
        no "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1" "color=white";
    Board "backward_pawn" BackwardPawn { "pawn" pawn: Option<Man>, "color" color: Option<Color>, "file" file: Option<File> }
        "A pawn behind its neighbours, which no pawn can protect, whose next square an enemy pawn attacks."
        yes "4k3/8/3p4/2p1p3/2P1P3/8/8/3RK3 w - - 0 1" "pawn=d6"
        no "4k3/4p3/3p4/2p5/2P1P3/8/8/3RK3 w - - 0 1" "pawn=d6";
    Board "protected_passed_pawn" ProtectedPassedPawn { "pawn" pawn: Option<Man>, "color" color: Option<Color>, "file" file: Option<File> }
        "A passed pawn that a pawn protects."
        yes "4k3/8/8/4P3/3P4/8/8/4K3 w - - 0 1" "pawn=e5"
        no "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1" "pawn=e5";
    Board "open_file" OpenFile { "file" file: File }
        "No pawn stands on a file."
        yes "4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1" "file=d"
        no "4k3/3p4/8/8/8/8/P7/3RK3 w - - 0 1" "file=d";
    Board "half_open_file" HalfOpenFile { "file" file: File, "color" color: Option<Color> }
        "A side has no pawn on a file, and the other side has one."
        yes "4k3/3p4/8/8/8/8/P7/3RK3 w - - 0 1" "file=d color=white"
        no "4k3/3p4/8/8/8/8/P7/3RK3 w - - 0 1" "file=d color=black";
    Board "en_passant" EnPassant { "move" m: Option<MoveText> }
        "A pawn can be taken en passant now."
        yes "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1" "move=exd6"
        no "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1" "";
    Board "draw_by" DrawBy { "rule" rule: Rule }
        "The game is drawn by a rule."
        yes "8/8/8/4k3/8/8/4K3/8 w - - 0 1" "rule=material"
        no "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "rule=fifty-moves";
    Play "unstoppable" Unstoppable { "pawn" pawn: Man }
        "A pawn promotes whatever the other side does."
        yes "8/P7/8/8/8/8/8/K6k w - - 0 1" "pawn=a7"
        no "8/p7/P7/8/8/8/8/K6k w - - 0 1" "pawn=a6";
    Play "mate_in" MateIn { "moves" moves: u32, "color" color: Option<Color>, "move" m: Option<MoveText> }
        "A side mates in exactly so many moves with best play, beginning with this move if one is named."
        yes "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" "moves=1"
        no "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" "moves=2";
    Play "forced_mate" ForcedMate { "color" color: Option<Color>, "move" m: Option<MoveText> }
        "A side mates by force, beginning with this move if one is named."
        yes "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" "color=white"
        no "4k3/8/8/8/8/8/8/4KN2 w - - 0 1" "color=white";
    Play "wins_material" WinsMaterial { "what" what: Prize, "color" color: Option<Color>, "move" m: Option<MoveText> }
        "A side wins this by force, beginning with this move if one is named."
        yes "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1" "what=rook move=Nc7+"
        no "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1" "what=rook move=Nf4";
    Play "loses_material" LosesMaterial { "what" what: Prize, "move" m: MoveText }
        "A move loses this by force."
        yes "r3k3/5p2/8/3n4/3Q4/8/5PP1/6K1 w - - 0 1" "what=queen move=Qf6"
        no "r3k3/5p2/8/3n4/3Q4/8/5PP1/6K1 w - - 0 1" "what=queen move=Qe5+";
    Play "threatens" Threatens { "what" what: Option<Prize>, "target" target: Option<Man>, "color" color: Option<Color>, "move" m: Option<MoveText> }
        "A side would win this, take this piece at a profit, or play this move with gain, were it its turn."
        yes "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1" "what=mate color=white move=Ra8#"
        no "6k1/5pp1/8/8/8/8/8/R5K1 b - - 0 1" "what=mate color=white";
    Play "best_move" BestMove { "move" m: MoveText }
        "No move is better."
        yes "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" "move=Ra8#"
        no "q3k3/8/8/8/8/8/5PPP/R5K1 w - - 0 1" "move=h3";
    Play "better_than" BetterThan { "move" m: MoveText, "than" than: MoveText }
        "A move is better than another one."
        yes "q3k3/8/8/8/8/8/5PPP/R5K1 w - - 0 1" "move=Rxa8+ than=h3"
        no "q3k3/8/8/8/8/8/5PPP/R5K1 w - - 0 1" "move=h3 than=Rxa8+";
    Play "only_move" OnlyMove { "move" m: MoveText }
        "Every other move is much worse."
        yes "6k1/5ppp/8/8/8/8/8/R2r1K2 w - - 0 1" "move=Rxd1"
        no "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "move=e3";
    Play "blunder" Blunder { "move" m: MoveText }
        "A move throws much away: ten points of winning chances or more."
        yes "q3k3/8/8/8/8/8/5PPP/R5K1 w - - 0 1" "move=h3"
        no "q3k3/8/8/8/8/8/5PPP/R5K1 w - - 0 1" "move=Rxa8+";
    Play "sacrifice" Sacrifice { "move" m: MoveText, "piece" piece: Option<PieceType> }
        "A move puts material where the other side can take it at a profit."
        yes "4k3/5p2/8/8/2B5/8/8/4K3 w - - 0 1" "move=Bxf7+ piece=bishop"
        no "4k3/8/5p2/8/2B5/8/8/4K3 w - - 0 1" "move=Bd5";
    Play "evaluation" Evaluation { "standing" standing: Standing, "color" color: Option<Color> }
        "How a side stands."
        yes "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1" "standing=winning color=white"
        no "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1" "standing=equal";
    Play "table_value" TableValue { "value" value: Rest, "color" color: Option<Color> }
        "The exact value, by an endgame table or the rules, for a side (the side to move if none is named)."
        yes "8/8/8/8/8/2k5/7Q/K7 w - - 0 1" "value=win color=white"
        no "8/8/8/8/8/2k5/7Q/K7 w - - 0 1" "value=draw";
}
