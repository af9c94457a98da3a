//! The walls of ARCHITECTURE.md, read off every manifest and every source line.
//!
//! Four kinds of rule: which crate may depend on which of ours ([`ARROWS`], which must agree with the
//! diagram), which words belong to one place ([`WALLS`]), how long things may be, and what every file
//! must have. A rule is data, and a complaint names file and line, so that breaking a wall is either
//! noticed or decided.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

/// A crate and those of ours that it may name. A crate that is not listed is a complaint.
const ARROWS: &[(&str, &[&str])] = &[
    ("reti-core", &[]),
    ("reti-search", &["reti-core"]),
    ("reti-tables", &["reti-core"]),
    ("reti-tables-gpu", &["reti-core", "reti-tables"]),
    ("reti-lessons", &["reti-core", "reti-search", "reti-tables"]),
    ("reti", &["reti-core", "reti-search", "reti-tables", "reti-tables-gpu", "reti-lessons"]),
    ("reti-lab", &["reti", "reti-core", "reti-search", "reti-tables", "reti-lessons"]),
    ("reti-corpus", &["reti", "reti-core", "reti-search", "reti-tables", "reti-lessons"]),
    ("reti-server", &["reti"]),
    ("reti-py", &["reti"]),
    ("reti-wasm", &["reti"]),
    ("reti-cli", &["reti", "reti-lab", "reti-server"]),
    ("xtask", &["reti", "reti-core", "reti-search", "reti-tables", "reti-lab"]),
];

/// A word of code and the only places where it may stand, as prefixes of paths.
struct Wall {
    word: &'static str,
    places: &'static [&'static str],
    why: &'static str,
}

const WALLS: &[Wall] = &[
    Wall {
        word: "shakmaty",
        places: &["crates/reti-core/src/chess"],
        why: "only the chess vocabulary names the rules library",
    },
    Wall { word: "shakmaty_syzygy", places: &["crates/reti-tables/"], why: "only reti-tables probes Syzygy files" },
    Wall {
        word: "zstd",
        places: &[
            "crates/reti-tables/src/platform.rs",
            "crates/reti/src/packed.rs",
            "crates/reti-cli/",
            "crates/reti-corpus/",
            "crates/reti-lab/",
            "crates/reti-tables-gpu/",
        ],
        why: "WebAssembly has none: packing has one door in reti-tables and one in reti",
    },
    Wall { word: "pgn_reader", places: &["crates/reti/src/"], why: "games are read in reti::pgn" },
    Wall {
        word: "serde",
        places: &["crates/reti/src/", "crates/reti-lab/src/", "crates/reti-corpus/", "xtask/src/figures.rs"],
        why: "JSON is made at the edge",
    },
    Wall {
        word: "serde_json",
        places: &[
            "crates/reti/src/",
            "crates/reti-corpus/",
            "crates/reti-cli/src/",
            "crates/reti-server/src/",
            "crates/reti-py/",
            "xtask/src/figures.rs",
        ],
        why: "JSON is made at the edge",
    },
    Wall { word: "println!", places: PRINTERS, why: "libraries return, programs print" },
    Wall { word: "eprintln!", places: PRINTERS, why: "libraries return, programs print" },
    Wall { word: "print!", places: PRINTERS, why: "libraries return, programs print" },
    Wall { word: "eprint!", places: PRINTERS, why: "libraries return, programs print" },
    Wall { word: "dbg!", places: &[], why: "left over from debugging" },
    Wall { word: "process::exit", places: PRINTERS, why: "only programs end" },
    Wall { word: "arrow", places: &["crates/reti-corpus/"], why: "only reti-corpus knows columns" },
    Wall { word: "parquet", places: &["crates/reti-corpus/"], why: "only reti-corpus knows columns" },
    Wall { word: "datafusion", places: &["crates/reti-corpus/"], why: "only reti-corpus knows SQL" },
];

/// Build scripts speak to cargo by printing.
const PRINTERS: &[&str] = &[
    "crates/reti-cli/src/",
    "crates/reti-corpus/src/main.rs",
    "crates/reti-corpus/src/commands",
    "xtask/src/",
    "crates/reti-tables-gpu/build.rs",
];

/// Words that `reti-core` must not contain: it computes, and nothing else.
const NOT_IN_CORE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::thread",
    "std::time",
    "std::io",
    "Instant",
    "SystemTime",
    "Mutex",
    "thread_local!",
    "static mut",
];

