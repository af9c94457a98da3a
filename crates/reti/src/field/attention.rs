//! Which kinds of pieces have most influence, and what a position is worth if they count most.

use std::fmt::Write as _;

use reti_core::{
    chess::{Color, PieceType},
    field::{Field, Influence, channel, score},
};

use super::{short, text::PIECES};
use crate::{Problem, wire};

/// The temperature of attention unless another is asked for.
pub use reti_core::field::score::TEMPERATURE;

const LEAST: f64 = 0.1;
const MOST: f64 = 1e6;

/// Reads a temperature.
pub fn read_temperature(text: &str) -> Result<f64, Problem> {
    match text.trim().parse::<f64>() {
        Ok(temperature) if (LEAST..=MOST).contains(&temperature) => Ok(temperature),
        _ => Err(Problem {
            subject: "bad temperature".to_owned(),
            message: format!("'{text}' is not a number from {LEAST} to {MOST}"),
            text: text.to_owned(),
            span: 0..text.len(),
        }),
    }
}

/// The influence of every kind of piece times twelve times its share, so that even shares change nothing.
pub(super) fn weighed(influence: &Influence, temperature: f64) -> Influence {
    let shares = score::shares(influence, temperature);
    let weigh = |(field, share): (&Field, f64)| field.map(|_, _, value| 12.0 * share * value);
    let mut fields = influence.fields.clone();
    for (weighed, of) in fields.iter_mut().zip(influence.fields.iter().zip(shares)) {
        *weighed = weigh(of);
    }
    Influence { fields }
}

/// Shares and score, as data.
pub(super) fn data(influence: &Influence, temperature: f64) -> wire::Attention {
    let shares = score::shares(influence, temperature);
    let of = |color| PieceType::ALL.map(|role| shares[channel(reti_core::chess::Piece { color, role })]);
    wire::Attention {
        temperature,
        shares: wire::SideNorms { white: of(Color::White), black: of(Color::Black) },
        score: score::attention(influence, temperature),
    }
}

/// The norms of both sides with each kind's share of attention.
pub(super) fn text(out: &mut String, norms: &wire::SideNorms, attention: &wire::Attention) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n{:<12}{:>9}{:>9}{:>12}{:>9}", "L1 norm", "White", "Black", "share White", "Black");
    for (index, name) in PIECES.iter().enumerate() {
        let [white, black] = [norms.white[index], norms.black[index]].map(short);
        let [one, other] = [attention.shares.white[index], attention.shares.black[index]].map(percent);
        let _ = writeln!(out, "  {name:<10}{white:>9}{black:>9}{one:>12}{other:>9}");
    }
    let _ = writeln!(
        out,
        "\nBy attention at temperature {}, the seed's formula gives White {:+.2}.",
        attention.temperature, attention.score
    );
}

/// The lines of a legend: the kinds that have a share at all.
pub(super) fn legend(attention: &wire::Attention) -> Vec<(String, Color)> {
    let sides = [(Color::White, attention.shares.white), (Color::Black, attention.shares.black)];
    let lines = sides.into_iter().flat_map(|(color, shares)| {
        let named = PIECES.into_iter().zip(shares).filter(|(_, share)| *share >= 0.0005);
        named.map(move |(name, share)| (format!("{name} {}", percent(share)), color))
    });
    lines.collect()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reti_core::field::SEED;

    #[test]
    fn shares_are_a_whole_and_even_ones_change_nothing() {
        let position = crate::read_position("4k3/8/8/8/8/8/8/Q3K2N w - - 0 1").unwrap();
        let influence = Influence::new(position.board(), &SEED);
        let found = data(&influence, 20.0);
        let whole: f64 = found.shares.white.iter().chain(&found.shares.black).sum();
        assert!((whole - 1.0).abs() < 1e-12);
        // The queen's norm is 37.5, its king's 27, and no piece's is nought.
        assert!(found.shares.white[4] > found.shares.white[5] && found.shares.white[5] > found.shares.white[0]);
        let hot = weighed(&influence, 1e6).balance().minus(&influence.balance());
        assert!(hot.norm() < 0.01, "{}", hot.norm());
    }

    #[test]
    fn temperatures_are_numbers_above_nought() {
        assert!(["80", "0.5", " 1000 "].into_iter().all(|text| read_temperature(text).is_ok()));
        for text in ["", "0", "-3", "nan", "inf", "warm"] {
            assert!(read_temperature(text).is_err_and(|problem| problem.message.contains(&format!("'{text}'"))));
        }
    }
}
