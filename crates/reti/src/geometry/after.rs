//! What a move does to the zones of a position: they are carried over by the translations of the paper
//! and laid beside the zones of the new position, so that a reader sees what was kept, what was
//! shortened, what is set aside and what only the move made possible.

use std::{collections::HashMap, fmt::Write as _};

use reti_core::{
    chess::{Move, Piece, Position},
    geometry::{
        ChessSystem, ComplexSystem, Target, Trajectory, ZoneBundle, ZoneRules,
        chess_profile::{Lines, color, point, square},
        translation::{Frozen, Strikes, Transition, translate_open},
        zone::{Zone, ZoneSymbol, zones_of},
        zone_text::Notation,
    },
};

use crate::{
    draw::svg::{Arrow, Legend, Picture, Stroke, palette},
    wire::{self, Fate, FrozenReason},
};

/// The zones of a position up to a horizon, carried over a move.
pub fn zones_after(position: &Position, m: Move, horizon: u32, notation: Notation) -> wire::ZonesAfter {
    let next = position.play(m);
    let move_of = Carried {
        before: ChessSystem::new(position, Lines::Open),
        after: ChessSystem::new(&next, Lines::Open),
        transition: transition(position, m, &next),
        notation,
    };
    let mut fresh: Vec<_> = zones_of(&move_of.after, horizon, ZoneRules::default()).into_iter().map(Some).collect();
    let mut zones = Vec::new();
    for bundle in zones_of(&move_of.before, horizon, ZoneRules::default()) {
        zones.push(move_of.carry(&bundle, &mut fresh));
    }
    for bundle in fresh.iter().flatten() {
        let symbols = bundle.symbols(&move_of.after);
        let symbols = symbols.iter().map(|symbol| move_of.told(Fate::New, None, &symbols, symbol)).collect();
        zones.push(wire::ZoneAfter { symbols, ..head(&move_of.after, bundle, Fate::New) });
    }
    wire::ZonesAfter { played: position.uci(m), san: position.san(m), fen: next.fen(), zones }
}

/// A move as the networks see it.
fn transition(position: &Position, m: Move, next: &Position) -> Transition {
    let system = ChessSystem::new(position, Lines::Open);
    let from = m.from().unwrap_or(m.to());
    // A castling king does not go to the rook's square.
    let to = if m.is_castle() { next.king(position.turn()) } else { m.to() };
    let captured = system.elements().iter().position(|element| {
        element.side != reti_core::geometry::chess_profile::side(position.turn())
            && next.board().piece_at(square(element.at)) != Some(element.kind)
    });
    Transition { element: system.element_on(from).unwrap_or(0), from: point(from), to: point(to), captured }
}

/// What a zone is, as far as a move does not change it.
fn head(system: &ChessSystem, bundle: &ZoneBundle<Piece>, fate: Fate) -> wire::ZoneAfter {
    let main = bundle.main();
    wire::ZoneAfter {
        fate,
        reason: None,
        kind: if bundle.target == Target::Promotion { wire::ZoneKind::Promotion } else { wire::ZoneKind::Attack },
        owner: color(main.side).into(),
        from: system.name(main.bundle.from),
        to: system.name(main.bundle.to),
        symbols: Vec::new(),
    }
}

/// Two positions and the move between them.
struct Carried {
    before: ChessSystem,
    after: ChessSystem,
    transition: Transition,
    notation: Notation,
}

impl Carried {
    /// A zone of the position before, after the move; the zone of the position after with the same main
    /// piece and target is taken from `fresh`.
    fn carry(&self, bundle: &ZoneBundle<Piece>, fresh: &mut [Option<ZoneBundle<Piece>>]) -> wire::ZoneAfter {
        let frozen = |reason| wire::ZoneAfter { reason: Some(reason), ..head(&self.before, bundle, Fate::Frozen) };
        let main = bundle.main();
        if let Target::Element(target) = bundle.target
            && (target == self.transition.element
                || self.transition.captured == Some(target) && main.element != self.transition.element)
        {
            return frozen(FrozenReason::TargetLeft);
        }
        let old = Zone { symbols: bundle.symbols(&self.before) };
        let promotes = bundle.target == Target::Promotion;
        let is_open = |symbol: &ZoneSymbol, image: &Trajectory| self.is_open(symbol, image, promotes);
        let translated = translate_open(&old, self.transition, Strikes::default(), is_open);
        let Some(zone) = translated.zone else {
            let mains = old.symbols.iter().take_while(|symbol| symbol.negation == 0).count();
            let reason = translated.frozen.iter().take(mains).map(|&(_, why)| why).find(|&why| why != Frozen::Gone);
            return frozen(reason.unwrap_or(Frozen::Gone).into());
        };
        let stepped = main.element == self.transition.element;
        let from = if stepped { self.transition.to } else { main.bundle.from };
        let same = |other: &ZoneBundle<Piece>| {
            let ends = (other.main().bundle.from, other.main().bundle.to);
            ends == (from, main.bundle.to) && (other.target == Target::Promotion) == promotes
        };
        let found = fresh.iter_mut().find(|slot| slot.as_ref().is_some_and(same)).and_then(Option::take);
        let symbols = self.symbols(&old, &zone, &translated.frozen, found.as_ref());
        let fate = if stepped { Fate::Shortened } else { Fate::Kept };
        wire::ZoneAfter { from: self.after.name(from), symbols, ..head(&self.before, bundle, fate) }
    }

