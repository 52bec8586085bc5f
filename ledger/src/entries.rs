//! The journal: every leg of every event, newest or oldest first, by account, owner, asset, type, actor and amount.
//!
//! | question | found by |
//! |---|---|
//! | accounts of one owner | the key of `postings` |
//! | a type of event, or nothing | the index by type, or positions |
//! | anything else | all legs of a window ([`crate::walk`]) |
//!
//! Knows nothing of what events mean.

use crate::error::Fault;
use crate::walk::{Asked, Part, Place, Way};
use domain::posting::{House, Purse};
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Postgres, QueryBuilder, Row};
use uuid::Uuid;

/// The type of most events: it has no index and is found by walking.
pub(crate) const WALKED: &str = "CastResolved";

const COLUMNS: &str = "select p.position, p.partition, p.leg, p.owner, p.account, p.asset, p.amount, p.after,
        e.recorded_at_ms, e.event_id, e.event_type, e.aggregate_type, e.aggregate_id, e.metadata->>'actor'
   from postings p join events e on e.partition = p.partition and e.position = p.position";

/// Which legs are wanted; what is absent is not asked.
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
    pub place: Place,
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
    /// The event.
    pub event_id: Uuid,
    /// Its type.
    pub event_type: String,
    /// Type of its stream.
    pub stream: String,
    /// Key of its stream.
    pub key: String,
    /// Who acted.
    pub actor: String,
}

impl Asked for Filter {
    type Line = Line;

    fn is_direct(&self) -> bool {
        let one_player = self.owner.is_some_and(|owner| !owner.is_nil());
        let selects = self.actor.is_some() || self.least.is_some() || self.most.is_some() || self.asset.is_some();
        let account = self.owner.is_some() && self.account.is_some() && self.event_type.is_none();
        let event_type = self.event_type.as_deref().is_some_and(|name| name != WALKED);
        one_player || !selects && (account || event_type)
    }

    fn place(line: &Line) -> Place {
        line.place
    }

    async fn window(&self, pool: &PgPool, way: Way, part: Part, wanted: usize) -> Result<Vec<Line>, Fault> {
        let mut query = QueryBuilder::new(COLUMNS);
        let Part { partition, low, high } = part;
        query.push(" where p.partition = ").push_bind(partition);
        query.push(" and p.position > ").push_bind(low);
        query.push(" and p.position <= ").push_bind(high);
        // Said of both tables: the planner does not carry a range over a join.
        query.push(" and e.partition = ").push_bind(partition);
        query.push(" and e.position > ").push_bind(low);
        query.push(" and e.position <= ").push_bind(high);
        self.restrict(&mut query);
        let (sign, order, place) = match way {
            Way::Before(place) => ("<", "desc", place),
            Way::After(place) => (">", "asc", Some(place)),
        };
        if let Some(place) = place {
            query.push(format!(" and (p.position, p.partition, p.leg) {sign} ("));
            query.push_bind(place.position).push(", ");
            query.push_bind(place.partition).push(", ");
            query.push_bind(place.leg).push(")");
        }
        query.push(format!(" order by p.position {order}, p.leg {order} limit "));
        query.push_bind(i64::try_from(wanted).unwrap_or(i64::MAX));
        let rows = query.build().persistent(false).fetch_all(pool).await?;
        Ok(rows.iter().map(line).collect::<Result<_, _>>()?)
    }
}

impl Filter {
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

/// All legs of some events of one log, in order.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn legs(pool: &PgPool, partition: i32, positions: &[i64]) -> Result<Vec<Line>, Fault> {
    let rows = sqlx::query(&format!(
        "{COLUMNS} where p.partition = $1 and p.position = any($2) and e.partition = $1 and e.position = any($2)
          order by p.position, p.leg"
    ))
    .bind(partition)
    .bind(positions)
    .fetch_all(pool)
    .await?;
    Ok(rows.iter().map(line).collect::<Result<_, _>>()?)
}

fn line(row: &PgRow) -> Result<Line, sqlx::Error> {
    Ok(Line {
        place: Place {
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
