//! What a language model should be told about a position, and what it must not claim.
//!
//! Models talk well about chess and get it wrong. [`prompt`] gives them the facts of a lesson, most important
//! first, each with how it is known, and beside them what looks true and is not: statements that readers of
//! a board easily make (a piece that is attacked *hangs*, a piece on a line is *pinned*, an advanced pawn is
//! *passed*, there *is* a mate), put to the [checker](crate::check) and found false or undecided. All of it fits into a
//! budget of tokens, which are [estimated](tokens): every model counts them differently.
//!
//! ```
//! use reti::{explain::{Budget, explainer}, prompt};
//! let position = reti::read_position("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1")?;
//! let lesson = explainer().budget(Budget::FAST).everything(true).explain(&position).expect("our engine answers");
//! let told = prompt::prompt(&lesson, &prompt::Options::default()).expect("our engine answers");
//! assert!(told.text.contains("Nf6+") && told.tokens <= 600);
//! # Ok::<(), reti::Problem>(())
//! ```

use std::fmt::Write as _;

use reti_core::chess::{Color, PieceType, Position, Square};
use reti_lessons::{
    claim::{Claim, What},
    explain::Lesson,
    statement::{self, Said},
    words::{Filling, Words},
};
use reti_search::advice::Silence;

use crate::{
    check::{Checker, Input},
    explain, graph, wire,
};

/// How much is told, and how.
pub struct Options<'a> {
    /// The largest text, in estimated tokens.
    pub tokens: usize,
    /// Who checks what must not be claimed; its words are those of the text.
    pub checker: Checker<'a>,
    /// The words of the rest.
    pub words: &'a Words,
}

/// The tokens of a prompt if nobody says otherwise.
pub const TOKENS: usize = 600;

/// With fewer not even the position can be told.
pub const MIN_TOKENS: usize = 120;

/// More is not asked for.
pub const MAX_TOKENS: usize = 100_000;

/// Nodes for each statement that must be played out: what is not settled by then must not be claimed anyway.
const NODES: u64 = 30_000;

impl Default for Options<'static> {
    fn default() -> Self {
        Options { tokens: TOKENS, checker: Checker::new().nodes(NODES), words: Words::english() }
    }
}

