//! View `week_catches`: which species a player has caught in each week of UTC (domain §3.13), and the board of a week
//! made of it.
//!
//! A fish counts when it takes the hook, as in [`crate::catches`]; how many of a kind, at which stake and what became
//! of them does not matter, so nothing is gained by a higher stake. Players of [`crate::hidden_players`] are left out
//! of a board in the same statement.

use crate::hidden_players;
use crate::ranks::{PLACES_MAX, entry_of, monday};
use crate::view::{View, Writing, column, facts_of};
use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::rank::Entry;
use domain::time::{Day, Timestamp};
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub struct WeekCatches;

/// Partition, week, player and species.
type Key<'a> = (i32, i32, Uuid, &'a str);

impl View for WeekCatches {
    fn name(&self) -> &'static str {
        "week_catches"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts_of::<Player>(page, &["CastResolved"])?;
            let mut first: BTreeMap<Key<'_>, i64> = BTreeMap::new();
            for fact in &facts {
                // Nothing else puts a fish on the line.
                let Event::CastResolved(cast) = fact.event else {
                    continue;
                };
                let Some(species) = cast.id.as_deref() else { continue };
                let key = (fact.recorded.partition, monday(cast.at.day()).0, fact.owner, species);
                first.entry(key).or_insert(cast.at.0);
            }
            insert(transaction, &first.into_iter().collect::<Vec<_>>()).await
        })
    }
}

/// A second catch of the week changes nothing.
async fn insert(transaction: &mut PgConnection, rows: &[(Key<'_>, i64)]) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into week_catches (partition, week, player, species, at_ms)
         select * from unnest($1::int[], $2::int[], $3::uuid[], $4::text[], $5::bigint[])
             on conflict (partition, week, player, species) do nothing",
    )
    .bind(column(rows, |((partition, ..), _)| *partition))
    .bind(column(rows, |((_, week, ..), _)| *week))
    .bind(column(rows, |((_, _, player, _), _)| *player))
    .bind(column(rows, |((.., species), _)| (*species).to_owned()))
    .bind(column(rows, |(_, at_ms)| *at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// The board of a week, best first, without those who are hidden at `now`.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn board(pool: &PgPool, week: Day, now: Timestamp, places: i64) -> Result<Vec<Entry>, Fault> {
    let is_hidden = hidden_players::is_hidden("c.player", "$2");
    let statement = format!(
        "select c.player, count(*), max(c.at_ms) from week_catches c
          where c.week = $1 and not {is_hidden}
          group by c.player
          order by count(*) desc, max(c.at_ms), c.player
          limit $3"
    );
    let rows = sqlx::query(&statement)
        .bind(week.0)
        .bind(now.0)
        .bind(places.clamp(1, PLACES_MAX))
        .fetch_all(pool)
        .await?;
    Ok(rows.iter().map(entry_of).collect::<Result<_, sqlx::Error>>()?)
}

/// How many species a player has caught in a week, hidden or not.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn score(pool: &PgPool, week: Day, player: PlayerId) -> Result<i64, Fault> {
    let row = sqlx::query("select count(*) from week_catches where week = $1 and player = $2")
        .bind(week.0)
        .bind(player.0)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}
