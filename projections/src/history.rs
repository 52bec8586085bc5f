//! View `postings`: every leg of every event with the balance after it, and the balance
//! history of a player, newest first. The rows that serve are those of the books
//! ([`crate::books`]). The writer here makes them a second time from the log, for
//! [`crate::rebuild`] to compare.

mod kinds;
mod write;

pub use kinds::{KindLine, of_kind};

use crate::page::{self, Page};
use domain::config::{ConfigDocument, Section, SectionDocument};
use domain::ids::PlayerId;
use domain::money::Asset;
use domain::posting::Purse;
use domain::stream::Stream as _;
use domain::time::Timestamp;
use ledger::{CONFIG_STREAM, EventLog, Fault, books};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub struct Postings;

/// What a player can ask for: a name with the purses it shows together.
const SHOWN: [(&str, &[Purse]); 7] = [
    ("coin", &[Purse::CoinPaid, Purse::CoinPromo]),
    ("diamond", &[Purse::Diamond]),
    ("gusd", &[Purse::Gusd]),
    ("gusd_bonus", &[Purse::GusdBonus]),
    ("usdt", &[Purse::Usdt]),
    ("usdt_hold", &[Purse::UsdtHold]),
    ("coupon", &[Purse::Coupon]),
];

/// Where a page ends: position, account and leg of its last line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Position of the event.
    pub position: i64,
    /// Leg of the event.
    pub leg: i16,
}

impl Cursor {
    /// Reads the text of a line's id.
    pub fn parse(text: &str) -> Option<Cursor> {
        let (position, leg) = text.split_once('-')?;
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !plain(position) || !plain(leg) {
            return None;
        }
        Some(Cursor {
            position: position.parse().ok()?,
            leg: leg.parse().ok()?,
        })
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}-{}", self.position, self.leg)
    }
}

/// One change of a balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// Id, and cursor of the next page.
    pub id: Cursor,
    /// The shown name of the asset.
    pub asset: &'static str,
    /// The asset, for its decimals.
    pub unit: Asset,
    /// Signed minor units.
    pub delta: i64,
    /// What the player held of it afterwards, in minor units; coins count both kinds.
    pub after: i64,
    /// The event type that moved it.
    pub reason: String,
    pub event_id: Uuid,
    /// The event as recorded.
    pub payload: String,
    /// Version of the product's numbers in force when it was recorded.
    pub config_version: i64,
    pub at: Timestamp,
}

/// True for a name a player may filter by.
pub fn is_shown(asset: &str) -> bool {
    SHOWN.iter().any(|(name, _)| *name == asset)
}

fn shown_of(account: &str) -> Option<(&'static str, &'static [Purse])> {
    SHOWN
        .into_iter()
        .find(|(_, purses)| purses.iter().any(|purse| purse.name() == account))
}

