//! The language in which the grammar is written, and how a sentence is matched with it.
//!
//! A [`Rule`] is a line: what a clause looks like, and what it says. What it looks like is a row of words and
//! roles; `|` separates words that mean the same here, `_` joins words, brackets hold what may be missing.
//!
//! | role | stands for |
//! |---|---|
//! | `M1` | a piece: `the knight on f6` |
//! | `Q1` | a piece or an empty square |
//! | `S1`, `S1's` | a side, and what belongs to it |
//! | `V1` | a move |
//! | `L1` | moves in a row |
//! | `F1` `W1` `N1` | a file, a wing, a number |
//! | `K1` `P1` | a type of piece, in the singular or plural |
//! | `X1` | what can be won: `a pawn`, `the exchange` |
//! | `E1` | how a side stands: `slightly better` |
//! | `be` `have` | their forms, perhaps denied |
//! | `no` | `no`, `not any`, `not a`: it denies |
//! | `v:pin` `w:pin` `p:pin` `g:pin` `b:pin` `d:pin` | a verb: active, consequence, passive, participle, base, past |
//!
//! What it says is a kind with its fields, several separated by `;`, denied by `not`: `V1.to` is where a move
//! goes, `M1.color` whose a piece is and `M1.file` where it stands, `!S1` the other side, a word in quotes itself. Between the parts of a
//! clause harmless words ([`FILLERS`]) may stand. Every other word must be in the rule, so a clause with a
//! word that the grammar does not know matches nothing.

use std::{collections::HashSet, sync::LazyLock};

use reti_core::chess::{Color, File, PieceType, Square};

use super::{
    super::{Lead, Man, Standing, Wing},
    grammar,
    noun::{Named, Text, noun, number, plural},
    token::{Class, Token},
    verbs::{self, Form, Verb},
};

/// A line of the grammar.
pub(super) struct Rule {
    pub looks: Vec<Element>,
    pub says: &'static str,
    /// For each word that must be there, how its alternatives begin: what tells quickly that a clause does not fit.
    needs: Vec<Vec<String>>,
    /// Whether a move must be there.
    needs_move: bool,
}

/// The words of a clause, to look for what a rule needs.
pub(super) struct Words<'t> {
    all: HashSet<&'t str>,
    has_move: bool,
}

impl<'t> Words<'t> {
    pub fn of(tokens: &'t [Token]) -> Words<'t> {
        Words {
            all: tokens.iter().map(|token| token.text.as_str()).collect(),
            has_move: tokens.iter().any(|token| token.class == Class::Move),
        }
    }
}

impl Rule {
    fn new(looks: &str, says: &'static str) -> Rule {
        let looks = elements(looks);
        let begins = |words: &String| words.split(' ').next().unwrap_or_default().to_owned();
        let needs = looks.iter().filter_map(|element| match element {
            Element::Words(words) => Some(words.iter().map(begins).collect()),
            _ => None,
        });
        let needs = needs.collect();
        let needs_move = looks.iter().any(|element| matches!(element, Element::Move(_) | Element::Line));
        Rule { looks, says, needs, needs_move }
    }

