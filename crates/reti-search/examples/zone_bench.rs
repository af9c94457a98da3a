//! How well the zone search solves a file of studies:
//! `cargo run --release -p reti-search --example zone_bench -- FILE [sound|pioneer] [three|four] [from] [to] [most edges] [none|fitted] [compare]`.
//!
//! With `compare` plain alpha-beta looks for the same answer where a win was claimed, with at most 100,000 moves.
//!
//! The file is a JSON list of `[FEN, key in SAN]` pairs whose value is a draw, as
//! `testdata/lg/reti_like.json`, or of objects with `fen`, `result` and `key` (a list), as
//! `testdata/lg/studies.json`; or it has EPD lines with `bm`, whose values nobody tells.

use reti_core::{chess::Position, value::Value};
use reti_search::{
    bitbase::{Bitbases, ThreeMen},
    probe::Probe,
    zone_search::{self, Forecast, Settings, Tier},
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, default: &str| arguments.get(index).cloned().unwrap_or_else(|| default.to_owned());
    let number = |index: usize, default: usize| word(index, "").parse().unwrap_or(default);
    let text = std::fs::read_to_string(word(0, "testdata/lg/reti_like.json")).expect("a readable file");
    let tier = if word(1, "sound") == "pioneer" { Tier::Pioneer } else { Tier::Sound };
    let probe: &dyn Probe = if word(2, "four") == "three" { &ThreeMen } else { Bitbases::shared() };
    let list: Vec<Study> = match serde_json::from_str::<Vec<serde_json::Value>>(&text) {
        Ok(list) => list.iter().map(study).collect(),
        Err(_) => text.lines().filter_map(of_epd).collect(),
    };
    let chosen = list.iter().take(number(4, usize::MAX)).skip(number(3, 0));
    let most_edges = number(5, Settings::default().most_edges);
    let forecast = if word(6, "none") == "fitted" { Forecast::Fitted } else { Forecast::None };
    let (mut edges, mut solved, mut looks) = (Vec::new(), Vec::new(), Vec::new());
    let (mut keys, mut values, mut capped) = (0, 0, 0);
    let (mut own, mut rivals): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for Study { fen, result, key } in chosen {
        let position = Position::from_fen(fen).expect("a legal position");
        let settings = Settings { most_edges, forecast, ..Settings::suited(&position, tier) };
        let solution = zone_search::solve(&position, probe, settings);
        let found = solution.key.map_or_else(|| "none".to_owned(), |m| position.san(m));
        let plain = |san: &str| san.trim_end_matches(['+', '#']).to_owned();
        let key_right = key.is_empty() || key.iter().any(|key| plain(key) == plain(&found));
        let value_right = result.is_empty() || word_of(solution.value) == result;
        let right = key_right && value_right;
        keys += usize::from(key_right);
        values += usize::from(value_right);
        capped += usize::from(solution.capped);
        edges.push(solution.edges());
        looks.push(solution.looks);
        if key_right {
            solved.push(solution.edges());
        }
        if word(7, "") == "compare" && key_right && solution.value == Some(Value::Win) {
            let rival = zone_search::alpha_beta(&position, probe, tier, &solution, 100_000);
            own.push(solution.edges());
            rivals.push(if rival.agrees { rival.edges } else { usize::MAX });
        }
        let mark = if right { ' ' } else { '!' };
        println!(
            "{mark} {fen} {result} {key:?} {found} {} {} edges, depth {}",
            word_of(solution.value),
            solution.edges(),
            solution.tree.depth()
        );
    }
    edges.sort_unstable();
    solved.sort_unstable();
    looks.sort_unstable();
    own.sort_unstable();
    rivals.sort_unstable();
    let middle = |list: &[usize]| list.get(list.len() / 2).copied().filter(|&edges| edges != usize::MAX);
    let agreed = rivals.iter().filter(|&&edges| edges != usize::MAX).count();
    println!("alpha-beta: {agreed} of {} agreed, median {:?} beside {:?}", own.len(), middle(&rivals), middle(&own));
    println!("positions looked at without a branch: median {:?}", looks.get(looks.len() / 2));
    println!("median of those with the right key: {:?}", solved.get(solved.len() / 2));
    let at = |share: f64| edges.get(((edges.len() as f64 * share) as usize).min(edges.len().saturating_sub(1)));
    println!(
        "{} positions: key {keys}, value {values}, capped {capped}, median {:?}, 90th percentile {:?}, most {:?}, mean {:.1}",
        edges.len(),
        at(0.5),
        at(0.9),
        edges.last(),
        edges.iter().sum::<usize>() as f64 / edges.len().max(1) as f64,
    );
}

struct Study {
    fen: String,
    result: String,
    key: Vec<String>,
}

/// A line of an EPD file with the operation `bm`.
fn of_epd(line: &str) -> Option<Study> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let fen = words.get(..4)?.join(" ") + " 0 1";
    let (_, keys) = line.split_once(" bm ")?;
    let key = keys.split(';').next()?.split_whitespace().map(str::to_owned).collect();
    Some(Study { fen, result: String::new(), key })
}

fn study(item: &serde_json::Value) -> Study {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    match item.as_array() {
        Some(pair) => Study { fen: text(&pair[0]), result: "draw".to_owned(), key: vec![text(&pair[1])] },
        None => Study {
            fen: text(&item["fen"]),
            result: text(&item["result"]),
            key: item["key"].as_array().map_or(Vec::new(), |list| list.iter().map(text).collect()),
        },
    }
}

fn word_of(value: Option<Value>) -> &'static str {
    match value {
        Some(Value::Win) => "win",
        Some(Value::Draw) => "draw",
        Some(Value::Loss) => "loss",
        None => "unknown",
    }
}
