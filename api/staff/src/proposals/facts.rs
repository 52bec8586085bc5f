//! What a decider has to know of a change, as of now.

use super::changes::{AdjustmentWhat, FundWhat};
use crate::facts::fact;
use crate::wire::proposals::StaffFact;
use api::error::Failure;
use domain::posting::{House, Purse};
use domain::proposal::{Change, Kind, Proposal, State};
use ledger::balance::{AsOf, as_of};
use ledger::{Fault, Ledger, StreamId};
use uuid::Uuid;

/// The facts of this moment; nothing where nothing was proposed.
///
/// # Errors
/// A fault of the ledger.
pub async fn of_proposal(ledger: &Ledger, proposal: &Proposal) -> Result<Vec<StaffFact>, Failure> {
    let Some(change) = &proposal.change else {
        return Ok(Vec::new());
    };
    let mut facts = of_players(ledger, change).await?;
    if matches!(change.kind, Kind::ReserveFund | Kind::PromoFund) {
        facts.extend(of_treasury(ledger, change, proposal.state).await?);
    }
    Ok(facts)
}

async fn of_players(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: Result<AdjustmentWhat, _> = serde_json::from_value(change.what.clone());
    let purse = what.ok().and_then(|what| Purse::named(&what.purse));
    let mut facts = Vec::new();
    for player in &change.players {
        let state = ledger.players().load(&StreamId::player(*player)).await?.state;
        facts.push(fact(&format!("frozen {player}"), state.freeze.is_frozen));
        if let Some(purse) = purse {
            let held = state.wallet.minor(purse);
            facts.push(fact(&format!("{} of {player}", purse.name()), held));
        }
    }
    Ok(facts)
}

/// What the house holds in custody, for prizes and for promotions, and while the change waits what it would hold.
async fn of_treasury(ledger: &Ledger, change: &Change, state: State) -> Result<Vec<StaffFact>, Failure> {
    let what: Result<FundWhat, _> = serde_json::from_value(change.what.clone());
    let amount = what.ok().and_then(|what| what.usdt().ok()).unwrap_or_default().minor();
    // Custody is a debit account: the money that it holds is below zero in the books.
    let moved: [(House, i64, i64); 3] = match change.kind {
        Kind::PromoFund => [
            (House::UsdtCustody, -1, 0),
            (House::UsdtReserve, 1, -amount),
            (House::UsdtPromoBudget, 1, amount),
        ],
        _ => [
            (House::UsdtCustody, -1, amount),
            (House::UsdtReserve, 1, amount),
            (House::UsdtPromoBudget, 1, 0),
        ],
    };
    let (mut now, mut after) = (Vec::new(), Vec::new());
    for (account, sign, change) in moved {
        let holds = i128::from(sign) * balance(ledger, account).await?;
        now.push(fact(account.name(), holds));
        after.push(StaffFact {
            bound: Some(">= 0".to_owned()),
            ..fact(&format!("{} after", account.name()), holds + i128::from(change))
        });
    }
    if state == State::Waiting {
        now.append(&mut after);
    }
    Ok(now)
}

/// The balance of an account of the house, summed over its logs.
async fn balance(ledger: &Ledger, account: House) -> Result<i128, Fault> {
    let mut sum = 0;
    for partition in 0..ledger.partitions() {
        let accounts = as_of(ledger.pool(), partition, Uuid::nil(), AsOf::Latest).await?;
        let found = accounts.iter().filter(|one| one.account == account.name());
        sum += found.map(|one| i128::from(one.balance)).sum::<i128>();
    }
    Ok(sum)
}
