//! Endgames as rules: decision trees with exceptions, told and measured.

use std::fmt::Write as _;
use std::path::Path;

use reti_lessons::words::rule::Naming;
use reti_lessons::words::{Filling, Words};
use reti_tables::chain::Memory;
use reti_tables::format;
use reti_tables::layout::Convention;
use reti_tables::rulebook::exceptions::{self, Exceptions};
use reti_tables::rulebook::text::{Primer, Rule};
use reti_tables::rulebook::{Counts, Rulebook, fit};
use reti_tables::table::Table;
use reti_tables::verify::{certified, cqd};

use crate::tables::{Folder, Material, TablesError, other};
use crate::wire::{self, SCHEMA};

pub use reti_tables::rulebook::fit::Growth;
pub use reti_tables::rulebook::text::{DEPTH, FILES, GROWTH};

/// What is asked about the rules of endgames.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// How many levels are told.
    pub depth: usize,
    /// One tree for all.
    pub shared: bool,
    /// How far trees are grown.
    pub growth: Growth,
    /// A folder of Syzygy files to compare with.
    pub syzygy: Option<&'a Path>,
}

impl Folder {
    /// The trees of endgames, their exceptions, and their first levels in words.
    pub fn rules(
        &self,
        wanted: &[Material],
        request: Request<'_>,
        words: &Words,
    ) -> Result<Vec<wire::TableRules>, TablesError> {
        if request.shared && wanted.iter().any(|material| material.class() != wanted[0].class()) {
            let message = "endgames that share a tree have as many pieces and pawns on each side as the first";
            return Err(other(message));
        }
        let mut tables = Memory::new();
        let mut found = Vec::new();
        for &material in wanted {
            for next in material.successors() {
                tables.insert_shared(self.table(next)?);
            }
            found.push(self.table(material)?);
        }
        let found: Vec<&Table> = found.iter().map(|table| &**table).collect();
        let shared = request.shared.then(|| fit::fit(&found, &tables, request.growth)).transpose().map_err(other)?;
        let names: Vec<String> = wanted.iter().filter(|_| request.shared).map(ToString::to_string).collect();
        found
            .into_iter()
            .map(|table| {
                let own = || fit::fit(&[table], &tables, request.growth).map_err(other);
                let rulebook = shared.clone().map_or_else(own, Ok)?;
                document(&rulebook, table, &tables, request, words, &names)
            })
            .collect()
    }

    /// The first levels of an endgame's tree, as the file that lessons bring along.
    pub fn primer(&self, material: Material) -> Result<String, TablesError> {
        let (table, tables) = (self.table(material)?, self.successors(material)?);
        let rulebook = fit::fit(&[&table], &tables, GROWTH).map_err(other)?;
        let counts = Counts::new(&rulebook, &table, &tables).map_err(other)?;
        Ok(Primer::new(material, &rulebook, &counts, DEPTH).write())
    }
}

