//! The clock that ends red packets whose time is over (PRODUCT §3.10); what nobody claimed of a packet of USDT
//! goes back to the promo budget.

use super::clock;
use domain::red_packet::PacketCommand;
use ledger::{Fault, Ledger, Plain, StreamId};
use std::time::Duration;

/// How often the clock looks. ASSUMED: nobody claims from the end on, whenever it looks.
pub const EVERY: Duration = Duration::from_secs(60);
/// Packets of one look at most; the next look goes on.
const PACKETS_MAX: i64 = 500;

/// Ends what is over.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn strike(ledger: &Ledger) -> Result<(), Fault> {
    let now = ledger.clock().now();
    for packet in projections::red_packets::over(ledger.pool(), now, PACKETS_MAX).await? {
        let (id, request) = (StreamId::thing(packet.0), clock::request("system:packets"));
        let ended = ledger
            .red_packets()
            .execute(&id, PacketCommand::Expire, request, Plain)
            .await;
        // One packet that cannot be asked must not keep the others waiting.
        match ended {
            Ok(reply) => tracing::info!(packet.id = %packet, code = reply.code, "a packet's time was looked at"),
            Err(fault) => tracing::error!(packet.id = %packet, %fault, "a packet was not ended"),
        }
    }
    Ok(())
}
