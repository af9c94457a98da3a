//! Names that a language may bend: `der Springer auf e4`, `den Springer auf e4`, `er`.
//!
//! English names a thing the same way wherever it stands; other languages do not. A file of words may give
//! a name further forms (`knight-acc` beside `knight`), and a template asks for one as for a field
//! (`{{ piece.acc }}`). A form that a language does not give is the plain name.

use std::{fmt, sync::Arc};

use minijinja::value::{Enumerator, Object, ObjectRepr, Value};

use super::{Filling, Words};

/// The forms that a name may have besides the plain one: accusative, dative, genitive, and the pronouns
/// that stand for it: it, its, which.
pub const FORMS: [&str; 6] = ["acc", "dat", "gen", "it", "its", "which"];

/// A name with the forms that differ from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    name: String,
    forms: Vec<(&'static str, String)>,
}

impl Phrase {
    /// The name in a form; the plain one if it has no such form.
    pub fn form(&self, form: &str) -> &str {
        self.forms.iter().find(|(known, _)| *known == form).map_or(&self.name, |(_, text)| text)
    }

    /// The form as a value, if there can be such a form.
    pub(super) fn field(&self, form: &str) -> Option<Value> {
        FORMS.contains(&form).then(|| Value::from(self.form(form)))
    }
}

impl From<String> for Phrase {
    fn from(name: String) -> Phrase {
        Phrase { name, forms: Vec::new() }
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Value {
        Value::from_object(phrase)
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Object for Phrase {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.field(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::NonEnumerable
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.name.is_empty()
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Words {
    /// A template with all forms that the language gives it.
    pub fn phrase(&self, template: &str, filling: &Filling) -> Phrase {
        let form = |form: &'static str| {
            let template = format!("{template}-{form}");
            self.has(&template).then(|| (form, self.fill(&template, filling.clone())))
        };
        Phrase { name: self.fill(template, filling.clone()), forms: FORMS.into_iter().filter_map(form).collect() }
    }

    /// Names in a row, in every form: `a, b and c`.
    pub fn list_of(&self, names: &[Phrase]) -> Phrase {
        self.joined("words/list", names)
    }

    /// Names to choose from, in every form: `a, b or c`.
    pub fn choice(&self, names: &[Phrase]) -> Phrase {
        self.joined("words/or", names)
    }

    fn joined(&self, template: &str, names: &[Phrase]) -> Phrase {
        let [first @ .., last] = names else { return Phrase::default() };
        if first.is_empty() {
            return last.clone();
        }
        let joined = |template: &str, form: &str| {
            let first: Vec<&str> = first.iter().map(|name| name.form(form)).collect();
            self.fill(template, Filling::new().with("first", first.join(", ")).with("last", last.form(form)))
        };
        let of_form = |form: &'static str| {
            let own = format!("{template}-{form}");
            let text = match (self.has(&own), names.iter().any(|name| !name.forms.is_empty())) {
                (true, _) => joined(&own, form),
                (false, true) => joined(template, form),
                (false, false) => return None,
            };
            Some((form, text))
        };
        Phrase { name: joined(template, ""), forms: FORMS.into_iter().filter_map(of_form).collect() }
    }
}
