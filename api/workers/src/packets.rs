//! Creates and ends red packets in the background (domain §3.10).
//!
//! Creation: a packet of USDT is promised by the treasury first, which knows what is left of the promo budget, and the
//! promise makes the packet; any other is created at once. End: a schedule ends packets whose time is over; what nobody
//! claimed of a packet of USDT goes back to the promo budget.

use domain::red_packet::{CreatePacket, PacketCommand};
use domain::treasury::{AllotPacket, TreasuryCommand};
use ledger::{CommandError, Fault, Ledger, Plain, RESERVE_STREAM, Reply, Request, StreamId};
use std::time::Duration;

/// How often the job runs. ASSUMED: nobody claims from the end on, whenever the job runs.
pub const EVERY: Duration = Duration::from_secs(60);
/// Packets of one run at most; the next run continues.
const PACKETS_MAX: i64 = 500;

/// Ends what is over.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let now = ledger.clock().now();
    for packet in projections::red_packets::over(ledger.pool(), now, PACKETS_MAX).await? {
        let (id, request) = (StreamId::thing(packet.0), ledger::Request::without_id("system:packets"));
        let ended = ledger
            .red_packets()
            .execute(&id, PacketCommand::Expire, request, Plain)
            .await;
        // A fault with one packet must not delay the others.
        match ended {
            Ok(reply) => tracing::info!(packet.id = %packet, code = reply.code, "a packet's time was looked at"),
            Err(fault) => tracing::error!(packet.id = %packet, %fault, "a packet was not ended"),
        }
    }
    Ok(())
}

/// Creates a packet that is sealed ([`Ledger::seal_packet`]).
///
/// # Errors
/// [`CommandError`]; a refusal is a [`Reply`].
pub async fn create(ledger: &Ledger, create: CreatePacket, request: Request) -> Result<Reply, CommandError> {
    let (packet, create) = (StreamId::thing(create.packet.0), Box::new(create));
    if create.total.usdt().is_none() {
        let packets = ledger.red_packets();
        return packets
            .execute(&packet, PacketCommand::Create(create), request, Plain)
            .await;
    }
    let reserve = StreamId::house(RESERVE_STREAM);
    let command = TreasuryCommand::AllotPacket(AllotPacket { create });
    let reply = ledger.treasury().execute(&reserve, command, request, Plain).await?;
    ledger::policies::apply_now(ledger, ledger.partition_of(reserve.owner), reply.position).await;
    Ok(reply)
}
