//! The promises that a run is held against, each a bound on one figure of one case.
//!
//! Ratios are of one run. A promise whose case was not run is neither kept nor missed.

use super::figures::Ratio;
use super::report::Figure;

/// Which figure of a case.
#[derive(Clone, Copy, Debug)]
enum Reading {
    PerSecond,
    P99,
    Stock,
    Limit,
    Extra(&'static str),
}

/// The bound, in thousandths.
#[derive(Clone, Copy, Debug)]
enum Bound {
    AtLeast(u64),
    AtMost(u64),
}

struct Promise {
    says: &'static str,
    case: &'static str,
    clients: usize,
    reading: Reading,
    bound: Bound,
    /// Speaks of numbers of events or players that a quick look does not reach.
    full_size: bool,
}

const fn promise(says: &'static str, case: &'static str, clients: usize, reading: Reading, bound: Bound) -> Promise {
    Promise {
        says,
        case,
        clients,
        reading,
        bound,
        full_size: false,
    }
}

const fn at_full_size(promise: Promise) -> Promise {
    Promise {
        full_size: true,
        ..promise
    }
}

/// ASSUMED to be the owner's: the bounds under which the ledger was accepted.
const PROMISES: &[Promise] = &[
    promise(
        "sustained, all views, 64 clients: 12 times stock with one view",
        "write_spread",
        64,
        Reading::Stock,
        Bound::AtLeast(12_000),
    ),
    promise(
        "sustained, all views, 512 clients: 12 times stock with one view",
        "write_spread",
        512,
        Reading::Stock,
        Bound::AtLeast(12_000),
    ),
    promise(
        "append, one client: 3 times stock",
        "write_spread.append",
        1,
        Reading::Stock,
        Bound::AtLeast(3_000),
    ),
    promise(
        "append, 64 clients: 15 times stock",
        "write_spread.append",
        64,
        Reading::Stock,
        Bound::AtLeast(15_000),
    ),
    promise(
        "append, 512 clients: 25 times stock",
        "write_spread.append",
        512,
        Reading::Stock,
        Bound::AtLeast(25_000),
    ),
    promise(
        "append, one client: median latency within 1.5 of a bare insert",
        "write_spread.append",
        1,
        Reading::Extra("p50_over_insert"),
        Bound::AtMost(1_500),
    ),
    promise(
        "append, 512 clients: 0.7 of the batched insert of the same facts",
        "write_spread.append",
        512,
        Reading::Limit,
        Bound::AtLeast(700),
    ),
    promise(
        "seals, 64 clients: 0.97 of the same without MACs",
        "seals",
        64,
        Reading::Extra("over_unsealed"),
        Bound::AtLeast(970),
    ),
    promise(
        "seals, 512 clients: 0.97 of the same without MACs",
        "seals",
        512,
        Reading::Extra("over_unsealed"),
        Bound::AtLeast(970),
    ),
    promise(
        "10 hot streams: 0.8 of spread",
        "write_hot10",
        64,
        Reading::Extra("over_spread"),
        Bound::AtLeast(800),
    ),
    promise(
        "10 hot streams, 512 clients: 0.8 of spread",
        "write_hot10",
        512,
        Reading::Extra("over_spread"),
        Bound::AtLeast(800),
    ),
    promise(
        "two processes: 0.9 of one",
        "two_processes",
        64,
        Reading::Extra("over_one"),
        Bound::AtLeast(900),
    ),
    promise(
        "two processes: nothing lost",
        "two_processes",
        64,
        Reading::Extra("lost"),
        Bound::AtMost(0),
    ),
    promise(
        "two processes on the same streams: nothing lost",
        "two_processes_shared",
        64,
        Reading::Extra("lost"),
        Bound::AtMost(0),
    ),
    at_full_size(promise(
        "a long stream, warm: 1.3 of a short one",
        "stream_long",
        1,
        Reading::Extra("p50_over_short"),
        Bound::AtMost(1_300),
    )),
    at_full_size(promise(
        "a long stream, cold: 20 ms",
        "stream_long_cold",
        1,
        Reading::P99,
        Bound::AtMost(20_000_000),
    )),
    at_full_size(promise(
        "memory is bounded: a million players against 300,000",
        "memory",
        1,
        Reading::Extra("rss_over_full"),
        Bound::AtMost(1_200),
    )),
    at_full_size(promise(
        "what a million players are owed is stated in 60 s",
        "liabilities",
        1,
        Reading::Extra("stated_ms"),
        Bound::AtMost(60_000_000),
    )),
    at_full_size(promise(
        "draws of revealed dives recomputed: 100,000 casts/s",
        "draws",
        1,
        Reading::PerSecond,
        Bound::AtLeast(100_000_000),
    )),
    at_full_size(promise(
        "replay: 400,000 events/s",
        "replay",
        1,
        Reading::PerSecond,
        Bound::AtLeast(400_000_000),
    )),
    at_full_size(promise(
        "rebuild of balances: 100,000 events/s",
        "rebuild",
        1,
        Reading::PerSecond,
        Bound::AtLeast(100_000_000),
    )),
    at_full_size(promise(
        "verify: a million events in 30 s",
        "verify",
        1,
        Reading::PerSecond,
        Bound::AtLeast(33_333_000),
    )),
    at_full_size(promise(
        "as-of balance: 5 ms",
        "as_of",
        1,
        Reading::P99,
        Bound::AtMost(5_000_000),
    )),
    at_full_size(promise(
        "a page of the journal: 200 ms",
        "journal",
        1,
        Reading::P99,
        Bound::AtMost(200_000_000),
    )),
    at_full_size(promise(
        "trial balance of the past: 2 s",
        "trial",
        1,
        Reading::P99,
        Bound::AtMost(2_000_000_000),
    )),
    at_full_size(promise(
        "export: 50,000 rows/s",
        "export",
        1,
        Reading::PerSecond,
        Bound::AtLeast(50_000_000),
    )),
    promise(
        "projection lag: 250 ms",
        "lag",
        64,
        Reading::P99,
        Bound::AtMost(250_000_000),
    ),
];

/// A promise with what was measured.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The promise, in words.
    pub promise: String,
    /// In thousandths; none when its case was not run.
    found: Option<u64>,
    /// None when its case was not run, or not at its size.
    pub kept: Option<bool>,
}

