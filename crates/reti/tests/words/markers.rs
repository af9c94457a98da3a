//! The language of markers, and what may stand outside them.

use std::{convert::Infallible, iter};

use reti::{
    Tier, annotate,
    explain::{self, Words},
    geometry, prompt, proof,
    tactics::{self, Wanted},
};

use super::{GAMES, LESSONS, POSITIONS, annotated, position, read};

/// Variables that templates ask about but do not show.
const LOGIC: [&str; 3] = ["also", "claim_kind", "gains_time"];

/// Every template as `«name|variable|variable»`.
fn marked() -> Words {
    let templates = Words::templates();
    let text = |file: &str| {
        let folder = file.trim_end_matches(".txt");
        let own = templates.iter().filter_map(|(name, variables)| {
            let short = name.strip_prefix(folder)?.strip_prefix('/')?;
            let shown = variables.iter().filter(|name| !LOGIC.contains(&name.as_str()));
            let parts: Vec<String> =
                iter::once(short.to_owned()).chain(shown.map(|name| format!("{{{{ {name} }}}}"))).collect();
            Some(format!("{short} = «{}»\n", parts.join("|")))
        });
        own.collect::<String>()
    };
    Words::read("markers", |file| Ok::<String, Infallible>(text(file))).unwrap()
}

/// The text without markers and their names; the variables stay.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut in_name = false;
    for ch in text.chars() {
        match ch {
            '«' => in_name = true,
            '|' | '»' => in_name = false,
            _ if in_name => continue,
            _ => {
                out.push(ch);
                continue;
            }
        }
        out.push(' ');
    }
    out
}

/// Whether a word is a move, a square, a part of a line, or without letters.
fn is_chess(word: &str) -> bool {
    let word = word.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == '.');
    let word = word.trim_matches(|ch: char| !ch.is_alphanumeric());
    if !word.chars().any(char::is_alphabetic) || matches!(word, "O-O" | "O-O-O") {
        return true;
    }
    let is_square = |text: &str| text.len() == 2 && text.parse::<reti::chess::Square>().is_ok();
    // UCI: e2e4, e7e8q. SAN: Nbxd7, exd5, e8=Q, Qh4xe1.
    let uci = word.trim_end_matches(['q', 'r', 'b', 'n']);
    if uci.len() == 4 && uci.is_ascii() && is_square(&uci[..2]) && is_square(&uci[2..]) {
        return true;
    }
    let san = word.split('=').next().unwrap_or_default();
    let promoted = word.split_once('=').is_none_or(|(_, kind)| matches!(kind, "Q" | "R" | "B" | "N"));
    let san = san.strip_prefix(['K', 'Q', 'R', 'B', 'N']).unwrap_or(san);
    let Some((before, square)) = san.len().checked_sub(2).and_then(|at| san.split_at_checked(at)) else {
        return false;
    };
    promoted && is_square(square) && before.chars().all(|ch| matches!(ch, 'a'..='h' | '1'..='8' | 'x'))
}

/// Words outside the markers that were written by code; `names` come from the input.
fn strange(text: &str, names: &[String]) -> Vec<String> {
    let mut text = bare(text);
    for name in names.iter().filter(|name| !name.is_empty()) {
        text = text.replace(name.as_str(), " ");
    }
    let words = text.split(|ch: char| ch.is_whitespace() || ",;:()[]{}/\"".contains(ch));
    words.filter(|word| !is_chess(word)).map(str::to_owned).collect()
}

#[track_caller]
fn check(what: &str, text: &str, names: &[String]) {
    assert!(text.contains('«'), "{what} says nothing");
    let strange = strange(text, names);
    assert_eq!(strange, Vec::<String>::new(), "{what}:\n{text}");
}

/// The same for what HTML and SVG show: text between tags, and attributes that are read aloud.
#[track_caller]
fn check_markup(what: &str, markup: &str, names: &[String]) {
    let mut shown = String::new();
    let mut rest = markup;
    while let Some((before, after)) = rest.split_once('<') {
        shown.push_str(before);
        shown.push('\n');
        let (tag, next) = after.split_once('>').unwrap();
        rest = if tag == "style" { next.split_once("</style>").unwrap().1 } else { next };
        for attribute in ["title", "aria-label", "alt", "lang", "content", "aria-description"] {
            let value = tag.split_once(&format!(" {attribute}=\"")).map(|(_, value)| value);
            let value = value.and_then(|value| value.split('"').next()).unwrap_or_default();
            if !tag.contains("name=\"viewport\"") {
                shown.push_str(value);
                shown.push('\n');
            }
        }
    }
    shown.push_str(rest);
    let shown = shown.replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&amp;", "&");
    // Coordinates stand beside the board.
    let shown: Vec<&str> =
        shown.lines().filter(|line| !(line.len() == 1 && line.starts_with(|ch| matches!(ch, 'a'..='h')))).collect();
    check(what, &shown.join("\n"), names);
}

