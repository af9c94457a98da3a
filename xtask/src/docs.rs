//! Pages that are made from the program: motifs, JSON Schemas and the page about JSON.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use reti_lab::documents;

/// Writes all of them; returns what was written, in words.
pub fn write(root: &Path) -> io::Result<Vec<String>> {
    let motifs = replace_folder(&root.join("docs/motifs"), &reti::motifs::pages())?;
    let endings = replace_folder(&root.join("docs/endings"), &reti::endings::pages())?;
    let schemas = replace_folder(&root.join("docs/schema"), &documents::schema_files())?;
    let scratch = root.join("target/xtask-docs");
    if scratch.exists() {
        fs::remove_dir_all(&scratch)?;
    }
    fs::create_dir_all(&scratch)?;
    let page = documents::page(|arguments| run(root, &scratch, arguments)).map_err(io::Error::other)?;
    fs::write(root.join("docs/json.md"), page)?;
    Ok(vec![
        format!("{motifs} pages in docs/motifs"),
        format!("{endings} pages in docs/endings"),
        format!("{schemas} schemas in docs/schema"),
        "docs/json.md".to_owned(),
    ])
}

/// Replaces a folder, so that files of removed things go too.
fn replace_folder(folder: &Path, files: &[(String, String)]) -> io::Result<usize> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for (name, text) in files {
        fs::write(folder.join(name), text)?;
    }
    Ok(files.len())
}

/// Runs `reti` in a folder where it may write; its test data is the repository's.
fn run(root: &Path, scratch: &Path, arguments: &[String]) -> Result<String, String> {
    let from_root = |argument: &String| match argument.strip_prefix("testdata/") {
        Some(rest) => root.join("testdata").join(rest),
        None => PathBuf::from(argument),
    };
    let output = Command::new("cargo")
        .args(["run", "--quiet", "--package", "reti-cli", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .arg("--")
        .args(arguments.iter().map(from_root))
        .env("XDG_CACHE_HOME", scratch.join("cache"))
        .env("RETI_LANGUAGE", "en")
        .current_dir(scratch)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("reti {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
