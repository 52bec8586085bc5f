//! View `players`: invitations between players, and what a team has earned.
//! Names are personal and not here: they come from the vault.

use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::player::{Event, Player};
use ledger::log_page::LogPage;
use ledger::{EventLog, Fault, books};
use sqlx::{PgConnection, Row};
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 3] = ["PlayerRegistered", "InviterBound", "InviteQualified"];

#[derive(Clone, Copy, Debug)]
pub struct Players;

/// A player's team in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamCounts {
    /// Players who used this player's code.
    pub friends: i64,
    /// Players who used a friend's code.
    pub friends_l2: i64,
    /// USDT accrued ever.
    pub rebate_total: Usdt,
}

impl View for Players {
    fn name(&self) -> &'static str {
        "players"
    }

    // By kind, not by event: a player is registered before anything else, and the other two change different columns.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts_of(page, &EVENTS)?;
            insert(transaction, &facts).await?;
            bind(transaction, &facts).await?;
            qualify(transaction, &facts).await
        })
    }
}

async fn insert(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::PlayerRegistered(registered) => Some(registered),
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into players (partition, player, tg_id, scode, registered_at_ms)
         select * from unnest($1::int[], $2::uuid[], $3::bigint[], $4::text[], $5::bigint[])",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, registered)| registered.tg_id))
    .bind(column(&rows, |(_, registered)| registered.scode.as_str()))
    .bind(column(&rows, |(_, registered)| registered.at.0))
    .execute(transaction)
    .await?;
    Ok(())
}

async fn bind(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::InviterBound(bound) => Some(&bound.inviter),
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "update players set inviter = bound.inviter, upline = bound.upline
           from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[]) as bound(partition, player, inviter, upline)
          where players.partition = bound.partition and players.player = bound.player",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, inviter)| inviter.player.0))
    .bind(column(&rows, |(_, inviter)| inviter.upline.map(|upline| upline.0)))
    .execute(transaction)
    .await?;
    Ok(())
}

async fn qualify(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::InviteQualified(qualified) => Some(qualified),
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "update players set qualified_at_ms = qualified.at_ms
           from unnest($1::int[], $2::uuid[], $3::bigint[]) as qualified(partition, player, at_ms)
          where players.partition = qualified.partition and players.player = qualified.player",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(fact, _)| fact.recorded.recorded_at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// The team of `player`, over all partitions. What it has earned is read from the books, not from the view.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn team(pool: &EventLog, player: PlayerId) -> Result<TeamCounts, Fault> {
    books::reach_heads(pool).await?;
    // Log by log: the key of the books begins with the log, and a search that names none would walk all of them.
    let row = sqlx::query(
        "select (select count(*) from players where inviter = $1),
                (select count(*) from players where upline = $1),
                (select coalesce(sum(due.accrued), 0)::bigint
                   from heads h
                  cross join lateral (select sum(p.amount) as accrued from postings p
                         where p.partition = h.partition and p.owner = $1 and p.account = 'referral_due'
                           and p.amount > 0
                         group by p.partition) due)",
    )
    .bind(player.0)
    .fetch_one(pool)
    .await?;
    Ok(TeamCounts {
        friends: row.try_get(0)?,
        friends_l2: row.try_get(1)?,
        rebate_total: Usdt::from_minor(row.try_get(2)?),
    })
}

/// Which of `others` the player invited, as far as the view has followed.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn friends_among(pool: &EventLog, player: PlayerId, others: &[Uuid]) -> Result<Vec<PlayerId>, Fault> {
    let rows = sqlx::query("select player from players where inviter = $1 and player = any($2)")
        .bind(player.0)
        .bind(others)
        .fetch_all(pool)
        .await?;
    Ok(rows
        .iter()
        .map(|row| row.try_get(0).map(PlayerId))
        .collect::<Result<_, sqlx::Error>>()?)
}

/// All registered players, for tools that walk them; paged by player id.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn page(pool: &EventLog, after: Uuid, limit: i64) -> Result<Vec<(PlayerId, i64)>, Fault> {
    let rows = sqlx::query("select player, tg_id from players where player > $1 order by player limit $2")
        .bind(after)
        .bind(limit.min(1_000))
        .fetch_all(pool)
        .await?;
    Ok(rows
        .iter()
        .map(|row| Ok((PlayerId(row.try_get(0)?), row.try_get(1)?)))
        .collect::<Result<_, sqlx::Error>>()?)
}

/// Who used the player's code by the bounds of the logs, with when; the oldest first, at most `limit`.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn friends_at(
    pool: &EventLog,
    player: PlayerId,
    bounds: &[i64],
    limit: i64,
) -> Result<Vec<(PlayerId, i64)>, Fault> {
    // The view knows who; the friend's own event has the time.
    let rows = sqlx::query(
        "select f.player, bound.recorded_at_ms
           from players f
          cross join lateral (select min(e.recorded_at_ms) as recorded_at_ms, min(e.position) as position from events e
                 where e.aggregate_id = f.player::text and e.aggregate_type = 'player'
                   and e.partition = f.partition and e.event_type = 'InviterBound'
                 group by e.partition) bound
          where f.inviter = $1 and bound.position <= ($2::bigint[])[f.partition + 1]
          order by bound.recorded_at_ms, f.player limit $3",
    )
    .bind(player.0)
    .bind(bounds)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    Ok(rows
        .iter()
        .map(|row| Ok((PlayerId(row.try_get(0)?), row.try_get(1)?)))
        .collect::<Result<_, sqlx::Error>>()?)
}
