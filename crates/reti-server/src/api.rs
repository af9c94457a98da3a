//! The routes below `/api/v1`, made from the list of requests.

use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{Path, Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::{self, Next},
    routing::{MethodRouter, any, get, post},
};
use hyper::body::Body as _;
use reti::{
    requests::{Call, Cost, ENDPOINTS, Endpoint, Event, Limits, Refusal},
    wire,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

use crate::{
    Shared, annotate,
    answer::{self, Answer},
    bundle, documentation, events, guard, mcp, openapi,
    pool::{Full, Pool, WhileWanted, Wish, said},
};

/// All routes.
pub fn routes(shared: Arc<Shared>) -> Router {
    let mcp = mcp::Http::new(&shared);
    let mut routes = Router::new();
    for endpoint in ENDPOINTS {
        let answered: MethodRouter<Arc<Shared>> = match endpoint.cost {
            Cost::Light => post(move |State(shared), request| light(shared, endpoint, request)),
            Cost::Heavy => post(move |State(shared), request| heavy(shared, endpoint, request)),
            Cost::Stream | Cost::Alone => post(move |State(shared), request| stream(shared, endpoint, request)),
            Cost::Job => post(annotate::begin),
        };
        routes = routes.route(&format!("/api/v1/{}", endpoint.name), answered);
    }
    routes
        .route("/api/v1/annotate/{id}", get(annotate::state).delete(annotate::cancel))
        .route("/api/v1/annotate/{id}/events", get(annotate::events))
        .route("/api/v1/annotate/{id}/result", get(annotate::result))
        .route("/api/v1/annotate/{id}/pgn", get(annotate::pgn))
        .route("/api/v1/motifs", get(async || answer::json(wire::to_json(&reti::motifs::catalogue()))))
        .route("/api/v1/motifs/{name}", get(motif))
        .route("/api/v1/schema", get(async || answer::json(reti::documents::schemas(wire::DOCUMENTS.iter()))))
        .route("/api/v1/schema/{kind}", get(schema))
        .route("/api/v1/health", get(health))
        .route("/api/v1/openapi.json", get(async || answer::json(openapi::TEXT.as_str())))
        .route("/api/v1/docs", get(async || answer::of("text/html; charset=utf-8", documentation::PAGE.as_str())))
        .route("/api/v1/docs.css", get(async || answer::of("text/css; charset=utf-8", documentation::STYLE)))
        .route("/mcp", any(move |shared, request| mcp.answer(shared, request)))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guarded))
        .with_state(shared)
}

/// Refuses strangers, survives our own mistakes, and adds the headers.
async fn guarded(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Answer {
    let checked = guard::check(&shared.options, request.method(), request.uri().path(), request.headers());
    answer::with_headers(match checked {
        Err(refused) => *refused,
        Ok(()) => next.run(request).await,
    })
}

async fn page(request: Request) -> Answer {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return answer::missing("this interface knows no such address: /api/v1/openapi.json describes all");
    }
    bundle::serve(request.method(), path, request.headers())
}

