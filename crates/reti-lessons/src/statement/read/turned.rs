//! Sentences in another order than the grammar's, brought to the plain one.
//!
//! *It is the bishop that pins the knight*, *White forks king and rook with Nc7*, *with the rook on the open file*,
//! *the bishops on c4 and d3 are undefended*: each says what a plain clause says, or several do. A line of the
//! grammar needs to know the plain clause only. What a turn leaves out of the sentence it hands over as something
//! else to be checked: whose move it is, whose piece it is. No word is dropped that says something.

use reti_core::chess::Color;

use super::{
    noun::{Text, noun, plural},
    token::{Class, Token},
};

/// A sentence as plain clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Turned {
    pub clauses: Vec<Vec<Token>>,
    /// Whether each of them is denied.
    pub denied: bool,
    /// The side that must be to move besides.
    pub mover: Option<Color>,
}

/// The ways in which a clause can be turned.
pub(super) fn turned(text: &Text<'_>) -> Vec<Turned> {
    let mut all = Vec::new();
    all.extend(picked_out(text));
    all.extend(named_last(text));
    all.extend(there_is(text));
    all.extend(is_the_one(text));
    all.extend(with_a_move(text));
    all.extend(with_a_man(text));
    all.extend(owned(text));
    all.extend(beside(text));
    all.extend(aside(text));
    all.extend(several_first(text));
    all.extend(several_last(text));
    all.extend(plural_places(text));
    all
}

fn one(clause: Vec<Token>) -> Turned {
    Turned { clauses: vec![clause], ..Turned::default() }
}

/// A word that was not written, at the place of a token.
fn word(text: &str, at: &Token) -> Token {
    Token { class: Class::Word, text: text.to_owned(), start: at.start, end: at.end }
}

fn joined(parts: &[&[Token]]) -> Vec<Token> {
    parts.concat()
}

/// A piece, a move or a side at a place: where it ends.
fn thing(text: &Text<'_>, at: usize) -> Option<usize> {
    let man = text.man(at).map(|(end, _)| end);
    man.or_else(|| text.single_move(at).map(|(end, _)| end)).or_else(|| text.side(at).map(|(end, _)| end))
}

/// Steps over a comma.
fn past_comma(text: &Text<'_>, at: usize) -> usize {
    at + usize::from(text.tokens.get(at).is_some_and(|token| token.class == Class::Comma))
}

fn is_relative(text: &Text<'_>, at: usize) -> bool {
    matches!(text.word(at), "that" | "which" | "who")
}

/// `is`, `'s`: where it ends, and whether `not` follows.
fn copula(text: &Text<'_>, at: usize) -> Option<(usize, bool)> {
    let end = matches!(text.word(at), "is" | "'s" | "are").then_some(at + 1)?;
    Some(if text.word(end) == "not" { (end + 1, true) } else { (end, false) })
}

/// `it is X that …` is `X …`, or `… X`.
fn picked_out(text: &Text<'_>) -> Vec<Turned> {
    let found = || {
        let start = text.phrase(0, "it")?;
        let (start, denied) = copula(text, start)?;
        let end = thing(text, start)?;
        let relative = past_comma(text, end);
        is_relative(text, relative).then_some((start, end, relative + 1, denied))
    };
    let Some((start, end, rest, denied)) = found() else { return Vec::new() };
    let (x, rest) = (&text.tokens[start..end], &text.tokens[rest..]);
    [joined(&[x, rest]), joined(&[rest, x])].into_iter().map(|clause| Turned { denied, ..one(clause) }).collect()
}

/// `the piece that … is X`, `what … is X`.
fn named_last(text: &Text<'_>) -> Vec<Turned> {
    const HEADS: [&str; 11] = [
        "the piece",
        "the man",
        "the one",
        "the side",
        "the player",
        "the move",
        "a piece",
        "a move",
        "one move",
        "one piece",
        "the unit",
    ];
    let tokens = text.tokens;
    let head = HEADS.iter().find_map(|words| text.phrase(0, words));
    let (start, linked) = match (head, text.word(0)) {
        (Some(end), _) if is_relative(text, end) => (end + 1, true),
        (Some(end), _) => (end, false),
        (None, "what" | "who") => (1, true),
        _ => return Vec::new(),
    };
    let mut all = Vec::new();
    for at in start + 1..tokens.len() {
        let Some((named, denied)) = copula(text, at) else { continue };
        if thing(text, named) != Some(tokens.len()) {
            continue;
        }
        let (x, rest) = (&tokens[named..], &tokens[start..at]);
        let link = [word("is", &tokens[at])];
        let mut ways =
            if linked { vec![joined(&[x, rest]), joined(&[rest, x])] } else { vec![joined(&[x, &link, rest])] };
        all.extend(ways.drain(..).map(|clause| Turned { denied, ..one(clause) }));
    }
    all
}

