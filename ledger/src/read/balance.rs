//! Balances at any moment: the last posting of an account up to a position.

use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use domain::time::Timestamp;
use sqlx::Row;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A moment of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsOf {
    Latest,
    /// After the event with this position.
    Position(i64),
    /// After the last event recorded at or before these milliseconds since 1970.
    Time(i64),
}

/// The balance of one account at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountBalance {
    /// The account's journal name.
    pub account: String,
    /// The asset's name.
    pub asset: String,
    /// Minor units.
    pub balance: i64,
    /// Position of the last posting counted.
    pub position: i64,
}

/// The accounts of `owner` in a partition as of a moment, by name. Accounts without postings by then are absent.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn as_of(pool: &EventLog, partition: u16, owner: Uuid, moment: AsOf) -> Result<Vec<AccountBalance>, Fault> {
    let until = position(pool, partition, moment).await?;
    books::reach(pool, partition.into(), until).await?;
    let rows = sqlx::query(
        "select b.account, b.asset, last.after, last.position
           from balances b
          cross join lateral (select p.after, p.position from postings p
                 where p.partition = b.partition and p.owner = b.owner and p.account = b.account and p.position <= $3
                 order by p.position desc, p.leg desc limit 1) last
          where b.partition = $1 and b.owner = $2
          order by b.account",
    )
    .bind(i32::from(partition))
    .bind(owner)
    .bind(until)
    .fetch_all(pool)
    .await?;
    let balance = |row: &sqlx::postgres::PgRow| {
        Ok(AccountBalance {
            account: row.try_get(0)?,
            asset: row.try_get(1)?,
            balance: row.try_get(2)?,
            position: row.try_get(3)?,
        })
    };
    Ok(rows.iter().map(balance).collect::<Result<_, sqlx::Error>>()?)
}

/// What the accounts of these names hold now, each over all its owners and logs, in minor units. An account without
/// postings is absent.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn totals(pool: &EventLog, accounts: &[&str]) -> Result<BTreeMap<String, i64>, Fault> {
    books::reach_heads(pool).await?;
    let totals: Vec<(String, i64)> = sqlx::query_as(
        "select account, sum(balance)::bigint from balances join heads using (partition)
              where account = any($1) group by account",
    )
    .bind(accounts)
    .fetch_all(pool)
    .await?;
    Ok(totals.into_iter().collect())
}

/// The total of one account.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn total(pool: &EventLog, account: &str) -> Result<i64, Fault> {
    Ok(totals(pool, &[account]).await?.into_values().sum())
}

/// The last position at a moment. Times never decrease along a stream, and across streams
/// by no more than the clocks of the processes differ; the search is by halving positions.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn position(pool: &EventLog, partition: u16, moment: AsOf) -> Result<i64, Fault> {
    let until = match moment {
        AsOf::Latest => return Ok(i64::MAX),
        AsOf::Position(position) => return Ok(position),
        AsOf::Time(ms) => ms,
    };
    let head = sqlx::query("select position from heads where partition = $1")
        .bind(i32::from(partition))
        .fetch_one(pool)
        .await?;
    let (mut low, mut high) = (0_i64, head.try_get::<i64, _>(0)?);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        let row = sqlx::query("select recorded_at_ms from events where partition = $1 and position = $2")
            .bind(i32::from(partition))
            .bind(middle)
            .fetch_one(pool)
            .await?;
        if row.try_get::<i64, _>(0)? <= until {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ok(low)
}

/// Whether a moment has come at `now`: a time once it is there, a position once one of the logs has reached it. A moment
/// that is still to come has no answer yet: what is recorded until then would change what is said about it now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn has_come(pool: &EventLog, moment: AsOf, now: Timestamp) -> Result<bool, Fault> {
    match moment {
        AsOf::Latest => Ok(true),
        AsOf::Time(ms) => Ok(ms <= now.0),
        AsOf::Position(position) => {
            let heads = bounds(pool, AsOf::Latest).await?;
            Ok(heads.iter().any(|head| position <= *head))
        }
    }
}

/// Where every log ends at a moment, by partition. A position is one of every log. A log ends at its newest event at
/// the latest: whether a moment [has come](has_come) is asked before.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn bounds(pool: &EventLog, moment: AsOf) -> Result<Vec<i64>, Fault> {
    let heads = sqlx::query("select position from heads order by partition")
        .fetch_all(pool)
        .await?;
    let mut bounds = Vec::with_capacity(heads.len());
    for (partition, head) in (0..).zip(&heads) {
        let head: i64 = head.try_get(0)?;
        let until = match moment {
            AsOf::Latest => head,
            AsOf::Position(position) => position.min(head),
            // The search by time begins at a head that may have grown since: the one read first is the bound.
            AsOf::Time(_) => position(pool, partition, moment).await?.min(head),
        };
        bounds.push(until);
    }
    Ok(bounds)
}
