//! The Model Context Protocol: the requests as tools for programs that talk.
//!
//! `reti mcp` speaks it over standard input and output, `reti serve` over HTTP at `/mcp`. Both are the same
//! few lines: a call becomes a request of [`reti::requests`] (`tools`), runs where requests of the HTTP
//! interface run, with the same queue and limits, and its document becomes a result (`answers`). No tool
//! reads a file, runs a program or connects to anywhere. A call ends when its client cancels it or, where the
//! protocol has no sessions any more, goes away. Sessions over HTTP are few and end when they are idle.

mod answers;
mod knowledge;
mod tools;

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
};
use reti::requests::{self, Cost, Endpoint, Event, Refusal};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams, GetPromptResponse,
        Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
        ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use crate::{
    Options, Shared,
    answer::Answer,
    api::{Asked, LARGE, body_of, queued},
    pool::WhileWanted,
};
use answers::Found;
use tools::Tool;

/// What a model is told before anything else.
const INSTRUCTIONS: &str = "Reti explains chess positions and proves what it says. Every tool takes a position as \
    `fen`, or a game as `pgn` (with `ply` for a moment of it), plus `moves` to play from there, and answers with the \
    position that it looked at. Do not invent positions, moves or evaluations: ask legal_moves, explain and \
    best_moves, and check what you want to say with check_statements.";

/// Answers one client.
#[derive(Clone)]
struct Handler {
    shared: Arc<Shared>,
    /// A place among the sessions, given back with the session.
    _place: Option<Arc<OwnedSemaphorePermit>>,
}

impl Handler {
    /// Runs a call where it belongs, tells its progress, and gives it up when nobody wants it any more.
    async fn call(&self, tool: &'static Tool, request: Value, context: RequestContext<RoleServer>) -> CallToolResult {
        let shared = &self.shared;
        let body = Bytes::from(request.to_string());
        if body.len() > shared.options.body {
            let (size, most) = (body.len(), shared.options.body);
            let message = format!("the arguments have {size} bytes: at most {most} can be sent");
            return answers::refused(&Refusal::Wrong("arguments".to_owned(), message), "");
        }
        let endpoint = tool.endpoint();
        let asked = Asked::new(shared, body);
        if endpoint.cost == Cost::Light && asked.body.len() <= LARGE {
            return found(endpoint, &asked, &request, &|_| ()).result();
        }
        let pool = shared.pool(endpoint.cost);
        let wanted = WhileWanted(asked.wish.clone());
        let (begun, began) = oneshot::channel();
        let (send, answer) = oneshot::channel();
        let (share, shares) = mpsc::unbounded_channel();
        let work = move || {
            // Nobody may be left to tell.
            let _ = begun.send(());
            let tell = |event: &Event| {
                if let Event::Progress(done) = event {
                    let _ = share.send(done.progress);
                }
            };
            let _ = send.send(found(endpoint, &asked, &request, &tell));
        };
        if queued(self.patience(endpoint), pool, &wanted, work, began).await.is_err() {
            let message = "as many calls as this server can bear are waiting already: try again later";
            return answers::refused(&Refusal::Failed(message.to_owned()), "");
        }
        let gone = context.ct.clone();
        tokio::select! {
            result = answer => result.map_or_else(
                |_| answers::refused(&Refusal::Failed("the thread that did this is gone".to_owned()), ""),
                Found::result,
            ),
            () = gone.cancelled() => answers::refused(&Refusal::Stopped, ""),
            never = progress(&context, shares) => match never {},
        }
    }

    /// How long a call may wait for a thread: reviews of games wait for each other.
    fn patience(&self, endpoint: &Endpoint) -> Duration {
        let options = &self.shared.options;
        match endpoint.cost {
            Cost::Job => Duration::from_millis(options.limits.milliseconds),
            _ => options.patience,
        }
    }
}

/// No model reads more than this.
const MAX_ANSWER: usize = 4 << 20;

/// Answers a request, and adds what a model must see.
fn found(endpoint: &'static Endpoint, asked: &Asked, request: &Value, tell: &(dyn Fn(&Event) + Sync)) -> Found {
    let limits = asked.limits;
    let answered = asked.ask(tell, |body, call| {
        // The whole answer is made under one roof, so that a panic in any part of it costs one call.
        let answered = match endpoint.cost {
            Cost::Job => requests::annotated(body, call).map(|annotated| (annotated.json, Some(annotated.pgn))),
            _ => endpoint.answer(body, call).map(|document| (document, None)),
        };
        let (document, pgn) = match answered {
            Ok((document, _)) if document.len() > MAX_ANSWER => {
                let message = format!("the answer has {} bytes, more than {MAX_ANSWER}: ask for less", document.len());
                (Err(Refusal::Wrong("arguments".to_owned(), message)), None)
            }
            Ok((document, pgn)) => (Ok(document), pgn),
            Err(refusal) => (Err(refusal), None),
        };
        Ok(Found::new(request, limits, document, pgn))
    });
    answered.unwrap_or_else(|refusal| Found::new(request, limits, Err(refusal), None))
}