/// `there is X that …`, `there is X attacking …`.
fn there_is(text: &Text<'_>) -> Vec<Turned> {
    let Some(start) = text.phrase(0, "there is").or_else(|| text.phrase(0, "there 's")) else { return Vec::new() };
    if text.word(start) == "not" {
        return Vec::new();
    }
    let Some((end, _)) = text.man(start).filter(|(end, _)| *end < text.tokens.len()) else { return Vec::new() };
    vec![one(after_a_man(text, &text.tokens[start..end], end))]
}

/// What is said of a piece by what follows it: `which attacks …`, `attacking …`.
fn after_a_man(text: &Text<'_>, man: &[Token], at: usize) -> Vec<Token> {
    let at = past_comma(text, at);
    if is_relative(text, at) {
        return joined(&[man, &text.tokens[at + 1..]]);
    }
    joined(&[man, &[word("is", &text.tokens[at])], &text.tokens[at..]])
}

/// `X is the one that …`, `X is a move that …`, `X is the side with …`.
fn is_the_one(text: &Text<'_>) -> Vec<Turned> {
    const HEADS: [&str; 8] =
        ["the one", "the piece", "a piece", "the side", "the player", "the man", "a move", "the move"];
    let found = || {
        let end = thing(text, 0)?;
        let (head, denied) = copula(text, past_comma(text, end))?;
        let next = HEADS.iter().filter_map(|words| text.phrase(head, words)).max()?;
        Some((end, next, denied))
    };
    let Some((end, next, denied)) = found() else { return Vec::new() };
    let x = &text.tokens[..end];
    let clause = match text.word(next) {
        "that" | "which" | "who" => joined(&[x, &text.tokens[next + 1..]]),
        "with" => joined(&[x, &[word("has", &text.tokens[next])], &text.tokens[next + 1..]]),
        "in" | "to" => joined(&[x, &[word("is", &text.tokens[next])], &text.tokens[next..]]),
        participle if participle.ends_with("ing") => {
            joined(&[x, &[word("is", &text.tokens[next])], &text.tokens[next..]])
        }
        _ => return Vec::new(),
    };
    vec![Turned { denied, ..one(clause) }]
}

/// Words between a side's deed and the move with which it does it.
const MEANS: [&str; 14] = [
    "with the move",
    "by playing",
    "by means of",
    "with",
    "by",
    "via",
    "through",
    "thanks to",
    "using",
    "playing",
    "by way of",
    "by choosing",
    "starting with",
    "after playing",
];

/// `with Nc7 White …`, `White … with Nc7`, `White's Nc7 …`: what the move does, by a side that must be to move.
fn with_a_move(text: &Text<'_>) -> Vec<Turned> {
    let tokens = text.tokens;
    let mut all = Vec::new();
    let mut push = |m: &[Token], rest: &[Token], mover: Option<Color>| {
        if !rest.is_empty() {
            all.push(Turned { mover, ..one(joined(&[m, rest])) });
        }
    };
    let move_at = |at: usize| text.single_move(at).filter(|_| text.man(at).is_none());
    for start in MEANS.iter().filter_map(|words| text.phrase(0, words)) {
        let Some((end, _)) = move_at(start) else { continue };
        let rest = past_comma(text, end);
        match text.side(rest) {
            Some((next, side)) => push(&tokens[start..end], &tokens[next..], Some(side)),
            // `playing Nc7 attacks …`
            None => push(&tokens[start..end], &tokens[rest..], None),
        }
    }
    let Some((first, side)) = text.side(0) else { return all };
    // `White's Nc7 …`, `White's move Nc7 …`
    if let Some(start) = text.phrase(first, "'s")
        && let Some((end, _)) = move_at(start)
    {
        push(&tokens[start..end], &tokens[end..], Some(side));
    }
    // What is done to a side is not done by it.
    let passive = matches!(text.word(first), "is" | "are" | "gets" | "was" | "will") && {
        let next = text.word(first + 1);
        !next.ends_with("ing") && next != "able"
    };
    for at in (first + 1..tokens.len()).filter(|_| !passive) {
        let ends = MEANS.iter().filter_map(|words| text.phrase(at, words));
        for (start, end) in ends.filter_map(|start| Some((start, move_at(start)?.0))) {
            if end == tokens.len() {
                push(&tokens[start..end], &tokens[first..at], Some(side));
            }
        }
    }
    all
}

