//! A board as an SVG picture, with shapes that mean something.
//!
//! Squares are 45 units wide, with a margin for the coordinates; below the board there is room for
//! a legend. Shapes are drawn in a fixed order (tints, pieces, circles, darts, arrows, labels), so equal
//! pictures are equal bytes. `<title>` and `<desc>` tell a screen reader what the picture shows.

use std::fmt::Write as _;

use reti_core::chess::{Board, File, Rank, Square};
use reti_lessons::words::Words;

use super::pieces;
use crate::markup::escape;

const SQUARE: f64 = 45.0;
const MARGIN: f64 = 20.0;
const WIDTH: f64 = 8.0 * SQUARE + 2.0 * MARGIN;
/// The free edge of a square whose label must not touch its piece, and what that leaves for the piece: shapes begin five
/// units below their square's edge.
const HEAD: f64 = 7.0;
const HEAD_SCALE: f64 = 0.84;
const HEAD_LEFT: f64 = (1.0 - HEAD_SCALE) * SQUARE / 2.0;
const LEGEND_ROW: f64 = 20.0;
const LEGEND_COLUMNS: usize = 3;
/// The width of a letter of the legend, at most on average.
const LEGEND_LETTER: f64 = 6.0;

/// Colours that people with any kind of colour vision can tell apart (after Okabe and Ito).
pub mod palette {
    /// Attacks, threats, mistakes.
    pub const VERMILION: &str = "#d55e00";
    /// Defences, good moves.
    pub const GREEN: &str = "#009e73";
    /// Lines seen through a piece.
    pub const BLUE: &str = "#0072b2";
    /// Pins.
    pub const PURPLE: &str = "#aa3377";
    /// Blocks, and what is only possible.
    pub const GRAY: &str = "#555555";
    /// Notice this.
    pub const YELLOW: &str = "#e6a700";
}

/// How an arrow's line is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// A full line.
    #[default]
    Solid,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
}

/// An arrow between the middles of two squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
    /// A CSS colour.
    pub color: String,
    /// How the line is drawn.
    pub stroke: Stroke,
    /// The line's width in units.
    pub width: f64,
    /// How far it is pushed to its right, in units, so that parallel arrows stay apart.
    pub offset: f64,
    /// A short text at its middle.
    pub label: Option<String>,
}

impl Arrow {
    /// A plain arrow.
    pub fn new(from: Square, to: Square, color: &str) -> Arrow {
        let color = color.to_owned();
        Arrow { from, to, color, stroke: Stroke::Solid, width: 6.0, offset: 0.0, label: None }
    }
}

/// A ring around a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Circle {
    /// The square.
    pub square: Square,
    /// A CSS colour.
    pub color: String,
    /// How the ring is drawn.
    pub stroke: Stroke,
}

impl Circle {
    /// A plain ring.
    pub fn new(square: Square, color: &str) -> Circle {
        Circle { square, color: color.to_owned(), stroke: Stroke::Solid }
    }
}

/// A small arrow inside a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Dart {
    /// The square.
    pub square: Square,
    /// How far it goes to the right of the unturned board from the middle, in squares; half of it
    /// lies on either side.
    pub right: f64,
    /// How far it goes down, in squares.
    pub down: f64,
    /// A CSS colour.
    pub color: String,
}

/// A square in another colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Tint {
    /// The square.
    pub square: Square,
    /// A CSS colour.
    pub color: String,
    /// From 0, invisible, to 1.
    pub opacity: f64,
}

/// A short text in a corner of a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The square.
    pub square: Square,
    /// The text, a few characters.
    pub text: String,
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// What it stands for.
    pub text: String,
    /// The colour it explains.
    pub color: String,
    /// How its sample is drawn.
    pub stroke: Stroke,
}

/// Everything that one picture shows.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The pieces.
    pub board: Board,
    /// Whether Black's side is at the bottom.
    pub flipped: bool,
    /// What the picture is, in a few words.
    pub title: String,
    /// What can be seen on it, for those who cannot; the placement is added.
    pub description: String,
    /// Coloured squares, below the pieces.
    pub tints: Vec<Tint>,
    /// Rings.
    pub circles: Vec<Circle>,
    /// Small arrows inside squares.
    pub darts: Vec<Dart>,
    /// Arrows, drawn in this order.
    pub arrows: Vec<Arrow>,
    /// Texts on squares.
    pub labels: Vec<Label>,
    /// Keeps the upper edge of every square free for its label: pieces are drawn smaller, and labels too.
    pub headroom: bool,
    /// What the colours mean.
    pub legend: Vec<Legend>,
}

impl Picture {
    /// A board with nothing on it but pieces.
    pub fn new(board: &Board, title: impl Into<String>) -> Picture {
        Picture { board: board.clone(), title: title.into(), ..Picture::default() }
    }

    /// The SVG document, described in English.
    pub fn svg(&self) -> String {
        self.svg_in(Words::english())
    }

