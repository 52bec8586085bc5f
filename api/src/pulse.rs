//! How many calls of a kind this process answered in each of the last minutes, so that a burst is seen
//! (api §7.16): of logins and claims, of refusals by their code, of faults.
//!
//! Memory is bounded by the kinds there are. A restart begins anew, and another process counts its own calls.
//! Knows nothing of clocks: whoever counts and whoever asks says which moment it is.

use crate::limits::Class;
use domain::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Minutes that are looked at together (ASSUMED).
pub const SPAN_MIN: i64 = 5;
/// Minutes before them that tell what is usual (ASSUMED).
pub const USUAL_MIN: i64 = 60;
/// A burst is more than this often the usual (ASSUMED).
pub const TIMES: u32 = 5;
/// Fewer calls in a span are no burst, whatever is usual (ASSUMED).
pub const LEAST: u32 = 100;

const KEPT: usize = (SPAN_MIN + USUAL_MIN) as usize;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Beat {
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
    /// Of what.
    pub beat: Beat,
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
    rings: BTreeMap<Beat, Ring>,
}

/// The counts of this process. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Pulse(Arc<Mutex<Counts>>);

impl Pulse {
    /// Counts an answered call.
    pub fn count(&self, class: Class, code: i32, now: Timestamp) {
        let of_class = match class {
            Class::Login => Some(Beat::Login),
            Class::Claim => Some(Beat::Claim),
            _ => None,
        };
        let of_code = (code != 0).then_some(Beat::Code(code));
        let minute = minute_of(now);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.first.get_or_insert(minute);
        for beat in of_class.into_iter().chain(of_code) {
            counts
                .rings
                .entry(beat)
                .or_insert_with(|| Ring::new(minute))
                .add(minute);
        }
    }

    /// How many there were of it in the last minutes.
    pub fn recent(&self, beat: Beat, now: Timestamp) -> u32 {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ring = counts.rings.get(&beat);
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
        let burst = |(beat, ring): (&Beat, &Ring)| {
            let count = ring.sum(minute, 0, SPAN_MIN);
            let known = i64::from(ring.sum(minute, SPAN_MIN, before)) * SPAN_MIN;
            let usual = u32::try_from(known / before).unwrap_or(u32::MAX);
            let is_burst = count >= LEAST && count > usual.saturating_mul(TIMES);
            is_burst.then_some(Burst {
                beat: *beat,
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

    fn place(minute: i64) -> usize {
        usize::try_from(minute.rem_euclid(SPAN_MIN + USUAL_MIN)).unwrap_or(0)
    }

    fn add(&mut self, minute: i64) {
        // Minutes in which nothing was counted are empty, and take the places of older ones.
        let passed = (minute - self.newest).clamp(0, SPAN_MIN + USUAL_MIN);
        for later in 1..=passed {
            self.minutes[Ring::place(self.newest + later)] = 0;
        }
        if passed > 0 {
            self.newest = minute;
            self.minutes[Ring::place(minute)] = 0;
        }
        if minute > self.newest - (SPAN_MIN + USUAL_MIN) {
            let count = &mut self.minutes[Ring::place(minute)];
            *count = count.saturating_add(1);
        }
    }

    /// The sum of `length` minutes that end `back` minutes before this one.
    fn sum(&self, minute: i64, back: i64, length: i64) -> u32 {
        let wanted = minute - back - length + 1..=minute - back;
        let kept = wanted.filter(|at| *at <= self.newest && *at > self.newest - (SPAN_MIN + USUAL_MIN));
        kept.map(|at| self.minutes[Ring::place(at)])
            .fold(0, u32::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: i64) -> Timestamp {
        Timestamp(1_700_000_040_000 + minute * 60_000)
    }

    fn logins(pulse: &Pulse, minutes: std::ops::Range<i64>, each: u32) {
        for minute in minutes {
            for _ in 0..each {
                pulse.count(Class::Login, 0, at(minute));
            }
        }
    }

    #[test]
    fn a_burst_is_told_while_it_lasts_and_is_usual_after_an_hour() {
        let pulse = Pulse::default();
        logins(&pulse, 0..60, 4);
        assert_eq!(pulse.bursts(at(59)), []);
        logins(&pulse, 60..62, 51);
        let burst = Burst {
            beat: Beat::Login,
            count: 3 * 4 + 2 * 51,
            usual: 20,
        };
        assert_eq!(pulse.bursts(at(61)), [burst]);
        assert_eq!(pulse.bursts(at(67)), []);
        logins(&pulse, 67..140, 51);
        assert_eq!(pulse.bursts(at(139)), []);
    }

    #[test]
    fn few_calls_and_a_fresh_process_are_no_burst() {
        let fresh = Pulse::default();
        logins(&fresh, 0..10, 1_000);
        assert_eq!(fresh.bursts(at(9)), []);
        let few = Pulse::default();
        logins(&few, 0..20, 1);
        logins(&few, 20..25, (LEAST - 1) / 5);
        assert_eq!(few.bursts(at(24)), []);
    }

    #[test]
    fn codes_are_counted_by_themselves_and_forgotten() {
        let pulse = Pulse::default();
        pulse.count(Class::Other, 0, at(0));
        for _ in 0..LEAST {
            pulse.count(Class::Other, 4001, at(30));
        }
        let found: Vec<Beat> = pulse.bursts(at(31)).into_iter().map(|burst| burst.beat).collect();
        assert_eq!(found, [Beat::Code(4001)]);
        assert_eq!(
            (
                pulse.recent(Beat::Code(4001), at(34)),
                pulse.recent(Beat::Code(4001), at(35))
            ),
            (LEAST, 0)
        );
        assert_eq!(pulse.recent(Beat::Code(-1), at(31)), 0);
        pulse.count(Class::Other, 4001, at(500));
        assert_eq!(pulse.recent(Beat::Code(4001), at(500)), 1);
    }
}
