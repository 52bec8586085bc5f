//! What a yes to a withdrawal moves, and what those who say it may still let go alone.

use crate::permissions::alone_day_max;
use crate::proposals::facts::{balance, limit_left, of_house, of_purse, sign_of};
use crate::wire::facts::StaffFact;
use api::error::Failure;
use domain::posting::{House, Purse};
use domain::withdrawal::{Request, State, Withdrawal};
use ledger::{Ledger, StreamId};
use std::slice::from_ref;

/// Each account before the payment and, while the withdrawal waits for a yes, after it; then the limit that is left to the
/// viewer and to whoever said yes already.
///
/// # Errors
/// A fault of the ledger.
pub async fn decision(
    ledger: &Ledger,
    withdrawal: &Withdrawal,
    request: &Request,
    viewer: &String,
) -> Result<Vec<StaffFact>, Failure> {
    let waits = withdrawal.state == State::Review;
    let terms = &request.terms;
    let player = ledger.players().load(&StreamId::player(terms.player)).await?.state;
    let held = player.wallet.minor(Purse::UsdtHold);
    let mut facts = of_purse(terms.player, Purse::UsdtHold, held, -terms.amount.minor(), waits);
    let moved = [
        (House::UsdtFee, terms.fee.minor()),
        (House::UsdtCustody, -terms.net().minor()),
    ];
    for (house, change) in moved {
        let holds = sign_of(house) * balance(ledger, house).await?;
        facts.extend(of_house(house, holds, change.into(), waits));
    }
    let others = withdrawal.approved_by.iter().filter(|name| waits && *name != viewer);
    for name in from_ref(viewer).iter().chain(others) {
        facts.push(limit_left(ledger, name, alone_day_max).await?);
    }
    Ok(facts)
}
