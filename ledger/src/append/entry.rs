//! What stands in the writer's queue: a decided command, a refusal to remember, or a
//! fence, each with the channel for its outcome.
//!
//! Knows nothing of rules and of SQL.

use crate::append::rows::{ClaimRow, EventRow, RequestRow};
use crate::error::Fault;
use crate::mac::{MacKeys, Stored};
use crate::stream_id::StreamId;
use domain::refusal::Refusal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;
use tokio::sync::oneshot;
use tracing::Span;

/// The generation of a cached stream: raised when a decided command failed, which makes older entries stale. Beside it
/// stands which session of the writer wrote the newest version.
#[derive(Clone, Debug, Default)]
pub(crate) struct GenerationCounter(Arc<Mark>);

#[derive(Debug, Default)]
struct Mark {
    generation: AtomicU64,
    /// The session of the writer that wrote the newest version; 0: none did since the stream was read.
    written_by: AtomicU64,
}

impl GenerationCounter {
    pub(crate) fn current(&self) -> u64 {
        self.0.generation.load(Ordering::SeqCst)
    }

    pub(crate) fn end(&self) {
        self.0.generation.fetch_add(1, Ordering::SeqCst);
    }

    /// The stream was read anew, by whatever connection.
    pub(crate) fn mark_read(&self) {
        self.0.written_by.store(0, Ordering::SeqCst);
    }

    fn written_by(&self) -> u64 {
        self.0.written_by.load(Ordering::SeqCst)
    }
}

/// A decided command, a refusal to remember, or a fence: what is checked is that
/// the stream still stands where the decision saw it.
pub(crate) struct Entry {
    pub stream_type: &'static str,
    pub stream_key: String,
    /// Version the decision was made on, and its leaf.
    pub expected: i64,
    pub leaf: [u8; 32],
    pub generations: GenerationCounter,
    pub generation: u64,
    pub events: Vec<EventRow>,
    pub claims: Vec<ClaimRow>,
    pub remember: Option<RequestRow>,
    pub macs: Macs,
    /// Ends with the outcome.
    pub wait: Span,
    pub done: oneshot::Sender<Result<Committed, AppendError>>,
}

/// The MACs of an entry's rows, made before it stands in the queue: there they are made side by side.
#[derive(Default)]
pub(crate) struct Macs {
    pub events: Vec<Stored>,
    pub request: Option<Stored>,
}

/// A durable entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Committed {
    /// Position of the entry's last event, if it had any.
    pub position: Option<i64>,
}

/// Why an entry was not written.
#[derive(Debug, Error)]
pub(crate) enum AppendError {
    /// The stream moved on; decide again.
    #[error("the stream has moved on")]
    Conflict,
    /// The request id already has an answer.
    #[error("the request id is taken")]
    RequestTaken,
    /// A natural key is taken.
    #[error("a natural key is taken")]
    KeyTaken(Refusal),
    /// The queue is full.
    #[error("the queue is full")]
    Busy,
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Entry {
    /// Makes the MACs of the entry's rows.
    pub(crate) fn seal(&mut self, partition: i32, key: &MacKeys) {
        let events = self.events.iter().map(|event| key.of_event(partition, event));
        self.macs = Macs {
            events: events.collect(),
            request: self.remember.as_ref().map(|request| key.of_request(partition, request)),
        };
    }

    /// An entry of nobody's without rows, for tests.
    #[cfg(test)]
    pub(crate) fn blank(done: oneshot::Sender<Result<Committed, AppendError>>) -> Entry {
        Entry {
            stream_type: "player",
            stream_key: "somebody".into(),
            expected: 0,
            leaf: [0; 32],
            generations: GenerationCounter::default(),
            generation: 0,
            events: Vec::new(),
            claims: Vec::new(),
            remember: None,
            macs: Macs::default(),
            wait: Span::none(),
            done,
        }
    }

    pub(crate) fn is_stale(&self) -> bool {
        self.generations.current() != self.generation
    }

    /// Whether the version before was written by this session of the writer. What one session of the server has
    /// committed cannot vanish within it; a failover or a restart ends it.
    pub(crate) fn is_continued_by(&self, session: u64) -> bool {
        self.expected == 0 || self.generations.written_by() == session
    }

    /// Remembers which session of the writer has written the stream's newest version.
    pub(crate) fn mark_written(&self, session: u64) {
        if !self.events.is_empty() && !self.is_stale() {
            self.generations.0.written_by.store(session, Ordering::SeqCst);
        }
    }

    pub(crate) fn has_rows(&self) -> bool {
        !self.events.is_empty() || self.remember.is_some()
    }

    /// Whether it writes nothing and is about a stream of the house, such as the configuration.
    ///
    /// A start reads these streams, and goes on reading them every second. It must not wait for a standby: without one
    /// the process reports that it is not ready, and waiting longer would not help. Nobody is answered by that alone: whoever is answered from a
    /// player's stream, or writes, waits until a standby has everything that could be seen before, the house's events
    /// included. What staff are shown of the house's own streams may be lost with a primary that was restarted and then
    /// replaced before a standby came back.
    pub(crate) fn is_look_at_the_house(&self) -> bool {
        !self.has_rows() && StreamId::parse(&self.stream_key).owner.is_nil()
    }

    pub(crate) fn fail(self, error: AppendError) {
        if !self.is_stale() {
            self.generations.end();
        }
        // The caller may have given up waiting; the outcome stands either way.
        let _ = self.done.send(Err(error));
    }

    /// Returns the position of the last event to who waits, where the entry had any, and counts on.
    pub(crate) fn succeed(self, base: &mut i64) {
        *base += self.events.len() as i64;
        let position = (!self.events.is_empty()).then_some(*base);
        let _ = self.done.send(Ok(Committed { position }));
    }
}
