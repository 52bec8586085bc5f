//! View `topups`: a player's orders, newest first; and those nobody should wait for any
//! more, for the scheduled job. The state of one is read from its own stream, not from here: that
//! is never behind.

use crate::page::{self, Page};
use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::ids::{OrderId, PlayerId};
use domain::player::coupon::TopUpOpened;
use domain::player::{Event, Player};
use domain::stream::Stream;
use domain::time::Timestamp;
use domain::topup::TopUp;
use ledger::feed;
use ledger::log_page::LogPage;
use ledger::{Fault, StreamId};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::HashMap;

/// What changes the view.
const EVENTS: [&str; 3] = ["TopUpOpened", "TopUpClosed", "TopUpCredited"];

#[derive(Clone, Copy, Debug)]
pub struct Topups;

impl View for Topups {
    fn name(&self) -> &'static str {
        "topups"
    }

    // By kind, not by event: an order is opened before anything else, and its end changes another column.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts_of(page, &EVENTS)?;
            insert(transaction, &facts).await?;
            end(transaction, &facts).await
        })
    }
}

async fn insert(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::TopUpOpened(opened) => Some(opened),
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into topups (partition, player, topup, opened_position, valid_until_ms, opened)
         select t.partition, t.player, t.topup, t.opened_position, t.valid_until_ms, t.opened::json
           from unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::text[])
             as t(partition, player, topup, opened_position, valid_until_ms, opened)",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, opened)| OrderId::of(&opened.order_no).0))
    .bind(column(&rows, |(fact, _)| fact.recorded.position))
    .bind(column(&rows, |(_, opened)| opened.valid_until.0))
    .bind(column(&rows, |(fact, _)| fact.recorded.payload.as_str()))
    .execute(transaction)
    .await?;
    Ok(())
}

/// A payment without an order of this player has no row to change.
async fn end(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::TopUpClosed(closed) => Some(&closed.order_no),
        Event::TopUpCredited(credited) => Some(&credited.order_no),
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "update topups set is_over = true
           from unnest($1::int[], $2::uuid[], $3::uuid[]) as ended(partition, player, topup)
          where topups.partition = ended.partition and topups.player = ended.player and topups.topup = ended.topup",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, order_no)| OrderId::of(order_no).0))
    .execute(transaction)
    .await?;
    Ok(())
}

/// A player's orders before `before`, newest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn page(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    before: Option<OrderId>,
    size: i64,
) -> Result<Page<TopUpOpened>, Fault> {
    let rows = sqlx::query(
        "select opened::text from topups
          where partition = $1 and player = $2
            and opened_position < coalesce(
                (select opened_position from topups where partition = $1 and player = $2 and topup = $3),
                case when $3 is null then 9223372036854775807 else 0 end)
          order by opened_position desc
          limit $4",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(before.map(|order| order.0))
    .bind(page::limit(size))
    .fetch_all(pool)
    .await?;
    let lines = rows.iter().map(opened_of).collect::<Result<_, _>>()?;
    Ok(Page::of(lines, size))
}

/// One order of a player. Somebody else's is an unknown one.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    order: OrderId,
) -> Result<Option<TopUpOpened>, Fault> {
    let row = sqlx::query("select opened::text from topups where partition = $1 and player = $2 and topup = $3")
        .bind(i32::from(partition))
        .bind(player.0)
        .bind(order.0)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(opened_of).transpose()
}

fn opened_of(row: &PgRow) -> Result<TopUpOpened, Fault> {
    let payload: String = row.try_get(0)?;
    match serde_json::from_str(&payload) {
        Ok(Event::TopUpOpened(opened)) => Ok(opened),
        _ => Err(Fault::Law("an order of the list does not read back".into())),
    }
}

/// An order whose time is over, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overdue {
    pub order: OrderId,
    /// Until when it was waited for.
    pub valid_until: Timestamp,
}

/// Orders whose time was over at `now` and that nobody ended yet, oldest first, after one of them.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn overdue(pool: &PgPool, now: Timestamp, after: Option<Overdue>, limit: i64) -> Result<Vec<Overdue>, Fault> {
    let rows = sqlx::query(
        "select topup, valid_until_ms from topups
          where not is_over and valid_until_ms <= $1 and ($2 is null or (valid_until_ms, topup) > ($2, $3))
          order by valid_until_ms, topup limit $4",
    )
    .bind(now.0)
    .bind(after.map(|after| after.valid_until.0))
    .bind(after.map(|after| after.order.0))
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let overdue = |row: &PgRow| {
        Ok(Overdue {
            order: OrderId(row.try_get(0)?),
            valid_until: Timestamp(row.try_get(1)?),
        })
    };
    Ok(rows.iter().map(overdue).collect::<Result<_, sqlx::Error>>()?)
}

/// How far orders are, from their own streams: up to a page of them, with one query.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn states(pool: &PgPool, orders: &[OrderId]) -> Result<HashMap<OrderId, TopUp>, Fault> {
    let keys: Vec<String> = orders.iter().map(ToString::to_string).collect();
    let mut found: HashMap<OrderId, TopUp> = HashMap::with_capacity(keys.len());
    for recorded in feed::read_streams(pool, TopUp::TYPE, &keys).await? {
        let order = OrderId(StreamId::parse(&recorded.aggregate_id).owner);
        found.entry(order).or_default().evolve(&recorded.decode()?);
    }
    Ok(found)
}