/// Tells how far the work has come, if somebody asked to be told, and never ends.
async fn progress(
    context: &RequestContext<RoleServer>,
    mut shares: mpsc::UnboundedReceiver<f64>,
) -> std::convert::Infallible {
    if let Some(token) = context.meta.get_progress_token() {
        while let Some(share) = shares.recv().await {
            let told = ProgressNotificationParam::new(token.clone(), share).with_total(1.0);
            // Whoever is gone is noticed elsewhere.
            let _ = context.peer.notify_progress(told).await;
        }
    }
    std::future::pending().await
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let able = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let name = Implementation::new("reti", env!("CARGO_PKG_VERSION")).with_title("Reti");
        ServerConfig::new(able).with_server_info(name).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::LISTED.clone()))
    }

    async fn call_tool(
        &self,
        asked: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = tools::named(&asked.name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool '{}'", asked.name), None));
        };
        let result = match tool.request(asked.arguments.unwrap_or_default()) {
            Ok(request) => self.call(tool, request, context).await,
            Err(message) => answers::refused(&Refusal::Wrong("arguments".to_owned(), message), ""),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(knowledge::resources()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(knowledge::templates()))
    }

    async fn read_resource(
        &self,
        asked: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        knowledge::read(&asked.uri).map(Into::into)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(knowledge::prompts()))
    }

    async fn get_prompt(
        &self,
        asked: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        knowledge::prompt(&asked).map(Into::into)
    }
}

/// The protocol over HTTP.
#[derive(Clone)]
pub struct Http(StreamableHttpService<Handler, LocalSessionManager>);

/// Sessions at once; more are refused.
const MAX_SESSIONS: usize = 256;

/// How long a session lives in which nothing is asked.
const IDLE: Duration = Duration::from_mins(5);

/// How long an answer is kept for a client whose connection broke.
const KEPT: Duration = Duration::from_secs(5);

impl Http {
    /// Answers with what the server has; whether a client may ask is decided before (`guard`).
    pub fn new(shared: &Arc<Shared>) -> Http {
        let config = StreamableHttpServerConfig::default()
            .with_json_response(true)
            .with_max_request_body_bytes(shared.options.body)
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(IDLE);
        manager.session_config.completed_cache_ttl = KEPT;
        let (shared, places) = (Arc::clone(shared), Arc::new(Semaphore::new(MAX_SESSIONS)));
        let handler = move || {
            let place = Arc::clone(&places).try_acquire_owned().map_err(|_| io::Error::other("too many sessions"))?;
            Ok(Handler { shared: Arc::clone(&shared), _place: Some(Arc::new(place)) })
        };
        Http(StreamableHttpService::new(handler, Arc::new(manager), config))
    }

    /// Whatever comes to `/mcp`.
    pub async fn answer(self, State(shared): State<Arc<Shared>>, request: Request) -> Answer {
        let head = request.headers().clone();
        let (method, address) = (request.method().clone(), request.uri().clone());
        // Read here, so that a slow or huge body is refused as everywhere else.
        let body = match body_of(&shared, request).await {
            Ok(body) => body,
            Err(refused) => return in_its_words(refused, shared.options.body),
        };
        let mut request = Request::new(Body::from(body));
        (*request.method_mut(), *request.uri_mut(), *request.headers_mut()) = (method, address, head);
        self.0.handle(request).await.map(Body::new)
    }
}

/// A refusal as the protocol tells it: clients of the protocol read no other problems.
fn in_its_words(refused: Answer, most: usize) -> Answer {
    let told = match refused.status() {
        StatusCode::PAYLOAD_TOO_LARGE => format!("the request is too large: at most {most} bytes can be sent"),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "expected the header Content-Type: application/json".to_owned(),
        _ => "the request did not arrive in time".to_owned(),
    };
    let (mut head, _) = refused.into_parts();
    head.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": told}});
    Answer::from_parts(head, Body::from(error.to_string()))
}

/// How often is looked whether it is enough.
const LOOK: Duration = Duration::from_millis(50);

/// Speaks the protocol over standard input and output until the input ends or it is enough.
pub fn stdio(options: Options, stop: &AtomicBool) -> io::Result<()> {
    let shared = Arc::new(Shared::new(options)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
    let handler = Handler { shared: Arc::clone(&shared), _place: None };
    let result = runtime.block_on(async {
        let enough = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
        };
        let session = async {
            // A client that leaves before it has said who it is has nothing to be told.
            let Ok(session) = handler.serve(rmcp::transport::stdio()).await else { return Ok(()) };
            session.waiting().await.map(|_| ()).map_err(io::Error::other)
        };
        tokio::select! {
            ended = session => ended,
            () = enough => Ok(()),
        }
    });
    shared.close();
    // The thread that waits for input cannot be woken.
    runtime.shutdown_background();
    result
}
