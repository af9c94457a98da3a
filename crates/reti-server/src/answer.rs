//! Answers: documents, problems, and the headers that all of them carry.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
};
use reti::{requests::Refusal, wire::ProblemDetails};

/// An answer.
pub type Answer = Response<Body>;

/// Problems as RFC 9457 names them.
pub const PROBLEM: &str = "application/problem+json";

/// The page may load what comes from here, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Headers that every answer carries unless it has its own.
static HEADERS: [(header::HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Adds the headers that are missing.
pub fn with_headers(mut answer: Answer) -> Answer {
    for (name, value) in &HEADERS {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

/// An answer of some type.
pub fn of(kind: &'static str, body: impl Into<Body>) -> Answer {
    let mut answer = Response::new(body.into());
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// A document.
pub fn json(body: impl Into<Body>) -> Answer {
    of("application/json", body)
}

/// A problem.
pub fn problem(details: &ProblemDetails) -> Answer {
    let mut answer = of(PROBLEM, reti::wire::to_json(details));
    *answer.status_mut() = StatusCode::from_u16(details.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    answer
}

/// A problem of the server's own.
pub fn refused(status: StatusCode, slug: &str, title: &str, detail: impl Into<String>) -> Answer {
    problem(&ProblemDetails::new(slug, title, status.as_u16(), detail.into()))
}

/// Too much is asked at once.
pub fn busy() -> Answer {
    let detail = "as many requests as this server can bear are waiting already";
    let mut answer = refused(StatusCode::SERVICE_UNAVAILABLE, "busy", "The server is busy", detail);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    answer
}

/// We made a mistake.
pub fn failed(detail: &str) -> Answer {
    let title = "This failed; please report it";
    refused(StatusCode::INTERNAL_SERVER_ERROR, "failed", title, detail)
}

/// There is nothing here.
pub fn missing(detail: impl Into<String>) -> Answer {
    refused(StatusCode::NOT_FOUND, "not-found", "There is nothing here", detail)
}

/// A document, or why there is none.
pub fn told(result: Result<String, Refusal>) -> Answer {
    match result {
        Ok(document) => json(document),
        Err(refusal) => {
            let mut answer = problem(&refusal.problem());
            if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
                answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            answer
        }
    }
}
