//! Certificates of endgames, made on a card, on the host, or only the compiled kernels for a card.
//!
//! ```text
//! certify --out FILE [--known FILE]... [--totals FILE]... [--seconds N] [--memory GiB] [--waiting GiB]
//!         [--keep DIR] [--kernels DIR] [--host] MEN|MEN/PAWNS|ENDGAME...
//! certify --kernels DIR --compile ARCH
//! ```
//!
//! `FILE` has a line for each endgame; those that are there are kept, so that runs can be continued. Sets
//! that take long to make wait in `--waiting` GiB of memory, packed, and in the folder `--keep`, where a
//! later run finds them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::time::Instant;

use reti_tables::material::Material;
use reti_tables_gpu::certificate::Certificate;
use reti_tables_gpu::device::Device;
use reti_tables_gpu::engine::Engine;
use reti_tables_gpu::host::Host;
use reti_tables_gpu::plan::{self, Event};
use reti_tables_gpu::store::Store;

#[derive(Default)]
struct Options {
    out: String,
    known: Vec<String>,
    waiting: u64,
    keep: Option<std::path::PathBuf>,
    totals: BTreeMap<String, Vec<u64>>,
    seconds: f64,
    memory: u64,
    kernels: Option<std::path::PathBuf>,
    host: bool,
    compile: Option<String>,
    wanted: Vec<Material>,
}

type Failure = Box<dyn std::error::Error>;

fn options() -> Result<Options, Failure> {
    let mut options = Options { seconds: 1e9, ..Options::default() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--out" => options.out = value()?,
            "--seconds" => options.seconds = value()?.parse()?,
            "--memory" => options.memory = value()?.parse::<u64>()? << 30,
            "--kernels" => options.kernels = Some(value()?.into()),
            "--known" => options.known.push(value()?),
            "--waiting" => options.waiting = value()?.parse::<u64>()? << 30,
            "--keep" => options.keep = Some(value()?.into()),
            "--host" => options.host = true,
            "--compile" => options.compile = Some(value()?),
            "--totals" => {
                for line in fs::read_to_string(value()?)?.lines() {
                    let numbers: Vec<u64> = line.split('\t').skip(1).filter_map(|n| n.parse().ok()).collect();
                    if let (Some(name), 6) = (line.split('\t').next(), numbers.len()) {
                        options.totals.insert(name.to_owned(), numbers);
                    }
                }
            }
            // Men, and for six optionally the number of pawns: 6 or 6/1.
            range if range.as_bytes()[0].is_ascii_digit() => {
                let (men, pawns) = range.split_once('/').map_or((range, None), |(men, pawns)| (men, Some(pawns)));
                let all = Material::all(men.parse()?);
                let pawns: Option<usize> = pawns.map(str::parse).transpose()?;
                options.wanted.extend(all.into_iter().filter(|one| pawns.is_none_or(|pawns| one.pawns() == pawns)));
            }
            name => options.wanted.push(Material::named(name, 6)?),
        }
    }
    Ok(options)
}

fn run<D: Device>(device: D, options: &Options) -> Result<(), Failure> {
    let start = Instant::now();
    println!("{}, {} MiB may be used", device.name(), device.memory() >> 20);
    let mut engine = Engine::new(device)?;
    engine.store = Store::new(options.waiting, options.keep.as_deref())?;
    let mut done = BTreeSet::new();
    for path in options.known.iter().chain([&options.out]) {
        let text = fs::read_to_string(path).unwrap_or_default();
        done.extend(text.lines().filter_map(|line| Certificate::recall(&mut engine, line)));
    }
    println!("{} endgames are known", done.len());
    let mut file = OpenOptions::new().create(true).append(true).open(&options.out)?;
    let wanted: Vec<Material> = options.wanted.iter().copied().filter(|one| !done.contains(one)).collect();
    let mut tally = Tally::default();
    let left =
        plan::run(&mut engine, &wanted, options.seconds - start.elapsed().as_secs_f64(), &mut |engine, event| {
            match event {
                Event::Begun(endgame, thought) => {
                    let told = thought.seconds.map_or("not known".to_owned(), |seconds| format!("{seconds:.1} s"));
                    println!("{endgame:<8} begun at {:.1} s, estimate {told}", start.elapsed().as_secs_f64());
                }
                Event::Stopped(endgame, thought, rest) => println!(
                    "stopped before {endgame}: about {:.1} s needed, {rest:.1} s left",
                    thought.seconds.unwrap_or(0.0)
                ),
                Event::Done(certificate, seconds) => {
                    writeln!(file, "{}", certificate.json())?;
                    tally.add(certificate, seconds, options);
                    println!(
                        "  {} tables made, {} sets fetched, {} sets of {} MiB in memory, seconds {:.1?}",
                        engine.made,
                        engine.fetched,
                        engine.store.sets(),
                        engine.store.bytes() >> 20,
                        engine.seconds
                    );
                }
            }
            Ok(())
        })?;
    for trouble in &engine.store.trouble {
        println!("{trouble}");
    }
    println!(
        "{} endgames, {left} left, {} equal, {} different, {} violations, {:.1} s, peak {} MiB",
        tally.made,
        tally.equal,
        tally.different,
        tally.violations,
        start.elapsed().as_secs_f64(),
        engine.peak() >> 20
    );
    println!(
        "seconds of rounds, rounds with the fifty-move rule, certifying, counting, packing, unpacking: {:.1?}",
        engine.seconds
    );
    Ok(())
}

/// What a run has found so far.
#[derive(Default)]
struct Tally {
    made: u32,
    equal: u32,
    different: u32,
    violations: u64,
}

impl Tally {
    fn add(&mut self, certificate: &Certificate, seconds: f64, options: &Options) {
        let endgame = certificate.endgame;
        let published = options.totals.get(&endgame.to_string());
        let verdict = match published {
            None => "-",
            Some(known) if known[..] == certificate.published() => "equal",
            Some(_) => "DIFFERENT",
        };
        self.made += 1;
        self.equal += u32::from(verdict == "equal");
        self.different += u32::from(verdict == "DIFFERENT");
        self.violations += certificate.violations;
        let longest: Vec<u32> = certificate.sides.iter().flatten().map(|side| side.longest).collect();
        println!("{endgame:<8} {verdict:<9} violations {} longest {longest:?} {seconds:.3} s", certificate.violations);
        if verdict == "DIFFERENT" {
            println!(
                "  ours      {:?}\n  published {published:?}\n  plain     {:?}",
                certificate.published(),
                certificate.counts("orbits_ordered")
            );
        }
    }
}

#[cfg(feature = "gpu")]
fn on_card(options: &Options) -> Result<(), Failure> {
    use reti_tables_gpu::{cuda, device::Shape};
    if let Some(arch) = &options.compile {
        for shape in Shape::ALL {
            cuda::image(shape, arch, options.kernels.as_deref())?;
        }
        return Ok(());
    }
    let mut card = cuda::Cuda::open(0, options.memory, options.kernels.as_deref())?;
    let start = Instant::now();
    card.prepare(&Shape::ALL)?;
    println!("kernels ready in {:.1} s", start.elapsed().as_secs_f64());
    run(card, options)
}

#[cfg(not(feature = "gpu"))]
fn on_card(_: &Options) -> Result<(), Failure> {
    Err("built without the feature gpu".into())
}

fn main() -> Result<(), Failure> {
    let options = options()?;
    if options.host { run(Host::new(16 << 30), &options) } else { on_card(&options) }
}
