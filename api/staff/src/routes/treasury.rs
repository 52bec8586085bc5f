//! `treasury/…`: the house's own money, which two people dedicate to prizes or to promotions (api §7.18, domain §1).

use crate::call::{StaffCall, Terms};
use crate::proposals;
use crate::proposals::changes::FundWhat;
use crate::wire::proposals::StaffProposed;
use crate::wire::treasury::TreasuryProposeBody;
use api::endpoint::Answer;
use api::error::Failure;
use domain::proposal::Kind;

/// Proposes to fund the reserve, or the promo budget out of it. Whether the reserve has the money is decided when the
/// proposal is carried out.
///
/// # Errors
/// -1006 for a purpose or an amount that is none, or not that of the payment; 4007 for no such payment of nobody.
pub async fn propose(call: StaffCall<TreasuryProposeBody>) -> Answer<StaffProposed> {
    let kind = match call.body.to.as_str() {
        "reserve" => Kind::ReserveFund,
        "promo_budget" => Kind::PromoFund,
        _ => return Err(Failure::invalid("to")),
    };
    let (pool, tx) = (call.app.ledger().pool(), call.body.tx.as_deref());
    let what = FundWhat::of(&call.body.amount).out_of(pool, kind, tx).await?;
    proposals::propose(&call, Terms::default(), kind, &what, Vec::new()).await
}
