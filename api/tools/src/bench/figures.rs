//! Figures of measured runs: rates, percentiles, medians over rounds and ratios.
//!
//! Whole numbers only: microseconds, units a second, and ratios in thousandths.
//! Knows nothing of what was measured.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;
use std::time::Duration;

/// What one run measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Units of work a second.
    pub per_s: u64,
    /// Median latency of a step in microseconds.
    pub p50_us: u64,
    /// The latency that 99 of 100 steps do not exceed, in microseconds.
    pub p99_us: u64,
}

impl Run {
    /// The figures of `units` done in `took`, by steps that took `latencies` microseconds each.
    pub fn of(units: u64, took: Duration, mut latencies: Vec<u64>) -> Run {
        latencies.sort_unstable();
        Run {
            per_s: per_second(units, took),
            p50_us: percentile(&latencies, 50),
            p99_us: percentile(&latencies, 99),
        }
    }
}

/// Units a second, rounded up: work that was done is never a rate of 0.
pub fn per_second(units: u64, took: Duration) -> u64 {
    let per_s = (u128::from(units) * 1_000_000).div_ceil(took.as_micros().max(1));
    u64::try_from(per_s).unwrap_or(u64::MAX)
}

/// Whole microseconds.
pub fn micros(took: Duration) -> u64 {
    u64::try_from(took.as_micros()).unwrap_or(u64::MAX)
}

/// The value that `percent` of 100 sorted values do not exceed (nearest rank); 0 of nothing.
pub fn percentile(sorted: &[u64], percent: usize) -> u64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

/// The runs of one contestant, one a round.
#[derive(Clone, Debug, Default)]
pub struct Series(pub Vec<Run>);

impl Series {
    /// Medians over the rounds, each figure by itself.
    pub fn median(&self) -> Run {
        let of = |figure: fn(&Run) -> u64| Spread::of(self.0.iter().map(figure).collect()).median;
        Run {
            per_s: of(|run| run.per_s),
            p50_us: of(|run| run.p50_us),
            p99_us: of(|run| run.p99_us),
        }
    }

    /// The rates over the rounds.
    pub fn rates(&self) -> Spread {
        Spread::of(self.0.iter().map(|run| run.per_s).collect())
    }

    /// How many times the rate of `other`, round by round: runs of one round are neighbours in time.
    pub fn over(&self, other: &Series) -> Ratios {
        self.compared(other, |run| run.per_s)
    }

    /// How many times the median latency of `other`, round by round.
    pub fn latency_over(&self, other: &Series) -> Ratios {
        self.compared(other, |run| run.p50_us)
    }

    fn compared(&self, other: &Series, figure: fn(&Run) -> u64) -> Ratios {
        let pairs = self.0.iter().zip(&other.0);
        let spread = Spread::of(pairs.map(|(one, two)| Ratio::of(figure(one), figure(two)).0).collect());
        Ratios {
            min: Ratio(spread.min),
            median: Ratio(spread.median),
            max: Ratio(spread.max),
        }
    }
}

/// Least, middle and greatest of some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spread {
    pub min: u64,
    /// Middle; of an even number the lower of the two.
    pub median: u64,
    pub max: u64,
}

impl Spread {
    /// All 0 when there are no values.
    pub fn of(mut values: Vec<u64>) -> Spread {
        values.sort_unstable();
        Spread {
            min: values.first().copied().unwrap_or_default(),
            median: percentile(&values, 50),
            max: values.last().copied().unwrap_or_default(),
        }
    }
}

/// A ratio over the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ratios {
    pub min: Ratio,
    pub median: Ratio,
    pub max: Ratio,
}

/// A ratio in thousandths. Written as a number with up to three decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ratio(pub u64);

impl Ratio {
    /// `part` in `whole`; nothing is compared with at least one.
    pub fn of(part: u64, whole: u64) -> Ratio {
        let thousandths = u128::from(part) * 1_000 / u128::from(whole.max(1));
        Ratio(u64::try_from(thousandths).unwrap_or(u64::MAX))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{:03}", self.0 / 1_000, self.0 % 1_000)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Raw, so that a program reads a number and no binary fraction is computed here.
        let raw = RawValue::from_string(self.to_string()).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

#[cfg(test)]
mod tests;
