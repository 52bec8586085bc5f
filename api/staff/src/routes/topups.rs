//! `topups/…`: payments of nobody, and whose they are (api §7.7).

use crate::call::{StaffCall, Terms};
use crate::permissions::alone_day_max;
use crate::proposals;
use crate::proposals::changes::AssignWhat;
use crate::proposals::returns::ReturnWhat;
use crate::wire::proposals::StaffProposed;
use crate::wire::topups::{
    StaffPayment, TopupsProposeAssignBody, TopupsProposeReturnBody, TopupsUnmatchedBody, TopupsUnmatchedData,
};
use api::endpoint::{Answer, Data};
use domain::ids::{OrderId, ProposalId};
use domain::proposal::Kind;
use domain::refusal::Refusal;
use domain::staff::Payment;
use ledger::StreamId;
use rails::incoming;

/// Payments of nobody.
///
/// # Errors
/// A fault of the database.
pub async fn unmatched(call: StaffCall<TopupsUnmatchedBody>) -> Answer<TopupsUnmatchedData> {
    let found = incoming::unmatched(call.app.ledger().pool()).await?;
    let list = found.into_iter().map(|found| StaffPayment {
        tx: found.payment.tx,
        sender: found.payment.sender,
        asset: "usdt".to_owned(),
        amount: found.payment.amount.minor().to_string(),
        comment: found.payment.comment,
        seen_ms: found.seen_at.0,
    });
    let list = list.collect();
    Ok(Data::of(&TopupsUnmatchedData { list, next: None }))
}

/// Proposes whose a payment is.
///
/// # Errors
/// 5203 for no such order, 4007 for no such payment of nobody, 9005 above the limit of the member's roles.
pub async fn propose_assign(call: StaffCall<TopupsProposeAssignBody>) -> Answer<StaffProposed> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let order = ledger
        .topups()
        .load(&StreamId::thing(OrderId::of(&body.order_no).0))
        .await?;
    let order = order.state.order.filter(|order| order.order_no == body.order_no);
    let order = order.ok_or(Refusal::OrderNotFound)?;
    let payment = incoming::unmatched_of(ledger.pool(), &body.tx).await?;
    let payment = payment.ok_or(Refusal::RecordNotFound)?;
    let assigned = Payment {
        what: ProposalId::of_request(body.req_id.0).0,
        to: order.player,
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
        order_no: body.order_no.clone(),
        of: Some((payment.rail, payment.payment.lt)),
    };
    proposals::propose(&call, terms, Kind::TopupAssign, &what, vec![order.player]).await
}

/// Proposes to send a payment back to its sender, whole, over the rail that it came by.
///
/// # Errors
/// 4007 for no such payment of nobody, -1006 for a sender that cannot be paid.
pub async fn propose_return(call: StaffCall<TopupsProposeReturnBody>) -> Answer<StaffProposed> {
    let payment = incoming::unmatched_of(call.app.ledger().pool(), &call.body.tx).await?;
    let what = ReturnWhat::of(&payment.ok_or(Refusal::RecordNotFound)?)?;
    proposals::propose(&call, Terms::default(), Kind::PaymentReturn, &what, Vec::new()).await
}
