//! A server on a free port, and a client that can also misbehave.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use reti_server::{Options, Server};
use serde_json::Value;

/// A server that ends with the test.
pub struct Running {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Running {
    pub fn start() -> Running {
        Running::with(Options::default())
    }

    pub fn with(options: Options) -> Running {
        let server = Server::bind(Options { address: ([127, 0, 0, 1], 0).into(), ..options }).unwrap();
        let address = server.address().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = Some(thread::spawn(move || server.run(&flag)));
        Running { address, stop, thread }
    }

    /// A well-behaved request.
    pub fn post(&self, name: &str, body: &str) -> Answer {
        self.send("POST", &format!("/api/v1/{name}"), &[("Content-Type", "application/json")], body.as_bytes())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(&request(self.address, method, path, headers, body)).unwrap();
        Answer::read(&mut stream).unwrap()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// How many searches, streams, jobs and tables run, and how many wait.
    pub fn load(&self) -> [(u64, u64); 4] {
        let health = self.get("/api/v1/health").json();
        ["searches", "streams", "jobs", "alone"].map(|pool| {
            let count = |what: &str| health[pool][what].as_u64().unwrap();
            (count("running"), count("waiting"))
        })
    }

    /// Waits until the load is as wanted; how long that took.
    #[track_caller]
    pub fn wait_for(&self, what: &str, is: impl Fn([(u64, u64); 4]) -> bool) -> Duration {
        let began = Instant::now();
        while !is(self.load()) {
            assert!(began.elapsed() < Duration::from_secs(20), "{what}: {:?}", self.load());
            thread::sleep(Duration::from_millis(2));
        }
        began.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !thread::panicking() {
            assert!(matches!(ended, Some(Ok(Ok(())))), "the server ends well");
        }
    }
}

/// A request as bytes.
pub fn request(host: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut lines = vec![format!("{method} {path} HTTP/1.1"), "Connection: close".to_owned()];
    if !headers.iter().any(|(name, _)| *name == "Host") {
        lines.push(format!("Host: {host}"));
    }
    lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
    if !body.is_empty() && !headers.iter().any(|(name, _)| *name == "Content-Length") {
        lines.push(format!("Content-Length: {}", body.len()));
    }
    [format!("{}\r\n\r\n", lines.join("\r\n")).as_bytes(), body].concat()
}

/// What the server said.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn read(stream: &mut TcpStream) -> io::Result<Answer> {
        let mut bytes = Vec::new();
        if let Err(error) = stream.read_to_end(&mut bytes)
            && bytes.is_empty()
        {
            return Err(error);
        }
        Answer::parse(&bytes).ok_or_else(|| io::Error::other(format!("no answer: {}", String::from_utf8_lossy(&bytes))))
    }

    fn parse(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let mut body = bytes[end + 4..].to_vec();
        if headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked") {
            body = unchunked(&body);
        }
        Some(Answer { status, headers, body: String::from_utf8(body).ok()? })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The events of a stream: names and data.
    pub fn events(&self) -> Vec<(String, Value)> {
        let field = |part: &str, name: &str| {
            part.lines().find_map(|line| line.strip_prefix(name)).map(|text| text.trim().to_owned())
        };
        let parts = self.body.split("\n\n").filter(|part| part.starts_with("event"));
        parts
            .map(|part| {
                let data = field(part, "data:").unwrap();
                (field(part, "event:").unwrap(), serde_json::from_str(&data).unwrap())
            })
            .collect()
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let Some(size) = size.filter(|&size| size > 0 && end + 2 + size <= bytes.len()) else { break };
        body.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = bytes.get(end + 4 + size..).unwrap_or_default();
    }
    body
}
