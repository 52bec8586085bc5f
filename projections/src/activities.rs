//! View `activities`: when a player was first seen, and the last UTC day on which the player did something. By day, so
//! that a player costs one write a day. What policies, staff and the system do for a player is no activity of the player.

use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::stream::Stream as _;
use domain::time::{Day, Timestamp};
use ledger::log_page::LogPage;
use ledger::sums::{self, Sums};
use ledger::{EventLog, Fault, StreamId, books};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What makes a row.
const EVENTS: [&str; 1] = ["PlayerRegistered"];
/// As an event names the player as the one who acted.
const PLAYER: &str = "player";

#[derive(Clone, Copy, Debug)]
pub struct Activities;

impl View for Activities {
    fn name(&self) -> &'static str {
        "activities"
    }

    // By kind, not by event: a player is registered before anything else, and only the newest day in the page counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            insert(transaction, &facts_of(page, &EVENTS)?).await?;
            act(transaction, newest(page)?).await
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
        "insert into activities (partition, player, registered_at_ms, active_day)
         select * from unnest($1::int[], $2::uuid[], $3::bigint[], $4::int[])",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, registered)| registered.at.0))
    .bind(column(&rows, |(_, registered)| registered.at.day().0))
    .execute(transaction)
    .await?;
    Ok(())
}

/// The last day of each player who acted in the page: from its end, so that one event of a player is read.
fn newest(page: &LogPage) -> Result<BTreeMap<(i32, Uuid), i32>, Fault> {
    let mut days = BTreeMap::new();
    for event in page.iter().rev().filter(|event| event.aggregate_type == Player::TYPE) {
        let key = (event.partition, StreamId::parse(&event.aggregate_id).owner);
        if !days.contains_key(&key) && event.context()?.get("actor").is_some_and(|actor| actor == PLAYER) {
            days.insert(key, Timestamp(event.recorded_at_ms).day().0);
        }
    }
    Ok(days)
}

async fn act(transaction: &mut PgConnection, days: BTreeMap<(i32, Uuid), i32>) -> Result<(), Fault> {
    if days.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = days.into_iter().collect();
    sqlx::query(
        "update activities set active_day = acted.day
           from unnest($1::int[], $2::uuid[], $3::int[]) as acted(partition, player, day)
          where activities.partition = acted.partition and activities.player = acted.player
            and activities.active_day < acted.day",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, player), _)| *player))
    .bind(column(&rows, |(_, day)| *day))
    .execute(transaction)
    .await?;
    Ok(())
}

/// In which order players are listed, and behind which one a page begins.
#[derive(Clone, Copy, Debug)]
pub enum Order<'a> {
    /// By what they hold of an asset, the largest first.
    Balance { asset: &'a str, after: Option<(i64, Uuid)> },
    /// By the last day on which they did something, the longest ago first.
    Dormancy { after: Option<(Day, Uuid)> },
}

/// A player of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub player: PlayerId,
    pub registered_at: Timestamp,
    pub active_on: Day,
    /// What lies on all accounts of the player, by asset, what others owe included; in minor units.
    pub balances: BTreeMap<String, i64>,
}

/// Players as the books hold them at one position of each log.
#[derive(Clone, Debug)]
pub struct List {
    pub rows: Vec<Listed>,
    /// What all players of the list hold, whichever page shows them; nothing where adding up takes too long.
    pub sums: Option<Sums>,
    /// The last position of each log that is counted.
    pub positions: Vec<i64>,
}

/// What each player holds of an asset; what others owe may lie in several logs.
const HELD: &str = "select owner, sum(balance)::bigint as held from balances where asset = $1 group by owner";

