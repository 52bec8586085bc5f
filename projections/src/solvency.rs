//! View `solvency`: what the house has and owes, line by line ([`domain::solvency`]): sums of accounts, what the open paid
//! dives would pay now, what the day's pools and the packets may still pay.
//!
//! A handful of sums and a row or two for each open dive, so that a dive of a large stake can ask before it begins.

use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::money::Usdt;
use domain::player::dive::Fund;
use domain::player::fishing::CastResolved;
use domain::player::{Event, Player};
use domain::red_packet::{PacketEvent, RedPacket};
use domain::solvency::Line;
use domain::treasury::{Allotment, Returned, Treasury, TreasuryEvent};
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

const OPEN_DIVES: &str = Line::OpenDives.name();
/// Chests of USDT in the safe boxes of open dives. A cast says what line and box hold without them.
const OPEN_CHESTS: &str = "open_chests";
/// What changes the sums beside postings.
const OF_PLAYERS: [&str; 5] = [
    "CastResolved",
    "DiveClosed",
    "DiveVoided",
    "BonusUnlocked",
    "RedPacketCredited",
];
const OF_TREASURY: [&str; 2] = ["PromoAllotted", "PromoReturned"];
const OF_PACKETS: [&str; 2] = ["PacketCreated", "PacketEnded"];

/// Amounts by line and dive.
type Amounts = BTreeMap<(&'static str, Uuid), i64>;

#[derive(Clone, Copy, Debug)]
pub struct Solvency;

impl View for Solvency {
    fn name(&self) -> &'static str {
        "solvency"
    }

    // Sums first, then the newest state of each dive, then those that ended: a dive has no cast after its end.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let Some(partition) = page.first().map(|event| event.partition) else {
                return Ok(());
            };
            let players = facts_of::<Player>(page, &OF_PLAYERS)?;
            let mut added = of_accounts(page)?;
            add_pools(&mut added, &players, &facts_of(page, &OF_TREASURY)?);
            add_shares(&mut added, &players, &facts_of(page, &OF_PACKETS)?);
            let casts = paid_casts(&players);
            for cast in casts.iter().filter(|cast| cast.pays_usdt()) {
                *added.entry((OPEN_CHESTS, cast.dive.0)).or_default() += cast.value.at_parity().minor();
            }
            let newest = casts
                .iter()
                .map(|cast| ((OPEN_DIVES, cast.dive.0), (cast.line + cast.safe).minor()));
            put(
                transaction,
                partition,
                added.into_iter().collect(),
                "t.amount + excluded.amount",
            )
            .await?;
            let newest: Amounts = newest.collect();
            put(transaction, partition, newest.into_iter().collect(), "excluded.amount").await?;
            close(transaction, partition, &players).await
        })
    }
}

/// What the page's postings add to the accounts that are lines.
fn of_accounts(page: &LogPage) -> Result<Amounts, Fault> {
    let mut added = Amounts::new();
    for event in page {
        for leg in event.postings()?.legs() {
            let line = Line::ALL.iter().find(|line| line.name() == leg.account.name());
            if let Some(line) = line {
                let sum = added.entry((line.name(), Uuid::nil())).or_default();
                let more = sum.checked_add(leg.amount);
                *sum = more.ok_or_else(|| event.unreadable("the sum of a page does not fit".into()))?;
            }
        }
    }
    Ok(added)
}

fn add(added: &mut Amounts, line: Line, amount: Usdt) {
    *added.entry((line.name(), Uuid::nil())).or_default() += amount.minor();
}

/// A pool is what was allotted, less what was unlocked out of it and what came back at its end.
fn add_pools(added: &mut Amounts, players: &[ViewEvent<'_, Player>], treasury: &[ViewEvent<'_, Treasury>]) {
    for fact in treasury {
        match fact.event {
            TreasuryEvent::PromoAllotted {
                purpose: Allotment::Pool { .. },
                amount,
                ..
            } => add(added, Line::Pools, *amount),
            TreasuryEvent::PromoReturned {
                source: Returned::Pool(_),
                amount,
            } => add(added, Line::Pools, Usdt::ZERO - *amount),
            // Money of packets is a line once it is set apart; the others are no allotments.
            _ => {}
        }
    }
    for fact in players {
        if let Event::BonusUnlocked(unlocked) = fact.event {
            add(added, Line::Pools, Usdt::ZERO - unlocked.gusd.at_parity());
        }
    }
}