    /// Whether a clause with these words may fit; never a wrong no.
    pub fn may_fit(&self, words: &Words<'_>) -> bool {
        (words.has_move || !self.needs_move)
            && self.needs.iter().all(|begins| begins.iter().any(|word| words.all.contains(word.as_str())))
    }
}

/// A part of what a clause looks like.
pub(super) enum Element {
    /// One of these words or phrases.
    Words(Vec<String>),
    /// May be missing.
    Maybe(Vec<Element>),
    Be,
    Have,
    No,
    Verb(&'static Verb, Form),
    Man(usize),
    Target(usize),
    Side(usize, bool),
    Move(usize),
    Line,
    File(usize),
    Wing,
    Number,
    Kind,
    Kinds,
    Stuff,
    Standing,
}

/// What the roles of a rule stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub men: [Option<Named>; 5],
    pub targets: [Option<Man>; 5],
    pub sides: [Option<Color>; 5],
    pub moves: [Option<String>; 5],
    pub line: Vec<String>,
    pub files: [Option<File>; 5],
    pub wing: Option<Wing>,
    pub number: Option<u32>,
    pub kind: Option<PieceType>,
    pub stuff: Option<Lead>,
    pub standing: Option<(Standing, bool)>,
    pub not: bool,
}

/// Words that change nothing, wherever they stand.
const FILLERS: &[&str] = &[
    ",",
    ":",
    ";",
    "—",
    "–",
    "now",
    "currently",
    "here",
    "also",
    "simply",
    "just",
    "actually",
    "really",
    "directly",
    "already",
    "still",
    "indeed",
    "therefore",
    "thus",
    "hence",
    "of course",
    "at the moment",
    "at present",
    "as things stand",
    "right now",
    "in this position",
    "on the board",
    "for now",
    "in fact",
    "perfectly",
    "completely",
    "immediately",
    "at once",
    "namely",
    "objectively",
    "objectively speaking",
    "materially",
    "legally",
    "legally speaking",
    "overall",
    "too",
    "as well",
    "in the current position",
    "in the position",
    "in the diagram",
    "this move",
    "in this game",
    "quite",
    "absolutely",
    "certainly",
    "definitely",
    "obviously",
    "of the board",
    "at this point",
    "at this moment",
    "in this particular position",
    "in the given position",
    "after all",
    "well",
    "instantly",
    "straight away",
    "right away",
    "presently",
    "there",
    "by the way",
    "for the moment",
    "so",
    "in total",
    "altogether",
    "exactly",
    "fully",
    "permanently",
    "technically",
    "clearly",
    "plainly",
    "truly",
    "literally",
    "both",
    "in question",
    "as it stands",
    "on the spot",
    "by now",
    "without a doubt",
    "no doubt",
    "without question",
    "for sure",
    "in this situation",
    "in the present situation",
    "at this stage",
    "as of now",
    "you know",
    "you see",
    "as you can see",
    "as we can see",
    "mind you",
    "again",
    "basically",
    "essentially",
    "at all",
    "whatsoever",
    "firmly",
    "squarely",
    "neatly",
    "proudly",
    "happily",
    "quietly",
    "comfortably",
    "nicely",
    "annoyingly",
    "awkwardly",
    "unpleasantly",
    "unfortunately",
    "fortunately",
    "luckily",
    "sadly",
    "tactically",
    "positionally",
    "structurally",
    "evidently",
    "undoubtedly",
    "in reality",
    "in truth",
    "as a matter of fact",
    "for that matter",
    "in plain sight",
    "in this diagram",
    "in the diagram position",
    "as it happens",
    "as a result",
    "consequently",
    "accordingly",
    "naturally",
    "however",
    "nevertheless",
    "nonetheless",
    "meanwhile",
    "moreover",
    "furthermore",
    "likewise",
    "in turn",
    "in addition",
    "on the other hand",
    "at the same time",
    "simultaneously",
    "by contrast",
    "in contrast",
    "even so",
    "all the same",
    "totally",
    "entirely",
    "utterly",
    "wholly",
    "undeniably",
    "unquestionably",
    "indisputably",
    "effectively",
    "precisely",
    "in one go",
    "in one stroke",
    "at one stroke",
    "at a stroke",
    "with one move",
    "with a single move",
    "as a consequence",
    "at this very moment",
    "at the present moment",
    "once more",
    "to be precise",
    "to be exact",
    "as matters stand",
    "as the position stands",
    "as the pieces stand",
    "for the time being",
];

/// The grammar, ready to be matched.
pub(super) static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rules = grammar::ALL.iter().flat_map(|part| part.iter());
    rules.map(|(looks, says)| Rule::new(looks, says)).collect()
});

/// Reads what a clause looks like.
fn elements(text: &str) -> Vec<Element> {
    let mut stack = vec![Vec::new()];
    for word in text.split(' ') {
        match word {
            "[" => stack.push(Vec::new()),
            "]" => {
                let group = stack.pop().expect("brackets of the grammar are balanced");
                stack.last_mut().expect("brackets of the grammar are balanced").push(Element::Maybe(group));
            }
            _ => stack.last_mut().expect("there is a list").push(element(word)),
        }
    }
    stack.pop().expect("there is a list")
}

