//! `reti table`: endgame tables, built, asked, verified, forged and counted.

mod rules;
mod slices;

use std::{
    env,
    fmt::Write as _,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    time::Instant,
};

use clap::{Args, Parser, Subcommand, ValueEnum};
use etcetera::BaseStrategy as _;
use reti::{
    chess, gpu,
    tables::{self, BuildEvent, Built, Check, ExactValues, Folder, Limits, Material, TablesError, published},
    wire,
};

use super::Run;
use crate::{
    arguments::{self, Output},
    failure::Failure,
    output::Sink,
    terminal::report,
};

/// Endgame tables: exact values, with proofs
///
/// Tables of up to four men are in the program. Larger ones are built by `reti table build` into the
/// cache folder, unless --dir names another; nothing else writes there.
#[derive(Debug, Parser)]
#[command(
    name = "table",
    after_help = "\
Examples:
  reti table probe '8/8/8/8/8/6k1/4K3/7R w - - 0 1'
  reti table build --men 4
  reti table verify KQvKR
  reti table verify --dir tables --format json
  reti table verify --cqd
  reti table verify KPvK --quiet
  reti table forge KBvK --winner white -o forged.reti
  reti table stats KRvKN
  reti table rules KPvK --depth 3"
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Build tables, each after those that it needs
    Build(Build),
    /// The value of a position, the best moves and the winning line
    Probe(Probe),
    /// Check that every value of a table is right
    Verify(Verify),
    /// Write a false labelling that a check of labels alone accepts
    Forge(Forge),
    /// Counts, longest wins, zugzwangs and categories
    Stats(Stats),
    /// An endgame as rules: a tree of questions, with the list of its exceptions
    Rules(rules::Rules),
}

#[derive(Debug, Args)]
struct Place {
    /// Folder of tables [default: reti/tables in the cache folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Memory limit
    #[arg(long, value_name = "MiB", default_value_t = 8192)]
    memory: u64,
    /// How to write the answer
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
struct Build {
    #[arg(
        value_name = "ENDGAME",
        required_unless_present = "men",
        help = "Endgames such as KQvKR; of six men without pawns the certificate only, by slices in a folder of --dir, resumable"
    )]
    endgames: Vec<String>,
    /// All endgames with up to N men; six with --gpu
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    men: Option<u8>,
    /// On a graphics card: certificates of endgames of up to six men; with --dir, tables of up to five men
    #[arg(long, conflicts_with_all = ["dtm", "times"])]
    gpu: bool,
    /// The number of the graphics card
    #[arg(long, value_name = "N", default_value_t = 0, requires = "gpu")]
    device: usize,
    /// Certificates of earlier runs: what is in FILE is not made again
    #[arg(long, value_name = "FILE", requires = "gpu")]
    known: Vec<PathBuf>,
    /// Stop before an endgame that would not be done N seconds after the start; --known goes on from it
    #[arg(long, value_name = "N", requires = "gpu")]
    seconds: Option<f64>,
    /// Keep tables with two pawns or more in DIR, packed, for this run and later ones
    #[arg(long, value_name = "DIR", requires = "gpu")]
    keep: Option<PathBuf>,
    /// Moves to mate for five men too (fewer men always have them)
    #[arg(long)]
    dtm: bool,
    /// Print the seconds that each table took
    #[arg(long)]
    times: bool,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Probe {
    /// The position as FEN, or - for standard input
    fen: String,
    /// Folder of Syzygy files, asked where our own tables are missing
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Ask only Syzygy files
    #[arg(long, requires = "syzygy")]
    only_syzygy: bool,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Verify {
    #[arg(
        value_name = "ENDGAME",
        help = "Endgames such as KQvKR [default: every file of the folder; with --cqd or --quiet the 20 of the published table]"
    )]
    endgames: Vec<String>,
    /// Check labels only, by category, as published: necessary, not sufficient
    #[arg(long)]
    cqd: bool,
    /// Find the labels again by undoing quiet moves, from what captures and promotions give: slow, and sufficient
    #[arg(long, conflicts_with = "cqd")]
    quiet: bool,
    /// Verify the labels in FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["endgames", "syzygy"])]
    labels: Option<PathBuf>,
    /// Verify the Syzygy files in DIR
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Forge {
    /// The endgame
    endgame: String,
    /// The side that is said to win
    #[arg(long, value_enum)]
    winner: Winner,
    /// Write the labels to FILE
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Winner {
    /// White
    White,
    /// Black
    Black,
}

#[derive(Debug, Args)]
struct Stats {
    #[arg(value_name = "ENDGAME", required_unless_present = "men", help = "Endgames such as KRvKN")]
    endgames: Vec<String>,
    /// All endgames with N men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=5))]
    men: Option<u8>,
    /// Generate and verify once more, with a clock, beside the published seconds
    #[arg(long)]
    times: bool,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    output: Output,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        match self.action {
            Action::Build(build) => build.run(),
            Action::Probe(probe) => probe.run(),
            Action::Verify(verify) => verify.run(),
            Action::Forge(forge) => forge.run(),
            Action::Stats(stats) => stats.run(),
            Action::Rules(rules) => rules.run(),
        }
    }
}

