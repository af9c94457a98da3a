//! Annotated games: what is said is true on the board, and nothing of the input is lost.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;

use reti::{
    annotate::{self, Effort, Options, many::in_order},
    chess::Position,
    explain::Words,
    pgn::{Game, games},
    wire::AnnotatedGame,
};

fn read(bytes: &[u8]) -> Vec<Game> {
    games(bytes).map(Result::unwrap).collect()
}

fn told(game: &Game) -> AnnotatedGame {
    told_with(game, Effort { parallel: false, ..Effort::FAST })
}

fn told_with(game: &Game, effort: Effort) -> AnnotatedGame {
    let options = Options { effort, ..Options::default() };
    annotate::annotate(game, &mut annotate::own_advisor(1), &reti::ThreeMen, &options).unwrap()
}

/// Annotates all games and checks what must hold for any file: the input is in the output in its
/// order, the output reads back with the same moves, and comments keep the rules.
#[track_caller]
fn check(input: &[u8]) -> (Vec<Game>, String) {
    let before = read(input);
    let output: String = before.iter().map(|game| annotate::pgn(game, &told(game), Words::english())).collect();
    let plain: String = before.iter().map(|game| game.text.as_str()).collect();
    // A space may have become the end of a line.
    let mut rest = output.chars();
    for (index, ch) in plain.chars().enumerate().filter(|(_, ch)| *ch != ' ') {
        assert!(rest.any(|other| other == ch), "lost from character {index} on: {:?}", &plain[..index.min(400)]);
    }
    let after = read(output.as_bytes());
    assert_eq!(before.len(), after.len(), "{output}");
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.moves, after.moves, "{output}");
        assert_eq!(before.outcome, after.outcome, "{output}");
        assert!(before.tags.iter().all(|tag| after.tags.contains(tag)), "{output}");
        for comment in &before.comments {
            assert!(after.comments.contains(comment), "{comment:?} in {output}");
        }
        assert!(after.comments.iter().all(|(_, text)| text.chars().count() < 4_000 && !text.contains('{')));
    }
    (before, output)
}

#[test]
fn ordinary_files_are_kept() {
    let (games, output) = check(
        b"[Event \"A\"]\n[Site \"x\"]\n\n1. e4! {good [%clk 0:01:00]} e5 $6 (1... c5 {Sicilian} (1... e6) 2. Nf3) 2. Nf3 ; to the end\n\
          2... Nc6 3. Bb5 a6 {[%eval 0.3]} 4. Ba4 *\n\n[Event \"B\"]\n\n1. d4 d5 1/2-1/2\n",
    );
    assert_eq!(games.len(), 2);
    assert!(output.contains("[Opening \"Ruy Lopez: Morphy Defense\"]"), "{output}");
    assert_eq!(output.matches("[%eval 0.3]").count(), 1, "an evaluation that is there stays alone");
    assert!(!output.contains("e4! $"), "the author's judgement stands");
}

#[test]
fn an_illegal_move_in_the_middle_is_told_and_kept() {
    let (games, output) = check(b"1. e4 e5 2. Ke3 {why not} Nc6 (2... d6) 1-0\n\n1. d4 d5 *\n");
    let problem = games[0].problem.as_ref().unwrap().to_string();
    assert_eq!(problem, "game 1, move 2. (line 1): illegal move; no legal move goes to e3");
    let flowing = output.replace('\n', " ");
    assert!(flowing.contains("{ Reti stops here: game 1, move 2. (line 1): illegal move"), "{output}");
    assert!(output.contains("Ke3 {why not} Nc6 (2... d6) 1-0"), "{output}");
    assert!(games[1].problem.is_none() && games[1].moves.len() == 2);
}

#[test]
fn an_unclosed_comment_ends_with_its_game() {
    let text = b"[Event \"A\"]\n\n1. e4 e5 {never closed\n2. Nf3\n\n[Event \"B\"]\n\n1. d4 {closed} d5 *\n";
    let (games, output) = check(text);
    assert_eq!(games.len(), 2);
    let problem = games[0].problem.as_ref().unwrap().to_string();
    assert_eq!(problem, "game 1, after move 1... (line 3): this comment is never closed");
    assert!(output.contains("2. Nf3 }\n\n[Event \"B\"]"), "{output}");
    let (games, output) = check(b"1. e4 e5 (1... c5 2. Nf3");
    assert!(games[0].problem.as_ref().unwrap().to_string().ends_with("this variation is never closed"));
    assert!(output.trim_end().ends_with("2. Nf3 )"), "{output}");
}

