//! Leader locks: session advisory locks of PostgreSQL for work that one process should do.
//!
//! Each process keeps one connection and tries on it, every [`TRY_EVERY`], to get the locks
//! it does not hold. The server itself releases a session lock when the holder's connection
//! ends, however the holder's process ended; another process gets it with its next try.
//! Chosen over a lease row because a lease must be renewed by writes and by clocks that
//! agree, and over locking the cursor's row for as long as one leads because a transaction
//! that stays open holds back vacuum.
//!
//! A leader lock saves work, it protects nothing: a process that has not yet noticed that it
//! lost the lock may still work for a moment. What it writes must be safe by itself.
//! Needs a connection of its own: a pooler that shares sessions cannot be in between.

use sqlx::{Connection, PgConnection, PgPool, Row};
use std::time::Duration;
use tokio::sync::watch;

/// How often a process tries to get free locks, and notices that it lost its own.
const TRY_EVERY: Duration = Duration::from_millis(250);
/// How long the server may take to answer before the locks count as lost.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// The leader locks that one process tries to hold.
pub struct LeaderLocks(Vec<LeaderLock>);

struct LeaderLock {
    name: String,
    held: watch::Sender<bool>,
}

/// Whether this process holds one leader lock.
#[derive(Clone, Debug)]
pub struct Leading(watch::Receiver<bool>);

impl Leading {
    /// True while the lock is held.
    pub fn now(&mut self) -> bool {
        *self.0.borrow_and_update()
    }

    /// Returns when that changed; never, once the task that tries to get the lock has ended.
    pub async fn changed(&mut self) {
        if self.0.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl LeaderLocks {
    /// Locks with these names, and for each whether it is held.
    pub fn of(names: impl IntoIterator<Item = String>) -> (LeaderLocks, Vec<Leading>) {
        let lock = |name| {
            let (held, leading) = watch::channel(false);
            (LeaderLock { name, held }, Leading(leading))
        };
        let (locks, leading) = names.into_iter().map(lock).unzip();
        (LeaderLocks(locks), leading)
    }

    /// Tries to get free locks until `stop` turns true, then releases all of them.
    pub async fn hold_until(self, pool: PgPool, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            if let Err(error) = self.hold_session(&pool, &mut stop).await {
                tracing::warn!(%error, "the connection that holds the leader locks is lost; this process tries again");
            }
            self.give_up();
            pause(&mut stop).await;
        }
    }

    async fn hold_session(&self, pool: &PgPool, stop: &mut watch::Receiver<bool>) -> Result<(), sqlx::Error> {
        // Out of the pool: the locks last as long as this session.
        let mut connection = pool.acquire().await?.detach();
        while !*stop.borrow() {
            tokio::time::timeout(ANSWER_MAX, self.try_free(&mut connection))
                .await
                .unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
            pause(stop).await;
        }
        connection.close().await
    }

    /// Sends the statement even when no lock is free: a broken connection must be noticed.
    async fn try_free(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let free: Vec<&str> = self.free().map(|lock| lock.name.as_str()).collect();
        let acquired = sqlx::query(
            "select name from unnest($1::text[]) as free(name)
              where pg_try_advisory_lock(hashtextextended('leader of ' || name, 0))",
        )
        .bind(free)
        .fetch_all(connection)
        .await?;
        for row in acquired {
            let name: &str = row.try_get(0)?;
            for lock in self.free().filter(|lock| lock.name == name) {
                tracing::info!(lock = name, "this process leads");
                lock.held.send_replace(true);
            }
        }
        Ok(())
    }

    fn free(&self) -> impl Iterator<Item = &LeaderLock> {
        self.0.iter().filter(|lock| !*lock.held.borrow())
    }

    fn give_up(&self) {
        for lock in &self.0 {
            lock.held.send_replace(false);
        }
    }
}

async fn pause(stop: &mut watch::Receiver<bool>) {
    tokio::select! {
        () = tokio::time::sleep(TRY_EVERY) => {}
        _ = stop.changed() => {}
    }
}
