//! Rules of thumb in words: what a path through a decision tree demands, and what holds there.

use reti_core::chess::{Color, PieceType};
use reti_tables::rulebook::{
    Condition, Outcome,
    feature::{Ask, Who},
    text::Rule,
};

use super::{Filling, Phrase, Words, type_name};

/// Which colour the side that an endgame names first has on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naming(pub Color);

impl Naming {
    /// As the endgame is named: White first.
    pub const PLAIN: Naming = Naming(Color::White);

    fn side(self, side: Color) -> Color {
        if self.0.is_white() { side } else { !side }
    }

    /// Who wins on the board.
    pub fn winner(self, outcome: Outcome) -> Option<Color> {
        match outcome {
            Outcome::White => Some(self.0),
            Outcome::Draw => None,
            Outcome::Black => Some(!self.0),
        }
    }
}

impl Words {
    /// A rule as a sentence; `follows` says whether the position at hand has the same outcome, where that is
    /// known.
    pub fn rule(&self, rule: &Rule, naming: Naming, follows: Option<bool>) -> String {
        let verdict = match follows {
            Some(true) => self.fill("rules/no-exception", Filling::new()),
            Some(false) => self.fill("rules/an-exception", Filling::new()),
            None => String::new(),
        };
        let filling = Filling::new()
            .with("conditions", self.conditions(&rule.conditions, naming))
            .with("outcome", self.outcome(rule.outcome, naming))
            .with("right", self.count(rule.positions - rule.exceptions))
            .with("positions", self.count(rule.positions))
            .with("verdict", verdict);
        self.say("rules/rule", filling)
    }

    /// Who wins: `White wins`.
    pub fn outcome(&self, outcome: Outcome, naming: Naming) -> String {
        match naming.winner(outcome) {
            Some(side) => self.fill("rules/wins", Filling::new().with("side", self.side(side))),
            None => self.fill("rules/draws", Filling::new()),
        }
    }

    /// All conditions of a rule in a row.
    pub fn conditions(&self, conditions: &[Condition], naming: Naming) -> String {
        if conditions.is_empty() {
            return self.fill("rules/always", Filling::new());
        }
        self.list(&conditions.iter().map(|condition| self.condition(condition, naming)).collect::<Vec<_>>())
    }

    /// A large number: `165,676`.
    pub fn count(&self, number: u64) -> String {
        let digits = number.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
        groups.join(&self.fill("words/thousands", Filling::new()))
    }

    /// One condition.
    pub fn condition(&self, condition: &Condition, naming: Naming) -> String {
        let &Condition { feature, least, most } = condition;
        let man = |who: Option<Who>| who.map_or_else(Phrase::default, |who| self.man_of(who, naming));
        let side = match feature.ask {
            Ask::Turn => naming.side(if least == 1 { Color::White } else { Color::Black }),
            _ => feature.b.or(feature.a).map_or(naming.0, |who| naming.side(who.color)),
        };
        let filling = |filling: Filling| {
            filling.with("a", man(feature.a)).with("b", man(feature.b)).with("side", self.side(side))
        };
        let say = |template: &str, more: Filling| self.fill(&format!("rules/{template}"), filling(more));
        let same_side = feature.a.map(|who| who.color) == feature.b.map(|who| who.color);
        let not = if most == 0 { "-not" } else { "" };
        match feature.ask {
            Ask::Turn => say("turn", Filling::new()),
            Ask::Capture => say(&format!("capture-{least}-{most}"), Filling::new()),
            Ask::File if most == 0 => say("rooks-pawn", Filling::new()),
            Ask::File if least == 1 && most == 3 => say("rooks-pawn-not", Filling::new()),
            Ask::Ahead => self.ahead(condition, say),
            Ask::Attacks if same_side => say(&format!("protects{not}"), Filling::new()),
            ask if ask.is_yes_or_no() => say(&format!("{}{not}", ask.name()), Filling::new()),
            ask => say(ask.name(), Filling::new().with("range", self.range(least, most, ask.range()))),
        }
    }

    /// How far a man is ahead of a pawn or behind it.
    fn ahead(&self, condition: &Condition, say: impl Fn(&str, Filling) -> String) -> String {
        let &Condition { least, most, feature } = condition;
        let (lowest, highest) = feature.ask.range();
        let with = |least: i8, most: i8| Filling::new().with("least", least).with("most", most);
        match (least, most) {
            (0, 0) => say("abreast", Filling::new()),
            (1, _) if most == highest => say("ahead-any", Filling::new()),
            (_, -1) if least == lowest => say("behind-any", Filling::new()),
            (1.., _) => say("ahead", Filling::new().with("range", self.range(least, most, (1, highest)))),
            (_, ..=-1) => say("behind", Filling::new().with("range", self.range(-most, -least, (1, -lowest)))),
            (0, _) if most == highest => say("behind-not", Filling::new()),
            (_, 0) if least == lowest => say("ahead-not", Filling::new()),
            _ if least == lowest => say("ahead-most", with(0, most)),
            _ if most == highest => say("behind-most", with(0, -least)),
            _ => say("ahead-between", with(-least, most)),
        }
    }

    fn range(&self, least: i8, most: i8, (lowest, highest): (i8, i8)) -> String {
        let filling = Filling::new().with("least", least).with("most", most);
        let form = match (least, most) {
            _ if least == most => "exact",
            _ if least == lowest => "most",
            _ if most == highest => "least",
            _ => "between",
        };
        self.fill(&format!("rules/range-{form}"), filling)
    }

    fn man_of(&self, who: Who, naming: Naming) -> Phrase {
        let color = match naming.side(who.color) {
            Color::White => "words/adjective-white",
            Color::Black => "words/adjective-black",
        };
        let kind = who.kind.map_or("piece", |kind: PieceType| type_name(kind));
        let filling = Filling::new().with("color", self.fill(color, Filling::new()));
        self.phrase(&format!("words/man-{kind}"), &filling)
    }
}
