//! Beyond one machine: the same imports and questions on Ballista, the query engine's own cluster.
//!
//! A *scheduler* divides a query into stages and tasks, *executors* work on them, and this module says what both
//! need to know of us. Four rules, each learned from a failure:
//!
//! - the adaptive planner is off: with it a job never recovers when an executor dies after a finished stage;
//! - executors fetch their tasks (`PullStaged`): a scheduler that hands them out counts who is free, and forgets to
//!   count a task that it took back because another executor died, so that one with a single slot is never given work
//!   again; and executors who wait for tasks end when their scheduler does, while those who ask go on asking;
//! - there is no operator of our own at the leaves of a plan (one with eight partitions silently returned every row
//!   eight times): what is to be imported is a table, and a function over its rows does the work ([`queue`]);
//! - functions are registered on the context that the connection returns, which does not keep those of the state
//!   that it was made from.
//!
//! And two for whoever waits. How a job stands is told over one connection, which breaks when the scheduler dies; who
//! asks again and again instead (`ballista.client.pull`) may come to a scheduler that was started meanwhile, knows
//! nothing of the job and says for ever that it is about to begin. So that a machine which is gone without a word is
//! noticed too, the connection is tried every few seconds. And the engine lets a job wait without end as long as there
//! is no executor, so every wait has its own end here ([`Cluster::patience`]).
//!
//! All machines see the same files under the same paths. Nothing is encrypted and nobody is asked for a password, so
//! addresses are those of this machine unless somebody says otherwise.

pub mod queue;
pub mod send;

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use ballista::prelude::{SessionConfigExt as _, SessionContextExt as _};
use ballista_core::{
    config::{BALLISTA_CLIENT_GRPC_HTTP2_KEEPALIVE_INTERVAL_SECONDS, TaskSchedulingPolicy},
    error::BallistaError,
    registry::BallistaFunctionRegistry,
    utils::default_session_builder,
};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::{cluster::BallistaCluster, config::SchedulerConfig, scheduler_process::start_server};
use datafusion::{
    error::{DataFusionError, Result},
    execution::{FunctionRegistry as _, SessionState, SessionStateBuilder},
    logical_expr::ScalarUDF,
    prelude::{SessionConfig, SessionContext},
};

use crate::{
    CorpusError, functions,
    sql::{runtime, with_our_settings},
};

/// A cluster to ask.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Where its scheduler listens: host and port.
    pub scheduler: String,
    /// Into how many pieces work is divided.
    pub partitions: usize,
    /// How long to wait for the next finished part of an import, or for the answer to a question.
    pub patience: Duration,
}

/// How long a scheduler may take to accept a connection.
const REACH: Duration = Duration::from_secs(10);

impl Cluster {
    /// Whether somebody listens where the scheduler is said to be.
    pub(crate) fn reach(&self) -> Result<(), CorpusError> {
        let failed = |error: io::Error| {
            CorpusError::Cluster(format!("no scheduler can be reached at '{}': {error}", self.scheduler))
        };
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for address in self.scheduler.to_socket_addrs().map_err(failed)? {
            match TcpStream::connect_timeout(&address, REACH) {
                Ok(_) => return Ok(()),
                Err(error) => last = error,
            }
        }
        Err(failed(last))
    }

    /// A context whose queries run there, with settings as somebody wants them.
    pub(crate) async fn connect(&self, with: impl FnOnce(SessionConfig) -> SessionConfig) -> Result<SessionContext> {
        let mut config = with(with_our_settings(config().with_target_partitions(self.partitions.max(1))));
        config.options_mut().set(BALLISTA_CLIENT_GRPC_HTTP2_KEEPALIVE_INTERVAL_SECONDS, "10")?;
        let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
        let context = SessionContext::remote_with_state(&format!("df://{}", self.scheduler), state).await?;
        for function in all_functions() {
            context.register_udf(function);
        }
        Ok(context)
    }
}

fn config() -> SessionConfig {
    SessionConfig::new_with_ballista().with_ballista_adaptive_query_planner(false)
}

/// The functions of SQL, and the one that imports.
fn all_functions() -> Vec<ScalarUDF> {
    let mut all = functions::all();
    all.push(queue::function());
    all
}

