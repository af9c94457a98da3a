//! Patterns as SQL over the tables of a corpus.
//!
//! The first motif that must be there gives the rows; every other motif is a semi-join or an anti-join, and the
//! tables of positions and games are joined only where a condition needs them. So a question about a motif reads
//! that motif's rows and nothing else.

use std::fmt::Write as _;

use reti_core::{
    chess::{Color, PieceType},
    motif::Kind,
};

use super::{Condition, MotifCondition, NumberField, Pattern, TagField};
use crate::{CorpusError, manifest::Manifest, table::Table};

impl Pattern {
    /// The query whose rows are the game and the ply of every position found, sorted.
    pub fn sql(&self, manifest: &Manifest, limit: Option<usize>) -> Result<String, CorpusError> {
        let motifs = || {
            self.conditions.iter().filter_map(|(condition, negated)| match condition {
                Condition::Motif(motif) => Some((motif, *negated)),
                _ => None,
            })
        };
        for (motif, _) in motifs() {
            needs(manifest, table_of(motif), motif.motif.name)?;
            if motif.proven && manifest.proof.is_empty() {
                let message = "'proven' needs a corpus that was imported with --prove".to_owned();
                return Err(CorpusError::Usage(message));
            }
        }
        let base = motifs().position(|(_, negated)| !negated);
        let on_positions = self.conditions.iter().find(|(condition, _)| is_about_positions(condition));
        let on_games = self.conditions.iter().any(|(condition, _)| is_about_games(condition));
        let mut sql = match base.and_then(|base| motifs().nth(base)) {
            Some((motif, _)) => format!("SELECT DISTINCT p.game, p.ply FROM ({}) p", rows(motif)),
            None => "SELECT p.game, p.ply FROM positions p".to_owned(),
        };
        if base.is_none() || on_positions.is_some() {
            needs(manifest, Table::Positions, "this pattern")?;
        }
        // Writing to a string cannot fail.
        for (index, (motif, negated)) in motifs().enumerate().filter(|(index, _)| Some(*index) != base) {
            let join = if negated { "LEFT ANTI JOIN" } else { "LEFT SEMI JOIN" };
            let _ =
                write!(sql, " {join} ({}) m{index} ON m{index}.game = p.game AND m{index}.ply = p.ply", rows(motif));
        }
        if base.is_some() && on_positions.is_some() {
            sql.push_str(" JOIN positions q ON q.game = p.game AND q.ply = p.ply");
        }
        if on_games {
            sql.push_str(" JOIN games g ON g.game = p.game");
        }
        let position = if base.is_some() { "q" } else { "p" };
        let mut separator = " WHERE ";
        for (condition, negated) in &self.conditions {
            if let Some(test) = test(condition, position) {
                let _ = write!(sql, "{separator}{}({test})", if *negated { "NOT " } else { "" });
                separator = " AND ";
            }
        }
        sql.push_str(" ORDER BY game, ply");
        if let Some(limit) = limit {
            let _ = write!(sql, " LIMIT {limit}");
        }
        Ok(sql)
    }
}

fn needs(manifest: &Manifest, table: Table, who: &str) -> Result<(), CorpusError> {
    if manifest.tables.iter().any(|name| name == table.name()) {
        return Ok(());
    }
    let name = table.name();
    Err(CorpusError::Usage(format!("'{who}' needs the table {name}: import with --tables ...,{name}")))
}

fn table_of(motif: &MotifCondition) -> Table {
    if motif.motif.kind == Kind::Observation { Table::Observations } else { Table::Tactics }
}

/// Whether a condition needs the table of positions.
fn is_about_positions(condition: &Condition) -> bool {
    match condition {
        Condition::Number(field, ..) => matches!(field, NumberField::Position(_)),
        Condition::Phase(_) | Condition::Material(_) | Condition::Stands(..) | Condition::Like(..) => true,
        Condition::Motif(_) | Condition::Turn(_) | Condition::Tag(..) => false,
    }
}

