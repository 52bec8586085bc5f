//! The day's unlock pool, as it is split into stocks (PRODUCT §2.8).
//!
//! One stock for each log of the database: the number never changes for a database, so whoever
//! opens, takes, counts or closes names the same stocks.

use domain::money::Gusd;
use domain::stock::Lot;
use domain::time::Day;
use ledger::{Fault, Ledger, StreamId};

/// Most stocks of a day's pool (PRODUCT §2.9: 64).
const SHARDS_MAX: u16 = 64;

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
