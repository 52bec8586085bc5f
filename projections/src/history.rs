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
    // Each account is walked backwards along its key; the sibling purse's balance at that time completes the coins.
    let statement = format!(
        "{VERSIONS}
         select line.position, line.leg, line.account, line.amount,
                line.after + coalesce((select s.after from postings s
                     where s.partition = $5 and s.owner = $6 and s.account = case line.account
                               when 'coin_paid' then 'coin_promo' when 'coin_promo' then 'coin_paid' end
                       and (s.position, s.leg) < (line.position, line.leg)
                     order by s.position desc, s.leg desc limit 1), 0),
                e.event_type, e.event_id, e.recorded_at_ms, e.payload::text,
                {}
           from (select one.* from unnest($7::text[]) as a(account)
                  cross join lateral (select p.position, p.leg, p.account, p.amount, p.after from postings p
                         where p.partition = $5 and p.owner = $6 and p.account = a.account
                           and (p.position, p.leg) < ($8, $9)
                         order by p.position desc, p.leg desc limit $10) one
                 order by one.position desc, one.leg desc limit $10) line
           join events e on e.partition = $5 and e.position = line.position
          order by line.position desc, line.leg desc",
        in_force("e.recorded_at_ms")
    );
    let rows = sqlx::query(&statement)
        .bind(CONFIG_STREAM)
        .bind(ConfigDocument::TYPE)
        .bind(sections())
        .bind(SectionDocument::TYPE)
        .bind(i32::from(partition))
        .bind(player.0)
        .bind(accounts)
        .bind(before.position)
        .bind(before.leg)
        .bind(page::limit(size))
        .fetch_all(pool)
        .await?;
    let lines = rows.iter().map(line_of).collect::<Result<_, _>>()?;
    Ok(Page::of(lines, size))
}

/// Versions of the product's numbers, as lists of their own: they are of the house, whose log is the first.
/// $1 to $4: stream and type of the first document, streams and type of its sections.
const VERSIONS: &str = "with documents as materialized (
            select g.recorded_at_ms from events g
             where g.partition = 0 and g.aggregate_id = $1 and g.aggregate_type = $2),
        approved as materialized (
            select a.aggregate_id, a.sequence, (a.payload -> 'ConfigApproved' ->> 'version')::bigint as version,
                   (a.payload -> 'ConfigApproved' ->> 'effective_at')::bigint as effective_at_ms
              from events a
             where a.partition = 0 and a.aggregate_id = any($3) and a.aggregate_type = $4
               and a.event_type = 'ConfigApproved')";

/// The version in force at a moment: the first document's and that of every section, as `Config::assemble` counts it.
fn in_force(at_ms: &str) -> String {
    format!(
        "(select count(*) from documents where recorded_at_ms <= {at_ms})
         + coalesce((select sum(newest.version)::bigint
              from (select distinct on (aggregate_id) version from approved where effective_at_ms <= {at_ms}
                     order by aggregate_id, sequence desc) newest), 0)"
    )
}

/// The streams of the sections.
fn sections() -> Vec<String> {
    Section::ALL.iter().map(|section| section.stream()).collect()
}

/// Version of the product's numbers that were in force at a moment.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn version_in_force(pool: &EventLog, at_ms: i64) -> Result<i64, Fault> {
    let statement = format!("{VERSIONS} select {}", in_force("$5"));
    let row = sqlx::query(&statement)
        .bind(CONFIG_STREAM)
        .bind(ConfigDocument::TYPE)
        .bind(sections())
        .bind(SectionDocument::TYPE)
        .bind(at_ms)
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
