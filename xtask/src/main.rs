//! Automation, in Rust so that it runs wherever the project builds.
//!
//! `cargo xtask tidy` checks the walls between the crates; the same check is a test. `cargo xtask
//! docs` writes what is generated under `docs/`: the pages of motifs and endings, the JSON Schemas, the
//! page about JSON and the figures of all pages. `cargo xtask tables` makes the endgame tables that the
//! program brings along, `cargo xtask rules` the rules of thumb of lessons, `cargo xtask signature` prints
//! lines that change exactly when behaviour does, `cargo xtask figures` measures documented figures again,
//! `cargo xtask site` builds the page that needs no server, `cargo xtask dist` everything that is handed out.

mod cross;
mod dist;
mod docs;
mod figures;
mod signature;
mod site;
mod tidy;

use std::{fs, path::PathBuf, process::ExitCode};

use reti::tables::{EMBEDDED_MEN, Folder, Limits, Material};

/// The top folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    match task.as_str() {
        "tidy" => run_tidy(),
        "docs" => run_docs(),
        "figures" => run_figures(std::env::args().nth(2).as_deref()),
        "signature" => run_signature(std::env::args().nth(2).as_deref()),
        "site" => run_site(std::env::args().nth(2).as_deref()),
        "dist" => run_dist(),
        "tables" => run_tables(),
        "rules" => run_rules(std::env::args().nth(2).as_deref()),
        _ => {
            eprintln!("cargo xtask tidy    check the walls between the crates");
            eprintln!("cargo xtask docs    write what is generated under docs/ anew");
            eprintln!("cargo xtask figures [NAME]    measure figures again and say what moved");
            eprintln!(
                "cargo xtask signature [--check|--write]    print behaviour as lines, compare them, write them down"
            );
            eprintln!("cargo xtask site [FOLDER]    build the page that needs no server, for any web host");
            eprintln!("cargo xtask dist [PART...]    fill dist/ with what is handed out, or with some parts of it");
            eprintln!(
                "cargo xtask rules DIR    rules of thumb that lessons tell, with tables of five men from DIR; minutes"
            );
            eprintln!("cargo xtask tables  generate, certify and pack the tables in the program anew; takes minutes");
            ExitCode::from(2)
        }
    }
}

fn run_tidy() -> ExitCode {
    let complaints = tidy::check(&root());
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    if !complaints.is_empty() {
        return ExitCode::FAILURE;
    }
    println!("tidy: the walls stand");
    ExitCode::SUCCESS
}

/// Writes the rules that lessons tell; those of five men only with a folder that has their tables.
fn run_rules(folder: Option<&str>) -> ExitCode {
    let place = root().join("crates/reti-tables/rules");
    let tables = match folder.map(|folder| Folder::open(folder.as_ref(), &Limits::default())) {
        Some(Err(error)) => return fail(&error.to_string()),
        Some(Ok(folder)) => folder,
        None => Folder::embedded(),
    };
    for (name, _) in reti::rules::FILES {
        let Ok(material) = name.parse::<Material>() else { return fail(name) };
        if material.men() > EMBEDDED_MEN && folder.is_none() {
            println!("{name}: left as it is, for want of a folder of tables");
            continue;
        }
        let written = tables.primer(material).map_err(|error| error.to_string());
        let written = written
            .and_then(|text| fs::write(place.join(format!("{name}.txt")), text).map_err(|error| error.to_string()));
        if let Err(problem) = written {
            return fail(&format!("{name}: {problem}"));
        }
        println!("{name}: written");
    }
    ExitCode::SUCCESS
}

fn fail(problem: &str) -> ExitCode {
    eprintln!("{problem}");
    ExitCode::FAILURE
}

fn run_signature(option: Option<&str>) -> ExitCode {
    let root = root();
    let lines = match signature::lines(&root) {
        Ok(lines) => lines,
        Err(problem) => {
            eprintln!("signature: {problem}");
            return ExitCode::FAILURE;
        }
    };
    match option {
        Some("--check") => {
            let committed = fs::read_to_string(root.join(signature::FILE)).unwrap_or_default();
            let moved = signature::differences(&committed, &lines);
            for line in &moved {
                println!("{line}");
            }
            if !moved.is_empty() {
                return ExitCode::FAILURE;
            }
            println!("{}, as committed", lines.last().map_or("", String::as_str));
        }
        Some("--write") => {
            if let Err(error) = signature::write(&root, &lines) {
                eprintln!("{}: {error}", signature::FILE);
                return ExitCode::FAILURE;
            }
        }
        _ => println!("{}", lines.join("\n")),
    }
    ExitCode::SUCCESS
}

fn run_tables() -> ExitCode {
    let path = root().join("crates/reti-tables/embedded/four-men.bin");
    let made = reti::tables::embedded_archive().map_err(|error| error.to_string());
    match made.and_then(|bytes| fs::write(&path, &bytes).map(|()| bytes.len()).map_err(|error| error.to_string())) {
        Ok(len) => {
            println!("tables: {len} bytes in {}", path.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

fn run_site(folder: Option<&str>) -> ExitCode {
    let built = root().canonicalize().map_err(|error| error.to_string()).and_then(|root| {
        let folder = folder.map_or_else(|| cross::target_folder(&root).join("site"), PathBuf::from);
        site::build(&root, &folder).map(|files| (folder, files))
    });
    match built {
        Ok((folder, files)) => {
            println!("{}\nsite: in {}", files.join("\n"), folder.display());
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("site: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run_dist() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    let filled = root().canonicalize().map_err(|error| error.to_string());
    match filled.and_then(|root| dist::fill(&root, &root.join("dist"), &wanted)) {
        Ok((made, missing)) => {
            for line in &made {
                println!("{line}");
            }
            for line in &missing {
                eprintln!("MISSING {line}");
            }
            if missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("dist: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run_docs() -> ExitCode {
    let written = root().canonicalize().and_then(|root| docs::write(&root)).map_err(|error| error.to_string());
    match written.and_then(|written| write_figures().map(|pages| (written, pages))) {
        Ok((written, pages)) => {
            println!("docs: {}, figures of {pages} pages", written.join(", "));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("docs: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_figures() -> Result<usize, String> {
    let root = root();
    let pages = figures::pages(&root, &figures::read(&root)?)?;
    for (path, text) in &pages {
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(pages.len())
}

fn run_figures(wanted: Option<&str>) -> ExitCode {
    match figures::run(&root(), wanted) {
        Ok(lines) => {
            println!("{}", lines.join("\n"));
            if lines.iter().any(|line| line.contains("MOVED")) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
