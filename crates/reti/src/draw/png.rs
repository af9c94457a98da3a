//! Pictures as PNG, for programs that do not draw SVG.
//!
//! `resvg` draws; it is an optional dependency (feature `png`), because it more than doubles what has
//! to be compiled. Fonts differ from machine to machine, so a small one travels with the library: a
//! part of DejaVu Sans (`fonts/README.md`).

use resvg::{tiny_skia, usvg};

const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-subset.ttf");

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture cannot be read.
    #[error("the picture is no SVG: {0}")]
    Unreadable(#[from] usvg::Error),
    /// The picture has no size, or too large a one.
    #[error("a picture of {0} x {1} cannot be drawn")]
    Size(u32, u32),
    /// The pixels cannot be written.
    #[error("the picture cannot be packed: {0}")]
    Packing(String),
}

/// Draws an SVG document as PNG data, so many times as large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut options = usvg::Options { font_family: "DejaVu Sans".to_owned(), ..usvg::Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let tree = usvg::Tree::from_str(svg, &options)?;
    let (width, height) = ((tree.size().width() * scale).ceil() as u32, (tree.size().height() * scale).ceil() as u32);
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Packing(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::svg::Picture;
    use reti_core::chess::Position;

    /// Width and height of PNG data.
    fn size(png: &[u8]) -> (u32, u32) {
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    #[test]
    fn coordinates_are_drawn() {
        let picture = Picture::new(Position::start().board(), "start");
        let svg = picture.svg();
        let drawn = png(&svg, 1.0).unwrap();
        assert!(drawn.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(size(&drawn), (600, 600));
        assert_eq!(size(&png(&svg, 2.0).unwrap()), (1200, 1200));
        // Without letters the picture is another one.
        let mute: String = svg.lines().filter(|line| !line.starts_with("<text")).collect();
        assert_ne!(png(&mute, 1.0).unwrap(), drawn);
    }

    #[test]
    fn nonsense_is_told() {
        assert!(png("<svg", 1.0).is_err());
        assert!(png("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"/>", 1e9).is_err());
    }
}