#[test]
fn a_wrong_fen_tag_is_told_and_the_rest_annotated() {
    let (games, output) = check(b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 e5 *\n\n[Event \"B\"]\n\n1. d4 d5 *\n");
    assert!(games[0].problem.as_ref().unwrap().to_string().starts_with("game 1 (line 1), FEN tag"));
    assert!(output.contains("1. e4 e5 *") && output.contains("game 1 (line 1), FEN tag"), "{output}");
    assert_eq!(games[1].moves.len(), 2);
}

#[test]
fn line_ends_marks_and_old_letters_are_kept() {
    let (games, output) =
        check(b"\xef\xbb\xbf[Event \"A\"]\r\n[White \"M\xfcller\"]\r\n\r\n1. e4 e5 ; rest\r\n2. d4 *\r\n");
    assert_eq!(games[0].tag("White"), Some("M\u{fc}ller"));
    assert!(output.contains("[White \"M\u{fc}ller\"]\r\n[Annotator"), "{output}");
    assert!(!output.contains('\u{feff}'));
}

#[test]
fn nested_variations_are_kept() {
    let open = "(1... c5 ".repeat(200);
    let close = ")".repeat(200);
    let (games, _) = check(format!("1. e4 e5 {open}{close} 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 *").as_bytes());
    assert_eq!((games[0].moves.len(), games[0].problem.is_none()), (4, true));
}

#[test]
fn a_game_of_5000_plies_is_annotated() {
    let mut text = String::from("[Event \"long\"]\n\n");
    for number in 0..1250 {
        for (index, pair) in ["Nf3 Nf6", "Ng1 Ng8"].iter().enumerate() {
            write!(text, "{}. {pair} ", 2 * number + index + 1).unwrap();
        }
    }
    let games = read(text.as_bytes());
    assert_eq!(games[0].moves.len(), 5_000);
    let annotated = told(&games[0]);
    assert_eq!(annotated.moves.len(), 5_000);
    assert_eq!(read(annotate::pgn(&games[0], &annotated, Words::english()).as_bytes())[0].moves, games[0].moves);
}

#[test]
fn chess960_is_annotated() {
    let (games, output) = check(
        b"[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n\
          1. Ng3 Ng6 2. O-O O-O 3. e4 e5 *\n",
    );
    assert_eq!((games[0].moves.len(), games[0].problem.is_none()), (6, true));
    assert!(output.replace('\n', " ").contains("2. O-O {"), "{output}");
}

/// The comments with praise, which the fast effort leaves out.
fn comments(text: &str) -> Vec<String> {
    let annotated = told_with(&read(text.as_bytes())[0], Effort { parallel: false, praise: true, ..Effort::FAST });
    let said = annotated.moves.iter().filter(|told| !told.comment.is_empty());
    said.map(|told| format!("{} {}: {}", told.number, told.san, told.comment)).collect()
}

#[test]
fn allowed_and_punished() {
    let mut said = comments("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0");
    // The queen's early move loses five points, or nearly so: no test of this.
    said.retain(|comment| !comment.starts_with("3. Qh5: Inaccuracy."));
    assert_eq!(said.len(), 2, "{said:?}");
    let mate = "The king on e8 is checkmated: scholar's mate.";
    assert!(said[0].starts_with("3... Nf6: Blunder. Nf6 allows Qxf7#, which is mate."), "{said:?}");
    assert!(said[0].contains(mate) && said[0].contains("Better was 3... "), "{said:?}");
    assert!(said[1].starts_with("4. Qxf7#: This punishes 3... Nf6.") && said[1].ends_with(mate), "{said:?}");
}

#[test]
fn the_summary_names_mates_as_comments_do() {
    let effort = Effort { parallel: false, praise: true, ..Effort::FAST };
    let annotated = told_with(&read(b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")[0], effort);
    assert!(annotated.summary.text.contains("scholar's mate."), "{}", annotated.summary.text);
    let page = annotate::report::head("", Words::english()) + &annotate::report::section(&annotated);
    assert!(page.contains("scholar's mate"), "{page}");
}

#[test]
fn only_moves_and_sacrifices_are_praised() {
    let effort = Effort { parallel: false, praise: true, nodes: 20_000, ..Effort::FAST };
    let opera = &read(annotate::SAMPLE.as_bytes())[0];
    let told = told_with(opera, effort);
    let praised: Vec<(&str, &str)> =
        told.moves.iter().filter_map(|told| Some((told.san.as_str(), told.praise.as_ref()?.as_str()))).collect();
    assert!(praised.contains(&("Qb8+", "brilliancy")), "{praised:?}");
    for told in told.moves.iter().filter(|told| told.praise.is_some()) {
        assert!(told.judgement.is_none() && told.loss < 2.0, "{told:?}");
    }
}

#[test]
fn clocks_and_rows_of_best_moves_are_counted() {
    let text = include_str!("../../../../web/test/games.pgn");
    let annotated = told(&read(text.as_bytes())[0]);
    let black = &annotated.summary.black;
    let moves: Vec<usize> = black.clocks.iter().map(|band| band.moves).collect();
    // 300, 240 | 120 | 20, 10 and 5 seconds of 300.
    assert_eq!(moves, [2, 1, 3]);
    assert_eq!(annotated.moves[7].clock, Some(20.0));
    assert!(black.longest_best <= black.best_moves && black.best_moves <= 6, "{black:?}");
    assert!(annotated.summary.white.longest_best >= 2, "{:?}", annotated.summary.white);
    assert!(told(&read(b"1. e4 e5 *")[0]).summary.white.clocks.is_empty());
}

#[test]
fn what_was_said_is_not_said_again() {
    let said = comments("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 Nxh5 5. Nf3 *");
    assert!(said[1].starts_with("4. d3: Blunder: it lets a mate in 1 slip."), "{said:?}");
    assert_eq!(said.iter().filter(|text| text.contains("Qxf7#, which is mate")).count(), 1, "{said:?}");
    assert!(said[2].starts_with("4... Nxh5: This punishes 4. d3."), "{said:?}");
}

#[test]
fn a_game_has_a_story_and_phases() {
    let annotated = told(&read(b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")[0]);
    let story = &annotated.summary.story;
    assert!(story.starts_with("Opening: ") && story.contains(" White won by mate. To study: "), "{story}");
    assert!((2..=5).contains(&(story.matches(". ").count() + 1 - story.matches(" 3... ").count())), "{story}");
    assert!(story.contains("The decisive mistake was Black's 3... Nf6: White's winning chances rose from"), "{story}");
    assert!(annotated.summary.text.contains(story.as_str()));
    let (white, black) = (&annotated.summary.white.phases, &annotated.summary.black.phases);
    assert!(white.opening.is_some_and(|accuracy| accuracy > black.opening.unwrap()), "{white:?} {black:?}");
    assert_eq!((white.middlegame, white.endgame, black.endgame), (None, None, None));
    let quiet = told(&read(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2")[0]).summary.story;
    assert!(quiet.ends_with("Neither side made a serious mistake. The game was drawn."), "{quiet}");
    assert_eq!(told(&read(b"[Event \"empty\"]\n\n*\n")[0]).summary.story, "");
}

/// Every claim replays: its line is legal where it is said to begin, and ends in mate if it says so. Comments
/// are read back by `faithful`.
fn replay(game: &Game, annotated: &AnnotatedGame) -> usize {
    let positions = game.positions();
    let mut claims = 0;
    for (ply, told) in annotated.moves.iter().enumerate() {
        assert!(told.shapes.len() <= 6);
        for annotation in &told.annotations {
            let allowed = annotation.role == "allowed";
            let start = &positions[if allowed { ply + 1 } else { ply }];
            let claim = &annotation.claim;
            let mut here = Position::from_fen(&claim.from).unwrap();
            // A missed threat begins after a pass; everything else where the game was.
            assert!(claim.reason.as_deref() == Some("threatens") || here == *start, "{claim:?}");
            for word in &claim.line {
                here = here.play(here.parse_move(word).unwrap_or_else(|_| panic!("{word} in {}", here.fen())));
            }
            assert_eq!(claim.first.as_ref(), claim.line.first());
            if let Some(moves) = claim.mate.filter(|_| claim.line.len() < 8) {
                assert!(here.is_checkmate() && claim.line.len() < 2 * moves as usize, "{claim:?}");
            }
            let played = start.uci(game.moves.get(ply + usize::from(allowed)).copied().unwrap_or(game.moves[ply]));
            match annotation.role.as_str() {
                "found" | "punished" => assert_eq!(claim.first.as_deref(), Some(played.as_str())),
                "missed" => assert_ne!(claim.first.as_deref(), Some(played.as_str())),
                _ => assert!(told.judgement.is_some()),
            }
            claims += 1;
        }
        for line in &told.variations {
            let mut here = positions[ply].clone();
            let plies = line.len();
            for (index, san) in line.iter().enumerate() {
                let m = here.parse_move(san).unwrap();
                assert!(index > 0 || m != game.moves[ply], "a variation begins with another move");
                here = here.play(m);
            }
            assert!(plies >= 4 || here.legal_moves().is_empty(), "a variation is long enough: {line:?}");
        }
    }
    claims
}

#[test]
fn claims_in_real_games_replay() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/lichess-2025-05.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).step_by(9);
    let mut claims = 0;
    for line in lines.take(12) {
        let mut position = Position::start();
        let mut pgn = String::new();
        for word in line.split(' ').skip(2) {
            let m = position.parse_move(word).unwrap();
            pgn.push_str(&position.san(m));
            pgn.push(' ');
            position = position.play(m);
        }
        let game = &read(pgn.as_bytes())[0];
        assert!(game.problem.is_none(), "{:?}", game.problem);
        claims += replay(game, &told(game));
    }
    assert!(claims >= 10, "{claims}");
}

#[test]
fn workers_do_not_change_the_answer() {
    let text = annotate::SAMPLE.repeat(5) + "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    let all = |workers: usize| {
        let mut out = String::new();
        in_order(
            read(text.as_bytes()).into_iter(),
            workers,
            || (),
            |(), game| annotate::pgn(&game, &told(&game), Words::english()),
            |answer| {
                out.push_str(&answer);
                true
            },
        );
        out
    };
    let one = all(1);
    assert_eq!(one, all(3));
    assert_eq!(one.matches("[Event ").count(), 5);
}

#[test]
fn tables_know_the_truth_about_few_men() {
    // The pawn wins if Black does not take the opposition: 1... Kd6 draws.
    let text = "[FEN \"8/8/4k3/8/4K3/4P3/8/8 w - - 0 1\"]\n\n1. Kd4 Kf6 2. Kd5 *";
    let annotated = told(&read(text.as_bytes())[0]);
    // A draw has no distance; a win has one, or is told by its value.
    let won: Vec<bool> = annotated
        .moves
        .iter()
        .map(|told| told.score.value.as_deref() == Some("win") || told.score.mate.is_some_and(|moves| moves > 0))
        .collect();
    assert_eq!(won, [false, true, true]);
    assert_eq!(annotated.moves[0].score.value.as_deref(), Some("draw"));
    let judgements: Vec<_> = annotated.moves.iter().map(|told| told.judgement.as_deref()).collect();
    assert_eq!(judgements, [None, Some("blunder"), None]);
    assert_eq!(annotated.moves[1].best.as_ref().map(|best| best.san.as_str()), Some("Kd6"));
}

#[test]
fn a_mate_that_comes_later_is_no_fault() {
    // There is a mate in one; these moves win more slowly, by a table and by a proof.
    for (fen, slower) in [("6k1/8/6K1/8/8/8/8/Q7 w - - 0 1", "Qb1"), ("6k1/p7/6K1/8/8/8/7P/Q7 w - - 0 1", "Qf6")] {
        let annotated = told(&read(format!("[FEN \"{fen}\"]\n\n1. {slower} *").as_bytes())[0]);
        assert_eq!(annotated.moves[0].judgement, None, "{:?}", annotated.moves[0]);
    }
    let annotated = told(&read(b"[FEN \"6k1/8/6K1/8/8/8/8/Q7 w - - 0 1\"]\n\n1. Qf6 1/2-1/2")[0]);
    assert_eq!(annotated.moves[0].judgement.as_deref(), Some("blunder"), "it is stalemate");
}
