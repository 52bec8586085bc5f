//! View `turnovers`: what was debited and credited, by account, type of event and UTC day, in blocks of positions.
//!
//! The trial balance of a moment is the sum of whole blocks and of the legs behind the last whole one, so it takes
//! as long on a log of years as on one of a day. `ledger::trial` sums every leg instead; a test compares both.

mod write;

use crate::view::View as _;
use domain::chart::{Amounts, Chart};
use ledger::trial::TrialLine;
use ledger::{EventLog, Fault, books};
use sqlx::postgres::PgRow;
use sqlx::{Executor, PgConnection, Postgres, Row, Transaction};
use std::collections::BTreeMap;

/// Positions of a block. At most two unfinished blocks of legs are summed for one answer.
pub const BLOCK: i64 = 4_000;

#[derive(Clone, Copy, Debug)]
pub struct Turnovers;

/// What moved on an account by one type of event on one UTC day.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moved {
    /// Days since 1970, UTC.
    pub day: i32,
    pub event_type: String,
    /// The account's journal name, over all owners.
    pub account: String,
    /// The asset's name.
    pub asset: String,
}

/// Sums in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub debit: i128,
    pub credit: i128,
    pub legs: i64,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.debit += other.debit;
        self.credit += other.credit;
        self.legs += other.legs;
    }

    fn without(self, other: Sums) -> Sums {
        Sums {
            debit: self.debit - other.debit,
            credit: self.credit - other.credit,
            legs: self.legs - other.legs,
        }
    }
}

/// The accounts of all logs after one position of each and up to another, by asset and name.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn trial(pool: &EventLog, after: &[i64], until: &[i64]) -> Result<Vec<TrialLine>, Fault> {
    let mut snapshot = snapshot(pool).await?;
    let before = sums(&mut snapshot, after).await?;
    let all = sums(&mut snapshot, until).await?;
    let mut lines: BTreeMap<(String, String), TrialLine> = BTreeMap::new();
    for (moved, sum) in &all {
        let opening = before.get(moved).copied().unwrap_or_default();
        let line = lines
            .entry((moved.asset.clone(), moved.account.clone()))
            .or_insert_with(|| TrialLine {
                account: moved.account.clone(),
                asset: moved.asset.clone(),
                ..TrialLine::default()
            });
        let period = sum.without(opening);
        line.opening += opening.credit - opening.debit;
        line.debit += period.debit;
        line.credit += period.credit;
    }
    Ok(lines.into_values().collect())
}

/// What moved by day, type of event and account, after one position of each log and up to another.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn moved(pool: &EventLog, after: &[i64], until: &[i64]) -> Result<BTreeMap<Moved, Sums>, Fault> {
    let mut snapshot = snapshot(pool).await?;
    let before = sums(&mut snapshot, after).await?;
    let all = sums(&mut snapshot, until).await?;
    let period = all.into_iter().map(|(moved, sum)| {
        let opening = before.get(&moved).copied().unwrap_or_default();
        (moved, sum.without(opening))
    });
    Ok(period.filter(|(_, sum)| sum.legs > 0).collect())
}

/// What every entry of the chart of accounts holds after one position of each log.
///
/// # Errors
/// [`Fault`] of the database; [`Fault::Law`] names an account that is not in the chart.
pub async fn amounts(pool: &EventLog, until: &[i64]) -> Result<Amounts, Fault> {
    let mut snapshot = snapshot(pool).await?;
    let mut amounts = Amounts::default();
    for (moved, sum) in sums(&mut snapshot, until).await? {
        let credited = sum.credit - sum.debit;
        amounts
            .add(Chart::built_in(), &moved.account, &moved.event_type, credited)
            .map_err(|unlisted| Fault::Law(unlisted.to_string()))?;
    }
    Ok(amounts)
}

/// Rows of the view and legs are read at one moment: what a block holds is in no leg behind it. The table is held
/// before the first query takes the snapshot: one that a rebuild swapped in after it would look empty.
async fn snapshot(pool: &EventLog) -> Result<Transaction<'static, Postgres>, Fault> {
    books::reach_heads(pool).await?;
    let mut snapshot = pool.begin().await?;
    snapshot
        .execute(
            "set transaction isolation level repeatable read, read only;
             lock table public.turnovers in access share mode",
        )
        .await?;
    Ok(snapshot)
}

/// Everything from the begin of each log up to its bound.
async fn sums(snapshot: &mut PgConnection, bounds: &[i64]) -> Result<BTreeMap<Moved, Sums>, Fault> {
    let mut all = BTreeMap::new();
    for (partition, until) in (0..).zip(bounds) {
        let followed = sqlx::query("select position from cursors where partition = $1 and view = $2")
            .bind(partition)
            .bind(Turnovers.name())
            .fetch_optional(&mut *snapshot)
            .await?;
        let followed: i64 = followed.map_or(Ok(0), |row| row.try_get(0))?;
        let blocks = (*until).min(followed) / BLOCK;
        let rows = sqlx::query(
            "select day, event_type, account, asset, sum(debit)::text, sum(credit)::text, sum(legs)::bigint
               from turnovers where partition = $1 and block < $2
              group by day, event_type, account, asset",
        )
        .bind(partition)
        .bind(blocks)
        .fetch_all(&mut *snapshot)
        .await?;
        add(&mut all, &rows)?;
        let rows = sqlx::query(
            "select (e.recorded_at_ms / 86400000)::int, e.event_type, p.account, p.asset,
                    coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::text,
                    coalesce(sum(p.amount) filter (where p.amount > 0), 0)::text, count(*)
               from postings p join events e on e.partition = p.partition and e.position = p.position
              where p.partition = $1 and p.position > $2 and p.position <= $3
                and e.partition = $1 and e.position > $2 and e.position <= $3
              group by 1, 2, 3, 4",
        )
        .bind(partition)
        .bind(blocks * BLOCK)
        .bind(until)
        .fetch_all(&mut *snapshot)
        .await?;
        add(&mut all, &rows)?;
    }
    Ok(all)
}

fn add(all: &mut BTreeMap<Moved, Sums>, rows: &[PgRow]) -> Result<(), Fault> {
    for row in rows {
        let moved = Moved {
            day: row.try_get(0)?,
            event_type: row.try_get(1)?,
            account: row.try_get(2)?,
            asset: row.try_get(3)?,
        };
        let sums = Sums {
            debit: whole(row.try_get(4)?)?,
            credit: whole(row.try_get(5)?)?,
            legs: row.try_get(6)?,
        };
        all.entry(moved).or_default().add(sums);
    }
    Ok(())
}

/// A sum, which may be larger than any single amount.
fn whole(text: &str) -> Result<i128, Fault> {
    text.parse()
        .map_err(|_| Fault::Law(format!("a sum of legs is {text}, which is no whole number")))
}
