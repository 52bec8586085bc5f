//! The newest events of each log in memory, as this process wrote them.
//!
//! Views follow a few milliseconds behind the writer, so what they read next is what was just written. Reading it back
//! would make the server send every event once to each group of views, and each of them decode it and check its MAC.
//!
//! Memory is only believed where the log still holds its last event: a failover may have taken it away, and another
//! process may have written in its place. Whatever is missing here, or was written by others, is read from the log.
//!
//! Whoever asks whether the log is what it was (verify, the notary, the audits) never reads here.

use crate::append::entry::Entry;
use crate::append::rows::EventRow;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::feed;
use crate::read::log_page::{PageEvent, log_page_of};
use sqlx::PgConnection;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Events kept of a log at most, about a kilobyte each (ASSUMED: a quarter of a second at full load).
const KEPT_MAX: usize = 8_192;

type Events = VecDeque<Arc<PageEvent>>;

/// The newest events of the logs; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// Nothing is kept before somebody has read: a process without views keeps nothing.
    is_read: AtomicBool,
    logs: Mutex<HashMap<i32, Events>>,
}

impl Tail {
    /// Keeps what was written after position `base`.
    pub(crate) fn keep(&self, partition: i32, base: i64, entries: &[Entry]) {
        if !self.0.is_read.load(Ordering::Relaxed) {
            return;
        }
        let rows = entries.iter().flat_map(|entry| &entry.events);
        let event = |(row, position): (&EventRow, i64)| {
            Arc::new(PageEvent::written(
                row.recorded(partition, position),
                row.postings.clone(),
            ))
        };
        let written: Vec<_> = rows.zip(base + 1..).map(event).collect();
        self.with(partition, |events| {
            if events.back().is_some_and(|last| last.position != base) {
                events.clear();
            }
            events.extend(written);
            events.drain(..events.len().saturating_sub(KEPT_MAX));
        });
    }

    /// Forgets a log: it may have lost what this process wrote.
    pub(crate) fn forget(&self, partition: i32) {
        self.with(partition, VecDeque::clear);
    }

    /// Up to `limit` events after a position; none when they are not here.
    fn after(&self, partition: i32, position: i64, limit: i64) -> Vec<Arc<PageEvent>> {
        self.0.is_read.store(true, Ordering::Relaxed);
        let limit = usize::try_from(limit).unwrap_or_default();
        self.with(partition, |events| {
            let first = events.front().map(|first| position + 1 - first.position);
            let skipped = first.and_then(|first| usize::try_from(first).ok());
            let kept = skipped.map(|skipped| events.iter().skip(skipped).take(limit).cloned());
            kept.map(Iterator::collect).unwrap_or_default()
        })
    }

    fn with<T>(&self, partition: i32, work: impl FnOnce(&mut Events) -> T) -> T {
        let mut logs = self.0.logs.lock().unwrap_or_else(PoisonError::into_inner);
        work(logs.entry(partition).or_default())
    }
}

impl EventLog {
    /// Up to `limit` events after a position, in order, from memory or from the log: for whoever follows it.
    ///
    /// # Errors
    /// As [`feed::read`].
    pub async fn page(
        &self,
        connection: &mut PgConnection,
        partition: i32,
        after: i64,
        limit: i64,
    ) -> Result<Vec<Arc<PageEvent>>, Fault> {
        let kept = self.tail().after(partition, after, limit);
        if let Some(last) = kept.last()
            && feed::holds(connection, (partition, last.position), &last.leaf).await?
        {
            return Ok(kept);
        }
        let read = feed::read(self.key(), connection, partition, after, limit).await?;
        Ok(log_page_of(read))
    }
}

#[cfg(test)]
mod tests;
