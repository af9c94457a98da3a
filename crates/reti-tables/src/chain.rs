//! Tables that are made in order, each from those before it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::generate::{GenerateError, generate};
use crate::material::Material;
use crate::table::{Metric, Table, Tables};

/// Finished tables in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    tables: BTreeMap<Material, Arc<Table>>,
}

impl Memory {
    /// No tables yet.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Makes the table of an endgame and all that it needs, where they are not there yet.
    pub fn make(&mut self, material: Material, metric: Metric) -> Result<Arc<Table>, GenerateError> {
        for material in material.closure() {
            if !self.tables.contains_key(&material) {
                let table = generate(material, metric, self)?;
                self.insert(table);
            }
        }
        self.tables.get(&material).cloned().ok_or(GenerateError::Missing { material, missing: material })
    }

    /// Adds a finished table.
    pub fn insert(&mut self, table: Table) {
        self.insert_shared(Arc::new(table));
    }

    /// Adds a finished table that others hold too.
    pub fn insert_shared(&mut self, table: Arc<Table>) {
        self.tables.insert(table.material(), table);
    }
}

impl Tables for Memory {
    fn table(&self, material: Material) -> Option<Arc<Table>> {
        self.tables.get(&material).cloned()
    }
}
