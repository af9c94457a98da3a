//! Verifying files: both sections, their agreement, and everything that a table rests on.
//!
//! A table is as good as the tables that captures and promotions lead to. So an audit goes down to
//! bare kings first, checks that the tables it finds there are those that the certificate names,
//! and only then asks the certified verifier. What cannot be verified, because something below is
//! missing or damaged, is called so. An audit reads and never writes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Violation;
use super::certified::{self, Report};
use crate::checksum::{Digest, Rest};
use crate::embedded;
use crate::format::{FileError, Section, TableFile};
use crate::material::Material;
use crate::store::Store;
use crate::table::{Table, Tables};

/// What is known about a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Proven right, down to bare kings.
    Certified,
    /// Wrong, or not what it says it is.
    Damaged,
    /// Nothing wrong was found, but something that the proof needs was not there or is damaged.
    Unverified,
}

/// What an audit found out about one table.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The endgame.
    pub material: Material,
    /// Whether the table is the embedded one, not a file of the folder.
    pub embedded: bool,
    /// The whole.
    pub verdict: Verdict,
    /// The section of codes, by the certified verifier.
    pub codes: Verdict,
    /// The section of values, and that it agrees with the codes.
    pub values: Verdict,
    /// Which table it is, if it could be opened.
    pub digest: Option<Digest>,
    /// The tables that the certificate names, and what is known about them.
    pub rests_on: Vec<(Rest, Verdict)>,
    /// Positions checked.
    pub positions: u64,
    /// Positions whose code or value is wrong.
    pub violations: u64,
    /// The first of them, by code, each with the table's position if it is one.
    pub first: Vec<(Violation, Option<String>)>,
    /// What is wrong, in words.
    pub problem: Option<String>,
}

impl Audit {
    fn new(material: Material, embedded: bool) -> Audit {
        let verdict = Verdict::Unverified;
        Audit {
            material,
            embedded,
            verdict,
            codes: verdict,
            values: verdict,
            digest: None,
            rests_on: Vec::new(),
            positions: 0,
            violations: 0,
            first: Vec::new(),
            problem: None,
        }
    }

    fn damaged(mut self, problem: &impl ToString) -> Audit {
        self.verdict = Verdict::Damaged;
        self.problem.get_or_insert_with(|| problem.to_string());
        self
    }

    /// Takes over what the certified verifier says.
    fn certify(&mut self, table: &Table, report: &Report) {
        self.positions = report.checked;
        self.violations = report.violations;
        let fen = |v: &Violation| table.position(v.turn, v.index).map(|position| position.fen());
        self.first = report.first.iter().map(|violation| (violation.clone(), fen(violation))).collect();
        self.codes = if report.is_certified() { Verdict::Certified } else { Verdict::Damaged };
    }
}

/// Audits the tables of a folder; each is looked at once.
pub struct Auditor<'a> {
    store: Option<&'a Store>,
    /// By endgame and whether the embedded table was looked at.
    done: BTreeMap<(Material, bool), Audit>,
}

/// The tables of a folder, and the embedded ones where it has none.
struct Both<'a>(Option<&'a Store>);

impl Tables for Both<'_> {
    fn table(&self, material: Material) -> Option<Arc<Table>> {
        match self.0.filter(|store| store.has(material)) {
            Some(store) => store.load(material).ok(),
            None => embedded::shared().table(material).ok().flatten(),
        }
    }
}

