//! The figure that the loss breaker reads: what the house won on paid dives of the present UTC day (domain §2.5).

use ledger::{Fault, Ledger};
use std::time::Duration;

/// How often it is read again: as often as the other figures that decisions look at.
pub const EVERY: Duration = Duration::from_secs(1);

/// Sets the figure in the ledger of this process.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let day = ledger.clock().now().day();
    let won = projections::house_days::find(ledger.pool(), day).await?.won();
    ledger.set_house_day(day, won);
    Ok(())
}
