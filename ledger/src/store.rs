//! Our `cqrs_es::EventStore`: live states in memory, commits through the writer.
//!
//! One process decides the commands of a stream one after the other, each on top
//! of the one before, while they commit together. A live state is never trusted
//! over the log: unique keys refuse a decision made on an old one, and it is then
//! read again. Knows nothing of rules.

use crate::adapter::{Lifted, LiftedEvent, Pending};
use crate::entry::{AppendError, Committed, Entry, Epoch};
use crate::error::Fault;
use crate::feed;
use crate::journal::{RequestRow, StreamHead, rows};
use crate::leaf::ROOT;
use crate::stream_id::StreamId;
use crate::writer::{Writer, writer_of};
use cqrs_es::{AggregateContext, AggregateError, EventEnvelope, EventStore};
use domain::stream::Stream;
use domain::time::Timestamp;
use sqlx::PgPool;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

/// Live states kept at most; the least used go first (ASSUMED: a busy day's players of one process).
const LIVE_MAX: u64 = 100_000;

/// A stream's state in memory.
#[derive(Clone, Debug)]
pub(crate) struct Live<S> {
    pub state: S,
    pub version: u64,
    pub leaf: [u8; 32],
    pub recorded_at: Timestamp,
    born: u64,
}

/// The one place a stream is decided in this process.
#[derive(Clone)]
pub(crate) struct Cell<S> {
    live: Arc<Mutex<Option<Live<S>>>>,
    epoch: Epoch,
}

impl<S> Default for Cell<S> {
    fn default() -> Self {
        Cell {
            live: Arc::new(Mutex::new(None)),
            epoch: Epoch::default(),
        }
    }
}

/// The store of one stream type.
#[derive(Clone)]
pub struct LedgerStore<S: Stream> {
    pool: PgPool,
    writers: Arc<[Writer]>,
    cells: moka::sync::Cache<String, Cell<S>>,
}

/// A stream held for one decision.
pub struct Held<S: Stream> {
    pub(crate) lifted: Lifted<S>,
    id: StreamId,
    epoch: Epoch,
    live: OwnedMutexGuard<Option<Live<S>>>,
}

impl<S: Stream> AggregateContext<Lifted<S>> for Held<S> {
    fn aggregate(&mut self) -> &mut Lifted<S> {
        &mut self.lifted
    }
}

type Done = oneshot::Receiver<Result<Committed, AppendError>>;

impl<S: Stream> LedgerStore<S> {
    pub(crate) fn new(pool: PgPool, writers: Arc<[Writer]>) -> Self {
        LedgerStore {
            pool,
            writers,
            cells: moka::sync::Cache::new(LIVE_MAX),
        }
    }

    /// Holds the stream, bringing its state up to what this process knows.
    pub(crate) async fn hold(&self, id: &StreamId) -> Result<Held<S>, Fault> {
        let cell = self.cells.get_with_by_ref(&id.key, Cell::default);
        let mut live = cell.live.clone().lock_owned().await;
        let born = cell.epoch.current();
        let known = live.take().filter(|live| live.born == born);
        let current = match known {
            Some(live) => live,
            None => self.fold(id, born).await?,
        };
        let lifted = Lifted {
            state: current.state.clone(),
            version: current.version,
            pending: None,
        };
        *live = Some(current);
        Ok(Held {
            lifted,
            id: id.clone(),
            epoch: cell.epoch,
            live,
        })
    }

    /// Forgets the live state: the next command reads the log.
    pub(crate) fn forget(&self, id: &StreamId) {
        self.cells.invalidate(&id.key);
    }

    async fn fold(&self, id: &StreamId, born: u64) -> Result<Live<S>, Fault> {
        let mut live = Live {
            state: S::default(),
            version: 0,
            leaf: ROOT,
            recorded_at: Timestamp::default(),
            born,
        };
        for event in feed::read_stream(&self.pool, S::TYPE, &id.key, 0).await? {
            if event.sequence != live.version as i64 + 1 {
                return Err(event.unreadable(format!("version {} is missing", live.version + 1)));
            }
            live.state.evolve(&event.decode::<S::Event>()?);
            live.version += 1;
            live.leaf = event
                .leaf
                .as_slice()
                .try_into()
                .map_err(|_| event.unreadable("the leaf is not 32 bytes".into()))?;
            live.recorded_at = Timestamp(event.recorded_at_ms);
        }
        Ok(live)
    }

    /// Puts an entry without events in line: settles everything before it and checks that the stream stands there.
    pub(crate) fn fence(&self, held: Held<S>, remember: Option<RequestRow>) -> Done {
        let (done, answer) = oneshot::channel();
        let expected = held.lifted.version as i64;
        self.submit(
            &held,
            expected,
            Rows {
                remember,
                ..Rows::default()
            },
            done,
        );
        answer
    }