/// The most lines of a file and of a function.
const MAX_FILE_LINES: usize = 800;
const MAX_FUNCTION_LINES: usize = 80;

/// Something that a rule forbids.
#[derive(Debug, PartialEq, Eq)]
pub struct Complaint {
    file: PathBuf,
    line: usize,
    message: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}

/// All complaints about the repository at `root`.
pub fn check(root: &Path) -> Vec<Complaint> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let mut complaints = Vec::new();
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        if name.ends_with("Cargo.toml") {
            check_manifest(&name, &text, &mut complaints);
        } else if Path::new(&name).extension().is_some_and(|extension| extension == "rs") {
            check_source(&name, &text, &mut complaints);
            check_length(&name, &text, &mut complaints);
        }
    }
    check_diagram(root, &mut complaints);
    complaints
}

/// Files and functions of the crates that do not fit on their page.
fn check_length(name: &str, text: &str, complaints: &mut Vec<Complaint>) {
    if !name.starts_with("crates/") || !name.contains("/src/") {
        return;
    }
    let mut complain = |line: usize, message: String| complaints.push(Complaint { file: name.into(), line, message });
    let lines = text.lines().count();
    if lines > MAX_FILE_LINES {
        complain(1, format!("{lines} lines, more than {MAX_FILE_LINES}: which idea wants its own file?"));
    }
    let functions = functions(text);
    for (line, function, length) in &functions {
        if *length > MAX_FUNCTION_LINES {
            complain(*line, format!("{function} has {length} lines, more than {MAX_FUNCTION_LINES}"));
        }
    }
}

/// The functions of a formatted file: line, name and number of lines. In formatted code a function
/// ends at the first closing brace with its own indentation.
fn functions(text: &str) -> Vec<(usize, &str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let mut words = line.trim_start().split(' ');
        let qualifiers = ["pub", "const", "async", "unsafe", "pub(crate)", "pub(super)"];
        let keyword = words.find(|word| !qualifiers.contains(word));
        let name = words.next().and_then(|word| word.split(['(', '<']).next()).unwrap_or_default();
        if keyword != Some("fn") || name.is_empty() || line.ends_with('}') || line.ends_with(';') {
            continue;
        }
        let is_end = |line: &&str| line.strip_prefix(indent) == Some("}");
        if let Some(length) = lines[start..].iter().position(is_end) {
            found.push((start + 1, name, length + 1));
        }
    }
    found
}

/// The diagram of ARCHITECTURE.md draws every crate and no other, and every arrow points down in it.
fn check_diagram(root: &Path, complaints: &mut Vec<Complaint>) {
    const FILE: &str = "ARCHITECTURE.md";
    let text = fs::read_to_string(root.join(FILE)).unwrap_or_default();
    let drawn = drawn_crates(&text);
    let mut complain = |line: usize, message: String| complaints.push(Complaint { file: FILE.into(), line, message });
    let mut existing: Vec<String> = fs::read_dir(root.join("crates"))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    existing.sort();
    for (line, name) in &drawn {
        if !existing.iter().any(|known| known == name) {
            complain(*line, format!("the diagram draws {name}, which does not exist"));
        }
    }
    for name in &existing {
        if !drawn.iter().any(|(_, known)| known == name) {
            complain(1, format!("the diagram does not draw {name}"));
        }
    }
    let line_of = |name: &str| drawn.iter().find(|(_, known)| known == name).map(|(line, _)| *line);
    for (from, allowed) in ARROWS {
        for to in *allowed {
            if let (Some(above), Some(below)) = (line_of(from), line_of(to))
                && above >= below
            {
                complain(above, format!("tidy lets {from} know {to}, but the diagram does not draw {from} above it"));
            }
        }
    }
}

/// The crates in the first code block: line and name.
fn drawn_crates(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let block = text.lines().enumerate().skip_while(|(_, line)| !line.starts_with("```")).skip(1);
    for (index, line) in block.take_while(|(_, line)| !line.starts_with("```")) {
        let words = line.split(|ch: char| !ch.is_ascii_lowercase() && ch != '-');
        let crates = words.filter(|word| *word == "reti" || word.starts_with("reti-"));
        found.extend(crates.map(|word| (index + 1, word.to_owned())));
    }
    found
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            let skipped = ["target", "node_modules", ".venv"].iter().any(|name| path.ends_with(name));
            if !skipped {
                collect(&path, files);
            }
        } else {
            files.push(path);
        }
    }
}

