//! The statement of an owner: what the accounts had, line by line what moved them, what they have.
//!
//! Opening and closing are read as running balances, the lines as amounts; that both agree is checked, not assumed.

use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::balance::{AccountBalance, AsOf, as_of, position};
use crate::read::trial::Period;
use crate::read::walk::Range;
use sqlx::Row;
use sqlx::postgres::PgRow;
use std::collections::BTreeMap;
use uuid::Uuid;

/// One amount that moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementLine {
    /// Position of its event.
    pub position: i64,
    /// When it was recorded, in milliseconds.
    pub at_ms: i64,
    pub event: String,
    /// The account's journal name.
    pub account: String,
    /// The asset's name.
    pub asset: String,
    /// Minor units.
    pub amount: i64,
    /// The account's running balance.
    pub after: i64,
}

/// What an owner's accounts had, what moved, what they have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// Accounts before the period.
    pub opening: Vec<AccountBalance>,
    /// What moved, in order.
    pub lines: Vec<StatementLine>,
    /// Accounts after the period.
    pub closing: Vec<AccountBalance>,
}

/// The statement of `owner`, whose accounts lie in `partition`.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn statement(pool: &EventLog, partition: u16, owner: Uuid, period: Period) -> Result<Statement, Fault> {
    let after = match period.after {
        Some(moment) => position(pool, partition, moment).await?,
        None => 0,
    };
    let head = sqlx::query("select position from heads where partition = $1")
        .bind(i32::from(partition))
        .fetch_one(pool)
        .await?;
    // A position now, so that what is recorded meanwhile is in neither the lines nor the closing.
    let until = position(pool, partition, period.until).await?.min(head.try_get(0)?);
    books::reach(pool, partition.into(), until).await?;
    let rows = sqlx::query(
        "select p.position, e.recorded_at_ms, e.event_type, p.account, p.asset, p.amount, p.after
           from postings p join events e on e.partition = p.partition and e.position = p.position
          where p.partition = $1 and p.owner = $2 and p.position > $3 and p.position <= $4
          order by p.position, p.leg",
    )
    .bind(i32::from(partition))
    .bind(owner)
    .bind(after)
    .bind(until)
    .fetch_all(pool)
    .await?;
    Ok(Statement {
        opening: as_of(pool, partition, owner, AsOf::Position(after)).await?,
        lines: rows.iter().map(line).collect::<Result<_, sqlx::Error>>()?,
        closing: as_of(pool, partition, owner, AsOf::Position(until)).await?,
    })
}

fn line(row: &PgRow) -> Result<StatementLine, sqlx::Error> {
    Ok(StatementLine {
        position: row.try_get(0)?,
        at_ms: row.try_get(1)?,
        event: row.try_get(2)?,
        account: row.try_get(3)?,
        asset: row.try_get(4)?,
        amount: row.try_get(5)?,
        after: row.try_get(6)?,
    })
}

impl Statement {
    /// The first thing that does not add up, in a sentence.
    pub fn problem(&self) -> Option<String> {
        let balances = |of: &[AccountBalance]| -> BTreeMap<String, i128> {
            of.iter()
                .map(|one| (one.account.clone(), i128::from(one.balance)))
                .collect()
        };
        let mut running = balances(&self.opening);
        for line in &self.lines {
            let balance = running.entry(line.account.clone()).or_default();
            *balance += i128::from(line.amount);
            if *balance != i128::from(line.after) {
                let (account, position, after) = (&line.account, line.position, line.after);
                return Some(format!(
                    "{account} adds up to {balance} at position {position}, written there is {after}"
                ));
            }
        }
        (running != balances(&self.closing)).then(|| "opening and lines do not add up to the closing".into())
    }
}

/// What moved on one account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// Minor units that came, less those that left.
    pub sum: i128,
    pub lines: i64,
}

/// What moved on an owner's accounts, or on one of them, in a range of all logs: summed from the amounts.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn movements(
    pool: &EventLog,
    owner: Uuid,
    account: Option<&str>,
    range: &Range,
) -> Result<BTreeMap<String, Movement>, Fault> {
    let mut moved: BTreeMap<String, Movement> = BTreeMap::new();
    for ((partition, after), until) in (0..).zip(&range.after).zip(&range.until) {
        books::reach(pool, partition, *until).await?;
        let rows: Vec<(String, String, i64)> = sqlx::query_as(
            "select account, sum(amount)::text, count(*) from postings
              where partition = $1 and owner = $2 and ($3::text is null or account = $3)
                and position > $4 and position <= $5
              group by account",
        )
        .bind::<i32>(partition)
        .bind(owner)
        .bind(account)
        .bind(after)
        .bind(until)
        .fetch_all(pool)
        .await?;
        for (account, sum, lines) in rows {
            let sum: i128 = sum
                .parse()
                .map_err(|_| Fault::Law(format!("a sum of legs is {sum}, which is no whole number")))?;
            let known = moved.entry(account).or_default();
            (known.sum, known.lines) = (known.sum + sum, known.lines + lines);
        }
    }
    Ok(moved)
}

/// Up to `limit` owners of accounts of this name behind one, by id; those whose first leg is within the bounds.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn owners_of(
    pool: &EventLog,
    account: &str,
    after: Option<Uuid>,
    bounds: &[i64],
    limit: usize,
) -> Result<Vec<Uuid>, Fault> {
    books::reach_heads(pool).await?;
    let rows: Vec<(Uuid,)> = sqlx::query_as(
        "select distinct b.owner from balances b
          where b.account = $1 and ($2::uuid is null or b.owner > $2)
            and exists (select from postings p
                         where p.partition = b.partition and p.owner = b.owner and p.account = b.account
                           and p.position <= ($3::bigint[])[b.partition + 1])
          order by b.owner limit $4",
    )
    .bind(account)
    .bind(after)
    .bind(bounds)
    .bind(i64::try_from(limit).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|(owner,)| owner).collect())
}

#[cfg(test)]
mod tests;
