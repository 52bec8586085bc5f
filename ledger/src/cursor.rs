//! The rows of followers' cursors: locked while a page is written, moved in the transaction that writes it.

use crate::error::Fault;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgExecutor, Row};

/// Makes the rows of those of several cursors of a log that have none; true when one was missing. In a transaction of
/// its own: another process that makes it waits for the end of this one.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn ensure(executor: impl PgExecutor<'_>, views: &[&str], partition: i32) -> Result<bool, Fault> {
    let statement = "insert into cursors (partition, view) select $1, unnest($2::text[]) on conflict do nothing";
    let made = sqlx::query(statement)
        .bind(partition)
        .bind(views)
        .execute(executor)
        .await?;
    Ok(made.rows_affected() > 0)
}

/// Makes the rows of a cursor in every log that has none.
pub(crate) async fn ensure_all(executor: impl PgExecutor<'_>, view: &str) -> Result<(), Fault> {
    sqlx::query("insert into cursors (partition, view) select partition, $1 from heads on conflict do nothing")
        .bind(view)
        .execute(executor)
        .await?;
    Ok(())
}

/// Whether every log has a row of a cursor.
pub(crate) async fn exists(executor: impl PgExecutor<'_>, view: &str) -> Result<bool, Fault> {
    let exists = sqlx::query_scalar(
        "select not exists (select from heads h left join cursors c on c.partition = h.partition and c.view = $1
                             where c.view is null)",
    );
    Ok(exists.bind(view).fetch_one(executor).await?)
}

/// Locks those of several cursors of a log that nobody holds, for the transaction: names and positions.
///
/// The transaction need not reach the disk before it counts: rows and cursor are lost together, and what
/// was lost is read from the log again. Statements are planned for the page at hand, so that a plan made
/// when a table was small does not walk it when it is large.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn lock_free(
    transaction: &mut PgConnection,
    views: &[&str],
    partition: i32,
) -> Result<Vec<(String, i64)>, Fault> {
    let rows = sqlx::query(
        "select view, position, set_config('synchronous_commit', 'off', true),
                set_config('plan_cache_mode', 'force_custom_plan', true)
           from cursors where partition = $1 and view = any($2) for update skip locked",
    );
    let rows = rows.bind(partition).bind(views).fetch_all(transaction).await?;
    let cursor = |row: &PgRow| Ok((row.try_get(0)?, row.try_get(1)?));
    Ok(rows.iter().map(cursor).collect::<Result<_, sqlx::Error>>()?)
}

/// Moves locked cursors of a log, and clears the reason for which their followers had stopped.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn advance(
    transaction: &mut PgConnection,
    views: &[&str],
    partition: i32,
    position: i64,
) -> Result<(), Fault> {
    sqlx::query(
        "update cursors set position = $3, stopped_event = null, stopped_error = null, stopped_at_ms = null
          where partition = $1 and view = any($2)",
    )
    .bind(partition)
    .bind(views)
    .bind(position)
    .execute(transaction)
    .await?;
    Ok(())
}

/// Where a log ends, and up to where a follower has read it.
pub(crate) async fn standing(executor: impl PgExecutor<'_>, view: &str, partition: i32) -> Result<(i64, i64), Fault> {
    let row = sqlx::query(
        "select h.position, coalesce(c.position, 0)
           from heads h left join cursors c on c.partition = h.partition and c.view = $2
          where h.partition = $1",
    )
    .bind(partition)
    .bind(view)
    .fetch_one(executor)
    .await?;
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// The logs that a follower has not read to their end.
pub(crate) async fn behind(executor: impl PgExecutor<'_>, view: &str) -> Result<Vec<i32>, Fault> {
    let partitions = sqlx::query_scalar(
        "select h.partition
           from heads h left join cursors c on c.partition = h.partition and c.view = $1
          where h.position > coalesce(c.position, 0) order by h.partition",
    );
    Ok(partitions.bind(view).fetch_all(executor).await?)
}
