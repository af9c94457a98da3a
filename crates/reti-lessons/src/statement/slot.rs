//! The fields of statements: what they are, and how they are written.
//!
//! A field is text, a number, a list or a flag in a document, and a type here. [`Slot`] is the way from one
//! to the other and back; reading what was written gives the same again.

use reti_core::{
    chess::{Color, File, PieceType, Square},
    value::worth,
};

use crate::words::{color_name, type_name};

/// A field's value in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// Text.
    Text(String),
    /// A number.
    Number(i64),
    /// Several texts.
    List(Vec<String>),
    /// Yes or no.
    Flag(bool),
}

/// What a field may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it is, in words.
    pub about: &'static str,
    /// How documents write it.
    pub form: Form,
    /// Whether it may be left out.
    pub optional: bool,
}

/// How a document writes a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text.
    Text,
    /// One of these.
    Choice(&'static [&'static str]),
    /// A number that is not negative.
    Number,
    /// A list of texts.
    List,
    /// Yes or no.
    Flag,
}

/// A type that can be a field.
pub trait Slot: Sized {
    /// What it may hold.
    const SHAPE: Shape;
    /// Reads it; nothing was given for `None`.
    fn read(term: Option<&Term>) -> Result<Self, String>;
    /// Writes it; `None` if there is nothing to write.
    fn write(&self) -> Option<Term>;
}

impl<T: Slot> Slot for Option<T> {
    const SHAPE: Shape = Shape { optional: true, ..T::SHAPE };

    fn read(term: Option<&Term>) -> Result<Self, String> {
        term.map(|term| T::read(Some(term))).transpose()
    }

    fn write(&self) -> Option<Term> {
        self.as_ref().and_then(Slot::write)
    }
}

/// Something that is written as one word.
trait Word: Sized {
    const ABOUT: &'static str;
    const CHOICES: &'static [&'static str] = &[];
    fn parse(text: &str) -> Option<Self>;
    fn text(&self) -> String;
}

macro_rules! words {
    ($($name:ty),* $(,)?) => {
        $(impl Slot for $name {
            const SHAPE: Shape = Shape {
                about: <$name as Word>::ABOUT,
                form: if <$name as Word>::CHOICES.is_empty() { Form::Text } else { Form::Choice(<$name as Word>::CHOICES) },
                optional: false,
            };

            fn read(term: Option<&Term>) -> Result<Self, String> {
                match term {
                    Some(Term::Text(text)) => {
                        Self::parse(text.trim()).ok_or_else(|| format!("'{text}' is not {}", <$name as Word>::ABOUT))
                    }
                    Some(_) => Err(format!("expected text: {}", <$name as Word>::ABOUT)),
                    None => Err(format!("missing: {}", <$name as Word>::ABOUT)),
                }
            }

            fn write(&self) -> Option<Term> {
                Some(Term::Text(Word::text(self)))
            }
        })*
    };
}

words!(Man, MoveText, Square, File, Color, PieceType, Wing, Sense, Lead, Prize, Standing, Rule, Rest);

/// An enum whose variants have names in documents.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident, $about:literal { $($(#[$each:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$each])* $variant),*
        }

        impl Word for $name {
            const ABOUT: &'static str = $about;
            const CHOICES: &'static [&'static str] = &[$($text),*];

            fn parse(text: &str) -> Option<Self> {
                match text {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }

            fn text(&self) -> String {
                match self {
                    $($name::$variant => $text.to_owned(),)*
                }
            }
        }
    };
}

choices! {
    /// A side of the board to castle to.
    Wing, "a wing: king or queen" {
        /// The king's.
        King = "king",
        /// The queen's.
        Queen = "queen",
    }
}

choices! {
    /// What "can castle" means.
    Sense, "a sense: right (the right is not lost) or now (it is legal at once)" {
        /// King and rook have not moved.
        Right = "right",
        /// It is legal now, or would be were it that side's move.
        Now = "now",
    }
}

choices! {
    /// What is won, lost or threatened.
    Prize, "a prize: mate, material, pawn, two-pawns, exchange, piece, rook or queen" {
        /// The game.
        Mate = "mate",
        /// At least a pawn's worth.
        Material = "material",
        /// A pawn.
        Pawn = "pawn",
        /// Two pawns.
        TwoPawns = "two-pawns",
        /// A rook for a bishop or knight.
        Exchange = "exchange",
        /// A bishop or knight.
        Piece = "piece",
        /// A rook.
        Rook = "rook",
        /// The queen.
        Queen = "queen",
    }
}

impl Prize {
    /// What it is worth, and the least that may still be called so, in centipawns: a queen that costs a rook
    /// is a queen all the same.
    pub const fn worth(self) -> (i32, i32) {
        match self {
            Prize::Mate => (20_000, 20_000),
            Prize::Material | Prize::Pawn => (100, 100),
            Prize::TwoPawns | Prize::Exchange => (200, 150),
            Prize::Piece => (300, 200),
            Prize::Rook => (500, 200),
            Prize::Queen => (900, 400),
        }
    }

