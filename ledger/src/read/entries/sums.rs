//! Totals of a list of legs: over all rows that match its filter, not only those of one page.

use super::{Filter, accounts_of};
use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::sums::{self, Sums};
use crate::read::walk::{Part, Range};
use sqlx::QueryBuilder;
use uuid::Uuid;

const SUMS: &str = "select p.asset, count(*),
        coalesce(sum(p.amount) filter (where p.amount > 0), 0)::text,
        coalesce(sum(p.amount) filter (where p.amount < 0), 0)::text
   from postings p";
const WITH_EVENTS: &str = " join events e on e.partition = p.partition and e.position = p.position";

impl Filter {
    /// The sums of a range; nothing where adding up takes too long.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn sums(&self, pool: &EventLog, range: &Range) -> Result<Option<Sums>, Fault> {
        let mut all = Sums::new();
        for (partition, (low, high)) in (0..).zip(range.after.iter().zip(&range.until)) {
            books::reach(pool, partition, *high).await?;
            let mut query = QueryBuilder::new(SUMS);
            if self.event_type.is_some() || self.actor.is_some() {
                query.push(WITH_EVENTS);
            }
            query.push(" where p.partition = ").push_bind(partition);
            query.push(" and p.position > ").push_bind(*low);
            query.push(" and p.position <= ").push_bind(*high);
            self.restrict(&mut query);
            query.push(" group by p.asset");
            let mut bounded = sums::begin(pool).await?;
            let rows = query.build().persistent(false).fetch_all(&mut *bounded).await;
            if !sums::take(&mut all, rows)? {
                return Ok(None);
            }
        }
        Ok(Some(all))
    }
}

/// What the events of a player's own streams, of these types, moved on the player's accounts within a part of the player's
/// log; an event counts once for each asset. Nothing where adding up takes too long.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn sums_of(pool: &EventLog, player: Uuid, streams: &[&str], part: Part) -> Result<Option<Sums>, Fault> {
    books::reach(pool, part.partition, part.high).await?;
    let mut bounded = sums::begin(pool).await?;
    let rows = sqlx::query(
        "select p.asset, count(distinct p.position),
                coalesce(sum(p.amount) filter (where p.amount > 0), 0)::text,
                coalesce(sum(p.amount) filter (where p.amount < 0), 0)::text
           from postings p join events e on e.partition = p.partition and e.position = p.position
          where p.partition = $1 and p.owner = $2 and p.account = any($3)
            and p.position > $4 and p.position <= $5
            and e.aggregate_id = $2::text and e.aggregate_type = any($6)
          group by p.asset",
    )
    .bind(part.partition)
    .bind(player)
    .bind(accounts_of(false))
    .bind(part.low)
    .bind(part.high)
    .bind(streams)
    .fetch_all(&mut *bounded)
    .await;
    let mut all = Sums::new();
    Ok(sums::take(&mut all, rows)?.then_some(all))
}
