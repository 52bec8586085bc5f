//! The scheduled job that ends accounts whose time has come, and the policy that destroys their key (domain §3.14).
//!
//! The end is recorded first and the key destroyed after it. After a crash in between, the policy reads the event again
//! and destroys the key; destroying it twice is harmless.

use super::schedule;
use crate::personal;
use domain::ids::PlayerId;
use domain::player::Player;
use domain::player::erasure::EraseData;
use domain::stream::Stream as _;
use ledger::feed::Recorded;
use ledger::{Fault, Ledger, StreamId};
use std::time::Duration;

/// How often the job runs. ASSUMED: a minute late is nothing after a month.
pub const EVERY: Duration = Duration::from_secs(60);
/// Accounts of one run at most; the next run continues.
const ACCOUNTS_MAX: i64 = 500;

/// Ends every account whose time has come. One with a dive or a withdrawal under way is tried again.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let now = ledger.clock().now();
    for player in projections::erasures::due(ledger.pool(), now, ACCOUNTS_MAX).await? {
        let command = EraseData { key_id: key_of(player) };
        if schedule::issue(ledger, "system:erasure", player, command).await {
            personal::erase(ledger, player).await?;
        }
    }
    Ok(())
}

/// The name of a player's key, for the record.
fn key_of(player: PlayerId) -> String {
    format!("vault:{player}")
}

/// Destroys the key after a recorded end.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn follow(ledger: &Ledger, recorded: &Recorded) -> Result<(), Fault> {
    if recorded.aggregate_type == Player::TYPE && recorded.event_type == "DataErased" {
        let player = PlayerId(StreamId::parse(&recorded.aggregate_id).owner);
        personal::erase(ledger, player).await?;
    }
    Ok(())
}
