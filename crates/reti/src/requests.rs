//! Requests as data: what programs ask, and the documents that answer.
//!
//! A request is a JSON object, an answer is a document of [`wire`], and a refusal is a problem that says
//! which field is wrong and where. [`ENDPOINTS`] lists them all; the HTTP server mounts the list, its
//! description is made from it, and whoever has no server (a page in WebAssembly, a tool of another
//! program) walks the same list. Nothing here knows about HTTP, threads or clocks: who calls says what
//! time it is and when to stop ([`Call`]).
//!
//! ```
//! use reti::requests::{self, Call};
//! let endpoint = requests::named("see").expect("it is in the list");
//! let body = r#"{"fen": "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "move": "exd5"}"#;
//! let document = endpoint.answer(body.as_bytes(), &Call::default()).expect("it can be read");
//! assert!(document.contains("\"gain\": 100"));
//! ```

mod board;
mod game;
mod lesson;
mod place;
mod refusal;
mod search;
mod table;
mod told;

use std::time::Duration;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{explain::Words, wire};

pub use game::{Annotated, annotated, check_annotate};
pub use place::Place;
pub use refusal::Refusal;
pub use told::text;

/// All requests, in the order of the documentation.
pub static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new::<board::Position>(
        "position",
        "Reads a position or a game, whatever somebody pasted: the position, its legal moves, and the game's tree.",
        &["position"],
        Cost::Light,
        r#"{"moves": ["e4", "e5", "Nf3"]}"#,
    ),
    Endpoint::new::<board::Draw>(
        "draw",
        "The board as an SVG picture and in text, with arrows and rings.",
        &["drawing"],
        Cost::Light,
        r#"{"moves": ["e4"], "arrows": ["e7e5"], "rings": ["e4"]}"#,
    ),
    Endpoint::new::<lesson::Explain>(
        "explain",
        "What is going on in a position, what to play and why; with `move` what that move deserves.",
        &["lesson"],
        Cost::Heavy,
        r#"{"fen": "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1", "budget": {"nodes": 20000}}"#,
    ),
    Endpoint::new::<lesson::Check>(
        "check",
        "Whether what somebody says about a position, as text or as claims, is true, false, or cannot be told.",
        &["checked"],
        Cost::Heavy,
        r#"{"fen": "4k3/8/5n2/6B1/8/8/8/4K3 w - - 0 1", "text": "The bishop on g5 attacks the knight on f6.", "claims": [{"claim": "to_move", "color": "white"}]}"#,
    ),
    Endpoint::new::<lesson::Prompt>(
        "prompt",
        "What a language model should be told about a position, and what it must not claim, within a budget of tokens.",
        &["prompt"],
        Cost::Heavy,
        r#"{"fen": "4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1", "tokens": 300, "budget": {"nodes": 20000}}"#,
    ),
    Endpoint::new::<board::Tactics>(
        "tactics",
        "Forks, pins, hanging pieces and the like on the board; with `move` what that move changes, with `line` the \
         themes that the line uses.",
        &["tactics", "tactic-change", "line"],
        Cost::Light,
        r#"{"fen": "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"}"#,
    ),
    Endpoint::new::<search::Opportunities>(
        "opportunities",
        "What is proven to win something in a position, best first.",
        &["opportunities"],
        Cost::Heavy,
        r#"{"fen": "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1"}"#,
    ),
    Endpoint::new::<board::Graph>(
        "graph",
        "Who attacks, defends, blocks, pins and x-rays whom.",
        &["graph"],
        Cost::Light,
        r#"{"fen": "4k3/8/8/8/1b1P4/2N5/8/4K3 w - - 0 1", "relation": "pin"}"#,
    ),
    Endpoint::new::<board::See>(
        "see",
        "What a capture is worth when both sides go on capturing on its square as long as it pays.",
        &["exchange"],
        Cost::Light,
        r#"{"fen": "4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1", "move": "Bxd5"}"#,
    ),
    Endpoint::new::<search::Prove>(
        "prove",
        "Whether a move mates or wins material against every reply, with a proof that can be walked and checked.",
        &["proof"],
        Cost::Heavy,
        r#"{"fen": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "goal": "mate", "tree": true}"#,
    ),
    Endpoint::new::<search::Verify>(
        "verify",
        "Whether the checker, which searches nothing, accepts the certificate of a proof.",
        &["certificate-check"],
        Cost::Heavy,
        r#"{"certificate": "reti-proof 1\nfen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngoal mate\nclaim mate 1\nsize 2\n1 a1a8 mate\nchecksum b23f7db7cad5758b\n"}"#,
    ),
    Endpoint::new::<board::Field>(
        "field",
        "How pieces influence the squares around them.",
        &["fields"],
        Cost::Light,
        r#"{"fen": "4k3/8/8/3n4/3N4/8/8/4K3 w - - 0 1", "side": "white"}"#,
    ),
    Endpoint::new::<board::Zones>(
        "zones",
        "Main trajectories of a position, and who disturbs or supports them in time.",
        &["zones"],
        Cost::Heavy,
        r#"{"fen": "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "horizon": 2}"#,
    ),
    Endpoint::new::<board::Trajectories>(
        "trajectories",
        "The shortest ways of a piece between two squares.",
        &["trajectories"],
        Cost::Light,
        r#"{"piece": "N", "from": "b1", "to": "d4"}"#,
    ),
    Endpoint::new::<game::Fragility>(
        "fragility",
        "How fragile a game was, ply by ply.",
        &["fragility"],
        Cost::Heavy,
        r#"{"pgn": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"}"#,
    ),
    Endpoint::new::<search::Solve>(
        "solve",
        "Solves a study along its zones: the value, the key move, and the tree that was searched.",
        &["solution"],
        Cost::Heavy,
        r#"{"fen": "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"}"#,
    ),
    Endpoint::new::<table::Table>(
        "table",
        "The exact value of a position with few men, and of each of its moves.",
        &["table-probe"],
        Cost::Light,
        r#"{"fen": "8/8/8/8/8/2k5/7Q/K7 w - - 0 1"}"#,
    ),
    Endpoint::new::<table::Forge>(
        "forge",
        "A false labelling of an endgame that a check of labels alone accepts, and what both verifiers say about it.",
        &["table-forgery"],
        Cost::Heavy,
        r#"{"endgame": "KBvK", "winner": "white"}"#,
    ),
    Endpoint::new::<table::Build>(
        "build",
        "Makes the table of an endgame of up to four men from bare kings up, certifies and counts it, and tells how far \
         it has come. Nothing is kept.",
        &["table-certificate"],
        Cost::Alone,
        r#"{"endgame": "KRvK"}"#,
    ),
    Endpoint::new::<search::Analysis>(
        "analysis",
        "What the engine thinks: its best lines, told after every depth.",
        &["analysis"],
        Cost::Stream,
        r#"{"fen": "startpos", "lines": 2, "budget": {"nodes": 20000}}"#,
    ),
    Endpoint::new::<search::Play>(
        "play",
        "The move that the engine plays, at a chosen strength.",
        &["engine-move"],
        Cost::Heavy,
        r#"{"moves": ["e4"], "elo": 1200, "seed": 1}"#,
    ),
    Endpoint::new::<game::Annotate>(
        "annotate",
        "Reviews a game: scores, judgements, what was missed and allowed, a summary, and exercises if wanted.",
        &["annotated-game"],
        Cost::Job,
        r#"{"pgn": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", "effort": "fast"}"#,
    ),
];

