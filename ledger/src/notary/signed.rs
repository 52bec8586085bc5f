//! The tables of what was signed: `checkpoints` (over all partitions) and
//! `log_checkpoints` (a single log, for tools of transparency logs). Facts: rows are
//! added and never changed.

use crate::error::Fault;
use proofs::key::NotaryKey;
use proofs::{Checkpoint, Signed, Unproven, Vkey};
use sqlx::{PgConnection, PgExecutor, Row};

/// PostgreSQL's code for a table that does not exist.
const UNDEFINED_TABLE: &str = "42P01";
/// Where facts of the house lie.
const HOUSE: i32 = 0;

/// The newest checkpoint of a database with the key that it says verifies it: to be believed only as far as the
/// database itself, unless the key is compared with one from outside.
///
/// # Errors
/// [`Fault`] of the database, and [`Fault::Contradiction`] for one whose signature does not hold.
pub async fn newest(executor: impl PgExecutor<'_>) -> Result<Option<(Signed, Vkey)>, Fault> {
    let row = sqlx::query("select note, vkey from checkpoints where partition = $1 order by number desc limit 1")
        .bind(HOUSE)
        .fetch_optional(executor)
        .await
        .map_err(unmigrated)?;
    let Some(row) = row else { return Ok(None) };
    let (note, vkey): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
    let opened = Vkey::parse(vkey).and_then(|vkey| Ok((Signed::open(note, &vkey)?, vkey)));
    let unproven = |why: Unproven| Fault::Contradiction(format!("the newest checkpoint in the database: {why}"));
    opened.map(Some).map_err(unproven)
}

/// Up to `limit` checkpoints with a smaller number, the newest first, each with the key that the database says verifies
/// it.
///
/// # Errors
/// [`Fault`] of the database, and [`Fault::Contradiction`] for one whose signature does not hold.
pub async fn before(executor: impl PgExecutor<'_>, number: i64, limit: usize) -> Result<Vec<(Signed, Vkey)>, Fault> {
    let rows = sqlx::query(
        "select note, vkey from checkpoints where partition = $1 and number < $2 order by number desc limit $3",
    )
    .bind(HOUSE)
    .bind(number)
    .bind(i64::try_from(limit).unwrap_or(i64::MAX))
    .fetch_all(executor)
    .await
    .map_err(unmigrated)?;
    let opened = |row: &sqlx::postgres::PgRow| {
        let (note, vkey): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
        let opened = Vkey::parse(vkey).and_then(|vkey| Ok((Signed::open(note, &vkey)?, vkey)));
        opened.map_err(|why| Fault::Contradiction(format!("a checkpoint in the database: {why}")))
    };
    rows.iter().map(opened).collect()
}

/// The fault for a database that has no such table yet says what to do.
fn unmigrated(fault: sqlx::Error) -> Fault {
    let code = fault.as_database_error().and_then(|refusal| refusal.code());
    if code.as_deref() == Some(UNDEFINED_TABLE) {
        Fault::Setting("the database is of a release without checkpoints: run `ledger migrate`".into())
    } else {
        fault.into()
    }
}

/// The newest signed note of a single log.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn newest_of_log(executor: impl PgExecutor<'_>, partition: i32) -> Result<Option<String>, Fault> {
    let row = sqlx::query("select note from log_checkpoints where partition = $1 order by size desc limit 1")
        .bind(partition)
        .fetch_optional(executor)
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// The signed note of a single log when it had so many events.
///
/// # Errors
/// [`Fault`] of the database.
pub(crate) async fn note_of_log(
    executor: impl PgExecutor<'_>,
    partition: i32,
    size: u64,
) -> Result<Option<String>, Fault> {
    let note = sqlx::query_scalar("select note from log_checkpoints where partition = $1 and size = $2")
        .bind(partition)
        .bind(size as i64)
        .fetch_optional(executor)
        .await?;
    Ok(note)
}

/// The signed note of each log of a checkpoint, by partition; fewer when some are missing.
///
/// # Errors
/// [`Fault`] of the database.
pub(crate) async fn notes_of_logs(
    executor: impl PgExecutor<'_>,
    checkpoint: &Checkpoint,
) -> Result<Vec<String>, Fault> {
    let sizes: Vec<i64> = checkpoint.logs.iter().map(|log| log.size as i64).collect();
    let notes = sqlx::query_scalar(
        "select note
           from unnest($1::bigint[]) with ordinality as wanted(size, ordinal)
           join log_checkpoints on partition = ordinal - 1 and log_checkpoints.size = wanted.size
          order by ordinal",
    )
    .bind(sizes)
    .fetch_all(executor)
    .await?;
    Ok(notes)
}

/// The name of a database, `ledger/<id>`: fixed when it was made, the same in its backups.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn origin(executor: impl PgExecutor<'_>) -> Result<String, Fault> {
    let row = sqlx::query("select value from genesis where name = 'id'")
        .fetch_one(executor)
        .await?;
    let id: String = row.try_get(0)?;
    Ok(format!("ledger/{id}"))
}

/// Keeps a checkpoint and the notes of the logs that changed since `before`. False when its number is taken:
/// another process was first.
///
/// # Errors
/// [`Fault`] of the database.
pub(crate) async fn keep(
    connection: &mut PgConnection,
    key: &NotaryKey,
    signed: &Signed,
    before: Option<&Signed>,
) -> Result<bool, Fault> {
    for (partition, log) in (0..).zip(&signed.checkpoint.logs) {
        let known = before.and_then(|before| before.checkpoint.log(partition).ok());
        if known.is_none_or(|known| known.size != log.size) {
            let note = signed.checkpoint.sign_log(key, partition, log);
            let note = note.map_err(|why| Fault::Contradiction(why.to_string()))?;
            keep_log(connection, partition, log.size, &note).await?;
        }
    }
    // Last, so that what it covers is there.
    let kept = sqlx::query(
        "insert into checkpoints (partition, number, note, vkey) values ($1, $2, $3, $4) on conflict do nothing",
    )
    .bind(HOUSE)
    .bind(signed.checkpoint.number as i64)
    .bind(&signed.note)
    .bind(key.vkey().to_string())
    .execute(connection)
    .await?;
    Ok(kept.rows_affected() > 0)
}

async fn keep_log(connection: &mut PgConnection, partition: i32, size: u64, note: &str) -> Result<(), Fault> {
    sqlx::query("insert into log_checkpoints (partition, size, note) values ($1, $2, $3) on conflict do nothing")
        .bind(partition)
        .bind(size as i64)
        .bind(note)
        .execute(connection)
        .await?;
    Ok(())
}
