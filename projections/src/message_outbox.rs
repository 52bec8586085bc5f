//! Table `message_outbox`: what the bot has to send (domain §3.17). No view: rows are written once, claimed, ended.
//!
//! ```text
//! written ─▶ claimed for CLAIM_MS ─▶ ended: sent, unwanted, blocked, refused
//!    ▲  └────────────┬─ expired ───▶ ended: too_late
//!    └─ due again ◀──┘ no answer, a pause, or a sender that died
//! ```
//!
//! A claim comes before the message and its end after it: of two senders one has the row. A sender that dies between
//! the messenger's taking and the end leaves a claim that runs out, and the message is sent once more. The other order,
//! ended first, would lose the notice of a changed address; a message twice harms nobody.

use crate::view::column;
use domain::ids::PlayerId;
use domain::player::messages::Notice;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, transactions};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

/// How long a claim holds. An attempt takes five seconds at most, so whoever still holds one then has died.
pub const CLAIM_MS: i64 = 60_000;
/// Ended rows are kept so long: to answer support, and to be no second message of a page that is read again.
const KEPT_MS: i64 = 7 * DAY_MS;
/// A message to a player as it was written, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub kind: String,
    pub written_at: Timestamp,
    /// `sent`, `unwanted`, `blocked`, `refused` or `too_late`; nothing while it waits.
    pub outcome: Option<String>,
}

/// Messages to a player, newest first: as many as were not removed with age.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of_player(pool: &PgPool, partition: u16, player: PlayerId, limit: i64) -> Result<Vec<Written>, Fault> {
    let rows = sqlx::query(
        "select kind, written_at_ms, outcome from message_outbox
          where partition = $1 and player = $2 order by written_at_ms desc, kind limit $3",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let written = |row: &PgRow| {
        Ok(Written {
            kind: row.try_get(0)?,
            written_at: Timestamp(row.try_get(1)?),
            outcome: row.try_get(2)?,
        })
    };
    Ok(rows.iter().map(written).collect::<Result<_, sqlx::Error>>()?)
}

/// Old rows that one pass removes at most.
const SWEPT_MAX: i64 = 1_000;

/// A message to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub partition: i32,
    pub player: PlayerId,
    /// The event that led to it, or the day of a reminder.
    pub cause: String,
    pub notice: Notice,
    pub written_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A message that this sender alone has, until the claim runs out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    pub message: Message,
    /// Which attempt this is, from 1.
    pub attempt: i32,
}

/// How a message ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    /// The player does not get it any more: a choice, a freeze, an erasure since it was written.
    Unwanted,
    /// The player blocked the bot.
    Blocked,
    /// The messenger does not take it.
    Refused,
    /// It could not be delivered while it was news.
    TooLate,
}

impl Outcome {
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Sent => "sent",
            Outcome::Unwanted => "unwanted",
            Outcome::Blocked => "blocked",
            Outcome::Refused => "refused",
            Outcome::TooLate => "too_late",
        }
    }
}

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub messages: i64,
    /// Age of the oldest that is no reminder; 0 without one.
    pub oldest_ms: i64,
}

/// Writes messages; one that was written before is not written again.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn write(connection: &mut PgConnection, messages: &[Message]) -> Result<(), Fault> {
    if messages.is_empty() {
        return Ok(());
    }
    let notices = messages.iter().map(|message| serde_json::to_string(&message.notice));
    let notices: Vec<String> = notices.collect::<Result<_, _>>().map_err(unreadable)?;
    sqlx::query(
        "insert into message_outbox
                (partition, player, kind, cause, rank, notice, written_at_ms, expires_at_ms, due_at_ms)
         select partition, player, kind, cause, rank, notice::jsonb, written, expires, written
           from unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::bigint[],
                       $8::bigint[])
             as sent(partition, player, kind, cause, rank, notice, written, expires)
             on conflict on constraint a_message_is_written_once do nothing",
    )
    .bind(column(messages, |message| message.partition))
    .bind(column(messages, |message| message.player.0))
    .bind(column(messages, |message| message.notice.kind()))
    .bind(column(messages, |message| message.cause.clone()))
    .bind(column(messages, |message| rank(&message.notice)))
    .bind(notices)
    .bind(column(messages, |message| message.written_at.0))
    .bind(column(messages, |message| message.expires_at.0))
    .execute(connection)
    .await?;
    Ok(())
}

/// Reminders wait behind news.
fn rank(notice: &Notice) -> i16 {
    i16::from(matches!(notice, Notice::CheckinOpen { .. }))
}