/// `with the bishop White …`, `White … with the bishop`: what the piece does, which must be the side's.
fn with_a_man(text: &Text<'_>) -> Vec<Turned> {
    let tokens = text.tokens;
    let mut all = Vec::new();
    for start in ["with", "using", "thanks to"].iter().filter_map(|words| text.phrase(0, words)) {
        let Some((end, _)) = text.man(start) else { continue };
        let rest = past_comma(text, end);
        if let Some((next, _)) = text.side(rest).filter(|(next, _)| text.word(*next) != "'s") {
            all.extend(of_side(text, rest, start, end).map(|man| one(joined(&[&man, &tokens[next..]]))));
        }
    }
    let Some((first, _)) = text.side(0).filter(|(end, _)| text.word(*end) != "'s") else { return all };
    for at in first + 1..tokens.len() {
        let starts = ["with", "using", "through", "thanks to", "by means of", "via"].iter();
        for start in starts.filter_map(|words| text.phrase(at, words)) {
            if text.man(start).is_some_and(|(end, _)| end == tokens.len()) {
                let man = of_side(text, 0, start, tokens.len());
                all.extend(man.map(|man| one(joined(&[&man, &tokens[first..at]]))));
            }
        }
    }
    all
}

/// A piece with its owner named: `White 's bishop on c4`; nothing if it already has one.
fn of_side(text: &Text<'_>, side: usize, start: usize, end: usize) -> Option<Vec<Token>> {
    let tokens = text.tokens;
    let (side_end, _) = text.side(side)?;
    let start = start + usize::from(matches!(text.word(start), "the" | "a" | "an" | "his" | "her" | "its" | "their"));
    let owned = (start..end).any(|at| matches!(text.word(at), "white" | "black" | "enemy" | "it"));
    if owned || text.word(start).is_empty() && tokens.get(start)?.square().is_none() {
        return None;
    }
    let owner = &tokens[side..side_end];
    Some(joined(&[owner, &[word("'s", owner.last()?)], &tokens[start..end]]))
}

/// `White has a bishop on g5 attacking …`, `White has a bishop on g5 which …`.
fn owned(text: &Text<'_>) -> Vec<Turned> {
    let found = || {
        let (end, _) = text.side(0)?;
        let start = text.phrase(end, "has").or_else(|| text.phrase(end, "have"))?;
        let (man_end, _) = text.man(start)?;
        let next = text.word(past_comma(text, man_end));
        let goes_on = next.ends_with("ing") || matches!(next, "that" | "which" | "under" | "pinned" | "attacked");
        goes_on.then_some(())?;
        Some(after_a_man(text, &of_side(text, 0, start, man_end)?, man_end))
    };
    found().map(one).into_iter().collect()
}

/// `with the bishop on g5 pinning …`: a clause of its own.
fn beside(text: &Text<'_>) -> Vec<Turned> {
    let found = || {
        let start = text.phrase(0, "with")?;
        let (end, _) = text.man(start)?;
        text.side(past_comma(text, end)).is_none().then_some(())?;
        (end < text.tokens.len()).then(|| after_a_man(text, &text.tokens[start..end], end))
    };
    found().map(one).into_iter().collect()
}

/// `the knight, which is pinned, attacks …`: two clauses.
fn aside(text: &Text<'_>) -> Vec<Turned> {
    let tokens = text.tokens;
    let Some(end) = thing(text, 0) else { return Vec::new() };
    let relative = past_comma(text, end);
    if !is_relative(text, relative) || relative == end {
        return Vec::new();
    }
    let closed = (relative + 2..tokens.len().saturating_sub(1)).find(|&at| tokens[at].class == Class::Comma);
    let Some(closed) = closed else { return Vec::new() };
    let x = &tokens[..end];
    let clauses = vec![joined(&[x, &tokens[relative + 1..closed]]), joined(&[x, &tokens[closed + 1..]])];
    vec![Turned { clauses, ..Turned::default() }]
}

/// Where the things of a row begin and end.
type Items = Vec<(usize, usize)>;

/// Pieces or squares in a row, `A, B and C`: their places, where the row ends, and its last word.
fn row<'t>(text: &'t Text<'_>, at: usize) -> Option<(Items, usize, &'t str)> {
    let item = |at: usize| -> Option<usize> {
        let man = text.man(at).map(|(end, _)| end);
        man.or_else(|| text.square(at).map(|(end, _)| end)).or_else(|| text.file(at).map(|(end, _)| end))
    };
    let mut items = Vec::new();
    let mut at = at;
    loop {
        let end = item(at)?;
        items.push((at, end));
        let comma = past_comma(text, end);
        match text.word(comma) {
            link @ ("and" | "or" | "nor") => {
                let start = comma + 1 + usize::from(matches!(text.word(comma + 1), "also" | "even"));
                let end = item(start)?;
                items.push((start, end));
                return Some((items, end, link));
            }
            _ if comma > end => at = comma,
            _ => return None,
        }
    }
}

