//! The scheduled job that reveals seeds: a pair whose last dive is long over is retired, whoever its player is by now,
//! frozen, on a break or erased (domain §2.6).

use super::schedule;
use domain::player::seeds::RevealSeed;
use domain::time::HOUR_MS;
use ledger::{Fault, Ledger};
use std::time::Duration;

/// How often the job runs. ASSUMED: often enough for the promise of 24 hours, with room for four hours of downtime.
pub const EVERY: Duration = Duration::from_secs(600);
/// A pair rests so long before it is revealed. ASSUMED: whoever plays every evening keeps his pair until the next.
const REST_MS: i64 = 20 * HOUR_MS;
/// Players of one run at most; the next run continues.
const PLAYERS_MAX: i64 = 2_000;

/// Reveals what has rested.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let before = ledger.clock().now().plus_ms(-REST_MS);
    for (player, _) in projections::unrevealed_seeds::rested(ledger.pool(), before, PLAYERS_MAX).await? {
        let fresh_commit = ledger.seal_seed(player).await?;
        schedule::issue(ledger, "system:reveal", player, RevealSeed { fresh_commit }).await;
    }
    Ok(())
}
