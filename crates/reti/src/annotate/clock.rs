//! Clocks: how much time a player had left after each move.
//!
//! Lichess and others write it as `[%clk 0:04:33]` into comments. How much that is depends on what the
//! player began with: the most that any of the game's clocks shows.

use crate::{pgn::Game, wire::TimeLeft};

/// Seconds left after each move; none where the game does not tell.
pub fn clocks(game: &Game) -> Vec<Option<f64>> {
    let mut clocks = vec![None; game.moves.len()];
    for (played, text) in &game.comments {
        if let Some(clock) = played.checked_sub(1).and_then(|ply| clocks.get_mut(ply)) {
            *clock = read(text).or(*clock);
        }
    }
    clocks
}

/// How much of the time is left after each move.
pub(super) fn left(clocks: &[Option<f64>]) -> Vec<Option<TimeLeft>> {
    let start = clocks.iter().flatten().copied().fold(0.0, f64::max);
    let share = |seconds: f64| match seconds / start {
        share if share >= 0.5 => TimeLeft::Plenty,
        share if share >= 0.1 => TimeLeft::Less,
        _ => TimeLeft::Trouble,
    };
    clocks.iter().map(|clock| clock.filter(|_| start > 0.0).map(share)).collect()
}

/// The seconds of a comment's clock.
fn read(comment: &str) -> Option<f64> {
    let (_, rest) = comment.split_once("[%clk")?;
    let (text, _) = rest.split_once(']')?;
    let mut seconds = 0.0;
    for part in text.trim().split(':') {
        seconds = 60.0 * seconds + part.parse::<f64>().ok().filter(|part| (0.0..1e6).contains(part))?;
    }
    Some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        assert_eq!(read("[%eval 0.3] [%clk 1:02:03]"), Some(3_723.0));
        assert_eq!(read("[%clk 0:00:07.5] good"), Some(7.5));
        for bad in ["", "[%clk ]", "[%clk 1:x]", "[%clk 0:01", "[%clk -1:00]", "[%clk nan]"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn time_is_measured_by_the_start() {
        let left = left(&[Some(300.0), Some(150.0), Some(29.0), None, Some(30.0)]);
        let expected = [Some(TimeLeft::Plenty), Some(TimeLeft::Plenty), Some(TimeLeft::Trouble), None];
        assert_eq!(left[..4], expected);
        assert_eq!((left[4], super::left(&[None])), (Some(TimeLeft::Less), vec![None]));
    }
}