impl Verdict {
    /// What was measured, as a number.
    pub fn measured(&self) -> String {
        self.found.map(|found| Ratio(found).to_string()).unwrap_or_default()
    }

    /// One word for it.
    pub fn word(&self) -> &'static str {
        match self.kept {
            Some(true) => "kept",
            Some(false) => "MISSED",
            None => "not run",
        }
    }
}

/// Holds every promise against the figures, of which those of a quick look are not at their full size.
pub fn judge(figures: &[Figure], quick: bool) -> Vec<Verdict> {
    PROMISES.iter().map(|promise| promise.judge(figures, quick)).collect()
}

impl Promise {
    fn judge(&self, figures: &[Figure], quick: bool) -> Verdict {
        let figure = figures
            .iter()
            .find(|figure| figure.case == self.case && figure.clients == self.clients)
            .filter(|_| !(quick && self.full_size));
        let found = figure.map(|figure| self.reading.of(figure));
        let kept = found.map(|found| match (found, self.bound) {
            (Some(found), Bound::AtLeast(bound)) => found >= bound,
            (Some(found), Bound::AtMost(bound)) => found <= bound,
            // A case that ran without the figure has not shown what it promised.
            (None, _) => false,
        });
        Verdict {
            promise: format!("{} ({}, {} clients)", self.says, self.case, self.clients),
            found: found.flatten(),
            kept,
        }
    }
}

impl Reading {
    fn of(self, figure: &Figure) -> Option<u64> {
        let whole = |value: Option<u64>| value.and_then(|value| value.checked_mul(1_000));
        match self {
            Reading::PerSecond => whole(figure.per_s),
            Reading::P99 => whole(figure.p99_us),
            Reading::Stock => figure.ratio_stock.map(|ratio| ratio.0),
            Reading::Limit => figure.ratio_limit.map(|ratio| ratio.0),
            Reading::Extra(name) => figure.extra_milli(name),
        }
    }
}

#[cfg(test)]
mod tests;
