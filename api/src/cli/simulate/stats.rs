//! Figures of a run: counts by call and code, and latencies in a histogram of whole microseconds.
//! Integers only; a histogram's quantiles are at most 1.6 % above the truth and its maximum is exact.

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Sub-buckets of each power of two: 64, so a bucket is at most 1/64 wide.
const FINE_BITS: u32 = 6;
const FINE: u64 = 1 << FINE_BITS;

/// How often each latency occurred.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    counts: Vec<u64>,
    total: u64,
    max_us: u64,
}

impl Histogram {
    /// Counts one latency.
    pub fn record(&mut self, us: u64) {
        let bucket = bucket_of(us);
        if self.counts.len() <= bucket {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.total += 1;
        self.max_us = self.max_us.max(us);
    }

    /// Adds another histogram's counts.
    pub fn merge(&mut self, other: &Histogram) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts
            .iter_mut()
            .zip(&other.counts)
            .for_each(|(mine, theirs)| *mine += theirs);
        self.total += other.total;
        self.max_us = self.max_us.max(other.max_us);
    }

    /// The smallest latency that `per_mille` of all do not exceed; 0 when nothing was counted.
    pub fn quantile_us(&self, per_mille: u64) -> u64 {
        let rank = (self.total * per_mille).div_ceil(1_000).max(1);
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= rank {
                return highest_in(bucket).min(self.max_us);
            }
        }
        0
    }

    /// The longest latency.
    pub fn max_us(&self) -> u64 {
        self.max_us
    }
}

// Below 128 every value has its own bucket; above, the top seven bits choose it.
fn bucket_of(us: u64) -> usize {
    let shift = (63 - (us | 1).leading_zeros()).saturating_sub(FINE_BITS);
    (u64::from(shift) * FINE + (us >> shift)) as usize
}

fn highest_in(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    let shift = (bucket / FINE).saturating_sub(1);
    let top = bucket - shift * FINE;
    ((top + 1) << shift) - 1
}

/// What happened to one kind of call.
#[derive(Clone, Debug, Default)]
pub struct CallFigures {
    /// Answers received.
    pub count: u64,
    /// Refusals by code.
    pub refused: BTreeMap<i32, u64>,
    /// Answers that blame the server: status 5xx or code -1.
    pub server_faults: u64,
    /// Requests without a whole answer.
    pub network_faults: u64,
    /// Latency of the answers.
    pub latency: Histogram,
}

impl CallFigures {
    fn merge(&mut self, other: &CallFigures) {
        self.count += other.count;
        self.server_faults += other.server_faults;
        self.network_faults += other.network_faults;
        other
            .refused
            .iter()
            .for_each(|(code, count)| *self.refused.entry(*code).or_default() += count);
        self.latency.merge(&other.latency);
    }

    fn json(&self, elapsed_ms: u64) -> Value {
        json!({
            "count": self.count, "refused": self.refused, "server_faults": self.server_faults,
            "network_faults": self.network_faults, "per_second": per_second(self.count, elapsed_ms),
            "p50_us": self.latency.quantile_us(500), "p99_us": self.latency.quantile_us(990), "max_us": self.latency.max_us(),
        })
    }
}

/// The figures of one player, or of all.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By call.
    pub calls: BTreeMap<&'static str, CallFigures>,
    /// Requests that were sent again although answered.
    pub repeats: u64,
    /// Requests that were answered twice differently, in words.
    pub mismatches: Vec<String>,
    /// Revealed dives that were recomputed.
    pub dives_verified: u64,
    /// Revealed dives whose record differs from the draw, in words.
    pub dives_unfair: Vec<String>,
    /// Players who could not go on, in words.
    pub gave_up: Vec<String>,
}

impl Tally {
    /// Adds another tally.
    pub fn merge(&mut self, other: Tally) {
        other
            .calls
            .iter()
            .for_each(|(call, figures)| self.calls.entry(call).or_default().merge(figures));
        self.repeats += other.repeats;
        self.dives_verified += other.dives_verified;
        self.mismatches.extend(other.mismatches);
        self.dives_unfair.extend(other.dives_unfair);
        self.gave_up.extend(other.gave_up);
    }

    /// All calls together.
    pub fn total(&self) -> CallFigures {
        let mut total = CallFigures::default();
        self.calls.values().for_each(|figures| total.merge(figures));
        total
    }

