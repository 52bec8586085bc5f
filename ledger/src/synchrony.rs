//! Whether the server answers a commit only once a standby has it too (ledger §4.11).
//!
//! An operator, or what manages the servers, may end that at any time: so it is looked at before anything starts, twice
//! a second while it runs, and on each new connection of a writer. Without it nothing is written: a failover would take
//! back what somebody was answered. A change is noticed up to half a second late; what is acknowledged meanwhile is as
//! safe as with [`Synchronous::Off`].

use crate::error::Fault;
use crate::servers::Servers;
use crate::timeouts::{in_time, query_in_time};
use sqlx::{Connection, Executor, PgConnection, PgPool};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// How often a running ledger looks.
const LOOK_EVERY: Duration = Duration::from_millis(500);

const SETTINGS: &str = "select current_setting('synchronous_standby_names'), current_setting('synchronous_commit')";

/// Whether a server without a synchronous standby is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Synchronous {
    /// No start on one, and no writing for as long as there is none.
    Required,
    /// Accepted: a failover may lose what was acknowledged.
    Off,
}

/// Shared by the writers of one process and by whoever sends it traffic. It begins synchronous.
#[derive(Clone, Debug)]
pub struct Synchrony(Arc<State>);

#[derive(Debug)]
struct State {
    is_required: bool,
    lost: RwLock<Option<String>>,
}

impl Synchrony {
    pub(crate) fn new(synchronous: Synchronous) -> Synchrony {
        Synchrony(Arc::new(State {
            is_required: synchronous == Synchronous::Required,
            lost: RwLock::new(None),
        }))
    }

    /// Why nothing is written; nothing while the server is synchronous or need not be.
    pub fn lost(&self) -> Option<String> {
        self.0.lost.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether nothing may be written.
    pub(crate) fn is_lost(&self) -> bool {
        self.0.lost.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Looks on this connection.
    ///
    /// # Errors
    /// Of the database; then nothing has changed.
    pub(crate) async fn look(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        if self.0.is_required {
            self.set(asynchronous(connection).await?);
        }
        Ok(())
    }

    /// Returns once a standby has all that can be seen on this connection, where that is required. What a primary wrote
    /// before it was restarted can be seen there although no standby has it: nobody may be answered from that yet.
    ///
    /// # Errors
    /// Of the database.
    pub(crate) async fn settle(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        if self.0.is_required {
            // A commit waits for its own place in the WAL, which is behind all of that; this one changes nothing.
            let message = "select pg_logical_emit_message(true, 'ledger', 'a writer has connected')";
            connection.execute(message).await?;
        }
        Ok(())
    }

    /// Looks again and again, until nobody writes any more.
    pub(crate) fn watch(&self, pool: PgPool, servers: Servers) {
        if !self.0.is_required {
            return;
        }
        let weak = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK_EVERY).await;
                let Some(state) = weak.upgrade().filter(|_| !pool.is_closed()) else {
                    return;
                };
                if let Err(fault) = Synchrony(state).look_again(&pool, &servers).await {
                    tracing::debug!(%fault, "whether the server is synchronous was not seen");
                }
            }
        });
    }

    /// A setting of the role or of the database holds for new connections alone, and may be what a writer has seen: so
    /// only a new one shows that it is over.
    async fn look_again(&self, pool: &PgPool, servers: &Servers) -> Result<(), sqlx::Error> {
        if !self.is_lost() {
            return query_in_time(pool, async |connection| self.look(connection).await).await;
        }
        let mut connection = in_time(servers.connect()).await?;
        in_time(self.look(&mut connection)).await?;
        connection.close().await
    }

    fn set(&self, lost: Option<String>) {
        let mut known = self.0.lost.write().unwrap_or_else(PoisonError::into_inner);
        match (&*known, &lost) {
            (None, Some(why)) => tracing::error!("nothing is written any more: {why}"),
            (Some(_), None) => tracing::info!("the server is synchronous again: what is asked for is written"),
            (None, None) | (Some(_), Some(_)) => {}
        }
        *known = lost;
    }
}

/// Refuses a server that is not synchronous, where it has to be.
///
/// # Errors
/// [`Fault::Setting`] with one sentence.
pub(crate) async fn require(pool: &PgPool, synchronous: Synchronous) -> Result<(), Fault> {
    if synchronous == Synchronous::Off {
        return Ok(());
    }
    let mut connection = pool.acquire().await?;
    match asynchronous(&mut connection).await? {
        Some(why) => Err(Fault::Setting(why)),
        None => Ok(()),
    }
}

/// Why a commit on this connection waits for no standby.
async fn asynchronous(connection: &mut PgConnection) -> Result<Option<String>, sqlx::Error> {
    let (standbys, commit): (String, String) = sqlx::query_as(SETTINGS).fetch_one(connection).await?;
    let waits = ["on", "remote_apply"].contains(&commit.as_str());
    let (setting, change) = match (standbys.trim().is_empty(), waits) {
        (false, true) => return Ok(None),
        (true, _) => ("synchronous_standby_names=''".to_owned(), "name its standbys there"),
        (false, false) => (format!("synchronous_commit={commit}"), "set it to on"),
    };
    Ok(Some(format!(
        "the server runs with {setting}: a failover would lose what was acknowledged; {change}, or accept that with \
         LEDGER_SYNC=off"
    )))
}
