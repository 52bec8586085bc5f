//! Latencies in a histogram of whole microseconds, and rates. Integers only; a histogram's quantiles are at most 1.6 % above the truth and its maximum is exact.

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

/// `count` a second over `elapsed_ms`, with one decimal.
pub fn per_second(count: u64, elapsed_ms: u64) -> String {
    let tenths = count.saturating_mul(10_000) / elapsed_ms.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests;
