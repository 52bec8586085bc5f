//! `treasury/…`: the house's own money, which two people dedicate to prizes or to promotions (api §7.18, domain §1).

use crate::call::StaffCall;
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
/// -1006 for a purpose or an amount that is none.
pub async fn propose(call: StaffCall<TreasuryProposeBody>) -> Answer<StaffProposed> {
    let kind = match call.body.to.as_str() {
        "reserve" => Kind::ReserveFund,
        "promo_budget" => Kind::PromoFund,
        _ => return Err(Failure::invalid("to")),
    };
    let what = FundWhat::of(&call.body.amount);
    what.usdt()?;
    let request = call.begin(kind.name()).await?;
    proposals::propose(&call, request, kind, &what, Vec::new()).await
}