/// A verb as it stands after one thing: `are` is `is`.
fn singular(tokens: &[Token]) -> Vec<Token> {
    let mut out = tokens.to_vec();
    if let Some(first) = out.first_mut() {
        let one = match first.text.as_str() {
            "are" => "is",
            "have" => "has",
            "do" => "does",
            other => other,
        };
        first.text = one.to_owned();
    }
    out.retain(|token| !matches!(token.text.as_str(), "both" | "all" | "each"));
    out
}

/// `A and B are …`, `neither A nor B is …`: of each.
fn several_first(text: &Text<'_>) -> Vec<Turned> {
    let neither = text.word(0) == "neither";
    let start = usize::from(neither || text.word(0) == "both");
    let Some((items, end, link)) = row(text, start) else { return Vec::new() };
    let fits = if neither { link == "nor" } else { link == "and" };
    let rest = singular(&text.tokens[end..]);
    // What is denied of both may hold of one.
    if !fits || rest.is_empty() || (!neither && rest.iter().any(|token| token.text == "not")) {
        return Vec::new();
    }
    let clauses = items.into_iter().map(|(from, to)| joined(&[&text.tokens[from..to], &rest])).collect();
    vec![Turned { clauses, denied: neither, mover: None }]
}

/// `… A, B and C` at the end, `not … A or B`: of each.
fn several_last(text: &Text<'_>) -> Vec<Turned> {
    const DENIES: [&str; 6] = ["not", "no", "neither", "nothing", "nobody", "never"];
    let tokens = text.tokens;
    for start in 1..tokens.len() {
        // `between A and B` is one thing.
        if matches!(text.word(start - 1), "between" | "the" | "a") {
            continue;
        }
        let Some((items, end, link)) = row(text, start) else { continue };
        if end != tokens.len() {
            continue;
        }
        let head = &tokens[..start];
        let denied = head.iter().any(|token| DENIES.contains(&token.text.as_str()));
        if (link == "and") == denied || link == "nor" {
            return Vec::new();
        }
        let head: Vec<Token> = head.iter().filter(|token| token.text != "both").cloned().collect();
        let clauses = items.into_iter().map(|(from, to)| joined(&[&head, &tokens[from..to]])).collect();
        return vec![Turned { clauses, ..Turned::default() }];
    }
    Vec::new()
}

/// `the pawns on d4 and e5` is `the pawn on d4 and the pawn on e5`; `White has pawns on d4 and e5` is said twice.
fn plural_places(text: &Text<'_>) -> Vec<Turned> {
    let tokens = text.tokens;
    let found = || {
        let at = (0..tokens.len()).find(|&at| plural(text.word(at)).is_some())?;
        matches!(text.word(at + 1), "on" | "at").then_some(())?;
        let mut squares = Vec::new();
        let mut end = at + 2;
        loop {
            squares.push(end);
            tokens.get(end)?.square()?;
            let comma = past_comma(text, end + 1);
            match text.word(comma) {
                "and" => {
                    tokens.get(comma + 1)?.square()?;
                    squares.push(comma + 1);
                    end = comma + 2;
                    break;
                }
                _ if comma > end + 1 => end = comma,
                _ => return None,
            }
        }
        noun(text.word(end)).is_none().then_some((at, squares, end))
    };
    let Some((at, squares, end)) = found() else { return Vec::new() };
    let single = |token: &Token| word(token.text.trim_end_matches('s'), token);
    let have = text.side(0).is_some_and(|(next, _)| matches!(text.word(next), "has" | "have") && next + 1 == at);
    if have && end == tokens.len() {
        let said = |square: &usize| {
            let man = [word("a", &tokens[at]), single(&tokens[at]), tokens[at + 1].clone(), tokens[*square].clone()];
            joined(&[&tokens[..at], &man])
        };
        return vec![Turned { clauses: squares.iter().map(said).collect(), ..Turned::default() }];
    }
    // The owner and the colour go with each.
    let mut start = at;
    while start > 0 && matches!(text.word(start - 1), "the" | "both" | "white" | "black" | "'s" | "his" | "enemy") {
        start -= 1;
    }
    let lead: Vec<Token> = tokens[start..at].iter().filter(|token| token.text != "both").cloned().collect();
    let mut row = Vec::new();
    for (index, square) in squares.iter().enumerate() {
        if index > 0 {
            row.push(word("and", &tokens[*square]));
        }
        row.extend(lead.iter().cloned());
        row.extend([single(&tokens[at]), tokens[at + 1].clone(), tokens[*square].clone()]);
    }
    // Three or more are read as `A, B and C`.
    if squares.len() > 2 {
        return Vec::new();
    }
    vec![one(joined(&[&tokens[..start], &row, &tokens[end..]]))]
}
