//! What a tree gets wrong, position by position; with the tree it is the table again.
//!
//! Legal positions are taken in the order of places, in blocks. Each exception is one number: twice the
//! positions since the last exception of its block, and which of the two other outcomes is true. Numbers are
//! written in groups of seven bits and packed. Words that hold the positions of another word are left out and
//! copied. Nothing of the table's values is needed to read it back: legal positions, checks and captures come
//! from the rules and from smaller tables.

use rayon::prelude::*;
use reti_core::chess::Color;

use super::feature::Question;
use super::{Outcome, Rulebook, SIDES, Scan};
use crate::fold::Fold;
use crate::layout::Layout;
use crate::material::Material;
use crate::platform;
use crate::table::{Code, Metric, Table, Tables};
use crate::verify::VerifyError;

/// The exceptions of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceptions {
    /// Packed, one block after the other.
    blocks: Vec<Vec<u8>>,
    /// How many there are; copied words are not counted.
    pub number: u64,
    /// Positions looked at, copied words left out.
    pub positions: u64,
}

impl Exceptions {
    /// No exceptions at all: with them a tree speaks for itself.
    pub fn none(layout: &Layout) -> Exceptions {
        let blocks = 2 * (layout.len() / 64).div_ceil(super::BLOCK);
        Exceptions { blocks: vec![pack(&[]); blocks], number: 0, positions: 0 }
    }

    /// Bytes, with two for the length of each block.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.len() + 2).sum()
    }
}

/// Lists what a tree gets wrong about a table.
pub fn list(rulebook: &Rulebook, table: &Table, tables: &dyn Tables) -> Result<Exceptions, VerifyError> {
    let layout = table.layout();
    let scan = Scan::new(layout, SIDES.map(|turn| table.codes(turn)), tables)?;
    let (questions, fold) = (rulebook.questions(layout), Fold::new(layout));
    let parts: Vec<(Vec<u8>, u64, u64)> = scan
        .blocks()
        .into_par_iter()
        .map(|(turn, words)| {
            let (mut raw, mut run) = (Vec::new(), 0u64);
            let (mut number, mut positions) = (0, 0);
            for word in words.filter(|&word| is_kept(layout, &fold, word)) {
                scan.visit(turn, word..word + 1, |place, scene| {
                    let Some(truth) = Outcome::of(Code(table.codes(turn)[place]), turn) else { return };
                    positions += 1;
                    let said = rulebook.outcome(&questions, scene);
                    if said == truth {
                        run += 1;
                        return;
                    }
                    push(&mut raw, run << 1 | u64::from(others(said)[1] == truth));
                    (run, number) = (0, number + 1);
                });
            }
            (pack(&raw), number, positions)
        })
        .collect();
    let (number, positions) = parts.iter().fold((0, 0), |sum, part| (sum.0 + part.1, sum.1 + part.2));
    Ok(Exceptions { blocks: parts.into_iter().map(|part| part.0).collect(), number, positions })
}

/// The labels of an endgame, from its tree, its exceptions and the tables of smaller endgames alone.
///
/// `None` if the exceptions cannot be read.
pub fn reproduce(
    rulebook: &Rulebook,
    exceptions: &Exceptions,
    material: Material,
    tables: &dyn Tables,
) -> Result<Option<Table>, VerifyError> {
    let layout = Layout::new(material);
    let fold = Fold::new(&layout);
    let legal = SIDES.map(|turn| legal_codes(&layout, turn));
    let scan = Scan::new(&layout, [&legal[0], &legal[1]], tables)?;
    let questions = rulebook.questions(&layout);
    let blocks = scan.blocks();
    if blocks.len() != exceptions.blocks.len() {
        return Ok(None);
    }
    let read: Option<Vec<Vec<u8>>> = blocks
        .par_iter()
        .zip(&exceptions.blocks)
        .map(|((turn, words), packed)| {
            let raw = unpack(packed)?;
            let mut codes = vec![0; 64 * words.len()];
            let mut reader = Reader::new(&raw)?;
            for word in words.clone().filter(|&word| is_kept(&layout, &fold, word)) {
                read_word(rulebook, &questions, &scan, *turn, word, &mut reader, |place, label| {
                    codes[place - 64 * words.start] = label;
                })?;
            }
            reader.is_done().then_some(codes)
        })
        .collect();
    let Some(read) = read else { return Ok(None) };
    let (white, black) = read.split_at(read.len() / 2);
    let mut codes = [white.concat(), black.concat()];
    for side in &mut codes {
        for word in 0..layout.len() / 64 {
            if let Some(source) = fold.source(&layout.squares(word * 64)) {
                let copied = source.copy(&side[source.from..]);
                side[word * 64..][..64].copy_from_slice(&copied);
            }
        }
    }
    Ok(Some(Table::from_codes(layout.clone(), Metric::Labels, codes)))
}

