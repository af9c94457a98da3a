//! The certificate of an endgame of four to six men without pawns, made on the processor by slices on disk.
//!
//! ```text
//! sliced FOLDER MiB ENDGAME       goes on where a killed run stopped
//! ```

use std::path::Path;
use std::time::Instant;

use reti_tables::build::cpu_seconds;
use reti_tables::material::Material;
use reti_tables_gpu::sliced::{Progress, Sliced};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, memory, endgame] = words.as_slice() else { return Err("FOLDER MiB ENDGAME are needed".into()) };
    let start = Instant::now();
    let mut watch = |progress: Progress| {
        match progress {
            Progress::Counted(slices) if !slices.is_multiple_of(66) => {}
            other => eprintln!("{:8.1} s  {other:?}", start.elapsed().as_secs_f64()),
        }
        true
    };
    let mut sliced = Sliced::new(Path::new(folder), memory.parse::<u64>()? << 20, &mut watch)?;
    let certificate = sliced.certify(Material::named(endgame, 6)?)?;
    println!("{}", certificate.json());
    let (read, written) = (sliced.read, sliced.written);
    eprintln!(
        "{:.1} s, {:.1} processor seconds; {read} slices read back, {written} bytes of journals",
        start.elapsed().as_secs_f64(),
        cpu_seconds().unwrap_or(0.0)
    );
    Ok(())
}
