//! Tables of up to five men from a device, for those who write files.
//!
//! A device lives in a thread of its own, because a card belongs to the thread that opened it; tables are
//! asked for one after the other and come back as [`Table`]s, the same codes in the same places as those of
//! the processor's generator, which [`reti_tables::build`] certifies and writes.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use reti_tables::material::Material;
use reti_tables::table::Table;

use crate::device::Device;
use crate::engine::Engine;
use crate::host::Host;
use crate::table;

/// What a device's thread answers.
type Answer = Result<Option<Table>, String>;

/// Makes tables on a device that `open` opens; the first table says if it cannot.
fn on<D: Device + 'static>(
    open: impl FnOnce() -> Result<D, String> + Send + 'static,
) -> impl FnMut(Material) -> Answer + Send {
    let (ask, asked) = mpsc::channel::<Material>();
    let (answer, answers) = mpsc::channel::<Answer>();
    thread::spawn(move || serve(open, &asked, &answer));
    move |material| {
        let gone = |_| "the thread of the device stopped".to_owned();
        ask.send(material).map_err(|_| "the thread of the device stopped".to_owned())?;
        answers.recv().map_err(gone)?
    }
}

fn serve<D: Device + 'static>(
    open: impl FnOnce() -> Result<D, String>,
    asked: &Receiver<Material>,
    answer: &Sender<Answer>,
) {
    let mut engine = match open().and_then(|device| Engine::new(device).map_err(|error| error.to_string())) {
        Ok(engine) => engine,
        Err(message) => {
            // Who asks is told; who does not ask any more does not care.
            let _ = answer.send(Err(message));
            return;
        }
    };
    for material in asked {
        let made = table::make(&mut engine, material).map_err(|error| error.to_string()).and_then(|made| {
            if made.violations == 0 {
                Ok(Some(made.table))
            } else {
                Err(format!("{} positions are wrong", made.violations))
            }
        });
        if answer.send(made).is_err() {
            return;
        }
    }
}

/// Makes tables with the host's build of the kernels, in at most `memory` bytes.
pub fn on_host(memory: u64) -> impl FnMut(Material) -> Answer + Send {
    on(move || Ok(Host::new(memory)))
}

/// Makes tables on a card; `memory` bytes of it may be used, 0 for nearly all that is free. Compiled kernels
/// are kept in `folder`.
#[cfg(feature = "gpu")]
pub fn on_card(
    number: usize,
    memory: u64,
    folder: Option<std::path::PathBuf>,
) -> Result<impl FnMut(Material) -> Answer + Send, crate::device::DeviceError> {
    use crate::cuda::Cuda;
    crate::cuda::cards()?;
    Ok(on(move || Cuda::open(number, memory, folder.as_deref()).map_err(|error| error.to_string())))
}
