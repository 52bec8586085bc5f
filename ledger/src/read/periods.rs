//! What a closed month records beside its turnovers: what came into custody and from where, and what corrections
//! restate of earlier months (domain `period`).

use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use domain::period::{Cash, Restated};
use domain::posting::House;
use domain::time::{Month, Timestamp};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

/// Cash flow and restatements of one log after a position and up to another, each list by its keys.
///
/// # Errors
/// [`Fault`] of the database; [`Fault::Law`] for an event that restates what is no month.
pub async fn flows(
    pool: &EventLog,
    partition: i32,
    after: i64,
    until: i64,
) -> Result<(Vec<Cash>, Vec<Restated>), Fault> {
    books::reach(pool, partition, until).await?;
    let cash = sqlx::query(
        "select e.event_type, p.account, sum(p.amount)::bigint
           from postings p join events e on e.partition = p.partition and e.position = p.position
          where p.partition = $1 and p.position > $2 and p.position <= $3 and p.asset = 'usdt' and p.account <> $5
            and exists (select from postings c where c.partition = p.partition and c.owner = $4 and c.account = $5
                           and c.position = p.position)
          group by 1, 2 order by 1, 2",
    )
    .bind(partition)
    .bind(after)
    .bind(until)
    .bind(Uuid::nil())
    .bind(House::UsdtCustody.name())
    .fetch_all(pool)
    .await?;
    let restated = corrections(pool, partition, (after, until), Which::OfMonths).await?;
    Ok((
        cash.iter().map(came).collect::<Result<_, sqlx::Error>>()?,
        restated.iter().filter_map(Correction::restated).collect(),
    ))
}

/// A leg of a correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    pub partition: i32,
    pub position: i64,
    /// Id of the event.
    pub event: Uuid,
    pub recorded_at: Timestamp,
    /// The player's stream.
    pub stream: String,
    /// The case that explains it.
    pub case_id: String,
    /// The closed month that it restates, if it names one.
    pub restates: Option<Month>,
    /// The account's journal name.
    pub account: String,
    /// Minor units; a credit is positive.
    pub amount: i64,
}

impl Correction {
    fn restated(&self) -> Option<Restated> {
        Some(Restated {
            restates: self.restates?,
            account: self.account.clone(),
            debit: (-self.amount).max(0),
            credit: self.amount.max(0),
        })
    }
}

/// Which corrections are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    /// Those that name the closed month that they restate.
    OfMonths,
}

/// Legs of corrections of one log, after a position and up to another, in order.
///
/// # Errors
/// [`Fault`] of the database; [`Fault::Law`] for an event that restates what is no month.
pub async fn corrections(
    pool: &EventLog,
    partition: i32,
    (after, until): (i64, i64),
    which: Which,
) -> Result<Vec<Correction>, Fault> {
    books::reach(pool, partition, until).await?;
    let rows = sqlx::query(
        "select e.partition, e.position, e.event_id, e.recorded_at_ms, e.aggregate_id,
                e.payload->'AdjustmentPosted'->>'case_id', e.payload->'AdjustmentPosted'->>'restates', p.account, p.amount
           from events e join postings p on p.partition = e.partition and p.position = e.position
          where e.event_type = 'AdjustmentPosted' and e.partition = $1 and e.position > $2 and e.position <= $3
            and ($4 or e.payload->'AdjustmentPosted'->>'restates' is not null)
          order by p.position, p.leg",
    )
    .bind(partition)
    .bind(after)
    .bind(until)
    .bind(which == Which::All)
    .fetch_all(pool)
    .await?;
    rows.iter().map(correction).collect()
}

fn came(row: &PgRow) -> Result<Cash, sqlx::Error> {
    Ok(Cash {
        event: row.try_get(0)?,
        account: row.try_get(1)?,
        amount: row.try_get(2)?,
    })
}

fn correction(row: &PgRow) -> Result<Correction, Fault> {
    let restates: Option<String> = row.try_get(6)?;
    Ok(Correction {
        partition: row.try_get(0)?,
        position: row.try_get(1)?,
        event: row.try_get(2)?,
        recorded_at: Timestamp(row.try_get(3)?),
        stream: row.try_get(4)?,
        case_id: row.try_get(5)?,
        restates: restates.map(Month::try_from).transpose().map_err(Fault::Law)?,
        account: row.try_get(7)?,
        amount: row.try_get(8)?,
    })
}
