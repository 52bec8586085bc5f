//! The aggregate cache: the streams that this process keeps in memory, bounded by weight.
//!
//! The commands of one stream are decided on its cached aggregate, one after the other. The least recently
//! used are evicted when all together weigh too much. One that is evicted while a command is decided on it
//! may be followed by a second one of the same stream: the log's unique keys reject whichever writes later,
//! as they do between processes.

use crate::append::entry::GenerationCounter;
use crate::error::Fault;
use crate::leaf::ROOT;
use crate::read::feed::Recorded;
use crate::snapshot::Snapshot;
use domain::stream::Stream;
use domain::time::Timestamp;
use moka::ops::compute::Op;
use moka::policy::EvictionPolicy;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::Mutex;

/// Bytes of cached streams of one type at most, as they are weighed here (ASSUMED). A player is weighed at 2 to 6 kB
/// (ASSUMED), so these are some tens of thousands of players who played last; a million players are kept within the
/// same bound, the others are read when they come back.
pub const CACHE_BYTES_MAX: u64 = 256 << 20;

/// What a cached stream takes beside its state: its locks and its entry in the cache (ASSUMED).
const ENTRY_BYTES: usize = 700;

/// Versions after which a stream is weighed again at the latest.
const WEIGH_EVERY: u64 = 32;

/// A stream's state in memory.
#[derive(Clone, Debug)]
pub(crate) struct CachedState<S> {
    pub state: Arc<S>,
    pub version: u64,
    pub leaf: [u8; 32],
    pub recorded_at: Timestamp,
    pub generation: u64,
    /// Version of the last snapshot that was taken or offered.
    pub kept: u64,
    /// Version at which it is weighed next.
    weigh_at: u64,
}

impl<S: Stream> CachedState<S> {
    /// A stream at the version of a snapshot; without one, before its first event.
    pub(crate) fn at(snapshot: Option<Snapshot<S>>, generation: u64) -> CachedState<S> {
        let (state, version, leaf, recorded_at) = match snapshot {
            Some(Snapshot { at, state }) => (state, at.version, at.leaf, at.recorded_at),
            None => (Arc::default(), 0, ROOT, Timestamp::default()),
        };
        CachedState {
            state,
            version,
            leaf,
            recorded_at,
            generation,
            kept: version,
            weigh_at: 0,
        }
    }

    /// Folds the stream's next event into the state.
    ///
    /// # Errors
    /// [`Fault::Unreadable`] when it is not the next one or does not read.
    pub(crate) fn take(&mut self, event: &Recorded) -> Result<(), Fault> {
        if event.sequence != self.version as i64 + 1 {
            return Err(event
                .unreadable(format!("version {} is missing", self.version + 1))
                .into());
        }
        Arc::make_mut(&mut self.state).evolve(&event.decode::<S::Event>()?);
        self.version += 1;
        self.leaf = event
            .leaf
            .as_slice()
            .try_into()
            .map_err(|_| event.unreadable("the leaf is not 32 bytes".into()))?;
        self.recorded_at = Timestamp(event.recorded_at_ms);
        Ok(())
    }
}

/// A stream's entry in the cache: its commands are decided under this lock.
#[derive(Clone)]
pub(crate) struct CachedAggregate<S> {
    pub live: Arc<Mutex<Option<CachedState<S>>>>,
    pub generations: GenerationCounter,
    bytes: Arc<AtomicU32>,
}

impl<S> Default for CachedAggregate<S> {
    fn default() -> Self {
        CachedAggregate {
            live: Arc::new(Mutex::new(None)),
            generations: GenerationCounter::default(),
            bytes: Arc::new(AtomicU32::new(ENTRY_BYTES as u32)),
        }
    }
}

/// The cache of one type of stream.
#[derive(Clone)]
pub(crate) struct AggregateCache<S>(moka::sync::Cache<String, CachedAggregate<S>>);

impl<S: Stream> AggregateCache<S> {
    pub(crate) fn new() -> AggregateCache<S> {
        let cache = moka::sync::Cache::builder()
            .max_capacity(CACHE_BYTES_MAX)
            .weigher(|_, cached: &CachedAggregate<S>| cached.bytes.load(Ordering::Relaxed))
            .eviction_policy(EvictionPolicy::lru());
        AggregateCache(cache.build())
    }

    /// The cached aggregate of a stream; an empty one when there was none.
    pub(crate) fn cached(&self, key: &str) -> CachedAggregate<S> {
        self.0.get_with_by_ref(key, CachedAggregate::default)
    }

    pub(crate) fn forget(&self, key: &str) {
        self.0.invalidate(key);
    }

    /// Updates the stream's weight: at every doubling of its version, then seldom.
    pub(crate) fn weigh(&self, key: &str, cached: &CachedAggregate<S>, live: &mut CachedState<S>) {
        if live.version < live.weigh_at {
            return;
        }
        live.weigh_at = live.version + live.version.clamp(1, WEIGH_EVERY);
        let bytes = ENTRY_BYTES + size_of::<CachedState<S>>() + size_of::<S>() + key.len() + live.state.weight();
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        if cached.bytes.swap(bytes, Ordering::Relaxed) == bytes {
            return;
        }
        // The cache weighs what is put into it; an entry that has replaced this one stays.
        self.0.entry_by_ref(key).and_compute_with(|entry| match entry {
            Some(entry) if !Arc::ptr_eq(&entry.value().live, &cached.live) => Op::Nop,
            Some(_) | None => Op::Put(cached.clone()),
        });
    }

    /// Bytes and number of the streams kept.
    pub(crate) fn kept(&self) -> (u64, u64) {
        self.0.run_pending_tasks();
        (self.0.weighted_size(), self.0.entry_count())
    }
}