/// Claims messages that are due, news first: of all senders together at most `per_second` in a second, and none while
/// the messenger asks for silence. Senders take turns, so that none counts what another is about to claim.
///
/// # Errors
/// [`Fault`] of the database, and a row that does not read back.
pub async fn claim(pool: &PgPool, now: Timestamp, per_second: i64) -> Result<Vec<Claimed>, Fault> {
    let mut transaction = transactions::begin(pool).await?;
    sqlx::query("select pg_advisory_xact_lock(hashtext('message_outbox'))")
        .execute(&mut *transaction)
        .await?;
    // A sender may be putting a message back meanwhile, with a later time: the condition on the time holds for that one too.
    let rows = sqlx::query(
        "update message_outbox set claimed_at_ms = $1, due_at_ms = $1 + $2, attempts = attempts + 1
          where ended_at_ms is null and due_at_ms <= $1 and (partition, player, kind, cause) in (
                select partition, player, kind, cause from message_outbox
                 where ended_at_ms is null and due_at_ms <= $1 and expires_at_ms > $1
                   and not exists (select from message_outbox where ended_at_ms is null and paused_until_ms > $1)
                 order by rank, due_at_ms
                 limit greatest(0, $3 - (select count(*) from message_outbox where claimed_at_ms > $1 - 1000)))
          returning partition, player, cause, notice::text, written_at_ms, expires_at_ms, attempts",
    )
    .bind(now.0)
    .bind(CLAIM_MS)
    .bind(per_second)
    .fetch_all(&mut *transaction)
    .await?;
    transaction.commit().await?;
    rows.iter().map(claimed).collect()
}

fn claimed(row: &PgRow) -> Result<Claimed, Fault> {
    let notice: String = row.try_get(3)?;
    Ok(Claimed {
        message: Message {
            partition: row.try_get(0)?,
            player: PlayerId(row.try_get(1)?),
            cause: row.try_get(2)?,
            notice: serde_json::from_str(&notice).map_err(unreadable)?,
            written_at: Timestamp(row.try_get(4)?),
            expires_at: Timestamp(row.try_get(5)?),
        },
        attempt: row.try_get(6)?,
    })
}

fn unreadable(error: serde_json::Error) -> Fault {
    Fault::Law(format!("a message to a player does not read back: {error}"))
}

/// Ends a message, whoever holds it by now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn end(pool: &PgPool, message: &Message, outcome: Outcome, now: Timestamp) -> Result<(), Fault> {
    sqlx::query(
        "update message_outbox set ended_at_ms = $5, outcome = $6
          where partition = $1 and player = $2 and kind = $3 and cause = $4 and ended_at_ms is null",
    )
    .bind(message.partition)
    .bind(message.player.0)
    .bind(message.notice.kind())
    .bind(&message.cause)
    .bind(now.0)
    .bind(outcome.name())
    .execute(pool)
    .await?;
    Ok(())
}

/// Gives a message back, to be due again at `due`; with `all_wait` no message is sent before. Nothing when another sender
/// has it by now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn put_back(pool: &PgPool, claimed: &Claimed, due: Timestamp, all_wait: bool) -> Result<(), Fault> {
    let message = &claimed.message;
    sqlx::query(
        "update message_outbox set due_at_ms = $6, paused_until_ms = case when $7 then $6 end
          where partition = $1 and player = $2 and kind = $3 and cause = $4 and attempts = $5 and ended_at_ms is null",
    )
    .bind(message.partition)
    .bind(message.player.0)
    .bind(message.notice.kind())
    .bind(&message.cause)
    .bind(claimed.attempt)
    .bind(due.0)
    .bind(all_wait)
    .execute(pool)
    .await?;
    Ok(())
}

/// Ends what is news no more; how many. What is claimed ends by itself, or with the next pass after its claim.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn give_up(pool: &PgPool, now: Timestamp) -> Result<u64, Fault> {
    let ended = sqlx::query(
        "update message_outbox set ended_at_ms = $1, outcome = $2
          where ended_at_ms is null and expires_at_ms <= $1
            and (claimed_at_ms is null or claimed_at_ms <= $1 - $3)",
    )
    .bind(now.0)
    .bind(Outcome::TooLate.name())
    .bind(CLAIM_MS)
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
        "select count(*), coalesce(max($1 - written_at_ms) filter (where rank = 0), 0)
           from message_outbox where ended_at_ms is null",
    )
    .bind(now.0)
    .fetch_one(pool)
    .await?;
    Ok(Waiting {
        messages: row.try_get(0)?,
        oldest_ms: row.try_get(1)?,
    })
}

/// Removes rows that ended long ago.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn sweep(pool: &PgPool, now: Timestamp) -> Result<(), Fault> {
    sqlx::query(
        "delete from message_outbox where (partition, player, kind, cause) in (
                select partition, player, kind, cause from message_outbox
                 where ended_at_ms < $1 order by ended_at_ms limit $2)",
    )
    .bind(now.0 - KEPT_MS)
    .bind(SWEPT_MAX)
    .execute(pool)
    .await?;
    Ok(())
}
