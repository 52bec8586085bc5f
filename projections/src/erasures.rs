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
    let rows = sqlx::query("select player from erasures where erase_at_ms <= $1 order by erase_at_ms, player limit $2")
        .bind(now.0)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    let player = |row: &PgRow| Ok(PlayerId(row.try_get(0)?));
    Ok(rows.iter().map(player).collect::<Result<_, sqlx::Error>>()?)
}