/// A board in text ends with its files.
fn without_board(text: &str) -> String {
    let board = "   a b c d e f g h ";
    text.split_once(board).map_or(text, |(_, rest)| rest).to_owned()
}

/// The movetext of a PGN without tags and without commands such as `[%eval 0.3]`.
fn without_commands(pgn: &str) -> String {
    let is_tag = |line: &&str| line.starts_with('[') && !line.starts_with("[%");
    let moves = pgn.lines().filter(|line| !is_tag(line)).collect::<Vec<_>>().join(" ");
    let mut parts = moves.split("[%");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once(']').unwrap().1);
    }
    out
}

#[test]
fn the_checker_notices_what_code_writes() {
    assert_eq!(strange("«best|12. Nf3 «knight|f3» exd5+ 0-1» O-O, e7e8q (b8=Q#) +0.35", &[]), Vec::<String>::new());
    assert_eq!(strange("«best|Nf3» wins", &[]), ["wins"]);
    assert_eq!(strange("«best|a knight»", &[]), ["a", "knight"]);
    assert_eq!(strange("«best|pawn e4»", &["pawn".to_owned()]), Vec::<String>::new());
}

#[test]
fn lessons_speak_only_in_templates() {
    let words = marked();
    for (fen, _, lesson) in LESSONS.iter() {
        let names = [lesson.position.fen()];
        check(fen, &without_board(&explain::text(lesson, &[], &[], &words, false)), &names);
        check_markup(fen, &explain::svg(lesson, &words), &names);
        check(fen, &explain::document(lesson, &words, &[]).text, &names);
    }
}

#[test]
fn alternatives_speak_only_in_templates() {
    let words = marked();
    let fen = "r1b1kb1r/pp3ppp/2n1pn2/q1pp2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R w KQkq - 2 7";
    let mut desk = explain::Desk::own(&position(fen), &reti::ThreeMen);
    let weights = explain::TeachabilityWeights::default();
    let effort = (explain::Budget::FAST, explain::Level::CLUB);
    let found = explain::coach(&mut desk, &position(fen), None, 3, &weights, effort).unwrap();
    assert!(!found.is_empty());
    let lesson = &LESSONS.iter().find(|told| told.0 == fen).unwrap().2;
    let text = explain::text(lesson, &found, &[], &words, false);
    assert!(text.contains("heading-alternatives"));
    check(fen, &without_board(&text), &[]);
}

#[test]
fn annotated_games_speak_only_in_templates() {
    let words = marked();
    for game in read(GAMES) {
        let told = annotated(&game, &words, true);
        let mut names: Vec<String> = game.tags.iter().map(|(_, value)| value.clone()).collect();
        names.extend([told.name.clone(), format!("Reti {}", env!("CARGO_PKG_VERSION")), "best by test".to_owned()]);
        names.extend(told.opening.iter().flat_map(|opening| [opening.name.clone(), opening.eco.clone()]));
        // What is wrong with the input is told by the reader of PGN.
        names.extend(game.problem.iter().map(ToString::to_string));
        names.extend(["Kk9".to_owned()]);
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        check(&told.name, &annotate::text(&told, &words, false), &names);
        check(&told.name, &without_commands(&annotate::pgn(&game, &told, &words)), &names);
        let page = annotate::report::head("", &words);
        assert!(page.contains("<html lang=\"«language»\">"), "{page}");
        assert!(page.contains("«no-script»"), "the page's words come from templates");
    }
}

#[test]
fn exchanges_speak_only_in_templates() {
    let words = marked();
    for (fen, m) in POSITIONS.into_iter().filter(|(_, m)| *m != "-").chain([
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N"),
        ("4k3/8/2p5/3p4/8/1B6/8/3QK3 w - - 0 1", "Bxd5"),
        ("3rk3/8/2p1p3/3p4/8/1B6/8/3QK3 w - - 0 1", "Qd4"),
    ]) {
        let position = position(fen);
        check(fen, &reti::exchange::text(&position, position.parse_move(m).unwrap(), &words), &[]);
    }
}