    fn submit(&self, held: &Held<S>, expected: i64, rows: Rows, done: oneshot::Sender<Result<Committed, AppendError>>) {
        let born = held.live.as_ref().map_or(0, |live| live.born);
        writer_of(&self.writers, held.id.owner).submit(Entry {
            stream_type: S::TYPE,
            stream_key: held.id.key.clone(),
            expected,
            epoch: held.epoch.clone(),
            born,
            events: rows.events,
            postings: rows.postings,
            claims: rows.claims,
            remember: rows.remember,
            done,
        });
    }

    /// Puts the decided events in line and moves the live state on.
    fn enqueue(&self, mut held: Held<S>, events: &[S::Event], pending: Pending) -> Result<Done, Fault> {
        let Some(live) = held.live.as_mut() else {
            return Err(Fault::Law("a stream was decided without being held".into()));
        };
        let head = StreamHead {
            aggregate_type: S::TYPE,
            aggregate_id: &held.id.key,
            owner: held.id.owner,
            version: live.version as i64,
            leaf: live.leaf,
            recorded_at: live.recorded_at,
        };
        let (event_rows, postings) = rows(&head, events, &pending.request.metadata(), pending.now)?;
        let expected = live.version as i64;
        if let Some(last) = event_rows.last() {
            live.version += event_rows.len() as u64;
            live.leaf = last.leaf;
            live.recorded_at = Timestamp(last.recorded_at_ms);
            live.state = held.lifted.state.clone();
        }
        let version = live.version;
        let remember = pending
            .request
            .remember(held.id.owner, 0, String::new(), pending.answer, version, pending.now);
        let (done, answer) = oneshot::channel();
        let rows = Rows {
            events: event_rows,
            postings,
            claims: pending.claims,
            remember,
        };
        self.submit(&held, expected, rows, done);
        Ok(answer)
    }
}

#[derive(Default)]
struct Rows {
    events: Vec<crate::journal::EventRow>,
    postings: Vec<crate::journal::PostingRow>,
    claims: Vec<crate::journal::ClaimRow>,
    remember: Option<RequestRow>,
}

/// The writer's verdict; a writer that is gone gives none.
pub(crate) async fn settled(done: Done) -> Result<Committed, AppendError> {
    done.await
        .unwrap_or_else(|_| Err(Fault::Unknown("the writer has stopped".into()).into()))
}

impl<S: Stream> EventStore<Lifted<S>> for LedgerStore<S> {
    type AC = Held<S>;

    async fn load_events(
        &self,
        key: &str,
    ) -> Result<Vec<EventEnvelope<Lifted<S>>>, AggregateError<crate::adapter::LiftedError>> {
        let recorded = feed::read_stream(&self.pool, S::TYPE, key, 0)
            .await
            .map_err(unexpected)?;
        let envelope = |event: &feed::Recorded| {
            Ok(EventEnvelope {
                aggregate_id: event.aggregate_id.clone(),
                sequence: event.sequence as usize,
                payload: LiftedEvent(event.decode()?),
                metadata: event.context()?,
            })
        };
        recorded
            .iter()
            .map(envelope)
            .collect::<Result<_, Fault>>()
            .map_err(unexpected)
    }

    async fn load_aggregate(&self, key: &str) -> Result<Held<S>, AggregateError<crate::adapter::LiftedError>> {
        self.hold(&StreamId::parse(key)).await.map_err(unexpected)
    }

    async fn commit(
        &self,
        events: Vec<LiftedEvent<S::Event>>,
        mut held: Held<S>,
        _metadata: HashMap<String, String>,
    ) -> Result<Vec<EventEnvelope<Lifted<S>>>, AggregateError<crate::adapter::LiftedError>> {
        let Some(pending) = held.lifted.pending.take() else {
            return Err(unexpected(Fault::Law("a commit without a decision".into())));
        };
        let events: Vec<S::Event> = events.into_iter().map(|event| event.0).collect();
        let (outcome, answer, version) = (pending.outcome.clone(), pending.answer.clone(), pending.version);
        let done = self.enqueue(held, &events, pending).map_err(unexpected)?;
        match settled(done).await {
            Ok(committed) => {
                outcome.set(committed, answer, version);
                Ok(Vec::new())
            }
            Err(AppendError::Conflict) => Err(AggregateError::AggregateConflict),
            Err(error) => Err(AggregateError::UnexpectedError(Box::new(error))),
        }
    }
}

fn unexpected(fault: Fault) -> AggregateError<crate::adapter::LiftedError> {
    AggregateError::UserError(fault.into())
}
