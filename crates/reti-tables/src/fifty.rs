//! What is known about the fifty-move rule where tables ignore it.
//!
//! A rank that counts moves to the next capture, pawn move or mate is a *DTZ-like* rank: it tells *d*, the plies
//! to that move, up to one (a win of rank *r* takes 2*r* - 1 or 2*r*, a loss 2*r* or 2*r* + 1; the longer one where
//! the loser's own forced capture ends it). If the clock runs out before, the rule draws, whatever comes later.
//! If not, the win counts as long as the endgames that such moves lead to have no wins of that kind. Moves to
//! mate say less: a mate in time is in time, and of up to four men no win takes fifty moves.

use reti_core::value::Value;

use crate::material::Material;
use crate::table::{Code, Metric};

/// Endgames of up to five men in which the rule changes values, as their certificates count them: cursed wins
/// and blessed losses. None has less than five men.
pub const CHANGED: [&str; 20] = [
    "KQRvKQ", "KRBvKR", "KBBvKQ", "KBBvKN", "KBNvKN", "KNNvKQ", "KQRvKP", "KQPvKQ", "KRPvKQ", "KRPvKB", "KBBvKP",
    "KBNvKP", "KBPvKN", "KNNvKP", "KNPvKQ", "KNPvKN", "KQPvKP", "KRPvKP", "KPPvKQ", "KPPvKP",
];

/// Whether a decided position stays decided when fifty moves without capture or pawn move are a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fifty {
    /// The value counts.
    Holds,
    /// A cursed win or a blessed loss: the rule draws.
    Draws,
    /// What these tables say does not settle it.
    Unknown,
}

/// Half-moves after which the rule draws.
const LIMIT: u32 = 100;

/// What a code and the clock of a position (half-moves since the last capture or pawn move) say; none for draws.
pub fn verdict(material: Material, code: Code, metric: Metric, clock: u32) -> Option<Fifty> {
    let value = code.value().filter(|&value| value != Value::Draw)?;
    let rank = u32::from(code.rank()?);
    let least = if value == Value::Win { 2 * rank - 1 } else { 2 * rank };
    let changed = |one: &Material| CHANGED.contains(&one.to_string().as_str());
    Some(match metric {
        Metric::Mate if clock + least <= LIMIT || (clock == 0 && material.men() <= 4) => Fifty::Holds,
        Metric::Conversion if clock + least > LIMIT => Fifty::Draws,
        Metric::Conversion if clock == 0 && !changed(&material) => Fifty::Holds,
        Metric::Conversion if clock + least < LIMIT && !material.successors().iter().any(changed) => {
            // Pawn moves stay in the endgame, so its own long wins may still come.
            if material.pawns() > 0 && changed(&material) { Fifty::Unknown } else { Fifty::Holds }
        }
        Metric::Mate | Metric::Conversion | Metric::Labels => Fifty::Unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_decides() {
        let say = |name: &str, code, metric, clock| verdict(name.parse().unwrap(), code, metric, clock);
        let conversion = Metric::Conversion;
        assert_eq!(say("KQRvKQ", Code::win(51), conversion, 0), Some(Fifty::Draws));
        assert_eq!(say("KQRvKQ", Code::loss(51), conversion, 0), Some(Fifty::Draws));
        assert_eq!(say("KQRvKQ", Code::win(49), conversion, 0), Some(Fifty::Holds));
        // A win of fifty may take 99 plies or 100, and the rule starts at 100.
        assert_eq!(say("KQRvKQ", Code::win(50), conversion, 1), Some(Fifty::Unknown));
        assert_eq!(say("KQRvKR", Code::win(10), conversion, 0), Some(Fifty::Holds));
        assert_eq!(say("KQRvKR", Code::win(10), conversion, 90), Some(Fifty::Draws));
        // Promotion leads to KQRvKQ, which has long wins.
        assert_eq!(say("KQRvKP", Code::win(1), conversion, 0), Some(Fifty::Unknown));
        assert_eq!(say("KRvK", Code::win(16), Metric::Mate, 0), Some(Fifty::Holds));
        assert_eq!(say("KRvK", Code::win(16), Metric::Mate, 90), Some(Fifty::Unknown));
        assert_eq!(say("KRvK", Code::DRAW, Metric::Mate, 0), None);
    }
}
