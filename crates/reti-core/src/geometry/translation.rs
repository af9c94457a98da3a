//! Translations: what becomes of a zone when somebody moves.
//!
//! A move rarely changes a network much, so the network is carried over instead of being built
//! again. The trajectory that was walked loses its first symbol; trajectories of the same element
//! that went elsewhere, and those of a captured element, vanish. What is no longer connected with
//! the main trajectory, or no longer in time, is *frozen*: set aside, and back when the move is
//! taken back. The `timer` allots time anew: a step on the main trajectory costs everybody one; a
//! step on another trajectory gives those who negate it what that one step leaves them.
//!
//! A *strike* is a trajectory of length 1 that ends where an enemy it negates stands now: it is a
//! capture, and stays for its owner's next move although it no longer ends on a stop ahead. The
//! printed table keeps strikes on the main element only; [`Strikes::OnMainOnly`] follows the table,
//! the default follows the story that the paper tells.
//!
//! New trajectories that become possible only after the move are not found here: regenerate the
//! zone when it is used to choose moves.
//!
//! Source: seed 001, *Languages of trajectory networks* (adjustment of the hierarchy) and the
//! worked tables in the specification.

use super::{
    system::Point,
    trajectory::Trajectory,
    zone::{Zone, ZoneSymbol},
};

/// A move, as the networks see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The element that moves, by its index.
    pub element: usize,
    /// Where it stood.
    pub from: Point,
    /// Where it goes.
    pub to: Point,
    /// The element that it captures there.
    pub captured: Option<usize>,
}

/// Which strikes stay in a translated zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strikes {
    /// On any element whose trajectory they negate.
    #[default]
    OnAnyNegated,
    /// On the main element only, as in the printed table.
    OnMainOnly,
}

/// Why a symbol of a zone was set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frozen {
    /// Its element was captured, or left the path.
    Gone,
    /// Somebody stands in its way now.
    Closed,
    /// Nothing leads from it to the main trajectory any more.
    Disconnected,
    /// It is longer than its new time.
    Late {
        /// The new time.
        time: u32,
    },
}

/// A zone after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translated {
    /// The surviving symbols, the main trajectory first; `None` if the main trajectory is gone, and
    /// with it the zone.
    pub zone: Option<Zone>,
    /// What was set aside, by its place in the old zone.
    pub frozen: Vec<(usize, Frozen)>,
}

/// The image of one trajectory; `None` if nothing is left of it.
pub fn translate_trajectory(element: usize, trajectory: &Trajectory, transition: Transition) -> Option<Trajectory> {
    if transition.captured == Some(element) {
        return None;
    }
    if transition.element != element {
        return Some(trajectory.clone());
    }
    if trajectory.points[..2] != [transition.from, transition.to] || trajectory.length() == 1 {
        return None;
    }
    Some(Trajectory { points: trajectory.points[1..].to_vec() })
}

/// The image of a zone.
pub fn translate(zone: &Zone, transition: Transition, strikes: Strikes) -> Translated {
    translate_open(zone, transition, strikes, |_, _| true)
}

/// The image of a zone, or of all symbols of a bundle of zones (several main trajectories), in a system
/// where ways can be closed: `is_open` is asked about every symbol and its image.
pub fn translate_open(
    zone: &Zone,
    transition: Transition,
    strikes: Strikes,
    is_open: impl Fn(&ZoneSymbol, &Trajectory) -> bool,
) -> Translated {
    let old = &zone.symbols;
    let mut images: Vec<Option<Trajectory>> =
        old.iter().map(|symbol| translate_trajectory(symbol.element, &symbol.trajectory, transition)).collect();
    let mut fate: Vec<Option<Frozen>> = images.iter().map(|image| image.is_none().then_some(Frozen::Gone)).collect();
    for (index, image) in images.iter_mut().enumerate() {
        if image.as_ref().is_some_and(|image| !is_open(&old[index], image)) {
            fate[index] = Some(Frozen::Closed);
            *image = None;
        }
    }
    if !old.iter().zip(&images).any(|(symbol, image)| symbol.negation == 0 && image.is_some()) {
        let all = fate.into_iter().map(|fate| fate.unwrap_or(Frozen::Disconnected)).enumerate().collect();
        return Translated { zone: None, frozen: all };
    }
    let network = Network { old, images: &images, strikes };
    freeze_disconnected(&network, &mut fate);
    let times = timer(&network, &fate);
    for (index, image) in images.iter().enumerate() {
        let late = image.as_ref().is_some_and(|image| image.length() as u32 > times[index]);
        if late && fate[index].is_none() {
            fate[index] = Some(Frozen::Late { time: times[index] });
        }
    }
    // Those who were connected only through late ones follow them.
    freeze_disconnected(&network, &mut fate);
    let symbols = (0..old.len())
        .filter(|&index| fate[index].is_none())
        .filter_map(|index| {
            let trajectory = images[index].clone()?;
            Some(ZoneSymbol { trajectory, time: times[index], ..old[index].clone() })
        })
        .collect();
    let frozen = fate.into_iter().enumerate().filter_map(|(index, fate)| fate.map(|fate| (index, fate))).collect();
    Translated { zone: Some(Zone { symbols }), frozen }
}

