//! The journal: every leg of every event, newest or oldest first, by account, owner, asset, type, actor and amount.
//!
//! | question | found by |
//! |---|---|
//! | accounts of one owner | the key of `postings` |
//! | a type of event that is not most of all | the index by type, then the keys of the legs that such events declare |
//! | anything else | all legs of a window ([`crate::walk`]) |
//!
//! Knows nothing of what events mean.

mod legs;
mod sums;

pub use legs::{Written, balance_before, credits_by_type, legs, written};
pub use sums::sums_of;

use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::walk::{Cursor, Narrowed, Part, Search, Way};
use domain::posting::{House, Purse};
use sqlx::postgres::PgRow;
use sqlx::{Postgres, QueryBuilder, Row};
use uuid::Uuid;

/// The type of most events: it has no index and is found by walking.
pub(crate) const WALKED: &str = "CastResolved";
/// Events of a type that one window holds.
const CANDIDATES: i64 = 400;
/// What reading an event with its legs by their keys is worth, in events that are walked over.
const WORTH: i64 = 8;

/// Taken out of the rows that a page shows alone: reading JSON costs more than all the rest.
const SHOWN: &str = "select position, partition, leg, owner, account, asset, amount, after, recorded_at_ms, event_id,
        event_type, aggregate_type, aggregate_id, metadata->>'actor' from (";
/// The event of each leg is looked up by its key, whatever the planner thinks that a filter leaves: no index leads from
/// an event to its legs, and to look for those of each event of a window takes seconds.
const COLUMNS: &str = "select p.position, p.partition, p.leg, p.owner, p.account, p.asset, p.amount, p.after,
        e.recorded_at_ms, e.event_id, e.event_type, e.aggregate_type, e.aggregate_id, e.metadata
   from postings p cross join lateral (
        select recorded_at_ms, event_id, event_type, aggregate_type, aggregate_id, metadata from events
         where partition = p.partition and position = p.position offset 0) e";

/// Which legs are wanted; an absent field matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Whose account; nil for the house.
    pub owner: Option<Uuid>,
    /// The account's journal name.
    pub account: Option<String>,
    /// The asset's name.
    pub asset: Option<String>,
    /// The event's type; letters alone.
    pub event_type: Option<String>,
    /// Who acted, as the event names them.
    pub actor: Option<String>,
    /// The amount moved at least, either way, in minor units.
    pub least: Option<i64>,
    /// The amount moved at most.
    pub most: Option<i64>,
}

/// A leg with its event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it stands.
    pub cursor: Cursor,
    /// Whose account; nil for the house.
    pub owner: Uuid,
    /// The account's journal name.
    pub account: String,
    /// The asset's name.
    pub asset: String,
    /// Minor units.
    pub amount: i64,
    /// The account's balance after it.
    pub after: i64,
    /// When the event was recorded, in milliseconds.
    pub at_ms: i64,
    pub event_id: Uuid,
    pub event_type: String,
    /// Type of its stream.
    pub stream: String,
    /// Key of its stream.
    pub key: String,
    pub actor: String,
}

impl Search for Filter {
    type Line = Line;

    fn is_direct(&self) -> bool {
        let one_player = self.owner.is_some_and(|owner| !owner.is_nil());
        let selects = self.actor.is_some() || self.least.is_some() || self.most.is_some();
        let account = self.owner.is_some() && self.account.is_some() && self.event_type.is_none();
        one_player || !selects && account
    }

    fn cursor(line: &Line) -> Cursor {
        line.cursor
    }

    fn width(&self) -> i64 {
        if self.by_type().is_some() { i64::MAX } else { 1_000 }
    }

    async fn narrow(&self, pool: &EventLog, way: Way, part: Part) -> Result<Narrowed, Fault> {
        let is_back = matches!(way, Way::Before(_));
        let end = if is_back { part.low } else { part.high };
        let Some(event_type) = self.by_type() else {
            let looked_at = part.high - part.low;
            return Ok(Narrowed { reach: end, looked_at });
        };
        let order = if is_back { "desc" } else { "asc" };
        let mut query = QueryBuilder::new("select e.position from events e where e.partition = ");
        query.push_bind(part.partition);
        query.push(" and e.position > ").push_bind(part.low);
        query.push(" and e.position <= ").push_bind(part.high);
        of_event(&mut query, Some(event_type), None);
        query.push(format!(" order by e.position {order} offset "));
        query.push_bind(CANDIDATES).push(" limit 1");
        let row = query.build().persistent(false).fetch_optional(pool).await?;
        // The event behind the last candidate: a window that goes back ends with it, one that goes on before it.
        let behind: Option<i64> = row.map(|row| row.try_get(0)).transpose()?;
        let reach = behind.map_or(end, |behind| if is_back { behind } else { behind - 1 });
        let looked_at = CANDIDATES * WORTH;
        Ok(Narrowed { reach, looked_at })
    }

