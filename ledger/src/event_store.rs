//! Our `cqrs_es::EventStore`: cached states in memory, commits through the writer.
//!
//! One process decides the commands of a stream one after the other, each on top
//! of the one before, while they commit together. A cached state is never trusted
//! over the log: unique keys reject a decision made on an old one, and it is then
//! read again, from its newest snapshot. Knows nothing of rules.

use crate::adapter::{Lifted, LiftedEvent, Pending};
use crate::append::entry::{AppendError, Committed, Entry, Macs};
use crate::append::rows::{RequestRow, StreamHead, rows};
use crate::append::writer::{STOPPED, Writer, writer_of};
use crate::cache::{AggregateCache, CachedAggregate, CachedState};
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::feed::{self, PAGE_MAX, Recorded};
use crate::snapshot::{self, At, Permit, Snapshot, Snapshots};
use crate::spans;
use crate::stream_id::{StreamId, partition_of};
use crate::timeouts::query_in_time;
use cqrs_es::{AggregateContext, AggregateError, EventEnvelope, EventStore};
use domain::stream::Stream;
use domain::time::Timestamp;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{OwnedMutexGuard, oneshot};

/// The store of one stream type.
#[derive(Clone)]
pub struct LedgerStore<S: Stream> {
    log: EventLog,
    writers: Arc<[Writer]>,
    cache: AggregateCache<S>,
    snapshots: Snapshots<S>,
    cold: Arc<[AtomicU64; 2]>,
    /// Stands in the cache for a state that was taken out of it.
    blank: Arc<S>,
}

/// A stream locked for one decision.
///
/// The state is taken out of the cache, so that the decision changes it without copying it, and is put back by whoever
/// ends the decision. One that was changed and not queued is dropped: the log knows nothing of it, and is read again.
pub struct LockedAggregate<S: Stream> {
    pub(crate) lifted: Lifted<S>,
    id: StreamId,
    cached: CachedAggregate<S>,
    live: OwnedMutexGuard<Option<CachedState<S>>>,
    is_taken: bool,
}

impl<S: Stream> LockedAggregate<S> {
    fn put_back(&mut self) {
        if let Some(live) = self.live.as_mut()
            && std::mem::take(&mut self.is_taken)
        {
            std::mem::swap(&mut live.state, &mut self.lifted.state);
        }
    }
}

impl<S: Stream> Drop for LockedAggregate<S> {
    fn drop(&mut self) {
        if self.is_taken && self.lifted.is_changed {
            *self.live = None;
        }
        self.put_back();
    }
}

impl<S: Stream> AggregateContext<Lifted<S>> for LockedAggregate<S> {
    fn aggregate(&mut self) -> &mut Lifted<S> {
        &mut self.lifted
    }
}

type Done = oneshot::Receiver<Result<Committed, AppendError>>;

impl<S: Stream> LedgerStore<S> {
    pub(crate) fn new(log: EventLog, writers: Arc<[Writer]>) -> Self {
        LedgerStore {
            snapshots: Snapshots::start(log.clone()),
            log,
            writers,
            cache: AggregateCache::new(),
            cold: Arc::default(),
            blank: Arc::default(),
        }
    }

    /// Locks the stream and reads its state where it is not cached.
    pub(crate) async fn lock(&self, id: &StreamId) -> Result<LockedAggregate<S>, Fault> {
        let cached = self.cache.cached(&id.key);
        let mut live = cached.live.clone().lock_owned().await;
        let generation = cached.generations.current();
        let known = live.take().filter(|live| live.generation == generation);
        let mut current = match known {
            Some(live) => live,
            None => {
                cached.generations.mark_read();
                let mut folded = self.fold(id, generation).await?;
                self.cache.weigh(&id.key, &cached, &mut folded);
                folded
            }
        };
        let lifted = Lifted {
            state: std::mem::replace(&mut current.state, self.blank.clone()),
            version: current.version,
            leaf: current.leaf,
            is_changed: false,
            pending: None,
        };
        *live = Some(current);
        Ok(LockedAggregate {
            lifted,
            id: id.clone(),
            cached,
            live,
            is_taken: true,
        })
    }

