//! The engine as other programs meet it: evaluations by name, and its signature.
//!
//! The search itself is `reti_search::engine`, the evaluations are `reti_core::field::score`
//! *[Seed 004, sections 2.4 and 4]*; `uci` speaks for them.

/// The file of a network.
pub use reti_core::field::network::format as network_format;
pub use reti_core::field::score::Evaluation;
use reti_core::field::{
    network::{Network, format},
    score::{self, EVALUATIONS},
};
pub use reti_search::engine::Order;
use reti_search::engine::signature;

use crate::{Problem, field::read_kernels};

/// The evaluation that plays unless another is chosen.
pub static DEFAULT: &Evaluation = &score::NETWORK;

/// The depth to which a signature is searched unless another is chosen, in plies.
pub const SIGNATURE_DEPTH: u32 = signature::DEPTH;

/// The names of the evaluations, with a line about each.
pub fn evaluations() -> impl Iterator<Item = (&'static str, &'static str)> {
    EVALUATIONS.iter().map(|evaluation| (evaluation.name, evaluation.summary))
}

/// The evaluation with a name.
pub fn evaluation(name: &str) -> Option<&'static Evaluation> {
    score::evaluation(name)
}

/// The evaluation of a file that `reti learn` wrote: kernels, where a problem names the line, or a network. `name` is
/// what reports call it.
pub fn from_file(name: &str, bytes: &[u8]) -> Result<&'static Evaluation, Problem> {
    if bytes.starts_with(&format::MAGIC) {
        let network = Network::from_bytes(bytes).map_err(|error| Problem {
            subject: name.to_owned(),
            message: error.to_string(),
            text: String::new(),
            span: 0..0,
        })?;
        return Ok(Evaluation::from_network(name, network));
    }
    read_kernels(name, &String::from_utf8_lossy(bytes)).map(|kernels| Evaluation::from_kernels(name, kernels))
}

/// The signature with an evaluation, wherever it comes from.
pub fn signature_of(evaluation: &'static Evaluation, depth: u32, order: Order) -> u64 {
    signature::nodes_in_order(evaluation, depth, order)
}

/// The nodes of fixed positions to a fixed depth, a number that changes exactly when the engine's
/// behaviour does; `None` for an evaluation that does not exist.
pub fn signature(evaluation: &str, depth: u32, order: Order) -> Option<u64> {
    score::evaluation(evaluation).map(|evaluation| signature::nodes_in_order(evaluation, depth, order))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_have_names() {
        assert!(evaluations().any(|(name, _)| name == DEFAULT.name));
        assert_eq!(signature("oracle", 1, Order::default()), None);
        assert!(signature("seed", 2, Order::Gradient).is_some_and(|nodes| nodes > 0));
    }
}
