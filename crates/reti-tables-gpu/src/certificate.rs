//! The certificate of an endgame: what was counted and certified, small enough to be kept for all.

use std::fmt::Write as _;

use reti_core::chess::Color;
use reti_tables::material::Material;

use crate::device::Device;
use crate::engine::{Engine, EngineError, Rule, Summary, Wish};
use crate::host::Host;
use crate::roles::Roles;
use crate::sums::Sums;

/// Wins, draws and losses of the side to move.
pub type Outcomes = [u64; 3];

/// Outcomes with white and with black to move.
pub type BothSides = [Outcomes; 2];

/// What is known of one attacker's table.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// Sums without the fifty-move rule.
    pub plain: Sums,
    /// Sums with it.
    pub fifty: Sums,
    /// The longest win, in moves to a capture, pawn move or mate.
    pub longest: u32,
}

/// Who makes one-sided tables: on a device as a whole, or by slices.
pub trait Maker {
    /// Makes a table and all that it needs.
    fn make(&mut self, roles: &Roles, rule: Rule, wish: Wish) -> Result<Summary, EngineError>;
    /// Whether the fifty-move rule is known to change nothing in a table.
    fn is_clean(&self, roles: &Roles) -> bool;
    /// Checksums of the labels of a table that was counted.
    fn labels(&self, roles: &Roles) -> Option<[u64; 2]>;
}

impl<D: Device> Maker for Engine<D> {
    fn make(&mut self, roles: &Roles, rule: Rule, wish: Wish) -> Result<Summary, EngineError> {
        Engine::make(self, roles, rule, wish)
    }

    fn is_clean(&self, roles: &Roles) -> bool {
        Engine::is_clean(self, roles)
    }

    fn labels(&self, roles: &Roles) -> Option<[u64; 2]> {
        Engine::labels(self, roles)
    }
}

/// A certified endgame.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The endgame.
    pub endgame: Material,
    /// White's wins, black's; none for a bare king.
    pub sides: [Option<Side>; 2],
    /// Violations that the certifier found: none, or the tables are wrong.
    pub violations: u64,
    /// The one-sided tables that it rests on, with the checksums of their labels.
    pub rests_on: Vec<(Roles, [u64; 2])>,
}

impl Certificate {
    /// Makes, ranks, counts and certifies both tables of an endgame.
    pub fn make(maker: &mut dyn Maker, endgame: Material) -> Result<Certificate, EngineError> {
        let mut sides = [None, None];
        let mut violations = 0;
        let mut rests_on = Vec::new();
        for (place, attacker) in [Color::White, Color::Black].into_iter().enumerate() {
            let roles = Roles::of(endgame, attacker);
            if roles.is_bare() {
                continue;
            }
            if place == 1 && endgame.is_symmetric() {
                sides[1] = sides[0];
                continue;
            }
            let plain = maker.make(&roles, Rule::Plain, Wish { certify: true, count: true })?;
            violations += plain.violations.unwrap_or(0);
            let fifty = if maker.is_clean(&roles) {
                plain
            } else {
                maker.make(&roles, Rule::Fifty, Wish { certify: false, count: true })?
            };
            sides[place] = Some(Side { plain: plain.sums, fifty: fifty.sums, longest: plain.rounds });
            for (next, _) in Engine::<Host>::leads_to(&roles) {
                if let Some(labels) = maker.labels(&next) {
                    rests_on.push((next, labels));
                }
            }
        }
        rests_on.sort_unstable();
        rests_on.dedup();
        Ok(Certificate { endgame, sides, violations, rests_on })
    }

    fn outcomes(&self, count: impl Fn(&Sums, &Roles) -> [u64; 4], sums: impl Fn(&Side) -> Sums) -> BothSides {
        let of = |place: usize, attacker: Color| {
            let roles = Roles::of(self.endgame, attacker);
            self.sides[place].map(|side| (count(&sums(&side), &roles), count(&side.plain, &roles)))
        };
        let (white, black) = (of(0, Color::White), of(1, Color::Black));
        // What a side wins it wins when it is to move, and has won when the other is.
        let legal = match (white, black) {
            (Some((_, plain)), _) => [plain[1], plain[3]],
            (None, Some((_, plain))) => [plain[3], plain[1]],
            (None, None) => [0, 0],
        };
        let wins = [white, black].map(|side| side.map_or([0, 0], |(counted, _)| [counted[0], counted[2]]));
        [0, 1].map(|turn| {
            let (won, lost) = (wins[turn][0], wins[1 - turn][1]);
            [won, legal[turn] - won - lost, lost]
        })
    }

