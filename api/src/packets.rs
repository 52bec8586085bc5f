//! How a packet comes to be (PRODUCT §3.10): money is promised by the treasury first, which knows what is left of the
//! promo budget, and the promise makes the packet; anything else is created at once.

use crate::reaction;
use domain::red_packet::{CreatePacket, PacketCommand};
use domain::treasury::{AllotPacket, TreasuryCommand};
use ledger::{DoorError, Ledger, Plain, RESERVE_STREAM, Reply, Request, StreamId};

/// Creates a packet.
///
/// # Errors
/// The door's own: a refusal is a [`Reply`].
pub async fn create(ledger: &Ledger, create: CreatePacket, request: Request) -> Result<Reply, DoorError> {
    let (packet, create) = (StreamId::thing(create.code.packet().0), Box::new(create));
    if create.total.usdt().is_none() {
        let packets = ledger.red_packets();
        return packets
            .execute(&packet, PacketCommand::Create(create), request, Plain)
            .await;
    }
    let reserve = StreamId::house(RESERVE_STREAM);
    let command = TreasuryCommand::AllotPacket(AllotPacket { create });
    let reply = ledger.treasury().execute(&reserve, command, request, Plain).await?;
    reaction::at_once(ledger, ledger.partition_of(reserve.owner), reply.position).await;
    Ok(reply)
}