impl<'a> Auditor<'a> {
    /// An auditor of a folder, or of the embedded tables alone.
    pub fn new(store: Option<&'a Store>) -> Auditor<'a> {
        Auditor { store, done: BTreeMap::new() }
    }

    /// Audits the table of an endgame: the folder's, or the embedded one where it has none.
    pub fn audit(&mut self, material: Material) -> Audit {
        let folder = self.store.filter(|store| store.has(material));
        self.audit_in(folder, material)
    }

    /// Audits the table of an endgame in a folder, or the embedded one.
    fn audit_in(&mut self, folder: Option<&Store>, material: Material) -> Audit {
        let key = (material, folder.is_none());
        if let Some(audit) = self.done.get(&key) {
            return audit.clone();
        }
        let audit = match folder {
            Some(store) => self.audit_file(store, material),
            None => self.audit_embedded(material),
        };
        self.done.insert(key, audit.clone());
        audit
    }

    fn audit_file(&mut self, store: &Store, material: Material) -> Audit {
        let audit = Audit::new(material, false);
        let file = match store.file(material) {
            Ok(file) => file,
            Err(error) => return audit.damaged(&error),
        };
        let mut audit = self.check_rests(audit, file.digest(), file.rests_on());
        let checks = [Section::Codes, Section::Values].map(|section| file.check_section(section).err());
        if checks.iter().any(Option::is_some) {
            let verdict = |error: &Option<FileError>| match error {
                Some(_) => Verdict::Damaged,
                None => Verdict::Unverified,
            };
            (audit.codes, audit.values) = (verdict(&checks[0]), verdict(&checks[1]));
            return checks.iter().flatten().fold(audit, Audit::damaged);
        }
        let table = match file.load() {
            Ok(table) => Arc::new(table),
            Err(error) => return audit.damaged(&error),
        };
        store.keep(&table);
        if audit.rests_on.iter().any(|&(_, verdict)| verdict != Verdict::Certified) {
            return audit;
        }
        let report = match certified::certify(&table, &Both(self.store)) {
            Ok(report) => report,
            Err(error) => return audit.damaged(&error),
        };
        audit.certify(&table, &report);
        audit.check_values(&file, &table, &report)
    }

    /// What the tables below are worth, and whether they are those that the certificate names.
    fn check_rests(&mut self, mut audit: Audit, digest: Digest, rests_on: &[Rest]) -> Audit {
        audit.digest = Some(digest);
        for rest in rests_on {
            // Embedded tables stand on embedded tables alone, whatever a folder has.
            let below = if audit.embedded { self.audit_in(None, rest.material) } else { self.audit(rest.material) };
            audit.rests_on.push((*rest, below.verdict));
            if below.verdict == Verdict::Certified && below.digest != Some(rest.digest) {
                audit = audit.damaged(&format!("made from another table of {} than the one here", rest.material));
            } else if below.verdict != Verdict::Certified && audit.problem.is_none() {
                audit.problem = Some(format!("not verified, because {} below it is not", rest.material));
            }
        }
        audit
    }

    fn audit_embedded(&mut self, material: Material) -> Audit {
        let audit = Audit::new(material, true);
        let tables = embedded::shared();
        let table = match tables.table(material) {
            Ok(Some(table)) => table,
            Ok(None) => return Audit { problem: Some("there is no such table here".to_owned()), ..audit },
            Err(error) => return audit.damaged(&error),
        };
        let rest = |material| tables.digest(material).map(|digest| Rest { material, digest });
        let rests_on: Vec<Rest> = material.successors().into_iter().filter_map(rest).collect();
        let digest = Digest::of_table(&table);
        let mut audit = self.check_rests(audit, digest, &rests_on);
        match certified::certify(&table, tables) {
            Ok(report) => audit.certify(&table, &report),
            Err(error) => return audit.damaged(&error),
        }
        // There is one section, from which both are read.
        audit.values = audit.codes;
        audit.conclude()
    }
}

impl Audit {
    fn check_values(mut self, file: &TableFile, table: &Table, report: &Report) -> Audit {
        match file.wrong_values(table, &report.anchored) {
            Ok(0) => self.values = Verdict::Certified,
            Ok(wrong) => {
                self.values = Verdict::Damaged;
                self.violations += wrong;
                return self.damaged(&format!("{wrong} values do not agree with the codes"));
            }
            Err(error) => return self.damaged(&error),
        }
        self.conclude()
    }

    /// The verdict on the whole from those on the parts.
    fn conclude(mut self) -> Audit {
        if self.codes == Verdict::Damaged {
            let wrong = self.violations;
            return self.damaged(&format!("{wrong} positions are wrong"));
        }
        let all = self.rests_on.iter().all(|&(_, verdict)| verdict == Verdict::Certified);
        if self.verdict != Verdict::Damaged && all {
            self.verdict = Verdict::Certified;
        }
        self
    }
}