fn failed(error: BallistaError) -> CorpusError {
    CorpusError::Query(DataFusionError::External(Box::new(error)))
}

/// What divides queries: where it listens.
#[derive(Clone, Copy, Debug)]
pub struct Scheduler {
    /// Address and port.
    pub address: SocketAddr,
    /// After so many seconds of silence an executor counts as dead, and its work is given to others; one that is
    /// busy speaks every five seconds.
    pub patience: u64,
}

impl Scheduler {
    /// Works until the process ends.
    pub fn run(self) -> Result<(), CorpusError> {
        let config = SchedulerConfig {
            bind_host: self.address.ip().to_string(),
            external_host: self.address.ip().to_string(),
            bind_port: self.address.port(),
            scheduling_policy: TaskSchedulingPolicy::PullStaged,
            executor_timeout_seconds: self.patience,
            expire_dead_executor_interval_seconds: (self.patience / 4).max(1),
            // All executors may be restarted at once.
            no_executors_grace_period_seconds: 30 * self.patience,
            override_config_producer: Some(Arc::new(config)),
            override_session_builder: Some(Arc::new(session)),
            ..SchedulerConfig::default()
        };
        runtime()?.block_on(async {
            let cluster = BallistaCluster::new_from_config(&config).await.map_err(failed)?;
            start_server(cluster, self.address, Arc::new(config)).await.map_err(failed)
        })
    }
}

/// A scheduler's session that knows our functions.
fn session(config: SessionConfig) -> Result<SessionState> {
    let mut state = default_session_builder(config)?;
    for function in all_functions() {
        state.register_udf(Arc::new(function))?;
    }
    Ok(state)
}

/// What works on the tasks of queries.
#[derive(Clone, Debug)]
pub struct Executor {
    /// Where the scheduler listens: host and port.
    pub scheduler: String,
    /// The own address.
    pub host: IpAddr,
    /// How many tasks at once; 0 for one on each core.
    pub slots: usize,
    /// Where what goes from stage to stage is kept.
    pub work: PathBuf,
}

impl Executor {
    /// Works until the process ends; waits for the scheduler to come.
    pub fn run(&self) -> Result<(), CorpusError> {
        let wrong = || CorpusError::Usage(format!("'{}' is no HOST:PORT of a scheduler", self.scheduler));
        let (host, port) = self.scheduler.rsplit_once(':').ok_or_else(wrong)?;
        std::fs::create_dir_all(&self.work).map_err(CorpusError::file(&self.work))?;
        let [port_of_data, port_of_tasks] = free_ports(self.host)?;
        let mut registry = BallistaFunctionRegistry::default();
        for function in all_functions() {
            let names = function.aliases().iter().cloned().chain([function.name().to_owned()]);
            let function = Arc::new(function.clone());
            registry.scalar_functions.extend(names.map(|name| (name, function.clone())));
        }
        let config = ExecutorProcessConfig {
            bind_host: self.host.to_string(),
            external_host: Some(self.host.to_string()),
            port: port_of_data,
            grpc_port: port_of_tasks,
            scheduler_host: host.to_owned(),
            scheduler_port: port.parse().map_err(|_| wrong())?,
            // Any number but 0 means: as long as it takes.
            scheduler_connect_timeout_seconds: 60,
            vcores: self.slots,
            work_dir: Some(self.work.to_string_lossy().into_owned()),
            task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
            override_function_registry: Some(Arc::new(registry)),
            override_config_producer: Some(Arc::new(config)),
            ..ExecutorProcessConfig::default()
        };
        runtime()?.block_on(start_executor_process(Arc::new(config))).map_err(failed)
    }
}

/// The address of this machine that no other can reach.
pub const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Ports that nobody listens on, different ones because both are held while they are looked for.
pub fn free_ports<const N: usize>(host: IpAddr) -> Result<[u16; N], CorpusError> {
    let failed = |error| CorpusError::Usage(format!("no free port on {host}: {error}"));
    let bind = |_| TcpListener::bind((host, 0)).map_err(failed);
    let held = (0..N).map(bind).collect::<Result<Vec<_>, _>>()?;
    let mut ports = [0; N];
    for (port, listener) in ports.iter_mut().zip(&held) {
        *port = listener.local_addr().map_err(failed)?.port();
    }
    Ok(ports)
}
