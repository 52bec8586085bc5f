//! What stands in the writer's queue: a decided command, a refusal to remember, or a
//! fence, each with the channel for its outcome.
//!
//! Knows nothing of rules and of SQL.

use crate::append::rows::{ClaimRow, EventRow, RequestRow};
use crate::error::Fault;
use domain::refusal::Refusal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;
use tokio::sync::oneshot;

/// The generation of a cached stream: raised when a decided command failed, which makes older entries stale.
#[derive(Clone, Debug, Default)]
pub(crate) struct GenerationCounter(Arc<AtomicU64>);

impl GenerationCounter {
    pub(crate) fn current(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn end(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A decided command, a refusal to remember, or a fence: what is checked is that
/// the stream still stands where the decision saw it.
pub(crate) struct Entry {
    pub stream_type: &'static str,
    pub stream_key: String,
    /// Version the decision was made on.
    pub expected: i64,
    pub generations: GenerationCounter,
    pub generation: u64,
    pub events: Vec<EventRow>,
    pub claims: Vec<ClaimRow>,
    pub remember: Option<RequestRow>,
    pub done: oneshot::Sender<Result<Committed, AppendError>>,
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
    pub(crate) fn is_stale(&self) -> bool {
        self.generations.current() != self.generation
    }

    pub(crate) fn has_rows(&self) -> bool {
        !self.events.is_empty() || self.remember.is_some()
    }

    pub(crate) fn fail(self, error: AppendError) {
        if !self.is_stale() {
            self.generations.end();
        }
        // The caller may have given up waiting; the outcome stands either way.
        let _ = self.done.send(Err(error));
    }

    pub(crate) fn succeed(self, base: &mut i64) {
        *base += self.events.len() as i64;
        let position = (!self.events.is_empty()).then_some(*base);
        let _ = self.done.send(Ok(Committed { position }));
    }
}
