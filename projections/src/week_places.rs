//! View `week_places`: who stands on the final board of a week of species (domain §3.13), for the mark that the first
//! ones keep in their collection.

use crate::view::{View, ViewEvent, Writing, column, facts_of};
use domain::ids::PlayerId;
use domain::rank::{Board, Entry, Rank, RankEvent};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::{PgConnection, PgPool, Row};
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 2] = ["RankClosed", "RankCorrected"];

#[derive(Clone, Copy, Debug)]
pub struct WeekPlaces;

impl View for WeekPlaces {
    fn name(&self) -> &'static str {
        "week_places"
    }

    // By kind, not by event: a board is closed before anybody is removed from it.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts_of::<Rank>(page, &EVENTS)?;
            let places: Vec<_> = facts.iter().flat_map(placed).collect();
            close(transaction, &places).await?;
            let removed: Vec<_> = facts.iter().filter_map(removed).collect();
            remove(transaction, &removed).await
        })
    }
}

/// Where a place was taken, by whom, and which one.
type Placed<'a> = (&'a ViewEvent<'a, Rank>, PlayerId, i32);

fn placed<'a>(fact: &'a ViewEvent<'a, Rank>) -> Vec<Placed<'a>> {
    let top: &[Entry] = match fact.event {
        RankEvent::RankClosed {
            board: Board::Species,
            top,
            ..
        } => top,
        // The places of other boards give nothing.
        RankEvent::RankClosed { .. } | RankEvent::RankCorrected { .. } => &[],
    };
    let places = top.iter().zip(1..);
    places.map(|(entry, place)| (fact, entry.player, place)).collect()
}

fn removed(fact: &ViewEvent<'_, Rank>) -> Option<(i32, Uuid, Uuid)> {
    match fact.event {
        RankEvent::RankCorrected { player, .. } => Some((fact.recorded.partition, fact.owner, player.0)),
        RankEvent::RankClosed { .. } => None,
    }
}

async fn close(transaction: &mut PgConnection, rows: &[Placed<'_>]) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into week_places (partition, board, player, place, closed_at_ms, removed)
         select *, false from unnest($1::int[], $2::uuid[], $3::uuid[], $4::int[], $5::bigint[])",
    )
    .bind(column(rows, |(fact, ..)| fact.recorded.partition))
    .bind(column(rows, |(fact, ..)| fact.owner))
    .bind(column(rows, |(_, player, _)| player.0))
    .bind(column(rows, |(.., place)| *place))
    .bind(column(rows, |(fact, ..)| fact.recorded.recorded_at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Boards of other kinds have no rows here.
async fn remove(transaction: &mut PgConnection, rows: &[(i32, Uuid, Uuid)]) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "update week_places w set removed = true
           from unnest($1::int[], $2::uuid[], $3::uuid[]) as taken(partition, board, player)
          where w.partition = taken.partition and w.board = taken.board and w.player = taken.player",
    )
    .bind(column(rows, |(partition, ..)| *partition))
    .bind(column(rows, |(_, board, _)| *board))
    .bind(column(rows, |(.., player)| *player))
    .execute(transaction)
    .await?;
    Ok(())
}

/// When a player first stood among the first `places` of a final board.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn first_among(pool: &PgPool, player: PlayerId, places: u32) -> Result<Option<Timestamp>, Fault> {
    let row = sqlx::query(
        "with own as materialized (
             select board, place, closed_at_ms from week_places where player = $1 and not removed
         ), above as materialized (
             select board, place from week_places where removed and board in (select board from own)
         )
         select min(own.closed_at_ms) from own
          where own.place - (select count(*) from above
                              where above.board = own.board and above.place < own.place) <= $2",
    )
    .bind(player.0)
    .bind(i64::from(places))
    .fetch_one(pool)
    .await?;
    Ok(row.try_get::<Option<i64>, _>(0)?.map(Timestamp))
}
