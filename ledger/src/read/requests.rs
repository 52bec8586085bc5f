//! Requests that were answered: when, with which code; those that were refused.

use crate::error::Fault;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use uuid::Uuid;

/// When a request was answered, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    pub at_ms: i64,
    /// 0, or the code of the refusal.
    pub code: i32,
}

/// The answer to a request whose events end at a position or after it. The same id may have been sent to several
/// streams; the answer is that of the first end.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn answered(pool: &PgPool, partition: i32, id: Uuid, position: i64) -> Result<Option<Answered>, Fault> {
    let row: Option<(i64, i32)> = sqlx::query_as(
        "select recorded_at_ms, code from requests
          where partition = $1 and request_id = $2 and position >= $3 order by position limit 1",
    )
    .bind(partition)
    .bind(id)
    .bind(position)
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|(at_ms, code)| Answered { at_ms, code }))
}

/// A request that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub id: Uuid,
    /// Owner of the stream that refused.
    pub owner: Uuid,
    pub at_ms: i64,
    pub code: i32,
    pub message: String,
    /// JSON text of the answer's data.
    pub answer: String,
}

/// Requests refused after one time and up to another, newest first, before a time and an id.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn refused(
    pool: &PgPool,
    (after_ms, until_ms): (i64, i64),
    (before_ms, before_id): (i64, Uuid),
    limit: i64,
) -> Result<Vec<Refused>, Fault> {
    let rows = sqlx::query(
        "select request_id, scope, recorded_at_ms, code, message, answer from requests
          where code <> 0 and recorded_at_ms <= $1 and recorded_at_ms > $2 and (recorded_at_ms, request_id) < ($3, $4)
          order by recorded_at_ms desc, request_id desc limit $5",
    )
    .bind(until_ms)
    .bind(after_ms)
    .bind(before_ms)
    .bind(before_id)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let refused = |row: &PgRow| {
        Ok(Refused {
            id: row.try_get(0)?,
            owner: row.try_get(1)?,
            at_ms: row.try_get(2)?,
            code: row.try_get(3)?,
            message: row.try_get(4)?,
            answer: row.try_get(5)?,
        })
    };
    Ok(rows.iter().map(refused).collect::<Result<_, sqlx::Error>>()?)
}

/// Those of the owners whose streams refused a request with this code after a time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn owners_refused(pool: &PgPool, owners: &[Uuid], code: i32, after_ms: i64) -> Result<Vec<Uuid>, Fault> {
    let owners = sqlx::query_scalar(
        "select distinct scope from requests
          where code <> 0 and code = $1 and recorded_at_ms > $2 and scope = any($3)",
    )
    .bind(code)
    .bind(after_ms)
    .bind(owners);
    Ok(owners.fetch_all(pool).await?)
}
