//! Requests that look at the board and search nothing.

use reti_core::chess;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Ask, Call, Place, Refusal, game,
    place::{about_a_position, find_game, of_game},
    told,
};
use crate::{
    draw::{
        self,
        svg::{Arrow, Circle, Picture, palette},
    },
    exchange,
    explain::Words,
    field::{self, Selection as FieldSelection},
    geometry, graph, line, pgn,
    proof::{san_line, uci_line},
    read_move, read_position,
    tactics::{self, Wanted},
    wire,
};

about_a_position! {
    /// Reads a position.
    Position {
        /// What somebody pasted, instead of `fen` or `pgn`: a FEN, a game as PGN, or moves.
        text: Option<String>,
    }
}

impl Ask for Position {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let pasted = self.text.as_deref();
        if pasted.is_some() && (self.fen.is_some() || self.pgn.is_some()) {
            return Err(Refusal::wrong("text", "a text, a FEN or a game, but only one of them".to_owned()));
        }
        let source = self.pgn.as_deref().or(pasted.filter(|text| !is_fen(text)));
        let place = match (pasted, source) {
            (Some(text), Some(_)) => self.of_text(text, call)?,
            (Some(fen), None) => Position { fen: Some(fen.trim().to_owned()), ..self.clone() }
                .place(call.limits)
                .map_err(|refusal| renamed(refusal, "fen", "text"))?,
            (None, _) => self.place(call.limits)?,
        };
        Ok(told(&read(&place, source)))
    }
}

impl Position {
    /// A game, or moves; what does not even begin with a move is an unreadable position.
    fn of_text(&self, text: &str, call: &Call<'_>) -> Result<Place, Refusal> {
        let found = find_game(text, self.game.unwrap_or(1), call.limits).map_err(|refusal| match refusal {
            Refusal::Unusable(_, problem) if text.lines().count() == 1 && !text.trim_start().starts_with('[') => {
                let unread = read_position(text).err().filter(|_| !text.contains(' ') || text.contains('/'));
                Refusal::of("text")(unread.unwrap_or(problem))
            }
            refusal => renamed(refusal, "pgn", "text"),
        })?;
        let mut place = of_game(found, self.ply)?;
        for (index, text) in self.moves.iter().enumerate() {
            let m = read_move(&place.position, text).map_err(Refusal::of(format!("moves/{index}")))?;
            place.position = place.position.play(m);
            place.moves.push(m);
        }
        Ok(place)
    }
}

/// Whether a text is meant to be a FEN.
fn is_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.split('/').count() >= 8 || text.trim() == "startpos"
}

fn renamed(refusal: Refusal, from: &str, to: &str) -> Refusal {
    match refusal {
        Refusal::Unusable(field, problem) if field == from => Refusal::Unusable(to.to_owned(), problem),
        Refusal::Wrong(field, message) if field == from => Refusal::Wrong(to.to_owned(), message),
        refusal => refusal,
    }
}

/// So many games of a text are listed.
const MAX_GAMES: usize = 5_000;

fn read(place: &Place, source: Option<&str>) -> wire::PositionRead {
    let position = &place.position;
    let mut legal: Vec<wire::LegalMove> = position.legal_moves().iter().map(|&m| legal_move(position, m)).collect();
    legal.sort_by(|one, other| one.played.cmp(&other.played));
    let over = match () {
        () if position.is_checkmate() => Some("checkmate"),
        () if position.is_stalemate() => Some("stalemate"),
        () if position.is_dead() => Some("dead"),
        () => None,
    };
    let games = source.map_or_else(Vec::new, |text| {
        pgn::games(text.as_bytes()).map_while(Result::ok).take(MAX_GAMES).map(|game| game::entry(&game)).collect()
    });
    wire::PositionRead {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        turn: position.turn().into(),
        start: place.start.fen(),
        line: uci_line(&place.start, &place.moves),
        line_san: san_line(&place.start, &place.moves),
        check: position.is_check(),
        over: over.map(str::to_owned),
        legal,
        board: draw::text::board(position.board(), draw::text::Style::default()),
        game: place.game.as_ref().map(game::tree),
        games: if games.len() > 1 { games } else { Vec::new() },
    }
}

