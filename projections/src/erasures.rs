//! View `erasures`: accounts whose end was asked for, until it came or was taken back;
//! for the clock that destroys the personal data (PRODUCT §3.14).

use crate::view::{Fact, View, Writing, column, facts_of};
use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::feed::Recorded;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 3] = ["ErasureRequested", "ErasureCancelled", "DataErased"];

/// The view.
#[derive(Clone, Copy, Debug)]
pub struct Erasures;

impl View for Erasures {
    fn name(&self) -> &'static str {
        "erasures"
    }

    // The last word of a player in the page counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a [Recorded]) -> Writing<'a> {
        Box::pin(async move {
            let facts: Vec<Fact<'_, Player>> = facts_of(page, &EVENTS)?;
            let word = |event: &Event| match event {
                Event::ErasureRequested(requested) => Some(requested.erase_at.0),
                // It was taken back, or it is done.
                _ => None,
            };
            let last: BTreeMap<(i32, Uuid), Option<i64>> = facts
                .iter()
                .map(|fact| ((fact.recorded.partition, fact.owner), word(&fact.event)))
                .collect();
            wait(transaction, &last).await?;
            end(transaction, &last).await
        })
    }
}

async fn wait(transaction: &mut PgConnection, last: &BTreeMap<(i32, Uuid), Option<i64>>) -> Result<(), Fault> {
    let rows: Vec<((i32, Uuid), i64)> = last.iter().filter_map(|(key, at)| Some((*key, (*at)?))).collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into erasures (partition, player, erase_at_ms)
         select * from unnest($1::int[], $2::uuid[], $3::bigint[])
         on conflict (partition, player) do update set erase_at_ms = excluded.erase_at_ms",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, player), _)| *player))
    .bind(column(&rows, |(_, at_ms)| *at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

async fn end(transaction: &mut PgConnection, last: &BTreeMap<(i32, Uuid), Option<i64>>) -> Result<(), Fault> {
    let rows: Vec<(i32, Uuid)> = last
        .iter()
        .filter(|(_, at)| at.is_none())
        .map(|(key, _)| *key)
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "delete from erasures e using unnest($1::int[], $2::uuid[]) as gone(partition, player)
          where e.partition = gone.partition and e.player = gone.player",
    )
    .bind(column(&rows, |(partition, _)| *partition))
    .bind(column(&rows, |(_, player)| *player))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Players whose data is to be destroyed at `now`, longest due first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn due(pool: &PgPool, now: Timestamp, limit: i64) -> Result<Vec<PlayerId>, Fault> {
    let rows = sqlx::query("select player from erasures where erase_at_ms <= $1 order by erase_at_ms, player limit $2")
        .bind(now.0)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    let player = |row: &PgRow| Ok(PlayerId(row.try_get(0)?));
    Ok(rows.iter().map(player).collect::<Result<_, sqlx::Error>>()?)
}
