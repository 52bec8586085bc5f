//! The batch writer: one connection that writes a batch of decided commands and returns the outcome of each.
//!
//! Fast path: the whole batch is committed. A conflict fails one command, never its batch; a broken
//! connection during the commit is an unknown outcome and is looked up before anybody
//! is answered. Knows nothing of the queue in which commands wait.

use crate::append::entry::{AppendError, Entry};
use crate::append::resolve::{self, Taken};
use crate::append::statement::append;
use crate::error::Fault;
use crate::read::feed::{self, Signal};
use crate::read::tail::Tail;
use crate::synchrony::Synchrony;
use crate::timeouts::{ANSWER_TIME_MAX, in_time};
use sqlx::postgres::{PgConnectOptions, PgDatabaseError, PgSeverity};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Attempts at a batch before it is written command by command.
const BATCH_ATTEMPTS_MAX: u32 = 4;
/// Transient database errors in a row before the batch fails.
const TRANSIENT_MAX: u32 = 5;
/// Other processes get a hint at most so often: each one wakes every listener, and readers poll anyway.
const HINT_EVERY: Duration = Duration::from_millis(5);

/// One connection of a partition's writer.
pub(crate) struct BatchWriter {
    partition: i32,
    options: PgConnectOptions,
    signal: Signal,
    tail: Tail,
    synchrony: Synchrony,
    connection: Option<PgConnection>,
    /// Counts the connections: what was committed over one of them cannot vanish while it lives.
    session: u64,
    /// The last event that was acknowledged: its position and leaf.
    acknowledged: Option<(i64, [u8; 32])>,
    /// The log has lost what was acknowledged: this writer writes no more.
    has_lost: bool,
    hinted: Option<Instant>,
}

impl BatchWriter {
    pub(crate) fn new(
        partition: i32,
        options: PgConnectOptions,
        (signal, tail): (Signal, Tail),
        synchrony: Synchrony,
    ) -> BatchWriter {
        BatchWriter {
            partition,
            options,
            signal,
            tail,
            synchrony,
            connection: None,
            session: 0,
            acknowledged: None,
            has_lost: false,
            hinted: None,
        }
    }

    /// Whether the log has lost what this writer acknowledged. Then nothing may be written on top of it.
    pub(crate) const fn has_lost(&self) -> bool {
        self.has_lost
    }