/// Shares of USDT are owed from the packet's creation until they are credited, or until its end gives them back.
fn add_shares(added: &mut Amounts, players: &[ViewEvent<'_, Player>], packets: &[ViewEvent<'_, RedPacket>]) {
    for fact in packets {
        match fact.event {
            PacketEvent::PacketCreated { terms, .. } => {
                add(added, Line::Shares, terms.total.usdt().unwrap_or(Usdt::ZERO));
            }
            PacketEvent::PacketEnded { refund, .. } => {
                add(added, Line::Shares, Usdt::ZERO - refund.usdt().unwrap_or(Usdt::ZERO));
            }
            // A claimed share is owed until its player is credited.
            PacketEvent::ShareClaimed(_) | PacketEvent::PacketRevealed { .. } => {}
        }
    }
    for fact in players {
        if let Event::RedPacketCredited(credited) = fact.event {
            add(
                added,
                Line::Shares,
                Usdt::ZERO - credited.prize.usdt().unwrap_or(Usdt::ZERO),
            );
        }
    }
}

/// Promo dives pay locked tokens, which are no debt of the reserve.
fn paid_casts<'a>(players: &'a [ViewEvent<'_, Player>]) -> Vec<&'a CastResolved> {
    let casts = of_kind(players, |event| match event {
        Event::CastResolved(cast) if cast.fund == Fund::Paid => Some(cast),
        _ => None,
    });
    casts.into_iter().map(|(_, cast)| cast).collect()
}

async fn put(
    transaction: &mut PgConnection,
    partition: i32,
    rows: Vec<((&'static str, Uuid), i64)>,
    amount: &str,
) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let statement = format!(
        "insert into solvency as t (partition, line, dive, amount)
         select $1::int, * from unnest($2::text[], $3::uuid[], $4::bigint[])
         on conflict (partition, line, dive) do update set amount = {amount}"
    );
    sqlx::query(&statement)
        .bind(partition)
        .bind(column(&rows, |((line, _), _)| *line))
        .bind(column(&rows, |((_, dive), _)| *dive))
        .bind(column(&rows, |(_, amount)| *amount))
        .execute(transaction)
        .await?;
    Ok(())
}

async fn close(transaction: &mut PgConnection, partition: i32, players: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let ended = of_kind(players, |event| match event {
        Event::DiveClosed(closed) => Some(&closed.dive),
        Event::DiveVoided(voided) => Some(&voided.dive),
        _ => None,
    });
    if ended.is_empty() {
        return Ok(());
    }
    sqlx::query("delete from solvency where partition = $1 and line = any($2) and dive = any($3)")
        .bind(partition)
        .bind([OPEN_DIVES, OPEN_CHESTS])
        .bind(column(&ended, |(_, dive)| dive.0))
        .execute(transaction)
        .await?;
    Ok(())
}

/// The lines of all logs, as far as the view has read each. What the chains lack is in no log.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn lines(pool: &PgPool) -> Result<BTreeMap<Line, i128>, Fault> {
    let rows = sqlx::query("select line, sum(amount)::text from solvency group by line")
        .fetch_all(pool)
        .await?;
    let mut lines: BTreeMap<Line, i128> = Line::ALL.iter().map(|line| (*line, 0)).collect();
    for row in rows {
        let (name, sum): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let unknown = || Fault::Law(format!("the view solvency has {sum} on a line {name}"));
        let named = if name == OPEN_CHESTS { OPEN_DIVES } else { name.as_str() };
        let line = Line::ALL.iter().find(|line| line.name() == named).ok_or_else(unknown)?;
        let sum: i128 = sum.parse().map_err(|_| unknown())?;
        *lines.entry(*line).or_default() += if *line == Line::Custody { -sum } else { sum };
    }
    lines.remove(&Line::ChainLacks);
    Ok(lines)
}