/// How many labels of a table differ from those of another.
pub fn differences(one: &Table, other: &Table) -> u64 {
    let differ = |turn: Color| {
        let pairs = one.codes(turn).par_iter().zip(other.codes(turn));
        pairs.filter(|(one, other)| Code(**one).value() != Code(**other).value()).count() as u64
    };
    SIDES.into_iter().map(differ).sum()
}

fn read_word(
    rulebook: &Rulebook,
    questions: &[Question],
    scan: &Scan<'_>,
    turn: Color,
    word: usize,
    reader: &mut Reader<'_>,
    mut put: impl FnMut(usize, u8),
) -> Option<()> {
    let mut sound = true;
    scan.visit(turn, word..word + 1, |place, scene| {
        let said = rulebook.outcome(questions, scene);
        match reader.next(said) {
            Some(outcome) => put(place, label(outcome, turn)),
            None => sound = false,
        }
    });
    sound.then_some(())
}

impl Rulebook {
    /// Who wins, says the tree.
    #[inline]
    fn outcome(&self, questions: &[Question], scene: &super::Scene<'_>) -> Outcome {
        match self.nodes[self.leaf(questions, scene)] {
            super::Node::Leaf(outcome) => outcome,
            super::Node::Test { .. } => Outcome::Draw,
        }
    }
}

fn is_kept(layout: &Layout, fold: &Fold, word: usize) -> bool {
    fold.source(&layout.squares(word * 64)).is_none()
}

fn legal_codes(layout: &Layout, turn: Color) -> Vec<u8> {
    let mut codes = vec![0; layout.len()];
    codes.par_chunks_mut(64).enumerate().for_each(|(word, codes)| {
        let squares = layout.squares(word * 64);
        let legal = layout.fixed(&squares).map_or(0, |fixed| layout.legal_lanes(turn, &squares, fixed));
        for (lane, code) in codes.iter_mut().enumerate() {
            *code = if legal >> lane & 1 != 0 { Code::DRAW.0 } else { 0 };
        }
    });
    codes
}

/// The two outcomes that the tree does not say.
fn others(said: Outcome) -> [Outcome; 2] {
    match said {
        Outcome::White => [Outcome::Draw, Outcome::Black],
        Outcome::Draw => [Outcome::White, Outcome::Black],
        Outcome::Black => [Outcome::Draw, Outcome::White],
    }
}

fn label(outcome: Outcome, turn: Color) -> u8 {
    match (outcome, turn) {
        (Outcome::Draw, _) => Code::DRAW.0,
        (Outcome::White, Color::White) | (Outcome::Black, Color::Black) => Code::win(1).0,
        _ => Code::loss(0).0,
    }
}

fn push(raw: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        raw.push(number as u8 | 128);
        number >>= 7;
    }
    raw.push(number as u8);
}

/// The smaller of the bytes as they are and packed, with a byte that says which.
fn pack(raw: &[u8]) -> Vec<u8> {
    let packed = platform::pack(raw, 19).ok().filter(|packed| packed.len() < raw.len());
    match packed {
        Some(packed) => [&[1], packed.as_slice()].concat(),
        None => [&[0], raw].concat(),
    }
}

fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    match packed.split_first()? {
        (0, raw) => Some(raw.to_vec()),
        (1, packed) => platform::unpack(packed, 64 * super::BLOCK * 10).ok(),
        _ => None,
    }
}

/// Reads exceptions in order.
struct Reader<'a> {
    raw: &'a [u8],
    /// Positions until the next exception, and which outcome it has; none after the last.
    next: Option<(u64, usize)>,
}

impl<'a> Reader<'a> {
    fn new(raw: &'a [u8]) -> Option<Reader<'a>> {
        let mut reader = Reader { raw, next: None };
        reader.advance()?;
        Some(reader)
    }

    fn advance(&mut self) -> Option<()> {
        self.next = None;
        if self.raw.is_empty() {
            return Some(());
        }
        let (mut number, mut shift) = (0u64, 0);
        loop {
            let (&byte, rest) = self.raw.split_first()?;
            self.raw = rest;
            number |= u64::from(byte & 127).checked_shl(shift)?;
            shift += 7;
            if byte < 128 {
                break;
            }
        }
        self.next = Some((number >> 1, (number & 1) as usize));
        Some(())
    }

    /// The outcome of the next position.
    fn next(&mut self, said: Outcome) -> Option<Outcome> {
        match &mut self.next {
            Some((0, which)) => {
                let outcome = others(said)[*which];
                self.advance()?;
                Some(outcome)
            }
            Some((left, _)) => {
                *left -= 1;
                Some(said)
            }
            None => Some(said),
        }
    }

    fn is_done(&self) -> bool {
        self.next.is_none() && self.raw.is_empty()
    }
}
