//! Monetary units of the journal: the lines of accounts in a range, one after the other, each as long as its absolute
//! amount; and the lines that hold every n-th unit (domain `sample`).
//!
//! Reads all lines of the range in one statement, so the caller bounds how many there are.

use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use domain::sample::Item;
use sqlx::Row;
use sqlx::postgres::PgRow;

/// Lines of accounts after one position of each log and up to another.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    pub asset: &'a str,
    pub accounts: &'a [String],
    pub after: &'a [i64],
    pub until: &'a [i64],
}

/// How many lines there are, and the sum of their absolute amounts in minor units.
///
/// # Errors
/// A fault of the database; one for a sum that no number holds.
pub async fn population(pool: &EventLog, lines: Lines<'_>) -> Result<(i64, i64), Fault> {
    for (log, until) in (0..).zip(lines.until) {
        books::reach(pool, log, *until).await?;
    }
    let row = sqlx::query(
        "select count(*), coalesce(sum(abs(p.amount)), 0)::bigint
           from unnest($3::bigint[], $4::bigint[]) with ordinality as log (after, until, number)
           join postings p on p.partition = log.number - 1 and p.position > log.after and p.position <= log.until
          where p.asset = $1 and p.account = any($2)",
    )
    .bind(lines.asset)
    .bind(lines.accounts)
    .bind(lines.after)
    .bind(lines.until)
    .fetch_one(pool)
    .await?;
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// The lines that hold the units `start`, `start + interval`, …, in the order of partition, position and leg.
///
/// # Errors
/// A fault of the database.
pub async fn selected(pool: &EventLog, lines: Lines<'_>, start: i64, interval: i64) -> Result<Vec<Item>, Fault> {
    let rows = sqlx::query(
        "select partition, position, leg::int, account, amount, upto::bigint, hits::bigint
           from (select *, div(upto - $5 + $6, $6) - div(upto - abs(amount) - $5 + $6, $6) as hits
                   from (select p.partition, p.position, p.leg, p.account, p.amount,
                                sum(abs(p.amount)) over (order by p.partition, p.position, p.leg) as upto
                           from unnest($3::bigint[], $4::bigint[]) with ordinality as log (after, until, number)
                           join postings p on p.partition = log.number - 1
                                and p.position > log.after and p.position <= log.until
                          where p.asset = $1 and p.account = any($2)) as line) as counted
          where hits > 0
          order by partition, position, leg",
    )
    .bind(lines.asset)
    .bind(lines.accounts)
    .bind(lines.after)
    .bind(lines.until)
    .bind(start)
    .bind(interval)
    .fetch_all(pool)
    .await?;
    rows.iter().map(item).collect()
}

fn item(row: &PgRow) -> Result<Item, Fault> {
    Ok(Item {
        partition: row.try_get(0)?,
        position: row.try_get(1)?,
        leg: row.try_get(2)?,
        account: row.try_get(3)?,
        amount: row.try_get(4)?,
        upto: row.try_get(5)?,
        hits: row.try_get(6)?,
    })
}
