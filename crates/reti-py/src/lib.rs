//! The native half of the Python package `reti`: requests in, documents out.
//!
//! Everything goes through [`reti::requests`], so that Python answers as the program, the server and the
//! tools do. Whatever takes longer than a moment lets go of the interpreter, uses all cores when it is given a
//! list, and ends at Ctrl-C. What is returned are documents as text, read when somebody looks into them; the
//! Python half (`python/reti`) makes objects of them.
#![allow(clippy::needless_pass_by_value, reason = "Python hands values over")]

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use numpy::{PyArray1, PyArray4, PyArrayMethods as _};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    pybacked::PyBackedStr,
};
use rayon::prelude::*;
use reti::{
    Problem, field,
    requests::{self, Call, Endpoint, Refusal},
    tactics::{Found, Wanted},
    wire,
};

/// The native half; use the package `reti` instead.
#[pymodule]
mod _reti {
    #[pymodule_export]
    use super::{Tactics, annotate, ask, ask_many, planes, requests_known, tactics, tactics_many, version};
}

/// How often Python is asked whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Ctrl-C, noticed by work that has let go of the interpreter.
struct Interrupt {
    pressed: AtomicBool,
    looked: Mutex<Instant>,
}

impl Interrupt {
    fn new() -> Interrupt {
        Interrupt { pressed: AtomicBool::new(false), looked: Mutex::new(Instant::now()) }
    }

    /// Whether it is enough; looks now and then.
    fn is_pressed(&self) -> bool {
        if self.pressed.load(Ordering::Relaxed) {
            return true;
        }
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.elapsed() < LOOK {
            return false;
        }
        *looked = Instant::now();
        let pressed = Python::attach(|py| {
            let signals = py.check_signals();
            signals.is_err()
        });
        self.pressed.store(pressed, Ordering::Relaxed);
        pressed
    }
}

/// Answers a request, away from the interpreter.
fn answer<T: Send>(py: Python<'_>, work: impl FnOnce(&Call<'_>) -> Result<T, Refusal> + Send) -> PyResult<T> {
    let interrupt = Interrupt::new();
    let began = Instant::now();
    let answered = py.detach(|| {
        let stop = || interrupt.is_pressed();
        let clock = || began.elapsed();
        work(&Call { stop: &stop, clock: &clock, ..Call::default() })
    });
    if interrupt.pressed.load(Ordering::Relaxed) {
        return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err(()));
    }
    answered.map_err(|refusal| refused(&refusal))
}

/// What Python is told: wrong input is a `ValueError` with a caret under the bad part.
fn refused(refusal: &Refusal) -> PyErr {
    let told = refusal.report().trim_end().to_owned();
    match refusal {
        Refusal::Malformed { .. } | Refusal::Unusable(..) | Refusal::Wrong(..) => PyValueError::new_err(told),
        Refusal::OutOfTime | Refusal::Stopped | Refusal::Failed(_) => PyRuntimeError::new_err(told),
    }
}

fn endpoint(name: &str) -> PyResult<&'static Endpoint> {
    requests::named(name).ok_or_else(|| PyValueError::new_err(format!("no request is called '{name}'")))
}

/// Answers a request, given as JSON, with a document, as JSON.
#[pyfunction]
fn ask(py: Python<'_>, name: &str, body: &str) -> PyResult<String> {
    let endpoint = endpoint(name)?;
    answer(py, |call| endpoint.answer(body.as_bytes(), call))
}

/// Answers many requests of one name on all cores; the first mistake is told with its place in the list.
#[pyfunction]
fn ask_many(py: Python<'_>, name: &str, bodies: Vec<PyBackedStr>) -> PyResult<Vec<String>> {
    let endpoint = endpoint(name)?;
    answer(py, |call| each(&bodies, |body| endpoint.answer(body.as_bytes(), call)))
}