    /// The SVG document; the placement of both sides is described in these words.
    pub fn svg_in(&self, words: &Words) -> String {
        let rows = self.legend.len().div_ceil(self.legend_columns()) as f64;
        let height = WIDTH + if rows > 0.0 { rows * LEGEND_ROW + 6.0 } else { 0.0 };
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{}\" height=\"{}\" \
             role=\"img\" font-family=\"sans-serif\">",
            WIDTH * 1.5,
            height * 1.5
        );
        let _ = writeln!(out, "<title>{}</title>", escape(&self.title));
        let description = format!("{} {}", self.description, words.placement(&self.board));
        let _ = writeln!(out, "<desc>{}</desc>", escape(description.trim()));
        self.ground(&mut out, height);
        for (square, piece) in &self.board {
            let (x, y) = self.corner(square);
            let scale = if self.headroom {
                format!(" translate({HEAD_LEFT:.2} {HEAD}) scale({HEAD_SCALE})")
            } else {
                String::new()
            };
            let _ = writeln!(out, "<g transform=\"translate({x} {y}){scale}\">{}</g>", pieces::svg(piece));
        }
        for circle in &self.circles {
            let (x, y) = self.middle(circle.square);
            let (color, dash) = (escape(&circle.color), dash(circle.stroke, 3.5));
            let _ = writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3.5\" \
                 opacity=\"0.85\"{dash}/>"
            );
        }
        for dart in &self.darts {
            self.dart(&mut out, dart);
        }
        for arrow in &self.arrows {
            self.arrow(&mut out, arrow);
        }
        for label in &self.labels {
            let (x, y) = self.corner(label.square);
            let size = if self.headroom { Plate::SMALL } else { Plate::USUAL };
            // A long text ends at the square's edge.
            let aside = (size.width(&label.text) / 2.0 + 1.0).max(if self.headroom { 0.0 } else { 9.0 });
            let down = if self.headroom { size.height / 2.0 + 0.5 } else { 8.5 };
            size.badge(&mut out, x + SQUARE - aside, y + down, &label.text);
        }
        self.legend(&mut out);
        out.push_str("</svg>\n");
        out
    }

    fn corner(&self, square: Square) -> (f64, f64) {
        let (file, rank) = (f64::from(u32::from(square.file())), f64::from(u32::from(square.rank())));
        let (column, row) = if self.flipped { (7.0 - file, rank) } else { (file, 7.0 - rank) };
        (MARGIN + column * SQUARE, MARGIN + row * SQUARE)
    }

    fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    fn ground(&self, out: &mut String, height: f64) {
        let _ = writeln!(out, "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>");
        for square in Square::ALL {
            let (x, y) = self.corner(square);
            let fill = if square.is_light() { "#eef0ea" } else { "#a9b8b0" };
            let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\"/>");
        }
        for tint in &self.tints {
            let (x, y) = self.corner(tint.square);
            let (color, opacity) = (escape(&tint.color), tint.opacity.clamp(0.0, 1.0));
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\" \
                 opacity=\"{opacity:.3}\"/>"
            );
        }
        let text = |out: &mut String, x: f64, y: f64, ch: char| {
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"11\" fill=\"#444444\" text-anchor=\"middle\">{ch}</text>"
            );
        };
        for file in File::ALL {
            let (x, _) = self.middle(Square::from_coords(file, Rank::First));
            text(out, x, WIDTH - MARGIN + 13.5, file.char());
        }
        for rank in Rank::ALL {
            let (_, y) = self.middle(Square::from_coords(File::A, rank));
            text(out, MARGIN / 2.0, y + 4.0, rank.char());
        }
    }

    fn arrow(&self, out: &mut String, arrow: &Arrow) {
        let ((x1, y1), (x2, y2)) = (self.middle(arrow.from), self.middle(arrow.to));
        let length = (x2 - x1).hypot(y2 - y1);
        if length < 1.0 {
            return;
        }
        // Unit vector along the arrow, and the push to its right.
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        let (px, py) = (-dy * arrow.offset, dx * arrow.offset);
        let head = (arrow.width * 2.6).clamp(8.0, 16.0);
        // Start and end inside the squares, so that the pieces stay visible.
        let (start, end) = (SQUARE * 0.2, length - SQUARE * 0.22);
        let at =
            |distance: f64, aside: f64| (x1 + dx * distance + px - dy * aside, y1 + dy * distance + py + dx * aside);
        let ((ax, ay), (bx, by)) = (at(start, 0.0), at(end - head * 0.8, 0.0));
        let ((tx, ty), (lx, ly), (rx, ry)) = (at(end, 0.0), at(end - head, head * 0.5), at(end - head, -head * 0.5));
        let color = escape(&arrow.color);
        let dash = dash(arrow.stroke, arrow.width);
        let _ = writeln!(
            out,
            "<g opacity=\"0.78\"><line x1=\"{ax:.2}\" y1=\"{ay:.2}\" x2=\"{bx:.2}\" y2=\"{by:.2}\" stroke=\"{color}\" \
             stroke-width=\"{}\"{dash}/><path d=\"M{tx:.2} {ty:.2} L{lx:.2} {ly:.2} L{rx:.2} {ry:.2} Z\" \
             fill=\"{color}\"/></g>",
            arrow.width
        );
        if let Some(label) = &arrow.label {
            let (x, y) = at(length / 2.0, 0.0);
            Plate::USUAL.badge(out, x, y, label);
        }
    }

    fn dart(&self, out: &mut String, dart: &Dart) {
        let (x, y) = self.middle(dart.square);
        let turn = if self.flipped { -SQUARE } else { SQUARE };
        let (dx, dy) = (dart.right * turn, dart.down * turn);
        let at = |along: f64, aside: f64| (x + dx * along - dy * aside, y + dy * along + dx * aside);
        let ((ax, ay), (bx, by)) = (at(-0.5, 0.0), at(0.5, 0.0));
        let ((lx, ly), (rx, ry)) = (at(0.1, 0.25), at(0.1, -0.25));
        let color = escape(&dart.color);
        let _ = writeln!(
            out,
            "<path d=\"M{ax:.2} {ay:.2} L{bx:.2} {by:.2} M{lx:.2} {ly:.2} L{bx:.2} {by:.2} L{rx:.2} {ry:.2}\" \
             fill=\"none\" stroke=\"{color}\" stroke-width=\"1.6\" stroke-linecap=\"round\" opacity=\"0.8\"/>"
        );
    }

    /// As many columns as the longest text allows.
    fn legend_columns(&self) -> usize {
        let longest = self.legend.iter().map(|entry| entry.text.chars().count()).max().unwrap_or(0);
        let wanted = 29.0 + LEGEND_LETTER * longest as f64;
        (1..=LEGEND_COLUMNS).rev().find(|&columns| wanted * columns as f64 <= WIDTH - 2.0 * MARGIN).unwrap_or(1)
    }

    fn legend(&self, out: &mut String) {
        for (index, entry) in self.legend.iter().enumerate() {
            let columns = self.legend_columns();
            let column = (WIDTH - 2.0 * MARGIN) / columns as f64;
            let x = MARGIN + column * (index % columns) as f64;
            let y = WIDTH + LEGEND_ROW * (index / columns) as f64 + 6.0;
            let (color, dash) = (escape(&entry.color), dash(entry.stroke, 4.0));
            let _ = writeln!(
                out,
                "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"{color}\" stroke-width=\"4\"{dash}/>\
                 <text x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"#222222\">{}</text>",
                x + 24.0,
                x + 29.0,
                y + 4.0,
                escape(&entry.text)
            );
        }
    }
}

