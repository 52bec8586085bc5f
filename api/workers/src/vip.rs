//! The scheduled job that records the end of VIP days. Rules read the days themselves, so a late run changes nothing
//! (domain §3.4).

use super::schedule;
use domain::player::vip::ExpireVip;
use ledger::{Fault, Ledger};
use std::time::Duration;

/// How often the job runs. ASSUMED: the record may come a minute late.
pub const EVERY: Duration = Duration::from_secs(60);
/// Players of one run at most; the next run continues.
const PLAYERS_MAX: i64 = 500;

/// Records what is over.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let now = ledger.clock().now();
    for player in projections::vip_passes::over(ledger.pool(), now, PLAYERS_MAX).await? {
        schedule::issue(ledger, "system:vip", player, ExpireVip).await;
    }
    Ok(())
}
