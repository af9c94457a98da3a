//! `reti-corpus cluster`: the processes that a cluster consists of.
//!
//! What they have to say goes to standard error: warnings, or with `--verbose` everything.

use std::{
    env, io,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    process::{self, Child},
};

use reti_corpus::cluster::{Executor, LOOPBACK, Scheduler};

use super::Failure;

/// Which process.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Divide the work of queries and imports
    Scheduler(SchedulerArguments),
    /// Do that work; waits for its scheduler, also for another one at the same address
    Executor(ExecutorArguments),
    /// Start a scheduler and executors on this machine
    Local(LocalArguments),
}

/// Arguments of `scheduler`.
#[derive(Debug, clap::Args)]
pub struct SchedulerArguments {
    /// Where it listens; whoever can connect can read and write files, so not on an open network
    #[arg(default_value = "127.0.0.1:50050", value_name = "ADDRESS:PORT")]
    address: SocketAddr,
    /// After so many seconds of silence an executor counts as dead; a busy one speaks every five
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(8..=3_600), value_name = "SECONDS")]
    patience: u64,
    /// Tell what happens
    #[arg(long)]
    verbose: bool,
}

/// Arguments of `executor`.
#[derive(Debug, clap::Args)]
pub struct ExecutorArguments {
    /// Where the scheduler listens
    #[arg(default_value = "127.0.0.1:50050", value_name = "HOST:PORT")]
    scheduler: String,
    /// The address of this machine, as the others know it
    #[arg(long, default_value_t = LOOPBACK, value_name = "ADDRESS")]
    host: IpAddr,
    /// How many tasks at once; 0 for one on each core
    #[arg(long, default_value_t = 0, value_name = "N")]
    slots: usize,
    /// Where what goes from one stage of a query to the next is kept
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// Tell what happens
    #[arg(long)]
    verbose: bool,
}

/// Arguments of `local`.
#[derive(Debug, clap::Args)]
pub struct LocalArguments {
    /// The port of the scheduler
    #[arg(long, default_value_t = 50_050, value_name = "PORT")]
    port: u16,
    /// How many executors
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64), value_name = "N")]
    executors: u16,
    /// How many tasks at once for each of them
    #[arg(long, default_value_t = 1, value_name = "N")]
    slots: usize,
}

/// Runs it until the process ends.
pub fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Scheduler(arguments) => {
            speak(arguments.verbose);
            Ok(Scheduler { address: arguments.address, patience: arguments.patience }.run()?)
        }
        Command::Executor(arguments) => {
            speak(arguments.verbose);
            let ExecutorArguments { scheduler, host, slots, .. } = arguments;
            let own = || env::temp_dir().join(format!("reti-executor-{}", process::id()));
            let work = arguments.work.clone().unwrap_or_else(own);
            Ok(Executor { scheduler: scheduler.clone(), host: *host, slots: *slots, work }.run()?)
        }
        Command::Local(arguments) => Ok(local(arguments)?),
    }
}

/// A scheduler and executors as processes of their own; ends when one of them does.
fn local(arguments: &LocalArguments) -> io::Result<()> {
    let program = env::current_exe()?;
    let start = |words: &[&str]| process::Command::new(&program).arg("cluster").args(words).spawn();
    let address = SocketAddr::new(LOOPBACK, arguments.port).to_string();
    let slots = arguments.slots.to_string();
    let mut children = vec![start(&["scheduler", &address])?];
    for _ in 0..arguments.executors {
        children.push(start(&["executor", &address, "--slots", &slots])?);
    }
    eprintln!("scheduler at {address}, {} executors; end with Ctrl-C", arguments.executors);
    while children.iter_mut().all(|child| matches!(child.try_wait(), Ok(None))) {
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    // One has ended, so the rest is no cluster.
    children.iter_mut().try_for_each(Child::kill)
}

/// Sends what the engine has to say to standard error.
fn speak(verbose: bool) {
    struct Voice;
    static VOICE: Voice = Voice;
    impl log::Log for Voice {
        fn enabled(&self, _: &log::Metadata<'_>) -> bool {
            true
        }
        fn log(&self, record: &log::Record<'_>) {
            let text = format!("{} {}: {}", record.level(), record.target(), record.args());
            eprintln!("{}", reti::for_terminal(&text, false));
        }
        fn flush(&self) {}
    }
    // Only a second logger could be refused, and there is none.
    let _ = log::set_logger(&VOICE);
    log::set_max_level(if verbose { log::LevelFilter::Info } else { log::LevelFilter::Warn });
}
