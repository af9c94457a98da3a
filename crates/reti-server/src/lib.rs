//! Reti over HTTP: the page, and documents for programs.
//!
//! The server decides nothing about chess. It mounts the list [`reti::requests::ENDPOINTS`] below `/api/v1`,
//! offers the same requests as tools for language models (`mcp`; also without a server, [`mcp_stdio`]), serves the page's bundle that was built into the program, and otherwise defends itself: chess runs on a
//! few threads of its own (`pool`) with a short queue before them, a request ends when its client goes
//! away, a panic costs one request, slow clients are timed out (`connection`), and whoever is not at the
//! address that the server was asked to serve is refused (`guard`). It makes no connection to anywhere.

mod annotate;
mod answer;
mod api;
mod bundle;
mod connection;
mod documentation;
mod events;
mod guard;
mod mcp;
mod openapi;
mod pool;

use std::{
    io,
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

pub use mcp::stdio as mcp_stdio;
use pool::Pool;
use reti::requests::{Cost, Limits};

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: SocketAddr,
    /// Names besides addresses and `localhost` by which clients may call this server.
    pub names: Vec<String>,
    /// Pages from elsewhere that may use the interface, such as `http://localhost:5173`.
    pub origins: Vec<String>,
    /// Threads that answer requests which search; as many again for analyses, and one for jobs.
    pub threads: usize,
    /// Requests that may wait for such a thread.
    pub queue: usize,
    /// How long they may wait.
    pub patience: Duration,
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// How long a client may take to send its request, or to take in a part of the answer.
    pub slowness: Duration,
    /// What a request may ask for at most.
    pub limits: Limits,
    /// A folder with larger tables than the program's own.
    pub tables: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        let threads = thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        Options {
            address: SocketAddr::from(([127, 0, 0, 1], 8017)),
            names: Vec::new(),
            origins: Vec::new(),
            threads,
            queue: 8 * threads,
            patience: Duration::from_secs(5),
            body: 4 << 20,
            slowness: Duration::from_secs(10),
            limits: Limits::default(),
            tables: None,
        }
    }
}

/// What all requests share.
struct Shared {
    options: Options,
    started: Instant,
    /// Who answers requests that search.
    searches: Pool,
    /// Who analyses while somebody watches.
    streams: Pool,
    /// Who works on what takes so much memory that it is done alone.
    alone: Pool,
    /// Who does jobs.
    work: Pool,
    jobs: annotate::Jobs,
}

impl Shared {
    fn new(options: Options) -> io::Result<Shared> {
        Ok(Shared {
            started: Instant::now(),
            searches: Pool::new("search", options.threads, DESKS, options.queue)?,
            streams: Pool::new("stream", options.threads.max(2), 1, options.queue)?,
            alone: Pool::new("alone", 1, options.threads, options.queue)?,
            work: Pool::new("job", 1, options.threads, MAX_WAITING_JOBS)?,
            jobs: annotate::Jobs::default(),
            options,
        })
    }

    /// Who does work of a cost.
    fn pool(&self, cost: Cost) -> &Pool {
        match cost {
            Cost::Light | Cost::Heavy => &self.searches,
            Cost::Stream => &self.streams,
            Cost::Alone => &self.alone,
            Cost::Job => &self.work,
        }
    }

    /// Nothing more is begun, and what runs is given up.
    fn close(&self) {
        self.jobs.cancel_all();
        [&self.searches, &self.streams, &self.alone, &self.work].into_iter().for_each(Pool::close);
    }
}

/// A server that has its address and serves nothing yet.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// A lesson asks at two desks at once.
const DESKS: usize = 2;

/// Jobs that may wait.
const MAX_WAITING_JOBS: usize = 16;

impl Server {
    /// Takes the address.
    pub fn bind(options: Options) -> io::Result<Server> {
        let listener = TcpListener::bind(options.address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, shared: Arc::new(Shared::new(options)?) })
    }

    /// The address, with the port that was chosen if none was.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until somebody says that it is enough; then ends what is running within a second.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let threads = self.shared.options.threads;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_io().enable_time().build()?;
        let result = runtime.block_on(connection::serve(self.listener, &self.shared, || stop.load(Ordering::Relaxed)));
        self.shared.close();
        runtime.shutdown_timeout(Duration::from_secs(1));
        result
    }
}
