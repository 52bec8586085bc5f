//! The trial balance: every account with what it had, what moved and what it has, over all owners of its name.
//!
//! Summed from the postings themselves, not from running balances, so it proves these as well. An amount that
//! leaves an account is a debit, one that comes is a credit; house accounts carry the mirror of the players', so
//! that every asset sums to zero.

use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::balance::{AsOf, position};
use sqlx::{Postgres, Row, Transaction};
use std::collections::BTreeMap;

/// One account over all its owners, in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialLine {
    /// The account's journal name.
    pub account: String,
    /// The asset's name.
    pub asset: String,
    /// Before the period.
    pub opening: i128,
    /// What left during the period.
    pub debit: i128,
    /// What came during the period.
    pub credit: i128,
}

impl TrialLine {
    /// After the period.
    pub fn closing(&self) -> i128 {
        self.opening + self.credit - self.debit
    }
}

/// A period of the log: after one moment, up to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// What was before belongs to the opening; none: the period begins with the log.
    pub after: Option<AsOf>,
    /// What comes later is not looked at.
    pub until: AsOf,
}

/// The accounts of all logs, by asset and name. A position is one of every log.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn trial_balance(pool: &EventLog, period: Period) -> Result<Vec<TrialLine>, Fault> {
    books::reach_heads(pool).await?;
    let mut snapshot = pool.begin().await?;
    sqlx::query("set transaction isolation level repeatable read, read only")
        .execute(&mut *snapshot)
        .await?;
    let heads = sqlx::query("select partition from heads order by partition")
        .fetch_all(&mut *snapshot)
        .await?;
    let mut lines = BTreeMap::new();
    for head in heads {
        let partition: i32 = head.try_get(0)?;
        let log = u16::try_from(partition).map_err(|_| Fault::Law(format!("there is a log {partition}")))?;
        let after = match period.after {
            Some(moment) => position(pool, log, moment).await?,
            None => 0,
        };
        let until = position(pool, log, period.until).await?;
        add(&mut snapshot, &mut lines, (partition, after, until)).await?;
    }
    Ok(lines.into_values().collect())
}

async fn add(
    snapshot: &mut Transaction<'static, Postgres>,
    lines: &mut BTreeMap<(String, String), TrialLine>,
    (partition, after, until): (i32, i64, i64),
) -> Result<(), Fault> {
    let rows = sqlx::query(
        "select asset, account,
                coalesce(sum(amount) filter (where position <= $2), 0)::text,
                coalesce(-sum(amount) filter (where position > $2 and amount < 0), 0)::text,
                coalesce(sum(amount) filter (where position > $2 and amount > 0), 0)::text
           from postings where partition = $1 and position <= $3
          group by asset, account",
    )
    .bind(partition)
    .bind(after)
    .bind(until)
    .fetch_all(&mut **snapshot)
    .await?;
    for row in rows {
        let (asset, account): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let line = lines
            .entry((asset.clone(), account.clone()))
            .or_insert_with(|| TrialLine {
                account,
                asset,
                ..TrialLine::default()
            });
        line.opening += whole(row.try_get(2)?)?;
        line.debit += whole(row.try_get(3)?)?;
        line.credit += whole(row.try_get(4)?)?;
    }
    Ok(())
}

/// A sum, which may be larger than any single amount.
fn whole(text: &str) -> Result<i128, Fault> {
    text.parse()
        .map_err(|_| Fault::Law(format!("a sum of postings is {text}, which is no whole number")))
}

/// What each asset sums to: zero, unless the books are wrong.
pub fn sums(lines: &[TrialLine]) -> BTreeMap<&str, i128> {
    let mut sums = BTreeMap::new();
    for line in lines {
        *sums.entry(line.asset.as_str()).or_default() += line.closing();
    }
    sums
}
