//! Verbs of chess, with their forms.
//!
//! A verb has several words for one meaning. The grammar names the meaning and how the verb stands: active
//! (`attacks`, `is attacking`, `has attacked`), passive (`is attacked`), or as a participle (`attacking`).
//! Every active and passive form takes *not*, and only the forms listed here are read: *attacked* alone, or
//! *would attack*, is none of them.

use super::noun::Text;

/// A meaning and its verbs: base form, third person, participle, past participle.
pub(super) struct Verb {
    pub name: &'static str,
    words: &'static [[&'static str; 4]],
}

/// A regular verb.
macro_rules! regular {
    ($stem:literal) => {
        [$stem, concat!($stem, "s"), concat!($stem, "ing"), concat!($stem, "ed")]
    };
}

/// The verbs for taking a piece, and further ones.
macro_rules! taking {
    ($($further:expr),* $(,)?) => {
        &[
            ["capture", "captures", "capturing", "captured"],
            ["take", "takes", "taking", "taken"],
            ["take off", "takes off", "taking off", "taken off"],
            ["remove", "removes", "removing", "removed"],
            ["eliminate", "eliminates", "eliminating", "eliminated"],
            ["grab", "grabs", "grabbing", "grabbed"],
            ["snatch", "snatches", "snatching", "snatched"],
            ["recapture", "recaptures", "recapturing", "recaptured"],
            $($further),*
        ]
    };
}

