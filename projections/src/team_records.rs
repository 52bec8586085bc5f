//! View `team_records`: what friends bring an inviter, by friend and UTC day
//! (domain §3.8, ledger §3). Names are personal and not here.
//!
//! A rebate is shown once its day is over, its time has come, and the view has passed
//! the day in every log: only then is its sum the whole sum, and it never changes again.
//! The margin between midnight and that time covers commands that were decided before
//! midnight and written after. An invite is shown at once.

mod write;

use crate::cursor;
use crate::page::{self, Between, Page};
use domain::config::Team;
use domain::ids::{PlayerId, RecordId};
use domain::money::{Diamond, Usdt};
use domain::player::team::{Record, RecordKind};
use domain::refusal::Refusal;
use domain::time::{DAY_MS, Day, Timestamp};
use ledger::sums::{self, Sums};
use ledger::{Fault, Ledger};
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub struct TeamRecords;

/// How far a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits, in whole or the rest of it.
    Pending,
    Received,
    /// It was not received in time.
    Expired,
    /// Staff took it away.
    Cancelled,
}

impl State {
    /// The name of it on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            State::Pending => "pending",
            State::Received => "received",
            State::Expired => "expired",
            State::Cancelled => "cancelled",
        }
    }
}

/// A record of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRow {
    pub id: RecordId,
    /// What it holds, and what was received of it.
    pub record: Record,
    /// When an invite became valid; midnight after the day of a rebate.
    pub opened_at: Timestamp,
    received_diamonds: Diamond,
    ended: Option<State>,
}

/// What waits to be received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    pub count: i64,
    pub diamonds: Diamond,
    pub usdt: Usdt,
}

/// Up to when rebates are shown: the end of the last day whose sums are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown(Timestamp);

const COLUMNS: &str = "record, kind, day, friend, sum(diamonds)::bigint, sum(usdt)::bigint,
       sum(received_diamonds)::bigint, sum(received_usdt)::bigint, max(ended), max(opened_at_ms)";

/// The name of a kind, as it stands in the table.
pub fn kind_name(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Invite => "invite",
        RecordKind::RebateL1 => "rebate_l1",
        RecordKind::RebateL2 => "rebate_l2",
    }
}

impl RecordRow {
    /// How far it is; what is over and not yet ended by the scheduled job is expired.
    pub fn state(&self, rules: &Team, now: Timestamp) -> State {
        let is_received = match self.record.kind {
            RecordKind::Invite => !self.received_diamonds.is_zero(),
            RecordKind::RebateL1 | RecordKind::RebateL2 => self.record.rest().is_zero(),
        };
        match self.ended {
            Some(ended) => ended,
            None if is_received => State::Received,
            None if now >= self.record.expires_at(rules) => State::Expired,
            None => State::Pending,
        }
    }

    /// The record as it can be received.
    ///
    /// # Errors
    /// The refusal of one that nothing is left of.
    pub fn to_receive(self, rules: &Team, now: Timestamp) -> Result<Record, Refusal> {
        match self.state(rules, now) {
            State::Pending => Ok(self.record),
            State::Received => Err(Refusal::AlreadyReceived),
            State::Expired => Err(Refusal::Expired),
            State::Cancelled => Err(Refusal::RecordNotFound),
        }
    }
}

/// Up to when rebates are whole at this moment.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn shown(ledger: &Ledger, rules: &Team) -> Result<Shown, Fault> {
    let seen = cursor::seen(ledger, &TeamRecords).await?;
    Ok(Shown(seen.plus_ms(-rules.rebate_opens_ms)))
}

/// An inviter's records before `before`, newest first, of those that could be received from within a time on.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn page(
    pool: &PgPool,
    inviter: PlayerId,
    (shown, between): (Shown, Between),
    before: Option<RecordId>,
    size: i64,
) -> Result<Page<RecordRow>, Fault> {
    let rows = sqlx::query(&format!(
        "with before as (
             select max(opened_at_ms) as opened_at_ms from team_records where inviter = $1 and record = $3
         ), page as (
             select distinct opened_at_ms, record from team_records
              where inviter = $1 and opened_at_ms is not null and (kind = 'invite' or opened_at_ms <= $2)
                and ($3 is null or (opened_at_ms, record) < ((select opened_at_ms from before), $3))
                and opened_at_ms > $5 and opened_at_ms <= $6
              order by opened_at_ms desc, record desc
              limit $4
         )
         select {COLUMNS} from team_records
          where inviter = $1 and record in (select record from page)
          group by record, kind, day, friend
          order by max(opened_at_ms) desc, record desc",
    ))
    .bind(inviter.0)
    .bind(shown.0.0)
    .bind(before.map(|before| before.0))
    .bind(page::limit(size))
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(pool)
    .await?;
    let lines = rows.iter().map(row_of).collect::<Result<_, _>>()?;
    Ok(Page::of(lines, size))
}

/// What all records come to that [`page`] lists, by asset, whatever became of them; nothing where adding up takes too long.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn sum(pool: &PgPool, inviter: PlayerId, (shown, between): (Shown, Between)) -> Result<Option<Sums>, Fault> {
    let mut bounded = sums::begin(pool).await?;
    let rows = sqlx::query(
        "with whole as (
             select sum(diamonds) as diamonds, sum(usdt) as usdt, max(opened_at_ms) as opened_at_ms
               from team_records where inviter = $1
              group by record, kind
             having max(opened_at_ms) is not null and (kind = 'invite' or max(opened_at_ms) <= $2)
         )
         select case diamonds when 0 then 'usdt' else 'diamond' end, count(*),
                sum(case diamonds when 0 then usdt else diamonds end)::text, '0'
           from whole where opened_at_ms > $3 and opened_at_ms <= $4 group by 1",
    )
    .bind(inviter.0)
    .bind(shown.0.0)
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(&mut *bounded)
    .await;
    let mut all = Sums::new();
    Ok(sums::take(&mut all, rows)?.then_some(all))
}

