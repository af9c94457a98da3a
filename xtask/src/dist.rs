//! Reti for people without Rust: programs for Linux and Windows, the Python wheel, the page that needs no server,
//! manual pages, completions and schemas, with a checksum of every file.
//!
//! Each part is made, and tried where that is possible: the program for Linux in a folder with nothing else in it,
//! the one for Windows under Wine. A part that cannot be made says what is missing and does not stop the others.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use sha2::{Digest, Sha256};

use crate::{
    cross::{self, Toolchain, printed, run},
    site,
};

/// What is made: a name, and how it is put into its folder. Returns what is worth saying.
type Make = fn(&Path, &Path) -> Result<String, String>;

/// The parts, each in a folder of its name. Documents come from a program that is there by then.
const PARTS: &[(&str, Make)] = &[
    ("linux", linux),
    ("windows", windows),
    ("python", python),
    ("site", |root, folder| site::build(root, folder).map(|files| format!("{} files", files.len()))),
    ("schema", schema),
    ("man", man),
    ("completions", completions),
];

const SUMS: &str = "SHA256SUMS";

/// A position with a fork, and a part of its lesson: what every program is tried with.
const TRIED: [&str; 2] = ["explain", "4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1"];
const EXPECTED: &str = "Nf6+ forks the rook on g4";

/// Fills a folder with all parts, or those that are named, and tells what was made and what was not.
pub fn fill(root: &Path, folder: &Path, wanted: &[String]) -> Result<(Vec<String>, Vec<String>), String> {
    if let Some(unknown) = wanted.iter().find(|name| PARTS.iter().all(|(part, _)| part != name)) {
        let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        return Err(format!("there is no part {unknown}: {}", names.join(", ")));
    }
    let (mut made, mut missing) = (Vec::new(), Vec::new());
    for (name, make) in PARTS {
        if !wanted.is_empty() && !wanted.iter().any(|one| one == name) {
            continue;
        }
        let place = folder.join(name);
        match emptied(&place).and_then(|()| make(root, &place)) {
            Ok(said) => made.push(format!("{name}: {said}")),
            Err(problem) => {
                missing.push(format!("{name}: {problem}"));
                // Half a part is none.
                let _ = fs::remove_dir_all(&place);
            }
        }
    }
    fs::copy(root.join("LICENSE"), folder.join("LICENSE")).map_err(|error| format!("LICENSE: {error}"))?;
    let sums = sums(folder)?;
    fs::write(folder.join(SUMS), sums).map_err(|error| format!("{SUMS}: {error}"))?;
    Ok((made, missing))
}

fn emptied(folder: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(told)?;
    }
    fs::create_dir_all(folder).map_err(told)
}