impl<'a> Options<'a> {
    /// The same, checked by this checker with few nodes.
    #[must_use]
    pub fn with_checker(self, checker: Checker<'a>) -> Options<'a> {
        Options { checker: checker.nodes(NODES), ..self }
    }
}

/// How many tokens a text takes, roughly and rather too many than too few: one for every sign and digit, and
/// one for every four letters of a word.
///
/// ```
/// assert_eq!(reti::prompt::tokens("Nf3 wins a knight."), 7);
/// ```
pub fn tokens(text: &str) -> usize {
    let mut count = 0;
    let mut letters = 0;
    for ch in text.chars() {
        if ch.is_alphabetic() {
            count += usize::from(letters % 4 == 0);
            letters += 1;
        } else {
            letters = 0;
            count += usize::from(!ch.is_whitespace());
        }
    }
    count
}

/// Something that may be told.
enum Item {
    Fact(Box<wire::Claim>),
    Not(Box<wire::CheckedClaim>),
    Legal,
}

/// An item with its line and its importance: small numbers first.
struct Line {
    importance: u32,
    text: String,
    item: Item,
}

/// The prompt about a lesson's position.
pub fn prompt(lesson: &Lesson, options: &Options<'_>) -> Result<wire::Prompt, Silence> {
    let position = &lesson.position;
    let words = options.words;
    let mut lines: Vec<Line> = lesson.claims().into_iter().filter_map(|claim| fact(claim, words)).collect();
    lines.extend(legal(position, words));
    lines.extend(denied(lesson, options)?);
    lines.sort_by_key(|line| line.importance);
    let head = head(position, words);
    let headings = [heading("facts", words), heading("not", words)];
    let (chosen, used) =
        choose(&lines, options.tokens, tokens(&head) + headings.iter().map(|text| tokens(text)).sum::<usize>());
    let mut told = wire::Prompt {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        turn: position.turn().into(),
        budget: options.tokens,
        tokens: used,
        facts: Vec::new(),
        not: Vec::new(),
        left_out: lines.len() - chosen.iter().filter(|&&chosen| chosen).count(),
        text: head,
    };
    let mut sections = [String::new(), String::new()];
    for (line, _) in lines.into_iter().zip(chosen).filter(|(_, chosen)| *chosen) {
        let section = match line.item {
            Item::Legal => {
                told.text.push_str(&line.text);
                told.text.push('\n');
                continue;
            }
            Item::Fact(claim) => {
                told.facts.push(*claim);
                0
            }
            Item::Not(claim) => {
                told.not.push(*claim);
                1
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(sections[section], "- {}", line.text);
    }
    for (heading, section) in headings.iter().zip(sections).filter(|(_, section)| !section.is_empty()) {
        let _ = write!(told.text, "\n{heading}\n{section}");
    }
    Ok(told)
}

/// Takes what fits of lines in their order; what is left out is skipped, not cut.
fn choose(lines: &[Line], budget: usize, head: usize) -> (Vec<bool>, usize) {
    let mut used = head;
    let fits = |line: &Line| {
        // The dash before it.
        let cost = tokens(&line.text) + 1;
        let fits = used + cost <= budget;
        used += if fits { cost } else { 0 };
        fits
    };
    (lines.iter().map(fits).collect(), used)
}

fn head(position: &Position, words: &Words) -> String {
    let filling = Filling::new().with("fen", position.fen()).with("side", words.side(position.turn()));
    format!("{}\n", words.say("prompt/title", filling))
}

fn heading(name: &str, words: &Words) -> String {
    words.say(&format!("prompt/heading-{name}"), Filling::new())
}

/// The legal moves in a line.
fn legal(position: &Position, words: &Words) -> Option<Line> {
    let mut moves: Vec<String> = position.legal_moves().iter().map(|&m| position.san(m)).collect();
    moves.sort();
    let text = words.say("prompt/legal", Filling::new().with("moves", moves.join(" ")));
    (!moves.is_empty()).then_some(Line { importance: 3, text, item: Item::Legal })
}

fn fact(claim: &Claim, words: &Words) -> Option<Line> {
    let importance = match &claim.what {
        What::Over(_) | What::Assessment(_) | What::Known(_) | What::Judged(_) => 0,
        What::Best { .. } => 1,
        What::Wins { .. } => 2,
        What::Reason(_) | What::IfTaken { .. } => 4,
        What::WhyNot(_) | What::CannotTake(_) => 5,
        What::Stands(_) | What::Changes { .. } => 6,
        What::Plan(_) => 7,
    };
    let told = explain::claim(claim, words);
    if told.text.is_empty() {
        return None;
    }
    let mark = words.fill(&format!("lesson/mark-{}", told.evidence.name()), Filling::new());
    let filling = Filling::new().with("text", told.text.clone()).with("mark", mark);
    Some(Line { importance, text: words.say("prompt/fact", filling), item: Item::Fact(Box::new(told)) })
}

/// A statement that somebody could make, in words.
struct Suspect {
    importance: u32,
    said: Said,
    text: String,
}

/// What looks true and is not, or is not known.
fn denied(lesson: &Lesson, options: &Options<'_>) -> Result<Vec<Line>, Silence> {
    let suspects = suspects(lesson, options.words);
    let inputs: Vec<Input> =
        suspects.iter().map(|suspect| Input::Claim(Box::new(suspect.said.clone()), suspect.text.clone())).collect();
    let checked = options.checker.check(&lesson.position, &inputs)?;
    let mut lines = Vec::new();
    for (suspect, statement) in suspects.into_iter().zip(checked.statements) {
        for claim in statement.claims.into_iter().filter(|claim| claim.verdict != wire::StatementVerdict::True) {
            let known = claim.evidence.known.as_ref().map(wire::Evidence::name);
            let text = options.words.ruled(&suspect.text, claim.verdict.name(), known, &claim.evidence.text);
            lines.push(Line { importance: suspect.importance, text, item: Item::Not(Box::new(claim)) });
        }
    }
    Ok(lines)
}

/// What readers of this board easily say, seen from the side to move.
fn suspects(lesson: &Lesson, words: &Words) -> Vec<Suspect> {
    let position = &lesson.position;
    let mover = position.turn();
    let mut found = Vec::new();
    let mut add = |importance: u32, template: &str, statement: &str, filling: Filling| {
        let (kind, fields) = statement.split_once(' ').unwrap_or((statement, ""));
        // A statement whose fields are wrong would be a mistake here; it is better not made.
        if let Ok(said) = statement::from_text(kind, fields) {
            found.push(Suspect { importance, said, text: words.fill(&format!("prompt/{template}"), filling) });
        }
    };
    let is_over = position.legal_moves().is_empty() || position.is_dead();
    let tells_mate = |side: Color| {
        let told = |claim: &&Claim| matches!(&claim.what, What::Wins { payoff, .. } if payoff.mate().is_some());
        lesson.claims().iter().any(|claim| told(claim) && claim.base.turn() == side)
    };
    for side in [mover, !mover] {
        let name = words.side(side);
        if !is_over && !tells_mate(side) {
            let statement = format!("forced_mate color={}", color(side));
            add(3, "forced-mate", &statement, Filling::new().with("side", name.clone()));
        }
        let home = Square::from_coords(reti_core::chess::File::E, side.backrank());
        if position.board().king_of(side) == Some(home) && position.fullmoves() < 40 {
            for wing in ["king", "queen"] {
                let statement = format!("castling color={} wing={wing} sense=now", color(side));
                add(6, &format!("castling-{wing}"), &statement, Filling::new().with("side", name.clone()));
            }
        }
    }
    let man = |square: Square| words.pieces(position.board(), &[square]);
    for square in attacked(position) {
        add(4, "hangs", &format!("hangs piece={square}"), Filling::new().with("piece", man(square)));
    }
    for (square, behind) in lined_up(position) {
        let filling = Filling::new().with("piece", man(square)).with("behind", man(behind));
        add(5, "pinned", &format!("pinned piece={square} to={behind}"), filling);
    }
    for square in advanced(position) {
        add(6, "passed-pawn", &format!("passed_pawn pawn={square}"), Filling::new().with("piece", man(square)));
    }
    found
}

const fn color(side: Color) -> &'static str {
    if side.is_white() { "white" } else { "black" }
}

/// The order in which squares are told: the mover's side of the board first, so that mirrored positions
/// have mirrored prompts.
fn seen_by(mover: Color, square: Square) -> u32 {
    u32::from(if mover.is_white() { square } else { square.flip_vertical() })
}

/// Pieces that the other side attacks, the dearest first; kings are in check, they do not hang.
fn attacked(position: &Position) -> Vec<Square> {
    let board = position.board();
    let mut found: Vec<(Square, PieceType)> = board
        .iter()
        .filter(|(_, piece)| piece.role != PieceType::King)
        .filter(|&(square, piece)| board.attacks_to(square, !piece.color, board.occupied()).any())
        .map(|(square, piece)| (square, piece.role))
        .collect();
    found.sort_by_key(|&(square, kind)| (std::cmp::Reverse(kind), seen_by(position.turn(), square)));
    found.into_iter().map(|(square, _)| square).collect()
}

/// Pieces on the line of an enemy slider to a piece of their own side.
fn lined_up(position: &Position) -> Vec<(Square, Square)> {
    let shown = graph::graph(position, graph::Selection { relation: Some("x-ray"), legal_only: false });
    let square = |name: &str| name.parse::<Square>().ok();
    let side = |square: Square| position.board().color_at(square);
    let mut found: Vec<(Square, Square)> = Vec::new();
    for link in &shown.links {
        let through = link.through.as_deref().and_then(square);
        let (Some(from), Some(through), Some(to)) = (square(&link.source), through, square(&link.target)) else {
            continue;
        };
        if side(through) == side(to) && side(through) != side(from) {
            found.push((through, to));
        }
    }
    let mover = position.turn();
    found.sort_by_key(|&(square, behind)| (seen_by(mover, square), seen_by(mover, behind)));
    found.dedup();
    found
}

/// Pawns beyond the middle of the board.
fn advanced(position: &Position) -> Vec<Square> {
    let board = position.board();
    let mut found: Vec<Square> = board
        .iter()
        .filter(|(square, piece)| piece.role == PieceType::Pawn && seen_by(piece.color, *square) >= 32)
        .map(|(square, _)| square)
        .collect();
    found.sort_by_key(|&square| seen_by(position.turn(), square));
    found
}

#[cfg(test)]
mod tests {
    use reti_core::chess::Symmetry;
    use reti_lessons::budget::Budget;

    use super::*;

    fn told(fen: &str, tokens: usize) -> wire::Prompt {
        let position = Position::from_fen(fen).unwrap();
        let lesson = explain::explainer().budget(Budget::FAST).everything(true).explain(&position).unwrap();
        prompt(&lesson, &Options { tokens, ..Options::default() }).unwrap()
    }

    const KNIGHT: &str = "4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1";

    #[test]
    fn a_budget_is_kept_and_the_most_important_stays() {
        for budget in [MIN_TOKENS, 200, 400, TOKENS] {
            let told = told(KNIGHT, budget);
            assert!(told.tokens <= budget && tokens(&told.text) <= told.tokens, "{budget}: {}", told.text);
            assert!(told.text.contains(&told.fen), "{}", told.text);
        }
        let small = told(KNIGHT, 200);
        assert_eq!(small.facts.first().map(|fact| fact.kind), Some(wire::ClaimKind::Assessment));
        assert!(small.left_out > 0);
    }

    #[test]
    fn what_looks_true_and_is_not_is_denied_with_a_reason() {
        // The pawn on e5 and the knight on c6 are attacked and protected; Black has castling rights and may not
        // use them yet.
        let told = told("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", 2_000);
        let said: Vec<String> = told.not.iter().map(|claim| serde_json::to_string(&claim.claim).unwrap()).collect();
        for square in ["\"e5\"", "\"c6\""] {
            assert!(said.iter().any(|claim| claim.contains("hangs") && claim.contains(square)), "{square}: {said:?}");
        }
        assert!(said.iter().any(|claim| claim.contains("castling") && claim.contains("black")), "{said:?}");
        assert!(told.not.iter().all(|claim| claim.verdict != wire::StatementVerdict::True));
        assert!(told.not.iter().all(|claim| !claim.evidence.text.is_empty()));
    }

    #[test]
    fn a_game_that_is_over_has_a_prompt_too() {
        let told = told("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 300);
        assert!(told.facts.iter().any(|fact| fact.kind == wire::ClaimKind::Over), "{}", told.text);
    }

    #[test]
    fn mirrored_positions_have_mirrored_prompts() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let mirrored = Symmetry::Mirror.position(&Position::from_fen(fen).unwrap()).unwrap().fen();
        let kinds = |told: &wire::Prompt| told.not.iter().map(|claim| claim.claim.0.what.name()).collect::<Vec<_>>();
        assert_eq!(kinds(&told(fen, 2_000)), kinds(&told(&mirrored, 2_000)));
    }
}
