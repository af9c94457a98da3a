//! Where annotated games go: one file or several, a page beside them, and progress for who waits.
//!
//! While the games are written their file is called `FILE.part`, and each is on the disk when it is
//! done. [`Mark`] beside it says how many there are, so that an interrupted run can be continued.

use std::{
    fs,
    io::{self, Write as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use indicatif::ProgressBar;
use reti::{annotate::report, explain::Words, pgn::Game, wire::PlayerReport};
use serde_json::{Map, Value, json};

use super::players::Players;
use crate::{
    arguments::Output,
    failure::Failure,
    output::{Sink, part_of},
    terminal,
};

/// What a run got done, and of what: another one goes on only where it would have written the same.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Whole games.
    pub games: usize,
    /// Their length.
    bytes: u64,
    /// A digest of the games as they were read.
    input: u64,
    /// The options that decide what is written, by their names.
    options: Vec<(&'static str, String)>,
    /// What was counted about players.
    pub players: Value,
}

impl Mark {
    /// Before the first game.
    pub fn new(options: Vec<(&'static str, String)>) -> Mark {
        Mark { games: 0, bytes: 0, input: EMPTY, options, players: Value::Null }
    }

    /// Reads the mark of `FILE.part`, and refuses it if that run had other options.
    pub fn read(output: &Path, options: Vec<(&'static str, String)>) -> Result<Mark, Failure> {
        let part = part_of(output);
        let missing = || {
            let name = part.display();
            Failure::Usage(format!("there is nothing to resume: {name} has no mark of an interrupted run"))
        };
        let text = fs::read_to_string(Mark::path(output)).map_err(|_| missing())?;
        let known: Value = serde_json::from_str(&text).map_err(|_| missing())?;
        let number = |name: &str| known[name].as_u64().ok_or_else(missing);
        let (games, bytes, input) = (number("games")? as usize, number("bytes")?, number("input")?);
        if fs::metadata(&part).map_or(0, |about| about.len()) < bytes {
            return Err(missing());
        }
        for (name, value) in &options {
            let before = known["options"][name].as_str().unwrap_or("not told");
            if before != value {
                let verb = if name.starts_with("--") { "had" } else { "was made by" };
                return Err(refused(output, &format!("{verb} {name} {before}, not {value}")));
            }
        }
        Ok(Mark { games, bytes, input, options, players: known["players"].clone() })
    }

    /// Steps over the games that are done, and refuses if they are not those of that run.
    pub fn skip(
        &self,
        games: &mut impl Iterator<Item = io::Result<Game>>,
        name: &str,
        output: &Path,
    ) -> Result<(), Failure> {
        let (mut count, mut input) = (0, EMPTY);
        for game in games.take(self.games) {
            let game = game.map_err(|error| Failure::File(name.to_owned(), error))?;
            count += 1;
            input = digest(input, game.text.as_bytes());
        }
        if (count, input) != (self.games, self.input) {
            return Err(refused(output, &format!("began with other games than {name}")));
        }
        Ok(())
    }

    fn path(output: &Path) -> PathBuf {
        let mut name = part_of(output).into_os_string();
        name.push(".mark");
        name.into()
    }

    /// Replaces the mark at once, so that it is never half of one.
    fn write(&self, output: &Path) -> io::Result<()> {
        let path = Mark::path(output);
        let new = path.with_extension("mark-new");
        let options: Map<String, Value> =
            self.options.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
        let Mark { games, bytes, input, players, .. } = self;
        let mark = json!({"games": games, "bytes": bytes, "input": input, "options": options, "players": players});
        fs::write(&new, format!("{mark}\n"))?;
        fs::rename(new, path)
    }
}

fn refused(output: &Path, why: &str) -> Failure {
    let name = part_of(output).display().to_string();
    Failure::Usage(format!("{name} cannot be continued: the interrupted run {why}"))
}

/// The digest of nothing.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a over the bytes: tells files apart that were mistaken for each other.
fn digest(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A game that is done.
#[derive(Clone, Copy)]
pub struct Written<'g> {
    /// How it is called.
    pub name: &'g str,
    /// As it was read.
    pub source: &'g str,
    /// As it is written.
    pub text: &'g str,
    /// Its part of a page.
    pub section: &'g str,
}

/// Writes games as they come.
pub struct Writer<'w> {
    words: &'w Words,
    out: Sink,
    /// The file that is split, and after how many games.
    split: Option<(PathBuf, usize)>,
    /// The file that can be continued, and how far it has come.
    mark: Option<(PathBuf, Mark)>,
    page: Option<Sink>,
    count: usize,
    progress: ProgressBar,
}

impl<'w> Writer<'w> {
    /// Opens what is to be written.
    pub fn new(
        output: &Output,
        split: Option<NonZeroUsize>,
        page: Option<&Path>,
        earlier: Mark,
        words: &'w Words,
        progress: ProgressBar,
    ) -> Result<Writer<'w>, Failure> {
        let split = output.output.clone().zip(split.map(NonZeroUsize::get));
        let page = page.map(|path| Sink::create(Some(path))).transpose()?;
        let (out, mark) = match (&split, &output.output) {
            (Some((path, _)), _) => (Sink::create(Some(&part(path, 1)))?, None),
            (None, Some(path)) if earlier.games > 0 => {
                terminal::report(&format!("{} games are there already\n", earlier.games));
                (Sink::append(path, earlier.bytes)?, Some((path.clone(), earlier)))
            }
            (None, Some(path)) => {
                let out = Sink::create_in_parts(path).map_err(|failure| match failure {
                    Failure::Usage(message) => Failure::Usage(format!("{message} (--resume continues it)")),
                    other => other,
                })?;
                let mark = out.is_file().then(|| (path.clone(), earlier));
                (out, mark)
            }
            (None, None) => (Sink::create(None)?, None),
        };
        Ok(Writer { words, out, split, mark, page, count: 0, progress })
    }

    /// Writes a game that was read as `source`; `players` are counted up to it.
    pub fn write(&mut self, game: &Written<'_>, players: &Players) -> Result<(), Failure> {
        let Written { name, source, text, section } = *game;
        if let Some((path, size)) = &self.split
            && self.count > 0
            && self.count.is_multiple_of(*size)
        {
            let next = Sink::create(Some(&part(path, self.count / size + 1)))?;
            std::mem::replace(&mut self.out, next).finish()?;
        }
        self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).map_err(Failure::Output)?;
        if let Some((path, mark)) = &mut self.mark {
            mark.games += 1;
            mark.bytes += text.len() as u64;
            mark.input = digest(mark.input, source.as_bytes());
            mark.players = players.state();
            mark.write(path).map_err(Failure::Output)?;
        }
        if let Some(page) = &mut self.page {
            let head = if self.count == 0 { report::head(name, self.words) } else { String::new() };
            page.write_all(head.as_bytes())
                .and_then(|()| page.write_all(section.as_bytes()))
                .map_err(Failure::Output)?;
        }
        self.count += 1;
        self.progress.set_message(self.count.to_string());
        Ok(())
    }

    /// So much of the input is done.
    pub fn advance(&self, bytes: usize) {
        self.progress.inc(bytes as u64);
    }

    /// Writes what belongs to no game.
    pub fn write_more(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).map_err(Failure::Output)
    }

    /// Ends everything that was begun; the page ends with the table of a player.
    pub fn finish(self, player: Option<&PlayerReport>) -> Result<(), Failure> {
        self.progress.finish_and_clear();
        if let Some(mut page) = self.page {
            page.write_all(report::foot(player).as_bytes()).map_err(Failure::Output)?;
            page.finish()?;
        }
        self.out.finish()?;
        if let Some((path, _)) = &self.mark {
            // Nothing is left to continue.
            let _ = fs::remove_file(Mark::path(path));
        }
        Ok(())
    }

    /// After a failure: how to go on.
    pub fn tell_what_is_kept(&self) {
        match &self.mark {
            Some((path, mark)) if mark.games > 0 => {
                let name = part_of(path);
                terminal::report(&format!("{} games are in {}; --resume continues\n", mark.games, name.display()));
            }
            Some((path, _)) => {
                // An empty file is worth nothing, and would be in the way.
                let _ = fs::remove_file(part_of(path));
            }
            None => {}
        }
    }
}

/// `study-2.pgn` for part 2 of `study.pgn`.
fn part(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let extension = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{extension}"))
}