    /// True when nothing happened that must not happen. Refusals and lost connections may.
    pub fn is_clean(&self) -> bool {
        let broken = self.mismatches.len() + self.dives_unfair.len() + self.gave_up.len();
        broken == 0 && self.total().server_faults == 0
    }

    /// Everything as one object.
    pub fn json(&self, players: usize, elapsed_ms: u64) -> Value {
        let calls: BTreeMap<_, _> = self
            .calls
            .iter()
            .map(|(call, figures)| (*call, figures.json(elapsed_ms)))
            .collect();
        json!({
            "ok": self.is_clean(), "players": players, "elapsed_ms": elapsed_ms, "calls": calls,
            "total": self.total().json(elapsed_ms), "repeats": self.repeats, "mismatches": self.mismatches,
            "dives_verified": self.dives_verified, "dives_unfair": self.dives_unfair, "gave_up": self.gave_up,
        })
    }
}

/// `count` a second over `elapsed_ms`, with one decimal.
pub fn per_second(count: u64, elapsed_ms: u64) -> String {
    let tenths = count.saturating_mul(10_000) / elapsed_ms.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quantiles_of_small_numbers_are_exact() {
        let mut histogram = Histogram::default();
        (1..=100).for_each(|us| histogram.record(us));
        assert_eq!(
            [500, 990, 1_000].map(|per_mille| histogram.quantile_us(per_mille)),
            [50, 99, 100]
        );
        assert_eq!((histogram.quantile_us(0), histogram.max_us()), (1, 100));
    }

    #[test]
    fn nothing_counted_is_nothing_measured() {
        assert_eq!(
            (Histogram::default().quantile_us(990), Histogram::default().max_us()),
            (0, 0)
        );
        assert_eq!(per_second(5, 0), "5000.0");
    }

    #[test]
    fn a_rate_has_one_decimal() {
        assert_eq!(
            (per_second(1_234, 10_000), per_second(1, 3_000)),
            ("123.4".to_owned(), "0.3".to_owned())
        );
    }

    #[test]
    fn merging_is_counting_together() {
        let mut left = Tally::default();
        let figures = left.calls.entry("fishing/cast").or_default();
        (figures.count, figures.server_faults) = (2, 1);
        figures.refused.insert(2001, 1);
        let mut right = left.clone();
        right.calls.entry("user/info").or_default().count = 5;
        right.repeats = 3;
        left.merge(right);
        assert_eq!(
            (
                left.calls["fishing/cast"].count,
                left.calls["fishing/cast"].refused[&2001]
            ),
            (4, 2)
        );
        assert_eq!(
            (left.total().count, left.total().server_faults, left.repeats),
            (9, 2, 3)
        );
    }

    #[test]
    fn refusals_are_clean_and_contradictions_are_not() {
        let mut tally = Tally::default();
        tally.calls.entry("signin/sign").or_default().refused.insert(4006, 9);
        tally.calls.entry("signin/sign").or_default().network_faults = 1;
        assert!(tally.is_clean());
        let unclean: [fn(&mut Tally); 4] = [
            |tally| tally.mismatches.push("x".into()),
            |tally| tally.dives_unfair.push("x".into()),
            |tally| tally.gave_up.push("x".into()),
            |tally| tally.calls.entry("user/info").or_default().server_faults = 1,
        ];
        for spoil in unclean {
            let mut spoiled = tally.clone();
            spoil(&mut spoiled);
            assert!(!spoiled.is_clean());
        }
    }

    proptest! {
        #[test]
        fn a_quantile_is_never_below_the_truth_and_at_most_a_sixtyfourth_above(
            mut latencies in proptest::collection::vec(0..10_000_000u64, 1..200),
            per_mille in 1..=1_000u64,
        ) {
            let mut halves = [Histogram::default(), Histogram::default()];
            latencies.iter().enumerate().for_each(|(index, us)| halves[index % 2].record(*us));
            let [mut all, other] = halves;
            all.merge(&other);
            latencies.sort_unstable();
            let rank = (latencies.len() as u64 * per_mille).div_ceil(1_000).max(1) as usize;
            let truth = latencies[rank - 1];
            let told = all.quantile_us(per_mille);
            prop_assert!((truth..=truth + truth / 64).contains(&told), "{told} for {truth}");
            prop_assert_eq!(all.max_us(), latencies[latencies.len() - 1]);
        }
    }
}