/// One line for every file, as `sha256sum --check` reads them.
fn sums(folder: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    collect(folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort();
    let mut lines = String::new();
    for file in files {
        let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        if name != SUMS {
            // Writing to a string cannot fail.
            for byte in Sha256::digest(&bytes) {
                let _ = write!(lines, "{byte:02x}");
            }
            let _ = writeln!(lines, "  {name}");
        }
    }
    Ok(lines)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

fn linux(root: &Path, folder: &Path) -> Result<String, String> {
    let program = program(root, folder, "x86_64-unknown-linux-musl", "reti", "strip")?;
    let tried = try_alone(&program, &folder.join("empty"))?;
    Ok(format!("a static program, {tried}"))
}

fn windows(root: &Path, folder: &Path) -> Result<String, String> {
    let program = program(root, folder, "x86_64-pc-windows-gnu", "reti.exe", "x86_64-w64-mingw32-strip")?;
    let tried = try_with_wine(&program, &folder.join("wine"))?;
    Ok(format!("a program, {tried}"))
}

/// Builds the program for a target and puts it into a folder, without the names of its functions.
fn program(root: &Path, folder: &Path, target: &'static str, name: &str, strip: &str) -> Result<PathBuf, String> {
    let built = Toolchain::find(target)?.build(root, "reti-cli", "release")?.join(name);
    let program = folder.join(name);
    fs::copy(&built, &program).map_err(|error| format!("{}: {error}", built.display()))?;
    if cross::on_path(strip).is_some() {
        run(Command::new(strip).arg(&program))?;
    }
    Ok(program)
}

/// Whether a program answers as it should.
fn answers(command: &mut Command) -> Result<(), String> {
    let output = command.args(TRIED).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && said.contains(EXPECTED) {
        return Ok(());
    }
    Err(format!("the program does not answer ({}): {said}{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Runs a program in a folder with nothing else in it: no library, no file of the system.
fn try_alone(program: &Path, room: &Path) -> Result<String, String> {
    let told = |error: std::io::Error| format!("{}: {error}", room.display());
    fs::create_dir_all(room).map_err(told)?;
    fs::copy(program, room.join("reti")).map_err(told)?;
    // Changing the root is for the superuser, or for one of a namespace of one's own.
    let ways: [&[&str]; 2] = [&["chroot"], &["unshare", "--map-root-user", "chroot"]];
    let way = ways.into_iter().find(|way| {
        let mut probe = Command::new(way[0]);
        let probe = probe.args(&way[1..]).arg(room).args(["/reti", "--version"]);
        probe.output().is_ok_and(|output| output.status.success())
    });
    let tried = if let Some(way) = way {
        answers(Command::new(way[0]).args(&way[1..]).arg(room).arg("/reti"))?;
        "runs in an empty folder as its root"
    } else {
        answers(&mut Command::new(program))?;
        "runs here (an empty root could not be tried: no `chroot`)"
    };
    fs::remove_dir_all(room).map_err(told)?;
    Ok(tried.to_owned())
}

/// A function of Windows that older Wines lack; only the trial uses it.
const RANDOM: &str = "#include <stddef.h>
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *, unsigned long);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *to, size_t length) {
    return SystemFunction036(to, (unsigned long)length);
}
";

/// Runs a program of Windows under Wine, if there is one.
fn try_with_wine(program: &Path, room: &Path) -> Result<String, String> {
    let Some(wine) = cross::on_path("wine") else { return Ok("not tried: there is no Wine".to_owned()) };
    let told = |error: std::io::Error| format!("{}: {error}", room.display());
    fs::create_dir_all(room).map_err(told)?;
    fs::copy(program, room.join("reti.exe")).map_err(told)?;
    fs::write(room.join("random.c"), RANDOM).map_err(told)?;
    let mut random = Command::new("x86_64-w64-mingw32-gcc");
    random.args(["-shared", "-O2", "-o"]).arg(room.join("bcryptprimitives.dll")).arg(room.join("random.c"));
    run(random.arg("-ladvapi32"))?;
    let version = printed(Command::new(&wine).arg("--version")).unwrap_or_default();
    let prefix = room.join("prefix");
    answers(Command::new(&wine).arg(room.join("reti.exe")).env("WINEPREFIX", &prefix).env("WINEDEBUG", "-all"))?;
    // The services of that Windows live in the folder that goes.
    let _ = Command::new("wineserver").arg("--kill").env("WINEPREFIX", &prefix).status();
    fs::remove_dir_all(room).map_err(told)?;
    Ok(format!("tried under {version}"))
}

/// The wheel, by the tool that builds it, in an environment below `target/`.
fn python(root: &Path, folder: &Path) -> Result<String, String> {
    let home = cross::target_folder(root).join("python");
    let maturin = home.join("bin/maturin");
    if !maturin.is_file() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
        let mut install = Command::new(home.join("bin/pip"));
        run(install.args(["install", "--quiet", "--disable-pip-version-check", "maturin>=1.9,<2"]))?;
    }
    let mut build = Command::new(maturin);
    build.current_dir(root).args(["build", "--quiet", "--locked", "--profile", "wheel", "--out"]).arg(folder);
    build.env("VIRTUAL_ENV", &home).env_remove("LD_LIBRARY_PATH");
    run(build.args(["--manifest-path", "crates/reti-py/Cargo.toml"]))?;
    let files = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let wheel = files.flatten().map(|file| file.file_name().to_string_lossy().into_owned()).next();
    wheel.ok_or_else(|| "no wheel was built".to_owned())
}

fn schema(root: &Path, folder: &Path) -> Result<String, String> {
    let files = fs::read_dir(root.join("docs/schema")).map_err(|error| error.to_string())?.flatten();
    let copied = files.filter(|file| fs::copy(file.path(), folder.join(file.file_name())).is_ok()).count();
    Ok(format!("{copied} files"))
}

/// The program that was just made for this kind of machine.
fn own(folder: &Path) -> Result<PathBuf, String> {
    let program = folder.with_file_name("linux").join("reti");
    if program.is_file() { Ok(program) } else { Err("this needs the part linux, whose program writes it".to_owned()) }
}

fn write(program: &Path, arguments: &[&str], file: &Path) -> Result<(), String> {
    let text = printed(Command::new(program).args(arguments));
    let text = text.ok_or_else(|| format!("reti {} failed", arguments.join(" ")))?;
    fs::write(file, text + "\n").map_err(|error| format!("{}: {error}", file.display()))
}

/// The manual pages of the program and of each command that its help lists.
fn man(_: &Path, folder: &Path) -> Result<String, String> {
    let program = own(folder)?;
    write(&program, &["man"], &folder.join("reti.1"))?;
    let help = printed(Command::new(&program).arg("--help")).ok_or("reti --help failed")?;
    let named = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut count = 1;
    for command in named.filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase())) {
        // Lines of a description that goes on are no commands.
        if write(&program, &["man", command], &folder.join(format!("reti-{command}.1"))).is_ok() {
            count += 1;
        }
    }
    Ok(format!("{count} pages"))
}

fn completions(_: &Path, folder: &Path) -> Result<String, String> {
    let program = own(folder)?;
    let shells = [
        ("bash", "reti.bash"),
        ("zsh", "_reti"),
        ("fish", "reti.fish"),
        ("powershell", "reti.ps1"),
        ("elvish", "reti.elv"),
    ];
    for (shell, file) in shells {
        write(&program, &["completions", shell], &folder.join(file))?;
    }
    Ok(format!("{} shells", shells.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        let folder = std::env::temp_dir().join(format!("reti-sums-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        fs::write(folder.join("inner/abc"), "abc").unwrap();
        fs::write(folder.join(SUMS), "old").unwrap();
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  inner/abc\n";
        assert_eq!(sums(&folder).unwrap(), expected);
        fs::remove_dir_all(&folder).unwrap();
    }
}