    /// Outcomes in a convention, without the fifty-move rule.
    pub fn counts(&self, convention: &str) -> BothSides {
        match convention {
            "full" => self.outcomes(Sums::full, |side| side.plain),
            "orbits" => self.outcomes(Sums::orbits, |side| side.plain),
            "c462" => self.outcomes(Sums::c462, |side| side.plain),
            _ => self.outcomes(Sums::ordered, |side| side.plain),
        }
    }

    /// Outcomes with the fifty-move rule, identical men told apart.
    pub fn counts_fifty(&self) -> BothSides {
        self.outcomes(Sums::ordered, |side| side.fifty)
    }

    /// The six numbers that are published for an endgame: draws without the fifty-move rule, wins and
    /// losses with it.
    pub fn published(&self) -> [u64; 6] {
        let (plain, fifty) = (self.counts("orbits_ordered"), self.counts_fifty());
        [fifty[0][0], plain[0][1], fifty[0][2], fifty[1][0], plain[1][1], fifty[1][2]]
    }

    /// Tells an engine what a line of an earlier run says; tells which endgame it was.
    pub fn recall<D: Device>(engine: &mut Engine<D>, line: &str) -> Option<Material> {
        let after = |text: &str, key: &str| text.split_once(key).map(|(_, rest)| rest.to_owned());
        let number = |text: &str, key: &str| -> Option<u64> {
            let rest = after(text, key)?;
            rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()
        };
        let endgame = Material::named(after(line, "\"endgame\":\"")?.split_once('"')?.0, 6).ok()?;
        if number(line, "\"violations\":")? > 0 {
            return None;
        }
        let plain = after(&after(line, "\"counts\":")?, "\"orbits_ordered\":")?;
        let fifty = after(&after(line, "\"fifty_move_rule\":")?, "\"orbits_ordered\":")?;
        let checksums = after(line, "\"checksums\":")?;
        for (color, name, other) in [(Color::White, "white", "black"), (Color::Black, "black", "white")] {
            let Some(side) = after(checksums.split_once("\"rests_on\"")?.0, &format!("\"{name}\":")) else { continue };
            let labels = after(&side, "\"labels\":\"")?;
            let labels =
                [labels.get(..16)?, labels.get(16..32)?].map(|part| u64::from_str_radix(part, 16).unwrap_or(0));
            let decided = |text: &str| -> Option<(u64, u64)> {
                let (wins, losses) = (after(text, &format!("\"{name}\":"))?, after(text, &format!("\"{other}\":"))?);
                Some((number(&wins, "\"win\":")?, number(&losses, "\"loss\":")?))
            };
            // What the rule leaves are subsets, so equal numbers are equal sets.
            engine.know(&Roles::of(endgame, color), decided(&plain)? == decided(&fifty)?, labels);
        }
        Some(endgame)
    }

    /// One line of JSON.
    pub fn json(&self) -> String {
        let mut out = String::new();
        let both = |counts: BothSides| {
            let [white, black] =
                counts.map(|[win, draw, loss]| format!("{{\"win\":{win},\"draw\":{draw},\"loss\":{loss}}}"));
            format!("{{\"white\":{white},\"black\":{black}}}")
        };
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "{{\"schema\":\"reti/2\",\"kind\":\"table-certificate\",\"endgame\":\"{}\",\"men\":{},\"metric\":\"conversion\",\"violations\":{},\"counts\":{{",
            self.endgame,
            self.endgame.men(),
            self.violations
        );
        for (i, convention) in ["full", "orbits", "orbits_ordered", "c462"].into_iter().enumerate() {
            let _ = write!(out, "{}\"{convention}\":{}", if i > 0 { "," } else { "" }, both(self.counts(convention)));
        }
        let _ = write!(out, "}},\"fifty_move_rule\":{{\"orbits_ordered\":{}}}", both(self.counts_fifty()));
        let name = ["white", "black"];
        let sides: Vec<(usize, Side)> = (0..2).filter_map(|i| Some((i, self.sides[i]?))).collect();
        let longest: Vec<String> = sides.iter().map(|(i, side)| format!("\"{}\":{}", name[*i], side.longest)).collect();
        let _ = write!(out, ",\"longest\":{{{}}},\"checksums\":{{", longest.join(","));
        let sums: Vec<String> = sides
            .iter()
            .map(|(i, side)| {
                let [open, lost, ranks, other] = side.plain.checksums();
                format!(
                    "\"{}\":{{\"labels\":\"{open:016x}{lost:016x}\",\"ranks\":\"{ranks:016x}{other:016x}\"}}",
                    name[*i]
                )
            })
            .collect();
        let rests: Vec<String> = self
            .rests_on
            .iter()
            .map(|(roles, [open, lost])| format!("\"{roles}\":\"{open:016x}{lost:016x}\""))
            .collect();
        let _ = write!(out, "{}}},\"rests_on\":{{{}}}}}", sums.join(","), rests.join(","));
        out
    }
}
