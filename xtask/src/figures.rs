//! Figures as data: what was measured, by which command, and whether it still holds.
//!
//! `docs/figures.toml` holds every figure once. A page shows one between two comments that nobody sees
//! in the rendered text, `<!--f:NAME-->79<!--/f-->`; `cargo xtask docs` writes the values there anew, and
//! a test compares. `cargo xtask figures [NAME]` runs the commands again and says what moved, with
//! the program in `target/release` (or `target/debug`) and data in the folder `RETI_DATA`; without
//! it, what needs data is skipped. A figure is *old* when code that it measures changed after its commit.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;

/// Where the figures are, from the top folder.
const FILE: &str = "docs/figures.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    figure: Vec<Figure>,
}

/// One figure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What pages call it.
    pub name: String,
    /// The value as pages print it.
    pub value: String,
    /// The command that measures it; `$RETI_DATA` is the folder of large data. None if it takes more
    /// than a command, which `how` then says.
    pub command: Option<String>,
    /// How it was measured where no command says it.
    pub how: Option<String>,
    /// Where the value is in the command's output: a JSON pointer (`/proven`), or words around `{}`.
    pub read: Option<String>,
    /// What the number read is multiplied with before it is printed; 100 for percent.
    #[serde(default = "one")]
    pub scale: f64,
    /// How far a new value may be from the old one.
    #[serde(default)]
    pub tolerance: f64,
    /// What it was measured on.
    pub data: String,
    /// The commit and the day.
    pub commit: String,
    /// The day, as 2026-11-16.
    pub date: String,
    /// The code that it measures.
    pub paths: Vec<String>,
    /// Why the value is known to be out of date, where it was not measured again; pages say so.
    pub outdated: Option<String>,
}

fn one() -> f64 {
    1.0
}

impl Figure {
    fn printed(&self) -> String {
        match &self.outdated {
            Some(why) => format!("{} (old: {why})", self.value),
            None => self.value.clone(),
        }
    }

    /// Whether code that it measures changed after its commit; `None` where the history does not say.
    fn is_old(&self, root: &Path) -> Option<bool> {
        let mut git = Command::new("git");
        git.current_dir(root).args(["log", "--oneline", &format!("{}..HEAD", self.commit), "--"]).args(&self.paths);
        let output = git.output().ok().filter(|output| output.status.success())?;
        Some(!output.stdout.is_empty())
    }
}

/// All figures.
pub fn read(root: &Path) -> Result<Vec<Figure>, String> {
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let file: File = toml::from_str(&text).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(file.figure)
}

/// The pages with their figures as the data has them.
pub fn pages(root: &Path, figures: &[Figure]) -> Result<Vec<(PathBuf, String)>, String> {
    let mut pages = Vec::new();
    let folder = root.join("docs");
    let entries = fs::read_dir(&folder).map_err(|error| format!("docs: {error}"))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|end| end == "md") {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let filled = filled(&text, figures).map_err(|problem| format!("{}: {problem}", path.display()))?;
            pages.push((path, filled));
        }
    }
    pages.sort();
    Ok(pages)
}

const OPEN: &str = "<!--f:";
const CLOSE: &str = "<!--/f-->";

