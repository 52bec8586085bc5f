//! Timeouts of statements. A connection may lose everything without an error (F-13, F-15); whoever waits for a
//! command must then get the answer that its outcome is not known.
//!
//! Knows nothing of the statements.

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};
use std::time::Duration;

/// A server that has not answered one statement of a command for so long is treated as lost.
pub(crate) const ANSWER_TIME_MAX: Duration = Duration::from_secs(10);

/// The server's answer, or that none came. A connection that owes one must not be used again.
///
/// # Errors
/// The answer's own, or that the time is over.
pub(crate) async fn in_time<T, E: From<sqlx::Error>>(answer: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    within(ANSWER_TIME_MAX, answer).await
}

/// The same with a limit of its own.
///
/// # Errors
/// The answer's own, or that the time is over.
pub(crate) async fn within<T, E: From<sqlx::Error>>(
    limit: Duration,
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let none = |_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()).into());
    tokio::time::timeout(limit, answer).await.unwrap_or_else(none)
}

/// Runs a statement on a connection of the pool and returns its answer, or that none came. A connection that owes an
/// answer leaves the pool: it would be occupied for as long as it waits.
///
/// # Errors
/// The answer's own, or that the time is over.
pub async fn query_in_time<T, E: From<sqlx::Error>>(
    pool: &PgPool,
    query: impl AsyncFnOnce(&mut PgConnection) -> Result<T, E>,
) -> Result<T, E> {
    lend(pool, ANSWER_TIME_MAX, query).await
}

/// Lends a connection of the pool for so long at most. It is closed when the time is over, or when whoever waits goes away,
/// and never goes back to the pool halfway.
///
/// # Errors
/// The borrower's own, or that the time is over.
pub(crate) async fn lend<T, E: From<sqlx::Error>>(
    pool: &PgPool,
    limit: Duration,
    borrower: impl AsyncFnOnce(&mut PgConnection) -> Result<T, E>,
) -> Result<T, E> {
    let mut lent = Lent {
        connection: in_time(pool.acquire()).await?,
        is_answered: false,
    };
    let Ok(done) = tokio::time::timeout(limit, borrower(&mut lent.connection)).await else {
        tracing::warn!(?limit, "the database did not answer in time: the connection is closed");
        return Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()).into());
    };
    lent.is_answered = true;
    done
}

/// A connection that goes back to the pool only when it owes no answer.
struct Lent {
    connection: PoolConnection<Postgres>,
    is_answered: bool,
}

impl Drop for Lent {
    fn drop(&mut self) {
        if !self.is_answered {
            self.connection.close_on_drop();
        }
    }
}