    /// The prize that a piece is.
    pub const fn of(kind: PieceType) -> Option<Prize> {
        Some(match kind {
            PieceType::Pawn => Prize::Pawn,
            PieceType::Knight | PieceType::Bishop => Prize::Piece,
            PieceType::Rook => Prize::Rook,
            PieceType::Queen => Prize::Queen,
            PieceType::King => return None,
        })
    }
}

choices! {
    /// How a side stands.
    Standing, "a standing: equal, slightly-better, better, much-better, winning, lost, worse or drawn" {
        /// Neither side is better.
        Equal = "equal",
        /// A little better.
        SlightlyBetter = "slightly-better",
        /// Better, by whatever.
        Better = "better",
        /// Much better.
        MuchBetter = "much-better",
        /// Winning.
        Winning = "winning",
        /// The other side wins.
        Lost = "lost",
        /// The other side is better.
        Worse = "worse",
        /// A draw.
        Drawn = "drawn",
    }
}

choices! {
    /// What makes a game a draw.
    Rule, "a rule: stalemate, material, fifty-moves or repetition" {
        /// The side to move has no move.
        Stalemate = "stalemate",
        /// Nobody can mate.
        Material = "material",
        /// Fifty moves without a capture or a pawn's move.
        FiftyMoves = "fifty-moves",
        /// The third time.
        Repetition = "repetition",
    }
}

choices! {
    /// A value that a table knows.
    Rest, "a value: win, draw or loss" {
        /// The side wins.
        Win = "win",
        /// Nobody wins.
        Draw = "draw",
        /// The side loses.
        Loss = "loss",
    }
}

/// What a side has more than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Nothing.
    Equal,
    /// Something.
    Ahead,
    /// So many pawns.
    Pawns(u32),
    /// A rook for a bishop or knight.
    Exchange,
    /// A bishop or knight.
    Piece,
    /// A piece of this type.
    One(PieceType),
}

const LEADS: [(&str, Lead); 9] = [
    ("equal", Lead::Equal),
    ("ahead", Lead::Ahead),
    ("pawn", Lead::Pawns(1)),
    ("exchange", Lead::Exchange),
    ("piece", Lead::Piece),
    ("knight", Lead::One(PieceType::Knight)),
    ("bishop", Lead::One(PieceType::Bishop)),
    ("rook", Lead::One(PieceType::Rook)),
    ("queen", Lead::One(PieceType::Queen)),
];

impl Lead {
    /// In centipawns.
    pub const fn worth(self) -> i32 {
        match self {
            Lead::Equal => 0,
            Lead::Ahead => 100,
            Lead::Pawns(count) => 100 * count as i32,
            Lead::Exchange => 200,
            Lead::Piece => 300,
            Lead::One(kind) => worth(kind),
        }
    }
}

impl Word for Lead {
    const ABOUT: &'static str =
        "a lead: equal, ahead, pawn, 2 pawns, 3 pawns, exchange, piece, knight, bishop, rook or queen";

    fn parse(text: &str) -> Option<Lead> {
        if let Some(count) = text.strip_suffix(" pawns") {
            return count.parse().ok().filter(|count| (1..=8).contains(count)).map(Lead::Pawns);
        }
        LEADS.iter().find(|(name, _)| *name == text).map(|(_, lead)| *lead)
    }

    fn text(&self) -> String {
        match self {
            Lead::Pawns(count) if *count > 1 => format!("{count} pawns"),
            lead => LEADS.iter().find(|(_, known)| known == lead).map_or("ahead", |(name, _)| name).to_owned(),
        }
    }
}

/// A piece as someone names it: by its square, its type, its colour, or some of them.
///
/// Without a square it is the only such piece on the board; a square alone may also be an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man {
    /// Where it stands.
    pub square: Option<Square>,
    /// What it is.
    pub kind: Option<PieceType>,
    /// Whose it is.
    pub color: Option<Color>,
}

impl Man {
    /// Whatever stands on a square.
    pub const fn on(square: Square) -> Man {
        Man { square: Some(square), kind: None, color: None }
    }

    /// A side's only piece of a type.
    pub const fn only(color: Color, kind: PieceType) -> Man {
        Man { square: None, kind: Some(kind), color: Some(color) }
    }
}

impl Word for Man {
    const ABOUT: &'static str = "a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or \
                                 colour and type of the only one (black queen)";

