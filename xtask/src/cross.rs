//! Programs for other machines than the one that builds them.
//!
//! A compiler can make them if the target's standard library is installed (`rustup target add TARGET`), or if the
//! library's source is, from which cargo builds it. Asked are the compiler that runs this task, and the one of the
//! system's packages, which may have what the other lacks. Where the library is built from source, the few objects
//! that an installed target brings along are made here.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A compiler that can build for a target.
#[derive(Debug)]
pub struct Toolchain {
    target: &'static str,
    cargo: PathBuf,
    rustc: PathBuf,
    /// The compiler's folder, if the standard library must be built from the source in it.
    source: Option<PathBuf>,
    /// Another linker than the compiler's own.
    linker: Option<PathBuf>,
}

/// Where the compilers of the system's packages are.
const SYSTEM: (&str, &str) = ("/usr/bin/cargo", "/usr/bin/rustc");

impl Toolchain {
    /// A compiler for the target, or what to install.
    pub fn find(target: &'static str) -> Result<Toolchain, String> {
        let own = (env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from), PathBuf::from("rustc"));
        let candidates = [own, (SYSTEM.0.into(), SYSTEM.1.into())];
        let known: Vec<(PathBuf, PathBuf, PathBuf)> = candidates
            .into_iter()
            .filter_map(|(cargo, rustc)| sysroot(&rustc).map(|sysroot| (cargo, rustc, sysroot)))
            .collect();
        let installed = |sysroot: &Path| sysroot.join("lib/rustlib").join(target).join("lib").is_dir();
        let source = |sysroot: &Path| sysroot.join("lib/rustlib/src/rust/library/std/src/lib.rs").is_file();
        let found = known
            .iter()
            .find(|(.., sysroot)| installed(sysroot))
            .or_else(|| known.iter().find(|(.., sysroot)| source(sysroot)));
        let Some((cargo, rustc, root)) = found else {
            return Err(format!(
                "no standard library for {target}: run `rustup target add {target}`, or install the source of the \
                 standard library (`rustup component add rust-src`, or a package such as Debian's rust-web-src)"
            ));
        };
        let linker = if target.starts_with("wasm32") { wasm_linker(root, &known)? } else { None };
        let (cargo, rustc) = (cargo.clone(), rustc.clone());
        Ok(Toolchain { target, cargo, rustc, source: (!installed(root)).then(|| root.clone()), linker })
    }

    /// Builds a package and returns the folder of what was built.
    pub fn build(&self, root: &Path, package: &str, profile: &str) -> Result<PathBuf, String> {
        let folder = target_folder(root).join("cross");
        let mut build = Command::new(&self.cargo);
        build.current_dir(root).args(["build", "--locked", "--package", package, "--profile", profile]);
        build.args(["--target", self.target]).arg("--target-dir").arg(&folder);
        // What cargo told this task is not for a compiler of another kind.
        build.env_remove("LD_LIBRARY_PATH").env("RUSTC", &self.rustc);
        let name = self.target.to_uppercase().replace('-', "_");
        if let Some(source) = &self.source {
            // The flag is not stable, but this is how the compiler's authors build the library.
            build.arg("-Zbuild-std=std,panic_abort").env("RUSTC_BOOTSTRAP", "1");
            let flags = self.objects(source, &folder.join("objects").join(self.target))?;
            if !flags.is_empty() {
                build.env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), flags.join(" "));
            }
        }
        if let Some(linker) = &self.linker {
            build.env(format!("CARGO_TARGET_{name}_LINKER"), linker);
        }
        run(&mut build)?;
        Ok(folder.join(self.target).join(if profile == "dev" { "debug" } else { profile }))
    }

    /// Makes what an installed target would have beside its standard library, and tells the compiler where it is.
    fn objects(&self, source: &Path, folder: &Path) -> Result<Vec<String>, String> {
        let told = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder).map_err(told)?;
        let mut flags = vec!["-C link-self-contained=no".to_owned(), format!("-L native={}", folder.display())];
        if self.target.ends_with("-musl") {
            unwinder(folder)?;
            flags.extend(["-C linker=musl-gcc", "-C relocation-model=static"].map(str::to_owned));
        } else if self.target.ends_with("-windows-gnu") {
            // The first and the last object of a program.
            for name in ["rsbegin", "rsend"] {
                let mut compile = Command::new(&self.rustc);
                compile.env_remove("LD_LIBRARY_PATH").env("RUSTC_BOOTSTRAP", "1").args(["--emit=obj", "-O"]);
                compile.args(["--target", self.target, "-o"]).arg(folder.join(name).with_extension("o"));
                let text = source.join("lib/rustlib/src/rust/library/rtstartup").join(name).with_extension("rs");
                run(compile.arg(text))?;
            }
        } else {
            flags.clear();
        }
        Ok(flags)
    }
}

/// A function of the system's C library that its unwinder calls before it gives up, for a C library without it.
const UNWINDER_NEEDS: &str = "#include <stdarg.h>
#include <stdio.h>
int __fprintf_chk(FILE *to, int flag, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vfprintf(to, format, arguments);
    va_end(arguments);
    return written;
}
";

/// The system's unwinder for programs with musl: a panic costs a request, not the program.
fn unwinder(folder: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    on_path("musl-gcc").ok_or("no C compiler for musl: install musl-tools")?;
    let versions = fs::read_dir("/usr/lib").map_err(told)?.flatten().map(|entry| entry.path());
    let found = versions
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("llvm-")))
        .map(|path| path.join("lib/libunwind.a"))
        .find(|path| path.is_file())
        .ok_or("no unwinder for musl: install LLVM's libunwind (Debian: libunwind-14-dev)")?;
    let archive = folder.join("libunwind.a");
    if archive.is_file() {
        return Ok(());
    }
    let (text, object) = (folder.join("needs.c"), folder.join("needs.o"));
    fs::write(&text, UNWINDER_NEEDS).map_err(told)?;
    run(Command::new("musl-gcc").args(["-O2", "-c"]).arg(&text).arg("-o").arg(&object))?;
    fs::copy(found, &archive).map_err(told)?;
    run(Command::new("ar").arg("r").arg(&archive).arg(&object))
}

/// The folder for what is built.
pub fn target_folder(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().display().to_string();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} failed ({status})")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// What a command prints, if it succeeds.
pub fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A program of the search path.
pub fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn sysroot(rustc: &Path) -> Option<PathBuf> {
    let mut ask = Command::new(rustc);
    printed(ask.args(["--print", "sysroot"]).env_remove("LD_LIBRARY_PATH")).map(PathBuf::from)
}

/// The compiler's own linker of WebAssembly if it has one (then nothing needs to be said), another compiler's, or
/// one of the search path.
fn wasm_linker(own: &Path, known: &[(PathBuf, PathBuf, PathBuf)]) -> Result<Option<PathBuf>, String> {
    if rust_lld(own).is_some() {
        return Ok(None);
    }
    known
        .iter()
        .find_map(|(.., sysroot)| rust_lld(sysroot))
        .or_else(|| on_path("wasm-ld"))
        .map(Some)
        .ok_or_else(|| "no linker for WebAssembly: install lld, which brings wasm-ld".to_owned())
}

/// The linker that comes with a compiler.
fn rust_lld(sysroot: &Path) -> Option<PathBuf> {
    let hosts = fs::read_dir(sysroot.join("lib/rustlib")).ok()?;
    hosts.flatten().map(|host| host.path().join("bin/rust-lld")).find(|path| path.is_file())
}