/// Does something with each of a list on all cores.
fn each<T: Send>(list: &[PyBackedStr], work: impl Fn(&str) -> Result<T, Refusal> + Sync) -> Result<Vec<T>, Refusal> {
    let numbered =
        list.par_iter().enumerate().map(|(index, text)| work(text).map_err(|refusal| placed(index, refusal)));
    numbered.collect()
}

/// A refusal that names the place in a list.
fn placed(index: usize, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Unusable(field, problem) => Refusal::Unusable(format!("[{index}] {field}"), problem),
        Refusal::Wrong(field, message) => Refusal::Wrong(format!("[{index}] {field}"), message),
        refusal => refusal,
    }
}

/// Reviews a game: the document and the game as PGN.
#[pyfunction]
fn annotate(py: Python<'_>, body: &str) -> PyResult<(String, String)> {
    let annotated = answer(py, |call| requests::annotated(body.as_bytes(), call))?;
    Ok((annotated.json, annotated.pgn))
}

/// The tactics of a position; their document is made when somebody looks into it.
#[pyclass(frozen)]
struct Tactics(Found);

#[pymethods]
impl Tactics {
    /// The document, as the program prints it.
    fn json(&self) -> String {
        wire::to_json(&self.0.document())
    }

    /// How many tactics there are.
    #[getter]
    fn order(&self) -> usize {
        self.0.order()
    }

    /// Their motifs, in the order of the document.
    #[getter]
    fn motifs(&self) -> Vec<&'static str> {
        self.0.motifs().collect()
    }
}

fn found(fen: &str, wanted: Wanted) -> Result<Tactics, Refusal> {
    read(fen).map(|position| Tactics(Found::new(&position, wanted)))
}

fn read(fen: &str) -> Result<reti::chess::Position, Refusal> {
    reti::read_position(fen).map_err(|problem: Problem| Refusal::Unusable("fen".to_owned(), problem))
}

/// The tactics of a position, without the detour over text.
#[pyfunction]
#[pyo3(signature = (fen, core = false, observations = false))]
fn tactics(fen: &str, core: bool, observations: bool) -> PyResult<Tactics> {
    found(fen, Wanted { core, interactions: false, observations }).map_err(|refusal| refused(&refusal))
}

/// The tactics of many positions on all cores.
#[pyfunction]
#[pyo3(signature = (fens, core = false, observations = false))]
fn tactics_many(py: Python<'_>, fens: Vec<PyBackedStr>, core: bool, observations: bool) -> PyResult<Vec<Tactics>> {
    let wanted = Wanted { core, interactions: false, observations };
    answer(py, |_| each(&fens, |fen| found(fen, wanted)))
}

/// The influence of every kind of piece, for many positions: an array of shape (positions, 12, 8, 8), which
/// NumPy takes over as it is.
#[pyfunction]
fn planes<'py>(py: Python<'py>, fens: Vec<PyBackedStr>, kernels: &str) -> PyResult<Bound<'py, PyArray4<f64>>> {
    let kernels = match kernels {
        "seed" => field::Kernels::Seed,
        "endgame" => field::Kernels::Endgame,
        "phase" => field::Kernels::Phase,
        "occluded" => field::Kernels::Occluded,
        other => {
            let told = format!("'{other}' is no set of kernels: expected seed, endgame, phase or occluded");
            return Err(PyValueError::new_err(told));
        }
    };
    let numbers = answer(py, |_| each(&fens, |fen| Ok(field::planes(&read(fen)?, kernels))))?;
    let flat: Vec<f64> = numbers.into_iter().flatten().flatten().flatten().collect();
    PyArray1::from_vec(py, flat).reshape([fens.len(), 12, 8, 8])
}

/// The names of all requests.
#[pyfunction]
fn requests_known() -> Vec<&'static str> {
    requests::ENDPOINTS.iter().map(|endpoint| endpoint.name).collect()
}

/// The version.
#[pyfunction]
const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