/// A page with its figures written anew.
fn filled(page: &str, figures: &[Figure]) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = page;
    while let Some(at) = rest.find(OPEN) {
        let (before, marker) = rest.split_at(at);
        let (name, inside) = marker[OPEN.len()..].split_once("-->").ok_or("a figure's mark is not closed")?;
        let (_, after) = inside.split_once(CLOSE).ok_or_else(|| format!("figure {name} does not end"))?;
        let figure = figures.iter().find(|figure| figure.name == name);
        let value = figure.ok_or_else(|| format!("figure {name} is not in {FILE}"))?.printed();
        out.extend([before, OPEN, name, "-->", &value, CLOSE]);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// Runs figures again, all or those whose name begins so, and returns lines about each.
pub fn run(root: &Path, wanted: Option<&str>) -> Result<Vec<String>, String> {
    let mut outputs: BTreeMap<String, Result<String, String>> = BTreeMap::new();
    let mut lines = Vec::new();
    for figure in read(root)?.iter().filter(|figure| wanted.is_none_or(|name| figure.name.starts_with(name))) {
        let age = match figure.is_old(root) {
            Some(true) => ", old: the code changed since",
            Some(false) => "",
            None => ", age unknown",
        };
        let answer = match (&figure.command, &figure.read) {
            (Some(command), Some(place)) => {
                let output = outputs.entry(command.clone()).or_insert_with(|| shell(root, command));
                match output.as_ref().map_err(Clone::clone).and_then(|output| number_in(output, place)) {
                    Ok(found) => compared(figure, found * figure.scale),
                    Err(problem) => problem,
                }
            }
            _ => format!("not by a command: {}", figure.how.as_deref().unwrap_or("nothing says how")),
        };
        lines.push(format!("{}: {} on {} ({}{age}): {answer}", figure.name, figure.value, figure.data, figure.date));
    }
    Ok(lines)
}

fn compared(figure: &Figure, found: f64) -> String {
    match plain(&figure.value) {
        Some(old) if (old - found).abs() <= figure.tolerance + 1e-9 => format!("holds, {found}"),
        Some(_) => format!("MOVED to {found}"),
        None => format!("the value is not a number; now {found}"),
    }
}

/// A printed number as a number: `1,433,204`, `89.0 %`.
fn plain(value: &str) -> Option<f64> {
    value.trim_end_matches('%').trim().replace(',', "").parse().ok()
}

fn shell(root: &Path, command: &str) -> Result<String, String> {
    if command.contains("$RETI_DATA") && std::env::var_os("RETI_DATA").is_none() {
        return Err("skipped: RETI_DATA does not name the folder of large data".to_owned());
    }
    let folder = ["target/release", "target/debug"].map(|part| root.join(part));
    let folder = folder.into_iter().find(|folder| folder.join("reti").exists());
    let folder = folder.ok_or("skipped: build the program first")?;
    let path = std::env::join_paths(
        std::iter::once(folder).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.map_err(|error| error.to_string())?;
    let output = Command::new("sh").current_dir(root).env("PATH", path).args(["-c", command]).output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The number at a place of an output.
fn number_in(output: &str, place: &str) -> Result<f64, String> {
    let missing = || format!("no number at '{place}'");
    if place.starts_with('/') {
        let document: serde_json::Value = serde_json::from_str(output).map_err(|error| error.to_string())?;
        return document.pointer(place).and_then(serde_json::Value::as_f64).ok_or_else(missing);
    }
    let (before, after) = place.split_once("{}").ok_or_else(missing)?;
    let ends = output.match_indices(after).filter(|_| !after.is_empty()).map(|(at, _)| at).chain([output.len()]);
    for end in ends {
        let start = output[..end].rfind(|ch: char| !ch.is_ascii_digit() && !".,-".contains(ch)).map_or(0, |at| at + 1);
        if let (true, Some(number)) = (output[..start].ends_with(before), plain(&output[start..end])) {
            return Ok(number);
        }
    }
    Err(missing())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_show_the_figures_of_the_data() {
        let root = crate::root();
        let figures = read(&root).unwrap();
        for (path, text) in pages(&root, &figures).unwrap() {
            assert_eq!(fs::read_to_string(&path).unwrap(), text, "{}: cargo xtask docs", path.display());
        }
    }

    #[test]
    fn figures_are_complete_and_used() {
        let root = crate::root();
        let figures = read(&root).unwrap();
        let all: String = pages(&root, &figures).unwrap().into_iter().map(|(_, text)| text).collect();
        for (index, figure) in figures.iter().enumerate() {
            let name = &figure.name;
            assert!(figures[..index].iter().all(|other| other.name != *name), "{name} twice");
            assert!(all.contains(&format!("{OPEN}{name}-->")), "{name} is on no page");
            assert!(figure.command.is_some() != figure.how.is_some(), "{name}: a command or how, not both");
            assert!(figure.command.is_none() || figure.read.is_some(), "{name}: where is the number?");
            assert!(!figure.paths.is_empty() && figure.date.len() == 10 && !figure.data.is_empty(), "{name}");
            for path in &figure.paths {
                assert!(root.join(path).exists(), "{name}: {path}");
            }
        }
    }

    #[test]
    fn numbers_are_found() {
        assert_eq!(number_in("1433204 nodes 2280000 nps\n", "{} nodes"), Ok(1_433_204.0));
        assert_eq!(number_in("a\n207 of 300 solved (69.0 %), 207 of 300 points", "({} %)"), Ok(69.0));
        assert_eq!(number_in("{\"n\": {\"proven\": 79}}", "/n/proven"), Ok(79.0));
        assert!(number_in("nothing", "{} nodes").is_err());
        assert_eq!(plain("1,433,204"), Some(1_433_204.0));
        assert_eq!(plain("89.0 %"), Some(89.0));
    }

    #[test]
    fn values_are_written_between_their_marks() {
        let mut figure = read(&crate::root()).unwrap().remove(0);
        (figure.name, figure.value, figure.outdated) = ("x".to_owned(), "7".to_owned(), None);
        let page = "a **<!--f:x-->6<!--/f-->** b";
        assert_eq!(filled(page, &[figure.clone()]).unwrap(), "a **<!--f:x-->7<!--/f-->** b");
        assert!(filled("<!--f:y-->6<!--/f-->", &[figure.clone()]).is_err());
        assert!(filled("<!--f:x-->6", &[figure]).is_err());
    }
}
