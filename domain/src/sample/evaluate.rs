//! What the results of a sample say of its population: the most likely misstatement, and an upper bound.
//!
//! An item below the interval stands for an interval: its share that is wrong, its taint, is that of the interval. An item of
//! an interval or more stands for itself. The upper bound adds what a sample without a misstatement leaves open (the
//! basic precision), and for each projected misstatement, the largest taint first, what the next factor allows for it.
//! Everything is in minor units; divisions round up, against the books.

use super::factors::Factors;
use super::{Item, Outcome, Plan};
use serde::{Deserialize, Serialize};

/// Factors are in ten thousandths.
const FACTOR_ONE: i128 = 10_000;
const PPM: i128 = 1_000_000;

/// One direction of misstatement, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Misstatements of items of an interval or more: they stand for themselves.
    pub known: i64,
    /// Those of the other items, projected on their intervals.
    pub projected: i64,
    /// What the factors allow beyond the projection.
    pub allowance: i64,
    /// With the basic precision: what the population is misstated by at most, at the confidence.
    pub upper: i64,
}

/// What a sample says of its population.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The interval times the factor of no misstatement.
    pub precision: i64,
    /// Recorded above what was supported.
    pub over: Side,
    /// Recorded below it.
    pub under: Side,
    /// The most likely misstatement: over without under.
    pub likely: i64,
}

impl Outcome {
    /// What is misstated of an item: above zero where too much is recorded.
    pub const fn misstated(self, size: i64) -> i64 {
        match self {
            Outcome::Agreed => 0,
            Outcome::Difference { minor } => minor,
            Outcome::Unsupported => size,
        }
    }
}

/// The share of an item that is wrong, in millionths, rounded up.
pub fn taint_ppm(misstated: i64, size: i64) -> i64 {
    small(divided(i128::from(misstated).abs() * PPM, size.into()))
}

/// The evaluation of items with their results.
pub fn evaluate<'a>(plan: &Plan, tested: impl Iterator<Item = (&'a Item, Outcome)> + Clone) -> Evaluation {
    let factors = Factors::of(plan.confidence);
    let interval = i128::from(plan.interval);
    let precision = divided(interval * factors.of_none(), FACTOR_ONE);
    let side = |sign: i64| {
        let (mut known, mut projected) = (0, Vec::new());
        for (item, outcome) in tested.clone() {
            let size = item.amount.saturating_abs();
            let wrong = i128::from(outcome.misstated(size).saturating_mul(sign).max(0));
            match size >= plan.interval {
                true => known += wrong,
                false => projected.extend((wrong > 0).then(|| divided(wrong * interval, size.into()))),
            }
        }
        // The largest taint of equal intervals is the largest projection.
        projected.sort_unstable_by(|one, other| other.cmp(one));
        let sum: i128 = projected.iter().sum();
        let allowed = (1..).zip(&projected);
        let allowance: i128 = allowed
            .map(|(number, one)| divided(one * (factors.step(number) - FACTOR_ONE), FACTOR_ONE))
            .sum();
        Side {
            known: small(known),
            projected: small(sum),
            allowance: small(allowance),
            upper: small(known + sum + allowance + precision),
        }
    };
    let (over, under) = (side(1), side(-1));
    Evaluation {
        precision: small(precision),
        likely: over.known.saturating_add(over.projected) - under.known.saturating_add(under.projected),
        over,
        under,
    }
}

/// Rounded up; nothing of nothing.
fn divided(amount: i128, by: i128) -> i128 {
    match by {
        0 => 0,
        _ => (amount + by - 1).div_euclid(by),
    }
}

/// No sum is beyond what a number of the books holds; one that were is shown as the largest.
fn small(amount: i128) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}
