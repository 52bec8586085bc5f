//! Locks by name, held over a command: for a rule about a thing that players of several partitions could claim at once
//! (a document, a wallet), which no key of one partition can keep.

use ledger::{Fault, Ledger};
use sqlx::{Postgres, Transaction};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Locks of this process at once: each holds a connection while its command needs others.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// Held names. Dropping releases them too.
pub struct Held {
    transaction: Transaction<'static, Postgres>,
    _permit: SemaphorePermit<'static>,
}

/// Waits for these names, which callers give in one order; whoever waits for the same ones goes on after the release.
///
/// # Errors
/// [`Fault`] of the database.
///
/// # Panics
/// Never: the semaphore is not closed.
pub async fn hold(ledger: &Ledger, names: &[String]) -> Result<Held, Fault> {
    let permit = PERMITS.acquire().await.expect("nobody closes it");
    let mut transaction = ledger.pool().begin().await?;
    for name in names {
        sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))")
            .bind(name)
            .execute(&mut *transaction)
            .await?;
    }
    Ok(Held {
        transaction,
        _permit: permit,
    })
}

impl Held {
    /// # Errors
    /// [`Fault`] of the database: the names are free all the same.
    pub async fn release(self) -> Result<(), Fault> {
        Ok(self.transaction.commit().await?)
    }
}
