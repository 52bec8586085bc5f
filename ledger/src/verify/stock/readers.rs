//! The two readers of one stream: the stock store, and our own fold.

use crate::adapter::Lifted;
use crate::error::Fault;
use crate::leaf::ROOT;
use crate::read::feed::{self, Recorded};
use crate::upcast;
use cqrs_es::persist::{EventUpcaster, PersistedEventStore, SerializedEvent};
use cqrs_es::{AggregateError, EventStore};
use domain::stream::{Stream, StreamEvent};
use postgres_es::PostgresEventRepository;
use sqlx::PgPool;
use std::marker::PhantomData;
use std::sync::Arc;

/// Events of a stream that our fold reads at once.
const PAGE: i64 = 1_000;

/// What a reader makes of a stream.
#[derive(Default)]
pub(super) struct Seen<S> {
    pub state: S,
    pub version: i64,
}

/// What the stock store makes of a stream, or why it refuses to.
pub(super) async fn by_stock<S: Stream>(pool: PgPool, key: String) -> Result<Result<Seen<S>, String>, Fault> {
    let repository = PostgresEventRepository::new(pool);
    let store = PersistedEventStore::<_, Lifted<S>>::new_event_store(repository)
        .with_upcasters(vec![Box::new(Lineages::<S::Event>(PhantomData))]);
    // The repository panics on a row it cannot decode; in a task of its own that is an answer too.
    let loading = tokio::spawn(async move { store.load_aggregate(&key).await });
    match loading.await {
        Ok(Ok(context)) => Ok(Ok(Seen {
            state: Arc::unwrap_or_clone(context.aggregate.state),
            version: context.current_sequence as i64,
        })),
        Ok(Err(AggregateError::DatabaseConnectionError(error) | AggregateError::UnexpectedError(error))) => Err(error
            .downcast::<sqlx::Error>()
            .map_or_else(|other| Fault::Law(other.to_string()), |error| Fault::Database(*error))),
        Ok(Err(refused)) => Ok(Err(refused.to_string())),
        Err(panicked) => Ok(Err(panicked.to_string())),
    }
}

/// The steps of `domain` that lift old events, as the stock store takes them.
struct Lineages<E>(PhantomData<E>);

impl<E: StreamEvent> EventUpcaster for Lineages<E> {
    fn can_upcast(&self, event_type: &str, event_version: &str) -> bool {
        let newest = E::lineage(event_type).map(|lineage| lineage.newest().to_string());
        newest.is_some_and(|newest| newest != event_version)
    }

    fn upcast(&self, mut event: SerializedEvent) -> SerializedEvent {
        let version = event.event_version.parse().unwrap_or(0);
        let lifted = E::lineage(&event.event_type).and_then(|lineage| lineage.lift(version, event.payload.take()));
        // Without a step there is no payload left, and the store fails.
        event.payload = lifted.unwrap_or_default();
        event
    }
}

/// Our fold of a stream, from its first event.
pub(super) struct Fold<S> {
    pub seen: Seen<S>,
    position: i64,
    leaf: [u8; 32],
}

impl<S: Default> Default for Fold<S> {
    fn default() -> Self {
        Fold {
            seen: Seen::default(),
            position: 0,
            leaf: ROOT,
        }
    }
}

impl<S: Stream> Fold<S> {
    /// Goes on to a version, or to the end of the stream if that comes first; answers why it refuses.
    pub(super) async fn follow(&mut self, pool: &PgPool, key: &str, to: i64) -> Result<Option<String>, Fault> {
        while self.seen.version < to {
            let limit = PAGE.min(to - self.seen.version);
            let page = feed::read_stream_page(pool, S::TYPE, key, self.seen.version, limit).await?;
            for event in &page {
                if let Err(reason) = self.take(event) {
                    return Ok(Some(format!("version {}: {reason}", event.sequence)));
                }
            }
            if (page.len() as i64) < limit {
                break;
            }
        }
        Ok(None)
    }

    fn take(&mut self, event: &Recorded) -> Result<(), String> {
        if event.sequence != self.seen.version + 1 {
            return Err(format!("version {} is missing", self.seen.version + 1));
        }
        if event.position <= self.position {
            return Err("it stands before the version it follows".into());
        }
        let leaf = event.leaf_after(&self.leaf);
        if event.leaf != leaf {
            return Err("its leaf does not fit".into());
        }
        let fact: S::Event =
            upcast::read(&event.event_type, &event.event_version, &event.payload).map_err(|error| error.to_string())?;
        self.seen.state.evolve(&fact);
        (self.seen.version, self.position, self.leaf) = (event.sequence, event.position, leaf);
        Ok(())
    }
}