fn dash(stroke: Stroke, width: f64) -> String {
    match stroke {
        Stroke::Solid => String::new(),
        Stroke::Dashed => format!(" stroke-dasharray=\"{:.1} {:.1}\"", width * 2.2, width * 1.2),
        Stroke::Dotted => format!(" stroke-dasharray=\"{width:.1} {width:.1}\""),
    }
}

/// How a text on a small plate is set.
struct Plate {
    font: f64,
    height: f64,
    /// The width of a letter, at most on average.
    letter: f64,
}

impl Plate {
    const USUAL: Plate = Plate { font: 10.0, height: 13.0, letter: 6.2 };
    /// As high as the head of a square.
    const SMALL: Plate = Plate { font: 8.0, height: 9.5, letter: 5.0 };

    fn width(&self, text: &str) -> f64 {
        self.letter * text.chars().count() as f64 + self.font / 2.0
    }

    /// The text on its plate, centred.
    fn badge(&self, out: &mut String, x: f64, y: f64, text: &str) {
        let (width, height) = (self.width(text), self.height);
        let _ = writeln!(
            out,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{width:.1}\" height=\"{height}\" rx=\"3\" fill=\"#ffffff\" \
             opacity=\"0.85\"/><text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"{}\" font-weight=\"bold\" \
             fill=\"#111111\" text-anchor=\"middle\">{}</text>",
            x - width / 2.0,
            y - height / 2.0,
            y + 0.36 * self.font,
            self.font,
            escape(text)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reti_core::chess::Position;

    #[test]
    fn a_picture_says_what_it_shows() {
        let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").unwrap();
        let mut picture = Picture::new(position.board(), "A pin & more");
        picture.arrows.push(Arrow {
            label: Some("pin".to_owned()),
            stroke: Stroke::Dashed,
            ..Arrow::new(Square::B4, Square::E1, palette::PURPLE)
        });
        picture.circles.push(Circle::new(Square::C3, palette::YELLOW));
        let svg = picture.svg();
        assert!(svg.contains("<title>A pin &amp; more</title>"));
        assert!(svg.contains("<desc>White: king e1, knight c3. Black: king e8, bishop b4.</desc>"));
        assert_eq!(svg, picture.svg());
        assert_eq!(svg.matches("<rect").count(), 1 + 64 + 1);
    }

    #[test]
    fn turning_the_board_turns_the_shapes() {
        let picture = Picture { flipped: true, ..Picture::new(Position::start().board(), "start") };
        assert_eq!(picture.corner(Square::H1), (MARGIN, MARGIN));
        assert_eq!(Picture::default().corner(Square::A8), (MARGIN, MARGIN));
    }
}
