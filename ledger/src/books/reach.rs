//! Waiting for the books: whoever reads them says which position it needs.
//!
//! A reader does not depend on who follows: it writes the missing pages itself while nobody else does.

use super::{CURSOR, Step, step};
use crate::cursor;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::feed;
use std::time::{Duration, Instant};

/// How long a reader waits (ASSUMED: longer would feel like a fault). The books are further behind only while they
/// catch up after a stop.
const WAIT_MAX: Duration = Duration::from_secs(2);
/// Pause of a reader while another process writes a page.
const PAUSE: Duration = Duration::from_millis(2);
/// SQLSTATE of a lock that a read-only transaction asks for.
const READ_ONLY: &str = "25006";

/// Returns when the books of a log have reached a position, or the end that the log has now if that comes earlier.
///
/// # Errors
/// [`Fault::Contended`] when they are still behind after two seconds, [`Fault::Setting`] without a key; [`Fault`] of an
/// event that they cannot take.
pub async fn reach(log: &EventLog, partition: i32, until: i64) -> Result<(), Fault> {
    let begun = Instant::now();
    let mut wanted = None;
    loop {
        let (head, reached) = cursor::standing(log, CURSOR, partition).await?;
        if reached >= *wanted.get_or_insert(until.min(head)) {
            return Ok(());
        }
        if begun.elapsed() > WAIT_MAX {
            return Err(late(log));
        }
        match step(log, partition).await {
            Ok(Some(Step { events: 0, after })) if Some(after) < wanted => {
                return Err(feed::missing(partition, after + 1));
            }
            Ok(Some(_)) => {}
            Ok(None) => tokio::time::sleep(PAUSE).await,
            // A connection that may not write, and a standby, read what others write.
            Err(fault) if is_read_only(&fault) => tokio::time::sleep(PAUSE).await,
            Err(fault) => return Err(fault),
        }
    }
}

fn late(log: &EventLog) -> Fault {
    match log.key() {
        Some(_) => Fault::Contended,
        None => Fault::Setting(
            "the books are behind the log: the service or a command with its LEDGER_MASTER_KEY brings them up to date"
                .into(),
        ),
    }
}

/// As [`reach()`], for the present ends of all logs.
///
/// # Errors
/// As there.
pub async fn reach_heads(log: &EventLog) -> Result<(), Fault> {
    for partition in cursor::behind(log, CURSOR).await? {
        reach(log, partition, i64::MAX).await?;
    }
    Ok(())
}

/// As [`reach_heads`], however long it takes.
///
/// # Errors
/// [`Fault`] of the database, which may be read-only, and of an event that the books cannot take;
/// [`Fault::Setting`] without a key, while nobody else writes.
pub async fn settle(log: &EventLog) -> Result<(), Fault> {
    for partition in cursor::behind(log, CURSOR).await? {
        while let Err(fault) = reach(log, partition, i64::MAX).await {
            let is_behind = matches!(fault, Fault::Contended);
            if !is_behind || step(log, partition).await.is_err() {
                return Err(fault);
            }
        }
    }
    Ok(())
}

fn is_read_only(fault: &Fault) -> bool {
    let Fault::Database(error) = fault else { return false };
    let code = error.as_database_error().and_then(|error| error.code());
    code.as_deref() == Some(READ_ONLY)
}
