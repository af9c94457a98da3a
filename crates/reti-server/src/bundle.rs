//! The page, as it was built into the program. Nothing else is served: no path leads to a file.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::answer::{self, Answer};

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// A file of the page. Paths without a file are views of the page itself, which finds its way by them.
pub fn serve(method: &Method, path: &str, headers: &HeaderMap) -> Answer {
    if method != Method::GET && method != Method::HEAD {
        let title = "This cannot be done here";
        let mut refused =
            answer::refused(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", title, "only GET is known here");
        refused.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return refused;
    }
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    let Some(file) = find(name) else { return answer::missing("the page has no such file") };
    let tag = tag(&file);
    let is_known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()) == Some(tag.as_str());
    let mut served = if is_known {
        let mut same = answer::of(kind(name), axum::body::Body::empty());
        *same.status_mut() = StatusCode::NOT_MODIFIED;
        same
    } else {
        answer::of(kind(name), axum::body::Body::from(file.data.into_owned()))
    };
    // Names below assets/ change with their content.
    let lasts = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    served.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(lasts));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        served.headers_mut().insert(header::ETAG, tag);
    }
    served
}

fn find(name: &str) -> Option<EmbeddedFile> {
    let is_plain = name.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    if is_plain && !name.contains('\\') { Page::get(name) } else { None }
}

fn tag(file: &EmbeddedFile) -> String {
    let first = file.metadata.sha256_hash().into_iter().take(8).fold(0_u64, |hash, byte| hash << 8 | u64::from(byte));
    format!("\"{first:016x}\"")
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "pgn") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
