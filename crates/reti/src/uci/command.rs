//! What a chess program may say to an engine, read from a line of text.
//!
//! The protocol asks engines to skip words that they do not know, and so does this reader; numbers
//! that are none are skipped with their word, negative times count as no time.

/// A line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position { fen: String, moves: Vec<String> },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    Eval,
    Draw,
    Nothing,
    Unknown,
}

/// How to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
    pub mate: Option<u64>,
    pub move_time: Option<u64>,
    /// White's and Black's clock in milliseconds.
    pub time: [Option<u64>; 2],
    /// White's and Black's increment in milliseconds.
    pub increment: [u64; 2],
    pub moves_left: Option<u64>,
    pub infinite: bool,
    pub ponder: bool,
    pub search_moves: Vec<String>,
}

impl Go {
    /// Whether the search ends only when it is told to.
    pub fn is_open(&self) -> bool {
        let limited = self.depth.or(self.nodes).or(self.mate).or(self.move_time).or(self.time[0]).or(self.time[1]);
        self.infinite || self.ponder || limited.is_none()
    }
}

impl Command {
    pub fn read(line: &str) -> Command {
        let mut words = line.split_whitespace();
        match words.next() {
            None => Command::Nothing,
            Some("uci") => Command::Uci,
            Some("isready") => Command::IsReady,
            Some("ucinewgame") => Command::NewGame,
            Some("setoption") => set_option(words),
            Some("position") => position(words),
            Some("go") => Command::Go(go(words)),
            Some("stop") => Command::Stop,
            Some("ponderhit") => Command::PonderHit,
            Some("quit") => Command::Quit,
            Some("eval") => Command::Eval,
            Some("d") => Command::Draw,
            Some(_) => Command::Unknown,
        }
    }
}

fn set_option<'l>(words: impl Iterator<Item = &'l str>) -> Command {
    let words: Vec<&str> = words.skip_while(|word| *word != "name").skip(1).collect();
    let end = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let value = words.get(end + 1..).unwrap_or_default();
    Command::SetOption { name: words[..end].join(" "), value: value.join(" ") }
}

fn position<'l>(words: impl Iterator<Item = &'l str>) -> Command {
    let words: Vec<&str> = words.collect();
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or_default().iter().map(|&word| word.to_owned()).collect();
    let placement = match &words[..end] {
        ["fen", rest @ ..] => rest,
        all => all,
    };
    Command::Position { fen: placement.join(" "), moves }
}

fn go<'l>(words: impl Iterator<Item = &'l str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| looks_like_a_move(word)) {
                    go.search_moves.push(text.to_owned());
                }
            }
            "depth" | "nodes" | "mate" | "movetime" | "wtime" | "btime" | "winc" | "binc" | "movestogo" => {
                let Some(number) = words.peek().and_then(|text| text.parse::<i64>().ok()) else { continue };
                words.next();
                go.set(word, number.max(0).cast_unsigned());
            }
            _ => {}
        }
    }
    go
}

impl Go {
    fn set(&mut self, word: &str, number: u64) {
        match word {
            "depth" => self.depth = Some(number),
            "nodes" => self.nodes = Some(number),
            "mate" => self.mate = Some(number),
            "movetime" => self.move_time = Some(number),
            "wtime" => self.time[0] = Some(number),
            "btime" => self.time[1] = Some(number),
            "winc" => self.increment[0] = number,
            "binc" => self.increment[1] = number,
            _ => self.moves_left = Some(number),
        }
    }
}

fn looks_like_a_move(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && word.as_bytes()[1].is_ascii_digit() && word.as_bytes()[3].is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_options_are_read() {
        assert_eq!(
            Command::read("  position startpos moves e2e4 e7e5 "),
            Command::Position { fen: "startpos".to_owned(), moves: vec!["e2e4".to_owned(), "e7e5".to_owned()] }
        );
        assert_eq!(
            Command::read("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            Command::Position { fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned(), moves: vec![] }
        );
        assert_eq!(
            Command::read("setoption name Move Overhead value 30"),
            Command::SetOption { name: "Move Overhead".to_owned(), value: "30".to_owned() }
        );
        assert_eq!(
            Command::read("setoption name Clear Hash"),
            Command::SetOption { name: "Clear Hash".to_owned(), value: String::new() }
        );
    }

    #[test]
    fn every_form_of_go_is_read() {
        let Command::Go(go) = Command::read("go wtime 1000 btime -5 winc 20 movestogo 3 searchmoves e2e4 d2d4 depth 7")
        else {
            panic!("go is go");
        };
        assert_eq!((go.time, go.increment, go.moves_left), ([Some(1000), Some(0)], [20, 0], Some(3)));
        assert_eq!((go.search_moves.len(), go.depth, go.is_open()), (2, Some(7), false));
        for open in ["go", "go infinite", "go ponder wtime 100 btime 100", "go depth x", "go nonsense"] {
            assert!(matches!(Command::read(open), Command::Go(go) if go.is_open()), "{open}");
        }
        for limited in ["go nodes 5", "go movetime 5", "go mate 2", "go wtime 5 btime 5"] {
            assert!(matches!(Command::read(limited), Command::Go(go) if !go.is_open()), "{limited}");
        }
    }

    #[test]
    fn anything_may_be_said() {
        for line in
            ["", "   ", "joho", "setoption", "setoption name", "position", "position moves", "go depth", "\u{0}é"]
        {
            let _ = Command::read(line);
        }
        assert_eq!(Command::read("joho"), Command::Unknown);
    }
}