    /// Drops the cached state: the next command reads the log.
    pub(crate) fn forget(&self, id: &StreamId) {
        self.cache.forget(&id.key);
    }

    /// Streams that were read into memory so far, and the events read for them.
    pub fn cold_reads(&self) -> (u64, u64) {
        let [streams, events] = &*self.cold;
        (streams.load(Ordering::Relaxed), events.load(Ordering::Relaxed))
    }

    /// Bytes of the streams in memory, and how many they are.
    pub fn live(&self) -> (u64, u64) {
        self.cache.kept()
    }

    /// The durable state: the newest snapshot that can be believed, and every event after it.
    async fn fold(&self, id: &StreamId, generation: u64) -> Result<CachedState<S>, Fault> {
        let partition = self.partition(id);
        let tail = query_in_time(&self.log, async |connection| {
            snapshot::tail(&self.log, connection, partition, &id.key).await
        })
        .await?;
        let (mut live, mut events, mut has_more) =
            (CachedState::at(tail.snapshot, generation), tail.events, tail.has_more);
        let mut rows = tail.rows;
        loop {
            for event in &events {
                live.take(event)?;
            }
            if !has_more {
                break;
            }
            let after = live.version as i64;
            events = query_in_time(&self.log, async |connection| {
                feed::checked_stream_page(&self.log, connection, (partition, S::TYPE, &id.key), after, PAGE_MAX).await
            })
            .await?;
            has_more = events.len() as i64 == PAGE_MAX;
            rows += events.len() as u64;
        }
        let [streams_read, events_read] = &*self.cold;
        streams_read.fetch_add(1, Ordering::Relaxed);
        events_read.fetch_add(rows, Ordering::Relaxed);
        if let Some((permit, snapshot)) = self.snapshot_due(id, &mut live) {
            permit.send(snapshot);
        }
        Ok(live)
    }

    /// A snapshot of the cached state with its permit to send, when one is due and the queue has room.
    /// It is sent only once the state is durable.
    fn snapshot_due(&self, id: &StreamId, live: &mut CachedState<S>) -> Option<(Permit<S>, Snapshot<S>)> {
        if live.version < live.kept + snapshot::EVERY {
            return None;
        }
        let permit = self.snapshots.permit()?;
        live.kept = live.version;
        let at = At {
            partition: self.partition(id),
            key: id.key.clone(),
            version: live.version,
            leaf: live.leaf,
            recorded_at: live.recorded_at,
        };
        let state = live.state.clone();
        Some((permit, Snapshot { at, state }))
    }

    fn partition(&self, id: &StreamId) -> i32 {
        let partitions = u16::try_from(self.writers.len()).unwrap_or(u16::MAX);
        i32::from(partition_of(id.owner, partitions))
    }

    /// Queues an entry without events: everything before it is settled, and the stream's version is checked.
    pub(crate) fn fence(&self, locked: LockedAggregate<S>, remember: Option<RequestRow>) -> Done {
        let (done, answer) = oneshot::channel();
        let expected = locked.lifted.version as i64;
        self.submit(
            &locked,
            expected,
            Rows {
                remember,
                ..Rows::default()
            },
            done,
        );
        answer
    }

    fn submit(
        &self,
        locked: &LockedAggregate<S>,
        expected: i64,
        rows: Rows,
        done: oneshot::Sender<Result<Committed, AppendError>>,
    ) {
        let generation = locked.live.as_ref().map_or(0, |live| live.generation);
        writer_of(&self.writers, locked.id.owner).submit(Entry {
            stream_type: S::TYPE,
            stream_key: locked.id.key.clone(),
            expected,
            leaf: locked.lifted.leaf,
            generations: locked.cached.generations.clone(),
            generation,
            events: rows.events,
            claims: rows.claims,
            remember: rows.remember,
            macs: Macs::default(),
            wait: spans::wait(),
            done,
        });
    }

