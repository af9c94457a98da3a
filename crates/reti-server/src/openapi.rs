//! The interface described in `OpenAPI` 3.1, made from the lists that the server itself mounts.
//!
//! Schemas are not written a second time: those of documents are the ones of `docs/schema`, those of
//! requests come from the types that read them. Both are moved below `components/schemas`, where the
//! types that several of them share stand once.

use std::sync::LazyLock;

use reti::{
    requests::{Cost, ENDPOINTS, Endpoint},
    wire,
};
use serde_json::{Map, Value, json};
use utoipa::openapi::{
    ContentBuilder, HttpMethod, InfoBuilder, License, OpenApiBuilder, PathItem, PathsBuilder, Ref, RefOr, Required,
    Response, ResponseBuilder,
    path::{Operation, OperationBuilder, ParameterBuilder, ParameterIn},
    request_body::RequestBodyBuilder,
    schema::Schema,
    schema::{ObjectBuilder, OneOfBuilder, Type},
};

use crate::answer::PROBLEM;

/// The description, indented.
pub static TEXT: LazyLock<String> = LazyLock::new(|| wire::to_json(&*DOCUMENT));

/// The description.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

fn document() -> Value {
    let mut paths = PathsBuilder::new();
    for endpoint in ENDPOINTS {
        let path = format!("/api/v1/{}", endpoint.name);
        paths = paths.path(path, PathItem::new(HttpMethod::Post, asked(endpoint)));
    }
    for (path, method, operation) in others() {
        let item = PathItem::new(method, operation);
        paths = paths.path(path, item);
    }
    let info = InfoBuilder::new()
        .title("Reti")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Chess positions, explained and proven. Answers are documents of the schema reti/2."))
        .license(Some(License::new("GPL-3.0-or-later")));
    let api = OpenApiBuilder::new().info(info).paths(paths).build();
    let mut described = serde_json::to_value(api).expect("plain data is always JSON");
    described["servers"] = json!([{ "url": "/" }]);
    described["components"] = json!({ "schemas": schemas() });
    for endpoint in ENDPOINTS.iter().filter(|endpoint| matches!(endpoint.cost, Cost::Stream | Cost::Alone)) {
        described["paths"][format!("/api/v1/{}", endpoint.name)]["post"]["responses"]["200"]["x-events"] =
            events(endpoint);
    }
    described
}

/// What the events of a stream carry, by their names; the standard has no place for it yet.
fn events(endpoint: &Endpoint) -> Value {
    let named =
        |name: &str, schema: &str| (name.to_owned(), json!({ "$ref": format!("#/components/schemas/{schema}") }));
    let documents = endpoint.answers.iter().map(|kind| named(kind, kind));
    documents.chain([named("progress", "Progress"), named("problem", "ProblemDetails")]).collect::<Map<_, _>>().into()
}

fn reference(name: &str) -> RefOr<Schema> {
    RefOr::Ref(Ref::from_schema_name(name))
}

/// The name of a request's schema.
fn request_name(endpoint: &Endpoint) -> String {
    format!("{}-request", endpoint.name)
}

fn asked(endpoint: &Endpoint) -> Operation {
    let example: Value = serde_json::from_str(endpoint.example).expect("a test reads every example");
    let content = ContentBuilder::new().schema(Some(reference(&request_name(endpoint)))).example(Some(example));
    let body = RequestBodyBuilder::new().content("application/json", content.build()).required(Some(Required::False));
    let (status, answered) = match endpoint.cost {
        Cost::Light | Cost::Heavy => ("200", of_kinds("The document.", endpoint.answers)),
        Cost::Stream | Cost::Alone => {
            let told = "Server-sent events: `progress` (a Progress) where the answer takes a while, the document each \
                        time that more is known, then `end`.";
            let schema = RefOr::T(ObjectBuilder::new().schema_type(Type::String).build().into());
            let content = ContentBuilder::new().schema(Some(schema)).build();
            ("200", ResponseBuilder::new().description(told).content("text/event-stream", content).build())
        }
        Cost::Job => ("202", of_schema("The job that was begun; the header Location says where it is.", "Job")),
    };
    OperationBuilder::new()
        .operation_id(Some(endpoint.name))
        .description(Some(endpoint.about))
        .request_body(Some(body.build()))
        .response(status, answered)
        .response("default", problem())
        .build()
}

fn of_schema(description: &str, name: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(reference(name))).build();
    ResponseBuilder::new().description(description).content("application/json", content).build()
}

fn of_kinds(description: &str, kinds: &[&str]) -> Response {
    let [kind] = kinds else {
        let all = kinds.iter().fold(OneOfBuilder::new(), |all, kind| all.item(reference(kind)));
        let content = ContentBuilder::new().schema(Some(RefOr::T(all.build().into()))).build();
        return ResponseBuilder::new().description(description).content("application/json", content).build();
    };
    of_schema(description, kind)
}

fn problem() -> Response {
    let content = ContentBuilder::new().schema(Some(reference("ProblemDetails"))).build();
    ResponseBuilder::new().description("Why there is no answer.").content(PROBLEM, content).build()
}

