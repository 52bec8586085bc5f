//! `treasury/…`: the house's own money, which two people dedicate to prizes or to promotions (api §7.18, domain §1), and
//! the stakes that close while it does not cover what is owed (api §7.28).

use crate::call::{StaffCall, Terms};
use crate::proposals::changes::FundWhat;
use crate::proposals::{self, settle};
use crate::wire::StaffDone;
use crate::wire::proposals::StaffProposed;
use crate::wire::treasury::{TreasuryOpenStakesBody, TreasuryProposeBody};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::proposal::Kind;
use domain::treasury::{OpenStakes, STAKES, TreasuryCommand};
use ledger::{Plain, RESERVE_STREAM, StreamId};

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

/// Opens the stakes that solvency closed, once what there is covers what is owed again.
///
/// # Errors
/// 2004 while it does not, 9003 where none are closed; [`Failure::Busy`] while the checks cannot be made.
pub async fn open_stakes(call: StaffCall<TreasuryOpenStakesBody>) -> Answer<StaffDone> {
    let ledger = call.app.ledger();
    let verdict = workers::solvency::measure(ledger).await?.ok_or(Failure::Busy)?;
    let request = call.begin(STAKES).await?;
    let id = StreamId::house(RESERVE_STREAM);
    let command = TreasuryCommand::OpenStakes(OpenStakes {
        by: call.member.name.clone(),
        reason: call.reason(),
        verdict,
    });
    settle(
        ledger,
        &id,
        ledger.treasury().execute(&id, command, request, Plain).await,
    )
    .await?;
    ledger.refresh().await?;
    Ok(Data::of(&StaffDone::DONE))
}
