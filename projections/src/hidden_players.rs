//! View `hidden_players`: who stands on no board (PRODUCT §3.13). Read by [`crate::ranks`].

use crate::view::{View, Writing, column, facts_of};
use domain::player::limits::Break;
use domain::player::{Event, Player};
use ledger::Fault;
use ledger::feed::Recorded;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 4] = ["PlayerFrozen", "PlayerUnfrozen", "SelfExcluded", "DataErased"];

/// The view.
#[derive(Clone, Copy, Debug)]
pub struct HiddenPlayers;

/// What the events of a page tell of a player; the last word counts.
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

    // One statement: of several events of a player only the last word of each kind counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a [Recorded]) -> Writing<'a> {
        Box::pin(async move {
            let mut changes: BTreeMap<(i32, Uuid), Change> = BTreeMap::new();
            for fact in facts_of::<Player>(page, &EVENTS)? {
                let change = changes.entry((fact.recorded.partition, fact.owner)).or_default();
                match &fact.event {
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
