//! What WebAssembly does otherwise.
//!
//! Everywhere else the archive of small tables is in the program and zstd, in C, packs and unpacks. A page that
//! must be loaded first should be small, and is built without a C compiler: there the archive is brought by who
//! runs the program, when it is first asked for, and blocks are unpacked in Rust. Nothing is packed there, and there
//! are no files.

pub use here::{archive, pack, syzygy, unpack};

#[cfg(not(target_family = "wasm"))]
mod here {
    use std::cell::RefCell;
    use std::io;

    use reti_core::chess::Rules;
    use shakmaty_syzygy::Tablebase;
    use zstd::bulk::{Compressor, Decompressor};

    thread_local! {
        // Once a thread: making these takes as long as a block.
        static PACKER: RefCell<Option<(i32, Compressor<'static>)>> = const { RefCell::new(None) };
        static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }

    /// The archive of small tables.
    pub fn archive() -> &'static [u8] {
        include_bytes!("../embedded/four-men.bin")
    }

    /// Packs bytes; a higher level takes longer and less room.
    pub fn pack(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
        PACKER.with_borrow_mut(|packer| {
            let same = packer.take().filter(|(of, _)| *of == level).map(|(_, packer)| packer);
            let (_, packer) = packer.insert((level, same.map_or_else(|| Compressor::new(level), Ok)?));
            packer.compress(bytes)
        })
    }

    /// Unpacks to at most so many bytes.
    pub fn unpack(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
        UNPACKER.with_borrow_mut(|unpacker| {
            let same = unpacker.take();
            unpacker.insert(same.map_or_else(Decompressor::new, Ok)?).decompress(packed, most)
        })
    }

    /// Syzygy files, none so far.
    pub fn syzygy() -> Tablebase<Rules> {
        Tablebase::new()
    }
}

#[cfg(target_family = "wasm")]
pub use here::bring;

#[cfg(target_family = "wasm")]
mod here {
    use std::{
        io::{self, Read},
        path::{Path, PathBuf},
        sync::{Arc, OnceLock},
    };

    use reti_core::chess::Rules;
    use shakmaty_syzygy::{
        Tablebase,
        filesystem::{Filesystem, RandomAccessFile},
    };

    static SOURCE: OnceLock<fn() -> Vec<u8>> = OnceLock::new();

    /// Says where the archive of small tables comes from; the first to say so is heard.
    pub fn bring(source: fn() -> Vec<u8>) {
        SOURCE.get_or_init(|| source);
    }

    /// The archive of small tables, fetched when it is first asked for.
    pub fn archive() -> &'static [u8] {
        static ARCHIVE: OnceLock<Vec<u8>> = OnceLock::new();
        ARCHIVE.get_or_init(|| SOURCE.get().map(|source| source()).unwrap_or_default())
    }

    /// Packs nothing: there is no disk to keep it on.
    pub fn pack(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    /// Unpacks to at most so many bytes.
    pub fn unpack(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
        let decoder = ruzstd::decoding::StreamingDecoder::new(packed).map_err(io::Error::other)?;
        let mut bytes = Vec::new();
        decoder.take(most as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > most { Err(io::Error::from(io::ErrorKind::FileTooLarge)) } else { Ok(bytes) }
    }

    /// Syzygy files, of which there are none.
    pub fn syzygy() -> Tablebase<Rules> {
        Tablebase::with_filesystem(Arc::new(NoFiles))
    }

    struct NoFiles;

    impl Filesystem for NoFiles {
        fn regular_file_size(&self, _: &Path) -> io::Result<u64> {
            Err(io::Error::from(io::ErrorKind::Unsupported))
        }

        fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
            Err(io::Error::from(io::ErrorKind::Unsupported))
        }

        fn open(&self, _: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
            Err(io::Error::from(io::ErrorKind::Unsupported))
        }
    }
}
