//! View `erasures`: accounts whose end was asked for, until it came or was taken back;
//! for the job that destroys the personal data (domain §3.14).

use crate::moments::{Moments, last};
use crate::view::{View, ViewEvent, Writing, facts_of};
use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 3] = ["ErasureRequested", "ErasureCancelled", "DataErased"];

/// Accounts by the day of their end.
const WAITING: Moments = Moments {
    table: "erasures",
    owner: "player",
    at: "erase_at_ms",
    merged: None,
};

#[derive(Clone, Copy, Debug)]
pub struct Erasures;

impl View for Erasures {
    fn name(&self) -> &'static str {
        "erasures"
    }

    // The last event of a player in the page counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts: Vec<ViewEvent<'_, Player>> = facts_of(page, &EVENTS)?;
            let word = |event: &Event| match event {
                Event::ErasureRequested(requested) => Some(requested.erase_at.0),
                // It was taken back, or it is done.
                _ => None,
            };
            WAITING.write(transaction, &last(&facts, word)).await
        })
    }
}

/// Players whose data is to be destroyed at `now`, longest due first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn due(pool: &PgPool, now: Timestamp, limit: i64) -> Result<Vec<PlayerId>, Fault> {
    let waiting = waiting(pool, None, limit).await?.into_iter();
    let due = waiting.take_while(|(_, erase_at)| *erase_at <= now);
    Ok(due.map(|(player, _)| player).collect())
}

/// Players whose end was asked for, and when it is due, the nearest first; behind that one of the page before.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn waiting(
    pool: &PgPool,
    after: Option<(i64, Uuid)>,
    limit: i64,
) -> Result<Vec<(PlayerId, Timestamp)>, Fault> {
    let rows = sqlx::query(
        "select player, erase_at_ms from erasures
          where $1::bigint is null or (erase_at_ms, player) > ($1, $2)
          order by erase_at_ms, player limit $3",
    )
    .bind(after.map(|(at_ms, _)| at_ms))
    .bind(after.map(|(_, player)| player))
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let waits = |row: &PgRow| Ok((PlayerId(row.try_get(0)?), Timestamp(row.try_get(1)?)));
    Ok(rows.iter().map(waits).collect::<Result<_, sqlx::Error>>()?)
}