    /// Whether a piece stands where its trajectory starts now, and every step is free.
    fn is_open(&self, symbol: &ZoneSymbol, image: &Trajectory, promotes: bool) -> bool {
        let kind = self.before.elements()[symbol.element].kind;
        let stands = self.after.element_on(square(image.start()));
        let travels = promotes && symbol.negation == 0;
        stands.is_some_and(|index| self.after.elements()[index].kind == kind)
            && image.points.windows(2).enumerate().all(|(step, pair)| {
                let last = step + 1 == image.length() && !travels;
                let reach = if last { self.after.strike(kind, pair[0]) } else { self.after.reach(kind, pair[0]) };
                reach.contains(pair[1])
            })
    }

    /// The trajectories of a zone that lives: the old ones in their order, then the new ones.
    fn symbols(
        &self,
        old: &Zone,
        zone: &Zone,
        frozen: &[(usize, Frozen)],
        fresh: Option<&ZoneBundle<Piece>>,
    ) -> Vec<wire::SymbolAfter> {
        let set_aside: HashMap<usize, Frozen> = frozen.iter().copied().collect();
        let mut survivors = zone.symbols.iter();
        let mut told = Vec::new();
        for (index, symbol) in old.symbols.iter().enumerate() {
            if let Some(&why) = set_aside.get(&index) {
                told.push(self.told(Fate::Frozen, Some(why.into()), &old.symbols, symbol));
            } else if let Some(image) = survivors.next() {
                let shorter = image.trajectory.length() < symbol.trajectory.length();
                let fate = if shorter { Fate::Shortened } else { Fate::Kept };
                told.push(self.told(fate, None, &zone.symbols, image));
            }
        }
        let now = fresh.map(|bundle| bundle.symbols(&self.after)).unwrap_or_default();
        for symbol in &now {
            if zone.symbols.iter().all(|known| known.trajectory != symbol.trajectory) {
                told.push(self.told(Fate::New, None, &now, symbol));
            }
        }
        told
    }

    fn told(
        &self,
        fate: Fate,
        reason: Option<FrozenReason>,
        zone: &[ZoneSymbol],
        symbol: &ZoneSymbol,
    ) -> wire::SymbolAfter {
        let system = if fate == Fate::New { &self.after } else { &self.before };
        let piece = system.elements()[symbol.element].letter;
        let time = self.notation.time(zone, symbol);
        let squares = symbol.trajectory.points.iter().map(|&point| system.name(point)).collect();
        let symbol =
            wire::ZoneSymbol { piece, color: color(symbol.side).into(), negation: symbol.negation, time, squares };
        wire::SymbolAfter { fate, reason, symbol }
    }
}

/// The same as text: one zone a paragraph, one trajectory a line.
pub fn zones_after_text(after: &wire::ZonesAfter) -> String {
    let mut text = format!("after {}: {}\n", after.san, after.fen);
    for zone in &after.zones {
        let why = zone.reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {} {}-{}: {}{why}", zone.owner, zone.kind, zone.from, zone.to, zone.fate);
        for told in &zone.symbols {
            let wire::ZoneSymbol { piece, time, squares, .. } = &told.symbol;
            let points = squares.iter().map(|square| format!("a({square})")).collect::<Vec<_>>().concat();
            let why = told.reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
            let _ = writeln!(text, "  {:<9} t({piece}, {points}, {time}){why}", told.fate.as_str());
        }
    }
    text
}

/// The same as a picture of the position after the move: what lives in the sides' colours, what is new in
/// green, what was set aside gray and dotted.
pub fn zones_after_svg(next: &Position, after: &wire::ZonesAfter) -> String {
    let mut picture = Picture::new(next.board(), format!("zones after {}", after.san));
    let tint = |told: &wire::SymbolAfter| match (told.fate, told.symbol.color) {
        (Fate::New, _) => palette::GREEN,
        (Fate::Frozen, _) => palette::GRAY,
        (_, wire::Color::White) => super::SIDES[0].1,
        (_, wire::Color::Black) => super::SIDES[1].1,
    };
    let symbols = || after.zones.iter().flat_map(|zone| &zone.symbols);
    // What matters most is drawn last, above the rest.
    for fate in [Fate::Frozen, Fate::Kept, Fate::Shortened, Fate::New] {
        for told in symbols().filter(|told| told.fate == fate) {
            let squares: Vec<_> = told.symbol.squares.iter().filter_map(|name| name.parse().ok()).collect();
            for pair in squares.windows(2) {
                let mut arrow = Arrow::new(pair[0], pair[1], tint(told));
                let main = told.symbol.negation == 0;
                (arrow.stroke, arrow.width) = match (fate, main) {
                    (Fate::Frozen, _) => (Stroke::Dotted, 2.5),
                    (_, true) => (Stroke::Solid, 7.0),
                    (_, false) => (Stroke::Dashed, 2.5),
                };
                let drawn = |old: &Arrow| (old.from, old.to, &old.color) == (arrow.from, arrow.to, &arrow.color);
                if !picture.arrows.iter().any(drawn) {
                    picture.arrows.push(arrow);
                }
            }
        }
    }
    for (side, tint) in super::SIDES {
        let text = format!("{}: kept", crate::words::color_name(side));
        picture.legend.push(Legend { text, color: tint.to_owned(), stroke: Stroke::Solid });
    }
    for (text, tint, stroke) in [("new", palette::GREEN, Stroke::Solid), ("set aside", palette::GRAY, Stroke::Dotted)] {
        picture.legend.push(Legend { text: text.to_owned(), color: tint.to_owned(), stroke });
    }
    picture.svg()
}
