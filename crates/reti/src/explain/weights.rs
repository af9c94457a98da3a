//! Weights of teachability from files and flags that people write.

use reti_lessons::coach::TeachabilityWeights;

use crate::Problem;

/// Reads weights from TOML; what is not said keeps its usual value. The problem names the line.
pub fn read_weights(name: &str, text: &str) -> Result<TeachabilityWeights, Problem> {
    let table: toml::Table = toml::from_str(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        let line = text.bytes().take(span.start).filter(|&byte| byte == b'\n').count();
        let start: usize = text.lines().take(line).map(|line| line.len() + 1).sum();
        let shown = text.lines().nth(line).unwrap_or_default().to_owned();
        let from = floor(&shown, span.start.saturating_sub(start));
        let to = floor(&shown, span.end.saturating_sub(start)).max(from);
        let message = error.message().trim().replace('\n', "; ");
        Problem { subject: format!("{name}:{}", line + 1), message, text: shown, span: from..to }
    })?;
    let mut weights = TeachabilityWeights::default();
    let entries = table.iter().flat_map(|(key, value)| match value {
        toml::Value::Table(inner) => inner.iter().map(|(label, value)| (format!("{key}.{label}"), value)).collect(),
        value => vec![(key.clone(), value)],
    });
    for (key, value) in entries {
        let number = match value {
            toml::Value::Float(number) => Some(*number),
            toml::Value::Integer(number) => Some(*number as f64),
            _ => None,
        };
        let set = match number {
            None => Err("expected a number".to_owned()),
            Some(number) => weights.set(&key, number).map_err(|error| error.to_string()),
        };
        set.map_err(|message| {
            let word = key.rsplit('.').next().unwrap_or(&key);
            let line = text.lines().position(|line| line.trim_start().starts_with(word)).unwrap_or(0);
            let shown = text.lines().nth(line).unwrap_or_default().to_owned();
            let span = 0..shown.len();
            Problem { subject: format!("{name}:{}", line + 1), message, text: shown, span }
        })?;
    }
    Ok(weights)
}

/// The nearest place before `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Sets one weight, as in `mate_bonus=4` or `motif_base.fork=5`.
pub fn set_weight(weights: &mut TeachabilityWeights, setting: &str) -> Result<(), Problem> {
    let problem = |message: String| Problem {
        subject: "bad weight".to_owned(),
        message,
        text: setting.to_owned(),
        span: 0..setting.len(),
    };
    let Some((name, value)) = setting.split_once('=') else {
        return Err(problem("expected NAME=NUMBER, as in mate_bonus=4 or motif_base.fork=5".to_owned()));
    };
    let number: f64 = value.trim().parse().map_err(|_| problem(format!("'{value}' is not a number")))?;
    weights.set(name.trim(), number).map_err(|error| problem(error.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn weights_are_read_and_bad_ones_named() {
        let read = |text: &str| read_weights("w.toml", text).map_err(|problem| problem.to_string());
        let weights = read("mate_bonus = 7\n[motif_base]\nfork = 9.5\n").unwrap();
        assert_eq!((weights.mate_bonus, weights.motif_base["fork"], weights.motif_base["pin"]), (7.0, 9.5, 3.0));
        assert_eq!(read(""), Ok(TeachabilityWeights::default()));
        assert_eq!(read("mate_bonus = 1\nmate_bnus = 7").unwrap_err(), "w.toml:2: there is no weight 'mate_bnus'");
        assert_eq!(read("mate_bonus = \"much\"").unwrap_err(), "w.toml:1: expected a number");
        assert!(read("[motif_base]\nfrok = 1").unwrap_err().starts_with("w.toml:2: there is no motif 'frok'"));
    }

    #[test]
    fn any_text_is_read_or_refused() {
        let good = "mate_bonus = 7\n[motif_base]\nfork = 9.5 # é ♞\npin = 1\n";
        for at in (0..=good.len()).filter(|&at| good.is_char_boundary(at)) {
            for bad in ["", "\"", "[", "=", "\r\n", "é", "1e999", "\u{0}"] {
                let text = format!("{}{bad}{}", &good[..at], &good[at..]);
                if let Err(problem) = read_weights("w", &text) {
                    assert!(!problem.report().is_empty());
                }
                let _ = set_weight(&mut TeachabilityWeights::default(), &text);
            }
        }
    }
}
