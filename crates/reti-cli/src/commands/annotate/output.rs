//! Where annotated games go: one file or several, a page beside them, and progress for who waits.

use std::{
    fs::File,
    io::{self, BufWriter, IsTerminal as _, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use reti::{annotate::report, explain::Words};

use crate::{arguments::Output, failure::Failure, terminal};

/// Writes games as they come.
pub struct Writer<'w> {
    words: &'w Words,
    out: BufWriter<Box<dyn Write>>,
    /// The file that is split, and after how many games.
    split: Option<(PathBuf, usize)>,
    page: Option<BufWriter<File>>,
    count: usize,
    progress: Option<Progress>,
}

struct Progress {
    start: Instant,
    shown: Instant,
}

impl<'w> Writer<'w> {
    /// Opens what is to be written.
    pub fn new(
        output: &Output,
        split: Option<NonZeroUsize>,
        page: Option<&Path>,
        words: &'w Words,
    ) -> Result<Writer<'w>, Failure> {
        let split = output.output.clone().zip(split.map(NonZeroUsize::get));
        let first = split.as_ref().map_or(output.output.clone(), |(path, _)| Some(part(path, 1)));
        let page = page.map(File::create).transpose().map_err(Failure::Output)?.map(BufWriter::new);
        let now = Instant::now();
        Ok(Writer {
            words,
            out: BufWriter::new(terminal::create(first.as_deref())?),
            split,
            page,
            count: 0,
            progress: io::stderr().is_terminal().then_some(Progress { start: now, shown: now }),
        })
    }

    /// Writes a game.
    pub fn write(&mut self, name: &str, text: &str, section: &str) -> Result<(), Failure> {
        if let Some((path, size)) = &self.split
            && self.count > 0
            && self.count.is_multiple_of(*size)
        {
            self.out.flush().map_err(Failure::Output)?;
            self.out = BufWriter::new(terminal::create(Some(&part(path, self.count / size + 1)))?);
        }
        self.out.write_all(text.as_bytes()).map_err(Failure::Output)?;
        if let Some(page) = &mut self.page {
            let head = if self.count == 0 { report::head(name, self.words) } else { String::new() };
            page.write_all(head.as_bytes())
                .and_then(|()| page.write_all(section.as_bytes()))
                .map_err(Failure::Output)?;
        }
        self.count += 1;
        if let Some(progress) = &mut self.progress
            && progress.shown.elapsed() > Duration::from_millis(500)
        {
            progress.shown = Instant::now();
            let rate = self.count as f64 / progress.start.elapsed().as_secs_f64();
            terminal::report(&format!("\r{} games, {rate:.1} a second ", self.count));
        }
        Ok(())
    }

    /// Ends everything that was begun.
    pub fn finish(mut self) -> Result<(), Failure> {
        if let Some(progress) = &self.progress
            && progress.shown > progress.start
        {
            terminal::report(&format!(
                "\r{} games, {:.1} s      \n",
                self.count,
                progress.start.elapsed().as_secs_f64()
            ));
        }
        if let Some(page) = &mut self.page {
            page.write_all(report::FOOT.as_bytes()).and_then(|()| page.flush()).map_err(Failure::Output)?;
        }
        self.out.flush().map_err(Failure::Output)
    }
}

/// `study-2.pgn` for part 2 of `study.pgn`.
fn part(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let extension = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{extension}"))
}
