//! The end of payments that go back to their senders (rails §6): their slots are those of payouts, and what became of
//! them is booked here, out of the suspense account.
//!
//! ```text
//! approved by two ─▶ row taken ─▶ payout stream: slot, signed, sent, seen (payout) ─▶ confirmed: booked, noted
//!                                                                                └─▶ failed, proved: nobody's again
//! ```
//!
//! Whoever ends between two steps repeats them: the treasury's stream takes a payment out of suspense once, under its
//! key, and the row follows what the streams say.

use super::payout::{Halt, load};
use super::{Rail, incoming};
use domain::ids::derived;
use domain::refusal::Refusal;
use domain::treasury::{ReturnPayment, TreasuryCommand};
use domain::withdrawal::State;
use ledger::{Fault, Ledger, Plain, RESERVE_STREAM, Request, StreamId};

const ACTOR: &str = "system:payouts";

/// Books what is with its sender again, and gives free what could not be brought back.
///
/// # Errors
/// [`Halt`]; the next look goes on.
pub async fn settle(ledger: &Ledger, rail: &dyn Rail) -> Result<(), Halt> {
    let pool = ledger.pool();
    for back in incoming::going_back(pool, rail).await? {
        match load(ledger, back.withdrawal).await?.state {
            State::Confirmed => book(ledger, back).await?,
            State::Failed => _ = incoming::free(pool, &back.payment).await?,
            State::Review | State::Approved | State::Sent | State::Broadcast | State::Rejected => {}
        }
    }
    Ok(())
}

async fn book(ledger: &Ledger, back: incoming::Returning) -> Result<(), Halt> {
    let (payment, tx) = (back.payment.clone(), back.payment.tx.clone());
    let command = TreasuryCommand::ReturnPayment(ReturnPayment {
        payment: back.payment,
        amount: back.amount,
        withdrawal: back.withdrawal,
    });
    let (id, request) = (
        StreamId::house(RESERVE_STREAM),
        Request::system(ACTOR, derived("return_payment", back.withdrawal.0)),
    );
    let reply = ledger.treasury().execute(&id, command, request, Plain).await;
    let reply = reply.map_err(|error| Halt::Ledger(Fault::Unknown(error.to_string())))?;
    if reply.is_accepted() || reply.code == Refusal::AlreadyReceived.code() {
        incoming::returned(ledger.pool(), &payment, ledger.clock().now()).await?;
    } else {
        tracing::error!(code = reply.code, tx, "a payment that went back was not booked");
    }
    Ok(())
}
