//! The page as a folder of static files that any web host can serve.
//!
//! The page is the committed one of `reti serve`; a line of its head says that no server does the chess, and its
//! workers load what is put beside it: the program in WebAssembly and the archive of small tables. Neither Node nor
//! a C compiler is needed.

use std::{fs, path::Path, process::Command};

use crate::cross::{self, Toolchain};

const TARGET: &str = "wasm32-unknown-unknown";

/// Comes first in the head of the page: who does the chess, and that nothing is loaded from elsewhere.
const HEAD: &str = r#"<meta charset="utf-8" />
    <meta name="reti-alone" content="WebAssembly" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'" />"#;

/// The line of the page that it replaces.
const CHARSET: &str = r#"<meta charset="utf-8" />"#;

/// Builds the site into a folder, which is emptied first, and tells what is in it.
pub fn build(root: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    // Nobody's files are deleted by a wrong argument.
    let is_ours = !folder.exists() || folder.join("reti_bg.wasm").exists();
    if !is_ours && fs::read_dir(folder).map_err(told)?.next().is_some() {
        return Err(format!("{} has other files in it", folder.display()));
    }
    let built = Toolchain::find(TARGET)?.build(root, "reti-wasm", "site")?;
    let bindgen = bindgen(root)?;
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(told)?;
    }
    fs::create_dir_all(folder).map_err(told)?;
    let mut bridge = Command::new(bindgen);
    bridge.arg(built.join("reti_wasm.wasm")).args([
        "--target",
        "web",
        "--no-typescript",
        "--remove-name-section",
        "--out-name",
        "reti",
    ]);
    cross::run(bridge.arg("--out-dir").arg(folder))?;
    let page = root.join("crates/reti-server/page");
    for file in fs::read_dir(&page).map_err(told)?.flatten() {
        fs::copy(file.path(), folder.join(file.file_name())).map_err(told)?;
    }
    let index = fs::read_to_string(page.join("index.html")).map_err(told)?;
    if !index.contains(CHARSET) {
        return Err(format!("the page has no line {CHARSET}"));
    }
    fs::write(folder.join("index.html"), index.replacen(CHARSET, HEAD, 1)).map_err(told)?;
    fs::copy(root.join("crates/reti-tables/embedded/four-men.bin"), folder.join("four-men.bin")).map_err(told)?;
    fs::copy(root.join("LICENSE"), folder.join("LICENSE.txt")).map_err(told)?;
    let mut files: Vec<String> = fs::read_dir(folder)
        .map_err(told)?
        .flatten()
        .filter_map(|file| Some(format!("{:>9} {}", file.metadata().ok()?.len(), file.file_name().display())))
        .collect();
    files.sort_unstable_by(|a, b| b.cmp(a));
    Ok(files)
}

/// The tool that writes the page's half of the bridge, of exactly the library's version; installed below `target/`
/// if it is not there.
fn bindgen(root: &Path) -> Result<std::path::PathBuf, String> {
    let version = locked(root, "wasm-bindgen")?;
    let is_right = |path: &Path| {
        cross::printed(Command::new(path).arg("--version")).is_some_and(|told| told.ends_with(&format!(" {version}")))
    };
    let tools = cross::target_folder(root).join("tools");
    let own = tools.join("bin/wasm-bindgen");
    if let Some(found) =
        [Some(own.clone()), cross::on_path("wasm-bindgen")].into_iter().flatten().find(|path| is_right(path))
    {
        return Ok(found);
    }
    eprintln!("site: installing wasm-bindgen {version} below {}, which takes some minutes once", tools.display());
    let mut install = Command::new("cargo");
    install.args(["install", "--quiet", "--root"]).arg(&tools).args(["wasm-bindgen-cli", "--version", &version]);
    cross::run(install.env_remove("LD_LIBRARY_PATH"))?;
    Ok(own)
}

/// The version of a package that the workspace uses.
fn locked(root: &Path, package: &str) -> Result<String, String> {
    let lock = fs::read_to_string(root.join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{package}\"")).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| format!("Cargo.lock does not name {package}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_line_that_is_replaced() {
        let page = fs::read_to_string(crate::root().join("crates/reti-server/page/index.html")).unwrap();
        assert_eq!(page.matches(CHARSET).count(), 1);
        assert!(HEAD.starts_with(CHARSET));
    }

    #[test]
    fn the_tool_has_the_version_that_the_library_asks_for() {
        let version = locked(&crate::root(), "wasm-bindgen").unwrap();
        let manifest = fs::read_to_string(crate::root().join("Cargo.toml")).unwrap();
        assert!(manifest.contains(&format!("wasm-bindgen = \"={version}\"")), "{version}");
    }
}