/// The dependencies of a crate may follow the arrows only; versions live in the root manifest.
fn check_manifest(name: &str, text: &str, complaints: &mut Vec<Complaint>) {
    let mut complain = |line: usize, message: String| complaints.push(Complaint { file: name.into(), line, message });
    let package = text.lines().find_map(|line| line.strip_prefix("name = \"")).and_then(|rest| rest.split('"').next());
    let Some((package, allowed)) = ARROWS.iter().find(|(known, _)| Some(*known) == package) else {
        complain(1, "a crate that ARCHITECTURE.md and tidy.rs do not know".to_owned());
        return;
    };
    let mut section = String::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(header) = line.strip_prefix('[') {
            header.trim_end_matches(']').clone_into(&mut section);
            // `[dependencies.reti]` is a dependency too.
            if let Some((kind, dependency)) = section.rsplit_once('.')
                && kind.ends_with("dependencies")
            {
                check_arrow(package, allowed, dependency, kind, index + 1, &mut complain);
            }
            continue;
        }
        if section.ends_with("dependencies") && !line.is_empty() {
            let dependency = line.split(['=', '.', ' ']).next().unwrap_or_default();
            check_arrow(package, allowed, dependency, &section, index + 1, &mut complain);
            if !line.contains("workspace = true") && !line.contains("path =") && line.contains('=') {
                complain(index + 1, format!("the version of {dependency} belongs into the root manifest"));
            }
        }
    }
}

fn check_arrow(
    package: &str,
    allowed: &[&str],
    dependency: &str,
    section: &str,
    line: usize,
    complain: &mut impl FnMut(usize, String),
) {
    let is_ours = ARROWS.iter().any(|(known, _)| *known == dependency);
    if is_ours && !allowed.contains(&dependency) {
        complain(line, format!("{package} must not know {dependency}: arrows point down only"));
    }
    let is_test = section.contains("dev-dependencies");
    if package == "reti-core" && dependency.starts_with("serde") && !is_test {
        complain(line, "reti-core knows no JSON".to_owned());
    }
}

