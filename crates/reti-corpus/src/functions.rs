//! What Reti knows about a position, as functions of SQL.
//!
//! | function | answer |
//! |---|---|
//! | `tactics(fen)` | every tactic: motif, owner and roles, separated by `; ` |
//! | `order(fen)`, `tactical_order(fen)` | how many tactics there are; SQL takes the short name only in quotes where it might mean `ORDER BY` |
//! | `fragility(fen)` | how fragile the position is |
//! | `see(fen, move)` | what a move gains in the exchange it begins, in centipawns |
//! | `explain(fen)` | a lesson, as text |
//! | `table_value(fen)` | `win`, `draw` or `loss` for the side to move, where a table of the program knows |
//! | `matches(fen, pattern)` | whether a pattern holds |
//! | `stands(fen, piece)` | whether a piece stands on a square: `'Nd5'` |
//! | `similarity(fen, fen)` | how alike two graphs are, 0 to 1 |
//!
//! Nothing asked, nothing answered: null gives null. A position or move that cannot be read is an error.

use std::sync::Arc;

use arrow::{
    array::{Array, ArrayRef, BooleanArray, Float64Array, Int32Array, StringArray},
    datatypes::DataType,
};
use datafusion::{
    common::cast::as_string_array,
    error::{DataFusionError, Result},
    logical_expr::{ColumnarValue, ScalarUDF, Volatility, create_udf},
};
use reti::{Problem, explain, read_move, read_position};
use reti_core::{
    chess::{Piece, Position, Square},
    exchange::see_exact,
    fragility::{Mode, fragility_of},
    relation::Relations,
    tactic,
};
use reti_lessons::words::Words;
use reti_search::probe::Probe as _;

use crate::pattern::{Moment, Pattern, similarity, stands};

/// All functions.
pub fn all() -> Vec<ScalarUDF> {
    vec![
        of_texts("tactics", 1, DataType::Utf8, |rows| texts(rows, |texts| Ok(Some(tactics(&position(texts[0])?))))),
        of_texts("order", 1, DataType::Int32, |rows| {
            numbers(rows, |texts| {
                let found = tactic::tactics(&Relations::new(&position(texts[0])?));
                Ok(tactic::order(&found).total as i32)
            })
        })
        .with_aliases(["tactical_order"]),
        of_texts("fragility", 1, DataType::Float64, |rows| {
            reals(rows, |texts| Ok(fragility_of(&position(texts[0])?, Mode::Standard).total))
        }),
        of_texts("see", 2, DataType::Int32, |rows| {
            numbers(rows, |texts| {
                let position = position(texts[0])?;
                let played = read_move(&position, texts[1]).map_err(refused)?;
                Ok(see_exact(&position, played))
            })
        }),
        of_texts("explain", 1, DataType::Utf8, |rows| {
            texts(rows, |texts| {
                let lesson = explain::explainer().explain(&position(texts[0])?);
                let lesson = lesson.map_err(|silence| DataFusionError::Execution(silence.why.clone()))?;
                Ok(Some(explain::text(&lesson, &[], &[], Words::english(), false)))
            })
        }),
        of_texts("table_value", 1, DataType::Utf8, |rows| {
            texts(rows, |texts| {
                let exact = reti::tables::Embedded.probe(&position(texts[0])?);
                Ok(exact.map(|exact| reti::wire::Value::from(exact.value).as_str().to_owned()))
            })
        }),
        of_texts("matches", 2, DataType::Boolean, |rows| {
            let mut last: Option<Pattern> = None;
            truths(rows, |texts| {
                let pattern = match last.take().filter(|pattern| pattern.text == texts[1]) {
                    Some(pattern) => pattern,
                    None => Pattern::read(texts[1]).map_err(refused)?,
                };
                let answer = pattern.holds(&position(texts[0])?, Moment::default());
                let message = "the pattern asks for something that a position alone does not tell";
                let answer = answer.ok_or_else(|| DataFusionError::Execution(message.to_owned()))?;
                last = Some(pattern);
                Ok(answer)
            })
        }),
        of_texts("stands", 2, DataType::Boolean, |rows| {
            truths(rows, |texts| {
                let (piece, square) = placed(texts[1]).ok_or_else(|| {
                    DataFusionError::Execution(format!("'{}' is no piece on a square, such as Nd5", texts[1]))
                })?;
                Ok(stands(&position(texts[0])?, piece, square))
            })
        }),
        of_texts("similarity", 2, DataType::Float64, |rows| {
            reals(rows, |texts| Ok(similarity(&position(texts[0])?, &position(texts[1])?)))
        }),
    ]
}

fn placed(text: &str) -> Option<(Piece, Square)> {
    let mut letters = text.chars();
    Some((Piece::from_char(letters.next()?)?, letters.as_str().parse().ok()?))
}

fn tactics(position: &Position) -> String {
    let found = tactic::tactics(&Relations::new(position));
    let told: Vec<String> = found.iter().map(|tactic| format!("{} {}", tactic.motif.name, tactic.cast)).collect();
    told.join("; ")
}

fn position(fen: &str) -> Result<Position> {
    read_position(fen).map_err(refused)
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn refused(problem: Problem) -> DataFusionError {
    DataFusionError::Execution(format!("{problem}: {}", problem.text))
}

/// A function of so many texts.
fn of_texts(
    name: &str,
    count: usize,
    answer: DataType,
    function: impl Fn(&[&StringArray]) -> Result<ArrayRef> + Send + Sync + 'static,
) -> ScalarUDF {
    let run = move |arguments: &[ColumnarValue]| {
        let arrays = ColumnarValue::values_to_arrays(arguments)?;
        let columns = arrays.iter().map(|array| as_string_array(array)).collect::<Result<Vec<_>>>()?;
        Ok(ColumnarValue::Array(function(&columns)?))
    };
    create_udf(name, vec![DataType::Utf8; count], answer, Volatility::Immutable, Arc::new(run))
}

/// Every row's texts through a function; null where one is null.
fn each<T>(columns: &[&StringArray], mut row: impl FnMut(&[&str]) -> Result<T>) -> Result<Vec<Option<T>>> {
    let rows = columns.first().map_or(0, |column| Array::len(*column));
    let value = |index: usize| {
        if columns.iter().any(|column| column.is_null(index)) {
            return Ok(None);
        }
        let texts: Vec<&str> = columns.iter().map(|column| column.value(index)).collect();
        row(&texts).map(Some)
    };
    (0..rows).map(value).collect()
}

fn texts(rows: &[&StringArray], mut row: impl FnMut(&[&str]) -> Result<Option<String>>) -> Result<ArrayRef> {
    let found = each(rows, &mut row)?;
    Ok(Arc::new(found.into_iter().map(Option::flatten).collect::<StringArray>()))
}

fn numbers(rows: &[&StringArray], row: impl FnMut(&[&str]) -> Result<i32>) -> Result<ArrayRef> {
    Ok(Arc::new(Int32Array::from(each(rows, row)?)))
}

fn reals(rows: &[&StringArray], row: impl FnMut(&[&str]) -> Result<f64>) -> Result<ArrayRef> {
    Ok(Arc::new(Float64Array::from(each(rows, row)?)))
}

fn truths(rows: &[&StringArray], row: impl FnMut(&[&str]) -> Result<bool>) -> Result<ArrayRef> {
    Ok(Arc::new(BooleanArray::from(each(rows, row)?)))
}
