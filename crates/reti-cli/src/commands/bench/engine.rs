//! `reti bench engine`: the engine's signature and speed.

use std::time::Instant;

use clap::{Args, ValueEnum};
use reti::engine::{self, Order};

use crate::{arguments, failure::Failure, terminal};

/// The engine's nodes on fixed positions, the same every time, and how fast it visits them
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench engine --evaluation seed")]
pub struct Arguments {
    /// How positions are evaluated: network, learned, classical, seed, seed-territory, seed-scales, seed-attention,
    /// seed-flow, seed-literal, occluded or material, or a kernels file
    #[arg(long, value_name = "NAME|FILE", default_value = engine::DEFAULT.name)]
    evaluation: String,
    /// How deep to search, in plies
    #[arg(long, value_name = "N", default_value_t = engine::SIGNATURE_DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// How quiet moves are ordered
    #[arg(long, value_enum, default_value = "experience")]
    order: QuietOrder,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            evaluation: engine::DEFAULT.name.to_owned(),
            depth: engine::SIGNATURE_DEPTH,
            order: QuietOrder::Experience,
        }
    }
}

/// What decides among quiet moves.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum QuietOrder {
    /// By how well they did before
    Experience,
    /// By the slope of the seed's field
    Gradient,
    /// By both, added
    Both,
}

impl From<QuietOrder> for Order {
    fn from(order: QuietOrder) -> Order {
        match order {
            QuietOrder::Experience => Order::Experience,
            QuietOrder::Gradient => Order::Gradient,
            QuietOrder::Both => Order::Both,
        }
    }
}

impl Arguments {
    /// Searches and writes `<N> nodes <M> nps`.
    pub fn run(self) -> Result<(), Failure> {
        let evaluation = arguments::evaluation(&self.evaluation)?;
        let start = Instant::now();
        let nodes = engine::signature_of(evaluation, self.depth, self.order.into());
        let rate = nodes as f64 / start.elapsed().as_secs_f64().max(1e-6);
        terminal::write(None, format!("{nodes} nodes {rate:.0} nps\n").as_bytes())
    }
}