/// The request with a name.
pub fn named(name: &str) -> Option<&'static Endpoint> {
    ENDPOINTS.iter().find(|endpoint| endpoint.name == name)
}

/// The position that a request is about: its fields `fen`, `pgn`, `game`, `ply` and `moves`.
pub fn place(body: &[u8], limits: Limits) -> Result<Place, Refusal> {
    read::<board::Where>(body)?.place(limits)
}

/// How much work an answer is, and how it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// No search: answered on the spot, in less than a millisecond on most positions.
    Light,
    /// A search: worth waiting in a queue for.
    Heavy,
    /// A search that tells what it has found on its way, until nobody wants to know more.
    Stream,
    /// The same with so much memory that only one is worked on at a time.
    Alone,
    /// So much work that the answer is fetched later.
    Job,
}

/// A request in the list.
#[derive(Clone, Copy, Debug)]
pub struct Endpoint {
    /// Its name, also in addresses.
    pub name: &'static str,
    /// What it is about, as Markdown.
    pub about: &'static str,
    /// The kinds of documents that answer it.
    pub answers: &'static [&'static str],
    /// How much work it is.
    pub cost: Cost,
    /// A request that can be sent as it stands.
    pub example: &'static str,
    schema: fn() -> serde_json::Value,
    answer: fn(&[u8], &Call<'_>) -> Result<String, Refusal>,
}

