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
use reti::{annotate::report, explain::Words, wire::PlayerReport};

use crate::{
    arguments::Output,
    failure::Failure,
    output::{Sink, part_of},
    terminal,
};

/// What an interrupted run got done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Whole games.
    pub games: usize,
    /// Their length.
    bytes: u64,
}

impl Mark {
    /// Reads the mark of `FILE.part`.
    pub fn read(output: Option<&Path>) -> Result<Mark, Failure> {
        let output = output.unwrap_or(Path::new("-"));
        let missing = || {
            let name = part_of(output);
            Failure::Usage(format!("there is nothing to resume: {} has no mark of an interrupted run", name.display()))
        };
        let text = fs::read_to_string(Mark::path(output)).map_err(|_| missing())?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let [Ok(games), Ok(bytes)] = [words.first(), words.get(2)].map(|word| word.unwrap_or(&"").parse::<u64>())
        else {
            return Err(missing());
        };
        if fs::metadata(part_of(output)).map_or(0, |about| about.len()) < bytes {
            return Err(missing());
        }
        Ok(Mark { games: games as usize, bytes })
    }

    fn path(output: &Path) -> PathBuf {
        let mut name = part_of(output).into_os_string();
        name.push(".mark");
        name.into()
    }

    /// Replaces the mark at once, so that it is never half of one.
    fn write(self, output: &Path) -> io::Result<()> {
        let path = Mark::path(output);
        let new = path.with_extension("mark-new");
        fs::write(&new, format!("{} games {} bytes\n", self.games, self.bytes))?;
        fs::rename(new, path)
    }
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
            (None, Some(path)) if earlier != Mark::default() => {
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

    /// Writes a game.
    pub fn write(&mut self, name: &str, text: &str, section: &str) -> Result<(), Failure> {
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