/// The old symbols with their images, and the connection between the images.
struct Network<'a> {
    old: &'a [ZoneSymbol],
    images: &'a [Option<Trajectory>],
    strikes: Strikes,
}

impl Network<'_> {
    /// Whether the image of one symbol is connected with that of another.
    fn connected(&self, from: usize, to: usize) -> bool {
        let (Some(image), Some(other)) = (&self.images[from], &self.images[to]) else {
            return false;
        };
        if other.points[1..].contains(&image.end()) {
            return from != to;
        }
        // The start of the other is where its element stands now: only a capture is meant there.
        let strike = image.end() == other.start() && self.old[from].side != self.old[to].side;
        strike && image.length() == 1 && (self.old[to].negation == 0 || self.strikes == Strikes::OnAnyNegated)
    }
}

/// Freezes what no chain of living symbols connects with the main trajectory.
fn freeze_disconnected(network: &Network<'_>, fate: &mut [Option<Frozen>]) {
    let mut linked: Vec<bool> =
        network.old.iter().zip(&*fate).map(|(symbol, fate)| symbol.negation == 0 && fate.is_none()).collect();
    let mut growing = true;
    while growing {
        growing = false;
        for index in 0..fate.len() {
            let joins = |to: usize| linked[to] && network.connected(index, to);
            if !linked[index] && fate[index].is_none() && (0..fate.len()).any(joins) {
                linked[index] = true;
                growing = true;
            }
        }
    }
    for (fate, linked) in fate.iter_mut().zip(linked) {
        if !linked && fate.is_none() {
            *fate = Some(Frozen::Disconnected);
        }
    }
}

/// The new times of all symbols.
fn timer(network: &Network<'_>, fate: &[Option<Frozen>]) -> Vec<u32> {
    let old = network.old;
    let shortened = |index: usize| {
        network.images[index].as_ref().is_some_and(|image| image.length() < old[index].trajectory.length())
    };
    let mut times: Vec<u32> = old.iter().map(|symbol| symbol.time).collect();
    if (0..old.len()).any(|index| old[index].negation == 0 && shortened(index)) {
        for time in &mut times {
            *time = time.saturating_sub(1);
        }
        return times;
    }
    if !(0..old.len()).any(shortened) {
        return times;
    }
    // Higher negations come after the ones that they negate, so one pass in order of negations does.
    let mut order: Vec<usize> = (0..old.len()).filter(|&index| old[index].negation >= 2).collect();
    order.sort_by_key(|&index| old[index].negation);
    for index in order {
        let claims = (0..old.len())
            .filter(|&to| fate[to].is_none() && old[to].negation < old[index].negation && network.connected(index, to));
        let allotted = claims
            .map(|to| (times[to] + u32::from(shortened(to)) + 1).saturating_sub(old[to].trajectory.length() as u32));
        times[index] = allotted.max().unwrap_or(times[index]);
    }
    times
}

/// A zone along a branch of a search: moves are translated forwards, and taken back exactly.
#[derive(Clone, Debug)]
pub struct ZoneStack {
    zones: Vec<Option<Zone>>,
    strikes: Strikes,
}

impl ZoneStack {
    /// Starts with a zone.
    pub fn new(zone: Zone, strikes: Strikes) -> ZoneStack {
        ZoneStack { zones: vec![Some(zone)], strikes }
    }

    /// The zone now; `None` while its main trajectory is gone.
    pub fn current(&self) -> Option<&Zone> {
        self.zones.last().and_then(Option::as_ref)
    }

    /// Translates the zone for a move.
    pub fn play(&mut self, transition: Transition) {
        let next = self.current().and_then(|zone| translate(zone, transition, self.strikes).zone);
        self.zones.push(next);
    }

    /// Takes a move back: everything frozen by it returns.
    pub fn take_back(&mut self) {
        if self.zones.len() > 1 {
            self.zones.pop();
        }
    }
}

#[cfg(test)]
#[path = "translation_tests.rs"]
mod tests;
