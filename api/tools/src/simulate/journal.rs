//! What players were answered, kept by whoever wants to know later whether it is still true.

use serde_json::{Map, Value};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// A command and the answer that is kept with its request id.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    pub tg_id: i64,
    pub call: &'static str,
    pub req_id: uuid::Uuid,
    pub body: Map<String, Value>,
    /// 0, or the code of a refusal that depended on the player's state.
    pub error: i32,
    /// `data`, byte for byte.
    pub data: String,
    pub at: Instant,
}

/// Acknowledged commands of all players, in the order of their answers.
#[derive(Default)]
pub struct Journal {
    entries: Mutex<Vec<Acknowledged>>,
    count: watch::Sender<usize>,
}

impl Journal {
    pub fn keep(&self, acknowledged: Acknowledged) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.push(acknowledged);
        self.count.send_replace(entries.len());
    }

    /// Waits until so many more are there.
    pub async fn progress(&self, more: usize) {
        let mut count = self.count.subscribe();
        let goal = *count.borrow() + more;
        // The sender lives as long as this value.
        count.wait_for(|count| *count >= goal).await.ok();
    }

    /// All of them.
    pub fn entries(&self) -> Vec<Acknowledged> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// When the last one came.
    pub fn last_at(&self) -> Option<Instant> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.last().map(|last| last.at)
    }

    /// The longest time without one, from `began` to `ended`.
    pub fn longest_gap(&self, began: Instant, ended: Instant) -> Duration {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let within = entries
            .iter()
            .map(|entry| entry.at)
            .filter(|at| (began..ended).contains(at));
        let (last, longest) = within.fold((began, Duration::ZERO), |(before, longest), at| {
            (at.max(before), longest.max(at.saturating_duration_since(before)))
        });
        longest.max(ended.saturating_duration_since(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_gap_counts_from_the_beginning_and_to_the_end() {
        let began = Instant::now();
        let at = |seconds| began + Duration::from_secs(seconds);
        let journal = Journal::default();
        assert_eq!(journal.longest_gap(began, at(3)), Duration::from_secs(3));
        for seconds in [1, 2, 6, 7, 90] {
            journal.keep(Acknowledged {
                tg_id: 1,
                call: "fishing/cast",
                req_id: uuid::Uuid::nil(),
                body: Map::new(),
                error: 0,
                data: String::new(),
                at: at(seconds),
            });
        }
        assert_eq!(journal.longest_gap(began, at(8)), Duration::from_secs(4));
        assert_eq!(journal.longest_gap(began, at(17)), Duration::from_secs(10));
        assert_eq!(journal.last_at(), Some(at(90)));
    }
}