impl Place {
    fn folder(&self) -> PathBuf {
        self.dir.clone().unwrap_or_else(cache_folder)
    }

    fn limits(&self, mate: bool) -> Limits {
        Limits { mate, threads: self.threads, memory: self.memory, count: self.format == Format::Json }
    }

    /// The folder to read, which need not be there.
    fn open(&self) -> Result<Folder, Failure> {
        Folder::open(&self.folder(), &self.limits(false)).map_err(failure)
    }

    /// The folder to build in.
    fn create(&self, mate: bool) -> Result<Folder, Failure> {
        Folder::create(&self.folder(), &self.limits(mate)).map_err(failure)
    }
}

/// Where tables are kept when no folder is named.
pub(super) fn cache_folder() -> PathBuf {
    let base = etcetera::base_strategy::choose_native_strategy().map(|folders| folders.cache_dir());
    base.unwrap_or_else(|_| env::temp_dir()).join("reti").join("tables")
}

/// Where compiled kernels of graphics cards are kept.
fn kernels() -> Option<PathBuf> {
    cache_folder().parent().map(|folder| folder.join("kernels"))
}

const TOO_LARGE: &str = "tables of up to five men are written; leave out --dir for certificates of six";

/// Exact values: of up to four men by the tables in the program, of more by those in a folder that
/// was named, or that `reti table build` filled.
pub(super) fn exact_values(named: Option<&Path>) -> Result<ExactValues, Failure> {
    if let Some(folder) = named {
        return ExactValues::with_folder(folder).map_err(failure);
    }
    let folder = Some(cache_folder()).filter(|folder| folder.is_dir());
    let found = folder.map_or_else(|| Ok(ExactValues::embedded()), |folder| ExactValues::with_folder(&folder));
    Ok(found.unwrap_or_else(|error| {
        report(&format!("tables of more than four men are left out: {error}\n"));
        ExactValues::embedded()
    }))
}

/// The folder of larger tables that [`exact_values`] uses, if there is one and it can be used.
pub(super) fn folder_in_use(named: Option<&Path>) -> Result<Option<PathBuf>, Failure> {
    if let Some(folder) = named {
        ExactValues::with_folder(folder).map_err(failure)?;
        return Ok(Some(folder.to_owned()));
    }
    Ok(Some(cache_folder()).filter(|folder| folder.is_dir() && ExactValues::with_folder(folder).is_ok()))
}

/// Tells what went wrong with a table that was asked: silence would look like an answer.
pub(super) fn tell_problem(values: &ExactValues) -> Result<(), Failure> {
    values.problem().map_or(Ok(()), |message| Err(failure(TablesError::Other(message))))
}

fn failure(error: TablesError) -> Failure {
    match error {
        TablesError::Wrong(message) => Failure::Refuted(message),
        TablesError::Other(message) => {
            Failure::Input(reti::Problem { subject: "table".to_owned(), message, text: String::new(), span: 0..0 })
        }
    }
}

fn endgames(names: &[String]) -> Result<Vec<Material>, Failure> {
    names.iter().map(|name| name.parse().map_err(|error| Failure::Usage(format!("{error}")))).collect()
}

