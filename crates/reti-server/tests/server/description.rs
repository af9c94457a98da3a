//! The description is true: it is complete, its references lead somewhere, and its examples can be sent.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use reti::{documents::misfits_in, requests::ENDPOINTS, wire::DOCUMENTS};
use serde_json::Value;

use crate::client::Running;

fn described(server: &Running) -> Value {
    let answer = server.get("/api/v1/openapi.json");
    assert_eq!(answer.status, 200);
    answer.json()
}

/// All values of a key, wherever it stands.
fn all<'a>(value: &'a Value, key: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| all(item, key, found)),
        Value::Object(fields) => {
            found.extend(fields.get(key));
            fields.values().for_each(|item| all(item, key, found));
        }
        _ => {}
    }
}

/// The rules of `OpenAPI` 3.1 that a description like ours can break.
#[test]
fn the_description_keeps_the_rules_of_openapi() {
    let server = Running::start();
    let api = described(&server);
    assert_eq!(api["openapi"], "3.1.0");
    assert!(api["info"]["title"].is_string() && api["info"]["version"].is_string());
    assert!(
        api.as_object()
            .unwrap()
            .keys()
            .all(|key| ["openapi", "info", "servers", "paths", "components"].contains(&key.as_str()))
    );
    let mut targets = Vec::new();
    all(&api, "$ref", &mut targets);
    assert!(targets.len() > 100);
    for target in targets {
        let pointer = target.as_str().unwrap().strip_prefix('#').unwrap();
        assert!(api.pointer(pointer).is_some(), "{target} leads nowhere");
    }
    let is_name = |name: &str| name.chars().all(|ch| ch.is_ascii_alphanumeric() || "._-".contains(ch));
    for (name, schema) in api["components"]["schemas"].as_object().unwrap() {
        assert!(is_name(name) && schema.is_object(), "{name}");
        assert!(schema.get("$defs").is_none() && schema.get("$schema").is_none(), "{name}");
    }
    let mut ids = BTreeSet::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        let names: BTreeSet<&str> =
            path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        for (method, operation) in methods.as_object().unwrap() {
            assert!(["get", "post", "delete"].contains(&method.as_str()), "{path}: {method}");
            assert!(ids.insert(operation["operationId"].as_str().unwrap()), "{path}: its name is another's");
            let told = operation["parameters"].as_array().into_iter().flatten();
            let told: BTreeSet<&str> = told
                .map(|parameter| {
                    assert_eq!((&parameter["in"], &parameter["required"]), (&"path".into(), &true.into()));
                    parameter["name"].as_str().unwrap()
                })
                .collect();
            assert_eq!(told, names, "{path}");
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.keys().all(|key| key == "default" || key.parse::<u16>().is_ok()));
            assert!(responses.values().all(|response| response["description"].is_string()), "{path}");
        }
    }
}

#[test]
fn the_description_knows_everything_that_is_served() {
    let server = Running::start();
    let api = described(&server);
    for endpoint in ENDPOINTS {
        let operation = &api["paths"][format!("/api/v1/{}", endpoint.name)]["post"];
        assert!(operation.is_object(), "{}", endpoint.name);
    }
    for document in DOCUMENTS {
        assert!(api["components"]["schemas"][document.kind].is_object(), "{}", document.kind);
    }
    assert!(api["paths"]["/api/v1/annotate/{id}"]["get"].is_object());
    assert!(api["paths"]["/api/v1/annotate/{id}"]["delete"].is_object());
}

/// Every example fits its schema, can be sent, and has an answer that fits the schema of the answer.
#[test]
fn the_examples_are_answered_as_described() {
    let server = Running::start();
    let api = described(&server);
    for (path, methods) in api["paths"].as_object().unwrap() {
        let Some(content) = methods["post"]["requestBody"]["content"].get("application/json") else { continue };
        let example = &content["example"];
        assert_eq!(misfits_in(&api, &content["schema"], example), Vec::<String>::new(), "{path}");
        let answer = server.post(path.strip_prefix("/api/v1/").unwrap(), &example.to_string());
        let response = &methods["post"]["responses"][answer.status.to_string()];
        assert!(response.is_object(), "{path}: {}", answer.body);
        let kind = answer.header("content-type").unwrap().split(';').next().unwrap();
        let schema = &response["content"][kind]["schema"];
        assert!(schema.is_object(), "{path}: {kind}");
        if kind == "application/json" {
            assert_eq!(misfits_in(&api, schema, &answer.json()), Vec::<String>::new(), "{path}");
        }
    }
    for path in ["/api/v1/motifs", "/api/v1/motifs/fork", "/api/v1/schema", "/api/v1/health"] {
        let described = if path.ends_with("fork") { "/api/v1/motifs/{name}" } else { path };
        let schema = &api["paths"][described]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        assert_eq!(misfits_in(&api, schema, &server.get(path).json()), Vec::<String>::new(), "{path}");
    }
    let problem = server.post("explain", r#"{"fen": "?"}"#).json();
    assert_eq!(misfits_in(&api, &api["components"]["schemas"]["ProblemDetails"], &problem), Vec::<String>::new());
}

#[test]
fn the_page_of_documentation_needs_nothing_else() {
    let server = Running::start();
    let page = server.get("/api/v1/docs");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    for endpoint in ENDPOINTS {
        assert!(page.body.contains(&format!("<h2 id=\"{}\">", endpoint.name)), "{}", endpoint.name);
    }
    assert!(!page.body.contains("<script") && !page.body.contains("href=\"http"));
    assert_eq!(server.get("/api/v1/docs.css").status, 200);
    // The type of a problem is a place on that page.
    let problem = server.post("tactics", "{").json();
    let (path, anchor) = problem["type"].as_str().unwrap().split_once('#').unwrap();
    assert_eq!(path, "/api/v1/docs");
    assert!(page.body.contains(&format!("id=\"{anchor}\"")));
}
