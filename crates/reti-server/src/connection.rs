//! Connections: as many as the server can bear, none of them slower than it may be.

use std::{
    future::poll_fn,
    io,
    net::TcpListener,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::{Semaphore, watch},
    time::{Instant, Sleep, sleep, timeout},
};

use crate::{Shared, api};

/// Clients that are served at once; more wait to be accepted.
const MAX_CONNECTIONS: usize = 512;

/// How often is looked whether it is enough.
const LOOK: Duration = Duration::from_millis(50);

/// How long what is under way may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// Accepts connections until it is enough.
pub async fn serve(listener: TcpListener, shared: &Arc<Shared>, enough: impl Fn() -> bool) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let (closing, closed) = watch::channel(false);
    let routes = api::routes(Arc::clone(shared));
    while !enough() {
        let Ok(Ok(place)) = timeout(LOOK, Arc::clone(&places).acquire_owned()).await else { continue };
        let stream = match timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            // Too many open files, or a client that is gone already: others may still come.
            Ok(Err(_)) => {
                sleep(LOOK).await;
                continue;
            }
            Err(_) => continue,
        };
        // Small answers are sent at once; where that cannot be asked for they are not.
        let _ = stream.set_nodelay(true);
        let (routes, mut closed) = (routes.clone(), closed.clone());
        let slowness = shared.options.slowness;
        tokio::spawn(async move {
            let io = TokioIo::new(Patient { stream, patience: slowness, late: None });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(slowness).max_buf_size(64 << 10);
            let mut connection = pin!(http.serve_connection(io, TowerToHyperService::new(routes)));
            let mut end = pin!(closed.wait_for(|closed| *closed));
            let mut told = false;
            // What goes wrong with a connection is the client's business.
            let _ = poll_fn(|cx| {
                if !told && end.as_mut().poll(cx).is_ready() {
                    connection.as_mut().graceful_shutdown();
                    told = true;
                }
                connection.as_mut().poll(cx)
            })
            .await;
            drop(place);
        });
    }
    // Nobody may be left to tell.
    let _ = closing.send(true);
    let all = MAX_CONNECTIONS as u32;
    let _ = timeout(FAREWELL, places.acquire_many(all)).await;
    Ok(())
}

/// A connection whose writes must get on: a client that takes nothing in is left alone.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    late: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// Notes whether a write gets on, and fails when it has not for too long.
    fn watched<T>(&mut self, cx: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.late = None;
            return result;
        }
        let patience = self.patience;
        let late = self.late.get_or_insert_with(|| Box::pin(sleep(patience)));
        match late.as_mut().poll(cx) {
            Poll::Ready(()) => {
                late.as_mut().reset(Instant::now() + patience);
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watched(cx, result)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(cx);
        self.watched(cx, result)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.watched(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.watched(cx, result)
    }
}
