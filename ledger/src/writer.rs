//! The group-commit writer: one task for each partition takes decided commands
//! from many streams and writes them in few transactions.
//!
//! No timer in the way: an idle writer commits at once, a busy one takes what has
//! arrived meanwhile (two yields let waiting tasks arrive first). While one batch
//! commits, the next is prepared and sent behind it on a second connection, so that
//! the server never waits for us; a stream is in one batch at a time, so batches in
//! flight do not depend on each other. The line is bounded; full means Busy. Entries
//! of one stream are written in the order in which they were decided, each on top of
//! the one before; when one fails, its epoch moves on and those behind it fail without
//! touching the database.
//!
//! Knows nothing of rules: an entry is rows.

use crate::entry::{AppendError, Entry};
use crate::feed::Signal;
use crate::lane::Lane;
use sqlx::postgres::PgConnectOptions;
use std::collections::HashSet;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;
use tokio::sync::mpsc;
use uuid::Uuid;

/// Commands waiting at most; more get Busy (ASSUMED: a second of full load).
const QUEUE_MAX: usize = 8_192;
/// Commands in one transaction at most: beyond this, latency grows and throughput does not.
const BATCH_MAX: usize = 2_000;
/// Batches on their way at once: one that commits and one that waits for it.
const LANES: usize = 2;
/// A batch smaller than this is over before another could be prepared behind it.
const AHEAD_MIN: usize = 16;

/// The entrance to one partition's writer.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Entry>,
}

impl Writer {
    /// Starts the task.
    pub(crate) fn start(partition: u16, options: PgConnectOptions, signal: Signal) -> Writer {
        let (queue, waiting) = mpsc::channel(QUEUE_MAX);
        let lane = |_| Lane::new(i32::from(partition), options.clone(), signal.clone());
        let line = Line {
            idle: (0..LANES).map(lane).collect(),
            ..Line::default()
        };
        tokio::spawn(line.run(waiting));
        Writer { queue }
    }

    /// Puts an entry in line, in the order of calls.
    pub(crate) fn submit(&self, entry: Entry) {
        if let Err(refused) = self.queue.try_send(entry) {
            let (mpsc::error::TrySendError::Full(entry) | mpsc::error::TrySendError::Closed(entry)) = refused;
            entry.fail(AppendError::Busy);
        }
    }

    /// Commands waiting now.
    pub(crate) fn waiting(&self) -> usize {
        QUEUE_MAX - self.queue.capacity()
    }
}

/// The permanent name of a stream: type and key.
type Name = (&'static str, String);

/// A batch on its way; gives its lane back with the streams it wrote.
struct Flight {
    size: usize,
    landing: Pin<Box<dyn Future<Output = (Lane, Vec<Name>)> + Send>>,
}

/// What has been taken out of the queue and not been written.
#[derive(Default)]
struct Line {
    idle: Vec<Lane>,
    flights: Vec<Flight>,
    /// Entries that may leave with the next batch.
    ready: Vec<Entry>,
    /// Entries of streams that are on their way, in order.
    behind: Vec<Entry>,
    /// Streams on their way.
    taken: HashSet<Name>,
}

impl Line {
    async fn run(mut self, mut queue: mpsc::Receiver<Entry>) {
        loop {
            let full = self.ready.len() + self.behind.len() >= BATCH_MAX;
            tokio::select! {
                biased;
                (lane, names) = landed(&mut self.flights), if !self.flights.is_empty() => self.land(lane, names),
                entry = queue.recv(), if !full => match entry {
                    Some(entry) => self.line_up(entry),
                    None if self.flights.is_empty() && self.ready.is_empty() => return,
                    None => {
                        let (lane, names) = landed(&mut self.flights).await;
                        self.land(lane, names);
                    }
                },
            }
            if self.flights.is_empty() && !self.ready.is_empty() {
                tokio::task::yield_now().await;
                tokio::task::yield_now().await;
            }
            while self.ready.len() + self.behind.len() < BATCH_MAX
                && let Ok(entry) = queue.try_recv()
            {
                self.line_up(entry);
            }
            self.take_off();
        }
    }

    fn line_up(&mut self, entry: Entry) {
        let name = (entry.stream_type, entry.stream_key.clone());
        if self.taken.contains(&name) {
            self.behind.push(entry);
        } else {
            self.ready.push(entry);
        }
    }

    /// Sends what is ready: at once when nothing is on its way, else as soon as it is as much as that.
    fn take_off(&mut self) {
        let ahead = self.flights.iter().map(|flight| flight.size).max().unwrap_or_default();
        let enough = match ahead {
            0 => 1,
            _ => ahead.clamp(AHEAD_MIN, BATCH_MAX),
        };
        if self.ready.len() < enough {
            return;
        }
        let Some(mut lane) = self.idle.pop() else { return };
        let batch = std::mem::take(&mut self.ready);
        let names: Vec<Name> = batch
            .iter()
            .map(|entry| (entry.stream_type, entry.stream_key.clone()))
            .collect();
        self.taken.extend(names.iter().cloned());
        let size = batch.len();
        let landing = Box::pin(async move {
            lane.write(batch).await;
            (lane, names)
        });
        self.flights.push(Flight { size, landing });
    }

    /// Frees the streams of a batch and lets those behind them move up.
    fn land(&mut self, lane: Lane, names: Vec<Name>) {
        self.idle.push(lane);
        for name in &names {
            self.taken.remove(name);
        }
        for entry in std::mem::take(&mut self.behind) {
            self.line_up(entry);
        }
    }
}

/// The first batch that has its verdicts.
async fn landed(flights: &mut Vec<Flight>) -> (Lane, Vec<Name>) {
    poll_fn(|context| {
        for index in 0..flights.len() {
            if let Poll::Ready(back) = flights[index].landing.as_mut().poll(context) {
                flights.remove(index);
                return Poll::Ready(back);
            }
        }
        Poll::Pending
    })
    .await
}

/// The writer of an owner's partition.
pub(crate) fn writer_of(writers: &[Writer], owner: Uuid) -> &Writer {
    let partitions = u16::try_from(writers.len()).unwrap_or(u16::MAX);
    &writers[usize::from(crate::stream_id::partition_of(owner, partitions))]
}
