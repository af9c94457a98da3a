//! The only place that reads standard input, writes answers and asks about the terminal.

use std::{
    fs,
    io::{self, IsTerminal as _, Read, Write as _},
    path::Path,
    sync::{OnceLock, mpsc},
    thread::{self, JoinHandle},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use reti::Problem;

use crate::{failure::Failure, output::Sink};

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless the variable `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether an answer that goes to standard output should have colours.
    pub fn wanted(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && io::stdout().is_terminal()
            }
        }
    }
}

/// Says something on standard error that is not the answer; whatever it quotes does no harm there.
pub fn report(message: &str) {
    // Nothing can be done about a closed terminal.
    let _ = write!(io::stderr(), "{}", reti::for_terminal(message, false));
}

/// The same with colours of our own.
pub fn show_colored(message: &str) {
    let _ = write!(io::stderr(), "{}", reti::for_terminal(message, true));
}

/// How many mebibytes are read at once if nobody asks for more.
pub const DEFAULT_LIMIT: u32 = 256;

static LIMIT: OnceLock<u32> = OnceLock::new();

/// From now on so many mebibytes are read at once, at most.
pub fn set_limit(mebibytes: u32) {
    // The first one counts; there is only one.
    let _ = LIMIT.set(mebibytes);
}

/// How many bytes are read at once, at most.
pub fn limit() -> usize {
    (LIMIT.get().copied().unwrap_or(DEFAULT_LIMIT) as usize).saturating_mul(1 << 20)
}

/// A text argument, or standard input if it is `-`.
pub fn text_or_input(argument: &str) -> Result<String, Failure> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let bytes = reti::packed::read_at_most(io::stdin().lock(), limit() as u64);
    let bytes = bytes.map_err(|error| Failure::File("standard input".to_owned(), error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The games of a file, or of standard input if its name is `-`.
pub fn games(path: &Path) -> Result<reti::pgn::Games<Box<dyn Read + Send>>, Failure> {
    Ok(reti::pgn::games(open(path)?).with_limit(limit()))
}

/// A file to read from, unpacked if it is compressed, or standard input if its name is `-`.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let fail = |error| Failure::File(path.display().to_string(), error);
    let file = fs::File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(fail(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")));
    }
    Ok(Box::new(reti::packed::unpacked(file).map_err(fail)?))
}

/// The whole text of a file, unpacked if it is compressed, or of standard input if its name is `-`.
pub fn read(path: &Path) -> Result<String, Failure> {
    Ok(String::from_utf8_lossy(&read_bytes(path)?).into_owned())
}

/// The same for a text that must be UTF-8; the error names the line.
pub fn read_strictly(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| at + end);
        let number = bytes[..start].split(|&byte| byte == b'\n').count();
        let before = String::from_utf8_lossy(&bytes[start..at]).into_owned();
        let text = format!("{before}{}", String::from_utf8_lossy(&bytes[at..end]));
        let span = before.len()..before.len() + '\u{fffd}'.len_utf8();
        let subject = format!("{}, line {number}", path.display());
        Failure::Input(Problem { subject, message: format!("byte {:#04x} is not UTF-8", bytes[at]), text, span })
    })
}

/// The bytes of a file, uncompressed.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = reti::packed::read_at_most(open(path)?, limit() as u64);
    bytes.map_err(|error| Failure::File(path.display().to_string(), error))
}

/// Writes an answer to a file or to standard output.
pub fn write(output: Option<&Path>, answer: &[u8]) -> Result<(), Failure> {
    let mut out = Sink::create(output)?;
    out.write_all(answer).map_err(Failure::Output)?;
    out.finish()
}

/// How far something is, on standard error and only on a terminal; `all` is the end if it is known.
pub fn progress(all: Option<usize>, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is ours").progress_chars("##.");
    let bar = all.map_or_else(ProgressBar::no_length, |all| ProgressBar::new(all as u64));
    bar.with_style(style).with_finish(ProgressFinish::Abandon)
}

/// How long a person waits without a word.
const PATIENCE: Duration = Duration::from_millis(500);

/// A line that says what is being done, on standard error and only on a terminal, from half a second on
/// until it is dropped.
pub struct Waiting {
    done: Option<mpsc::Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Begins to wait for something.
    pub fn with(message: &'static str) -> Waiting {
        if !io::stderr().is_terminal() {
            return Waiting { done: None, teller: None };
        }
        let (done, wait) = mpsc::channel();
        let tell = move || {
            if wait.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                let line = ProgressBar::new_spinner().with_message(message);
                line.enable_steady_tick(Duration::from_millis(100));
                // Nothing is ever sent: the channel closes when the wait is over.
                let _closed = wait.recv();
                line.finish_and_clear();
            }
        };
        Waiting { done: Some(done), teller: Some(thread::spawn(tell)) }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(teller) = self.teller.take() {
            // A line that failed has nothing more to say.
            let _told = teller.join();
        }
    }
}