fn legal_move(position: &chess::Position, m: chess::Move) -> wire::LegalMove {
    let played = position.uci(m);
    let (from, to) = (played[0..2].to_owned(), played[2..4].to_owned());
    wire::LegalMove {
        san: position.san(m),
        from,
        to,
        promotion: m.promotion().map(Into::into),
        capture: m.is_capture(),
        played,
    }
}

about_a_position! {
    /// Names a position and asks nothing.
    Where {}
}

about_a_position! {
    /// Draws a position.
    Draw {
        /// Black's side below.
        flipped: bool,
        /// Arrows, as squares from and to: `e2e4`.
        arrows: Vec<String>,
        /// Squares with a ring.
        rings: Vec<String>,
    }
}

/// More shapes than this hide the board.
const MAX_SHAPES: usize = 64;

impl Ask for Draw {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let words = Words::english();
        let mut picture = Picture { flipped: self.flipped, ..Picture::new(position.board(), position.fen()) };
        if self.arrows.len() + self.rings.len() > MAX_SHAPES {
            return Err(Refusal::wrong("arrows", format!("at most {MAX_SHAPES} arrows and rings can be drawn")));
        }
        for (index, arrow) in self.arrows.iter().enumerate() {
            let field = || Refusal::of(format!("arrows/{index}"));
            let half = if arrow.is_char_boundary(2) { arrow.len().min(2) } else { 0 };
            let from = geometry::read_square(&arrow[..half]).map_err(field())?;
            let to = geometry::read_square(&arrow[half..]).map_err(field())?;
            picture.arrows.push(Arrow::new(from, to, palette::GREEN));
        }
        for (index, ring) in self.rings.iter().enumerate() {
            let square = geometry::read_square(ring).map_err(Refusal::of(format!("rings/{index}")))?;
            picture.circles.push(Circle::new(square, palette::YELLOW));
        }
        let style = draw::text::Style { flipped: self.flipped, ..draw::text::Style::default() };
        Ok(told(&wire::Drawing {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            fen: position.fen(),
            turn: position.turn().into(),
            board: draw::text::board(position.board(), style),
            text: words.placement(position.board()),
            svg: Some(picture.svg_in(words)),
        }))
    }
}

about_a_position! {
    /// Looks for tactics.
    Tactics {
        /// What this move creates and resolves, instead of the position's tactics.
        #[serde(rename = "move")]
        played: Option<String>,
        /// Which themes this line uses, instead of the position's tactics.
        line: Option<Vec<String>>,
        /// Also a part of the board that still shows every tactic.
        core: bool,
        /// Also what does not count: weak pawns, open files, an exposed king.
        observations: bool,
    }
}

impl Ask for Tactics {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        match (&self.played, &self.line) {
            (Some(_), Some(_)) => Err(Refusal::wrong("line", "a move or a line, but not both".to_owned())),
            (Some(text), None) => {
                let m = read_move(&position, text).map_err(Refusal::of("move"))?;
                Ok(told(&tactics::change(&position, m)))
            }
            (None, Some(moves)) => {
                if moves.len() > call.limits.plies {
                    return Err(Refusal::wrong("line", format!("at most {} moves can be given", call.limits.plies)));
                }
                let read = line::read(&position, &moves.join(" "), line::SetUp::Absent);
                Ok(told(&line::tag(&read.map_err(Refusal::of("line"))?)))
            }
            (None, None) => {
                let wanted = Wanted { core: self.core, interactions: false, observations: self.observations };
                Ok(told(&tactics::tactics(&position, wanted)))
            }
        }
    }
}

