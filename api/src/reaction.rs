//! The way of a policy's command to its stream: one door for each type (`domain::policies`).
//!
//! The follower of the log and a handler that takes the same step at once both come here,
//! under the same request id, so the step is decided once, whoever is first.

use domain::policies::Ask;
use ledger::{DoorError, Ledger, Plain, RESERVE_STREAM, Reply, Request, StreamId};

/// Issues the command of a reaction.
///
/// # Errors
/// The door's own: a refusal is a [`Reply`].
pub async fn ask(ledger: &Ledger, ask: Ask, request: Request) -> Result<Reply, DoorError> {
    match ask {
        Ask::Player(player, command) => {
            let id = StreamId::player(player);
            ledger.players().execute(&id, command, request, Plain).await
        }
        Ask::Stock(stock, command) => {
            let id = StreamId::thing(stock.0);
            ledger.stocks().execute(&id, command, request, Plain).await
        }
        Ask::RedPacket(packet, command) => {
            let id = StreamId::thing(packet.0);
            ledger.red_packets().execute(&id, command, request, Plain).await
        }
        Ask::Treasury(command) => {
            let id = StreamId::house(RESERVE_STREAM);
            ledger.treasury().execute(&id, command, request, Plain).await
        }
        Ask::Withdrawal(withdrawal, command) => {
            let id = StreamId::thing(withdrawal.0);
            ledger.withdrawals().execute(&id, command, request, Plain).await
        }
        Ask::TopUp(order, command) => {
            let id = StreamId::thing(order.0);
            ledger.topups().execute(&id, command, request, Plain).await
        }
        Ask::Kyc(player, command) => {
            let id = StreamId::player(player);
            ledger.kyc_checks().execute(&id, command, request, Plain).await
        }
    }
}
