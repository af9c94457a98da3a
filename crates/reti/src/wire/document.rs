//! What all documents share: a version, a kind, and a place in a list.
//!
//! A document says `"schema": "reti/2"` and `"kind": "exchange"` before anything else. Both are types
//! here, not text: a document cannot be made with the wrong kind, and one of another kind or version is
//! not read. The lists ([`super::DOCUMENTS`] and the laboratory's) hold for each kind what it is about, a
//! command that makes an example, its JSON Schema and its reader; `reti schema`, `docs/schema`,
//! `docs/json.md` and the tests walk them.

use std::{borrow::Cow, fmt, marker::PhantomData};

use schemars::{JsonSchema, Schema as JsonSchemaText, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};

/// A type whose values are whole documents.
pub trait Document: Serialize + DeserializeOwned + JsonSchema {
    /// What documents of this type carry as `"kind"`.
    const KIND: &'static str;
}

/// The version of the schema, as documents carry it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Schema;

impl Schema {
    /// The version.
    pub const TEXT: &'static str = "reti/2";

    /// The version.
    pub const fn as_str(self) -> &'static str {
        Schema::TEXT
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Schema::TEXT)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Schema, D::Error> {
        expect_text(deserializer, Schema::TEXT, "schema").map(|()| Schema)
    }
}

impl JsonSchema for Schema {
    fn schema_name() -> Cow<'static, str> {
        "Schema".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> JsonSchemaText {
        json_schema!({ "type": "string", "const": Schema::TEXT })
    }
}

/// The kind of a document of type `D`: always [`Document::KIND`].
pub struct Kind<D>(PhantomData<fn() -> D>);

impl<D> Kind<D> {
    /// The kind.
    pub const fn new() -> Kind<D> {
        Kind(PhantomData)
    }
}

impl<D> Default for Kind<D> {
    fn default() -> Kind<D> {
        Kind::new()
    }
}

impl<D> Clone for Kind<D> {
    fn clone(&self) -> Kind<D> {
        *self
    }
}

impl<D> Copy for Kind<D> {}

impl<D> PartialEq for Kind<D> {
    fn eq(&self, _: &Kind<D>) -> bool {
        true
    }
}

impl<D> Eq for Kind<D> {}

impl<D: Document> Kind<D> {
    /// The kind as text.
    pub const fn as_str(self) -> &'static str {
        D::KIND
    }
}

impl<D: Document> fmt::Debug for Kind<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(D::KIND)
    }
}

impl<D: Document> Serialize for Kind<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(D::KIND)
    }
}

impl<'de, D: Document> Deserialize<'de> for Kind<D> {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Kind<D>, R::Error> {
        expect_text(deserializer, D::KIND, "kind").map(|()| Kind::new())
    }
}

impl<D: Document> JsonSchema for Kind<D> {
    fn schema_name() -> Cow<'static, str> {
        format!("Kind_{}", D::KIND).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> JsonSchemaText {
        json_schema!({ "type": "string", "const": D::KIND })
    }
}

fn expect_text<'de, D: Deserializer<'de>>(deserializer: D, wanted: &str, what: &str) -> Result<(), D::Error> {
    let found = Cow::<'de, str>::deserialize(deserializer)?;
    if found == wanted {
        return Ok(());
    }
    Err(serde::de::Error::custom(format!("the {what} is '{found}', not '{wanted}'")))
}

/// A kind of document in a list.
#[derive(Clone, Copy, Debug)]
pub struct DocumentType {
    /// What its documents carry as `"kind"`.
    pub kind: &'static str,
    /// What it is about, as Markdown.
    pub about: &'static str,
    /// Arguments of `reti` that make an example, as in a shell; several commands are separated by ` && `
    /// and the last one writes the document.
    pub example: &'static str,
    schema: fn() -> String,
    rewrite: fn(&str) -> Result<String, serde_json::Error>,
}

impl DocumentType {
    /// The entry of a type; the macro `documents` calls it.
    pub const fn new<D: Document>(about: &'static str, example: &'static str) -> DocumentType {
        DocumentType {
            kind: D::KIND,
            about,
            example,
            schema: || super::to_json(&schemars::schema_for!(D)),
            rewrite: |text| serde_json::from_str::<D>(text).map(|document| super::to_json(&document)),
        }
    }

    /// The JSON Schema (draft 2020-12) of its documents, indented.
    pub fn schema(&self) -> String {
        (self.schema)()
    }

    /// Reads a document and writes it again, indented: the same text if nothing was lost.
    pub fn rewrite(&self, text: &str) -> Result<String, serde_json::Error> {
        (self.rewrite)(text)
    }
}

/// The JSON Schema (draft 2020-12) of a type that is no document of its own.
pub fn schema_of<T: JsonSchema>() -> serde_json::Value {
    schemars::schema_for!(T).to_value()
}

/// Lists documents: kind, type, what it is about, and a command that makes one.
#[macro_export]
macro_rules! documents {
    ($($kind:literal: $name:ident, $about:literal, $example:literal;)+) => {
        $(impl $crate::wire::Document for $name {
            const KIND: &'static str = $kind;
        })+

        /// All kinds of documents of this module, in the order of the documentation.
        pub static DOCUMENTS: &[$crate::wire::DocumentType] =
            &[$($crate::wire::DocumentType::new::<$name>($about, $example),)+];
    };
}
