//! Server-sent events: lines of text that arrive while there is something to tell.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::{Body, Bytes};
use hyper::body::Frame;
use tokio::{
    sync::mpsc::UnboundedReceiver,
    time::{Instant, Sleep, sleep},
};

use crate::{
    answer::{self, Answer},
    pool::WhileWanted,
};

/// A named event with its data; line ends in the data are no line ends of the event.
pub fn event(name: &str, data: &str) -> String {
    let data = data.trim_end().replace('\n', "\ndata: ");
    format!("event: {name}\ndata: {data}\n\n")
}

/// After so long without an event something is said, so that a client which is gone is noticed.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

struct Events {
    source: UnboundedReceiver<String>,
    silence: Pin<Box<Sleep>>,
    /// Ends the work behind it when the client goes away.
    _wanted: WhileWanted,
}

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let text = match self.source.poll_recv(cx) {
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Ready(Some(text)) => text,
            Poll::Pending => {
                ready!(self.silence.as_mut().poll(cx));
                ":\n\n".to_owned()
            }
        };
        self.silence.as_mut().reset(Instant::now() + SIGN_OF_LIFE);
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(text)))))
    }
}

/// An answer that goes on until its source ends or the client leaves.
pub fn answer(source: UnboundedReceiver<String>, wanted: WhileWanted) -> Answer {
    let events = Events { source, silence: Box::pin(sleep(SIGN_OF_LIFE)), _wanted: wanted };
    answer::of("text/event-stream", Body::new(events))
}
