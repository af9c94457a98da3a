//! The search along zones without chess, and the tree of the lecture notes.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;

use reti_core::{
    geometry::{
        ComplexSystem, Side,
        robot_profile::{self, Problem, RobotGrid},
    },
    value::Value,
};
use reti_search::{
    reduced_search::Game as _,
    zone_search::along::{
        Walked, ZoneGame as _,
        robots::{RobotGame, RobotMove, RobotState},
        walk,
    },
};

fn solve(grid: &RobotGrid) -> (Walked<RobotMove>, String) {
    let game = RobotGame::new(grid);
    let walked = walk(&game, &RobotState { grid: grid.clone(), turn: Side::First }, 10_000);
    walked.tree.validate().unwrap();
    let key = walked.key.map_or_else(String::new, |(from, to)| grid.name(from) + &grid.name(to));
    (walked, key)
}

/// The lecture notes need 46 edges for the same problem.
#[test]
fn the_robot_study_is_a_draw_by_one_step() {
    let (walked, key) = solve(&robot_profile::reti_with_robots());
    assert_eq!((walked.value, key.as_str()), (Some(Value::Draw), "h8g7"));
    assert!(walked.tree.len() <= 46, "{} edges", walked.tree.len());
}

/// The exact value of every state that can be reached, by going backwards from those that are known: no
/// zone and no order of moves has a part in it.
fn exact_values(game: &RobotGame, root: &RobotState) -> HashMap<u64, Value> {
    let mut states = vec![root.clone()];
    let mut places = HashMap::from([(game.key(root), 0)]);
    let mut after: Vec<Vec<usize>> = Vec::new();
    let mut values: Vec<Option<Value>> = Vec::new();
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        let known = game.known(&state).map(|(value, _)| value);
        let mut children = Vec::new();
        for m in if known.is_some() { Vec::new() } else { game.moves(&state) } {
            let child = game.play(&state, m);
            children.push(*places.entry(game.key(&child)).or_insert_with(|| {
                states.push(child);
                states.len() - 1
            }));
        }
        values.push(known);
        after.push(children);
        next += 1;
    }
    // What is never decided is a draw.
    let mut growing = true;
    while growing {
        growing = false;
        for place in (0..states.len()).rev() {
            let children = &after[place];
            if values[place].is_some() || children.is_empty() {
                continue;
            }
            let best = if children.iter().any(|&child| values[child] == Some(Value::Loss)) {
                Some(Value::Win)
            } else {
                children.iter().all(|&child| values[child] == Some(Value::Win)).then_some(Value::Loss)
            };
            growing |= best.is_some();
            values[place] = best;
        }
    }
    places.into_iter().map(|(key, place)| (key, values[place].unwrap_or(Value::Draw))).collect()
}

/// Two problems with obstacles: the search finds the value; exact values agree, and say that most other
/// moves do not have it.
#[test]
fn robots_find_their_way_around_obstacles() {
    for Problem { name, grid, value, key } in robot_profile::problems() {
        let (walked, found) = solve(&grid);
        assert_eq!((walked.value, found.as_str()), (Some(value), key), "{name}");
        assert!(walked.tree.len() <= 60, "{name}: {} edges", walked.tree.len());
        let game = RobotGame::new(&grid);
        let root = RobotState { grid: grid.clone(), turn: Side::First };
        let values = exact_values(&game, &root);
        assert_eq!(values[&game.key(&root)], value, "{name}");
        let worth = |m: RobotMove| -values[&game.key(&game.play(&root, m))];
        assert_eq!(worth(walked.key.unwrap()), value, "{name}");
        let moves = game.moves(&root);
        let worse = moves.iter().filter(|&&m| worth(m) < value).count();
        assert!(2 * worse > moves.len(), "{name}: {worse} of {}", moves.len());
    }
}

/// A branch of the tree in the notes.
fn replay(game: &RobotGame, state: &RobotState, branches: &[serde_json::Value], edges: &mut usize) -> Option<i64> {
    let mut best: Option<i64> = None;
    for branch in branches {
        *edges += 1;
        let text = branch["m"].as_str().unwrap().replace('x', "");
        let m = (state.grid.point(&text[..2]).unwrap(), state.grid.point(&text[2..]).unwrap());
        assert!(game.moves(state).contains(&m), "{text} is no move");
        let takes = state.grid.elements().iter().any(|robot| robot.at == m.1);
        assert_eq!(takes, branch["m"].as_str().unwrap().contains('x'), "{text}");
        let below = replay(game, &game.play(state, m), branch["c"].as_array().unwrap(), edges);
        // Values stand at the leaves only.
        assert_eq!(below.is_some(), branch["v"].is_null(), "{text}");
        let value = below.or_else(|| branch["v"].as_i64()).unwrap();
        let better = |old: i64| if state.turn == Side::First { value > old } else { value < old };
        if best.is_none_or(better) {
            best = Some(value);
        }
    }
    best
}

/// Source: `testdata/lg/trees.json`, read from a figure of the lecture notes.
#[test]
fn the_tree_of_the_notes_can_be_replayed() {
    let text = include_str!("../../../../testdata/lg/trees.json");
    let file: serde_json::Value = serde_json::from_str(text).unwrap();
    let told = &file["robot_2D_4A_tree"];
    let grid = robot_profile::reti_with_robots();
    let game = RobotGame::new(&grid);
    let root = RobotState { grid, turn: Side::First };
    let mut edges = 0;
    let value = replay(&game, &root, told["tree"].as_array().unwrap(), &mut edges);
    assert_eq!((edges, value), (46, Some(0)));
    assert_eq!((told["edges"].as_u64(), told["root_value"].as_i64()), (Some(46), Some(0)));
    // The first root move fails, the second does not.
    let branches = told["tree"].as_array().unwrap();
    let by_move: Vec<_> = branches.chunks(1).map(|one| replay(&game, &root, one, &mut 0)).collect();
    assert_eq!(by_move, [Some(-1), Some(0)]);
}
