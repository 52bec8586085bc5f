//! View `vip_passes`: the days of a tier that a player holds, with the moment they are
//! over as things stand; for the job that records it.
//!
//! A higher tier pauses the lower ones: its days move their ends. A page is folded in its
//! order, because one page may hold the end of days and the purchase of new ones.

use crate::view::{View, ViewEvent, Writing, column, facts_of};
use domain::ids::PlayerId;
use domain::player::vip::VipActivated;
use domain::player::{Event, Player};
use domain::time::{DAY_MS, Timestamp};
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 2] = ["VipActivated", "VipExpired"];

#[derive(Clone, Copy, Debug)]
pub struct VipPasses;

/// A player's passes by tier: rank and end.
type Passes = BTreeMap<i16, (i16, i64)>;
/// The passes of the players of a page.
type Players = BTreeMap<(i32, Uuid), Passes>;

impl View for VipPasses {
    fn name(&self) -> &'static str {
        "vip_passes"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts: Vec<ViewEvent<'_, Player>> = facts_of(page, &EVENTS)?;
            if facts.is_empty() {
                return Ok(());
            }
            let mut players = read(transaction, &facts).await?;
            for fact in &facts {
                let passes = players.entry((fact.recorded.partition, fact.owner)).or_default();
                match fact.event {
                    Event::VipActivated(activated) => activate(passes, activated),
                    Event::VipExpired(expired) => {
                        passes.remove(&i16::from(expired.vip_id));
                    }
                    // Nothing else adds or ends days.
                    _ => {}
                }
            }
            write(transaction, &players).await
        })
    }
}

fn activate(passes: &mut Passes, activated: &VipActivated) {
    let (vip_id, rank) = (i16::from(activated.vip_id), i16::from(activated.rank));
    let length_ms = i64::from(activated.days) * DAY_MS;
    let lower = passes.values_mut().filter(|(other, _)| *other < rank);
    lower.for_each(|(_, ends_at_ms)| *ends_at_ms += length_ms);
    passes.insert(vip_id, (rank, activated.to.0));
}

async fn read(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<Players, Fault> {
    let mut owners: Vec<Uuid> = column(facts, |fact| fact.owner);
    owners.sort_unstable();
    owners.dedup();
    let partition = facts.first().map_or(0, |fact| fact.recorded.partition);
    let rows = sqlx::query(
        "select player, vip_id, rank, ends_at_ms from vip_passes where partition = $1 and player = any($2::uuid[])",
    )
    .bind(partition)
    .bind(&owners)
    .fetch_all(transaction)
    .await?;
    let mut players: Players = owners
        .into_iter()
        .map(|owner| ((partition, owner), Passes::new()))
        .collect();
    for row in rows {
        let passes = players.entry((partition, row.try_get(0)?)).or_default();
        passes.insert(row.try_get(1)?, (row.try_get(2)?, row.try_get(3)?));
    }
    Ok(players)
}

async fn write(transaction: &mut PgConnection, players: &Players) -> Result<(), Fault> {
    let owners: Vec<(i32, Uuid)> = players.keys().copied().collect();
    sqlx::query(
        "delete from vip_passes v using unnest($1::int[], $2::uuid[]) as p(partition, player)
          where v.partition = p.partition and v.player = p.player",
    )
    .bind(column(&owners, |(partition, _)| *partition))
    .bind(column(&owners, |(_, player)| *player))
    .execute(&mut *transaction)
    .await?;
    let rows: Vec<(i32, Uuid, i16, i16, i64)> = players
        .iter()
        .flat_map(|((partition, player), passes)| {
            passes
                .iter()
                .map(|(vip_id, (rank, ends_at_ms))| (*partition, *player, *vip_id, *rank, *ends_at_ms))
        })
        .collect();
    sqlx::query(
        "insert into vip_passes (partition, player, vip_id, rank, ends_at_ms)
         select * from unnest($1::int[], $2::uuid[], $3::smallint[], $4::smallint[], $5::bigint[])",
    )
    .bind(column(&rows, |row| row.0))
    .bind(column(&rows, |row| row.1))
    .bind(column(&rows, |row| row.2))
    .bind(column(&rows, |row| row.3))
    .bind(column(&rows, |row| row.4))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Players with days that were over at `now` and whose end is not recorded, longest over first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn over(pool: &PgPool, now: Timestamp, limit: i64) -> Result<Vec<PlayerId>, Fault> {
    let rows = sqlx::query(
        "select player from vip_passes where ends_at_ms <= $1 group by player order by min(ends_at_ms), player limit $2",
    )
    .bind(now.0)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let player = |row: &PgRow| Ok(PlayerId(row.try_get(0)?));
    Ok(rows.iter().map(player).collect::<Result<_, sqlx::Error>>()?)
}
