//! The only place that reads standard input, writes answers and asks about the terminal.

use std::{
    fs,
    io::{self, IsTerminal as _, Read, Write},
    path::Path,
};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::failure::Failure;

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

/// Says something on standard error that is not the answer.
pub fn report(message: &str) {
    // Nothing can be done about a closed terminal.
    let _ = write!(io::stderr(), "{message}");
}

/// A text argument, or standard input if it is `-`.
pub fn text_or_input(argument: &str) -> Result<String, Failure> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(|error| Failure::File("standard input".to_owned(), error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|error| Failure::File(path.display().to_string(), error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file to write to, or standard output.
pub fn create(output: Option<&Path>) -> Result<Box<dyn Write>, Failure> {
    match output {
        Some(path) if path != Path::new("-") => match fs::File::create(path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(Failure::Output(io::Error::new(error.kind(), format!("{}: {error}", path.display())))),
        },
        _ => Ok(Box::new(io::stdout().lock())),
    }
}

/// Writes an answer to a file or to standard output.
pub fn write(output: Option<&Path>, answer: &[u8]) -> Result<(), Failure> {
    let mut out = create(output)?;
    out.write_all(answer).and_then(|()| out.flush()).map_err(Failure::Output)
}

/// How far something is, on standard error and only on a terminal; `all` is the end if it is known.
pub fn progress(all: Option<usize>, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is ours").progress_chars("##.");
    let bar = all.map_or_else(ProgressBar::no_length, |all| ProgressBar::new(all as u64));
    bar.with_style(style).with_finish(ProgressFinish::Abandon)
}
