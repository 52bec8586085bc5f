//! View `hidden_players`: who stands on no board (domain §3.13). Read by [`crate::ranks`] and
//! [`crate::week_catches`].

use crate::view::{View, Writing, column, facts_of};
use domain::ids::PlayerId;
use domain::player::limits::Break;
use domain::player::{Event, Player};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 4] = ["PlayerFrozen", "PlayerUnfrozen", "SelfExcluded", "DataErased"];

#[derive(Clone, Copy, Debug)]
pub struct HiddenPlayers;

/// What the events of a page say of a player; the last event counts.
#[derive(Default)]
struct Change {
    frozen: Option<bool>,
    erased: bool,
    excluded_until_ms: i64,
}

impl View for HiddenPlayers {
    fn name(&self) -> &'static str {
        "hidden_players"
    }

    // One statement: of several events of a player only the last one of each kind counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let mut changes: BTreeMap<(i32, Uuid), Change> = BTreeMap::new();
            for fact in facts_of::<Player>(page, &EVENTS)? {
                let change = changes.entry((fact.recorded.partition, fact.owner)).or_default();
                match fact.event {
                    Event::PlayerFrozen(_) => change.frozen = Some(true),
                    Event::PlayerUnfrozen(_) => change.frozen = Some(false),
                    Event::SelfExcluded(rest) if rest.kind == Break::Exclude => {
                        change.excluded_until_ms = rest.until.0;
                    }
                    Event::DataErased(_) => change.erased = true,
                    // A short break hides nobody, and no other type is read.
                    _ => {}
                }
            }
            upsert(transaction, &changes.into_iter().collect::<Vec<_>>()).await
        })
    }
}

async fn upsert(transaction: &mut PgConnection, rows: &[((i32, Uuid), Change)]) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into hidden_players as known (partition, player, frozen, erased, excluded_until_ms)
         select c.partition, c.player, coalesce(c.frozen, k.frozen, false), c.erased, c.excluded_until_ms
           from unnest($1::int[], $2::uuid[], $3::bool[], $4::bool[], $5::bigint[])
             as c(partition, player, frozen, erased, excluded_until_ms)
           left join hidden_players k on k.partition = c.partition and k.player = c.player
             on conflict (partition, player) do update
            set frozen = excluded.frozen,
                erased = known.erased or excluded.erased,
                excluded_until_ms = greatest(known.excluded_until_ms, excluded.excluded_until_ms)",
    )
    .bind(column(rows, |((partition, _), _)| *partition))
    .bind(column(rows, |((_, player), _)| *player))
    .bind(column(rows, |(_, change)| change.frozen))
    .bind(column(rows, |(_, change)| change.erased))
    .bind(column(rows, |(_, change)| change.excluded_until_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Players whose account is stopped, by id, after one of them.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn frozen(pool: &PgPool, after: Option<Uuid>, limit: i64) -> Result<Vec<PlayerId>, Fault> {
    let rows = sqlx::query(
        "select player from hidden_players
          where frozen and ($1::uuid is null or player > $1) order by player limit $2",
    )
    .bind(after)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    players(&rows)
}

/// Players who have excluded themselves beyond `now`, by the end of it, after one of them.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn excluded(
    pool: &PgPool,
    now: Timestamp,
    after: Option<(i64, PlayerId)>,
    limit: i64,
) -> Result<Vec<(i64, PlayerId)>, Fault> {
    let rows = sqlx::query(
        "select excluded_until_ms, player from hidden_players
          where excluded_until_ms > $1 and not erased
            and ($2::bigint is null or (excluded_until_ms, player) > ($2, $3))
          order by excluded_until_ms, player limit $4",
    )
    .bind(now.0)
    .bind(after.map(|(until_ms, _)| until_ms))
    .bind(after.map(|(_, player)| player.0))
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let player = |row: &PgRow| Ok((row.try_get(0)?, PlayerId(row.try_get(1)?)));
    Ok(rows.iter().map(player).collect::<Result<_, sqlx::Error>>()?)
}

fn players(rows: &[PgRow]) -> Result<Vec<PlayerId>, Fault> {
    let player = |row: &PgRow| Ok(PlayerId(row.try_get(0)?));
    Ok(rows.iter().map(player).collect::<Result<_, sqlx::Error>>()?)
}

/// SQL that holds for a player who stands on no board; `player` and `now_ms` are the expressions that say who and when.
pub(crate) fn is_hidden(player: &str, now_ms: &str) -> String {
    format!(
        "exists (select from hidden_players h
                  where h.player = {player} and (h.frozen or h.erased or h.excluded_until_ms > {now_ms}))"
    )
}