/// Shows progress on a terminal: which table, how much of the work is done, and the time left.
fn watcher() -> impl FnMut(BuildEvent) + Send {
    let start = Instant::now();
    let shown = io::stderr().is_terminal();
    move |event| match event {
        BuildEvent::Begin { material, done, all } if shown => {
            let part = done as f64 / all.max(1) as f64;
            let left = match start.elapsed().as_secs_f64() {
                spent if part > 0.01 => format!(", about {:.0} s left", spent / part - spent),
                _ => String::new(),
            };
            report(&format!("\r\x1b[Kbuilding {material} ({:.0}%{left})", 100.0 * part));
        }
        BuildEvent::Done(_) if shown => report("\r\x1b[K"),
        _ => {}
    }
}

const MIXED: &str = "endgames of six men give certificates, smaller ones tables: build them in two commands";

impl Build {
    /// The endgames that were named, of up to `most` men.
    fn named(&self, most: usize) -> Result<Vec<Material>, Failure> {
        let named = |name: &String| Material::named(name, most).map_err(|error| Failure::Usage(format!("{error}")));
        self.endgames.iter().map(named).collect()
    }

    fn run(&self) -> Result<(), Failure> {
        if self.gpu && self.place.dir.is_some() {
            return self.write_from_card();
        }
        if self.gpu {
            return self.certify();
        }
        if self.men == Some(6) {
            return Err(Failure::Usage(
                "all endgames of six men are made on a graphics card: add --gpu, or name one without pawns".to_owned(),
            ));
        }
        let (mut wanted, six): (Vec<Material>, Vec<Material>) =
            self.named(6)?.into_iter().partition(|endgame| endgame.men() < 6);
        if let Some(men) = self.men {
            wanted.extend((2..=usize::from(men)).flat_map(Material::all));
        }
        if !six.is_empty() {
            return if wanted.is_empty() {
                self.certify_by_slices(&six)
            } else {
                Err(Failure::Usage(MIXED.to_owned()))
            };
        }
        let built = self.place.create(self.dtm)?.build(&wanted, &mut watcher()).map_err(failure)?;
        self.tell_built(&built)
    }

    /// What was built: certificates or times as data, or a summary.
    fn tell_built(&self, built: &[Built]) -> Result<(), Failure> {
        let times: Vec<&wire::TableBuilt> = built.iter().map(|one| &one.times).collect();
        if self.place.format == Format::Json {
            let certificates = built.iter().filter_map(|one| one.certificate.as_ref());
            let lines = || certificates.map(wire::to_line).collect();
            return self.output.write(if self.times { wire::to_json(&times) } else { lines() });
        }
        let mut out = String::new();
        if self.times && !built.is_empty() {
            let _ =
                writeln!(out, "endgame     positions  generate   verify    total      cpu       bytes  value bytes");
            for table in &times {
                let cpu = table.cpu_seconds.map_or("-".to_owned(), |cpu| format!("{cpu:.2}"));
                let _ = writeln!(
                    out,
                    "{:<8} {:>12} {:>9.2} {:>8.2} {:>8.2} {:>8} {:>11} {:>12}",
                    table.endgame,
                    table.positions,
                    table.generate_seconds,
                    table.verify_seconds,
                    table.seconds,
                    cpu,
                    table.bytes,
                    table.value_bytes
                );
            }
        }
        let seconds: f64 = times.iter().map(|table| table.seconds).sum();
        let bytes: u64 = times.iter().map(|table| table.bytes).sum();
        let folder = self.place.folder();
        let _ = writeln!(
            out,
            "{} tables built and certified in {seconds:.1} s, {:.1} MB, in {}",
            built.len(),
            bytes as f64 / 1e6,
            folder.display()
        );
        self.output.write(out)
    }
}

/// Tells how a run on a graphics card goes on; what is not done, and trouble, in any case.
fn tell(progress: &gpu::Progress<'_>, shown: bool) {
    let about =
        |seconds: &Option<f64>| seconds.map_or("some time".to_owned(), |seconds| format!("about {seconds:.0} s"));
    match progress {
        gpu::Progress::Begun(endgame, seconds) if shown => {
            report(&format!("\r\x1b[K{endgame} takes {}", about(seconds)));
        }
        gpu::Progress::Done(one) if shown => {
            report(&format!("\r\x1b[K{} certified in {:.1} s", one.endgame, one.seconds));
        }
        gpu::Progress::Stopped(endgame, seconds, rest, left) => {
            let takes = about(seconds);
            report(&format!(
                "stopped before {endgame}: it takes {takes}, {rest:.0} s are left; {left} endgames to go\n"
            ));
        }
        gpu::Progress::Trouble(trouble) => report(&format!("{trouble}\n")),
        _ => {}
    }
}