pub(super) static VERBS: &[Verb] = &[
    Verb {
        name: "attack",
        words: &[
            regular!("attack"),
            ["hit", "hits", "hitting", "hit"],
            regular!("target"),
            regular!("menac"),
            ["menace", "menaces", "menacing", "menaced"],
            ["bear down on", "bears down on", "bearing down on", "borne down on"],
            ["put pressure on", "puts pressure on", "putting pressure on", "put under pressure"],
            ["press on", "presses on", "pressing on", "pressed"],
            ["pressure", "pressures", "pressuring", "pressured"],
            ["aim at", "aims at", "aiming at", "aimed at"],
            ["fire at", "fires at", "firing at", "fired at"],
            ["assail", "assails", "assailing", "assailed"],
            ["strike at", "strikes at", "striking at", "struck"],
            ["go after", "goes after", "going after", "gone after"],
            ["harass", "harasses", "harassing", "harassed"],
            ["take aim at", "takes aim at", "taking aim at", "aimed at"],
            ["point at", "points at", "pointing at", "pointed at"],
            ["zero in on", "zeroes in on", "zeroing in on", "zeroed in on"],
            ["train its sights on", "trains its sights on", "training its sights on", "in the sights"],
            ["pressurize", "pressurizes", "pressurizing", "pressurized"],
            ["exert pressure on", "exerts pressure on", "exerting pressure on", "put under pressure"],
            ["apply pressure to", "applies pressure to", "applying pressure to", "put under pressure"],
            ["apply pressure on", "applies pressure on", "applying pressure on", "put under pressure"],
            ["bite on", "bites on", "biting on", "bitten"],
        ],
    },
    Verb {
        name: "cover",
        words: &[
            regular!("cover"),
            ["control", "controls", "controlling", "controlled"],
            regular!("guard"),
            ["eye", "eyes", "eying", "eyed"],
            ["eye", "eyes", "eyeing", "eyed"],
            ["watch", "watches", "watching", "watched"],
            ["keep an eye on", "keeps an eye on", "keeping an eye on", "kept under observation"],
            regular!("reach"),
            ["see", "sees", "seeing", "seen"],
            ["command", "commands", "commanding", "commanded"],
            ["dominate", "dominates", "dominating", "dominated"],
            ["exert control over", "exerts control over", "exerting control over", "under control"],
            ["have control of", "has control of", "having control of", "under the control"],
            ["have control over", "has control over", "having control over", "kept under control"],
            ["look at", "looks at", "looking at", "looked at"],
            ["observe", "observes", "observing", "observed"],
        ],
    },
    Verb {
        name: "defend",
        words: &[
            regular!("defend"),
            regular!("protect"),
            regular!("guard"),
            regular!("cover"),
            regular!("support"),
            ["watch over", "watches over", "watching over", "watched over"],
            ["look after", "looks after", "looking after", "looked after"],
            ["back up", "backs up", "backing up", "backed up"],
            ["hold", "holds", "holding", "held"],
            ["secure", "secures", "securing", "secured"],
            ["shield", "shields", "shielding", "shielded"],
            ["safeguard", "safeguards", "safeguarding", "safeguarded"],
            ["take care of", "takes care of", "taking care of", "taken care of"],
            ["stand guard over", "stands guard over", "standing guard over", "kept under guard"],
            ["keep guard over", "keeps guard over", "keeping guard over", "kept under guard"],
            ["prop up", "props up", "propping up", "propped up"],
            ["bolster", "bolsters", "bolstering", "bolstered"],
            ["lend support to", "lends support to", "lending support to", "given support"],
            ["give support to", "gives support to", "giving support to", "given support"],
            ["offer support to", "offers support to", "offering support to", "given support"],
            ["back", "backs", "backing", "backed"],
        ],
    },
    Verb {
        name: "pin",
        words: &[
            ["pin", "pins", "pinning", "pinned"],
            ["pin down", "pins down", "pinning down", "pinned down"],
            ["nail", "nails", "nailing", "nailed"],
            ["tie", "ties", "tying", "tied"],
        ],
    },
    Verb {
        name: "fork",
        words: &[regular!("fork"), ["double attack", "double attacks", "double attacking", "double attacked"]],
    },
    Verb { name: "skewer", words: &[regular!("skewer")] },
    Verb {
        name: "capture",
        words: taking![
            ["win", "wins", "winning", "won"],
            ["gobble up", "gobbles up", "gobbling up", "gobbled up"],
            ["pick off", "picks off", "picking off", "picked off"],
        ],
    },
    // Without *win*: a move that does not win a piece may well take it.
    Verb { name: "take", words: taking![] },
    Verb {
        name: "win",
        words: &[
            ["win", "wins", "winning", "won"],
            ["gain", "gains", "gaining", "gained"],
            ["pick up", "picks up", "picking up", "picked up"],
            ["net", "nets", "netting", "netted"],
            ["bag", "bags", "bagging", "bagged"],
            ["pocket", "pockets", "pocketing", "pocketed"],
            ["earn", "earns", "earning", "earned"],
            ["collect", "collects", "collecting", "collected"],
            ["snare", "snares", "snaring", "snared"],
            ["be going to win", "is going to win", "going to win", "won"],
            ["go on to win", "goes on to win", "going on to win", "won"],
            ["end up winning", "ends up winning", "ending up winning", "won"],
            ["end up", "ends up", "ending up", "ended up"],
            ["come out ahead by", "comes out ahead by", "coming out ahead by", "won"],
        ],
    },
    Verb {
        name: "lose",
        words: &[
            ["lose", "loses", "losing", "lost"],
            ["drop", "drops", "dropping", "dropped"],
            ["blunder", "blunders", "blundering", "blundered"],
            ["give away", "gives away", "giving away", "given away"],
            ["hang", "hangs", "hanging", "hung"],
        ],
    },
    Verb {
        name: "check",
        words: &[
            regular!("check"),
            ["give check", "gives check", "giving check", "given check"],
            ["give a check", "gives a check", "giving a check", "given a check"],
            ["deliver check", "delivers check", "delivering check", "delivered check"],
            ["deliver a check", "delivers a check", "delivering a check", "delivered a check"],
            ["be check", "is check", "being check", "been check"],
        ],
    },
    Verb {
        name: "mate",
        words: &[
            ["mate", "mates", "mating", "mated"],
            ["checkmate", "checkmates", "checkmating", "checkmated"],
            ["give mate", "gives mate", "giving mate", "mated"],
            ["give checkmate", "gives checkmate", "giving checkmate", "checkmated"],
            ["deliver mate", "delivers mate", "delivering mate", "mated"],
            ["deliver checkmate", "delivers checkmate", "delivering checkmate", "checkmated"],
            ["force mate", "forces mate", "forcing mate", "mated"],
            ["force checkmate", "forces checkmate", "forcing checkmate", "checkmated"],
            ["force a mate", "forces a mate", "forcing a mate", "mated"],
        ],
    },
    Verb {
        name: "threaten",
        words: &[
            ["threaten", "threatens", "threatening", "threatened"],
            ["be threatening", "is threatening", "threatening", "threatened"],
        ],
    },
    Verb {
        name: "play",
        words: &[
            regular!("play"),
            ["make", "makes", "making", "made"],
            ["choose", "chooses", "choosing", "chosen"],
            ["go", "goes", "going", "gone"],
        ],
    },
    Verb { name: "stalemate", words: &[["stalemate", "stalemates", "stalemating", "stalemated"]] },
    Verb {
        name: "block",
        words: &[["block", "blocks", "blocking", "blocked"], ["stop", "stops", "stopping", "stopped"]],
    },
    Verb {
        name: "stop",
        words: &[
            ["stop", "stops", "stopping", "stopped"],
            ["prevent", "prevents", "preventing", "prevented"],
            ["halt", "halts", "halting", "halted"],
            ["catch", "catches", "catching", "caught"],
            ["hold back", "holds back", "holding back", "held back"],
            ["keep", "keeps", "keeping", "kept"],
        ],
    },
];

/// How a verb stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `attacks`, `is attacking`, `has attacked`.
    Active,
    /// The same, or what a move would do: `would attack`, `can attack`.
    Consequence,
    /// `is attacked`.
    Passive,
    /// `attacking`.
    Participle,
    /// `attack`, as after *can* or *to*.
    Base,
    /// `attacked`, as after a noun.
    Past,
}

/// The meaning with a name.
pub(super) fn named(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.name == name)
}