/// One record of an inviter. Somebody else's is an unknown one, and so is one that is not shown yet.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(
    pool: &PgPool,
    inviter: PlayerId,
    shown: Shown,
    record: RecordId,
) -> Result<Option<RecordRow>, Fault> {
    let row = sqlx::query(&format!(
        "select {COLUMNS} from team_records
          where record = $3 and inviter = $1
          group by record, kind, day, friend
         having max(opened_at_ms) is not null and (kind = 'invite' or max(opened_at_ms) <= $2)",
    ))
    .bind(inviter.0)
    .bind(shown.0.0)
    .bind(record.0)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(row_of).transpose()
}

/// What of an inviter's records waits. Only days that can still be received are read.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn pending(
    pool: &PgPool,
    inviter: PlayerId,
    shown: Shown,
    rules: &Team,
    now: Timestamp,
) -> Result<Pending, Fault> {
    let row = sqlx::query(
        "with waiting as (
             select sum(diamonds) as diamonds, sum(usdt) - sum(received_usdt) as usdt
               from team_records
              where inviter = $1 and day >= $3
              group by record, kind
             having max(ended) is null and sum(received_diamonds) = 0
                and (kind = 'invite' or max(opened_at_ms) <= $2)
                and sum(diamonds) + sum(usdt) - sum(received_usdt) > 0
         )
         select count(*), coalesce(sum(diamonds), 0)::bigint, coalesce(sum(usdt), 0)::bigint from waiting",
    )
    .bind(inviter.0)
    .bind(shown.0.0)
    .bind(first_open(rules, now).0)
    .fetch_one(pool)
    .await?;
    Ok(Pending {
        count: row.try_get(0)?,
        diamonds: Diamond::from_minor(row.try_get(1)?),
        usdt: Usdt::from_minor(row.try_get(2)?),
    })
}

/// What invitations brought each of `inviters` on days from `from` to before `until`, as far as it is shown and was not
/// taken away. Who has nothing is not in it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn rebates(
    pool: &PgPool,
    inviters: &[Uuid],
    shown: Shown,
    (from, until): (Day, Day),
) -> Result<BTreeMap<PlayerId, Usdt>, Fault> {
    let rows = sqlx::query(
        "with whole as (
             select inviter, sum(usdt) as usdt from team_records
              where inviter = any($1) and day >= $2 and day < $3 and kind <> 'invite'
              group by inviter, record
             having max(ended) is distinct from 'cancelled' and max(opened_at_ms) <= $4
         )
         select inviter, sum(usdt)::bigint from whole group by inviter",
    )
    .bind(inviters)
    .bind(from.0)
    .bind(until.0)
    .bind(shown.0.0)
    .fetch_all(pool)
    .await?;
    let pair = |row: &PgRow| Ok((PlayerId(row.try_get(0)?), Usdt::from_minor(row.try_get(1)?)));
    Ok(rows.iter().map(pair).collect::<Result<_, sqlx::Error>>()?)
}

/// Records of days from `from` to before `until` that nobody received, oldest first, for the job that ends them.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn lapsed(
    pool: &PgPool,
    shown: Shown,
    from: Day,
    until: Day,
    limit: i64,
) -> Result<Vec<(PlayerId, Record)>, Fault> {
    let rows = sqlx::query(&format!(
        "select {COLUMNS}, inviter from team_records
          where day >= $4 and day < $1
          group by record, inviter, kind, day, friend
         having max(ended) is null and sum(received_diamonds) = 0
            and (kind = 'invite' or max(opened_at_ms) <= $2)
            and sum(diamonds) + sum(usdt) - sum(received_usdt) > 0
          order by day, record
          limit $3",
    ))
    .bind(until.0)
    .bind(shown.0.0)
    .bind(limit)
    .bind(from.0)
    .fetch_all(pool)
    .await?;
    let pair = |row: &PgRow| Ok((PlayerId(row.try_get(10)?), row_of(row)?.record));
    rows.iter().map(pair).collect()
}

/// The first day whose records can still be received.
pub fn first_open(rules: &Team, now: Timestamp) -> Day {
    // A record ends so many days after the midnight that ends its day.
    now.plus_ms(-rules.record_ttl_days * DAY_MS).day()
}

fn row_of(row: &PgRow) -> Result<RecordRow, Fault> {
    let kind = match row.try_get::<&str, _>(1)? {
        "invite" => RecordKind::Invite,
        "rebate_l1" => RecordKind::RebateL1,
        _ => RecordKind::RebateL2,
    };
    let ended = match row.try_get::<Option<&str>, _>(8)? {
        Some("expired") => Some(State::Expired),
        Some(_) => Some(State::Cancelled),
        None => None,
    };
    Ok(RecordRow {
        id: RecordId(row.try_get(0)?),
        record: Record {
            kind,
            day: Day(row.try_get(2)?),
            friend: row.try_get::<Option<_>, _>(3)?.map(PlayerId),
            diamonds: Diamond::from_minor(row.try_get(4)?),
            usdt: Usdt::from_minor(row.try_get(5)?),
            received: Usdt::from_minor(row.try_get(7)?),
        },
        opened_at: Timestamp(row.try_get::<Option<i64>, _>(9)?.unwrap_or_default()),
        received_diamonds: Diamond::from_minor(row.try_get(6)?),
        ended,
    })
}
