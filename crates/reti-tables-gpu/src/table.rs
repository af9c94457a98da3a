//! From the sets of a device to a table of [`reti_tables`]: the same codes in the same places.

use rayon::prelude::*;
use reti_core::chess::{Color, PieceType};
use reti_tables::layout::Layout;
use reti_tables::material::Material;
use reti_tables::rules;
use reti_tables::table::{Code, Metric, Table};

use crate::device::{Device, DeviceError};
use crate::engine::{Batch, Engine, EngineError, Rule, Wish, shape_of};
use crate::geometry::{Geometry, NONE, Slices};
use crate::roles::Roles;

/// Ranks of a whole one-sided table: 0 where a position is not decided, else the rank plus one.
#[derive(Debug, Default)]
struct Ranks {
    /// Attacker to move.
    open: Vec<u8>,
    /// Defender to move.
    lost: Vec<u8>,
}

/// Violations of a table, and the table.
#[derive(Debug)]
pub struct Made {
    /// The table; none for six men, which are not kept as bytes.
    pub table: Table,
    /// What the device's certifier found.
    pub violations: u64,
}

/// Makes a table of up to five men on a device, with ranks in moves to conversion.
pub fn make<D: Device + 'static>(engine: &mut Engine<D>, material: Material) -> Result<Made, EngineError> {
    let mut sides: Vec<Option<Ranks>> = Vec::new();
    let mut violations = 0;
    for attacker in [Color::White, Color::Black] {
        let roles = Roles::of(material, attacker);
        if roles.is_bare() {
            sides.push(None);
            continue;
        }
        let (send, receive) = std::sync::mpsc::channel();
        engine.on_batch = Some(Box::new(move |device, made, batch| {
            if *made == roles && batch.job.ranknw != 0 {
                let _ = send.send(ranks(device, batch)?);
            }
            Ok(())
        }));
        let summary = engine.make(&roles, Rule::Plain, Wish { certify: true, count: true });
        engine.on_batch = None;
        violations += summary?.violations.unwrap_or(0);
        let mut whole = Ranks::default();
        for part in receive {
            whole.open.extend(part.open);
            whole.lost.extend(part.lost);
        }
        sides.push(Some(whole));
    }
    let [white, black] = [sides[0].as_ref(), sides[1].as_ref()];
    Ok(Made { table: assemble(material, white, black), violations })
}

/// The ranks of one batch, as bytes.
fn ranks<D: Device>(device: &mut D, batch: &Batch<'_>) -> Result<Ranks, DeviceError> {
    let words = batch.words as usize;
    let mut download = |address: u64, count: usize| -> Result<Vec<u64>, DeviceError> {
        let mut bytes = vec![0; count * 8];
        device.download(address, &mut bytes)?;
        Ok(bytes.as_chunks::<8>().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect())
    };
    let spread = |decided: Option<&[u64]>, planes: &[u64]| -> Vec<u8> {
        let mut out = vec![0u8; words * 64];
        out.par_chunks_mut(64).enumerate().for_each(|(word, out)| {
            for (lane, out) in out.iter_mut().enumerate() {
                let rank = (0..8).fold(0u8, |rank, k| rank | ((planes[k * words + word] >> lane & 1) as u8) << k);
                let decided = decided.map_or(rank > 0, |decided| decided[word] >> lane & 1 != 0);
                *out = if decided { rank + 1 } else { 0 };
            }
        });
        out
    };
    let open = spread(None, &download(batch.job.ranknw, 8 * words)?);
    let decided = download(batch.job.dl, words)?;
    let lost = spread(Some(&decided), &download(batch.job.rankdl, 8 * words)?);
    Ok(Ranks { open, lost })
}

/// Where positions of a material stand in a one-sided table.
struct Places {
    /// For each field and then each pawn: the man of the layout.
    fields: Vec<usize>,
    pawns: Vec<usize>,
    flip: u8,
    geometry: Geometry,
    slices: Option<Slices>,
    index_fields: u32,
}

impl Places {
    fn new(layout: &Layout, attacker: Color) -> Places {
        let roles = Roles::of(layout.material(), attacker);
        let mut left: Vec<usize> = (0..layout.men().len()).collect();
        let mut find = |kind: PieceType, side: u8| {
            let color = if side == 0 { attacker } else { !attacker };
            let man = |&slot: &usize| layout.men()[slot].kind == kind && layout.men()[slot].color == color;
            let place = left.iter().position(man).unwrap_or(0);
            left.remove(place)
        };
        let mut fields = vec![find(PieceType::King, 0), find(PieceType::King, 1)];
        fields.extend(roles.pieces().iter().map(|&(kind, side)| find(crate::roles::KINDS[usize::from(kind)], side)));
        let pawns: Vec<usize> = roles.pawn_sides().iter().map(|&side| find(PieceType::Pawn, side)).collect();
        let slices = (!pawns.is_empty()).then(|| Slices::new(&roles.pawn_sides()));
        let flip = if attacker.is_white() { 0 } else { 56 };
        Places { fields, pawns, flip, geometry: Geometry::new(), slices, index_fields: shape_of(&roles).fields }
    }

    /// The place of a placement; none if the kings are too near each other.
    fn index(&self, squares: &[u8]) -> Option<usize> {
        let square = |&slot: &usize| usize::from(squares[slot] ^ self.flip);
        let (first, turn, fields) = if let Some(slices) = &self.slices {
            let packed = self.pawns.iter().fold(0, |packed, slot| packed << 6 | square(slot));
            let entry = slices.map[packed];
            ((entry >> 1) as usize, entry & 1, &self.fields[..])
        } else {
            let entry = self.geometry.pairs[square(&self.fields[0]) * 64 + square(&self.fields[1])];
            if entry == NONE {
                return None;
            }
            ((entry & 511) as usize, entry >> 9, &self.fields[2..])
        };
        debug_assert_eq!(fields.len(), self.index_fields as usize + 1);
        let turn = reti_tables::layout::BoardSymmetry(turn as u8);
        Some(fields.iter().fold(first, |index, slot| index << 6 | turn.square(square(slot))))
    }
}

fn assemble(material: Material, white: Option<&Ranks>, black: Option<&Ranks>) -> Table {
    let layout = Layout::new(material);
    let places = [Color::White, Color::Black].map(|attacker| Places::new(&layout, attacker));
    let codes = [Color::White, Color::Black].map(|turn| {
        let (mine, theirs) = if turn.is_white() { (white, black) } else { (black, white) };
        let (my_places, their_places) =
            if turn.is_white() { (&places[0], &places[1]) } else { (&places[1], &places[0]) };
        let mut codes = vec![0u8; layout.len()];
        codes.par_chunks_mut(64).enumerate().for_each(|(word, codes)| {
            let mut squares = layout.squares(word * 64);
            let Some(fixed) = layout.fixed(&squares) else { return };
            let legal = layout.legal_lanes(turn, &squares, fixed);
            for lane in rules::squares(legal) {
                squares[layout.lane()] = lane as u8;
                let won = mine.and_then(|ranks| Some(ranks.open[my_places.index(&squares)?])).unwrap_or(0);
                let lost = theirs.and_then(|ranks| Some(ranks.lost[their_places.index(&squares)?])).unwrap_or(0);
                codes[lane] = match (won, lost) {
                    (0, 0) => Code::DRAW.0,
                    (0, rank) => Code::loss(rank - 1).0,
                    (rank, _) => Code::win(rank - 1).0,
                };
            }
        });
        codes
    });
    Table::from_codes(layout, Metric::Conversion, codes)
}
