//! The scheduled job that takes bonus tokens sixty days after their last credit (domain §2.8).

use super::schedule;
use domain::player::exchange::ExpireBonus;
use domain::time::DAY_MS;
use ledger::{Fault, Ledger};
use std::time::Duration;

/// How often the job runs. ASSUMED: they cannot be unlocked from their last moment on, whenever the job runs.
pub const EVERY: Duration = Duration::from_secs(60);
/// Players of one run at most; the next run continues.
const PLAYERS_MAX: i64 = 500;

/// Takes what is over.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let length_ms = ledger.current_config().exchange.unlock.expire_days * DAY_MS;
    let before = ledger.clock().now().plus_ms(-length_ms);
    for player in projections::bonus_credits::credited_until(ledger.pool(), before, PLAYERS_MAX).await? {
        schedule::issue(ledger, "system:bonus", player, ExpireBonus).await;
    }
    Ok(())
}