    /// Writes the batch and completes every entry with its outcome.
    pub(crate) async fn write(&mut self, batch: Vec<Entry>) {
        let mut batch = resolve::without(batch, &HashSet::new());
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
                Err((rest, error)) if is_transient(&error) && transient < TRANSIENT_MAX => {
                    transient += 1;
                    attempt -= 1;
                    batch = rest;
                }
                Err((rest, _)) if self.synchrony.is_lost() => batch = rest,
                Err((rest, error)) => {
                    tracing::error!(partition = self.partition, %error, "the batch was not written");
                    return fail_all(rest, &error);
                }
            }
        }
    }

    /// A batch that is refused again and again, command by command; the rest fails when the connection is lost.
    async fn write_singly(&mut self, batch: Vec<Entry>) {
        let mut rest = batch.into_iter();
        for entry in rest.by_ref() {
            Box::pin(self.write(vec![entry])).await;
            if self.connection.is_none() {
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
        let partition = self.partition;
        let hint = self.hinted.is_none_or(|hinted| hinted.elapsed() >= HINT_EVERY);
        let (connection, session) = match self.connected().await {
            Ok(connected) => connected,
            Err(error) => return Err((batch, error)),
        };
        let stale = in_time(resolve::stale(connection, (partition, session), &batch)).await;
        let batch = match stale {
            Ok(stale) => resolve::without(batch, &stale),
            Err(error) => return self.failed((batch, error)),
        };
        if !batch.iter().any(Entry::has_rows) {
            batch.into_iter().for_each(|entry| entry.succeed(&mut 0));
            return Ok(Vec::new());
        }
        let written = in_time(append(connection, partition, &batch, hint)).await;
        match written {
            Ok(base) => {
                self.acknowledge(batch, base);
                self.hinted = if hint { Some(Instant::now()) } else { self.hinted };
                Ok(Vec::new())
            }
            Err(violation) if is_violation(&violation) => {
                let taken = in_time(Taken::read(connection, partition, &batch)).await;
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
            self.connection = None;
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
        self.connection = None;
        let partition = self.partition;
        let found = match self.connected().await {
            Ok((connection, _)) => in_time(resolve::find_batch(connection, partition, &batch)).await,
            Err(error) => Err(error),
        };
        if found.is_err() {
            self.connection = None;
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

    /// Completes every entry of a batch that was committed after position `base`.
    fn acknowledge(&mut self, batch: Vec<Entry>, mut base: i64) {
        let written = batch.iter().map(|entry| entry.events.len() as i64).sum::<i64>();
        if let Some(last) = batch.iter().rev().find_map(|entry| entry.events.last()) {
            self.acknowledged = Some((base + written, last.leaf));
        }
        batch.iter().for_each(|entry| entry.mark_written(self.session));
        self.tail.keep(self.partition, base, &batch);
        self.signal.raise();
        // Beside the next batch: who waits is woken, and the rows are freed, while the server writes again.
        tokio::spawn(async move { batch.into_iter().for_each(|entry| entry.succeed(&mut base)) });
    }

    /// The connection and the number of its session.
    async fn connected(&mut self) -> Result<(&mut PgConnection, u64), sqlx::Error> {
        if self.connection.is_none() {
            self.tail.forget(self.partition);
            let (partition, acknowledged) = (self.partition, self.acknowledged);
            let connecting = async {
                let mut connection = self.options.connect().await?;
                connection.execute(session_settings().as_str()).await?;
                self.synchrony.look(&mut connection).await?;
                let is_there = holds(&mut connection, partition, acknowledged).await?;
                Ok::<_, sqlx::Error>((connection, is_there))
            };
            let (connection, is_there) = in_time(connecting).await?;
            self.has_lost |= !is_there;
            if self.synchrony.is_lost() {
                return Err(sqlx::Error::PoolClosed);
            }
            self.session += 1;
            self.connection = Some(connection);
        }
        if self.has_lost {
            return Err(sqlx::Error::PoolClosed);
        }
        let connection = self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        Ok((connection, self.session))
    }
}

/// Whether a log still holds the event that was acknowledged last.
async fn holds(
    connection: &mut PgConnection,
    partition: i32,
    acknowledged: Option<(i64, [u8; 32])>,
) -> Result<bool, sqlx::Error> {
    let Some((position, leaf)) = acknowledged else {
        return Ok(true);
    };
    let is_there = feed::holds(connection, (partition, position), &leaf).await?;
    if !is_there {
        tracing::error!(
            partition,
            position,
            "the log has lost an event that was acknowledged, as a failover to a standby that was behind does: this \
             process writes no more; stop every process and compare the database with the exported checkpoints"
        );
    }
    Ok(is_there)
}

impl Drop for BatchWriter {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            tokio::spawn(connection.close());
        }
    }
}

/// The role, and the server's own timeout: a statement that timed out here must not go on waiting for a lock there.
/// Statements are planned once: no plan for particular rows is better than the one by the keys, also while the tables
/// are still small.
fn session_settings() -> String {
    let timeout = ANSWER_TIME_MAX.as_millis();
    format!(
        "set role ledger_app; set statement_timeout = {timeout};
         set plan_cache_mode = force_generic_plan; set enable_seqscan = off"
    )
}

fn fail_all(batch: Vec<Entry>, error: &sqlx::Error) {
    for entry in batch {
        let fault = if is_violation(error) {
            Fault::Law(error.to_string())
        } else {
            Fault::Unknown(error.to_string())
        };
        entry.fail(fault.into());
    }
}

fn sqlstate(error: &sqlx::Error) -> Option<String> {
    error
        .as_database_error()
        .and_then(|error| error.code())
        .map(|code| code.into_owned())
}

/// A unique key or a check refused the batch.
fn is_violation(error: &sqlx::Error) -> bool {
    sqlstate(error).is_some_and(|code| code == "23505" || code == "23514")
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

/// Serialisation failure or deadlock: nothing was committed, the same statement may succeed now.
fn is_transient(error: &sqlx::Error) -> bool {
    sqlstate(error).is_some_and(|code| code == "40001" || code == "40P01")
}
