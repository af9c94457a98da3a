//! Table files of up to five men, written by the processor or by a card, and compared byte for byte.
//!
//! ```text
//! files --cpu DIR [--memory MiB] MEN|ENDGAME...       tables generated on the processor
//! files --card DIR [--memory MiB] MEN|ENDGAME...      tables of five men made on the card
//! files --host DIR [--memory MiB] MEN|ENDGAME...      the same kernels on the host, their slow twin
//! files --compare DIR DIR                             which files differ; exit code 1 if any does
//! ```
//!
//! Either way tables are certified by the processor's verifier and written by the same code, so equal bytes
//! mean that two generators, which share nothing but the rules, agree in every value and every rank.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use reti_tables::build::{self, Event, Options};
use reti_tables::material::Material;
use reti_tables::store::Store;
use reti_tables_gpu::files;

type Failure = Box<dyn std::error::Error>;

/// Builds tables into a folder, those of five men by a maker.
fn write(folder: &Path, memory: u64, wanted: &[Material], maker: &mut build::Maker<'_>) -> Result<(), Failure> {
    let start = Instant::now();
    let store = Store::open(folder, memory << 20)?;
    let before = build::cpu_seconds().unwrap_or(0.0);
    let records = build::build_with(&store, wanted, &Options::default(), maker, &mut |event| {
        if let Event::Done(record) = event {
            let cpu = record.cpu.unwrap_or_default();
            println!(
                "{:<8} {} positions, load {:.2} make {:.2} certify {:.2} write {:.2} s; processor: make {:.2} certify {:.2} all {:.2} s; {} bytes",
                record.material.to_string(),
                record.positions,
                record.load,
                record.generate,
                record.certify,
                record.write,
                cpu.generate,
                cpu.certify,
                cpu.total,
                record.sizes.file
            );
        }
    })?;
    let cpu = build::cpu_seconds().unwrap_or(0.0) - before;
    println!(
        "{} tables, {:.1} s, {cpu:.1} processor seconds, most memory {}",
        records.len(),
        start.elapsed().as_secs_f64(),
        most_memory()
    );
    Ok(())
}

/// The most memory that this process had, as the system tells it.
fn most_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("not told".to_owned(), |kib| kib.trim().to_owned())
}

/// Tells which files of two folders differ.
fn compare(one: &Path, other: &Path) -> Result<(), Failure> {
    let names = |folder: &Path| -> Result<BTreeSet<PathBuf>, Failure> {
        let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
        let tables = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "reti"));
        Ok(tables.filter_map(|path| path.file_name().map(PathBuf::from)).collect())
    };
    let all: BTreeSet<PathBuf> = names(one)?.union(&names(other)?).cloned().collect();
    let (mut same, mut bytes) = (0, 0);
    for name in &all {
        let (a, b) = (fs::read(one.join(name)), fs::read(other.join(name)));
        match (a, b) {
            (Ok(a), Ok(b)) if a == b => {
                same += 1;
                bytes += a.len();
            }
            (Ok(_), Ok(_)) => println!("{} DIFFERS", name.display()),
            _ => println!("{} is in one folder only", name.display()),
        }
    }
    println!("{same} of {} files are byte for byte the same, {bytes} bytes", all.len());
    if same == all.len() && !all.is_empty() { Ok(()) } else { Err("the folders differ".into()) }
}

fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let mode = words.next().unwrap_or_default();
    let folder = PathBuf::from(words.next().ok_or("a folder is needed")?);
    if mode == "--compare" {
        return compare(&folder, Path::new(&words.next().ok_or("two folders are needed")?));
    }
    let mut memory = 8192;
    let mut wanted = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--memory" => memory = words.next().ok_or("--memory needs a value")?.parse()?,
            men if men.as_bytes()[0].is_ascii_digit() => wanted.extend(Material::all(men.parse()?)),
            name => wanted.push(name.parse()?),
        }
    }
    match mode.as_str() {
        "--cpu" => write(&folder, memory, &wanted, &mut |_| Ok(None)),
        "--host" => write(&folder, memory, &wanted, &mut files::on_host(16 << 30)),
        #[cfg(feature = "gpu")]
        "--card" => write(&folder, memory, &wanted, &mut files::on_card(0, 0, None)?),
        _ => Err("built without the feature gpu, or an unknown word; see the first lines of the source".into()),
    }
}