/// Words that belong elsewhere, and files without a header. Tests may print and read anything.
fn check_source(name: &str, text: &str, complaints: &mut Vec<Complaint>) {
    let mut complain = |line: usize, message: String| complaints.push(Complaint { file: name.into(), line, message });
    let is_test_file = ["/tests/", "/benches/", "/examples/"].iter().any(|folder| name.contains(folder));
    if !text.starts_with("//!") && !is_test_file {
        complain(1, "the file does not say what it is about: begin with //!".to_owned());
    }
    if name == "xtask/src/tidy.rs" {
        return;
    }
    let verifies = name.starts_with("crates/reti-tables/src/verify");
    let lines = text.lines().collect::<Vec<_>>();
    let tests = lines.windows(2).position(|pair| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{'));
    for (index, line) in lines.iter().take(tests.unwrap_or(lines.len())).enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for wall in WALLS {
            let tolerated = is_test_file && !wall.word.starts_with("shakmaty");
            if !tolerated && has_word(code, wall.word) && !wall.places.iter().any(|place| name.starts_with(place)) {
                complain(index + 1, format!("{}: {}", wall.word, wall.why));
            }
        }
        if name.starts_with("crates/reti-core/src/") {
            for word in NOT_IN_CORE.iter().filter(|word| has_word(code, word)) {
                complain(index + 1, format!("{word}: reti-core is a pure function of the position"));
            }
        }
        if verifies && code.contains("generate") && code.trim_start().starts_with("use ") {
            complain(index + 1, "a verifier must not trust the generator".to_owned());
        }
        if code.contains("generate::") && verifies {
            complain(index + 1, "a verifier must not trust the generator".to_owned());
        }
    }
}

/// Whether the word stands in the code by itself, used as a path or called as a macro.
fn has_word(code: &str, word: &str) -> bool {
    let is_letter = |ch: char| ch.is_alphanumeric() || ch == '_';
    let plain = word.chars().all(is_letter);
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + word.len()..];
        let free = !before.is_some_and(is_letter) && !after.starts_with(is_letter);
        // A crate is named by `use x`, `x::` or `extern crate x`; other uses of the letters are free.
        let is_crate = code.trim_start().starts_with("use ") || after.starts_with("::");
        let is_name = plain && word.chars().next().is_some_and(char::is_lowercase);
        free && (!is_name || (is_crate && before != Some(':') && before != Some('.')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walls_stand() {
        let complaints: Vec<String> = check(&crate::root()).iter().map(ToString::to_string).collect();
        assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    }

    fn source(name: &str, text: &str) -> Vec<String> {
        let mut complaints = Vec::new();
        check_source(name, &format!("//! Header.\n{text}\n"), &mut complaints);
        complaints.into_iter().map(|complaint| complaint.message).collect()
    }

    fn manifest(text: &str) -> Vec<String> {
        let mut complaints = Vec::new();
        check_manifest("Cargo.toml", text, &mut complaints);
        complaints.into_iter().map(|complaint| complaint.message).collect()
    }

    #[test]
    fn words_are_noticed_where_they_do_not_belong() {
        assert_eq!(source("crates/reti-core/src/chess/fen.rs", "use shakmaty::Setup;").len(), 0);
        assert_eq!(source("crates/reti-core/src/field.rs", "use shakmaty::Setup;").len(), 1);
        assert_eq!(source("crates/reti/src/pgn.rs", "let x: shakmaty::Chess;").len(), 1);
        assert_eq!(source("crates/reti-search/src/lib.rs", "println!(\"x\");").len(), 1);
        assert_eq!(source("crates/reti-cli/src/main.rs", "println!(\"x\");").len(), 0);
        assert_eq!(source("crates/reti-core/src/value.rs", "use serde::Serialize;").len(), 1);
        assert_eq!(source("crates/reti-tables/src/rulebook.rs", "zstd::bulk::compress(raw, 19)").len(), 1);
        assert_eq!(source("crates/reti-core/src/value.rs", "let t = std::time::Instant::now();").len(), 2);
        assert_eq!(source("crates/reti-tables/src/verify.rs", "use crate::generate::Table;").len(), 2);
        assert_eq!(source("crates/reti/src/draw/svg.rs", "for arrow in arrows {} // shakmaty").len(), 0);
    }

    #[test]
    fn arrows_point_down_only() {
        assert_eq!(manifest("name = \"reti\"\n[dependencies]\nreti-core.workspace = true\n").len(), 0);
        assert_eq!(manifest("name = \"reti-core\"\n[dependencies]\nreti.workspace = true\n").len(), 1);
        assert_eq!(manifest("name = \"reti-search\"\n[dependencies.reti-tables]\nworkspace = true\n").len(), 1);
        assert_eq!(manifest("name = \"reti-core\"\n[dependencies]\nserde = { workspace = true }\n").len(), 1);
        assert_eq!(manifest("name = \"reti-core\"\n[dev-dependencies]\nserde_json.workspace = true\n").len(), 0);
        assert_eq!(manifest("name = \"reti-core\"\n[dependencies]\nlibc = \"1\"\n").len(), 1);
        assert_eq!(manifest("name = \"surprise\"\n").len(), 1);
    }

    #[test]
    fn long_functions_and_files_are_noticed() {
        let long = format!("impl X {{\n    pub(crate) fn long(&self) {{\n{}    }}\n}}\n", "        f();\n".repeat(79));
        let check = |name: &str, text: &str| {
            let mut complaints = Vec::new();
            check_length(name, text, &mut complaints);
            complaints.into_iter().map(|complaint| complaint.message).collect::<Vec<_>>()
        };
        assert_eq!(functions(&long), [(2, "long", 81)]);
        assert_eq!(check("crates/reti/src/x.rs", &long), ["long has 81 lines, more than 80"]);
        assert!(check("crates/reti/tests/x.rs", &long).is_empty());
        assert!(check("crates/reti/src/x.rs", &long.replacen("        f();\n", "", 1)).is_empty());
        assert_eq!(check("crates/reti/src/x.rs", &"//\n".repeat(801)).len(), 1);
    }

    #[test]
    fn the_diagram_is_read() {
        let text =
            "# Title\nreti-nowhere\n```\n  reti-cli ──► reti-lab   faces\n     reti   the facade\n```\nreti-py\n";
        let found = drawn_crates(text);
        assert_eq!(
            found.iter().map(|(line, name)| (*line, name.as_str())).collect::<Vec<_>>(),
            [(4, "reti-cli"), (4, "reti-lab"), (5, "reti")]
        );
    }

    #[test]
    fn a_file_without_a_header_is_noticed() {
        let mut complaints = Vec::new();
        check_source("crates/reti/src/new.rs", "fn main() {}", &mut complaints);
        assert_eq!(complaints.len(), 1);
    }
}
