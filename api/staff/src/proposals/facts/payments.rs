//! What a decider has to know of a payment: who sent it, what it says, and what becomes of it.

use super::before_after;
use crate::facts::fact;
use crate::proposals::changes::{AssignWhat, ClearWhat, read};
use crate::wire::proposals::StaffFact;
use api::error::Failure;
use domain::ids::OrderId;
use domain::posting::Purse;
use domain::proposal::Change;
use ledger::{Ledger, StreamId};

/// Shown where somebody wrote nothing.
const NOTHING: &str = "-";

/// A payment of nobody, the order that it would be given to, and the player's coupons after it: one for each USDT.
pub(super) async fn of_assignment(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: AssignWhat = read(change)?;
    let order = ledger
        .topups()
        .load(&StreamId::thing(OrderId::of(&what.order_no).0))
        .await?
        .state;
    let mut facts = Vec::new();
    let Some((payment, seen_at)) = what.payment(ledger.pool()).await? else {
        return Ok(facts);
    };
    let comment = payment.comment.as_deref().unwrap_or(NOTHING);
    facts.push(fact("payment amount", payment.amount.minor()));
    facts.push(fact("payment sender", &payment.sender));
    facts.push(fact("payment comment", comment));
    facts.push(fact("payment seen at", seen_at.0));
    if let Some(ordered) = &order.order {
        facts.push(fact("order amount", ordered.amount.minor()));
        facts.push(fact("order state", format!("{:?}", order.state).to_lowercase()));
        facts.push(fact("order valid until", ordered.valid_until.0));
        facts.push(fact("order received so far", order.credited.minor()));
        let player = ledger.players().load(&StreamId::player(ordered.player)).await?.state;
        let name = format!("{} of {}", Purse::Coupon.name(), ordered.player);
        let held = player.wallet.minor(Purse::Coupon);
        facts.extend(before_after(&name, held, payment.amount.minor(), waits));
    }
    Ok(facts)
}

/// What was approved to be paid beside what the chain shows.
pub(super) async fn of_mismatch(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: ClearWhat = read(change)?;
    let id = StreamId::thing(what.withdrawal.0);
    let withdrawal = ledger.withdrawals().load(&id).await?.state;
    let mut facts = Vec::new();
    if let Some(request) = &withdrawal.request {
        facts.push(fact("approved amount", request.terms.net().minor()));
        facts.push(fact("approved address", &request.terms.address));
        facts.push(fact(
            "approved comment",
            request.terms.comment.as_deref().unwrap_or(NOTHING),
        ));
    }
    if let Some(receipt) = &withdrawal.mismatch {
        facts.push(fact("paid amount", receipt.amount.minor()));
        facts.push(fact("paid address", &receipt.address));
        facts.push(fact("paid comment", receipt.comment.as_deref().unwrap_or(NOTHING)));
        facts.push(fact("paid in", &receipt.tx));
    }
    Ok(facts)
}
