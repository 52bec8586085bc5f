//! View `unrevealed_seeds`: whose seed in use has drawn and is not revealed yet, by the end
//! of its last dive; for the job that reveals seeds (domain §2.6).

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
const EVENTS: [&str; 3] = ["DiveClosed", "DiveVoided", "SeedRotated"];

/// Players by the end of their last dive.
const SEALED: Moments = Moments {
    table: "unrevealed_seeds",
    owner: "player",
    at: "last_dive_at_ms",
    merged: None,
};

#[derive(Clone, Copy, Debug)]
pub struct UnrevealedSeeds;

impl View for UnrevealedSeeds {
    fn name(&self) -> &'static str {
        "unrevealed_seeds"
    }

    // The last event of a player in the page counts. A dive without a cast drew nothing.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let mut facts: Vec<ViewEvent<'_, Player>> = facts_of(page, &EVENTS)?;
            facts.retain(|fact| casts(fact.event) != Some(0));
            let word = |event: &Event| match event {
                Event::DiveClosed(closed) => Some(closed.at.0),
                Event::DiveVoided(voided) => Some(voided.at.0),
                // It is revealed.
                _ => None,
            };
            SEALED.write(transaction, &last(&facts, word)).await
        })
    }
}

fn casts(event: &Event) -> Option<u32> {
    match event {
        Event::DiveClosed(closed) => Some(closed.casts),
        Event::DiveVoided(voided) => Some(voided.casts),
        // Not the end of a dive.
        _ => None,
    }
}

/// Players whose last dive ended at `before` or earlier, with that time, oldest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn rested(pool: &PgPool, before: Timestamp, limit: i64) -> Result<Vec<(PlayerId, Timestamp)>, Fault> {
    let rows = sqlx::query(
        "select player, last_dive_at_ms from unrevealed_seeds
          where last_dive_at_ms <= $1 order by last_dive_at_ms, player limit $2",
    )
    .bind(before.0)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let pair = |row: &PgRow| Ok((PlayerId(row.try_get(0)?), Timestamp(row.try_get(1)?)));
    Ok(rows.iter().map(pair).collect::<Result<_, sqlx::Error>>()?)
}