    /// Queues the decided events and applies them to the cached state. A snapshot that is due is returned, to be
    /// sent once the events are durable.
    fn enqueue(
        &self,
        mut locked: LockedAggregate<S>,
        events: &[S::Event],
        pending: Pending,
    ) -> Result<Queued<S>, Fault> {
        let Some(live) = locked.live.as_mut() else {
            return Err(Fault::Law("a stream was decided without being locked".into()));
        };
        let head = StreamHead {
            aggregate_type: S::TYPE,
            aggregate_id: &locked.id.key,
            owner: locked.id.owner,
            version: live.version as i64,
            leaf: live.leaf,
            recorded_at: live.recorded_at,
        };
        let event_rows = rows(
            &head,
            events,
            (pending.request.metadata(), &pending.claims),
            pending.now,
        )?;
        let expected = live.version as i64;
        if let Some(last) = event_rows.last() {
            live.version += event_rows.len() as u64;
            live.leaf = last.leaf;
            live.recorded_at = Timestamp(last.recorded_at_ms);
        }
        let version = live.version;
        locked.put_back();
        let remember =
            pending
                .request
                .remember(locked.id.owner, 0, String::new(), pending.answer, version, pending.now);
        let (done, answer) = oneshot::channel();
        let rows = Rows {
            events: event_rows,
            claims: pending.claims,
            remember,
        };
        self.submit(&locked, expected, rows, done);
        let snapshot = locked.live.as_mut().and_then(|live| {
            self.cache.weigh(&locked.id.key, &locked.cached, live);
            self.snapshot_due(&locked.id, live)
        });
        Ok((answer, snapshot))
    }
}

/// The outcome to wait for, and the snapshot to send if the entry was written.
type Queued<S> = (Done, Option<(Permit<S>, Snapshot<S>)>);

#[derive(Default)]
struct Rows {
    events: Vec<crate::append::rows::EventRow>,
    claims: Vec<crate::append::rows::ClaimRow>,
    remember: Option<RequestRow>,
}

/// The writer's outcome; a writer that has ended gives none.
pub(crate) async fn settled(done: Done) -> Result<Committed, AppendError> {
    done.await
        .unwrap_or_else(|_| Err(Fault::Unknown(STOPPED.into()).into()))
}

impl<S: Stream> EventStore<Lifted<S>> for LedgerStore<S> {
    type AC = LockedAggregate<S>;

    async fn load_events(
        &self,
        key: &str,
    ) -> Result<Vec<EventEnvelope<Lifted<S>>>, AggregateError<crate::adapter::LiftedError>> {
        let recorded = feed::read_stream(&self.log, S::TYPE, key, 0)
            .await
            .map_err(unexpected)?;
        let envelope = |event: &Recorded| {
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

    async fn load_aggregate(
        &self,
        key: &str,
    ) -> Result<LockedAggregate<S>, AggregateError<crate::adapter::LiftedError>> {
        self.lock(&StreamId::parse(key)).await.map_err(unexpected)
    }

    async fn commit(
        &self,
        events: Vec<LiftedEvent<S::Event>>,
        mut locked: LockedAggregate<S>,
        _metadata: HashMap<String, String>,
    ) -> Result<Vec<EventEnvelope<Lifted<S>>>, AggregateError<crate::adapter::LiftedError>> {
        let Some(pending) = locked.lifted.pending.take() else {
            return Err(unexpected(Fault::Law("a commit without a decision".into())));
        };
        let events: Vec<S::Event> = events.into_iter().map(|event| event.0).collect();
        let (outcome, answer, version) = (pending.outcome.clone(), pending.answer.clone(), pending.version);
        let (done, snapshot) = self.enqueue(locked, &events, pending).map_err(unexpected)?;
        match settled(done).await {
            Ok(committed) => {
                if let Some((permit, snapshot)) = snapshot {
                    permit.send(snapshot);
                }
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