    fn parse(text: &str) -> Option<Man> {
        let mut man = Man::default();
        for word in text.split(' ') {
            if let Some(color) = Color::parse(word).filter(|_| man.color.is_none() && man.kind.is_none()) {
                man.color = Some(color);
            } else if let Some(kind) = PieceType::parse(word).filter(|_| man.kind.is_none() && man.square.is_none()) {
                man.kind = Some(kind);
            } else if let Some(square) = Square::parse(word).filter(|_| man.square.is_none()) {
                man.square = Some(square);
            } else {
                return None;
            }
        }
        (man.square.is_some() || man.kind.is_some()).then_some(man)
    }

    fn text(&self) -> String {
        let parts = [
            self.color.map(|color| color_name(color).to_owned()),
            self.kind.map(|kind| type_name(kind).to_owned()),
            self.square.map(|square| square.to_string()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// A move as someone writes it, in SAN or UCI; whether it is legal is for the board to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText(pub String);

impl Word for MoveText {
    const ABOUT: &'static str = "a move in SAN or UCI";

    fn parse(text: &str) -> Option<MoveText> {
        let fits = (2..=12).contains(&text.len()) && text.chars().all(|ch| ch.is_ascii_graphic());
        fits.then(|| MoveText(text.to_owned()))
    }

    fn text(&self) -> String {
        self.0.clone()
    }
}

impl Word for Square {
    const ABOUT: &'static str = "a square such as e4";

    fn parse(text: &str) -> Option<Square> {
        text.parse().ok()
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Word for File {
    const ABOUT: &'static str = "a file: a to h";
    const CHOICES: &'static [&'static str] = &["a", "b", "c", "d", "e", "f", "g", "h"];

    fn parse(text: &str) -> Option<File> {
        let mut chars = text.chars();
        let file = chars.next().and_then(File::from_char)?;
        chars.next().is_none().then_some(file)
    }

    fn text(&self) -> String {
        self.char().to_string()
    }
}

impl Word for Color {
    const ABOUT: &'static str = "a side: white or black";
    const CHOICES: &'static [&'static str] = &["white", "black"];

    fn parse(text: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color_name(*color) == text)
    }

    fn text(&self) -> String {
        color_name(*self).to_owned()
    }
}

impl Word for PieceType {
    const ABOUT: &'static str = "a piece type: pawn to king";
    const CHOICES: &'static [&'static str] = &["pawn", "knight", "bishop", "rook", "queen", "king"];

    fn parse(text: &str) -> Option<PieceType> {
        PieceType::ALL.into_iter().find(|kind| type_name(*kind) == text)
    }

    fn text(&self) -> String {
        type_name(*self).to_owned()
    }
}

impl Slot for u32 {
    const SHAPE: Shape = Shape { about: "a number", form: Form::Number, optional: false };

    fn read(term: Option<&Term>) -> Result<u32, String> {
        match term {
            Some(Term::Number(number)) => u32::try_from(*number).map_err(|_| format!("{number} is out of range")),
            Some(Term::Text(text)) => text.parse().map_err(|_| format!("'{text}' is not a number")),
            Some(_) => Err("expected a number".to_owned()),
            None => Err("missing: a number".to_owned()),
        }
    }

    fn write(&self) -> Option<Term> {
        Some(Term::Number(i64::from(*self)))
    }
}

impl Slot for bool {
    const SHAPE: Shape = Shape { about: "true or false", form: Form::Flag, optional: false };

    fn read(term: Option<&Term>) -> Result<bool, String> {
        match term {
            Some(Term::Flag(flag)) => Ok(*flag),
            Some(Term::Text(text)) if text == "true" || text == "false" => Ok(text == "true"),
            _ => Err("expected true or false".to_owned()),
        }
    }

    fn write(&self) -> Option<Term> {
        Some(Term::Flag(*self))
    }
}

impl Slot for Vec<String> {
    const SHAPE: Shape = Shape { about: "moves in SAN or UCI", form: Form::List, optional: false };

    fn read(term: Option<&Term>) -> Result<Vec<String>, String> {
        match term {
            Some(Term::List(list)) => Ok(list.clone()),
            Some(Term::Text(text)) => Ok(text.split_whitespace().map(str::to_owned).collect()),
            None => Ok(Vec::new()),
            Some(_) => Err("expected a list of moves".to_owned()),
        }
    }

    fn write(&self) -> Option<Term> {
        Some(Term::List(self.clone()))
    }
}

impl Slot for Vec<Man> {
    const SHAPE: Shape =
        Shape { about: "pieces, each by its square or as `knight f6`", form: Form::List, optional: false };

    fn read(term: Option<&Term>) -> Result<Vec<Man>, String> {
        match term {
            Some(Term::List(list)) => list.iter().map(|text| Man::read(Some(&Term::Text(text.clone())))).collect(),
            Some(term) => Ok(vec![Man::read(Some(term))?]),
            None => Err("missing: pieces".to_owned()),
        }
    }

    fn write(&self) -> Option<Term> {
        Some(Term::List(self.iter().map(Word::text).collect()))
    }
}
