//! Files that may be compressed with zstd, as Lichess publishes its data.

use std::io::{self, BufRead, BufReader, Read};

/// The first bytes of zstd data.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// A source as plain data: unpacked if its first bytes say that it is compressed.
pub fn unpacked(source: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    if !source.fill_buf()?.starts_with(&MAGIC) {
        return Ok(Box::new(source));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 20, decoder(source)?)))
}

#[cfg(not(target_family = "wasm"))]
fn decoder(source: impl BufRead + Send + 'static) -> io::Result<impl Read + Send> {
    zstd::stream::read::Decoder::with_buffer(source)
}

#[cfg(target_family = "wasm")]
fn decoder(source: impl BufRead + Send + 'static) -> io::Result<impl Read + Send> {
    ruzstd::decoding::StreamingDecoder::new(source).map_err(io::Error::other)
}

/// All of a source that is at most so many bytes long; a longer one is an error, however little of
/// it was on the disk.
pub fn read_at_most(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it is larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_that_becomes_large_is_refused() {
        let bomb = zstd::encode_all(io::repeat(0).take(64 << 20), 1).unwrap();
        assert!(bomb.len() < 20_000);
        let error = read_at_most(unpacked(io::Cursor::new(bomb)).unwrap(), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 1 MiB");
        assert_eq!(read_at_most(&b"abc"[..], 3).unwrap(), b"abc");
    }

    #[test]
    fn plain_and_packed_data_read_the_same() {
        let packed = zstd::encode_all(&b"1. e4 e5 *"[..], 1).unwrap();
        for data in [b"1. e4 e5 *".to_vec(), packed] {
            let mut text = String::new();
            unpacked(io::Cursor::new(data)).unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, "1. e4 e5 *");
        }
    }
}