/// What is not in the list of requests.
fn others() -> Vec<(&'static str, HttpMethod, Operation)> {
    let get = |id: &str, about: &str, names: &[&str], response: Response| {
        let operation =
            OperationBuilder::new().operation_id(Some(id)).description(Some(about)).response("200", response);
        named(operation, names).response("default", problem()).build()
    };
    let text = |description: &str, kind: &str| {
        let schema = RefOr::T(ObjectBuilder::new().schema_type(Type::String).build().into());
        ResponseBuilder::new()
            .description(description)
            .content(kind, ContentBuilder::new().schema(Some(schema)).build())
            .build()
    };
    let any = |description: &str| {
        let schema = RefOr::T(ObjectBuilder::new().schema_type(Type::Object).build().into());
        let content = ContentBuilder::new().schema(Some(schema)).build();
        ResponseBuilder::new().description(description).content("application/json", content).build()
    };
    let cancel = OperationBuilder::new()
        .operation_id(Some("cancel-job"))
        .description(Some("Cancels a job and forgets it."))
        .response("204", ResponseBuilder::new().description("It is forgotten.").build());
    let cancel = named(cancel, &["id"]).response("default", problem()).build();
    let state = of_schema("The job.", "Job");
    vec![
        ("/api/v1/annotate/{id}", HttpMethod::Get, get("job", "How far a job has come.", &["id"], state)),
        ("/api/v1/annotate/{id}", HttpMethod::Delete, cancel),
        (
            "/api/v1/annotate/{id}/events",
            HttpMethod::Get,
            get(
                "job-events",
                "The job at every change, as server-sent events, until it is over.",
                &["id"],
                text("Events called `job`.", "text/event-stream"),
            ),
        ),
        (
            "/api/v1/annotate/{id}/result",
            HttpMethod::Get,
            get("job-result", "What a job made.", &["id"], of_kinds("The reviewed game.", &["annotated-game"])),
        ),
        (
            "/api/v1/annotate/{id}/pgn",
            HttpMethod::Get,
            get("job-pgn", "The reviewed game as PGN.", &["id"], text("The game.", "application/x-chess-pgn")),
        ),
        (
            "/api/v1/motifs",
            HttpMethod::Get,
            get("motifs", "The catalogue of motifs.", &[], list("All motifs.", "motif")),
        ),
        (
            "/api/v1/motifs/{name}",
            HttpMethod::Get,
            get("motif", "A motif of the catalogue.", &["name"], of_kinds("The motif.", &["motif"])),
        ),
        ("/api/v1/schema", HttpMethod::Get, get("schemas", "All JSON Schemas by kind.", &[], any("The schemas."))),
        (
            "/api/v1/schema/{kind}",
            HttpMethod::Get,
            get("schema", "The JSON Schema of a kind of document.", &["kind"], any("The schema.")),
        ),
        (
            "/api/v1/health",
            HttpMethod::Get,
            get("health", "How much the server has to do.", &[], any("Threads and queues.")),
        ),
    ]
}

fn list(description: &str, kind: &str) -> Response {
    let schema = utoipa::openapi::ArrayBuilder::new().items(reference(kind)).build();
    let content = ContentBuilder::new().schema(Some(RefOr::T(schema.into()))).build();
    ResponseBuilder::new().description(description).content("application/json", content).build()
}

/// An operation whose path names something.
fn named(mut operation: OperationBuilder, names: &[&str]) -> OperationBuilder {
    for name in names {
        let schema = ObjectBuilder::new().schema_type(Type::String).build();
        let parameter = ParameterBuilder::new()
            .name(*name)
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .schema(Some(RefOr::T(schema.into())))
            .build();
        operation = operation.parameter(parameter);
    }
    operation
}

/// All schemas by name: documents by their kinds, requests, and the types that they share.
fn schemas() -> Map<String, Value> {
    let mut all = Map::new();
    for document in wire::DOCUMENTS {
        let schema = serde_json::from_str(&document.schema()).expect("a schema is JSON");
        add(&mut all, document.kind, schema);
    }
    for endpoint in ENDPOINTS {
        add(&mut all, &request_name(endpoint), endpoint.schema());
    }
    add(&mut all, "ProblemDetails", wire::schema_of::<wire::ProblemDetails>());
    add(&mut all, "Job", wire::schema_of::<wire::Job>());
    add(&mut all, "Progress", wire::schema_of::<wire::Progress>());
    all
}

/// Adds a schema with its definitions. One that has another's name but says something else gets a longer name.
fn add(all: &mut Map<String, Value>, name: &str, mut schema: Value) {
    let definitions = match schema.as_object_mut() {
        Some(fields) => {
            fields.remove("$schema");
            fields.remove("$defs")
        }
        None => None,
    };
    let Some(Value::Object(definitions)) = definitions else {
        all.insert(name.to_owned(), schema);
        return;
    };
    // Definitions refer to each other, so names are settled first, by what the definitions say as they stand.
    let plain = |definition: &Value| {
        let mut moved = definition.clone();
        point(&mut moved, &|target| target.to_owned());
        moved
    };
    let taken: Vec<String> = definitions
        .iter()
        .filter(|(key, definition)| all.get(*key).is_some_and(|known| *known != plain(definition)))
        .map(|(key, _)| key.clone())
        .collect();
    let rename = |target: &str| {
        if taken.iter().any(|known| known == target) { format!("{name}-{target}") } else { target.to_owned() }
    };
    for (key, mut definition) in definitions {
        point(&mut definition, &rename);
        all.insert(rename(&key), definition);
    }
    point(&mut schema, &rename);
    all.insert(name.to_owned(), schema);
}

/// Points references at `components/schemas`.
fn point(value: &mut Value, rename: &dyn Fn(&str) -> String) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| point(item, rename)),
        Value::Object(fields) => {
            for (key, item) in fields {
                match item {
                    Value::String(target) if key == "$ref" => {
                        if let Some(name) = target.strip_prefix("#/$defs/") {
                            *target = format!("#/components/schemas/{}", rename(name));
                        }
                    }
                    item => point(item, rename),
                }
            }
        }
        _ => {}
    }
}
