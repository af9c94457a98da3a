//! What others say about a position, and whether it is so.
//!
//! A [`Statement`] is one thing that can be said: a kind of the [list](KINDS) with its fields. [`Said`]
//! puts it after some moves, or denies it. [`rule`] decides it: *true* with what shows it, *false* with a
//! counterexample, or *cannot tell* with what would be needed; where the board alone decides, the board
//! is asked and nobody else. [`read`] finds statements in English sentences and hands back what it did not
//! understand, because a sentence that was not understood was not checked.
//!
//! Our own sentences never come this way: the tests that read them back (`tests/faithful` of the crate
//! `reti`) have a reader of their own.

mod kinds;
pub mod read;
pub mod rule;
mod ruling;
mod slot;

pub use kinds::{KINDS, Statement};
pub use rule::Checker;
pub use ruling::{Note, NoteValue, Ruling, Verdict};
pub use slot::{Form, Lead, Man, MoveText, Prize, Rest, Rule, Sense, Shape, Slot, Standing, Term, Wing};

/// A kind of statement, as the list shows it.
pub struct Kind {
    /// Its name in documents; permanent.
    pub name: &'static str,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// How it is decided.
    pub decided: Decided,
    /// Its fields, in order.
    pub fields: &'static [(&'static str, Shape)],
    /// A position and fields of which it is true.
    pub holds: (&'static str, &'static str),
    /// A position and fields of which it is false.
    pub fails: (&'static str, &'static str),
}

/// Who decides a kind of statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The board and the rules, without playing anything out.
    Board,
    /// A proof, a table or a search; it may not be known.
    Play,
}

/// A statement as it was made: perhaps after some moves, perhaps denied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Moves that are played first, in SAN or UCI.
    pub after: Vec<String>,
    /// Whether the opposite is said.
    pub not: bool,
    /// What is said.
    pub what: Statement,
}

impl From<Statement> for Said {
    fn from(what: Statement) -> Said {
        Said { after: Vec::new(), not: false, what }
    }
}

impl Kind {
    /// The kind with a name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }
}

/// Fields that a document gives: names with values.
pub type Fields = Vec<(String, Term)>;

/// Reads a statement of a kind from its fields; the error says what is wrong with them.
pub fn from_fields(name: &str, mut fields: Fields) -> Result<Said, String> {
    let kind = Kind::named(name).ok_or_else(|| format!("there is no claim '{name}'"))?;
    let mut take = |wanted: &str| {
        let at = fields.iter().position(|(field, _)| field == wanted)?;
        Some(fields.remove(at).1)
    };
    let after = <Vec<String>>::read(take("after").as_ref()).map_err(|error| format!("after: {error}"))?;
    let not = <Option<bool>>::read(take("not").as_ref()).map_err(|error| format!("not: {error}"))?.unwrap_or(false);
    let what = Statement::read(kind.name, &mut take)?;
    match fields.first() {
        None => Ok(Said { after, not, what }),
        Some((field, _)) => {
            let known: Vec<&str> = kind.fields.iter().map(|(name, _)| *name).chain(["after", "not"]).collect();
            Err(format!("'{name}' has no field '{field}': it has {}", known.join(", ")))
        }
    }
}

/// The fields of a statement as it was made, those that say nothing left out.
pub fn to_fields(said: &Said) -> Vec<(&'static str, Term)> {
    let mut fields = said.what.fields();
    if !said.after.is_empty() {
        fields.push(("after", Term::List(said.after.clone())));
    }
    if said.not {
        fields.push(("not", Term::Flag(true)));
    }
    fields
}

/// Reads `piece=c3 to=e1`, as the examples of the list are written; lists are separated by commas.
pub fn from_text(name: &str, text: &str) -> Result<Said, String> {
    let mut fields = Fields::new();
    for part in text.split_whitespace() {
        let (field, value) = part.split_once('=').ok_or_else(|| format!("'{part}' is no field"))?;
        let value = value.replace('_', " ");
        let list = value.contains(',') || matches!(field, "targets" | "line" | "after");
        let term = match list {
            true => Term::List(value.split(',').map(str::to_owned).collect()),
            false => Term::Text(value),
        };
        fields.push((field.to_owned(), term));
    }
    from_fields(name, fields)
}

#[cfg(test)]
mod tests;
