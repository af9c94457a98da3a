//! The tactics of a position for readers and for other programs.
//!
//! The set T(P), its order, what a move changes, how tactics interact and what is their core come
//! from `reti_core::tactic` (seed 000, sections 3-5); here they become wire data, text and pictures.

mod picture;
mod proven;
mod text;

use reti_core::{
    chess::{Bitboard, Move, Position},
    motif::{Kind, Property},
    relation::Relations,
    tactic::{self, Tactic, core},
};

use crate::{exchange::defense_note, wire};

pub(crate) use picture::color_of_meaning;
pub use picture::svg;
pub use proven::{Proven, prove, prove_until};
pub use reti_search::soundness::Effort;
pub use text::{change_text, text};

/// What to tell besides the tactics themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The core, and a part of the board that still shows every tactic.
    pub core: bool,
    /// How tactics interact.
    pub interactions: bool,
    /// Observations, which do not count.
    pub observations: bool,
}

/// All tactics of a position.
pub fn tactics(position: &Position, wanted: Wanted) -> wire::Tactics {
    let relations = Relations::new(position);
    Found::among(&relations, wanted).document_of(&relations)
}

/// The tactics of a position before they are a document: finding them takes a fraction of the time that writing
/// all their names, squares and values takes, and who counts motifs over many positions reads only a few.
#[derive(Clone, Debug)]
pub struct Found {
    position: Position,
    tactics: Vec<Tactic>,
    /// Where it is wanted: it takes a while, so it does not wait for the document.
    stable_core: Option<Bitboard>,
    wanted: Wanted,
}

impl Found {
    /// Finds the tactics of a position.
    pub fn new(position: &Position, wanted: Wanted) -> Found {
        Found::among(&Relations::new(position), wanted)
    }

    fn among(relations: &Relations, wanted: Wanted) -> Found {
        let position = relations.position().clone();
        let stable_core = wanted.core.then(|| core::stable_core(&position));
        Found { tactics: tactic::tactics(relations), stable_core, position, wanted }
    }

    /// How many tactics there are.
    pub fn order(&self) -> usize {
        self.tactics.len()
    }

    /// The motifs, in the order of the document.
    pub fn motifs(&self) -> impl Iterator<Item = &'static str> {
        self.tactics.iter().map(|tactic| tactic.motif.name)
    }

    /// Everything about them, the same as [`tactics`] tells.
    pub fn document(&self) -> wire::Tactics {
        self.document_of(&Relations::new(&self.position))
    }

    fn document_of(&self, relations: &Relations) -> wire::Tactics {
        let found = &self.tactics;
        let order = tactic::order(found);
        let roles = found.iter().fold(Bitboard::EMPTY, |all, tactic| all | tactic.cast.squares());
        let support = core::core(relations, found).squares;
        let told = |tactics: &[Tactic]| tactics.iter().map(|tactic| wire_tactic(relations, tactic)).collect();
        wire::Tactics {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            fen: self.position.fen(),
            turn: self.position.turn().into(),
            order: order.total,
            order_white: order.white,
            order_black: order.black,
            order_reduced: order.reduced,
            tactics: told(found),
            components: tactic::components(found),
            interactions: tactic::interactions(found),
            core: names(roles),
            core_context: names(support & !roles),
            stable_core: self.stable_core.map(names),
            observations: self.wanted.observations.then(|| told(&tactic::observations(relations))),
        }
    }
}

