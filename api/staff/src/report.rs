//! The report of a day (api §7.12), computed from postings and views as of the day's end: the same at any later time once
//! the chains were compared after it. Of a day that is not over it is a preview as of now. What chains held at the day's
//! end is said where a comparison shows it, and called unknown where none does ([`chains`]): a balance of another moment is
//! never signed.

mod breaks;
mod chains;
mod liabilities;
mod promotion;

pub use breaks::{facts as break_facts, of_month as breaks_of_month, of_period as breaks_of_period};
pub use liabilities::publish as publish_liabilities;
pub use promotion::cost as promotion_cost;

use super::wire::days::{DayLine, DayReport};
use super::wire::facts::{FactBound, FactUnit, StaffFact, fact};
use api::error::Failure;
use domain::money::Usdt;
use domain::posting::House;
use domain::time::Day;
use ledger::balance::{AsOf, bounds};
use ledger::trial::{Period, TrialLine, sums, trial_balance};
use ledger::{Fault, Ledger};
use projections::cursor::{self, Waited};
use projections::house_days::{self, HouseDays};
use projections::turnovers;
use std::collections::BTreeMap;

/// House accounts of USDT that owe or hold something (law I-07).
const NOT_BELOW: [House; 7] = [
    House::UsdtReserve,
    House::UsdtPromoBudget,
    House::UsdtPacketHeld,
    House::UsdtCustomer,
    House::UsdtSuspense,
    House::UsdtClearing,
    House::UsdtFee,
];

/// The report of a day.
///
/// # Errors
/// [`Failure::Busy`] while the view of the house's days has not read the day to its end; a fault of the database.
pub async fn of_day(ledger: &Ledger, day: Day) -> Result<DayReport, Failure> {
    let pool = ledger.pool();
    let (begin, end) = (AsOf::Time(day.start().0 - 1), AsOf::Time(day.next().start().0 - 1));
    let period = Period {
        after: Some(begin),
        until: end,
    };
    let (after, until) = (bounds(pool, begin).await?, bounds(pool, end).await?);
    let lines = trial_balance(pool, period).await?;
    reach(ledger, &until).await?;
    let house = house_days::find(pool, day).await?;
    let moved = turnovers::moved(pool, &after, &until).await?;
    let chains = chains::at_end(ledger, day, custody(&lines)?).await?;
    let trial: BTreeMap<String, String> = sums(&lines)
        .into_iter()
        .map(|(asset, sum)| (asset.to_owned(), sum.to_string()))
        .collect();
    let owed = liabilities::in_books(&lines);
    let covered = liabilities::covered(&owed, chains.on_chain());
    let checks = checks(&lines, chains.checks().into_iter().chain([covered]));
    let balanced = trial.values().all(|sum| sum == "0") && checks.iter().all(StaffFact::holds);
    let staked = house.staked.minor();
    Ok(DayReport {
        day: day.to_string(),
        positions: positions(&until),
        accounts: lines.iter().map(line).collect(),
        staked: staked.to_string(),
        paid_out: house.paid_out.minor().to_string(),
        ggr: house.won().minor().to_string(),
        referral: house.referral.minor().to_string(),
        ngr: house.net().minor().to_string(),
        hold_per_mille: i64::try_from(i128::from(house.won().minor()) * 1_000 / i128::from(staked.max(1)))
            .unwrap_or_default(),
        promo_spent: promotion_cost(&moved).to_string(),
        fees: came(&lines, House::UsdtFee).to_string(),
        trial,
        checks,
        chains: chains.lines(),
        liabilities: Some(owed),
        breaks: Some(breaks::of_day(ledger, day).await?),
        balanced,
    })
}

/// The view of the house's days has read everything of the report.
async fn reach(ledger: &Ledger, until: &[i64]) -> Result<(), Failure> {
    for (partition, position) in (0..).zip(until) {
        match cursor::wait(ledger, &HouseDays, partition, Some(*position)).await? {
            Waited::Seen => {}
            Waited::Behind | Waited::NoSuchPosition => return Err(Failure::Busy),
        }
    }
    Ok(())
}

fn positions(until: &[i64]) -> BTreeMap<String, i64> {
    let of_logs = until.iter().enumerate();
    of_logs.map(|(log, position)| (log.to_string(), *position)).collect()
}

/// What the books of the report say that the wallets hold. Custody is owed by the chain: its balance is the opposite.
fn custody(lines: &[TrialLine]) -> Result<Usdt, Fault> {
    let owed = closing(lines, House::UsdtCustody.name());
    let held = i64::try_from(-owed).map_err(|_| Fault::Law(format!("custody is {owed}")))?;
    Ok(Usdt::from_minor(held))
}

/// An account as reports show it.
pub fn line(line: &TrialLine) -> DayLine {
    DayLine {
        account: line.account.clone(),
        asset: line.asset.clone(),
        opening: line.opening.to_string(),
        debit: line.debit.to_string(),
        credit: line.credit.to_string(),
        closing: line.closing().to_string(),
    }
}

/// What came to a house account.
fn came(lines: &[TrialLine], house: House) -> i128 {
    let of_it = lines.iter().filter(|line| line.account == house.name());
    of_it.map(|line| line.credit).sum()
}

fn closing(lines: &[TrialLine], account: &str) -> i128 {
    let of_it = lines.iter().filter(|line| line.account == account);
    of_it.map(TrialLine::closing).sum()
}

fn checks(lines: &[TrialLine], chains: impl Iterator<Item = StaffFact>) -> Vec<StaffFact> {
    let not_below = NOT_BELOW.map(|house| {
        let holds = closing(lines, house.name());
        StaffFact::of_house("holds", house, holds).bound(FactBound::at_least(0))
    });
    let beyond = closing(lines, "coupon") - closing(lines, House::UsdtCustomer.name());
    let coupons = fact("coupons_beyond_their_usdt", FactUnit::Usdt, beyond).bound(FactBound::exactly(0));
    not_below.into_iter().chain([coupons]).chain(chains).collect()
}
