//! The batch writer: one connection that writes a batch of decided commands and returns the outcome of each.
//!
//! Fast path: the whole batch is committed. A conflict fails one command, never its batch; a broken
//! connection during the commit is an unknown outcome and is looked up before anybody
//! is answered. Knows nothing of the queue in which commands wait.

use crate::append::entry::{AppendError, Entry};
use crate::append::resolve::{self, Taken};
use crate::append::session::{self, Acknowledged, PRIMARY_TIME_MAX, Session};
use crate::append::statement::append;
use crate::error::{Fault, is_out_of_reach, is_out_of_room};
use crate::mac::MacKeys;
use crate::read::feed::Signal;
use crate::read::tail::Tail;
use crate::servers::Servers;
use crate::spans;
use crate::synchrony::Synchrony;
use crate::timeouts::in_time;
use sqlx::Connection;
use sqlx::postgres::{PgDatabaseError, PgSeverity};
use std::collections::HashSet;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tracing::Instrument;

/// Attempts at a batch before it is written command by command.
const BATCH_ATTEMPTS_MAX: u32 = 4;
/// Transient database errors in a row before the batch fails.
const TRANSIENT_MAX: u32 = 5;
/// How long an idle writer waits for a primary before it looks again later: commands that come meanwhile wait for it.
const IDLE_LOOK_TIME_MAX: Duration = Duration::from_secs(2);
/// Other processes get a hint at most so often: each one wakes every listener, and readers poll anyway.
const HINT_EVERY: Duration = Duration::from_millis(5);

/// One connection of a partition's writer.
pub(crate) struct BatchWriter {
    partition: i32,
    /// What made the MACs of its rows.
    key: MacKeys,
    servers: Servers,
    signal: Signal,
    tail: Tail,
    synchrony: Synchrony,
    session: Option<Session>,
    /// How many there were.
    sessions: u64,
    /// The last event that was acknowledged: its position and leaf.
    acknowledged: Option<Acknowledged>,
    /// The log has lost what was acknowledged: this writer writes no more.
    has_lost: bool,
    hinted: Option<Instant>,
    /// Where those who wait for an outcome are woken: they run there.
    callers: Handle,
    /// How long a batch waits for a primary.
    primary_time_max: Duration,
}

impl BatchWriter {
    pub(crate) fn new(
        (partition, key): (i32, MacKeys),
        servers: Servers,
        (signal, tail): (Signal, Tail),
        synchrony: Synchrony,
    ) -> BatchWriter {
        BatchWriter {
            partition,
            key,
            servers,
            signal,
            tail,
            synchrony,
            session: None,
            sessions: 0,
            acknowledged: None,
            has_lost: false,
            hinted: None,
            callers: Handle::current(),
            primary_time_max: PRIMARY_TIME_MAX,
        }
    }

    /// Whether the log has lost what this writer acknowledged. Then nothing may be written on top of it.
    pub(crate) const fn has_lost(&self) -> bool {
        self.has_lost
    }

    /// What an idle writer looks at: a session that ended, or leads to a server that was replaced, is begun anew, and with
    /// it the last acknowledged event is looked for. So a process that writes nothing learns of a loss too.
    pub(crate) async fn look(&mut self) {
        if self.acknowledged.is_none() {
            return;
        }
        let looked = match self.connected(IDLE_LOOK_TIME_MAX).await {
            Ok(session) => session.ping(IDLE_LOOK_TIME_MAX).await,
            Err(error) => Err(error),
        };
        if let Err(error) = looked {
            tracing::debug!(partition = self.partition, %error, "an idle writer has no session");
            self.session = None;
        }
    }

    /// Writes the batch and completes every entry with its outcome.
    pub(crate) async fn write(&mut self, batch: Vec<Entry>) {
        let span = spans::batch(self.partition, &batch);
        self.write_all(batch).instrument(span).await;
    }

    async fn write_all(&mut self, batch: Vec<Entry>) {
        let mut batch = resolve::without(by_stream(batch), &HashSet::new());
        let began = Instant::now();
        let mut transient = 0;
        let mut attempt = 0;
        while !batch.is_empty() {
            // Nothing of the rest was written: the same commands may be sent again.
            if self.synchrony.is_lost() {
                return batch.into_iter().for_each(|entry| entry.fail(AppendError::Busy));
            }
            attempt += 1;
            if attempt > BATCH_ATTEMPTS_MAX && batch.len() > 1 {
                return self.write_singly(batch).await;
            }
            match self.attempt(batch, attempt > BATCH_ATTEMPTS_MAX).await {
                Ok(rest) => batch = rest,
                Err((rest, error))
                    if may_be_repeated(&error)
                        && transient < TRANSIENT_MAX
                        && began.elapsed() < self.primary_time_max =>
                {
                    transient += 1;
                    attempt -= 1;
                    batch = rest;
                }
                Err((rest, error)) => return self.give_up(rest, &error),
            }
        }
    }

