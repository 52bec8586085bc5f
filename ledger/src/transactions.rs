//! Transactions on the connections of a pool.
//!
//! A caller may go away at any moment: the peer of a call hangs up, another task is done first. The library undoes a
//! transaction whose caller goes away later, but not one whose begin was sent and not answered yet: that connection went
//! back to the pool inside an open transaction, where the next write was answered with success and never committed. So
//! nobody can go away while one begins.

use sqlx::{Error, PgPool, Postgres, Transaction};
use tracing::Instrument;

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
