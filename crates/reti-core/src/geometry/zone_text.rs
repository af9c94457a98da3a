//! Zones in the notation of the paper, `t(P, a(c6)a(c7)a(c8), 3)t(K, a(a6)a(b7)a(c8), 3)...`.
//!
//! The draft prints the time of the main trajectory as its length and the time of the attacker's
//! supporters as 1, whatever the grammar allots; the later texts print what is allotted. Both forms
//! can be printed ([`Notation`]).
//!
//! Source: seed 001, the strings under figures 9 and 12.

use std::fmt::Write as _;

use super::{
    system::ComplexSystem,
    zone::{Zone, ZoneBundle, ZoneSymbol},
};

/// How times are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// As allotted.
    #[default]
    Modern,
    /// As in the draft: the length for the main trajectory, 1 for the attacker's supporters.
    Legacy,
}

impl Notation {
    /// The time that is printed for a symbol of a zone.
    pub fn time(self, zone: &[ZoneSymbol], symbol: &ZoneSymbol) -> u32 {
        let supporter = symbol.negation > 0 && zone.first().is_some_and(|main| main.side == symbol.side);
        match self {
            Notation::Legacy if symbol.negation == 0 => symbol.trajectory.length() as u32,
            Notation::Legacy if supporter => 1,
            Notation::Modern | Notation::Legacy => symbol.time,
        }
    }
}

/// The string of a list of symbols, the main trajectory first.
pub fn symbols_text<S: ComplexSystem>(system: &S, symbols: &[ZoneSymbol], notation: Notation) -> String {
    let mut text = String::new();
    for symbol in symbols {
        let time = notation.time(symbols, symbol);
        let letter = system.elements()[symbol.element].letter;
        let _ = write!(text, "t({letter}, {}, {time})", symbol.trajectory.notation(system));
    }
    text
}

impl Zone {
    /// The zone as a string of the language of zones.
    pub fn text<S: ComplexSystem>(&self, system: &S, notation: Notation) -> String {
        symbols_text(system, &self.symbols, notation)
    }
}

impl<K: Copy + Eq> ZoneBundle<K> {
    /// All symbols of the bundle in one string.
    pub fn text<S: ComplexSystem<Kind = K>>(&self, system: &S, notation: Notation) -> String {
        symbols_text(system, &self.symbols(system), notation)
    }
}