    /// Nothing of these was written, and nothing more is tried.
    fn give_up(&self, batch: Vec<Entry>, error: &sqlx::Error) {
        tracing::error!(partition = self.partition, %error, "the batch was not written");
        fail_all(batch, error);
    }

    /// A batch that is refused again and again, command by command; the rest fails when the connection is lost.
    async fn write_singly(&mut self, batch: Vec<Entry>) {
        let mut rest = batch.into_iter();
        for entry in rest.by_ref() {
            Box::pin(self.write(vec![entry])).await;
            if self.session.is_none() {
                break;
            }
        }
        fail_all(
            rest.collect(),
            &sqlx::Error::Io(std::io::ErrorKind::NotConnected.into()),
        );
    }

    /// One attempt; returns the entries without an outcome.
    async fn attempt(&mut self, batch: Vec<Entry>, last: bool) -> Result<Vec<Entry>, (Vec<Entry>, sqlx::Error)> {
        let (partition, key) = (self.partition, self.key.clone());
        let hint = self.hinted.is_none_or(|hinted| hinted.elapsed() >= HINT_EVERY);
        let session = match self.connected(self.primary_time_max).await {
            Ok(session) => session,
            Err(error) => {
                self.give_up(batch, &error);
                return Ok(Vec::new());
            }
        };
        let number = session.number;
        let stale = in_time(resolve::stale(&mut session.connection, (partition, number), &batch)).await;
        let batch = match stale {
            Ok(stale) => {
                // Whoever is answered from a stream, or learns that it has moved on, must see what a standby has.
                let is_seen = !stale.is_empty() || !batch.iter().all(Entry::is_look_at_the_house);
                if is_seen && let Err(error) = session.settle().await {
                    return self.failed((batch, error));
                }
                resolve::without(batch, &stale)
            }
            Err(error) => return self.failed((batch, error)),
        };
        if !batch.iter().any(Entry::has_rows) {
            batch.into_iter().for_each(|entry| entry.succeed(&mut 0));
            return Ok(Vec::new());
        }
        let engine = session.engine;
        let written = in_time(append(&mut session.connection, engine, partition, &batch, hint)).await;
        match written {
            Ok(base) => {
                self.acknowledge(batch, base);
                self.hinted = if hint { Some(Instant::now()) } else { self.hinted };
                Ok(Vec::new())
            }
            Err(violation) if is_violation(&violation) => {
                let taken = in_time(Taken::read(&mut session.connection, (partition, &key), &batch)).await;
                let rest = match taken {
                    Ok(taken) => resolve::outcomes(&taken, batch),
                    Err(error) => return self.failed((batch, error)),
                };
                if last {
                    fail_all(rest, &violation);
                    return Ok(Vec::new());
                }
                Ok(rest)
            }
            Err(error) if is_answer(&error) => self.failed((batch, error)),
            Err(error) => self.unknown(batch, error).await,
        }
    }

    fn failed(&mut self, (batch, error): (Vec<Entry>, sqlx::Error)) -> Result<Vec<Entry>, (Vec<Entry>, sqlx::Error)> {
        if !is_transient(&error) {
            self.session = None;
        }
        Err((batch, error))
    }

    /// The connection broke during the commit: the outcome is read before anybody is answered.
    async fn unknown(
        &mut self,
        batch: Vec<Entry>,
        error: sqlx::Error,
    ) -> Result<Vec<Entry>, (Vec<Entry>, sqlx::Error)> {
        tracing::warn!(partition = self.partition, %error, "the outcome of a batch is not known, looking it up");
        self.session = None;
        let found = self.find(&batch).await;
        if found.is_err() {
            self.session = None;
        }
        match found {
            Ok(Some(base)) => self.acknowledge(batch, base),
            // A statement still on its way may yet commit: the request id decides when the caller retries.
            Ok(None) | Err(_) => {
                let reason = error.to_string();
                batch
                    .into_iter()
                    .for_each(|entry| entry.fail(Fault::Unknown(reason.clone()).into()));
            }
        }
        Ok(Vec::new())
    }

    /// The position before a batch that the log holds, and a standby, where that is required.
    async fn find(&mut self, batch: &[Entry]) -> Result<Option<i64>, sqlx::Error> {
        let partition = self.partition;
        let session = self.connected(self.primary_time_max).await?;
        let found = in_time(resolve::find_batch(&mut session.connection, partition, batch)).await?;
        session.settle().await?;
        Ok(found)
    }