async fn wrong_method(request: Request) -> Answer {
    let detail = format!("{} is not known here", request.method());
    answer::refused(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", "This cannot be done here", detail)
}

/// The body of a request, unless it is too large, too slow or of another type.
pub async fn body_of(shared: &Shared, request: Request) -> Result<Bytes, Answer> {
    let (head, body) = request.into_parts();
    let number = |name: header::HeaderName| head.headers.get(name).and_then(|value| value.to_str().ok()?.parse().ok());
    let most = shared.options.body;
    let too_large = || {
        let title = "The request is too large";
        let mut answer = answer::refused(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            title,
            format!("at most {most} bytes can be sent"),
        );
        answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        answer
    };
    if number(header::CONTENT_LENGTH).is_some_and(|length: u64| length > most as u64) {
        // A client that is still sending would see a broken connection instead of the answer; one that waits to
        // be told to send gets it at once.
        if !head.headers.contains_key(header::EXPECT) {
            let _ = timeout(shared.options.slowness, discard(body, most.saturating_mul(DISCARDED))).await;
        }
        return Err(too_large());
    }
    let kind = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let plain = kind.map(|kind| kind.split(';').next().unwrap_or_default().trim());
    if plain.is_some_and(|kind| !kind.eq_ignore_ascii_case("application/json")) {
        let title = "The request is of another type";
        let detail = "expected application/json";
        return Err(answer::refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong-type", title, detail));
    }
    match timeout(shared.options.slowness, to_bytes(body, most)).await {
        Ok(Ok(bytes)) if plain.is_none() && !bytes.is_empty() => {
            let title = "The request is of another type";
            let detail = "expected the header Content-Type: application/json";
            Err(answer::refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong-type", title, detail))
        }
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => {
            let title = "The request takes too long";
            let detail = "its body did not arrive in time";
            let mut answer = answer::refused(StatusCode::REQUEST_TIMEOUT, "too-slow", title, detail);
            answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            Err(answer)
        }
    }
}

/// So many times as much as may be sent is read and thrown away before a request is refused for its size.
const DISCARDED: usize = 16;

/// A client that sends nothing for so long is not sending.
const SILENCE: Duration = Duration::from_millis(200);

/// Reads a body and throws it away, up to a size and while it comes.
async fn discard(mut body: Body, most: usize) {
    let mut seen = 0;
    while seen <= most {
        match timeout(SILENCE, poll_fn(|cx| Pin::new(&mut body).poll_frame(cx))).await {
            Ok(Some(Ok(frame))) => seen += frame.data_ref().map_or(0, Bytes::len),
            Ok(Some(Err(_)) | None) | Err(_) => return,
        }
    }
}

/// A request as it is handed to a thread that does chess.
pub struct Asked {
    pub body: Bytes,
    pub wish: Wish,
    pub limits: Limits,
    tables: Option<PathBuf>,
}

impl Asked {
    pub fn new(shared: &Shared, body: Bytes) -> Asked {
        let (limits, tables) = (shared.options.limits, shared.options.tables.clone());
        Asked { body, wish: Wish::default(), limits, tables }
    }

    /// Asks, and survives our own mistakes.
    pub fn ask<T>(
        &self,
        tell: &(dyn Fn(&Event) + Sync),
        ask: impl FnOnce(&[u8], &Call<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let began = Instant::now();
        let stop = || self.wish.is_given_up();
        let clock = || began.elapsed();
        let call = Call { stop: &stop, clock: &clock, tell, limits: self.limits, tables: self.tables.as_deref() };
        let answered = catch_unwind(AssertUnwindSafe(|| ask(&self.body, &call)));
        answered.unwrap_or_else(|panic| Err(Refusal::Failed(format!("this failed: {}", said(&*panic)))))
    }
}

/// Larger requests are not answered on the spot: reading many games takes a while.
pub const LARGE: usize = 32 << 10;

/// A request that is answered on the spot.
async fn light(shared: Arc<Shared>, endpoint: &'static Endpoint, request: Request) -> Answer {
    match body_of(&shared, request).await {
        Ok(body) if body.len() > LARGE => searched(shared, endpoint, body).await,
        Ok(body) => answer::told(Asked::new(&shared, body).ask(&|_| (), |body, call| endpoint.answer(body, call))),
        Err(refused) => refused,
    }
}

/// A request that needs a search.
async fn heavy(shared: Arc<Shared>, endpoint: &'static Endpoint, request: Request) -> Answer {
    match body_of(&shared, request).await {
        Ok(body) => searched(shared, endpoint, body).await,
        Err(refused) => refused,
    }
}

/// A request that waits for a thread, and is given up when the client goes away.
async fn searched(shared: Arc<Shared>, endpoint: &'static Endpoint, body: Bytes) -> Answer {
    let asked = Asked::new(&shared, body);
    let wanted = WhileWanted(asked.wish.clone());
    let (begun, began) = oneshot::channel();
    let (send, answer) = oneshot::channel();
    let work = move || {
        // Nobody may be left to tell.
        let _ = begun.send(());
        let _ = send.send(asked.ask(&|_| (), |body, call| endpoint.answer(body, call)));
    };
    if queued(shared.options.patience, shared.pool(Cost::Heavy), &wanted, work, began).await.is_err() {
        return answer::busy();
    }
    match answer.await {
        Ok(result) => answer::told(result),
        Err(_) => answer::failed("the thread that did this is gone"),
    }
}

/// Hands work to a pool and waits until it is begun, but not for long.
pub async fn queued(
    patience: Duration,
    pool: &Pool,
    wanted: &WhileWanted,
    work: impl FnOnce() + Send + 'static,
    began: oneshot::Receiver<()>,
) -> Result<(), Full> {
    pool.submit(wanted.0.clone(), work)?;
    // Work that is dropped unbegun breaks the channel: the server ends.
    match timeout(patience, began).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Full),
    }
}

/// What a streaming request says.
enum Said {
    Event(Event),
    End(Result<String, Refusal>),
}

/// A request that tells what it finds on its way.
async fn stream(shared: Arc<Shared>, endpoint: &'static Endpoint, request: Request) -> Answer {
    let body = match body_of(&shared, request).await {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let asked = Asked::new(&shared, body);
    let wanted = WhileWanted(asked.wish.clone());
    let (begun, began) = oneshot::channel();
    let (send, mut said) = mpsc::unbounded_channel();
    let work = move || {
        let _ = begun.send(());
        let tell = |event: &Event| {
            // A client that is gone has given the wish up.
            let _ = send.send(Said::Event(event.clone()));
        };
        let result = asked.ask(&tell, |body, call| endpoint.answer(body, call));
        let _ = send.send(Said::End(result));
    };
    if queued(shared.options.patience, shared.pool(endpoint.cost), &wanted, work, began).await.is_err() {
        return answer::busy();
    }
    let (lines, source) = mpsc::unbounded_channel();
    // What is wrong with the request is known before the first event.
    let first = match said.recv().await {
        None => return answer::failed("the thread that did this is gone"),
        Some(Said::End(result)) => return answer::told(result),
        Some(Said::Event(event)) => event,
    };
    tokio::spawn(async move {
        let mut next = Some(Said::Event(first));
        while let Some(found) = next {
            let text = match found {
                Said::Event(event) => event_text(endpoint.answers[0], &event),
                // The document was told as an event already.
                Said::End(Ok(_)) => events::event("end", "{}"),
                Said::End(Err(refusal)) => events::event("problem", &wire::to_line(&refusal.problem())),
            };
            if lines.send(text).is_err() {
                return;
            }
            next = said.recv().await;
        }
    });
    events::answer(source, wanted)
}

/// An event as text: documents by their kind, and progress.
pub fn event_text(kind: &str, event: &Event) -> String {
    match event {
        Event::Document(line) => events::event(kind, line),
        Event::Progress(progress) => events::event("progress", &wire::to_line(progress)),
    }
}

async fn motif(Path(name): Path<String>) -> Answer {
    match reti::motifs::motif(&name) {
        Some(motif) => answer::json(wire::to_json(&motif)),
        None => answer::missing("no motif has this name"),
    }
}

async fn schema(Path(kind): Path<String>) -> Answer {
    match wire::DOCUMENTS.iter().find(|document| document.kind == kind) {
        Some(document) => answer::json(document.schema()),
        None => answer::missing("no kind of document has this name"),
    }
}

/// Whether the server lives, and how much it has to do.
async fn health(State(shared): State<Arc<Shared>>) -> Answer {
    let [searches, streams, alone, jobs] = [Cost::Heavy, Cost::Stream, Cost::Alone, Cost::Job].map(|cost| {
        let pool = shared.pool(cost);
        let (running, waiting) = pool.load();
        format!("{{ \"running\": {running}, \"waiting\": {waiting} }}")
    });
    let (version, seconds) = (env!("CARGO_PKG_VERSION"), shared.started.elapsed().as_secs());
    answer::json(Body::from(format!(
        "{{\n  \"version\": \"{version}\",\n  \"seconds\": {seconds},\n  \"searches\": {searches},\n  \"streams\": {streams},\n  \"alone\": {alone},\n  \"jobs\": {jobs}\n}}\n"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_one_refusal() {
        let asked = Asked { body: Bytes::new(), wish: Wish::default(), limits: Limits::default(), tables: None };
        let result = asked.ask::<String>(&|_| (), |_, _| panic!("on purpose"));
        assert_eq!(result, Err(Refusal::Failed("this failed: on purpose".to_owned())));
        assert_eq!(answer::told(result).status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
