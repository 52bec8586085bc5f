//! The schema: migrations, the genesis row, and the connections that act on it.
//!
//! The number of partitions is fixed when the database is made: a row's partition
//! is part of its key.

pub mod citus;

pub(crate) use citus::Engine;

use crate::error::Fault;
use crate::servers::Servers;
use crate::timeouts::ANSWER_TIME_MAX;
use crate::{books, cursor};
use sqlx::error::BoxDynError;
use sqlx::migrate::{MigrateError, Migration, MigrationSource, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, Executor, PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::time::Duration;

/// Number, description and text of every migration, in order (`build.rs`).
static MIGRATIONS: &[(i64, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The role that the service's rights belong to. It owns nothing and nobody logs in as it (migration 0001), but nodes of
/// Citus among themselves.
pub(crate) const APPLICATION: &str = "ledger_app";

/// Connections of one process at most, beside one for each writer.
const CONNECTIONS_MAX: u32 = 16;

/// A connection that was idle for longer is pinged before it is used.
const IDLE_MAX: Duration = Duration::from_secs(1);

/// A migration that waits for a table keeps everybody else from it, and a policy that works may be what it waits for:
/// so it gives up, and is begun again when the service is quieter or stopped.
const LOCK_TIME: &str = "set lock_timeout = '20s'";

/// Partitions at most: an invite code carries ten bits of it.
pub const PARTITIONS_MAX: u16 = 1_024;

/// Brings the schema up to date as the owner, and fixes `partitions` when the database is new. On a server with the
/// extension Citus the tables of the logs are distributed too.
///
/// # Errors
/// [`Fault::Setting`] when the database was made with another number of partitions, or with other migrations, or when
/// Citus refuses a table.
pub async fn migrate(options: &PgConnectOptions, partitions: u16) -> Result<(), Fault> {
    if !(1..=PARTITIONS_MAX).contains(&partitions) {
        return Err(Fault::Setting(format!(
            "LEDGER_PARTITIONS must be 1 to {PARTITIONS_MAX}, not {partitions}"
        )));
    }
    let mut connection = PgConnection::connect_with(options).await?;
    let version: i32 = sqlx::query("select current_setting('server_version_num')::int")
        .fetch_one(&mut connection)
        .await?
        .try_get(0)?;
    if version < 150_000 {
        return Err(Fault::Setting(format!(
            "PostgreSQL 15 or newer is needed; this server is version {}",
            version / 10_000
        )));
    }
    connection.execute(LOCK_TIME).await?;
    let migrator = Migrator::new(Embedded).await.map_err(migration_fault)?;
    migrator.run(&mut connection).await.map_err(migration_fault)?;
    sqlx::query("insert into genesis (name, value) values ('partitions', $1) on conflict do nothing")
        .bind(partitions.to_string())
        .execute(&mut connection)
        .await?;
    same_partitions(genesis_partitions(&mut connection).await?, partitions)?;
    // Before the rows of the logs: a table that is empty leaves no copy of them on the coordinator.
    citus::distribute(&mut connection, partitions).await?;
    sqlx::query("insert into heads (partition) select generate_series(0, $1 - 1) on conflict do nothing")
        .bind(i32::from(partitions))
        .execute(&mut connection)
        .await?;
    cursor::ensure_all(&mut connection, books::CURSOR).await?;
    Ok(connection.close().await?)
}

/// A schema made by migrations that this program does not contain, or contains differently, cannot be continued. Which
/// of the two versions is the later one is not known here, so the sentence names neither.
fn migration_fault(error: MigrateError) -> Fault {
    match error {
        MigrateError::VersionMissing(number) | MigrateError::VersionMismatch(number) => Fault::Setting(format!(
            "this database was made by another version of this program, whose schema this version cannot continue \
             (migration {number:04}): run that version again, or export from it and start with a new database"
        )),
        other => other.into(),
    }
}

/// Number and text of every migration of this program, in order.
pub(crate) fn migrations() -> impl Iterator<Item = (i64, &'static str)> {
    MIGRATIONS.iter().map(|(number, _, text)| (*number, *text))
}

/// The migrations of this program, as the library takes them.
#[derive(Debug)]
struct Embedded;

impl Embedded {
    /// Each has a transaction of its own.
    fn all() -> impl Iterator<Item = Migration> {
        let made = |&(number, description, text): &(i64, &'static str, &'static str)| {
            Migration::new(number, description.into(), MigrationType::Simple, text.into(), false)
        };
        MIGRATIONS.iter().map(made)
    }
}

impl MigrationSource<'static> for Embedded {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        Box::pin(std::future::ready(Ok(Embedded::all().collect())))
    }
}

/// Fixes a fact of the database when nobody did before, and answers what holds: facts of the genesis never change.
///
/// # Errors
/// [`Fault`] of the database, which must have been migrated.
pub async fn fixed(options: &PgConnectOptions, name: &str, value: &str) -> Result<String, Fault> {
    let mut connection = PgConnection::connect_with(options).await?;
    sqlx::query("insert into genesis (name, value) values ($1, $2) on conflict do nothing")
        .bind(name)
        .bind(value)
        .execute(&mut connection)
        .await?;
    let holds = sqlx::query_scalar("select value from genesis where name = $1")
        .bind(name)
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(holds)
}

/// The number of logs that the database was made with.
pub(crate) async fn genesis_partitions(connection: &mut PgConnection) -> Result<u16, Fault> {
    let row = sqlx::query("select value from genesis where name = 'partitions'")
        .fetch_one(connection)
        .await?;
    let value: String = row.try_get(0)?;
    value
        .parse()
        .map_err(|_| Fault::Setting(format!("the genesis row says {value:?} partitions")))
}

/// The number of partitions the database was made with.
pub(crate) async fn partitions(pool: &PgPool) -> Result<u16, Fault> {
    let mut connection = pool.acquire().await?;
    genesis_partitions(&mut connection).await
}

/// Refuses a database that this program cannot serve as it is: whoever serves may not migrate.
///
/// # Errors
/// [`Fault::Setting`] when migrations are missing, are those of another version, or the number of partitions differs.
pub async fn require_current(options: &PgConnectOptions, partitions: u16) -> Result<(), Fault> {
    let mut connection = PgConnection::connect_with(options).await?;
    let behind = || Fault::Setting("the schema of this database is not up to date: run `ledger migrate`".to_owned());
    let is_readable: bool = sqlx::query_scalar(
        "select coalesce(has_table_privilege(to_regclass('_sqlx_migrations')::oid, 'select'), false)
            and to_regclass('genesis') is not null",
    )
    .fetch_one(&mut connection)
    .await?;
    if !is_readable {
        return Err(behind());
    }
    let applied: Vec<(i64, Vec<u8>)> = sqlx::query_as("select version, checksum from _sqlx_migrations where success")
        .fetch_all(&mut connection)
        .await?;
    let known: BTreeMap<i64, Migration> = Embedded::all().map(|known| (known.version, known)).collect();
    for (version, checksum) in &applied {
        match known.get(version) {
            None => return Err(migration_fault(MigrateError::VersionMissing(*version))),
            Some(known) if *known.checksum != **checksum => {
                return Err(migration_fault(MigrateError::VersionMismatch(*version)));
            }
            Some(_) => {}
        }
    }
    if applied.len() < known.len() {
        return Err(behind());
    }
    citus::require_distributed(&mut connection).await?;
    let made_with = genesis_partitions(&mut connection).await?;
    connection.close().await?;
    same_partitions(made_with, partitions)
}

fn same_partitions(made_with: u16, partitions: u16) -> Result<(), Fault> {
    if made_with == partitions {
        return Ok(());
    }
    Err(Fault::Setting(format!(
        "this database was made with LEDGER_PARTITIONS={made_with}, which cannot change to {partitions}"
    )))
}

/// A fact that was fixed before; nothing when nobody did.
///
/// # Errors
/// [`Fault`] of the database, which must have been migrated.
pub async fn known(options: &PgConnectOptions, name: &str) -> Result<Option<String>, Fault> {
    let mut connection = PgConnection::connect_with(options).await?;
    let value = sqlx::query_scalar("select value from genesis where name = $1")
        .bind(name)
        .fetch_optional(&mut connection)
        .await?;
    connection.close().await?;
    Ok(value)
}

/// A pool whose connections act as the application's role, which owns nothing, on the primary. What was connected to a
/// server that is no longer the primary leaves it.
///
/// # Errors
/// [`Fault`] of a database that does not let us in.
pub async fn pool(servers: impl Into<Servers>) -> Result<PgPool, Fault> {
    let servers = servers.into();
    let (primary, latest) = (servers.primary().clone(), servers.clone());
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS_MAX)
        .acquire_timeout(ANSWER_TIME_MAX)
        .test_before_acquire(false)
        .before_acquire(move |connection, meta| {
            let is_of_primary = servers.is_of_primary(meta.age);
            Box::pin(async move {
                if !is_of_primary {
                    return Ok(false);
                }
                // A ping for every call would cost more than the call; one that was idle may be broken.
                if meta.idle_for > IDLE_MAX {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .after_connect(move |connection, _| {
            let latest = latest.clone();
            Box::pin(async move {
                // The pool, or what stands behind its one address, may still lead to a server that was the primary.
                latest.require_latest(connection).await?;
                connection.execute("set role ledger_app").await?;
                Ok(())
            })
        })
        .connect_with(primary)
        .await?;
    Ok(pool)
}
