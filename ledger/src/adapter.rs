//! Lifts a pure stream of `domain` into a `cqrs_es::Aggregate`, once for all streams.
//!
//! The framework calls `handle` with the command and everything the decision may
//! know; the events go through its sink, the answer is shaped from the state they
//! lead to. Nothing here knows a rule.

use crate::append::entry::Committed;
use crate::append::rows::ClaimRow;
use crate::error::Fault;
use crate::request::{Request, Shape};
use crate::seeds::Seeds;
use cqrs_es::event_sink::EventSink;
use cqrs_es::{Aggregate, DomainEvent};
use domain::refusal::Refusal;
use domain::stream::{Context, Stream, StreamEvent};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};
use thiserror::Error;
use uuid::Uuid;

/// A stream as the framework sees it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(bound = "S: Stream")]
pub struct Lifted<S: Stream> {
    /// The state, taken out of the cache for the decision, so that it is changed without being copied.
    pub state: Arc<S>,
    /// Version of the state when it was loaded.
    #[serde(skip)]
    pub(crate) version: u64,
    /// The newest leaf of the stream when it was loaded: the same version may be another history's.
    #[serde(skip)]
    pub(crate) leaf: [u8; 32],
    /// Whether an event of the decision was folded into the state.
    #[serde(skip)]
    pub(crate) is_changed: bool,
    /// What the decision leaves for the store.
    #[serde(skip)]
    pub(crate) pending: Option<Pending>,
}

/// An event as the framework sees it: stored exactly as the fact writes itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent, bound = "E: StreamEvent")]
pub struct LiftedEvent<E: StreamEvent>(pub E);

impl<E: StreamEvent> DomainEvent for LiftedEvent<E> {
    fn event_type(&self) -> String {
        self.0.name().to_owned()
    }

    fn event_version(&self) -> String {
        self.0.version().to_string()
    }
}

/// A command with everything its decision may know.
pub struct LiftedCommand<S: Stream> {
    pub(crate) command: S::Command,
    pub(crate) owner: Uuid,
    pub(crate) context: Context,
    pub(crate) request: Request,
    pub(crate) shape: Arc<dyn Shape<S>>,
    pub(crate) outcome: Outcome,
}

/// What a decision leaves for the store to write beside the events.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub now: domain::time::Timestamp,
    pub request: Request,
    pub claims: Vec<ClaimRow>,
    pub answer: String,
    pub version: u64,
    pub outcome: Outcome,
}

/// Where the store leaves the durable outcome for the command handler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome(Arc<Mutex<Option<(Committed, String, u64)>>>);

impl Outcome {
    pub(crate) fn set(&self, committed: Committed, answer: String, version: u64) {
        if let Ok(mut slot) = self.0.lock() {
            *slot = Some((committed, answer, version));
        }
    }

    pub(crate) fn take(&self) -> Option<(Committed, String, u64)> {
        self.0.lock().ok().and_then(|mut slot| slot.take())
    }
}

/// Why `handle` gave no events.
#[derive(Debug, Error)]
pub enum LiftedError {
    /// The rule refused; the answer is shaped from the state it saw.
    #[error("{refusal}")]
    Refused {
        refusal: Refusal,
        answer: String,
        /// The leaf of the state it was decided on.
        leaf: [u8; 32],
    },
    /// The decision could not be made.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl<S: Stream> Aggregate for Lifted<S> {
    const TYPE: &'static str = S::TYPE;
    type Command = LiftedCommand<S>;
    type Event = LiftedEvent<S::Event>;
    type Error = LiftedError;
    type Services = Seeds;

    async fn handle(
        &mut self,
        command: LiftedCommand<S>,
        seeds: &Seeds,
        sink: &EventSink<Self>,
    ) -> Result<(), LiftedError> {
        let LiftedCommand {
            command,
            owner,
            mut context,
            request,
            shape,
            outcome,
        } = command;
        if let Some(commit) = self.state.seed_needed(&command) {
            context.seed = Some(seeds.open(owner, commit).await?);
        }
        let decided = match request.expected_version {
            Some(expected) if expected != self.version => Err(Refusal::StateChanged),
            _ => self.state.decide(&command, &context),
        };
        let decision = decided.map_err(|refusal| LiftedError::Refused {
            answer: shape.refused(&self.state, self.version, &refusal, &context),
            refusal,
            leaf: self.leaf,
        })?;
        let version = self.version + decision.events.len() as u64;
        for event in &decision.events {
            sink.write(LiftedEvent(event.clone()), self).await;
        }
        let claims = decision.claims.into_iter().map(|claim| ClaimRow {
            key: claim.key,
            taken: claim.taken,
        });
        self.pending = Some(Pending {
            now: context.now,
            request,
            claims: claims.collect(),
            answer: shape.accepted(&self.state, version, &decision.events, &context),
            version,
            outcome,
        });
        Ok(())
    }

    fn apply(&mut self, event: LiftedEvent<S::Event>) {
        self.is_changed = true;
        Arc::make_mut(&mut self.state).evolve(&event.0);
    }
}