#[test]
fn tactics_speak_only_in_templates() {
    let words = marked();
    let wanted = Wanted { core: true, interactions: true, observations: true };
    for (fen, m) in POSITIONS {
        let position = position(fen);
        let names = [position.fen()];
        check(fen, &without_board(&tactics::text(&position, wanted, &words, false)), &names);
        check_markup(fen, &tactics::svg(&position, &words), &names);
        if m != "-" {
            check(fen, &tactics::change_text(&position, position.parse_move(m).unwrap(), &words), &names);
            let line = reti::line::read(&position, m, reti::line::SetUp::Absent).unwrap();
            check(fen, &reti::line::text(&line, &words), &names);
        }
    }
}

#[test]
fn proofs_speak_only_in_templates() {
    let words = marked();
    for (fen, m) in POSITIONS.into_iter().step_by(2) {
        let position = position(fen);
        let names = [position.fen()];
        let only = position.parse_move(m).ok();
        let goals = [None, proof::read_goal("mate=2"), proof::read_goal("gain=900")];
        for (goal, only) in goals.into_iter().flat_map(|goal| [(goal, None), (goal, only)]) {
            let question = proof::Question { goal, only, nodes: 500, table_bytes: 1 << 20, motifs: true };
            let answer = proof::prove(&position, &question, Some(&reti::ThreeMen), &|| false);
            check(fen, &proof::text(&position, &answer, &words), &names);
            check_markup(fen, &proof::svg(&position, &answer, &words), &names);
            if let Some(certificate) = &answer.certificate {
                let tree = proof::tree(certificate, &words);
                assert_eq!(strange(&tree, &[]), Vec::<String>::new(), "{tree}");
                let checked = proof::check_certificate(&certificate.to_string(), Some(&reti::ThreeMen));
                check(fen, &proof::checked_text(&checked, &words), &names);
            }
        }
    }
    for (fen, _) in &POSITIONS[..5] {
        let position = position(fen);
        let found = tactics::prove(&position, tactics::Effort::of(4_000));
        check(fen, &without_board(&found.text(&words, false)), &[]);
        check_markup(fen, &found.svg(&words), &[position.fen()]);
    }
}

#[test]
fn rulings_speak_only_in_templates() {
    let words = marked();
    let checker = reti::check::Checker::new().nodes(5_000).words(&words);
    let said = [
        "The knight on f6 is pinned.",
        "White is up a pawn.",
        "It is White to move.",
        "The rook on a1 is hanging.",
        "White has mate in two.",
        "Perhaps not.",
    ];
    for (fen, _) in POSITIONS {
        let inputs = said.map(|text| reti::check::Input::Text(text.to_owned()));
        let checked = checker.check(&position(fen), &inputs).unwrap();
        let names: Vec<String> = said.iter().map(|text| text.trim_end_matches('.').to_owned()).collect();
        check(fen, &reti::check::text(&checked.statements, &words), &names);
    }
}

#[test]
fn prompts_speak_only_in_templates() {
    let words = marked();
    for (fen, _, lesson) in LESSONS.iter().filter(|(_, played, _)| played.is_none()) {
        let checker = reti::check::Checker::new().words(&words);
        let options = prompt::Options { tokens: 5_000, words: &words, ..prompt::Options::default() };
        let told = prompt::prompt(lesson, &options.with_checker(checker)).unwrap();
        check(fen, &told.text, &[(*fen).to_owned()]);
    }
}

#[test]
fn solutions_speak_only_in_templates() {
    let words = marked();
    for fen in
        ["7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "8/3k4/8/3K4/3P4/8/8/8 b - - 0 1", "8/8/1p6/8/1P6/2k5/8/2K5 w - - 0 1"]
    {
        let position = position(fen);
        let names = [position.fen()];
        for tier in [Tier::Sound, Tier::Pioneer] {
            let solution = geometry::solve(&position, tier, reti::Forecast::None, &reti::ThreeMen);
            check(fen, &geometry::solved_text(&position, &solution, &words), &names);
            check(fen, &geometry::story_text(&position, &solution, &words), &names);
            let tree = geometry::tree_text(&position, &solution, &words);
            assert_eq!(strange(&tree, &[]), Vec::<String>::new(), "{tree}");
            check_markup(fen, &geometry::tree_svg(&position, &solution, &words), &names);
            let compared =
                [reti::wire::Compared { who: geometry::ALPHA_BETA.to_owned(), nodes: 10, depth: 2, agrees: false }];
            check(fen, &geometry::compared_text(&position, &solution, &compared, &words), &names);
            let dot = geometry::tree_dot(&position, &solution, &words);
            for label in dot.split("label=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                assert_eq!(strange(label, &[]), Vec::<String>::new(), "{label}");
            }
        }
    }
}
