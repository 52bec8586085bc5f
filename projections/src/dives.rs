//! View `dives`: a player's dives, newest first, each with its result; and the
//! open ones by time, for the job that surfaces idle dives.

mod write;

use crate::page::{self, Page};
use crate::revealed_seeds;
use domain::ids::{DiveId, PlayerId};
use domain::money::Coin;
use domain::player::dive::Fund;
use domain::player::fishing::{CastResolved, DiveClosed, DiveStarted, DiveVoided};
use domain::player::{Event, Player};
use domain::stream::Stream;
use domain::time::Timestamp;
use ledger::Fault;
use ledger::feed::Recorded;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

#[derive(Clone, Copy, Debug)]
pub struct Dives;

/// How a dive ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// It was paid out.
    Closed(DiveClosed),
    /// It was cancelled.
    Voided(DiveVoided),
}

/// A dive of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct DiveRow {
    pub dive: DiveId,
    /// Coins for a cast.
    pub stake: Coin,
    /// Who paid.
    pub fund: Fund,
    /// Where it began.
    pub start_level: u8,
    /// When it began.
    pub started_at: Timestamp,
    /// How it ended; nothing while it is open.
    pub end: Option<End>,
}

/// A dive with all its casts.
#[derive(Clone, Debug, PartialEq)]
pub struct DiveDetail {
    pub started: DiveStarted,
    pub casts: Vec<CastResolved>,
    pub end: Option<End>,
    /// The server seed, once it was retired.
    pub server_seed: Option<String>,
}

fn fund_name(fund: Fund) -> &'static str {
    match fund {
        Fund::Paid => "paid",
        Fund::Promo => "promo",
    }
}

/// A player's dives before `before`, newest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn page(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    before: Option<DiveId>,
    size: i64,
) -> Result<Page<DiveRow>, Fault> {
    let rows = sqlx::query(
        "select dive, stake, fund, start_level, started_at_ms, closed::text from dives
          where partition = $1 and player = $2
            and started_position < coalesce(
                (select started_position from dives where partition = $1 and player = $2 and dive = $3),
                case when $3 is null then 9223372036854775807 else 0 end)
          order by started_position desc
          limit $4",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(before.map(|dive| dive.0))
    .bind(page::limit(size))
    .fetch_all(pool)
    .await?;
    let lines = rows.iter().map(row_of).collect::<Result<_, _>>()?;
    Ok(Page::of(lines, size))
}

fn row_of(row: &PgRow) -> Result<DiveRow, Fault> {
    let fund: String = row.try_get(2)?;
    let closed: Option<String> = row.try_get(5)?;
    Ok(DiveRow {
        dive: DiveId(row.try_get(0)?),
        stake: Coin::from_minor(row.try_get(1)?),
        fund: if fund == fund_name(Fund::Paid) {
            Fund::Paid
        } else {
            Fund::Promo
        },
        start_level: u8::try_from(row.try_get::<i16, _>(3)?).unwrap_or(1),
        started_at: Timestamp(row.try_get(4)?),
        end: closed.as_deref().map(end_of).transpose()?.flatten(),
    })
}

fn end_of(payload: &str) -> Result<Option<End>, Fault> {
    let event =
        serde_json::from_str(payload).map_err(|error| Fault::Law(format!("a closed dive does not read: {error}")))?;
    Ok(match event {
        Event::DiveClosed(closed) => Some(End::Closed(closed)),
        Event::DiveVoided(voided) => Some(End::Voided(voided)),
        // The view stores closing events only.
        _ => None,
    })
}

/// One dive of a player with its casts, from the log itself. Somebody else's dive is an unknown one.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn detail(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    dive: DiveId,
) -> Result<Option<DiveDetail>, Fault> {
    let row = sqlx::query("select started_position from dives where partition = $1 and player = $2 and dive = $3")
        .bind(i32::from(partition))
        .bind(player.0)
        .bind(dive.0)
        .fetch_optional(pool)
        .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let mut detail: Option<DiveDetail> = None;
    for recorded in events_from(pool, partition, player, row.try_get(0)?).await? {
        match recorded.decode::<Event>()? {
            Event::DiveStarted(started) if started.dive == dive => {
                detail = Some(DiveDetail {
                    started,
                    casts: Vec::new(),
                    end: None,
                    server_seed: None,
                });
            }
            Event::CastResolved(cast) if cast.dive == dive => {
                detail.iter_mut().for_each(|detail| detail.casts.push(cast.clone()))
            }
            Event::DiveClosed(closed) if closed.dive == dive => detail
                .iter_mut()
                .for_each(|detail| detail.end = Some(End::Closed(closed.clone()))),
            Event::DiveVoided(voided) if voided.dive == dive => detail
                .iter_mut()
                .for_each(|detail| detail.end = Some(End::Voided(voided.clone()))),
            // Events between those of the dive concern other things.
            _ => {}
        }
    }
    if let Some(detail) = &mut detail {
        detail.server_seed = revealed_seeds::find(pool, partition, player, &detail.started.commit).await?;
    }
    Ok(detail)
}

