//! Where answers are written: beside the file that they become, which is replaced at the end.
//!
//! Whoever writes into the file itself destroys the old one first and may then fail. So a [`Sink`]
//! writes to a file beside it, and [`Sink::finish`] gives that the name; if anything goes wrong, the
//! old file is still there. Long runs keep what they have in `FILE.part`, whoever ends them.
//! Devices and pipes are written to as they are, and what goes to a terminal is made harmless.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, IsTerminal as _, Stdout, Write},
    path::{Path, PathBuf},
};

use crate::failure::Failure;

/// An answer that is being written.
pub struct Sink {
    out: To,
    /// The file that is written, the one that it becomes, and whether it is of use unfinished.
    files: Option<Files>,
}

struct Files {
    beside: PathBuf,
    wanted: PathBuf,
    is_kept: bool,
}

enum To {
    File(BufWriter<File>),
    Standard(Stdout),
    Terminal(Stdout, Vec<u8>),
}

impl Sink {
    /// A file, or standard output for none or `-`.
    pub fn create(output: Option<&Path>) -> Result<Sink, Failure> {
        let Some(path) = output.filter(|path| *path != Path::new("-")) else { return Ok(Sink::standard()) };
        if is_special(path) {
            let file = OpenOptions::new().write(true).open(path).map_err(|error| failed(path, &error))?;
            return Ok(Sink { out: To::File(BufWriter::new(file)), files: None });
        }
        let wanted = real_path(path);
        let beside = with_suffix(&wanted, &format!(".{}.reti-new", std::process::id()));
        Sink::beside(beside, wanted, false)
    }

    /// A file whose parts are of use before it is finished: it is called `FILE.part` until then. One
    /// that is there already belongs to a run that did not end.
    pub fn create_in_parts(path: &Path) -> Result<Sink, Failure> {
        if path == Path::new("-") || is_special(path) {
            return Sink::create(Some(path));
        }
        let wanted = real_path(path);
        let beside = part_of(&wanted);
        if beside.exists() {
            let name = beside.display();
            let message = format!("{name} holds what an earlier run got done: continue that run, or move it away");
            return Err(Failure::Usage(message));
        }
        Sink::beside(beside, wanted, true)
    }

    /// Goes on with the first bytes of `FILE.part`; what comes after them is dropped.
    pub fn append(path: &Path, bytes: u64) -> Result<Sink, Failure> {
        let wanted = real_path(path);
        let beside = part_of(&wanted);
        let fail = |error: io::Error| failed(&beside, &error);
        let mut file = OpenOptions::new().write(true).open(&beside).map_err(fail)?;
        file.set_len(bytes).map_err(fail)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0)).map_err(fail)?;
        let files = Some(Files { beside, wanted, is_kept: true });
        Ok(Sink { out: To::File(BufWriter::new(file)), files })
    }

    fn standard() -> Sink {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Sink { out: if is_terminal { To::Terminal(stdout, Vec::new()) } else { To::Standard(stdout) }, files: None }
    }

    fn beside(beside: PathBuf, wanted: PathBuf, is_kept: bool) -> Result<Sink, Failure> {
        let file = File::create(&beside).map_err(|error| failed(&wanted, &error))?;
        if let Ok(old) = fs::metadata(&wanted) {
            if old.permissions().readonly() {
                let _ = fs::remove_file(&beside);
                let error = io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only");
                return Err(failed(&wanted, &error));
            }
            // The new file is as open to others as the old one was; where that cannot be, it is not.
            let _ = file.set_permissions(old.permissions());
        }
        Ok(Sink { out: To::File(BufWriter::new(file)), files: Some(Files { beside, wanted, is_kept }) })
    }

    /// Whether a file is written that gets its name at the end.
    pub fn is_file(&self) -> bool {
        self.files.is_some()
    }

    /// Everything is written: the file gets its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        let written = match &mut self.out {
            To::Terminal(out, rest) => {
                let text = harmless(&std::mem::take(rest));
                out.write_all(&text).and_then(|()| out.flush())
            }
            out => out.flush(),
        };
        let Some(files) = self.files.take() else { return written.map_err(Failure::Output) };
        let renamed = written.and_then(|()| fs::rename(&files.beside, &files.wanted));
        renamed.map_err(|error| {
            let failure = failed(&files.wanted, &error);
            self.files = Some(files);
            failure
        })
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        if let Some(files) = &self.files
            && !files.is_kept
        {
            // It is not finished, so nobody can use it.
            let _ = fs::remove_file(&files.beside);
        }
    }
}

impl To {
    fn flush(&mut self) -> io::Result<()> {
        match self {
            To::File(out) => out.flush(),
            To::Standard(out) | To::Terminal(out, _) => out.flush(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            To::File(out) => out.write(bytes),
            To::Standard(out) => out.write(bytes),
            To::Terminal(out, rest) => {
                // Whole lines only: a character or a colour may be cut anywhere else.
                rest.extend_from_slice(bytes);
                let end = rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
                let lines: Vec<u8> = rest.drain(..end).collect();
                out.write_all(&harmless(&lines))?;
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Text for a terminal; what is no text goes as it is, since the one who asked for a picture there gets it.
fn harmless(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) => reti::for_terminal(text, true).into_bytes(),
        Err(_) => bytes.to_vec(),
    }
}

/// The name of an unfinished file.
pub fn part_of(path: &Path) -> PathBuf {
    with_suffix(path, ".part")
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

/// The file behind a link, so that the link stays one.
fn real_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Something that cannot be replaced: a device, a pipe.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Output(named(&path.display().to_string(), error))
}

/// An error that says what it is about.
pub fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

/// Refuses to replace what is being read.
pub fn refuse_same(input: &Path, output: &Path) -> Result<(), Failure> {
    if input == Path::new("-") || output == Path::new("-") || !is_same(input, output) {
        return Ok(());
    }
    let message = format!("{} is the input: give the output another name", output.display());
    Err(Failure::Usage(message))
}

#[cfg(unix)]
fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()) && one.is_file(),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}