fn element(word: &str) -> Element {
    let digit = |text: &str| text.parse::<usize>().ok().filter(|index| *index < 5);
    let verb = |name: &str, form| {
        let verb = verbs::named(name);
        Element::Verb(verb.unwrap_or_else(|| panic!("the grammar names a verb '{name}'")), form)
    };
    match word.split_once(':') {
        Some(("v", name)) => return verb(name, Form::Active),
        Some(("w", name)) => return verb(name, Form::Consequence),
        Some(("p", name)) => return verb(name, Form::Passive),
        Some(("g", name)) => return verb(name, Form::Participle),
        Some(("b", name)) => return verb(name, Form::Base),
        Some(("d", name)) => return verb(name, Form::Past),
        _ => {}
    }
    let (plain, owns) = word.strip_suffix("'s").map_or((word, false), |plain| (plain, true));
    let role = plain.split_at_checked(1).and_then(|(letter, rest)| Some((letter, digit(rest)?)));
    match (plain, role) {
        ("be", _) => Element::Be,
        ("have", _) => Element::Have,
        ("no", _) => Element::No,
        (_, Some(("M", index))) => Element::Man(index),
        (_, Some(("Q", index))) => Element::Target(index),
        (_, Some(("S", index))) => Element::Side(index, owns),
        (_, Some(("V", index))) => Element::Move(index),
        (_, Some(("L", _))) => Element::Line,
        (_, Some(("F", index))) => Element::File(index),
        (_, Some(("W", _))) => Element::Wing,
        (_, Some(("N", _))) => Element::Number,
        (_, Some(("K", _))) => Element::Kind,
        (_, Some(("P", _))) => Element::Kinds,
        (_, Some(("X", _))) => Element::Stuff,
        (_, Some(("E", _))) => Element::Standing,
        _ => Element::Words(word.split('|').flat_map(forms).collect()),
    }
}

/// A word of the grammar as it may stand in a sentence; *be* and *have* among other words stand for their forms.
fn forms(word: &str) -> Vec<String> {
    match word {
        "be" => ["is", "are", "be"].map(str::to_owned).to_vec(),
        "have" => ["has", "have"].map(str::to_owned).to_vec(),
        word => vec![word.replace('_', " ")],
    }
}

/// Where a filler ends that stands at a place; none if there is none.
fn fillers(text: &Text<'_>, at: usize) -> Vec<usize> {
    FILLERS.iter().filter_map(|words| text.phrase(at, words)).collect()
}

/// Whether only fillers stand from a place to the end.
fn only_fillers(text: &Text<'_>, at: usize) -> bool {
    at >= text.tokens.len() || fillers(text, at).into_iter().any(|end| only_fillers(text, end))
}

/// Matches a whole clause.
pub(super) fn matches(rule: &Rule, text: &Text<'_>) -> Option<Found> {
    let elements: Vec<&Element> = rule.looks.iter().collect();
    follow(&elements, text, 0, &Found::default())
}

fn follow(elements: &[&Element], text: &Text<'_>, at: usize, found: &Found) -> Option<Found> {
    let Some((first, rest)) = elements.split_first() else {
        return only_fillers(text, at).then(|| found.clone());
    };
    if let Element::Maybe(group) = first {
        let whole: Vec<&Element> = group.iter().chain(rest.iter().copied()).collect();
        return follow(&whole, text, at, found).or_else(|| follow(rest, text, at, found));
    }
    for (end, next) in here(first, text, at, found) {
        if let Some(done) = follow(rest, text, end, &next) {
            return Some(done);
        }
    }
    fillers(text, at).into_iter().find_map(|end| follow(elements, text, end, found))
}

