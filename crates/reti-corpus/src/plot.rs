//! Answers as pictures: lines over numbers, as SVG.
//!
//! The first column is where a point stands, every other one is a line of its own; a null leaves a gap. Nothing is
//! smoothed and nothing is left out, so that the picture says what the rows say.

use std::fmt::Write as _;

use arrow::{
    array::{Array, Float64Array},
    compute::cast,
    datatypes::DataType,
};

use crate::{CorpusError, sql::Answer};

const WIDTH: f64 = 920.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
/// Room for the names of the lines.
const RIGHT: f64 = 190.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;

/// Told apart without red and green.
const COLORS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

/// A picture's words.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// Above the picture.
    pub title: String,
    /// Below the horizontal axis.
    pub x: String,
    /// Beside the vertical axis.
    pub y: String,
    /// Whether the vertical axis counts in powers of ten.
    pub logarithmic: bool,
}

/// Draws an answer.
pub fn svg(answer: &Answer, labels: &Labels) -> Result<String, CorpusError> {
    let columns = columns(answer)?;
    let (first, lines) = columns.split_first().ok_or_else(|| CorpusError::Usage("nothing to draw".to_owned()))?;
    let shown = |value: &Option<f64>| value.filter(|value| value.is_finite() && (!labels.logarithmic || *value > 0.0));
    let x = Axis::over(first.1.iter().filter_map(shown_x), false, LEFT, WIDTH - RIGHT);
    let all = lines.iter().flat_map(|(_, values)| values.iter().filter_map(shown));
    let y = Axis::over(all, labels.logarithmic, HEIGHT - BOTTOM, TOP);
    let (Some(x), Some(y)) = (x, y) else { return Err(CorpusError::Usage("no row has numbers to draw".to_owned())) };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    frame(&mut out, &x, &y, labels);
    for (index, (name, values)) in lines.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let mut path = String::new();
        let mut is_down = false;
        for (at, value) in first.1.iter().zip(values) {
            let (Some(at), Some(value)) = (at, shown(value)) else {
                is_down = false;
                continue;
            };
            // Writing to a string cannot fail.
            let _ = write!(path, "{}{:.1} {:.1}", if is_down { 'L' } else { 'M' }, x.place(*at), y.place(value));
            is_down = true;
        }
        let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>");
        let row = TOP + 16.0 + 17.0 * index as f64;
        let from = WIDTH - RIGHT + 14.0;
        let _ = writeln!(
            out,
            "<path d=\"M{from} {0}h22\" stroke=\"{color}\" stroke-width=\"3\"/><text x=\"{1}\" y=\"{2}\">{3}</text>",
            row - 4.0,
            from + 28.0,
            row,
            escaped(name)
        );
    }
    out.push_str("</svg>\n");
    Ok(out)
}

#[expect(clippy::ref_option, reason = "an iterator over options hands out references")]
fn shown_x(value: &Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

/// A column as numbers, with its name.
type Column = (String, Vec<Option<f64>>);

/// All columns as numbers.
fn columns(answer: &Answer) -> Result<Vec<Column>, CorpusError> {
    let mut columns = Vec::new();
    for (index, field) in answer.schema.fields().iter().enumerate() {
        let mut values = Vec::new();
        for batch in &answer.batches {
            let numbers = cast(batch.column(index), &DataType::Float64)
                .map_err(|error| CorpusError::Query(datafusion::error::DataFusionError::from(error)))?;
            if let Some(numbers) = numbers.as_any().downcast_ref::<Float64Array>() {
                values.extend(numbers.iter());
            }
        }
        columns.push((field.name().clone(), values));
    }
    Ok(columns)
}

/// Where numbers stand.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
    logarithmic: bool,
    from: f64,
    to: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>, logarithmic: bool, from: f64, to: f64) -> Option<Axis> {
        let values: Vec<f64> = values.map(|value| if logarithmic { value.log10() } else { value }).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !low.is_finite() {
            return None;
        }
        // Zero is shown where it is near.
        let low = if !logarithmic && low > 0.0 && low < 0.5 * high { 0.0 } else { low };
        let span = if high > low { high - low } else { 1.0 };
        let rough = 10f64.powf((span / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|by| by * rough).find(|step| span / step <= 8.0);
        let step = if logarithmic { step.unwrap_or(span).max(1.0) } else { step.unwrap_or(span) };
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        let high = if high > low { high } else { low + step };
        Some(Axis { low, high, step, logarithmic, from, to })
    }

    fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.log10() } else { value };
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Where marks stand, and what they say.
    fn marks(&self) -> Vec<(f64, String)> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        let digits = if self.step >= 1.0 { 0 } else { (-self.step.log10()).ceil() as usize };
        let mark = |index: usize| {
            let value = self.low + index as f64 * self.step;
            let place = self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from);
            let told = if self.logarithmic { format!("{}", 10f64.powf(value)) } else { format!("{value:.digits$}") };
            (place, told)
        };
        (0..=count).map(mark).collect()
    }
}

fn frame(out: &mut String, x: &Axis, y: &Axis, labels: &Labels) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    // Writing to a string cannot fail.
    for (place, told) in y.marks() {
        let _ = writeln!(out, "<path d=\"M{LEFT} {place:.1}H{right}\" stroke=\"#ddd\"/>");
        let (at, down) = (LEFT - 8.0, place + 4.0);
        let _ = writeln!(out, "<text x=\"{at}\" y=\"{down:.1}\" text-anchor=\"end\">{told}</text>");
    }
    for (place, told) in x.marks() {
        let down = bottom + 18.0;
        let _ = writeln!(out, "<text x=\"{place:.1}\" y=\"{down}\" text-anchor=\"middle\">{told}</text>");
    }
    let (middle, half, low) = (f64::midpoint(LEFT, right), f64::midpoint(TOP, bottom), HEIGHT - 14.0);
    let (title, x, y) = (escaped(&labels.title), escaped(&labels.x), escaped(&labels.y));
    let _ = writeln!(
        out,
        "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#333\"/>\n\
         <text x=\"{middle}\" y=\"24\" text-anchor=\"middle\" font-size=\"16\">{title}</text>\n\
         <text x=\"{middle}\" y=\"{low}\" text-anchor=\"middle\">{x}</text>\n\
         <text x=\"18\" y=\"{half}\" transform=\"rotate(-90 18 {half})\" text-anchor=\"middle\">{y}</text>"
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
