//! The scheduled job of the daily unlock pool: at 00:05 UTC the day's pool is promised from yesterday's net revenue and
//! split into stocks; stocks whose time is over are closed, and what they held is free again (domain §2.8, §3.15).
//!
//! A day is promised once, under a key of its own. A house that was closed at 00:05 opens its pool when it is
//! back; a day that passed meanwhile has none.

use domain::money::Gusd;
use domain::stock::{Lot, StockCommand};
use domain::time::{Day, Timestamp};
use domain::treasury::{AllotPool, TreasuryCommand};
use ledger::{Fault, Ledger, Plain, RESERVE_STREAM, StreamId};
use projections::cursor::{self, Waited};
use projections::house_days::{self, HouseDays};
use std::time::Duration;

/// How often the job runs.
pub const EVERY: Duration = Duration::from_secs(30);
/// How long after midnight the pool opens (domain §3.15: 00:05).
const OPENS_MS: i64 = 5 * 60_000;
/// Stocks closed in one run at most; the next run continues.
const STOCKS_MAX: i64 = 500;
/// Most stocks of a day's pool (domain §2.9: 64).
const SHARDS_MAX: u16 = 64;
const ACTOR: &str = "system:pool";

/// Closes what is over and opens what is due.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    close(ledger).await?;
    allot(ledger).await
}

async fn close(ledger: &Ledger) -> Result<(), Fault> {
    let now = ledger.clock().now();
    for stock in projections::stocks::over(ledger.pool(), now, STOCKS_MAX).await? {
        let id = StreamId::thing(stock.0);
        let closed = ledger
            .stocks()
            .execute(&id, StockCommand::Close, ledger::Request::without_id(ACTOR), Plain)
            .await;
        match closed {
            // What it held is free again at once, for the pool of today.
            Ok(reply) => ledger::policies::apply_now(ledger, ledger.partition_of(id.owner), reply.position).await,
            Err(fault) => tracing::error!(stock.id = %stock, %fault, "a stock was not closed"),
        }
    }
    Ok(())
}

async fn allot(ledger: &Ledger) -> Result<(), Fault> {
    let now = ledger.clock().now();
    let day = now.day();
    if now < opens_at(day) || is_open(ledger, day).await? || !has_seen_yesterday(ledger).await? {
        return Ok(());
    }
    let yesterday = house_days::find(ledger.pool(), Day(day.0 - 1)).await?;
    let allot = TreasuryCommand::AllotPool(AllotPool {
        day,
        ngr: yesterday.net(),
        shards: shards(ledger),
    });
    let id = StreamId::house(RESERVE_STREAM);
    match ledger
        .treasury()
        .execute(&id, allot, ledger::Request::without_id(ACTOR), Plain)
        .await
    {
        Ok(reply) => {
            tracing::info!(%day, code = reply.code, "the day's unlock pool was requested");
            ledger::policies::apply_now(ledger, ledger.partition_of(id.owner), reply.position).await;
        }
        Err(fault) => {
            tracing::error!(%day, %fault, "the day's unlock pool was not promised; the next run tries again")
        }
    }
    Ok(())
}

/// The moment a day's pool is promised.
fn opens_at(day: Day) -> Timestamp {
    day.start().plus_ms(OPENS_MS)
}

async fn is_open(ledger: &Ledger, day: Day) -> Result<bool, Fault> {
    let id = StreamId::thing(shard(day, 0).id().0);
    Ok(ledger.stocks().load(&id).await?.state.lot.is_some())
}

/// Whether the sums hold everything that is recorded by now. The next run makes up for one that is too early.
async fn has_seen_yesterday(ledger: &Ledger) -> Result<bool, Fault> {
    for partition in 0..i32::from(ledger.partitions()) {
        if cursor::wait(ledger, &HouseDays, partition, None).await? != Waited::Seen {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Into how many stocks a day's pool is split.
pub fn shards(ledger: &Ledger) -> u16 {
    ledger.partitions().clamp(1, SHARDS_MAX)
}

/// A stock of a day's pool.
pub const fn shard(day: Day, shard: u16) -> Lot {
    Lot::Pool { day, shard }
}

/// What the pool of a day still holds.
///
/// # Errors
/// [`Fault`] of the ledger.
pub async fn left(ledger: &Ledger, day: Day) -> Result<Gusd, Fault> {
    let mut left = Gusd::ZERO;
    for number in 0..shards(ledger) {
        let stock = ledger
            .stocks()
            .load(&StreamId::thing(shard(day, number).id().0))
            .await?;
        let stock = stock.state;
        if stock.is_open(ledger.clock().now()) {
            // A unit of a pool is a hundredth of gusd.
            left += Gusd::from_minor(stock.left());
        }
    }
    Ok(left)
}
