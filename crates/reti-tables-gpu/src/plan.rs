//! What to make next, how long it will take, and when to stop.
//!
//! The next endgame is always the one that seems cheapest now, everything included that it rests on and
//! that is neither on the device nor waiting in the store. So an endgame comes after those that it rests
//! on, next to those that it shares them with, and little has to wait. How long it takes is told from
//! what was measured in this run: seconds for a word, by shape and rule, and by how much the endgames
//! with as many pawns took longer than was thought.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use reti_core::chess::Color;
use reti_tables::material::Material;

use crate::certificate::Certificate;
use crate::device::{Device, Shape};
use crate::engine::{Engine, EngineError, Rule, Set, shape_of};
use crate::roles::Roles;

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// Seconds and words, by shape, rule and whether it was certified.
    made: HashMap<(Shape, Rule, bool), (f64, f64)>,
    /// Seconds and bytes of sets from the store.
    fetched: (f64, f64),
    /// By pawns: seconds thought and taken.
    told: HashMap<usize, (f64, f64)>,
}

impl Rates {
    /// A table was made.
    pub fn made(&mut self, roles: &Roles, rule: Rule, certified: bool, seconds: f64) {
        let sum = self.made.entry((shape_of(roles), rule, certified)).or_default();
        sum.0 += seconds;
        sum.1 += roles.words() as f64;
    }

    /// A set came from the store.
    pub fn fetched(&mut self, bytes: u64, seconds: f64) {
        self.fetched.0 += seconds;
        self.fetched.1 += bytes as f64;
    }

    /// An endgame was thought to take some seconds and took others.
    pub fn told(&mut self, pawns: usize, thought: f64, taken: f64) {
        let sum = self.told.entry(pawns).or_default();
        sum.0 += thought;
        sum.1 += taken;
    }

    /// Seconds to make a table; for a shape that was not measured as for all others together; none if nothing
    /// was. (The slowest shape is no measure: its words may be few, and then starting up is all that counts.)
    pub(crate) fn making(&self, roles: &Roles, rule: Rule, certified: bool) -> Option<f64> {
        let sum = || self.made.values().fold((0.0, 0.0), |sum, made| (sum.0 + made.0, sum.1 + made.1));
        let (seconds, words) = self.made.get(&(shape_of(roles), rule, certified)).copied().unwrap_or_else(sum);
        (words > 0.0).then(|| seconds / words * roles.words() as f64)
    }

    fn fetching(&self, bytes: f64) -> f64 {
        if self.fetched.1 > 0.0 { self.fetched.0 / self.fetched.1 * bytes } else { 0.0 }
    }

    /// How many times longer than thought endgames with as many pawns took; never less than once.
    fn longer(&self, pawns: usize) -> f64 {
        let nearest = self.told.iter().filter(|(_, sums)| sums.0 > 0.0).min_by_key(|(have, _)| have.abs_diff(pawns));
        nearest.map_or(1.0, |(_, (thought, taken))| (taken / thought).max(1.0))
    }
}

/// What is missing for an endgame.
#[derive(Default)]
struct Missing {
    seen: HashSet<(Roles, Rule)>,
    words: f64,
    seconds: Option<f64>,
}

impl Missing {
    fn add(&mut self, rates: &Rates, roles: &Roles, rule: Rule, certified: bool) {
        self.words += roles.words() as f64;
        self.seconds = self.seconds.zip(rates.making(roles, rule, certified)).map(|(sum, more)| sum + more);
    }

    fn follow<D: Device>(&mut self, engine: &Engine<D>, roles: &Roles, rule: Rule) {
        for (next, set) in Engine::<D>::leads_to(roles) {
            self.need(engine, &next, rule, set);
        }
    }

    fn need<D: Device>(&mut self, engine: &Engine<D>, roles: &Roles, rule: Rule, set: Set) {
        let rule = engine.ruled(roles, rule);
        if roles.is_bare() || engine.is_here(roles, rule, set) || self.seen.contains(&(*roles, rule)) {
            return;
        }
        if engine.store.has(&(*roles, rule, set)) {
            let seconds = engine.rates.fetching(roles.words() as f64 * 8.0);
            self.seconds = self.seconds.map(|sum| sum + seconds);
            return;
        }
        self.seen.insert((*roles, rule));
        self.add(&engine.rates, roles, rule, false);
        self.follow(engine, roles, rule);
    }
}

/// How much an endgame takes: words of all tables that have to be made, and seconds, if anything like it
/// was measured; as measured, and with what endgames like it took longer than thought.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Words.
    pub words: f64,
    /// Seconds by the rates alone.
    pub bare: Option<f64>,
    /// Seconds.
    pub seconds: Option<f64>,
}

/// What an endgame would take now.
pub fn estimate<D: Device>(engine: &Engine<D>, endgame: Material) -> Estimate {
    let mut missing = Missing { seconds: Some(0.0), ..Missing::default() };
    for attacker in [Color::White, Color::Black] {
        let roles = Roles::of(endgame, attacker);
        if roles.is_bare() || (attacker.is_black() && endgame.is_symmetric()) {
            continue;
        }
        for rule in [Rule::Plain, Rule::Fifty] {
            if engine.ruled(&roles, rule) == rule {
                missing.follow(engine, &roles, rule);
                missing.add(&engine.rates, &roles, rule, rule == Rule::Plain);
            }
        }
    }
    let longer = engine.rates.longer(endgame.pawns());
    Estimate { words: missing.words, bare: missing.seconds, seconds: missing.seconds.map(|bare| bare * longer) }
}

/// What happens in a run.
#[derive(Debug)]
pub enum Event<'a> {
    /// An endgame is begun.
    Begun(Material, Estimate),
    /// It is done, in so many seconds.
    Done(&'a Certificate, f64),
    /// The next would not fit into the time that is left, or no time is left.
    Stopped(Material, Estimate, f64),
}

/// What is told of a run as it goes on; an error ends it.
pub type Watcher<'a, D> = dyn FnMut(&Engine<D>, Event<'_>) -> Result<(), std::io::Error> + 'a;

/// Certifies endgames, the cheapest first, as long as the time suffices; tells how many are left.
pub fn run<D: Device>(
    engine: &mut Engine<D>,
    wanted: &[Material],
    seconds: f64,
    each: &mut Watcher<'_, D>,
) -> Result<usize, EngineError> {
    let start = Instant::now();
    let mut left: Vec<Material> = Vec::new();
    for &endgame in wanted {
        if !left.contains(&endgame) {
            left.push(endgame);
        }
    }
    while !left.is_empty() {
        let estimates = left.iter().map(|&endgame| estimate(engine, endgame)).enumerate();
        let cheapest = estimates.min_by(|(_, a), (_, b)| {
            let seconds = a.seconds.unwrap_or(0.0).total_cmp(&b.seconds.unwrap_or(0.0));
            seconds.then(a.words.total_cmp(&b.words))
        });
        let Some((place, thought)) = cheapest else { break };
        let endgame = left[place];
        let rest = seconds - start.elapsed().as_secs_f64();
        if rest <= 0.0 || thought.seconds.is_some_and(|thought| thought > rest) {
            each(engine, Event::Stopped(endgame, thought, rest.max(0.0)))?;
            break;
        }
        each(engine, Event::Begun(endgame, thought))?;
        left.remove(place);
        let began = Instant::now();
        let certificate = Certificate::make(engine, endgame)?;
        let taken = began.elapsed().as_secs_f64();
        if let Some(bare) = thought.bare {
            engine.rates.told(endgame.pawns(), bare, taken);
        }
        each(engine, Event::Done(&certificate, taken))?;
    }
    Ok(left.len())
}
