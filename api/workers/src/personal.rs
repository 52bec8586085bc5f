//! Personal data that is kept for a player (domain §3.11): never for one whose account was erased.

use domain::ids::PlayerId;
use ledger::{Fault, Ledger, StreamId};
use projections::uploads;

/// Keeps a record in the vault, unless the account was erased; whether it is kept.
///
/// # Errors
/// A fault of the database.
pub async fn keep(ledger: &Ledger, player: PlayerId, kind: &str, plain: &[u8]) -> Result<bool, Fault> {
    ledger.vault().put(player.0, kind, plain).await?;
    // Checked afterwards: an end that is recorded later destroys the key, and with it what is stored now.
    let account = ledger.players().load(&StreamId::player(player)).await?.state;
    if account.erasure.is_erased {
        erase(ledger, player).await?;
    }
    Ok(!account.erasure.is_erased)
}

/// Destroys everything personal of a player whose end is recorded (T-67). Twice is once.
///
/// # Errors
/// A fault of the database.
pub async fn erase(ledger: &Ledger, player: PlayerId) -> Result<(), Fault> {
    ledger.vault().erase(player.0).await?;
    uploads::forget(ledger.pool(), ledger.partition_of(player.0), player).await
}