    async fn window(&self, pool: &EventLog, way: Way, part: Part, wanted: usize) -> Result<Vec<Line>, Fault> {
        books::reach(pool, part.partition, part.high).await?;
        if let Some(event_type) = self.by_type() {
            return self.of_type(pool, event_type, way, part).await;
        }
        let mut query = QueryBuilder::new(SHOWN);
        query.push(COLUMNS);
        let Part { partition, low, high } = part;
        query.push(" where p.partition = ").push_bind(partition);
        query.push(" and p.position > ").push_bind(low);
        query.push(" and p.position <= ").push_bind(high);
        self.restrict(&mut query);
        let (sign, order, cursor) = match way {
            Way::Before(cursor) => ("<", "desc", cursor),
            Way::After(cursor) => (">", "asc", Some(cursor)),
        };
        if let Some(cursor) = cursor {
            query.push(format!(" and (p.position, p.partition, p.leg) {sign} ("));
            query.push_bind(cursor.position).push(", ");
            query.push_bind(cursor.partition).push(", ");
            query.push_bind(cursor.leg).push(")");
        }
        query.push(format!(" order by p.position {order}, p.leg {order} limit "));
        query.push_bind(i64::try_from(wanted).unwrap_or(i64::MAX));
        query.push(") shown");
        let rows = query.build().persistent(false).fetch_all(pool).await?;
        Ok(rows.iter().map(line).collect::<Result<_, _>>()?)
    }
}

impl Filter {
    /// The type whose index leads to the events, when no key does better.
    fn by_type(&self) -> Option<&str> {
        let one_player = self.owner.is_some_and(|owner| !owner.is_nil());
        self.event_type.as_deref().filter(|name| !one_player && *name != WALKED)
    }

    /// The lines of the events of a type in a window, which holds few of them.
    async fn of_type(&self, pool: &EventLog, event_type: &str, way: Way, part: Part) -> Result<Vec<Line>, Fault> {
        let mut query = QueryBuilder::new("select e.position from events e where e.partition = ");
        query.push_bind(part.partition);
        query.push(" and e.position > ").push_bind(part.low);
        query.push(" and e.position <= ").push_bind(part.high);
        of_event(&mut query, Some(event_type), self.actor.as_deref());
        let rows = query.build().persistent(false).fetch_all(pool).await?;
        let positions = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<i64>, _>>()?;
        let mut lines = legs(pool, part.partition, &positions).await?;
        lines.retain(|line| self.wants(line) && is_on(way, line.cursor));
        Ok(lines)
    }

    /// Whether a line is wanted, as far as the line itself shows.
    fn wants(&self, line: &Line) -> bool {
        let size = line.amount.unsigned_abs();
        let bound = |bound: Option<i64>| bound.map(i64::unsigned_abs);
        self.owner.is_none_or(|owner| owner == line.owner)
            && self.account.as_ref().is_none_or(|account| *account == line.account)
            && self.asset.as_ref().is_none_or(|asset| *asset == line.asset)
            && bound(self.least).is_none_or(|least| size >= least)
            && bound(self.most).is_none_or(|most| size <= most)
    }

    fn restrict(&self, query: &mut QueryBuilder<'_, Postgres>) {
        if let Some(owner) = self.owner {
            query.push(" and p.owner = ").push_bind(owner);
            if self.account.is_none() {
                // Every account that such an owner can have: the key leads to each within the window.
                query
                    .push(" and p.account = any(")
                    .push_bind(accounts_of(owner.is_nil()))
                    .push(")");
            }
        }
        if let Some(account) = &self.account {
            query.push(" and p.account = ").push_bind(account.clone());
        }
        if let Some(asset) = &self.asset {
            query.push(" and p.asset = ").push_bind(asset.clone());
        }
        if let Some(least) = self.least {
            query.push(" and abs(p.amount) >= ").push_bind(least);
        }
        if let Some(most) = self.most {
            query.push(" and abs(p.amount) <= ").push_bind(most);
        }
        of_event(query, self.event_type.as_deref(), self.actor.as_deref());
    }
}

/// Restricts `e`. The type is written into the text: the index by type is taken only when the planner sees the type.
pub(crate) fn of_event(query: &mut QueryBuilder<'_, Postgres>, event_type: Option<&str>, actor: Option<&str>) {
    if let Some(actor) = actor {
        query.push(" and e.metadata->>'actor' = ").push_bind(actor.to_owned());
    }
    if let Some(event_type) = event_type {
        let plain: String = event_type.chars().filter(char::is_ascii_alphanumeric).collect();
        query.push(format!(" and e.event_type = '{plain}'"));
    }
}

fn accounts_of(house: bool) -> Vec<&'static str> {
    if house {
        return House::ALL.iter().map(|account| account.name()).collect();
    }
    let purses = Purse::ALL.iter().map(|purse| purse.name());
    purses.chain(["referral_due", "invite_due"]).collect()
}

/// Whether a cursor is on a way.
fn is_on(way: Way, cursor: Cursor) -> bool {
    match way {
        Way::Before(from) => from.is_none_or(|from| cursor < from),
        Way::After(from) => cursor > from,
    }
}

fn line(row: &PgRow) -> Result<Line, sqlx::Error> {
    Ok(Line {
        cursor: Cursor {
            position: row.try_get(0)?,
            partition: row.try_get(1)?,
            leg: row.try_get(2)?,
        },
        owner: row.try_get(3)?,
        account: row.try_get(4)?,
        asset: row.try_get(5)?,
        amount: row.try_get(6)?,
        after: row.try_get(7)?,
        at_ms: row.try_get(8)?,
        event_id: row.try_get(9)?,
        event_type: row.try_get(10)?,
        stream: row.try_get(11)?,
        key: row.try_get(12)?,
        actor: row.try_get::<Option<String>, _>(13)?.unwrap_or_default(),
    })
}