about_a_position! {
    /// Looks at the relations between the pieces.
    Graph {
        /// Only this relation.
        relation: Option<wire::Relation>,
        /// Only what has legal force.
        legal: bool,
    }
}

impl Ask for Graph {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let relation = self.relation.map(wire::Relation::as_str);
        Ok(told(&graph::graph(&position, graph::Selection { relation, legal_only: self.legal })))
    }
}

about_a_position! {
    /// Counts out an exchange.
    See {
        /// The move that begins it, in SAN or UCI.
        #[serde(rename = "move")]
        played: String,
    }
}

impl Ask for See {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let m = read_move(&position, &self.played).map_err(Refusal::of("move"))?;
        Ok(told(&exchange::exchange(&position, m)))
    }
}

/// Whose influence is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White's less Black's.
    #[default]
    Balance,
    /// White's.
    White,
    /// Black's.
    Black,
    /// Both added up.
    Strength,
}

about_a_position! {
    /// Looks at influence.
    Field {
        /// Whose.
        side: Side,
        /// Only that of one kind of piece.
        piece: Option<wire::PieceType>,
        /// How pieces spread it.
        kernels: field::Kernels,
        /// Kernels of several sizes added up, as `3,5,7` or with factors as `3:0.5,5:0.3,7:0.2`.
        scales: Option<String>,
        /// Kinds of pieces weighed by their attention at this temperature, such as 80.
        attention: Option<f64>,
        /// Whether to tell where pieces drift.
        flow: bool,
    }
}

impl Ask for Field {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let selection = FieldSelection {
            side: match self.side {
                Side::Balance => field::Side::Balance,
                Side::White => field::Side::Of(chess::Color::White),
                Side::Black => field::Side::Of(chess::Color::Black),
                Side::Strength => field::Side::Strength,
            },
            piece: self
                .piece
                .and_then(|word| chess::PieceType::ALL.into_iter().find(|&piece| wire::PieceType::from(piece) == word)),
            kernels: self.kernels,
            scales: self.scales.as_deref().map(field::Scales::read).transpose().map_err(Refusal::of("scales"))?,
            attention: self
                .attention
                .map(|temperature| field::read_temperature(&temperature.to_string()))
                .transpose()
                .map_err(Refusal::of("attention"))?,
            flow: self.flow,
        };
        Ok(told(&field::fields(&position, selection)))
    }
}

about_a_position! {
    /// Looks for zones.
    Zones {
        /// The longest main trajectory, in moves; 5 if nothing is said.
        horizon: Option<u32>,
    }
}

impl Ask for Zones {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let horizon = self.horizon.unwrap_or(5);
        if horizon > geometry::MAX_HORIZON {
            let message = format!("{horizon} moves are too many: at most {}", geometry::MAX_HORIZON);
            return Err(Refusal::wrong("horizon", message));
        }
        Ok(told(&geometry::zones(&position, horizon, geometry::Notation::Modern)))
    }
}

/// Looks for the ways of a piece.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trajectories {
    /// The piece: K, Q, R, B, N, P, or small letters for Black.
    pub piece: String,
    /// Where it starts.
    pub from: String,
    /// Where it goes.
    pub to: String,
    /// Squares that nobody enters or crosses.
    #[serde(default)]
    pub obstacles: Vec<String>,
}

impl Ask for Trajectories {
    fn answer(self, _: &Call<'_>) -> Result<String, Refusal> {
        let piece = geometry::read_piece(&self.piece).map_err(Refusal::of("piece"))?;
        let from = geometry::read_square(&self.from).map_err(Refusal::of("from"))?;
        let to = geometry::read_square(&self.to).map_err(Refusal::of("to"))?;
        let mut obstacles = Vec::new();
        for (index, name) in self.obstacles.iter().enumerate() {
            obstacles.push(geometry::read_square(name).map_err(Refusal::of(format!("obstacles/{index}")))?);
        }
        Ok(told(&geometry::trajectories(piece, from, to, &obstacles)))
    }
}
