//! Table `notifications`: what was sent to the webhook and what is still to be sent (api §7.30).
//!
//! ```text
//! written ─▶ claimed for CLAIM_MS ─▶ ended: delivered
//!    ▲  └────────────┬─ too old ───▶ ended: given_up
//!    └─ due again ◀──┘ refused, no answer, or a sender that died
//! ```
//! The newest row of a code and a severity says whether the receiver knows that it holds; so a restart repeats
//! nothing and forgets nothing, and the row stays for as long as it holds.

use super::conditions::Condition;
use super::news::{LastSent, body, news};
use api::notify::Outcome;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, transactions};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// How long a claim holds. A round takes less, so whoever still holds one then has died.
const CLAIM_MS: i64 = 60_000;
/// What could not be delivered for so long is no news any more.
const GIVEN_UP_MS: i64 = 7 * DAY_MS;
/// Ended rows are kept so long.
const KEPT_MS: i64 = 30 * DAY_MS;
/// Old rows that one pass removes at most.
const SWEPT_MAX: i64 = 1_000;
/// A message that waits longer counts as undelivered (ASSUMED: five attempts failed).
const UNDELIVERED_MS: i64 = 300_000;
/// The code of a test.
pub const TEST: &str = "test";

/// A message that this sender alone has, until the claim runs out.
#[derive(Clone, Debug)]
pub struct Claimed {
    pub id: Uuid,
    pub body: String,
    /// Which attempt this is, from 1.
    pub attempt: i32,
}

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub messages: i64,
    /// Age of the oldest; 0 without one.
    pub oldest_ms: i64,
}

/// Messages that wait for longer than they should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undelivered {
    pub messages: i64,
    pub since: Timestamp,
}

/// A message as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub id: Uuid,
    pub code: String,
    pub severity: String,
    pub state: String,
    pub count: i64,
    pub written_at: Timestamp,
    pub attempts: i32,
    pub problem: Option<String>,
    pub ended_at: Option<Timestamp>,
    pub outcome: Option<String>,
}

/// Writes what is news since the last message: what began, grew or ended. One writer at a time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn record(pool: &PgPool, found: &[Condition], now: Timestamp) -> Result<(), Fault> {
    let mut transaction = transactions::begin(pool).await?;
    let mut sequence = alone(&mut transaction).await?;
    let sent = last_sent(&mut transaction).await?;
    for (state, condition) in news(found, &sent, now) {
        sequence += 1;
        insert(&mut transaction, sequence, state, &condition, now).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Writes a message that says nothing but that messages arrive.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn test(pool: &PgPool, now: Timestamp) -> Result<(), Fault> {
    let mut transaction = transactions::begin(pool).await?;
    let sequence = alone(&mut transaction).await? + 1;
    let condition = Condition::ended(TEST, "low");
    insert(&mut transaction, sequence, "test", &condition, now).await?;
    transaction.commit().await?;
    Ok(())
}

/// Nobody else writes until the transaction ends; the number of the newest message.
async fn alone(connection: &mut PgConnection) -> Result<i64, Fault> {
    sqlx::query("select pg_advisory_xact_lock(hashtext('notifications'))")
        .execute(&mut *connection)
        .await?;
    let newest = sqlx::query("select coalesce(max(sequence), 0) from notifications");
    Ok(newest.fetch_one(connection).await?.try_get(0)?)
}

/// What the receiver knows or is about to: a message that was given up never came.
async fn last_sent(connection: &mut PgConnection) -> Result<BTreeMap<(String, String), LastSent>, Fault> {
    let rows = sqlx::query(
        "select distinct on (code, severity) code, severity, state, count, written_at_ms
           from notifications where state <> 'test' and outcome is distinct from 'given_up'
          order by code, severity, sequence desc",
    )
    .fetch_all(connection)
    .await?;
    let sent = |row: &PgRow| {
        let sent = LastSent {
            state: row.try_get(2)?,
            count: row.try_get(3)?,
            at: Timestamp(row.try_get(4)?),
        };
        Ok(((row.try_get(0)?, row.try_get(1)?), sent))
    };
    Ok(rows.iter().map(sent).collect::<Result<_, sqlx::Error>>()?)
}

async fn insert(
    connection: &mut PgConnection,
    sequence: i64,
    state: &str,
    condition: &Condition,
    now: Timestamp,
) -> Result<(), Fault> {
    let id = Uuid::new_v4();
    sqlx::query(
        "insert into notifications
                (sequence, id, code, severity, state, count, body, written_at_ms, due_at_ms)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)",
    )
    .bind(sequence)
    .bind(id)
    .bind(&condition.code)
    .bind(&condition.severity)
    .bind(state)
    .bind(condition.count)
    .bind(body(id, sequence, state, condition, now))
    .bind(now.0)
    .execute(connection)
    .await?;
    Ok(())
}

