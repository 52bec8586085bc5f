//! `topups/…`: payments of nobody, and whose they are (api §7.7); unspent coupons that go back to who paid (api §7.27).

use crate::call::{StaffCall, Terms};
use crate::cases;
use crate::permissions::alone_day_max;
use crate::player_act::{check_known, check_other};
use crate::proposals;
use crate::proposals::changes::AssignWhat;
use crate::proposals::refunds::{RefundWhat, coupons, payer};
use crate::proposals::returns::ReturnWhat;
use crate::reading::read::{self, period};
use crate::wire::page;
use crate::wire::proposals::StaffProposed;
use crate::wire::topups::{
    StaffPayment, StaffRefundable, TopupsProposeAssignBody, TopupsProposeRefundBody, TopupsProposeReturnBody,
    TopupsRefundableBody, TopupsRefundableData, TopupsUnmatchedBody, TopupsUnmatchedData,
};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::finding::Finding;
use domain::ids::{OrderId, PlayerId, ProposalId, derived};
use domain::money::Asset;
use domain::player::coupon::Paid;
use domain::proposal::Kind;
use domain::refusal::Refusal;
use domain::staff::Payment;
use ledger::{Ledger, StreamId};
use rails::incoming;

/// Payments of nobody.
///
/// # Errors
/// -1006 for a period, a limit or a cursor that is none.
pub async fn unmatched(call: StaffCall<TopupsUnmatchedBody>) -> Answer<TopupsUnmatchedData> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let limit = page::limit(body.limit)?;
    let between = period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?;
    let at = read::now(ledger).await?;
    let total = incoming::waiting(ledger.pool(), between).await?.count;
    let after = page::payment_of(body.before.as_deref())?;
    let found = incoming::unmatched_after(ledger.pool(), between, after.as_ref(), limit).await?;
    let next = page::next(&found, limit, |last| page::payment(&last.place()));
    let list = found.into_iter().map(|found| StaffPayment {
        tx: found.payment.tx,
        sender: found.payment.sender,
        asset: "usdt".to_owned(),
        amount: found.payment.amount.minor().to_string(),
        comment: found.payment.comment,
        seen_ms: found.seen_at.0,
    });
    Ok(Data::of(&TopupsUnmatchedData {
        at,
        list: list.collect(),
        sums: period::wanted(body.sums, incoming::sum(ledger.pool(), between)).await?,
        next,
        total,
    }))
}

/// Proposes whose a payment is.
///
/// # Errors
/// -1006 unless it names either an order or a player, 5203 for no such order, 4007 for no such player and no such payment
/// of nobody, 9005 above the limit of the member's roles.
pub async fn propose_assign(call: StaffCall<TopupsProposeAssignBody>) -> Answer<StaffProposed> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let proposal = ProposalId::of_request(body.req_id.0);
    let receiver = receiver(ledger, body, proposal).await?;
    let payment = incoming::unmatched_of(ledger.pool(), &body.tx).await?;
    let payment = payment.ok_or(Refusal::RecordNotFound)?;
    let assigned = Payment {
        what: proposal.0,
        to: receiver.player,
        amount: payment.payment.amount,
    };
    let terms = Terms {
        worth: assigned.amount,
        worth_max: alone_day_max(&call.member.roles),
        payment: Some(assigned),
        ..Terms::default()
    };
    let what = AssignWhat {
        tx: body.tx.clone(),
        order_no: receiver.order_no,
        player: body.player.as_ref().map(|player| PlayerId(player.0)),
        of: Some((payment.rail, payment.payment.lt)),
    };
    proposals::propose(&call, terms, Kind::TopupAssign, &what, vec![receiver.player]).await
}

/// Who gets a payment, and by which order.
struct Receiver {
    player: PlayerId,
    order_no: String,
}

