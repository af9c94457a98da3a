//! `reti serve`: the board in the browser, and documents for programs.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    num::NonZeroUsize,
    path::PathBuf,
    process::{Command, Stdio},
};

use clap::Parser;
use reti_server::{Options, Server};

use super::Run;
use crate::{arguments, failure::Failure, interrupt, output, terminal};

/// The board in the browser, and an interface for programs
///
/// Serves a page with a board at <http://127.0.0.1:8017> and opens it; programs find the same documents that
/// `--format json` writes below /api/v1, described by /api/v1/openapi.json. Only this machine is served unless
/// --listen names another address. Nothing is stored, and nothing is sent anywhere. Ctrl-C ends it.
#[derive(Debug, Parser)]
#[command(
    name = "serve",
    after_help = "\
Examples:
  reti serve
  reti serve --port 9000 --no-open
  reti serve --listen 0.0.0.0 --name chess.example.org"
)]
pub struct Arguments {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8017)]
    port: u16,
    /// The address to listen at; any but this machine's own lets others in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A name by which others call this machine; may be repeated
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// A page from elsewhere that may use the interface, such as <http://localhost:5173>; may be repeated
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,
    /// Do not open the page
    #[arg(long)]
    no_open: bool,
    /// Searches at once; all cores if not given
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    /// A folder with larger tables than the program's own [default: where `reti table build` puts them]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let mut options = Options {
            address: SocketAddr::new(self.listen, self.port),
            names: self.name,
            origins: self.origin,
            ..Options::default()
        };
        if let Some(threads) = self.threads {
            options.threads = threads.get();
        }
        // A folder that cannot be used is told before anybody asks.
        options.tables = super::table::folder_in_use(self.tables.as_deref())?;
        let stop = interrupt::signal();
        let address = options.address;
        let bound = Server::bind(options).and_then(|server| server.address().map(|found| (server, found)));
        let (server, found) = bound.map_err(|error| Failure::Output(output::named(&address.to_string(), &error)))?;
        let page = match found.ip() {
            ip if ip.is_unspecified() => SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), found.port()),
            _ => found,
        };
        terminal::write(None, format!("http://{page}\n").as_bytes())?;
        if !found.ip().is_loopback() {
            terminal::report(&format!(
                "warning: everybody who can reach {found} can use this server, and nothing is encrypted\n"
            ));
        }
        if !self.no_open {
            open(&format!("http://{page}"));
        }
        server.run(&stop).map_err(Failure::Output)
    }
}

/// Opens the page as the system does it; where that cannot be, the address is printed anyway.
fn open(page: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let started = command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut child) = started {
        std::thread::spawn(move || child.wait());
    }
}