fn document(
    rulebook: &Rulebook,
    table: &Table,
    tables: &Memory,
    request: Request<'_>,
    words: &Words,
    shared: &[String],
) -> Result<wire::TableRules, TablesError> {
    let material = table.material();
    let counts = Counts::new(rulebook, table, tables).map_err(other)?;
    let listed = exceptions::list(rulebook, table, tables).map_err(other)?;
    let again = exceptions::reproduce(rulebook, &listed, material, tables).map_err(other)?;
    let differences = again.map_or(u64::MAX, |again| exceptions::differences(table, &again));
    let alone = exceptions::reproduce(rulebook, &Exceptions::none(table.layout()), material, tables).map_err(other)?;
    let alone = alone.ok_or_else(|| other("the tree cannot be read"))?;
    let violations = cqd::verify(&alone, tables).map_err(other)?.all_violations(Convention::C462);
    let anchored = certified::certify(table, tables).map_err(other)?.anchored;
    let rules = rulebook.paths(request.depth).into_iter().map(|path| {
        let end = path.last().copied().unwrap_or(0);
        rule_document(&Rule::at(rulebook, &path, counts.at(end)), words)
    });
    let file = request.syzygy.map(|folder| folder.join(format!("{material}.rtbw")));
    Ok(wire::TableRules {
        schema: SCHEMA,
        kind: wire::Kind::new(),
        endgame: material.to_string(),
        shared: shared.to_vec(),
        positions: counts.at(0).iter().sum(),
        leaves: rulebook.leaves() as u64,
        depth: rulebook.depth() as u64,
        exceptions: counts.exceptions(rulebook),
        violations,
        differences,
        bytes: wire::TableRulesBytes {
            tree: rulebook.bytes().len() as u64,
            exceptions: listed.bytes() as u64,
            values: format::value_bytes(table, &anchored).map_err(other)?,
            syzygy: file.and_then(|file| file.metadata().ok()).map(|file| file.len()),
        },
        rules: rules.filter(|rule| rule.positions > 0).collect(),
    })
}

fn rule_document(rule: &Rule, words: &Words) -> wire::TableRule {
    let conditions = rule.conditions.iter().map(|condition| wire::TableCondition {
        question: condition.feature.to_string(),
        least: condition.least,
        most: condition.most,
    });
    wire::TableRule {
        conditions: conditions.collect(),
        winner: Naming::PLAIN.winner(rule.outcome).map(Into::into),
        positions: rule.positions,
        exceptions: rule.exceptions,
        text: words.conditions(&rule.conditions, Naming::PLAIN),
    }
}

/// The rules of an endgame for people.
pub fn text(rules: &wire::TableRules, depth: usize, words: &Words) -> String {
    let mut out = String::new();
    let percent = |part: u64, whole: u64| format!("{:.2}", 100.0 * part as f64 / whole.max(1) as f64);
    let filling = Filling::new()
        .with("endgame", rules.endgame.clone())
        .with("leaves", words.count(rules.leaves))
        .with("depth", rules.depth)
        .with("exceptions", words.count(rules.exceptions))
        .with("positions", words.count(rules.positions))
        .with("percent", percent(rules.exceptions, rules.positions));
    let mut say = |indent: &str, template: &str, filling: Filling| {
        let text = words.say(&format!("rules/{template}"), filling);
        let _ = writeln!(out, "{}", crate::words::wrapped(&text, indent, &format!("{indent}  ")));
    };
    say("", "tree", filling);
    if !rules.shared.is_empty() {
        say("  ", "shared", Filling::new().with("endgames", words.list(&rules.shared)));
    }
    match rules.differences {
        0 => say("  ", "reproduced", Filling::new()),
        differences => say("  ", "not-reproduced", Filling::new().with("differences", words.count(differences))),
    }
    say("  ", "violations", Filling::new().with("violations", words.count(rules.violations)));
    let bytes = rules.bytes;
    let filling = Filling::new()
        .with("tree", words.count(bytes.tree))
        .with("exceptions", words.count(bytes.exceptions))
        .with("values", words.count(bytes.values))
        .with("syzygy", bytes.syzygy.map_or(String::new(), |bytes| words.count(bytes)));
    say("  ", "bytes", filling);
    say("  ", "rules", Filling::new().with("depth", depth));
    for rule in &rules.rules {
        let outcome = match rule.winner {
            Some(side) => {
                let side = words.fill(&format!("words/{side}"), Filling::new());
                words.fill("rules/wins", Filling::new().with("side", side))
            }
            None => words.fill("rules/draws", Filling::new()),
        };
        let right = rule.positions - rule.exceptions;
        let filling = Filling::new()
            .with("outcome", outcome)
            .with("right", words.count(right))
            .with("positions", words.count(rule.positions))
            .with("percent", percent(right, rule.positions))
            .with("conditions", rule.text.clone());
        say("  ", "line", filling);
    }
    out
}
