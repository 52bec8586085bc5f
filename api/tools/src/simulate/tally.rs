//! Figures of a run: counts by call and code, and what must not have happened.

use super::stats::{Histogram, per_second};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What happened to one kind of call.
#[derive(Clone, Debug, Default)]
pub struct CallFigures {
    pub count: u64,
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
    pub calls: BTreeMap<&'static str, CallFigures>,
    /// Requests that were sent again although answered.
    pub repeats: u64,
    /// Requests that were answered twice differently, in words.
    pub mismatches: Vec<String>,
    /// Revealed dives that were recomputed.
    pub dives_verified: u64,
    /// Revealed dives whose record differs from the draw, in words.
    pub dives_unfair: Vec<String>,
    /// Answers whose balances were compared with the player's own books.
    pub balances_compared: u64,
    /// Balances that differ from them, in words.
    pub balances_wrong: Vec<String>,
    /// Players who could not go on, in words.
    pub gave_up: Vec<String>,
}

impl Tally {
    pub fn merge(&mut self, other: Tally) {
        other
            .calls
            .iter()
            .for_each(|(call, figures)| self.calls.entry(call).or_default().merge(figures));
        self.repeats += other.repeats;
        self.dives_verified += other.dives_verified;
        self.balances_compared += other.balances_compared;
        self.balances_wrong.extend(other.balances_wrong);
        self.mismatches.extend(other.mismatches);
        self.dives_unfair.extend(other.dives_unfair);
        self.gave_up.extend(other.gave_up);
    }

    pub fn total(&self) -> CallFigures {
        let mut total = CallFigures::default();
        self.calls.values().for_each(|figures| total.merge(figures));
        total
    }

    /// True when nothing happened that must not happen. Refusals and lost connections may.
    pub fn is_clean(&self) -> bool {
        let broken = self.mismatches.len() + self.balances_wrong.len() + self.dives_unfair.len() + self.gave_up.len();
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
            "balances_compared": self.balances_compared, "balances_wrong": self.balances_wrong,
            "dives_verified": self.dives_verified, "dives_unfair": self.dives_unfair, "gave_up": self.gave_up,
        })
    }
}

#[cfg(test)]
mod tests;
