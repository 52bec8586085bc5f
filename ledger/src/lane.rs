//! A lane: one connection that brings a batch of decided commands to its verdicts.
//!
//! Fast path: the batch wins whole. A conflict fails alone, never its batch; a broken
//! connection during the commit is an unknown outcome and is looked up before anybody
//! is answered. Knows nothing of the line in which commands wait.

use crate::append::append;
use crate::entry::{AppendError, Entry};
use crate::error::Fault;
use crate::feed::Signal;
use crate::resolve;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};
use std::time::{Duration, Instant};

/// Attempts at a batch before it is written command by command.
const BATCH_ATTEMPTS_MAX: u32 = 4;
/// A server that has not answered an append for so long is treated as lost (F-13, F-15).
const APPEND_TIME_MAX: Duration = Duration::from_secs(10);
/// Transient database errors in a row before the batch is given back.
const TRANSIENT_MAX: u32 = 5;
/// Other processes get a hint at most so often: each one wakes every listener, and readers poll anyway.
const HINT_EVERY: Duration = Duration::from_millis(5);

/// One connection of a partition's writer.
pub(crate) struct Lane {
    partition: i32,
    options: PgConnectOptions,
    signal: Signal,
    connection: Option<PgConnection>,
    hinted: Option<Instant>,
}

impl Lane {
    pub(crate) fn new(partition: i32, options: PgConnectOptions, signal: Signal) -> Lane {
        Lane {
            partition,
            options,
            signal,
            connection: None,
            hinted: None,
        }
    }

    /// Brings every entry of the batch to its verdict.
    pub(crate) async fn write(&mut self, batch: Vec<Entry>) {
        let mut batch = drop_stale(batch);
        let mut transient = 0;
        let mut attempt = 0;
        while !batch.is_empty() {
            attempt += 1;
            if attempt > BATCH_ATTEMPTS_MAX && batch.len() > 1 {
                for entry in batch {
                    Box::pin(self.write(vec![entry])).await;
                }
                return;
            }
            match self.attempt(batch, attempt > BATCH_ATTEMPTS_MAX).await {
                Ok(rest) => batch = rest,
                Err((rest, error)) if is_transient(&error) && transient < TRANSIENT_MAX => {
                    transient += 1;
                    attempt -= 1;
                    batch = rest;
                }
                Err((rest, error)) => {
                    tracing::error!(partition = self.partition, %error, "the batch was given back");
                    return give_back(rest, &error);
                }
            }
        }
    }

    /// One attempt: what is left undecided comes back.
    async fn attempt(&mut self, batch: Vec<Entry>, last: bool) -> Result<Vec<Entry>, (Vec<Entry>, sqlx::Error)> {
        let partition = self.partition;
        let hint = self.hinted.is_none_or(|hinted| hinted.elapsed() >= HINT_EVERY);
        let connection = match self.connected().await {
            Ok(connection) => connection,
            Err(error) => return Err((batch, error)),
        };
        let batch = match resolve::fences(connection, batch).await {
            Ok(batch) => batch,
            Err(failed) => return self.lost(failed),
        };
        if !batch.iter().any(Entry::has_rows) {
            batch.into_iter().for_each(|entry| entry.succeed(&mut 0));
            return Ok(Vec::new());
        }
        let written = tokio::time::timeout(APPEND_TIME_MAX, append(connection, partition, &batch, hint)).await;
        match written.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()))) {
            Ok(mut base) => {
                batch.into_iter().for_each(|entry| entry.succeed(&mut base));
                self.signal.raise();
                self.hinted = if hint { Some(Instant::now()) } else { self.hinted };
                Ok(Vec::new())
            }
            Err(error) if is_violation(&error) && last => {
                give_back(batch, &error);
                Ok(Vec::new())
            }
            Err(error) if is_violation(&error) => match resolve::verdicts(connection, partition, batch).await {
                Ok(rest) => Ok(rest),
                Err(failed) => self.lost(failed),
            },
            Err(error) if is_answer(&error) => Err((batch, error)),
            Err(error) => self.unknown(batch, error).await,
        }
    }

    fn lost(&mut self, (batch, error): (Vec<Entry>, sqlx::Error)) -> Result<Vec<Entry>, (Vec<Entry>, sqlx::Error)> {
        if !is_answer(&error) {
            self.connection = None;
        }
        Err((batch, error))
    }

    /// The connection broke while the batch was committing: look before answering.
    async fn unknown(
        &mut self,
        batch: Vec<Entry>,
        error: sqlx::Error,
    ) -> Result<Vec<Entry>, (Vec<Entry>, sqlx::Error)> {
        tracing::warn!(partition = self.partition, %error, "the outcome of a batch is not known, looking it up");
        self.connection = None;
        let partition = self.partition;
        let found = match self.connected().await {
            Ok(connection) => resolve::find_batch(connection, partition, &batch).await,
            Err(error) => Err(error),
        };
        match found {
            Ok(Some(mut base)) => {
                batch.into_iter().for_each(|entry| entry.succeed(&mut base));
                self.signal.raise();
            }
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

    async fn connected(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        if self.connection.is_none() {
            let mut connection = self.options.connect().await?;
            connection.execute("set role ledger_app").await?;
            self.connection = Some(connection);
        }
        self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            tokio::spawn(connection.close());
        }
    }
}

fn drop_stale(batch: Vec<Entry>) -> Vec<Entry> {
    let mut fresh = Vec::with_capacity(batch.len());
    for entry in batch {
        if entry.is_stale() {
            entry.fail(AppendError::Conflict);
        } else {
            fresh.push(entry);
        }
    }
    fresh
}

fn give_back(batch: Vec<Entry>, error: &sqlx::Error) {
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

/// The server answered with an error, so nothing was committed. Class 57 (shutdown, crash) and 08 are no answer.
fn is_answer(error: &sqlx::Error) -> bool {
    sqlstate(error).is_some_and(|code| !code.starts_with("57") && !code.starts_with("08"))
}

/// Serialisation failure or deadlock: nothing was committed, the same statement may win now.
/// A connection that could not be made has done nothing either.
fn is_transient(error: &sqlx::Error) -> bool {
    sqlstate(error).is_some_and(|code| code == "40001" || code == "40P01")
}
