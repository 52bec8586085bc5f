//! The scheduled job that ends an approval with the last day of its document (domain §3.11).

use domain::kyc::KycCommand;
use ledger::{Fault, Ledger, Plain, StreamId};
use std::time::Duration;

/// How often the job runs. ASSUMED: a document that was good for years is good for five minutes more.
pub const EVERY: Duration = Duration::from_secs(300);
/// Checks of one run at most; the next run continues.
const CHECKS_MAX: i64 = 500;

/// Ends approvals whose document is over.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let today = ledger.clock().now().day();
    for player in projections::kyc_checks::overdue(ledger.pool(), today, CHECKS_MAX).await? {
        let id = StreamId::player(player);
        let request = ledger::Request::without_id("system:kyc");
        // One check that cannot be ended must not delay the others.
        match ledger
            .kyc_checks()
            .execute(&id, KycCommand::Expire, request, Plain)
            .await
        {
            Ok(reply) => {
                tracing::info!(player.id = %player, code = reply.code, "a document that is over was looked at");
                ledger::policies::apply_now(ledger, ledger.partition_of(player.0), reply.position).await;
            }
            Err(fault) => tracing::error!(player.id = %player, %fault, "an approval was not ended"),
        }
    }
    Ok(())
}
