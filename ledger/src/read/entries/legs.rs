//! The legs of given events. No index leads from an event to its legs: what the event declares are their keys.

use super::{Line, line};
use crate::error::Fault;
use crate::read::feed::{COLUMNS, Recorded, recorded};
use crate::verify::postings_of;
use sqlx::PgPool;
use uuid::Uuid;

/// All legs of some events of one log, in order: those that the events declare, as they are written.
///
/// # Errors
/// [`Fault`] of the database; [`Fault::Unreadable`] for an event that does not read back.
pub async fn legs(pool: &PgPool, partition: i32, positions: &[i64]) -> Result<Vec<Line>, Fault> {
    let statement = format!("select {COLUMNS} from events where partition = $1 and position = any($2)");
    let rows = sqlx::query(&statement)
        .bind(partition)
        .bind(positions)
        .fetch_all(pool)
        .await?;
    let mut keys = Keys::default();
    for row in &rows {
        keys.add(&recorded(row)?)?;
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
