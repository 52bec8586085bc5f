//! Counts answered calls by kind and minute, so that an alert can report a burst (api §7.16): of logins and claims, of
//! refusals by their code, of faults.
//!
//! Memory is bounded by the number of kinds. A restart begins anew, and each process counts its own calls.
//! Knows nothing of clocks: the caller passes the time.

use crate::limits::Class;
use domain::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Minutes that are looked at together (ASSUMED).
pub const SPAN_MIN: i64 = 5;
/// Minutes before them that say what is usual (ASSUMED).
pub const USUAL_MIN: i64 = 60;
/// A burst is more than this often the usual (ASSUMED).
pub const TIMES: u32 = 5;
/// Fewer calls in a span are no burst, whatever is usual (ASSUMED).
pub const LEAST: u32 = 100;

const KEPT: usize = (SPAN_MIN + USUAL_MIN) as usize;

/// A kind of answered calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallKind {
    /// Logins, however they were answered.
    Login,
    /// Claims and receives, however they were answered.
    Claim,
    /// Answers with this code, 0 excepted.
    Code(i32),
}

/// More of something than is usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    pub kind: CallKind,
    /// How many in the last minutes.
    pub count: u32,
    /// How many are usual in as many minutes.
    pub usual: u32,
}

/// Counts of one kind: a ring of minutes.
#[derive(Clone, Debug)]
struct Ring {
    newest: i64,
    minutes: [u32; KEPT],
}

#[derive(Debug, Default)]
struct Counts {
    first: Option<i64>,
    rings: BTreeMap<CallKind, Ring>,
}

/// The counts of this process. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct CallCounts(Arc<Mutex<Counts>>);

impl CallCounts {
    /// Counts an answered call.
    pub fn count(&self, class: Class, code: i32, now: Timestamp) {
        let of_class = match class {
            Class::Login => Some(CallKind::Login),
            Class::Claim => Some(CallKind::Claim),
            _ => None,
        };
        let of_code = (code != 0).then_some(CallKind::Code(code));
        let minute = minute_of(now);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.first.get_or_insert(minute);
        for kind in of_class.into_iter().chain(of_code) {
            counts
                .rings
                .entry(kind)
                .or_insert_with(|| Ring::new(minute))
                .add(minute);
        }
    }

    /// How many there were of it in the last minutes.
    pub fn recent(&self, kind: CallKind, now: Timestamp) -> u32 {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ring = counts.rings.get(&kind);
        ring.map_or(0, |ring| ring.sum(minute_of(now), 0, SPAN_MIN))
    }

    /// What there is more of than usual. Before a process has answered for long enough, nothing is.
    pub fn bursts(&self, now: Timestamp) -> Vec<Burst> {
        let minute = minute_of(now);
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = counts
            .first
            .map_or(0, |first| (minute - SPAN_MIN + 1 - first).min(USUAL_MIN));
        if before < 2 * SPAN_MIN {
            return Vec::new();
        }
        let burst = |(kind, ring): (&CallKind, &Ring)| {
            let count = ring.sum(minute, 0, SPAN_MIN);
            let known = i64::from(ring.sum(minute, SPAN_MIN, before)) * SPAN_MIN;
            let usual = u32::try_from(known / before).unwrap_or(u32::MAX);
            let is_burst = count >= LEAST && count > usual.saturating_mul(TIMES);
            is_burst.then_some(Burst {
                kind: *kind,
                count,
                usual,
            })
        };
        counts.rings.iter().filter_map(burst).collect()
    }
}

fn minute_of(now: Timestamp) -> i64 {
    now.0.div_euclid(60_000)
}

impl Ring {
    const fn new(minute: i64) -> Ring {
        Ring {
            newest: minute,
            minutes: [0; KEPT],
        }
    }

    fn index(minute: i64) -> usize {
        usize::try_from(minute.rem_euclid(SPAN_MIN + USUAL_MIN)).unwrap_or(0)
    }

    fn add(&mut self, minute: i64) {
        // Minutes in which nothing was counted are empty, and overwrite older ones.
        let passed = (minute - self.newest).clamp(0, SPAN_MIN + USUAL_MIN);
        for later in 1..=passed {
            self.minutes[Ring::index(self.newest + later)] = 0;
        }
        if passed > 0 {
            self.newest = minute;
            self.minutes[Ring::index(minute)] = 0;
        }
        if minute > self.newest - (SPAN_MIN + USUAL_MIN) {
            let count = &mut self.minutes[Ring::index(minute)];
            *count = count.saturating_add(1);
        }
    }

    /// The sum of `length` minutes that end `back` minutes before this one.
    fn sum(&self, minute: i64, back: i64, length: i64) -> u32 {
        let wanted = minute - back - length + 1..=minute - back;
        let kept = wanted.filter(|at| *at <= self.newest && *at > self.newest - (SPAN_MIN + USUAL_MIN));
        kept.map(|at| self.minutes[Ring::index(at)])
            .fold(0, u32::saturating_add)
    }
}

#[cfg(test)]
mod tests;