/// Lines of `player` before a cursor, newest first; of one asset, or of all.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn page(
    pool: &EventLog,
    partition: u16,
    player: PlayerId,
    asset: Option<&str>,
    before: Option<Cursor>,
    size: i64,
) -> Result<Page<HistoryLine>, Fault> {
    let wanted = SHOWN
        .iter()
        .filter(|(name, _)| asset.is_none_or(|asset| asset == *name));
    let accounts: Vec<&str> = wanted
        .flat_map(|(_, purses)| purses.iter().map(|purse| purse.name()))
        .collect();
    books::reach(pool, partition.into(), i64::MAX).await?;
    let before = before.unwrap_or(Cursor {
        position: i64::MAX,
        leg: i16::MAX,
    });
    let sections: Vec<String> = Section::ALL.iter().map(|section| section.stream()).collect();
    // The version in force is the first document's and that of every section, as `Config::assemble` counts it.
    // Each account is walked backwards along its key; the sibling purse's balance at that time completes the coins.
    let rows = sqlx::query(
        "select line.position, line.leg, line.account, line.amount,
                line.after + coalesce((select s.after from postings s
                     where s.partition = $1 and s.owner = $2 and s.account = case line.account
                               when 'coin_paid' then 'coin_promo' when 'coin_promo' then 'coin_paid' end
                       and (s.position, s.leg) < (line.position, line.leg)
                     order by s.position desc, s.leg desc limit 1), 0),
                e.event_type, e.event_id, e.recorded_at_ms, e.payload::text,
                (select count(*) from events g
                  where g.aggregate_id = $7 and g.aggregate_type = $8 and g.recorded_at_ms <= e.recorded_at_ms)
                + coalesce((select sum(newest.version)::bigint
                     from unnest($9::text[]) as s(stream)
                    cross join lateral (select (a.payload -> 'ConfigApproved' ->> 'version')::bigint as version
                           from events a
                          where a.aggregate_id = s.stream and a.aggregate_type = $10
                            and a.event_type = 'ConfigApproved'
                            and (a.payload -> 'ConfigApproved' ->> 'effective_at')::bigint <= e.recorded_at_ms
                          order by a.sequence desc limit 1) newest), 0)
           from (select one.* from unnest($3::text[]) as a(account)
                  cross join lateral (select p.position, p.leg, p.account, p.amount, p.after from postings p
                         where p.partition = $1 and p.owner = $2 and p.account = a.account
                           and (p.position, p.leg) < ($4, $5)
                         order by p.position desc, p.leg desc limit $6) one
                 order by one.position desc, one.leg desc limit $6) line
           join events e on e.partition = $1 and e.position = line.position
          order by line.position desc, line.leg desc",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(accounts)
    .bind(before.position)
    .bind(before.leg)
    .bind(page::limit(size))
    .bind(CONFIG_STREAM)
    .bind(ConfigDocument::TYPE)
    .bind(sections)
    .bind(SectionDocument::TYPE)
    .fetch_all(pool)
    .await?;
    let lines = rows.iter().map(line_of).collect::<Result<_, _>>()?;
    Ok(Page::of(lines, size))
}

/// Version of the product's numbers that were in force at a moment: the first document's and that of every section, as
/// `Config::assemble` counts it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn version_in_force(pool: &EventLog, at_ms: i64) -> Result<i64, Fault> {
    let sections: Vec<String> = Section::ALL.iter().map(|section| section.stream()).collect();
    let row = sqlx::query(
        "select (select count(*) from events g
                  where g.aggregate_id = $2 and g.aggregate_type = $3 and g.recorded_at_ms <= $1)
                + coalesce((select sum(newest.version)::bigint
                     from unnest($4::text[]) as s(stream)
                    cross join lateral (select (a.payload -> 'ConfigApproved' ->> 'version')::bigint as version
                           from events a
                          where a.aggregate_id = s.stream and a.aggregate_type = $5
                            and a.event_type = 'ConfigApproved'
                            and (a.payload -> 'ConfigApproved' ->> 'effective_at')::bigint <= $1
                          order by a.sequence desc limit 1) newest), 0)",
    )
    .bind(at_ms)
    .bind(CONFIG_STREAM)
    .bind(ConfigDocument::TYPE)
    .bind(sections)
    .bind(SectionDocument::TYPE)
    .fetch_one(pool)
    .await?;
    Ok(row.try_get(0)?)
}

fn line_of(row: &PgRow) -> Result<HistoryLine, Fault> {
    let account: String = row.try_get(2)?;
    let (asset, purses) = shown_of(&account).ok_or_else(|| Fault::Law(format!("{account} is no player's account")))?;
    let unit = purses.first().map_or(Asset::Coin, |purse| purse.asset());
    Ok(HistoryLine {
        id: Cursor {
            position: row.try_get(0)?,
            leg: row.try_get(1)?,
        },
        asset,
        unit,
        delta: row.try_get(3)?,
        after: row.try_get(4)?,
        reason: row.try_get(5)?,
        event_id: row.try_get(6)?,
        at: Timestamp(row.try_get(7)?),
        payload: row.try_get(8)?,
        config_version: row.try_get(9)?,
    })
}
