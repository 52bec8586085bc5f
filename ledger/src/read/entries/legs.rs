//! The legs of given events. No index leads from an event to its legs: what the event declares are their keys. And
//! what is written, whatever events declare.

use super::{Line, line};
use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::feed::{self, Recorded};
use crate::verify::postings_of;
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

/// All legs of some events of one log, in order: those that the events declare, as they are written.
///
/// # Errors
/// [`Fault`] of the database; [`Fault::Unreadable`] for an event that does not read back.
pub async fn legs(pool: &EventLog, partition: i32, positions: &[i64]) -> Result<Vec<Line>, Fault> {
    books::reach(pool, partition, positions.iter().copied().max().unwrap_or(0)).await?;
    let mut keys = Keys::default();
    for event in feed::read_at(pool, partition, positions).await? {
        keys.add(&event)?;
    }
    let rows = sqlx::query(
        "select p.position, p.partition, p.leg, p.owner, p.account, p.asset, p.amount, p.after,
                e.recorded_at_ms, e.event_id, e.event_type, e.aggregate_type, e.aggregate_id, e.metadata->>'actor'
           from unnest($2::uuid[], $3::text[], $4::bigint[], $5::smallint[]) as k(owner, account, position, leg)
           join postings p on p.partition = $1 and p.owner = k.owner and p.account = k.account
                and p.position = k.position and p.leg = k.leg
           join events e on e.partition = $1 and e.position = k.position
          order by p.position, p.leg",
    )
    .bind(partition)
    .bind(keys.owners)
    .bind(keys.accounts)
    .bind(keys.positions)
    .bind(keys.legs)
    .fetch_all(pool)
    .await?;
    Ok(rows.iter().map(line).collect::<Result<_, _>>()?)
}

#[derive(Default)]
struct Keys {
    owners: Vec<Uuid>,
    accounts: Vec<&'static str>,
    positions: Vec<i64>,
    legs: Vec<i16>,
}

impl Keys {
    fn add(&mut self, event: &Recorded) -> Result<(), Fault> {
        let declared = postings_of(event).map_err(|reason| event.unreadable(reason))?;
        for (number, leg) in (0..).zip(declared.legs()) {
            self.owners.push(leg.account.owner());
            self.accounts.push(leg.account.name());
            self.positions.push(event.position);
            self.legs.push(number);
        }
        Ok(())
    }
}

/// A leg as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub position: i64,
    pub leg: i16,
    pub owner: Uuid,
    pub account: String,
    pub asset: String,
    pub amount: i64,
    /// The account's balance after it.
    pub after: i64,
}

/// Every leg that is written from one position to another, whatever the events declare, in order.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn written(pool: &EventLog, partition: i32, first: i64, last: i64) -> Result<Vec<Written>, Fault> {
    books::reach(pool, partition, last).await?;
    let rows = sqlx::query(
        "select position, leg, owner, account, asset, amount, after from postings
          where partition = $1 and position >= $2 and position <= $3 order by position, leg",
    )
    .bind(partition)
    .bind(first)
    .bind(last)
    .fetch_all(pool)
    .await?;
    let written = |row: &PgRow| {
        Ok(Written {
            position: row.try_get(0)?,
            leg: row.try_get(1)?,
            owner: row.try_get(2)?,
            account: row.try_get(3)?,
            asset: row.try_get(4)?,
            amount: row.try_get(5)?,
            after: row.try_get(6)?,
        })
    };
    Ok(rows.iter().map(written).collect::<Result<_, sqlx::Error>>()?)
}

/// The balance that the last leg of an account before a position left; 0 without one.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn balance_before(
    pool: &EventLog,
    partition: i32,
    (owner, account): (Uuid, &str),
    position: i64,
) -> Result<i64, Fault> {
    books::reach(pool, partition, position - 1).await?;
    let row: Option<(i64,)> = sqlx::query_as(
        "select after from postings
          where partition = $1 and owner = $2 and account = $3 and position < $4
          order by position desc, leg desc limit 1",
    )
    .bind(partition)
    .bind(owner)
    .bind(account)
    .bind(position)
    .fetch_optional(pool)
    .await?;
    Ok(row.map_or(0, |(after,)| after))
}

/// What came to an account, by type of event, the most first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn credits_by_type(
    pool: &EventLog,
    partition: u16,
    owner: Uuid,
    account: &str,
) -> Result<Vec<(String, i64)>, Fault> {
    books::reach(pool, partition.into(), i64::MAX).await?;
    let credits = sqlx::query_as(
        "select e.event_type, sum(p.amount)::bigint
           from postings p join events e on e.partition = p.partition and e.position = p.position
          where p.partition = $1 and p.owner = $2 and p.account = $3 and p.amount > 0
          group by e.event_type order by 2 desc",
    )
    .bind(i32::from(partition))
    .bind(owner)
    .bind(account);
    Ok(credits.fetch_all(pool).await?)
}