/// What a legal move does to the tactics.
pub fn change(position: &Position, m: Move) -> wire::TacticChange {
    let (before, after) = (Relations::new(position), Relations::new(&position.play(m)));
    let (old, new) = (tactic::tactics(&before), tactic::tactics(&after));
    let change = tactic::change((&before, &old), (&after, &new));
    wire::TacticChange {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        played: position.uci(m),
        san: position.san(m),
        order_before: old.len(),
        order_after: new.len(),
        created: change.created.iter().map(|&index| wire_tactic(&after, &new[index])).collect(),
        resolved: change.resolved.iter().map(|&index| wire_tactic(&before, &old[index])).collect(),
    }
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

pub(crate) fn wire_tactic(relations: &Relations, tactic: &Tactic) -> wire::Tactic {
    let Tactic { motif, cast } = tactic;
    let roles = motif.roles.iter().map(|&role| {
        let squares: Vec<String> = cast.all(role).map(|square| square.to_string()).collect();
        (role.name().to_owned(), squares)
    });
    wire::Tactic {
        motif: motif.name.to_owned(),
        family: motif.family.to_owned(),
        class: motif.kind.into(),
        owner: cast.owner.into(),
        roles: wire::Roles(roles.filter(|(_, squares)| !squares.is_empty()).collect()),
        context: names(cast.context),
        value: (motif.kind != Kind::Observation).then(|| wire_value(relations, tactic)),
        soundness: None,
        properties: wire_properties(relations, &cast.properties),
        edges: (motif.pattern)(relations, cast)
            .into_iter()
            .map(|(source, relation, target)| {
                let relation = wire::Relation::named(relation).expect("patterns use the names of relations");
                (source.to_string(), relation, target.to_string())
            })
            .collect(),
    }
}

fn wire_value(relations: &Relations, tactic: &Tactic) -> wire::TacticValue {
    let value = tactic.value(relations);
    wire::TacticValue {
        gain: value.material_delta,
        sound: value.is_sound,
        source: value.source.into(),
        notes: value.notes.iter().filter_map(|note| defense_note(relations.board(), *note)).collect(),
    }
}

fn wire_properties(relations: &Relations, properties: &[Property]) -> wire::TacticProperties {
    let mut told = wire::TacticProperties::default();
    for property in properties {
        match property {
            Property::Value(value) => told.worst_reply = Some(*value),
            Property::See(value) => told.see = Some(*value),
            Property::EnPriseNow(now) => told.en_prise_now = Some(*now),
            Property::Check(check) => told.check = Some(*check),
            Property::Moves(moves) => {
                told.moves = Some(moves.iter().map(|&m| relations.position().uci(m)).collect());
            }
            Property::Names(names) => told.names = Some(names.iter().map(|motif| motif.name.to_owned()).collect()),
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_published_shape() {
        let position = Position::from_fen("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        let found = serde_json::to_value(tactics(&position, Wanted::default())).unwrap();
        assert_eq!(found["order"], 2);
        assert_eq!(found["order_white"], 2);
        assert_eq!(found["order_reduced"], 1);
        assert_eq!(found["tactics"][0]["motif"], "fork");
        assert_eq!(found["tactics"][0]["owner"], "white");
        assert_eq!(found["tactics"][0]["roles"]["target"], serde_json::json!(["a8", "e8"]));
        assert_eq!(found["tactics"][0]["value"]["gain"], 500);
        assert_eq!(found["components"], serde_json::json!([[0, 1]]));
        assert_eq!(found["core"], serde_json::json!(["c7", "a8", "e8"]));
    }

    #[test]
    fn what_was_found_tells_the_same_later() {
        for fen in ["r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/1b1P4/2N5/8/4K3 w - - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            for wanted in [Wanted::default(), Wanted { core: true, interactions: true, observations: true }] {
                let (found, told) = (Found::new(&position, wanted), tactics(&position, wanted));
                assert_eq!(wire::to_json(&found.document()), wire::to_json(&told), "{fen}");
                assert_eq!(found.order(), told.order, "{fen}");
                let motifs: Vec<&str> = told.tactics.iter().map(|tactic| tactic.motif.as_str()).collect();
                assert_eq!(found.motifs().collect::<Vec<_>>(), motifs, "{fen}");
            }
        }
    }

    #[test]
    fn a_move_creates_and_resolves() {
        let position = Position::from_fen("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1").unwrap();
        let fork = position.parse_move("Nc7+").unwrap();
        let change = change(&position, fork);
        let motifs: Vec<&str> = change.created.iter().map(|tactic| tactic.motif.as_str()).collect();
        assert_eq!(motifs, ["fork", "hanging-piece"]);
        assert!(change.resolved.is_empty());
    }
}