impl Build {
    /// Tables of up to five men, made on a graphics card, certified here and written.
    fn write_from_card(&self) -> Result<(), Failure> {
        let wanted = match self.men {
            Some(6) => return Err(Failure::Usage(TOO_LARGE.to_owned())),
            Some(men) => (2..=usize::from(men)).flat_map(Material::all).collect(),
            None => Vec::new(),
        };
        let wanted = [endgames(&self.endgames).map_err(|_| Failure::Usage(TOO_LARGE.to_owned()))?, wanted].concat();
        let mut maker = gpu::maker(self.device, kernels()).map_err(failure)?;
        let folder = self.place.create(false)?;
        self.tell_built(&folder.build_with(&wanted, &mut maker, &mut watcher()).map_err(failure)?)
    }

    /// A certificate as a line.
    fn told(&self, one: &gpu::Certified) -> String {
        if self.place.format == Format::Json {
            return format!("{}\n", one.line);
        }
        let longest: Vec<String> = one.longest.iter().map(ToString::to_string).collect();
        let verdict = if one.violations == 0 { "certified".to_owned() } else { format!("{} WRONG", one.violations) };
        format!("{:<8} {verdict}, longest wins {} moves, {:.2} s\n", one.endgame, longest.join(" and "), one.seconds)
    }

    /// Certificates made on a graphics card.
    fn certify(&self) -> Result<(), Failure> {
        let mut wanted = self.named(6)?;
        if let Some(men) = self.men {
            wanted.extend((3..=usize::from(men)).flat_map(Material::all));
        }
        let request = gpu::Request {
            wanted,
            device: self.device,
            known: self.known.clone(),
            seconds: self.seconds,
            waiting: self.place.memory,
            keep: self.keep.clone(),
            kernels: kernels(),
            ..gpu::Request::default()
        };
        // Each line is written when it is made: a run that is ended from outside keeps what it got done.
        let mut sink = match &self.output.output {
            Some(path) => Sink::create_in_parts(path)?,
            None => self.output.open()?,
        };
        let shown = io::stderr().is_terminal();
        let mut written = Ok(());
        let made = gpu::certify(&request, &mut |progress| {
            tell(&progress, shown);
            if let (gpu::Progress::Done(one), Ok(())) = (&progress, &written) {
                written = sink.write_all(self.told(one).as_bytes()).and_then(|()| sink.flush());
            }
        });
        let made = made.map_err(failure)?;
        if shown {
            report("\r\x1b[K");
        }
        written.map_err(Failure::Output)?;
        sink.finish()?;
        let wrong: u64 = made.iter().map(|one| one.violations).sum();
        if wrong > 0 {
            return Err(Failure::Refuted(format!("{wrong} positions are wrong")));
        }
        Ok(())
    }
}

