//! The report of a day (PRODUCT §7.12), computed from postings and views as of the day's end: the same at any later
//! time, but for the comparison with chains, which is the last one that was made.

use super::wire::days::{DayChain, DayLine, DayReport};
use super::wire::proposals::StaffFact;
use domain::posting::House;
use domain::time::Day;
use ledger::balance::{AsOf, position};
use ledger::trial::{Period, TrialLine, sums, trial_balance};
use ledger::{Fault, Ledger};
use projections::house_days;
use sqlx::Row;
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
    let chains = chains(ledger).await?;
    let trial: BTreeMap<String, String> = sums(&lines)
        .into_iter()
        .map(|(asset, sum)| (asset.to_owned(), sum.to_string()))
        .collect();
    let checks = checks(&lines, &chains);
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
        chains,
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

fn checks(lines: &[TrialLine], chains: &[DayChain]) -> Vec<StaffFact> {
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
    let chains = chains.iter().map(|chain| StaffFact {
        name: format!("{} against the books", chain.wallet),
        value: chain.difference.clone(),
        bound: Some("0".to_owned()),
    });
    not_below.into_iter().chain([coupons]).chain(chains).collect()
}

async fn chains(ledger: &Ledger) -> Result<Vec<DayChain>, Fault> {
    let rows = sqlx::query(
        "select rail, wallet, checked_at_ms, on_chain, in_books, under_way, unbooked from rail_checks
          where partition = 0 order by rail, wallet",
    )
    .fetch_all(ledger.pool())
    .await?;
    let chain = |row: &sqlx::postgres::PgRow| {
        let (on_chain, in_books): (i64, i64) = (row.try_get(3)?, row.try_get(4)?);
        let (under_way, unbooked): (i64, i64) = (row.try_get(5)?, row.try_get(6)?);
        let most = i128::from(in_books) + i128::from(unbooked);
        let least = most - i128::from(under_way);
        let on = i128::from(on_chain);
        Ok(DayChain {
            rail: row.try_get(0)?,
            wallet: row.try_get(1)?,
            checked_ms: row.try_get(2)?,
            on_chain: on_chain.to_string(),
            in_books: in_books.to_string(),
            under_way: under_way.to_string(),
            unbooked: unbooked.to_string(),
            difference: (on - on.clamp(least, most)).to_string(),
        })
    };
    Ok(rows.iter().map(chain).collect::<Result<_, sqlx::Error>>()?)
}
