//! A page of the description, for people: made from it, and complete without anything from elsewhere.

use std::{fmt::Write as _, sync::LazyLock};

use serde_json::Value;

use crate::openapi::DOCUMENT;

/// The page.
pub static PAGE: LazyLock<String> = LazyLock::new(|| page(&DOCUMENT));

/// How it looks.
pub const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8884; border-radius: 6px; }
h2 { margin-top: 2.5rem; font-size: 1.15rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884; }
";

fn page(api: &Value) -> String {
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Reti: interface</title>\n\
         <link rel=\"stylesheet\" href=\"/api/v1/docs.css\">\n<main>\n<h1>The interface for programs</h1>\n",
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<p>{} Requests are JSON objects. This page is made from <a href=\"/api/v1/openapi.json\">the description in \
         OpenAPI</a>.</p>",
        escaped(api["info"]["description"].as_str().unwrap_or_default())
    );
    for (path, methods) in api["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            operation_of(&mut out, api, path, method, operation);
        }
    }
    out.push_str("<h2 id=\"kinds\">Documents</h2>\n<table>\n<tr><th>kind</th><th>what it is</th></tr>\n");
    for document in reti::wire::DOCUMENTS {
        let _ = writeln!(
            out,
            "<tr><td><a href=\"/api/v1/schema/{0}\"><code>{0}</code></a></td><td>{1}</td></tr>",
            document.kind,
            escaped(document.about)
        );
    }
    out.push_str("</table>\n<h2>Problems</h2>\n<table>\n<tr><th>type</th><th>status</th><th>title</th></tr>\n");
    for (slug, status, title) in PROBLEMS {
        let _ = writeln!(out, "<tr id=\"{slug}\"><td><code>{slug}</code></td><td>{status}</td><td>{title}</td></tr>");
    }
    out.push_str("</table>\n</main>\n</html>\n");
    out
}

/// The kinds of problems, as `type` names them.
pub const PROBLEMS: &[(&str, u16, &str)] = &[
    ("malformed-request", 400, "The request cannot be read"),
    ("wrong-host", 403, "The request is not for this server"),
    ("wrong-origin", 403, "The request is not for this server"),
    ("not-found", 404, "There is nothing here"),
    ("wrong-method", 405, "This cannot be done here"),
    ("too-slow", 408, "The request takes too long"),
    ("not-done", 409, "There is no result yet"),
    ("too-large", 413, "The request is too large"),
    ("wrong-type", 415, "The request is of another type"),
    ("unusable-text", 422, "A text in the request cannot be used"),
    ("wrong-value", 422, "A value in the request cannot be used"),
    ("failed", 500, "There is no answer"),
    ("busy", 503, "The server is busy"),
    ("out-of-time", 503, "Time was up"),
    ("stopped", 503, "The request was stopped"),
];

fn operation_of(out: &mut String, api: &Value, path: &str, method: &str, operation: &Value) {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let about = operation["description"].as_str().unwrap_or_default();
    let _ = writeln!(
        out,
        "<h2 id=\"{id}\"><code>{} {}</code></h2>\n<p>{}</p>",
        method.to_uppercase(),
        escaped(path),
        escaped(about)
    );
    let content = &operation["requestBody"]["content"]["application/json"];
    let fields = content["schema"]["$ref"].as_str().and_then(|target| api.pointer(target.trim_start_matches('#')));
    if let Some(fields) = fields.and_then(|schema| schema["properties"].as_object()) {
        out.push_str("<table>\n<tr><th>field</th><th>what it is</th></tr>\n");
        for (name, field) in fields {
            let about = field["description"].as_str().unwrap_or_default();
            let _ = writeln!(out, "<tr><td><code>{name}</code></td><td>{}</td></tr>", escaped(about));
        }
        out.push_str("</table>\n");
    }
    if let Some(example) = content.get("example") {
        let _ = writeln!(
            out,
            "<pre>curl -H 'Content-Type: application/json' -d '{}' http://127.0.0.1:8017{path}</pre>",
            escaped(&example.to_string())
        );
    }
    let answers = &operation["responses"]["200"]["content"]["application/json"]["schema"];
    let mut kinds: Vec<&str> = answers["oneOf"].as_array().into_iter().flatten().filter_map(kind).collect();
    kinds.extend(kind(answers));
    kinds.extend(kind(&answers["items"]));
    if !kinds.is_empty() {
        let links: Vec<String> =
            kinds.iter().map(|kind| format!("<a href=\"/api/v1/schema/{kind}\"><code>{kind}</code></a>")).collect();
        let _ = writeln!(out, "<p>Answers: {}</p>", links.join(", "));
    }
}

/// The kind of document that a schema refers to.
fn kind(schema: &Value) -> Option<&str> {
    let name = schema["$ref"].as_str()?.rsplit('/').next()?;
    reti::wire::DOCUMENTS.iter().any(|document| document.kind == name).then_some(name)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
