//! The report of a day (api §7.12), computed from postings and views as of the day's end: the same at any later
//! time, but for the comparison with chains, which is the last one that was made.

use super::wire::days::{DayChain, DayLine, DayReport};
use super::wire::proposals::StaffFact;
use domain::posting::House;
use domain::time::Day;
use ledger::balance::{AsOf, position};
use ledger::trial::{Period, TrialLine, sums, trial_balance};
use ledger::{Fault, Ledger};
use projections::house_days;
use rails::reconcile::{self, Check, Compared};
use std::collections::BTreeMap;

/// House accounts of USDT that owe or hold something (law I-07).
const NOT_BELOW: [House; 6] = [
    House::UsdtReserve,
    House::UsdtPromoBudget,
    House::UsdtPacketHeld,
    House::UsdtCustomer,
    House::UsdtClearing,
    House::UsdtFee,
];

/// The report of a day.
///
/// # Errors
/// A fault of the database.
pub async fn of_day(ledger: &Ledger, day: Day) -> Result<DayReport, Fault> {
    let until = AsOf::Time(day.next().start().0 - 1);
    let after = Some(AsOf::Time(day.start().0 - 1));
    let lines = trial_balance(ledger.pool(), Period { after, until }).await?;
    let house = house_days::find(ledger.pool(), day).await?;
    let compared = reconcile::compared(ledger.pool()).await?;
    let together = reconcile::together(&compared);
    let trial: BTreeMap<String, String> = sums(&lines)
        .into_iter()
        .map(|(asset, sum)| (asset.to_owned(), sum.to_string()))
        .collect();
    let checks = checks(&lines, together);
    let balanced = trial.values().all(|sum| sum == "0") && checks.iter().all(holds);
    let staked = house.staked.minor();
    Ok(DayReport {
        day: day.to_string(),
        positions: positions(ledger, until).await?,
        accounts: lines.iter().map(line).collect(),
        staked: staked.to_string(),
        paid_out: house.paid_out.minor().to_string(),
        ggr: house.won().minor().to_string(),
        referral: house.referral.minor().to_string(),
        ngr: house.net().minor().to_string(),
        hold_per_mille: i64::try_from(i128::from(house.won().minor()) * 1_000 / i128::from(staked.max(1)))
            .unwrap_or_default(),
        promo_spent: moved(&lines, House::UsdtPromoBudget).0.to_string(),
        fees: moved(&lines, House::UsdtFee).1.to_string(),
        trial,
        checks,
        chains: compared.iter().map(|wallet| chain(wallet, together)).collect(),
        balanced,
    })
}

async fn positions(ledger: &Ledger, until: AsOf) -> Result<BTreeMap<String, i64>, Fault> {
    let mut positions = BTreeMap::new();
    for partition in 0..ledger.partitions() {
        let at = position(ledger.pool(), partition, until).await?;
        positions.insert(partition.to_string(), at);
    }
    Ok(positions)
}

fn line(line: &TrialLine) -> DayLine {
    DayLine {
        account: line.account.clone(),
        asset: line.asset.clone(),
        opening: line.opening.to_string(),
        debit: line.debit.to_string(),
        credit: line.credit.to_string(),
        closing: line.closing().to_string(),
    }
}

/// What left and what came to a house account.
fn moved(lines: &[TrialLine], house: House) -> (i128, i128) {
    let of_it = lines.iter().filter(|line| line.account == house.name());
    of_it.fold((0, 0), |(debit, credit), line| {
        (debit + line.debit, credit + line.credit)
    })
}

fn closing(lines: &[TrialLine], account: &str) -> i128 {
    let of_it = lines.iter().filter(|line| line.account == account);
    of_it.map(TrialLine::closing).sum()
}

/// A bound is a number that the value must be, or `>= 0`.
fn holds(check: &StaffFact) -> bool {
    match check.bound.as_deref() {
        Some(">= 0") => !check.value.starts_with('-'),
        Some(bound) => check.value == bound,
        None => true,
    }
}

fn checks(lines: &[TrialLine], chains: Check) -> Vec<StaffFact> {
    let check = |name: &str, value: i128, bound: &str| StaffFact {
        name: name.to_owned(),
        value: value.to_string(),
        bound: Some(bound.to_owned()),
    };
    let not_below = NOT_BELOW.map(|house| check(house.name(), closing(lines, house.name()), ">= 0"));
    let behind = closing(lines, House::UsdtCustomer.name());
    let coupons = check(
        "coupons and the USDT behind them",
        closing(lines, "coupon") - behind,
        "0",
    );
    let chains = check("chains against the books", chains.difference().minor().into(), "0");
    not_below.into_iter().chain([coupons, chains]).collect()
}

fn chain(compared: &Compared, together: Check) -> DayChain {
    DayChain {
        rail: compared.rail.clone(),
        wallet: compared.wallet.clone(),
        checked_ms: compared.at.0,
        on_chain: compared.check.on_chain.minor().to_string(),
        in_books: together.in_books.minor().to_string(),
        difference: together.difference().minor().to_string(),
        under_way: compared.check.under_way.minor().to_string(),
        unbooked: compared.check.unbooked.minor().to_string(),
    }
}
