//! The group-commit writer of a partition takes decided commands from many streams and
//! writes them in few transactions. Writers run on threads of their own, which also keep what was written for followers;
//! where there are more logs than cores, several writers share one.
//!
//! No timer in the way: an idle writer commits at once, a busy one takes what has
//! arrived meanwhile. One batch is written at a time: the next could only wait for the
//! same lock, and would be smaller for having been sent early. The queue is bounded; full
//! means Busy. Entries of one stream are written in the order in which they were decided,
//! each on top of the one before; when one fails, its stream's generation is raised and
//! those behind it fail without a query. An idle writer looks at its session every two
//! seconds, so that a loss ends it without a command too.
//!
//! Knows nothing of rules: an entry is rows.

use crate::append::batch_writer::BatchWriter;
use crate::append::entry::{AppendError, Entry};
use crate::error::Fault;
use crate::mac::MacKeys;
use crate::read::feed::Signal;
use crate::read::tail::Tail;
use crate::servers::Servers;
use crate::synchrony::Synchrony;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::task::JoinSet;
use uuid::Uuid;

/// Commands waiting at most; more get Busy (ASSUMED: a second of full load).
const QUEUE_MAX: usize = 8_192;
/// Commands in one transaction at most: beyond this, latency grows and throughput does not.
const BATCH_MAX: usize = 2_000;

/// How often an idle writer looks whether its session still leads to the primary (ASSUMED: seconds after a failover
/// that lost something readiness has to end; one round trip without a statement).
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The fault that callers get from a writer that has ended.
pub(crate) const STOPPED: &str = "the writer has stopped";

/// The queue of one partition's writer.
#[derive(Clone)]
pub(crate) struct Writer {
    partition: i32,
    key: MacKeys,
    queue: mpsc::Sender<Entry>,
    /// Since when the batch that is being written waits for its outcome.
    batch: Since,
}

type Since = Arc<Mutex<Option<Instant>>>;

impl Writer {
    /// Starts the writers of all partitions.
    ///
    /// # Errors
    /// The operating system gives no more threads or files.
    pub(crate) fn start_all(
        partitions: u16,
        key: &MacKeys,
        servers: &Servers,
        hints: &(Signal, Tail),
        synchrony: &Synchrony,
    ) -> std::io::Result<Arc<[Writer]>> {
        let both = (0..i32::from(partitions)).map(|partition| {
            let (queue, waiting) = mpsc::channel(QUEUE_MAX);
            let batch = Since::default();
            let place = (partition, key.clone());
            let batch_writer = BatchWriter::new(place, servers.clone(), hints.clone(), synchrony.clone());
            let writing = write(batch_writer, waiting, batch.clone());
            let writer = Writer {
                partition,
                key: key.clone(),
                queue,
                batch,
            };
            (writer, writing)
        });
        let (writers, writing): (Vec<Writer>, Vec<_>) = both.unzip();
        on_threads(writing)?;
        Ok(writers.into())
    }

    /// Puts an entry into the queue, in the order of calls.
    pub(crate) fn submit(&self, mut entry: Entry) {
        entry.seal(self.partition, &self.key);
        match self.queue.try_send(entry) {
            Ok(()) => {}
            Err(TrySendError::Full(entry)) => entry.fail(AppendError::Busy),
            Err(TrySendError::Closed(entry)) => entry.fail(Fault::Unknown(STOPPED.into()).into()),
        }
    }

    /// False when the task has ended: nothing is written any more until the process starts again.
    pub(crate) fn is_alive(&self) -> bool {
        !self.queue.is_closed()
    }

    /// How long the batch that is being written has waited for its outcome.
    pub(crate) fn batch_age(&self) -> Duration {
        let since = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Commands waiting now.
    pub(crate) fn waiting(&self) -> usize {
        QUEUE_MAX - self.queue.capacity()
    }
}

/// Runs the writers beside the tasks whose commands they write, on as many threads as there are cores. Among those tasks
/// a writer would be one of hundreds that are ready to run, and the server would wait for it after each batch.
fn on_threads(writing: Vec<impl Future<Output = ()> + Send + 'static>) -> std::io::Result<()> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut shares: Vec<Vec<_>> = (0..cores.min(writing.len())).map(|_| Vec::new()).collect();
    for (partition, writer) in writing.into_iter().enumerate() {
        shares[partition % cores].push(writer);
    }
    for (number, share) in shares.into_iter().enumerate() {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let all = async move {
            let mut writers: JoinSet<()> = share.into_iter().collect();
            // One that panics has closed its queue; the others go on.
            while writers.join_next().await.is_some() {}
        };
        thread::Builder::new()
            .name(format!("writers-{number}"))
            .spawn(move || runtime.block_on(all))?;
    }
    Ok(())
}

/// Writes what is in the queue until nobody can add to it, or the log has lost what was acknowledged.
async fn write(mut batch_writer: BatchWriter, mut waiting: mpsc::Receiver<Entry>, since: Since) {
    let began = |moment| *since.lock().unwrap_or_else(PoisonError::into_inner) = moment;
    while let Some(first) = next(&mut batch_writer, &mut waiting).await {
        let mut batch = vec![first];
        while batch.len() < BATCH_MAX
            && let Ok(entry) = waiting.try_recv()
        {
            batch.push(entry);
        }
        began(Some(Instant::now()));
        batch_writer.write(batch).await;
        began(None);
    }
    batch_writer.close().await;
}

/// The next entry of the queue; none once nobody can add to it, or the log has lost what was acknowledged.
async fn next(batch_writer: &mut BatchWriter, waiting: &mut mpsc::Receiver<Entry>) -> Option<Entry> {
    while !batch_writer.has_lost() {
        match tokio::time::timeout(LOOK_EVERY, waiting.recv()).await {
            Ok(entry) => return entry,
            Err(_) => batch_writer.look().await,
        }
    }
    None
}

/// The writer of an owner's partition.
pub(crate) fn writer_of(writers: &[Writer], owner: Uuid) -> &Writer {
    let partitions = u16::try_from(writers.len()).unwrap_or(u16::MAX);
    &writers[usize::from(crate::stream_id::partition_of(owner, partitions))]
}

#[cfg(test)]
mod tests;
