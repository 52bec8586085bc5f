//! Who does what only one process should do: session advisory locks of PostgreSQL.
//!
//! Each process keeps one connection and asks on it, every [`ASK_EVERY`], for the seats
//! it does not hold. A seat is a session lock, so the server itself gives it free when
//! the holder's connection ends, however the holder died; another process has it
//! within the next ask. Chosen over a lease row because a lease must be renewed by
//! writes and by clocks that agree, and over locking the cursor's row for as long as
//! one leads because a transaction that stays open holds back vacuum.
//!
//! A seat saves work, it protects nothing: a process that has not yet noticed that it
//! lost the seat may still work for a moment. What it writes must be safe by itself.
//! Needs a connection of its own: a pooler that shares sessions cannot stand between.

use sqlx::{Connection, PgConnection, PgPool, Row};
use std::time::Duration;
use tokio::sync::watch;

/// How often a process asks for vacant seats, and notices that it lost its own.
const ASK_EVERY: Duration = Duration::from_millis(250);
/// How long the server may take to answer before the seats count as lost.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// The seats one process asks for.
pub struct Seats(Vec<Seat>);

struct Seat {
    name: String,
    taken: watch::Sender<bool>,
}

/// Whether this process holds one seat.
#[derive(Clone, Debug)]
pub struct Leading(watch::Receiver<bool>);

impl Leading {
    /// True while the seat is held.
    pub fn now(&mut self) -> bool {
        *self.0.borrow_and_update()
    }

    /// Returns when that changed; never, once nobody asks for the seat any more.
    pub async fn changed(&mut self) {
        if self.0.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Seats {
    /// Seats with these names, and for each whether it is held.
    pub fn of(names: impl IntoIterator<Item = String>) -> (Seats, Vec<Leading>) {
        let seat = |name| {
            let (taken, held) = watch::channel(false);
            (Seat { name, taken }, Leading(held))
        };
        let (seats, leading) = names.into_iter().map(seat).unzip();
        (Seats(seats), leading)
    }

    /// Asks for vacant seats until `stop` turns true, then gives all of them up.
    pub async fn campaign(self, pool: PgPool, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            if let Err(error) = self.hold(&pool, &mut stop).await {
                tracing::warn!(%error, "the connection that holds the seats is lost; this process asks again");
            }
            self.give_up();
            pause(&mut stop).await;
        }
    }

    async fn hold(&self, pool: &PgPool, stop: &mut watch::Receiver<bool>) -> Result<(), sqlx::Error> {
        // Out of the pool: the seats live as long as this session and end with it.
        let mut connection = pool.acquire().await?.detach();
        while !*stop.borrow() {
            tokio::time::timeout(ANSWER_MAX, self.ask(&mut connection))
                .await
                .unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
            pause(stop).await;
        }
        connection.close().await
    }

    /// Also asks when no seat is vacant: a dead connection must be noticed.
    async fn ask(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let vacant: Vec<&str> = self.vacant().map(|seat| seat.name.as_str()).collect();
        let won = sqlx::query(
            "select name from unnest($1::text[]) as vacant(name)
              where pg_try_advisory_lock(hashtextextended('leader of ' || name, 0))",
        )
        .bind(vacant)
        .fetch_all(connection)
        .await?;
        for row in won {
            let name: &str = row.try_get(0)?;
            for seat in self.vacant().filter(|seat| seat.name == name) {
                tracing::info!(seat = name, "this process leads");
                seat.taken.send_replace(true);
            }
        }
        Ok(())
    }

    fn vacant(&self) -> impl Iterator<Item = &Seat> {
        self.0.iter().filter(|seat| !*seat.taken.borrow())
    }

    fn give_up(&self) {
        for seat in &self.0 {
            seat.taken.send_replace(false);
        }
    }
}

async fn pause(stop: &mut watch::Receiver<bool>) {
    tokio::select! {
        () = tokio::time::sleep(ASK_EVERY) => {}
        _ = stop.changed() => {}
    }
}
