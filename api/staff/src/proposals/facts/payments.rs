//! What a decider has to know of a payment: who sent it, what it says, and what becomes of it.

use super::{balance, of_house, of_purse};
use crate::proposals::changes::{AssignWhat, ClearWhat, read};
use crate::proposals::refunds::RefundWhat;
use crate::wire::facts::{FactUnit, StaffFact, fact, fact_if_known};
use api::error::Failure;
use domain::ids::OrderId;
use domain::posting::{House, Purse};
use domain::proposal::Change;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Ledger, StreamId};
use rails::Incoming;
use rails::incoming::{self, Key};
use sqlx::PgPool;

/// A payment of nobody, the order that it would be given to, if it has one, the player's coupons after it, one for each USDT,
/// and the money behind them: out of what nobody owns so far.
pub(super) async fn of_assignment(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: AssignWhat = read(change)?;
    let order = ledger
        .topups()
        .load(&StreamId::thing(OrderId::of(&what.order_no).0))
        .await?
        .state;
    let Some((payment, seen_at)) = what.payment(ledger.pool()).await? else {
        return Ok(Vec::new());
    };
    let mut facts = came(&payment, seen_at);
    if let Some(ordered) = order.order.as_ref().filter(|_| what.player.is_none()) {
        let state = format!("{:?}", order.state).to_lowercase();
        facts.push(fact("order_amount", FactUnit::Usdt, ordered.amount.minor()));
        facts.push(fact("order_state", FactUnit::Text, state));
        facts.push(fact("order_valid_until", FactUnit::Time, ordered.valid_until.0));
        facts.push(fact("order_received_so_far", FactUnit::Usdt, order.credited.minor()));
    }
    if let Some(receiver) = what.player.or(order.order.map(|ordered| ordered.player)) {
        let player = ledger.players().load(&StreamId::player(receiver)).await?.state;
        let held = player.wallet.minor(Purse::Coupon);
        let amount = payment.amount.minor();
        facts.extend(of_purse(receiver, Purse::Coupon, held, amount, waits));
    }
    let amount = i128::from(payment.amount.minor());
    for (house, moved) in [(House::UsdtSuspense, -amount), (House::UsdtCustomer, amount)] {
        facts.extend(of_house(house, balance(ledger, house).await?, moved, waits));
    }
    Ok(facts)
}

/// The payment of nobody that the reserve is funded with, if it is one.
pub(super) async fn of_payment(pool: &PgPool, key: Option<&Key>) -> Result<Vec<StaffFact>, Failure> {
    let found = match key {
        Some(key) => incoming::find(pool, key).await?,
        None => None,
    };
    Ok(found.map_or_else(Vec::new, |(payment, seen_at)| came(&payment, seen_at)))
}

fn came(payment: &Incoming, seen_at: Timestamp) -> Vec<StaffFact> {
    vec![
        fact("payment_amount", FactUnit::Usdt, payment.amount.minor()),
        fact("payment_sender", FactUnit::Text, &payment.sender),
        fact_if_known("payment_comment", FactUnit::Text, payment.comment.as_deref()),
        fact("payment_seen_at", FactUnit::Time, seen_at.0),
    ]
}

/// The payment whose sender would be paid, what is left of its coupons and until when; the player's purses and
/// the money behind coupons before and after. Custody changes once the chain has the payment.
pub(super) async fn of_refund(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: RefundWhat = read(change)?;
    let player = ledger.players().load(&StreamId::player(what.player)).await?.state;
    let context = ledger.context();
    let mut facts = of_payment(ledger.pool(), Some(&what.paid_by)).await?;
    facts.push(fact("approved_address", FactUnit::Text, &what.address));
    facts.push(fact("refund_order", FactUnit::Text, &what.order_no));
    if let Some(found) = player.refundable(what.paid(), &context) {
        let days_left = found.until.since(context.now).div_euclid(DAY_MS).max(0);
        facts.push(fact("refund_unspent", FactUnit::Coupon, found.unspent.minor()));
        facts.push(fact("refund_credited", FactUnit::Time, found.credited_at.0));
        facts.push(fact("refund_until", FactUnit::Time, found.until.0));
        facts.push(fact("refund_days_left", FactUnit::Number, days_left));
    }
    let amount = what.coupons()?.minor();
    for (purse, moved) in [(Purse::Coupon, -amount), (Purse::UsdtHold, amount)] {
        let held = player.wallet.minor(purse);
        facts.extend(of_purse(what.player, purse, held, moved, waits));
    }
    let behind = balance(ledger, House::UsdtCustomer).await?;
    facts.extend(of_house(House::UsdtCustomer, behind, -i128::from(amount), waits));
    Ok(facts)
}

/// What was approved to be paid beside what the chain shows.
pub(super) async fn of_mismatch(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: ClearWhat = read(change)?;
    let id = StreamId::thing(what.withdrawal.0);
    let withdrawal = ledger.withdrawals().load(&id).await?.state;
    let mut facts = Vec::new();
    if let Some(request) = &withdrawal.request {
        facts.push(fact("approved_amount", FactUnit::Usdt, request.terms.net().minor()));
        facts.push(fact("approved_address", FactUnit::Text, &request.terms.address));
        facts.push(fact_if_known(
            "approved_comment",
            FactUnit::Text,
            request.terms.comment.as_deref(),
        ));
    }
    if let Some(receipt) = &withdrawal.mismatch {
        facts.push(fact("paid_amount", FactUnit::Usdt, receipt.amount.minor()));
        facts.push(fact("paid_address", FactUnit::Text, &receipt.address));
        facts.push(fact_if_known(
            "paid_comment",
            FactUnit::Text,
            receipt.comment.as_deref(),
        ));
        facts.push(fact("paid_in", FactUnit::Text, &receipt.tx));
    }
    Ok(facts)
}
