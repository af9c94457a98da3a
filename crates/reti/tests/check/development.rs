//! The sentences on which the grammar was widened: almost all of them are read, and none is judged wrongly.

use std::fs;

use reti::check::{Checker, Input};
use reti::wire::StatementVerdict;
use reti_core::chess::Position;

/// Enough for what these positions ask.
const NODES: u64 = 20_000;

#[test]
fn what_players_say_is_read() {
    let text = fs::read_to_string(super::data("check/development.txt")).unwrap();
    let checker = Checker::new().nodes(NODES);
    let (mut position, mut said, mut unread) = (Position::start(), 0, Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (what, rest) = line.split_once('\t').unwrap();
        if what == "position" {
            position = Position::from_fen(rest).unwrap();
            continue;
        }
        said += 1;
        let checked = checker.check(&position, &[Input::Text(rest.to_owned())]).unwrap();
        match super::verdict(&checked.statements[0]) {
            None => unread.push(rest),
            Some(StatementVerdict::CannotTell) => {}
            Some(verdict) => assert_eq!(verdict == StatementVerdict::True, what == "true", "{rest}"),
        }
    }
    let read = said - unread.len();
    println!("{read} of {said} read; not: {unread:#?}");
    assert!(read * 100 >= said * 83, "{read} of {said} read");
}
