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
    let decoder = zstd::stream::read::Decoder::with_buffer(source)?;
    Ok(Box::new(BufReader::with_capacity(1 << 20, decoder)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