impl Probe {
    fn run(&self) -> Result<(), Failure> {
        let position = arguments::position(&self.fen)?;
        let folder = self.place.folder();
        let ours = (self.place.dir.is_some() || folder.is_dir()).then_some(folder.as_path());
        let answer = match &self.syzygy {
            Some(files) if self.only_syzygy => tables::probe_syzygy(&position, files),
            files => tables::probe(&position, ours, files.as_deref()),
        };
        let answer = answer.map_err(failure)?;
        if self.place.format == Format::Json {
            return self.output.write(wire::to_json(&answer));
        }
        let mut out = String::new();
        let mover = if position.turn() == chess::Color::White { "White" } else { "Black" };
        let _ = match (answer.value, answer.dtm) {
            (wire::Value::Win, Some(plies)) => writeln!(out, "{mover} to move mates in {}", plies.div_ceil(2)),
            (wire::Value::Loss, Some(plies)) => writeln!(out, "{mover} to move is mated in {}", plies.div_ceil(2)),
            (wire::Value::Win, None) => writeln!(out, "{mover} to move wins"),
            (wire::Value::Loss, None) => writeln!(out, "{mover} to move loses"),
            _ => writeln!(out, "Draw, {} to move", mover.to_lowercase()),
        };
        match (answer.fifty_move_rule, answer.rank) {
            (Some(wire::FiftyMoveRule::Draws), Some(rank)) => {
                let _ = writeln!(
                    out,
                    "  but the fifty-move rule draws: a capture, pawn move or mate takes {rank} moves, and {} half-moves \
                     have gone by without one",
                    position.halfmoves()
                );
            }
            (Some(wire::FiftyMoveRule::Unknown), _) => {
                out.push_str("  whether the fifty-move rule draws is not known from these tables\n");
            }
            _ => {}
        }
        let _ = writeln!(out, "  source  {} table", answer.source);
        for found in answer.moves.iter().take(8) {
            let plies = found.dtm.map_or(String::new(), |plies| format!(" {}", plies.div_ceil(2)));
            let _ = writeln!(out, "  {:<7} {}{plies}", found.san, found.value);
        }
        if answer.moves.len() > 8 {
            let _ = writeln!(out, "  ... and {} more moves", answer.moves.len() - 8);
        }
        if !answer.line_san.is_empty() {
            let _ = writeln!(out, "  line    {}", answer.line_san.join(" "));
        }
        self.output.write(out)
    }
}

impl Verify {
    fn run(&self) -> Result<(), Failure> {
        let folder = self.place.open()?;
        let mut wanted = endgames(&self.endgames)?;
        if !self.cqd && !self.quiet && self.labels.is_none() && self.syzygy.is_none() {
            return self.audit(&folder, &wanted);
        }
        if wanted.is_empty() && self.labels.is_none() {
            let names: Vec<String> = published::TABLE_1.iter().map(|row| row.endgame.to_owned()).collect();
            wanted = endgames(&names)?;
        }
        let mut found = Vec::new();
        if let Some(file) = &self.labels {
            found.push(folder.verify_file(file, self.check()).map_err(failure)?);
        }
        for material in wanted {
            found.push(
                match &self.syzygy {
                    Some(files) => folder.verify_syzygy(files, material, self.check()),
                    None if self.quiet => folder.quiet(material),
                    None => folder.cqd(material),
                }
                .map_err(failure)?,
            );
        }
        let text = match self.place.format {
            Format::Json if found.len() == 1 => wire::to_json(&found[0]),
            Format::Json => wire::to_json(&found),
            Format::Text if self.cqd => self.cqd_text(&folder, &found)?,
            Format::Text => found.iter().map(certified_text).collect(),
        };
        self.output.write(text)?;
        let failed: Vec<&str> = found.iter().filter(|one| !one.passed).map(|one| one.endgame.as_str()).collect();
        if failed.is_empty() {
            Ok(())
        } else {
            Err(Failure::Refuted(format!("verification failed: {}", failed.join(" "))))
        }
    }

    fn check(&self) -> Check {
        match (self.cqd, self.quiet) {
            (true, _) => Check::Labels,
            (_, true) => Check::Quiet,
            _ => Check::Ranks,
        }
    }

    /// Tables with everything that they rest on.
    fn audit(&self, folder: &Folder, wanted: &[Material]) -> Result<(), Failure> {
        let found = folder.audit(wanted).map_err(failure)?;
        self.output.write(match (self.place.format, wanted.len(), found.as_slice()) {
            (Format::Json, 1, [one]) => wire::to_json(one),
            (Format::Json, _, all) => wire::to_json(&all),
            (Format::Text, _, []) => format!("no tables in {}\n", self.place.folder().display()),
            (Format::Text, _, all) => all.iter().map(audit_text).collect(),
        })?;
        let with = |verdict: &str| {
            let found = found.iter().filter(|one| one.verdict == verdict);
            found.map(|one| one.table.as_str()).collect::<Vec<_>>().join(" ")
        };
        match (with("damaged"), with("unverified")) {
            (damaged, _) if !damaged.is_empty() => Err(Failure::Refuted(format!("verification failed: {damaged}"))),
            (_, unverified) if !unverified.is_empty() && !wanted.is_empty() => {
                Err(Failure::Usage(format!("not verified: {unverified}")))
            }
            _ => Ok(()),
        }
    }

