//! Totals of a list of legs: over all rows that match its filter, not only those of one page.

use super::Filter;
use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::sums::{self, Sums};
use crate::read::walk::Range;
use sqlx::QueryBuilder;

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
