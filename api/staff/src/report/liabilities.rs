//! What the players are owed at the end of a day: in the report from the books, and in the close as a signed statement in
//! which every player finds his own amount (ledger §4.5).

use super::super::wire::days::{DayLiabilities, DayOwed};
use super::super::wire::facts::{FactBound, FactUnit, StaffFact, fact_if_known};
use api::error::Failure;
use domain::money::{Asset, Usdt};
use domain::time::{Day, Timestamp};
use ledger::balance::{AsOf, bounds};
use ledger::notary::liabilities::{Extent, Owed, Statement, entries};
use ledger::trial::TrialLine;
use ledger::{Fault, Ledger};
use std::collections::BTreeMap;

/// What the chains hold beyond the USDT of players.
const CHECK: &str = "chains_beyond_what_players_are_owed";

/// What the trial balance says, without a statement.
pub(super) fn in_books(lines: &[TrialLine]) -> DayLiabilities {
    let total = |asset: Asset| {
        let is_owed = |line: &&TrialLine| entries(asset).any(|entry| entry.accounts.contains(&line.account));
        lines.iter().filter(is_owed).map(TrialLine::closing).sum::<i128>()
    };
    let owed = Asset::ALL.map(|asset| DayOwed {
        asset: asset.name().to_owned(),
        total: total(asset).to_string(),
        root: None,
    });
    DayLiabilities {
        at_ms: None,
        checkpoint: None,
        owed: owed.into(),
    }
}

/// The chains have what the players are owed of USDT; held against nothing where their balance is unknown.
pub(super) fn covered(liabilities: &DayLiabilities, on_chain: Option<Usdt>) -> StaffFact {
    let beyond = on_chain.map(|held| i128::from(held.minor()) - booked(liabilities, Asset::Usdt));
    StaffFact {
        bound: beyond.map(|_| FactBound::at_least(0)),
        ..fact_if_known(CHECK, FactUnit::Usdt, beyond)
    }
}

fn booked(liabilities: &DayLiabilities, asset: Asset) -> i128 {
    let of_it = liabilities.owed.iter().filter(|owed| owed.asset == asset.name());
    of_it.filter_map(|owed| owed.total.parse::<i128>().ok()).sum()
}

/// Publishes the statement of a day that is over, once, and writes its roots into what the report has of it.
///
/// Trees of a million players take longer than a call may: the work goes on when the call has ended, and a call that
/// comes later finds it done.
///
/// # Errors
/// [`Failure::Busy`] until the notary has signed a checkpoint that covers the day; a fault when the trees do not come to
/// what the report says.
pub async fn publish(ledger: &Ledger, day: Day, liabilities: DayLiabilities) -> Result<DayLiabilities, Failure> {
    let time = Timestamp(day.next().start().0 - 1);
    let until = bounds(ledger.pool(), AsOf::Time(time.0)).await?;
    let extent = Extent {
        events: until.into_iter().map(i64::unsigned_abs).collect(),
        time,
    };
    let (of, totals) = (ledger.clone(), liabilities.clone());
    let work = async move { of.publish_liabilities(&extent, |asset| booked(&totals, asset)).await };
    let done = tokio::spawn(work).await;
    let note = done
        .map_err(|broken| Fault::Unknown(broken.to_string()))??
        .ok_or(Failure::Busy)?;
    let statement = Statement::open(&note, &ledger.notary_key()?);
    let statement = statement.map_err(|why| Fault::Contradiction(format!("a stored statement: {why}")))?;
    let is_other = |owed: &Owed| i128::from(owed.total) != booked(&liabilities, owed.asset);
    match statement.owed.iter().find(|owed| is_other(owed)) {
        Some(owed) => Err(Fault::Contradiction(format!("{day} was stated otherwise in {}", owed.asset.name())).into()),
        None => Ok(with_roots(liabilities, &statement)),
    }
}

fn with_roots(liabilities: DayLiabilities, statement: &Statement) -> DayLiabilities {
    let roots: BTreeMap<&str, String> = (statement.owed.iter())
        .map(|owed| (owed.asset.name(), owed.root.to_string()))
        .collect();
    let owed = liabilities.owed.into_iter().map(|owed| DayOwed {
        root: roots.get(owed.asset.as_str()).cloned(),
        ..owed
    });
    DayLiabilities {
        at_ms: Some(statement.extent.time.0),
        checkpoint: Some(statement.checkpoint),
        owed: owed.collect(),
    }
}
