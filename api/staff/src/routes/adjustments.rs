//! `adjustments/…`: corrections of purses, which another role approves (api §7.5).

use crate::call::{StaffCall, Terms};
use crate::cases;
use crate::permissions::alone_day_max;
use crate::player_act::check_known;
use crate::proposals;
use crate::proposals::corrections::{AdjustmentWhat, adjustment, check_unbooked};
use crate::proposals::restates;
use crate::wire::proposals::{AdjustmentsProposeBody, StaffProposed};
use api::endpoint::Answer;
use api::error::Failure;
use domain::ids::{PlayerId, ProposalId};
use domain::proposal::Kind;
use domain::staff::Payment;
use domain::worth::worth;

/// Proposes a correction.
///
/// # Errors
/// -1006 for a purse, an amount, a counter-account or a case that is none for a month that is not closed, and without one or `none` once a month is closed, 4007 for no such player, 9005 above the limit of the
/// member's roles.
pub async fn propose(call: StaffCall<AdjustmentsProposeBody>) -> Answer<StaffProposed> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let player = PlayerId(body.player.0);
    let what = AdjustmentWhat {
        player,
        purse: body.purse.clone(),
        delta: body.delta.clone(),
        counter: body.counter.clone(),
        case_id: body.case_id.clone(),
        tx: body.tx.clone(),
        restates: restates::said(ledger, body.restates.as_deref()).await?,
    };
    let adjust = adjustment(&what, &call.member.name, "")?;
    if adjust.counter.asset() != adjust.purse.asset() {
        return Err(Failure::invalid("counter"));
    }
    cases::check_given(ledger, &adjust.case_id).await?;
    check_unbooked(ledger.pool(), &what).await?;
    check_known(ledger, player).await?;
    let amount = worth(adjust.purse, adjust.delta).ok_or_else(|| Failure::invalid("delta"))?;
    let proposal = ProposalId::of_request(call.body.req_id.0);
    let terms = Terms {
        worth: amount,
        worth_max: alone_day_max(&call.member.roles),
        payment: payment_of(proposal, &what),
        ..Terms::default()
    };
    proposals::propose(&call, terms, Kind::Adjustment, &what, vec![player]).await
}

/// What a correction lets go to its player.
pub fn payment_of(proposal: ProposalId, what: &AdjustmentWhat) -> Option<Payment> {
    let adjust = adjustment(what, "", "").ok().filter(|adjust| adjust.delta > 0)?;
    Some(Payment {
        what: proposal.0,
        to: what.player,
        amount: worth(adjust.purse, adjust.delta)?,
    })
}
