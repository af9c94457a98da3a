//! Reti in a browser: the requests of [`reti::requests`], answered in a worker of the page.
//!
//! A worker has one thread, no files and no clock of the standard library. What it needs from outside is a host
//! object that the worker's script puts there before it asks (`web/page/src/worker.ts`): the time, who is told
//! what happens on the way, and the archive of small tables, which is fetched when it is first needed. Nobody can
//! stop a worker from inside; who does not want the answer any more ends the worker.

use std::{fmt::Write as _, panic, time::Duration};

use reti::{
    requests::{self, Call, Event, Limits, Refusal},
    wire,
};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since any fixed moment.
    #[wasm_bindgen(js_namespace = retiHost)]
    fn now() -> f64;

    /// Hears an event in one line of JSON.
    #[wasm_bindgen(js_namespace = retiHost)]
    fn told(kind: &str, line: &str);

    /// Hears why the program is about to end.
    #[wasm_bindgen(js_namespace = retiHost)]
    fn failed(message: &str);

    /// The archive of small tables.
    #[wasm_bindgen(js_namespace = retiHost)]
    fn tables() -> Vec<u8>;
}

/// What must be done once, before anything is asked.
#[wasm_bindgen(start)]
pub fn begin() {
    #[cfg(target_family = "wasm")]
    reti::tables::bring(tables);
    panic::set_hook(Box::new(|panic| failed(&panic.to_string())));
}

/// Answers a request with a document, or throws a problem in JSON.
#[wasm_bindgen]
pub fn ask(name: &str, body: &str) -> Result<String, String> {
    let clock = || Duration::from_secs_f64(now() / 1000.0);
    let tell = |event: &Event| match event {
        Event::Document(line) => told("document", line),
        Event::Progress(progress) => told("progress", &wire::to_line(progress)),
    };
    answer(name, body, &Call { clock: &clock, tell: &tell, limits: LIMITS, ..Call::default() })
}

/// A visitor's machine is the visitor's own: a search may take the time that it takes.
const LIMITS: Limits = Limits { nodes: 100_000_000, milliseconds: 3_600_000, plies: 1_000 };

fn answer(name: &str, body: &str, call: &Call<'_>) -> Result<String, String> {
    let unknown = || Refusal::Failed(format!("there is no request called {name}"));
    let answered = requests::named(name).ok_or_else(unknown).and_then(|request| request.answer(body.as_bytes(), call));
    answered.map_err(|refusal| wire::to_line(&refusal.problem()))
}

/// The names of all requests, one a line.
#[wasm_bindgen]
pub fn names() -> String {
    requests::ENDPOINTS.iter().fold(String::new(), |mut all, request| {
        // Writing to a string cannot fail.
        let _ = writeln!(all, "{}", request.name);
        all
    })
}

/// A request that can be asked as it stands, for tests.
#[wasm_bindgen]
pub fn example(name: &str) -> Option<String> {
    requests::named(name).map(|request| request.example.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_those_of_the_library() {
        let call = Call::default();
        let request = requests::named("tactics").unwrap();
        assert_eq!(
            answer("tactics", request.example, &call).unwrap(),
            request.answer(request.example.as_bytes(), &call).unwrap()
        );
    }

    #[test]
    fn what_cannot_be_answered_is_a_problem() {
        let call = Call::default();
        assert!(answer("nonsense", "{}", &call).unwrap_err().contains("no request called nonsense"));
        assert!(answer("tactics", r#"{"fen": "x"}"#, &call).unwrap_err().contains("\"status\":422"));
    }
}
