//! What tables and geometry say when few men are left.

use reti_core::chess::Position;

use super::{Context, Draft};

pub(super) fn claims(_context: &Context<'_>, _position: &Position) -> Vec<Draft> {
    Vec::new()
}