async fn receiver(ledger: &Ledger, body: &TopupsProposeAssignBody, proposal: ProposalId) -> Result<Receiver, Failure> {
    match (&body.order_no, &body.player) {
        (Some(order_no), None) => {
            let id = StreamId::thing(OrderId::of(order_no).0);
            let order = ledger.topups().load(&id).await?.state.order;
            let order = order.filter(|order| order.order_no == *order_no);
            let order = order.ok_or(Refusal::OrderNotFound)?;
            Ok(Receiver {
                player: order.player,
                order_no: order.order_no,
            })
        }
        (None, Some(player)) => {
            let player = PlayerId(player.0);
            check_known(ledger, player).await?;
            Ok(Receiver {
                player,
                order_no: OrderId::number(derived("topup_assign", proposal.0)),
            })
        }
        _ => {
            let either = "a payment is given either to an order or to a player";
            Err(Finding::new("order_or_player", either).of("order_no").into())
        }
    }
}

/// Proposes to send a payment back to its sender, whole, over the rail that it came by.
///
/// # Errors
/// 4007 for no such payment of nobody, -1006 for one that this service did not see on the chain and for a sender that
/// cannot be paid.
pub async fn propose_return(call: StaffCall<TopupsProposeReturnBody>) -> Answer<StaffProposed> {
    let ledger = call.app.ledger();
    let payment = incoming::unmatched_of(ledger.pool(), &call.body.tx).await?;
    let what = ReturnWhat::of(ledger, &payment.ok_or(Refusal::RecordNotFound)?).await?;
    proposals::propose(&call, Terms::default(), Kind::PaymentReturn, &what, Vec::new()).await
}

/// Payments of a player's top-ups of which coupons are unspent, newest first: those that were credited within the time of
/// refunds.
///
/// # Errors
/// 4007 for no such player.
pub async fn refundable(call: StaffCall<TopupsRefundableBody>) -> Answer<TopupsRefundableData> {
    let (ledger, player) = (call.app.ledger(), PlayerId(call.body.player.0));
    check_known(ledger, player).await?;
    let at = read::now(ledger).await?;
    let state = ledger.players().load(&StreamId::player(player)).await?.state;
    let (unspent, mut list) = (state.all_refundable(&ledger.context()), Vec::new());
    for (lot, found) in unspent {
        let payer = match payer(ledger, lot.paid()).await {
            Ok(payer) => Some(payer.address.to_string()),
            Err(Failure::Invalid(_) | Failure::Broken(_)) => None,
            Err(fault) => return Err(fault),
        };
        list.push(StaffRefundable::of(lot, &found, payer));
    }
    Ok(Data::of(&TopupsRefundableData { at, list }))
}

/// Proposes to give unspent coupons of a payment back, their money to whoever sent it.
///
/// # Errors
/// -1006 without a case or an amount, and for a payer that is unknown or cannot be paid; 4007 for no such player, 9002 for
/// the own one, -1002, 5203, 4008 and 2005 for a frozen player, no such payment of the top-up, one whose time is over, and
/// more than is unspent of it.
pub async fn propose_refund(call: StaffCall<TopupsProposeRefundBody>) -> Answer<StaffProposed> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let player = PlayerId(body.player.0);
    let amount = coupons(&body.amount)?;
    cases::check_given(ledger, &body.case_id).await?;
    check_known(ledger, player).await?;
    check_other(&call, player)?;
    let state = ledger.players().load(&StreamId::player(player)).await?.state;
    let paid = Paid::of(&body.order_no, &body.tx, body.lt);
    state.check_refund(paid, amount, &ledger.context())?;
    let payer = payer(ledger, paid).await?;
    let what = RefundWhat {
        player,
        order_no: body.order_no.clone(),
        asset: Asset::Coupon.name().to_owned(),
        amount: amount.minor().to_string(),
        paid_by: payer.payment.key(),
        comment: payer.comment(),
        address: payer.address,
        case_id: body.case_id.clone(),
    };
    proposals::propose(&call, Terms::default(), Kind::CouponRefund, &what, vec![player]).await
}