/// A page of players, those alone whose last day is not after `until`, where one is given.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn list(
    pool: &EventLog,
    order: Order<'_>,
    until: Option<Day>,
    (limit, with_sums): (i64, bool),
) -> Result<List, Fault> {
    books::reach_heads(pool).await?;
    let mut snapshot = pool.begin().await?;
    sqlx::query("set transaction isolation level repeatable read, read only")
        .execute(&mut *snapshot)
        .await?;
    let positions = sqlx::query_scalar("select position from cursors where view = $1 order by partition")
        .bind(books::CURSOR)
        .fetch_all(&mut *snapshot)
        .await?;
    let mut rows = match order {
        Order::Balance { asset, after } => by_balance(&mut snapshot, (asset, after), until, limit).await?,
        Order::Dormancy { after } => by_dormancy(&mut snapshot, after, until, limit).await?,
    };
    hold(&mut snapshot, &mut rows).await?;
    let sums = match with_sums {
        true => sum(&mut snapshot, until).await?,
        false => None,
    };
    Ok(List { rows, sums, positions })
}

async fn by_balance(
    snapshot: &mut PgConnection,
    (asset, after): (&str, Option<(i64, Uuid)>),
    until: Option<Day>,
    limit: i64,
) -> Result<Vec<Listed>, Fault> {
    let rows = sqlx::query(&format!(
        "select a.player, a.registered_at_ms, a.active_day
           from activities a left join ({HELD}) h on h.owner = a.player
          where ($2::int is null or a.active_day <= $2)
            and ($3::bigint is null or (coalesce(h.held, 0), a.player) < ($3, $4))
          order by coalesce(h.held, 0) desc, a.player desc limit $5"
    ))
    .bind(asset)
    .bind(until.map(|day| day.0))
    .bind(after.map(|(held, _)| held))
    .bind(after.map(|(_, player)| player))
    .bind(limit)
    .fetch_all(snapshot)
    .await?;
    rows.iter().map(listed).collect()
}

async fn by_dormancy(
    snapshot: &mut PgConnection,
    after: Option<(Day, Uuid)>,
    until: Option<Day>,
    limit: i64,
) -> Result<Vec<Listed>, Fault> {
    let rows = sqlx::query(
        "select player, registered_at_ms, active_day from activities
          where ($1::int is null or active_day <= $1)
            and ($2::int is null or (active_day, player) > ($2, $3))
          order by active_day, player limit $4",
    )
    .bind(until.map(|day| day.0))
    .bind(after.map(|(day, _)| day.0))
    .bind(after.map(|(_, player)| player))
    .bind(limit)
    .fetch_all(snapshot)
    .await?;
    rows.iter().map(listed).collect()
}

fn listed(row: &PgRow) -> Result<Listed, Fault> {
    Ok(Listed {
        player: PlayerId(row.try_get(0)?),
        registered_at: Timestamp(row.try_get(1)?),
        active_on: Day(row.try_get(2)?),
        balances: BTreeMap::new(),
    })
}

/// Adds what the players of a page hold. Log by log: the key of the books begins with the log.
async fn hold(snapshot: &mut PgConnection, rows: &mut [Listed]) -> Result<(), Fault> {
    let players = column(rows, |row| row.player.0);
    let found: Vec<(Uuid, String, i64)> = sqlx::query_as(
        "select b.owner, b.asset, sum(b.balance)::bigint
           from heads h join balances b on b.partition = h.partition and b.owner = any($1)
          group by b.owner, b.asset",
    )
    .bind(players)
    .fetch_all(snapshot)
    .await?;
    for (owner, asset, held) in found {
        if let Some(row) = rows.iter_mut().find(|row| row.player.0 == owner) {
            row.balances.insert(asset, held);
        }
    }
    Ok(())
}

async fn sum(snapshot: &mut PgConnection, until: Option<Day>) -> Result<Option<Sums>, Fault> {
    sums::bound(snapshot).await?;
    let rows = sqlx::query(
        "with of as materialized (
             select player from activities a where $1::int is null or a.active_day <= $1
         )
         select asset, count(*), coalesce(sum(held) filter (where held > 0), 0)::text,
                coalesce(sum(held) filter (where held < 0), 0)::text
           from (select b.owner, b.asset, sum(b.balance) as held
                   from of join balances b on b.owner = of.player
                  group by b.owner, b.asset) as of_player
          where held <> 0 group by asset",
    )
    .bind(until.map(|day| day.0))
    .fetch_all(snapshot)
    .await;
    let mut all = Sums::new();
    Ok(sums::take(&mut all, rows)?.then_some(all))
}
