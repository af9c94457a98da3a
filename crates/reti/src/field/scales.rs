//! Kernels of several sizes at once, as people write them down: `3,5,7` or `3:0.5,5:0.3,7:0.2`.

use std::ops::Range;

use reti_core::field::KernelSet;

use crate::{Problem, wire};

/// The largest size: from one corner of the board to the opposite one.
const LARGEST: usize = 15;
/// The largest factor, either way.
const MOST: f64 = 100.0;

/// Sizes of kernels with a factor for each *[Seed 004, section 9.1]*.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// By how many squares a kernel of the size reaches from its middle.
    factors: [Option<f64>; LARGEST / 2 + 1],
}

impl Scales {
    /// Reads sizes divided by commas, all or none of them with a colon and a factor; without factors all count alike
    /// and add up to one.
    ///
    /// ```
    /// assert!(reti::field::Scales::read("3:0.5,5:0.3,7:0.2").is_ok());
    /// assert_eq!(reti::field::Scales::read("3,4").unwrap_err().to_string(),
    ///     "bad scales: '4' is no size of a kernel: expected an odd number from 1 to 15");
    /// ```
    pub fn read(text: &str) -> Result<Scales, Problem> {
        let wrong = |span: Range<usize>, message: String| Problem {
            subject: "bad scales".to_owned(),
            message,
            text: text.to_owned(),
            span,
        };
        let (mut factors, mut at, mut first) = ([None; LARGEST / 2 + 1], 0, None);
        for part in text.split(',') {
            let span = at..at + part.len();
            at = span.end + 1;
            let (size, factor) = part.split_once(':').map_or((part, None), |(size, factor)| (size, Some(factor)));
            let of_size = span.start..span.start + size.len();
            let reach = match size.trim().parse::<usize>() {
                Ok(side) if side % 2 == 1 && side <= LARGEST => side / 2,
                _ => {
                    let message =
                        format!("'{size}' is no size of a kernel: expected an odd number from 1 to {LARGEST}");
                    return Err(wrong(of_size, message));
                }
            };
            let value = match factor.map(|factor| factor.trim().parse::<f64>()) {
                None => 1.0,
                Some(Ok(value)) if value.abs() <= MOST => value,
                Some(_) => {
                    let message = format!(
                        "'{}' is no factor: expected a number from -{MOST} to {MOST}",
                        factor.unwrap_or_default()
                    );
                    return Err(wrong(of_size.end + 1..span.end, message));
                }
            };
            if *first.get_or_insert(factor.is_some()) != factor.is_some() {
                return Err(wrong(span, format!("'{part}': either all sizes have a factor or none has")));
            }
            if factors[reach].replace(value).is_some() {
                return Err(wrong(of_size, format!("the size {} is there twice", size.trim())));
            }
        }
        if first == Some(false) {
            let count = factors.iter().flatten().count() as f64;
            factors = factors.map(|factor| factor.map(|_| 1.0 / count));
        }
        Ok(Scales { factors })
    }

    /// Sizes and factors, the smallest first.
    pub fn parts(&self) -> Vec<(usize, f64)> {
        let all = self.factors.iter().enumerate();
        all.filter_map(|(reach, factor)| factor.map(|factor| (2 * reach + 1, factor))).collect()
    }

    /// The kernels' middle parts of these sizes, added up.
    pub(super) fn of(&self, set: &KernelSet) -> KernelSet {
        let parts = self.parts();
        set.map(set.name, set.summary, |kernel| kernel.multi_scale(&parts))
    }

    pub(super) fn data(&self) -> Vec<wire::Scale> {
        self.parts().into_iter().map(|(size, factor)| wire::Scale { size, factor }).collect()
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "factors are read, not computed")]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_and_without_factors() {
        assert_eq!(Scales::read("7:0.2, 3:-1").unwrap().parts(), [(3, -1.0), (7, 0.2)]);
        assert_eq!(Scales::read("3,5").unwrap().parts(), [(3, 0.5), (5, 0.5)]);
        assert_eq!(Scales::read("15").unwrap().parts(), [(15, 1.0)]);
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (text, span, message) in [
            ("", 0..0, "'' is no size"),
            ("3,4", 2..3, "'4' is no size"),
            ("3,17", 2..4, "'17' is no size"),
            ("3:0.5,5:x", 8..9, "'x' is no factor"),
            ("3:nan", 2..5, "'nan' is no factor"),
            ("3:1e9", 2..5, "'1e9' is no factor"),
            ("3:0.5,5", 6..7, "'5': either all sizes"),
            ("3,5,3", 4..5, "the size 3 is there twice"),
            ("3,", 2..2, "'' is no size"),
        ] {
            let problem = Scales::read(text).unwrap_err();
            assert_eq!(problem.span, span, "{text}");
            assert!(problem.message.starts_with(message), "{text}: {}", problem.message);
        }
    }
}