impl Verb {
    /// All places where the verb may end that stands at a place, each with whether it is denied.
    pub fn ends(&self, text: &Text<'_>, at: usize, form: Form) -> Vec<(usize, bool)> {
        let mut found = Vec::new();
        for words in self.words {
            let [base, third, participle, past] = *words;
            let mut push = |start: Option<usize>, words: &str, denied: bool| {
                found.extend(start.and_then(|start| text.phrase(start, words)).map(|end| (end, denied)));
            };
            match form {
                Form::Participle => push(Some(at), participle, false),
                Form::Base => push(Some(at), base, false),
                Form::Past => push(Some(at), past, false),
                Form::Passive => {
                    for (start, denied) in be(text, at) {
                        push(Some(skip_being(text, start)), past, denied);
                    }
                }
                Form::Active | Form::Consequence => {
                    push(Some(at), third, false);
                    push(Some(at), base, false);
                    for helper in ["does", "do"] {
                        let start = text.phrase(at, helper);
                        push(start, base, false);
                        push(start.and_then(|at| not(text, at)), base, true);
                    }
                    for fails in ["fails to", "fail to", "does not manage to"] {
                        push(text.phrase(at, fails), base, true);
                    }
                    for helps in ["helps", "help", "helps to", "help to", "serves to", "serve to", "continues to"] {
                        push(text.phrase(at, helps), base, false);
                    }
                    for keeps in ["keeps", "keep", "is busy", "is responsible for", "is in charge of"] {
                        push(text.phrase(at, keeps), participle, false);
                    }
                    for (start, denied) in be(text, at) {
                        push(Some(start), participle, denied);
                    }
                    for helper in ["has", "have"] {
                        let start = text.phrase(at, helper);
                        push(start, past, false);
                        push(start.and_then(|at| not(text, at)), past, true);
                    }
                    if form == Form::Consequence {
                        for helper in ["would", "will", "can", "is able to", "is going to", "could"] {
                            let start = text.phrase(at, helper);
                            push(start, base, false);
                            push(start.and_then(|at| text.phrase(at, "not")), base, true);
                        }
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Adverbs that may stand inside a verb.
const INSIDE: [&str; 22] = [
    "actually",
    "really",
    "currently",
    "now",
    "simply",
    "still",
    "also",
    "already",
    "directly",
    "at the moment",
    "just",
    "immediately",
    "simultaneously",
    "even",
    "thereby",
    "clearly",
    "thus",
    "therefore",
    "indeed",
    "presently",
    "at present",
    "right now",
];

fn past_adverbs(text: &Text<'_>, mut at: usize) -> usize {
    while let Some(end) = INSIDE.iter().find_map(|adverb| text.phrase(at, adverb)) {
        at = end;
    }
    at
}

/// `not`, `no longer`.
pub(super) fn not(text: &Text<'_>, at: usize) -> Option<usize> {
    let at = past_adverbs(text, at);
    let ways = ["not", "no longer", "by no means", "in no way", "not at all"];
    let end = ways.iter().filter_map(|words| text.phrase(at, words)).max()?;
    Some(past_adverbs(text, end))
}

fn skip_being(text: &Text<'_>, at: usize) -> usize {
    text.phrase(at, "being").map_or(at, |at| past_adverbs(text, at))
}

/// Where a form of *be* ends, with whether it is denied.
pub(super) fn be(text: &Text<'_>, at: usize) -> Vec<(usize, bool)> {
    let mut found = Vec::new();
    for words in [
        "is",
        "are",
        "be",
        "'s",
        "remains",
        "stays",
        "happens to be",
        "appears to be",
        "turns out to be",
        "happen to be",
        "proves to be",
        "finds itself",
        "finds himself",
        "finds herself",
        "is left",
        "are left",
    ] {
        if let Some(end) = text.phrase(at, words) {
            let denied = not(text, end);
            // Both ways: *not* may belong to what follows (`is not a check`).
            found.extend(denied.map(|end| (end, true)));
            found.push((past_adverbs(text, end), false));
            if past_adverbs(text, end) != end {
                found.push((end, false));
            }
        }
    }
    found
}

/// Where a form of *have* ends, with whether it is denied.
pub(super) fn have(text: &Text<'_>, at: usize) -> Vec<(usize, bool)> {
    const HAVE: [&str; 28] = [
        "has",
        "have",
        "has got",
        "have got",
        "owns",
        "own",
        "possesses",
        "enjoys",
        "keeps",
        "holds",
        "retains",
        "boasts",
        "has retained",
        "has kept",
        "is in possession of",
        "holds on to",
        "is left with",
        "is playing with",
        "can boast",
        "has to live with",
        "has to put up with",
        "is saddled with",
        "is burdened with",
        "suffers from",
        "has at his disposal",
        "has to look after",
        "commands",
        "maintains",
    ];
    let at = past_adverbs(text, at);
    let mut found = Vec::new();
    for words in HAVE {
        if let Some(end) = text.phrase(at, words) {
            found.push((past_adverbs(text, end), false));
        }
    }
    for words in ["does", "do"] {
        let end = text.phrase(at, words).and_then(|at| not(text, at));
        for base in ["have", "possess", "own"] {
            found.extend(end.and_then(|at| text.phrase(at, base)).map(|end| (end, true)));
        }
    }
    found
}