    /// Completes every entry of a batch that was committed after position `base`.
    fn acknowledge(&mut self, batch: Vec<Entry>, mut base: i64) {
        let written = batch.iter().map(|entry| entry.events.len() as i64).sum::<i64>();
        if let Some(last) = batch.iter().rev().find_map(|entry| entry.events.last()) {
            self.acknowledged = Some((base + written, last.leaf));
        }
        spans::batch_written(base, written);
        batch.iter().for_each(|entry| entry.mark_written(self.sessions));
        self.tail.keep(self.partition, base, &batch);
        self.signal.raise();
        // Beside the next batch: who waits is woken, and the rows are freed, while the server writes again.
        self.callers
            .spawn(async move { batch.into_iter().for_each(|entry| entry.succeed(&mut base)) });
    }

    /// Ends the session.
    pub(crate) async fn close(self) {
        if let Some(session) = self.session
            && let Err(error) = session.connection.close().await
        {
            tracing::debug!(partition = self.partition, %error, "the writer's connection did not end in order");
        }
    }

    /// The session, begun where there is none with the primary, for which it is waited so long at most.
    async fn connected(&mut self, time_max: Duration) -> Result<&mut Session, sqlx::Error> {
        if let Some(replaced) = self.session.take_if(|session| !session.is_of_primary(&self.servers)) {
            tokio::spawn(replaced.connection.close());
        }
        if self.session.is_none() {
            self.tail.forget(self.partition);
            let place = (self.partition, self.acknowledged);
            let (connected, is_there) =
                session::connect(&self.servers, &self.synchrony, self.key.id(), place, time_max).await?;
            self.has_lost |= !is_there;
            if self.synchrony.is_lost() {
                return Err(std::io::Error::other("the server is not synchronous").into());
            }
            self.sessions += 1;
            self.session = Some(Session::new(connected, self.sessions, self.synchrony.clone()));
        }
        if self.has_lost {
            return Err(sqlx::Error::PoolClosed);
        }
        self.session.as_mut().ok_or(sqlx::Error::PoolClosed)
    }
}

/// The batch in the order of its streams' keys, as far as their first bytes say it: what is written one after the other
/// then lies together in the index of versions. Entries of one stream stay in the order of their decisions. A batch that
/// claims keys stays as it came: the first claim counts.
fn by_stream(mut batch: Vec<Entry>) -> Vec<Entry> {
    if batch.iter().all(|entry| entry.claims.is_empty()) {
        batch.sort_by_cached_key(|entry| entry.stream_key.as_bytes().first_chunk::<8>().copied());
    }
    batch
}

/// Fails commands of which nothing was written.
fn fail_all(batch: Vec<Entry>, error: &sqlx::Error) {
    for entry in batch {
        entry.fail(match error {
            error if is_violation(error) => Fault::Law(error.to_string()).into(),
            error if is_out_of_reach(error) || is_out_of_room(error) => AppendError::Busy,
            error => Fault::Unknown(error.to_string()).into(),
        });
    }
}

fn sqlstate(error: &sqlx::Error) -> Option<String> {
    error
        .as_database_error()
        .and_then(|error| error.code())
        .map(|code| code.into_owned())
}

/// A unique key or a check refused the batch. Where a worker of Citus refuses it, its coordinator may pass the worker's
/// text on under a code of its own.
fn is_violation(error: &sqlx::Error) -> bool {
    let text = error.as_database_error().map_or("", |error| error.message());
    match sqlstate(error).as_deref() {
        Some("23505" | "23514") => true,
        Some("XX000") => text.contains("duplicate key value violates unique constraint"),
        _ => false,
    }
}

/// The server answered with an error, so nothing was committed. Class 57 (shutdown, crash) and 08 are no answer, nor is
/// what ends the session: a server that cannot write its log crashes after the commit record was sent to it.
fn is_answer(error: &sqlx::Error) -> bool {
    let answer = error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    answer.is_some_and(|answer| {
        let code = answer.code();
        matches!(answer.severity(), PgSeverity::Error) && !code.starts_with("57") && !code.starts_with("08")
    })
}

/// Nothing was committed, and the same batch may be written now, on another connection where this one is of no use.
fn may_be_repeated(error: &sqlx::Error) -> bool {
    is_transient(error) || is_out_of_reach(error)
}

/// Serialisation failure or deadlock.
fn is_transient(error: &sqlx::Error) -> bool {
    sqlstate(error).is_some_and(|code| code == "40001" || code == "40P01")
}

#[cfg(test)]
mod tests;