fn is_about_games(condition: &Condition) -> bool {
    matches!(condition, Condition::Tag(..) | Condition::Number(NumberField::Game(_), ..))
}

/// The rows of a motif with its cast.
fn rows(condition: &MotifCondition) -> String {
    let MotifCondition { motif, by, of, owner, proven } = condition;
    let mut sql = format!("SELECT game, ply, turn FROM {} WHERE motif = '{}'", table_of(condition).name(), motif.name);
    if let Some(owner) = owner {
        let _ = write!(sql, " AND owner = '{}'", owner.fold_wb("white", "black"));
    }
    if *proven {
        sql.push_str(" AND evidence = 'sound'");
    }
    let all = || cells(motif.roles.iter().map(|role| role.name()));
    if let Some(by) = by {
        let _ = write!(sql, " AND {}", plays(&all(), *by, 1, Some(true)));
    }
    let victims = if motif.victims.is_empty() { all() } else { cells(motif.victims.iter().map(|role| role.name())) };
    let mut told = Vec::new();
    for &wanted in of {
        if !told.contains(&wanted) {
            told.push(wanted);
            let count = of.iter().filter(|one| **one == wanted).count();
            let of_owner = if motif.kind == Kind::Observation { None } else { Some(false) };
            let _ = write!(sql, " AND {}", plays(&victims, wanted, count, of_owner));
        }
    }
    sql
}

/// The cells of roles as one text in which every piece has a space before it.
fn cells<'a>(roles: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = roles.map(|role| format!("' ' || coalesce(\"{role}\", '')")).collect();
    format!("({})", cells.join(" || "))
}

/// That a piece type occurs so often, among the owner's pieces, the other side's, or either.
fn plays(cells: &str, piece_type: PieceType, count: usize, of_owner: Option<bool>) -> String {
    let like = |color: Color| {
        let letter = color.fold_wb(piece_type.upper_char(), piece_type.char());
        format!("{cells} LIKE '%{}%'", vec![format!(" {letter}"); count].join("%"))
    };
    match of_owner {
        None => format!("({} OR {})", like(Color::White), like(Color::Black)),
        Some(own) => {
            let of = |owner: Color| {
                format!("owner = '{}' AND {}", owner.fold_wb("white", "black"), {
                    like(if own { owner } else { !owner })
                })
            };
            format!("({} OR {})", of(Color::White), of(Color::Black))
        }
    }
}

/// A condition on one row; none for motifs, which are joins.
fn test(condition: &Condition, position: &str) -> Option<String> {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    Some(match condition {
        Condition::Motif(_) => return None,
        Condition::Turn(turn) => format!("p.turn = '{}'", turn.fold_wb("white", "black")),
        Condition::Number(field, comparison, value) => {
            let column = match field {
                NumberField::Ply => "p.ply".to_owned(),
                NumberField::Position(name) => format!("{position}.\"{name}\""),
                NumberField::Game(name) => format!("g.\"{name}\""),
            };
            format!("{column} {} {value}", comparison.sign())
        }
        Condition::Phase(phase) => format!("{position}.phase = '{phase}'"),
        Condition::Material(material) => {
            let turned = material.split_once('v').map(|(white, black)| format!("{black}v{white}"));
            let turned = turned.unwrap_or_default();
            format!("{position}.material IN ('{material}', '{turned}')")
        }
        Condition::Stands(piece, square) => format!("stands({position}.fen, '{}{square}')", piece.char()),
        Condition::Like(other, least) => format!("similarity({position}.fen, '{}') >= {least}", other.fen()),
        Condition::Tag(TagField::Player, name) => {
            let name = quoted(&name.to_lowercase());
            format!("lower(g.\"White\") = {name} OR lower(g.\"Black\") = {name}")
        }
        Condition::Tag(TagField::Named(column), value) => {
            format!("lower(g.\"{column}\") LIKE {}", quoted(&format!("{}%", value.to_lowercase())))
        }
    })
}