impl Endpoint {
    const fn new<A: Ask>(
        name: &'static str,
        about: &'static str,
        answers: &'static [&'static str],
        cost: Cost,
        example: &'static str,
    ) -> Endpoint {
        let schema = || {
            let generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
            generator.into_root_schema_for::<A>().to_value()
        };
        Endpoint { name, about, answers, cost, example, schema, answer: |body, call| read::<A>(body)?.answer(call) }
    }

    /// The JSON Schema (draft 2020-12) of the request.
    pub fn schema(&self) -> serde_json::Value {
        (self.schema)()
    }

    /// Answers a request: the document's text, as the program prints it.
    pub fn answer(&self, body: &[u8], call: &Call<'_>) -> Result<String, Refusal> {
        let answer = (self.answer)(body, call)?;
        if (call.stop)() { Err(Refusal::Stopped) } else { Ok(answer) }
    }
}

/// A request that can be read and answered.
trait Ask: DeserializeOwned + JsonSchema {
    /// The document's text.
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal>;
}

fn read<A: DeserializeOwned>(body: &[u8]) -> Result<A, Refusal> {
    // A request without a body asks about the start of a game.
    let body = if body.trim_ascii().is_empty() { b"{}" } else { body };
    // A list would be read as the fields in their order.
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(Refusal::no_object(body));
    }
    serde_json::from_slice(body).map_err(|error| Refusal::malformed(&error, body))
}

/// Who asks, as far as the answer depends on it.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// Whether nobody wants the answer any more; asked now and then.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// The time since any fixed moment; budgets of milliseconds are measured by it.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Who is told what happens on the way: documents and progress, one line of JSON each.
    pub tell: &'a (dyn Fn(&Event) + Sync),
    /// What a request may ask for at most.
    pub limits: Limits,
    /// A folder with larger tables than the program's own.
    pub tables: Option<&'a std::path::Path>,
}

impl Default for Call<'_> {
    /// Nobody stops it, there is no clock, and nobody listens.
    fn default() -> Self {
        Call { stop: &|| false, clock: &|| Duration::ZERO, tell: &|_| (), limits: Limits::default(), tables: None }
    }
}

/// What happens on the way to an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// How far it has come.
    Progress(wire::Progress),
    /// What is known so far, as a document in one line.
    Document(String),
}

/// What a request may ask for at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of a search.
    pub nodes: u64,
    /// Milliseconds for an answer.
    pub milliseconds: u64,
    /// Plies of a game.
    pub plies: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 100_000_000, milliseconds: 120_000, plies: 1_000 }
    }
}

/// How much an answer may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// Nodes; with them alone the same request has the same answer every time.
    pub nodes: Option<u64>,
    /// Milliseconds, after which a search ends with what it knows, or the request is refused.
    pub milliseconds: Option<u64>,
}

impl Budget {
    /// Refuses what is beyond the limits.
    fn checked(self, limits: Limits) -> Result<Budget, Refusal> {
        let too_much = |field: &'static str, asked: Option<u64>, most: u64| match asked {
            Some(asked) if asked > most => {
                Err(Refusal::wrong(field, format!("{asked} is too much: at most {most} may be asked for")))
            }
            Some(0) => Err(Refusal::wrong(field, "nothing can be found out with nothing".to_owned())),
            _ => Ok(()),
        };
        too_much("budget/nodes", self.nodes, limits.nodes)?;
        too_much("budget/milliseconds", self.milliseconds, limits.milliseconds)?;
        Ok(self)
    }

    /// The moment when time is up.
    fn deadline(self, call: &Call<'_>) -> Duration {
        (call.clock)() + Duration::from_millis(self.milliseconds.unwrap_or(call.limits.milliseconds))
    }
}

/// The language of sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

impl Language {
    fn words(self) -> &'static Words {
        match self {
            Language::En => Words::english(),
            Language::De => Words::german(),
        }
    }
}

/// A document as the program prints it.
fn told<D: wire::Document>(document: &D) -> String {
    wire::to_json(document)
}