    /// The published table beside ours.
    fn cqd_text(&self, folder: &Folder, found: &[wire::TableVerification]) -> Result<String, Failure> {
        let mut out = String::from(
            "           ours: positions  term%  capt% quiet%  viol.  full |  published: positions  term%  capt% quiet%    viol.\n",
        );
        let mut unsound = false;
        for one in found {
            let counts = one.categories.unwrap_or_default();
            let _ = write!(out, "{}", cqd_row(&one.endgame, counts, one.violations, one.full_violations.unwrap_or(0)));
            let row = published::TABLE_1.iter().find(|row| row.endgame == one.endgame);
            if let Some(row) = row {
                let [term, capt, quiet] = row.percent;
                let _ = write!(out, " | {:>21} {term:>6} {capt:>6} {quiet:>6} {:>8}", row.positions, row.violations);
            }
            out.push('\n');
            if row.is_some_and(|row| row.positions != one.positions) && self.labels.is_none() {
                let material = one.endgame.parse().map_err(|error| Failure::Usage(format!("{error}")))?;
                if let Some(counts) = folder.as_published(material).map_err(failure)? {
                    let _ = writeln!(out, "{}", cqd_row("  as published", counts, 0, 0));
                    unsound = true;
                }
            }
        }
        if unsound {
            out.push_str(
                "A row \"as published\" keeps the white king in a1-d1-d4 although there are pawns, which break that\n\
                symmetry: the published KPvK covers 42,538 of 165,676 positions and misses all 11 stalemates.\n",
            );
        }
        out.push_str("The published violations come from the paper's decision trees; true labels have none.\n");
        let _ = writeln!(out, "Note: {}.", tables::CAVEAT);
        Ok(out)
    }
}

fn cqd_row(name: &str, counts: wire::TableCategories, violations: u64, full: u64) -> String {
    let parts = [counts.mate + counts.stalemate, counts.capture + counts.promotion_only, counts.quiet];
    let all: u64 = parts.iter().sum();
    let [term, capt, quiet] = parts.map(|part| format!("{:.1}", 100.0 * part as f64 / all.max(1) as f64));
    format!("{name:<14} {all:>12} {term:>6} {capt:>6} {quiet:>6} {violations:>6} {full:>5}")
}

fn audit_text(one: &wire::TableAudit) -> String {
    let mut out = String::new();
    let source = if one.source == "embedded" { "in the program" } else { "file" };
    let _ = match one.verdict.as_str() {
        "certified" => writeln!(out, "{}: certified, {} positions ({source})", one.table, one.positions),
        "unverified" => writeln!(out, "{}: NOT verified ({source})", one.table),
        _ => writeln!(out, "{}: NOT certified, {} violations ({source})", one.table, one.violations),
    };
    if let Some(problem) = &one.problem {
        let _ = writeln!(out, "  {problem}");
    }
    out.extend(one.first.iter().map(violation_text));
    out
}

fn violation_text(violation: &wire::TableViolation) -> String {
    format!("  {}  is {}, should be {}\n", violation.fen, violation.found, violation.expected)
}

fn certified_text(one: &wire::TableVerification) -> String {
    let mut out = String::new();
    if one.passed {
        let _ = writeln!(out, "{}: certified, {} positions ({})", one.endgame, one.positions, one.source);
    } else {
        let _ = writeln!(out, "{}: NOT certified, {} violations ({})", one.endgame, one.violations, one.source);
    }
    if let Some(settled) = one.settled {
        let percent = 100.0 * settled as f64 / one.positions.max(1) as f64;
        let _ = writeln!(
            out,
            "  found again from quiet moves; captures, promotions and the end of the game settle {settled} positions \
             ({percent:.1}%)"
        );
    }
    if let Some(unsupported) = one.unsupported.filter(|&n| n > 0) {
        let _ = writeln!(
            out,
            "  {unsupported} labels (462 convention) have no possible rank: they only support each other"
        );
    }
    out.extend(one.first.iter().map(violation_text));
    out
}