/// The ways in which an element can stand at a place.
fn here(element: &Element, text: &Text<'_>, at: usize, found: &Found) -> Vec<(usize, Found)> {
    let denied = |ends: Vec<(usize, bool)>| -> Vec<(usize, Found)> {
        ends.into_iter().map(|(end, not)| (end, Found { not: found.not ^ not, ..found.clone() })).collect()
    };
    let mut next = found.clone();
    let end = match element {
        Element::Maybe(_) => None,
        Element::Words(words) => {
            return words.iter().filter_map(|words| Some((text.phrase(at, words)?, found.clone()))).collect();
        }
        Element::Be => return denied(verbs::be(text, at)),
        Element::Have => return denied(verbs::have(text, at)),
        Element::Verb(verb, form) => return denied(verb.ends(text, at, *form)),
        Element::No => return denied(no(text, at)),
        Element::Man(index) => text.man(at).and_then(|(end, named)| {
            next.men[*index] = Some(owned(named, text, found)?);
            Some(end)
        }),
        Element::Target(index) => target(text, at, found).map(|(end, man)| {
            next.targets[*index] = Some(man);
            end
        }),
        Element::Side(index, owns) => text.side(at).and_then(|(end, side)| {
            next.sides[*index] = Some(side);
            if *owns { text.phrase(end, "'s") } else { Some(end) }
        }),
        Element::Move(index) => text.single_move(at).map(|(end, m)| {
            next.moves[*index] = Some(m);
            end
        }),
        Element::Line => text.line(at).map(|(end, line)| {
            next.line = line;
            end
        }),
        Element::File(index) => text.file(at).map(|(end, file)| {
            next.files[*index] = Some(file);
            end
        }),
        Element::Wing => text.wing(at).map(|(end, wing)| {
            next.wing = Some(wing);
            end
        }),
        Element::Number => number(text.word(at)).map(|number| {
            next.number = Some(number);
            at + 1
        }),
        Element::Kind => noun(text.word(at)).map(|kind| {
            next.kind = Some(kind);
            at + 1
        }),
        Element::Kinds => plural(text.word(at)).map(|kind| {
            next.kind = Some(kind);
            at + 1
        }),
        Element::Stuff => text.stuff(at).map(|(end, stuff)| {
            next.stuff = Some(stuff);
            end
        }),
        Element::Standing => text.standing(at).map(|(end, standing)| {
            next.standing = Some(standing);
            end
        }),
    };
    end.map(|end| vec![(end, next)]).unwrap_or_default()
}

/// A piece with its colour, where it is called the enemy's: of the piece, the side or the move that was named first.
fn owned(named: Named, text: &Text<'_>, found: &Found) -> Option<Named> {
    if !named.enemy {
        return Some(named);
    }
    let board = text.here.board();
    let of = |man: &Man| man.color.or_else(|| board.color_at(man.square?));
    let mut men = found.men.iter().flatten().map(|named| &named.man).chain(found.targets.iter().flatten());
    let side = found.sides.iter().flatten().next().copied();
    let mover = found.moves.iter().flatten().next().map(|_| text.here.turn());
    let owner = men.find_map(of).or(side).or(mover)?;
    Some(Named { man: Man { color: Some(!owner), ..named.man }, ..named })
}

/// A piece, or a square where none stands.
fn target(text: &Text<'_>, at: usize, found: &Found) -> Option<(usize, Man)> {
    let man = text.man(at).and_then(|(end, named)| Some((end, owned(named, text, found)?.man)));
    man.or_else(|| text.square(at).map(|(end, square): (usize, Square)| (end, Man::on(square))))
}

/// `no`, `not a`, `not any`, `not a single`, `without`.
fn no(text: &Text<'_>, at: usize) -> Vec<(usize, bool)> {
    let ways = [
        "no",
        "not a",
        "not an",
        "not any",
        "not a single",
        "no single",
        "not one",
        "without a",
        "without any",
        "without",
        "not",
    ];
    ways.iter().filter_map(|words| text.phrase(at, words)).map(|end| (end, true)).collect()
}

/// Whether a token may separate clauses.
pub(super) fn separates(token: &Token) -> bool {
    const WORDS: [&str; 15] = [
        "and", "but", "while", "whereas", "yet", "although", "though", "so", "because", "since", "as", "which", "who",
        "with", "thereby",
    ];
    token.class == Class::Comma || token.class == Class::Word && WORDS.contains(&token.text.as_str())
}