/// Events of a player from a dive's start on: enough to hold the longest dive with everything between its casts.
async fn events_from(pool: &PgPool, partition: u16, player: PlayerId, position: i64) -> Result<Vec<Recorded>, Fault> {
    let first = sqlx::query("select sequence from events where partition = $1 and position = $2")
        .bind(i32::from(partition))
        .bind(position)
        .fetch_one(pool)
        .await?;
    let sequence: i64 = first.try_get(0)?;
    ledger::feed::read_stream_page(pool, Player::TYPE, &player.to_string(), sequence - 1, 500).await
}

/// Casts of a player's ended dives that were touched since `since`, over the newest five hundred dives: enough to
/// know whether somebody plays.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn casts_since(pool: &PgPool, partition: u16, player: PlayerId, since: Timestamp) -> Result<i64, Fault> {
    let row = sqlx::query(
        "select coalesce(sum((closed -> 'DiveClosed' ->> 'casts')::bigint), 0)::bigint
           from (select closed, touched_at_ms from dives where partition = $1 and player = $2
                  order by started_position desc limit 500) newest
          where touched_at_ms >= $3",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(since.0)
    .fetch_one(pool)
    .await?;
    Ok(row.try_get(0)?)
}

/// Open dives that nobody touched since `before`, oldest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn idle(pool: &PgPool, before: Timestamp, limit: i64) -> Result<Vec<(PlayerId, DiveId)>, Fault> {
    let rows = sqlx::query(
        "select player, dive from dives where closed is null and touched_at_ms <= $1 order by touched_at_ms limit $2",
    )
    .bind(before.0)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.iter().map(pair).collect()
}

/// Open dives after one of them, by id: an order that a cast does not change, so a reader of pages meets each once.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn open_after(pool: &PgPool, after: Option<DiveId>, limit: i64) -> Result<Vec<(PlayerId, DiveId)>, Fault> {
    let rows = sqlx::query(
        "select player, dive from dives where closed is null and ($1::uuid is null or dive > $1) order by dive limit $2",
    )
    .bind(after.map(|dive| dive.0))
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.iter().map(pair).collect()
}

fn pair(row: &PgRow) -> Result<(PlayerId, DiveId), Fault> {
    Ok((PlayerId(row.try_get(0)?), DiveId(row.try_get(1)?)))
}

/// Whose dive it is, and the position of its start.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn player_of(pool: &PgPool, dive: uuid::Uuid) -> Result<Option<(PlayerId, i64)>, Fault> {
    let row = sqlx::query("select player, started_position from dives where dive = $1 limit 1")
        .bind(dive)
        .fetch_optional(pool)
        .await?;
    let owner = |row: PgRow| Ok::<_, sqlx::Error>((PlayerId(row.try_get(0)?), row.try_get(1)?));
    Ok(row.map(owner).transpose()?)
}

/// What a player's dives of one fund came to, in minor units; sums of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The name of who paid.
    pub fund: String,
    pub dives: i64,
    /// Coins staked in dives that are closed.
    pub staked: String,
    /// Tokens paid out.
    pub payout: String,
}

/// What a player's dives came to, by fund.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn played(pool: &PgPool, partition: u16, player: PlayerId) -> Result<Vec<Played>, Fault> {
    let rows = sqlx::query(
        "select fund, count(*), coalesce(sum((closed->'DiveClosed'->>'staked')::numeric), 0)::text,
                coalesce(sum((closed->'DiveClosed'->>'payout')::numeric), 0)::text
           from dives where partition = $1 and player = $2 group by fund order by fund",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .fetch_all(pool)
    .await?;
    let played = |row: &PgRow| {
        Ok(Played {
            fund: row.try_get(0)?,
            dives: row.try_get(1)?,
            staked: row.try_get(2)?,
            payout: row.try_get(3)?,
        })
    };
    Ok(rows.iter().map(played).collect::<Result<_, sqlx::Error>>()?)
}