impl Forge {
    fn run(&self) -> Result<(), Failure> {
        let [material] = endgames(std::slice::from_ref(&self.endgame))?[..] else { return Ok(()) };
        let winner = match self.winner {
            Winner::White => chess::Color::White,
            Winner::Black => chess::Color::Black,
        };
        let forged = self.place.open()?.forge(material, winner, self.output.as_deref()).map_err(failure)?;
        let text = match self.place.format {
            Format::Json => wire::to_json(&forged),
            Format::Text => {
                let number = |name: &str| forged.wrong.get(name).copied().unwrap_or(0);
                format!(
                    "{}: {} false labels say that {} wins ({} orbits, {} on the full board)\n",
                    forged.endgame,
                    number("c462"),
                    forged.winner,
                    number("orbits"),
                    number("full")
                )
            }
        };
        crate::terminal::write(None, text.as_bytes())
    }
}

impl Stats {
    fn run(&self) -> Result<(), Failure> {
        let mut wanted = endgames(&self.endgames)?;
        wanted.extend(self.men.into_iter().flat_map(|men| Material::all(usize::from(men))));
        let folder = self.place.open()?;
        let mut all = Vec::new();
        for material in wanted {
            all.push(folder.stats(material, self.times).map_err(failure)?);
        }
        let text = match (self.place.format, all.as_slice()) {
            (Format::Json, [one]) => wire::to_json(one),
            (Format::Json, all) => wire::to_json(&all),
            (Format::Text, all) => {
                let mut out: String = all.iter().map(stats_text).collect();
                if let Some(men) = self.men {
                    let part: f64 = all.iter().map(captures).sum();
                    let whole: f64 = all.iter().map(positions).sum();
                    let seed = published::TABLE_3.iter().find(|row| row.0 == usize::from(men)).map_or("-", |row| row.1);
                    let percent = 100.0 * part / whole.max(1.0);
                    let _ = writeln!(
                        out,
                        "{men} men: captures possible in {percent:.1}% of positions (published: {seed}%)"
                    );
                }
                out
            }
        };
        self.output.write(text)
    }
}

fn captures(stats: &wire::TableStats) -> f64 {
    stats.categories.get("c462").map_or(0, |c| c.capture + c.promotion_only) as f64
}

fn positions(stats: &wire::TableStats) -> f64 {
    stats.categories.get("c462").map_or(0, |c| c.mate + c.stalemate + c.capture + c.promotion_only + c.quiet) as f64
}

fn stats_text(stats: &wire::TableStats) -> String {
    let mut out = format!(
        "{}\n                 white to move: win         draw         loss | black to move: win         draw         loss\n",
        stats.endgame
    );
    for (name, sides) in &stats.values {
        let (w, b) = (sides.white_to_move, sides.black_to_move);
        let _ = writeln!(
            out,
            "  {name:<15} {:>18} {:>12} {:>12} | {:>18} {:>12} {:>12}",
            w.win, w.draw, w.loss, b.win, b.draw, b.loss
        );
    }
    for longest in &stats.longest {
        let length = longest.dtm.map_or_else(
            || format!("{} moves to mate, capture or pawn move", longest.rank),
            |plies| format!("{plies} plies to mate"),
        );
        let (turn, value, count, fen) = (longest.turn, longest.value, longest.positions, &longest.fen);
        let _ = writeln!(out, "  longest {value}, {turn} to move: {length} (x{count})  {fen}");
    }
    let (w, b, full) = (stats.zugzwangs_for_white, stats.zugzwangs_for_black, stats.zugzwangs_full_point);
    let _ = writeln!(out, "  mutual zugzwangs: {w} for white, {b} for black, {full} full-point");
    let _ = writeln!(out, "  captures or promotions possible in {:.1}% of positions", stats.capture_percent);
    if let (Some(generate), Some(verify)) = (stats.generate_seconds, stats.verify_seconds) {
        let seed = published::TABLE_2.iter().find(|row| row.0 == stats.endgame);
        let seed = seed.map_or(String::new(), |row| format!(" (published: {} s and {} s)", row.1, row.2));
        let _ = writeln!(out, "  generated in {generate:.3} s, verified in {verify:.3} s{seed}");
    }
    out
}
