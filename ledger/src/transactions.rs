//! Transactions on the connections of a pool.
//!
//! A caller may go away at any moment: the peer of a call hangs up, another task is done first. The library undoes a
//! transaction whose caller goes away later, but not one whose begin was sent and not answered yet: that connection went
//! back to the pool inside an open transaction, where the next write was answered with success and never committed. So
//! nobody can go away while one begins.
//!
//! A server's machine may go away as well, without a word: one step of a follower of the log has a limit of its own
//! ([`step`]).

use crate::error::Fault;
use crate::timeouts;
use sqlx::{Error, PgConnection, PgPool, Postgres, Transaction};
use std::time::Duration;
use tracing::Instrument;

/// How long one step of a follower of the log may take: a page of a view, of the books or of a tree (ASSUMED: a page of
/// 4,000 events for all views together takes a second or two on two busy cores, so a machine may be thirty times slower;
/// a view that goes alone halves a page that took too long). Without a limit, a connection that has lost everything
/// without an error keeps its follower for ever, while the process holds the leader locks over another connection. What
/// fills the copy of a view (`ledger rebuild`) is no step and has no limit.
pub const STEP_TIME_MAX: Duration = Duration::from_secs(60);

/// Begins a transaction; undone when it is dropped, whenever that is.
///
/// # Errors
/// As of a query.
pub async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, Error> {
    let pool = pool.clone();
    #[expect(clippy::disallowed_methods, reason = "the one place where nothing stops it halfway")]
    let begun = async move { pool.begin().await };
    match tokio::spawn(begun.in_current_span()).await {
        Ok(begun) => begun,
        Err(ended) if ended.is_panic() => std::panic::resume_unwind(ended.into_panic()),
        // The process ends.
        Err(_) => Err(Error::PoolClosed),
    }
}

/// Runs one step of a follower on a connection of the pool, for [`STEP_TIME_MAX`] at most. The step may begin a transaction
/// there, which ends with its connection when the step is not answered.
///
/// # Errors
/// The step's own, or that the time is over.
pub async fn step<T>(pool: &PgPool, step: impl AsyncFnOnce(&mut PgConnection) -> Result<T, Fault>) -> Result<T, Fault> {
    timeouts::lend(pool, STEP_TIME_MAX, step).await
}