/// Claims messages that are due, the oldest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn claim(pool: &PgPool, now: Timestamp, limit: i64) -> Result<Vec<Claimed>, Fault> {
    let rows = sqlx::query(
        "with claimed as (
                update notifications set due_at_ms = $1 + $2, attempts = attempts + 1
                 where sequence in (
                       select sequence from notifications
                        where ended_at_ms is null and due_at_ms <= $1
                        order by sequence limit $3 for update skip locked)
             returning sequence, id, body, attempts)
         select id, body, attempts from claimed order by sequence",
    )
    .bind(now.0)
    .bind(CLAIM_MS)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let claimed = |row: &PgRow| {
        Ok(Claimed {
            id: row.try_get(0)?,
            body: row.try_get(1)?,
            attempt: row.try_get(2)?,
        })
    };
    Ok(rows.iter().map(claimed).collect::<Result<_, sqlx::Error>>()?)
}

/// Ends a message that was taken, whoever holds it by now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn end(pool: &PgPool, id: Uuid, now: Timestamp) -> Result<(), Fault> {
    sqlx::query("update notifications set ended_at_ms = $2, outcome = $3 where id = $1 and ended_at_ms is null")
        .bind(id)
        .bind(now.0)
        .bind(Outcome::Delivered.name())
        .execute(pool)
        .await?;
    Ok(())
}

/// Gives a message back, to be due again at `due`. Nothing when another sender has it by now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn put_back(pool: &PgPool, claimed: &Claimed, due: Timestamp, problem: &str) -> Result<(), Fault> {
    sqlx::query(
        "update notifications set due_at_ms = $3, problem = $4
          where id = $1 and attempts = $2 and ended_at_ms is null",
    )
    .bind(claimed.id)
    .bind(claimed.attempt)
    .bind(due.0)
    .bind(problem)
    .execute(pool)
    .await?;
    Ok(())
}

/// Ends what is no news any more; how many.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn give_up(pool: &PgPool, now: Timestamp) -> Result<u64, Fault> {
    let ended = sqlx::query(
        "update notifications set ended_at_ms = $1, outcome = $2 where ended_at_ms is null and written_at_ms <= $3",
    )
    .bind(now.0)
    .bind(Outcome::GivenUp.name())
    .bind(now.0 - GIVEN_UP_MS)
    .execute(pool)
    .await?;
    Ok(ended.rows_affected())
}

/// What waits now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn waiting(pool: &PgPool, now: Timestamp) -> Result<Waiting, Fault> {
    let row = sqlx::query(
        "select count(*), coalesce(max($1 - written_at_ms), 0) from notifications where ended_at_ms is null",
    )
    .bind(now.0)
    .fetch_one(pool)
    .await?;
    Ok(Waiting {
        messages: row.try_get(0)?,
        oldest_ms: row.try_get(1)?,
    })
}

/// What waits for longer than it should.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn undelivered(pool: &PgPool, now: Timestamp) -> Result<Option<Undelivered>, Fault> {
    let row = sqlx::query(
        "select count(*), min(written_at_ms) from notifications where ended_at_ms is null and written_at_ms <= $1",
    )
    .bind(now.0 - UNDELIVERED_MS)
    .fetch_one(pool)
    .await?;
    let (messages, since): (i64, Option<i64>) = (row.try_get(0)?, row.try_get(1)?);
    Ok(since.map(|since| Undelivered {
        messages,
        since: Timestamp(since),
    }))
}

/// The newest messages.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn newest(pool: &PgPool, limit: i64) -> Result<Vec<Written>, Fault> {
    let rows = sqlx::query(
        "select id, code, severity, state, count, written_at_ms, attempts, problem, ended_at_ms, outcome
           from notifications order by sequence desc limit $1",
    )
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let written = |row: &PgRow| {
        Ok(Written {
            id: row.try_get(0)?,
            code: row.try_get(1)?,
            severity: row.try_get(2)?,
            state: row.try_get(3)?,
            count: row.try_get(4)?,
            written_at: Timestamp(row.try_get(5)?),
            attempts: row.try_get(6)?,
            problem: row.try_get(7)?,
            ended_at: row.try_get::<Option<i64>, _>(8)?.map(Timestamp),
            outcome: row.try_get(9)?,
        })
    };
    Ok(rows.iter().map(written).collect::<Result<_, sqlx::Error>>()?)
}

/// Removes rows that ended long ago and are not the last word about what holds. The newest one stays: the next number
/// follows it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn sweep(pool: &PgPool, now: Timestamp) -> Result<(), Fault> {
    sqlx::query(
        "delete from notifications where sequence in (
                select old.sequence from notifications old
                 where old.ended_at_ms < $1 and old.sequence < (select max(sequence) from notifications)
                   and (old.state in ('closed', 'test') or old.outcome = 'given_up' or exists (
                       select from notifications later
                        where later.code = old.code and later.severity = old.severity
                          and later.sequence > old.sequence and later.outcome is distinct from 'given_up'))
                 order by old.ended_at_ms limit $2)",
    )
    .bind(now.0 - KEPT_MS)
    .bind(SWEPT_MAX)
    .execute(pool)
    .await?;
    Ok(())
}
