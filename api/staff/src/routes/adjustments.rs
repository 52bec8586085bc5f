//! `adjustments/…`: corrections of purses, which another role approves (api §7.5).

use crate::call::{StaffCall, Terms};
use crate::permissions::adjust_day_max;
use crate::player_act::check_known;
use crate::proposals;
use crate::proposals::changes::{AdjustmentWhat, adjustment};
use crate::wire::proposals::{AdjustmentsProposeBody, StaffProposed};
use api::endpoint::Answer;
use api::error::Failure;
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::posting::Purse;
use domain::proposal::Kind;
use domain::staff::Payment;

/// What a diamond is worth: a sixtieth of the USDT that the shop asks for sixty (domain §3.6), in millionths.
const DIAMOND_MICRO: i64 = 16_667;
/// What a bought coin is worth (domain §1), in millionths.
const COIN_MICRO: i64 = 100;

/// Proposes a correction.
///
/// # Errors
/// -1006 for a purse, an amount or a counter-account that is none, 4007 for no such player, 9005 above the limit of the
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
    };
    let adjust = adjustment(&what, &call.member.name, "")?;
    if adjust.counter.asset() != adjust.purse.asset() {
        return Err(Failure::invalid("counter"));
    }
    if adjust.case_id.trim().is_empty() {
        return Err(Failure::invalid("case_id"));
    }
    check_known(ledger, player).await?;
    let amount = worth(adjust.purse, adjust.delta).ok_or_else(|| Failure::invalid("delta"))?;
    let what_paid = call.body.req_id.0;
    let payment = (adjust.delta > 0).then_some(Payment {
        what: what_paid,
        to: player,
        amount,
    });
    let terms = Terms {
        worth: amount,
        worth_max: adjust_day_max(&call.member.roles),
        payment,
        ..Terms::default()
    };
    let request = call.begin_as(player, terms).await?;
    proposals::propose(&call, request, Kind::Adjustment, &what, vec![player]).await
}

/// What a correction moves at parity; nothing for one that moves nothing, or more than there is.
fn worth(purse: Purse, delta: i64) -> Option<Usdt> {
    let rate = match purse {
        Purse::CoinPaid | Purse::CoinPromo => COIN_MICRO,
        Purse::Diamond => DIAMOND_MICRO,
        // 10,000 tokens of two decimals are one USDT of six: a minor unit is a minor unit.
        Purse::Gusd | Purse::GusdBonus | Purse::Usdt | Purse::UsdtHold | Purse::Coupon => 1,
    };
    let minor = delta.checked_abs()?.checked_mul(rate)?;
    Some(Usdt::from_minor(minor)).filter(|worth| *worth > Usdt::ZERO)
}

#[cfg(test)]
mod tests;
