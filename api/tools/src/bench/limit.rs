//! The physical limit: what PostgreSQL does with the same rows when nobody decides, hashes, remembers
//! or answers.
//!
//! A bare insert is one prepared statement and commit for one event row, one connection a client. A
//! batched insert writes ready-made rows of a thousand commands by one statement on one connection: facts alone
//! (events, requests and head), or their postings and balances too. The rows are those our writer wrote, read back, with
//! fresh keys; the tables are ours.

use super::figures::{Run, micros};
use super::load::{Client, Kept, Timing};
use super::rows::{COMMANDS, Rows};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use uuid::Uuid;

/// Connections of bare inserts at most: beyond, PostgreSQL only switches between them.
pub const CONNECTIONS_MAX: usize = 64;
/// The log of bare inserts, apart from that of the batches.
const BARE_PARTITION: i32 = 1_000;

const INSERT: &str = "
insert into events (partition, position, aggregate_type, aggregate_id, sequence, event_id,
                    event_type, event_version, payload, metadata, recorded_at_ms, leaf, mac)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::json, $10::text::json, $11, $12, $13)";

/// What a batched insert writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// What the append writes.
    Facts,
    /// That, and the books that follow from it.
    FactsAndBooks,
}

/// Both limits on a database of their own.
pub struct Limit {
    database: PgConnectOptions,
    rows: Arc<Rows>,
    batches: Mutex<Batches>,
    bare: Kept<Bare>,
}

struct Batches {
    connection: PgConnection,
    written: i64,
}

impl Limit {
    /// Takes the rows of the credits in the ledger of `pool` to an empty `database`.
    ///
    /// # Errors
    /// A database that cannot be used, or a ledger without enough credits.
    pub async fn found(database: PgConnectOptions, pool: &ledger::EventLog) -> anyhow::Result<Limit> {
        ledger::schema::migrate(&database, 1).await?;
        let rows = Arc::new(Rows::read(pool).await?);
        let batches = Batches {
            connection: PgConnection::connect_with(&database).await?,
            written: 0,
        };
        Ok(Limit {
            database,
            rows,
            batches: Mutex::new(batches),
            bare: Kept::default(),
        })
    }

    /// One run of batches. Only the time of the statements counts, not that of making keys.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn batch_run(&self, what: Written, timing: Timing) -> anyhow::Result<Run> {
        let mut batches = self.batches.lock().await;
        let Batches { connection, written } = &mut *batches;
        let (mut spent, mut latencies) = (Duration::ZERO, Vec::new());
        while spent < Duration::from_millis(timing.measure_ms) {
            let batch = self.rows.batch(*written);
            let began = Instant::now();
            match what {
                Written::Facts => self.rows.write_facts(connection, &batch).await?,
                Written::FactsAndBooks => self.rows.write(connection, &batch).await?,
            }
            let took = began.elapsed();
            *written += 1;
            spent += took;
            latencies.push(micros(took));
        }
        let units = latencies.len() as u64 * COMMANDS as u64;
        Ok(Run::of(units, spent, latencies))
    }

    /// One run of bare inserts by `clients` clients.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn insert_run(&self, clients: usize, timing: Timing) -> anyhow::Result<Run> {
        let connect = |number| Bare::connect(&self.database, self.rows.clone(), number);
        self.bare.run(clients.min(CONNECTIONS_MAX), timing, connect).await
    }

    /// Closes the connections.
    ///
    /// # Errors
    /// When one does not close.
    pub async fn close(self) -> anyhow::Result<()> {
        self.batches.into_inner().connection.close().await?;
        for bare in self.bare.into_inner() {
            bare.connection.close().await?;
        }
        Ok(())
    }
}

/// A client of bare inserts.
struct Bare {
    connection: PgConnection,
    rows: Arc<Rows>,
    stream: String,
    position: i64,
    sequence: i64,
}

impl Bare {
    async fn connect(database: &PgConnectOptions, rows: Arc<Rows>, number: i64) -> anyhow::Result<Bare> {
        Ok(Bare {
            connection: PgConnection::connect_with(database).await?,
            rows,
            stream: Uuid::new_v4().to_string(),
            // Room for a million million inserts of each client.
            position: (number + 1) * 1_000_000_000_000,
            sequence: 0,
        })
    }
}

impl Client for Bare {
    async fn step(&mut self) -> anyhow::Result<u64> {
        self.position += 1;
        self.sequence += 1;
        let event = self.rows.event();
        sqlx::query(INSERT)
            .bind(BARE_PARTITION)
            .bind(self.position)
            .bind(&event.aggregate_type)
            .bind(&self.stream)
            .bind(self.sequence)
            .bind(Uuid::now_v7())
            .bind(&event.event_type)
            .bind(&event.event_version)
            .bind(&event.payload)
            .bind(&event.metadata)
            .bind(event.recorded_at_ms)
            .bind(&event.leaf)
            .bind(&event.mac)
            .execute(&mut self.connection)
            .await?;
        Ok(1)
    }
}
