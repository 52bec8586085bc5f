//! The checks of domain §1 as they are enforced; and laws I-05 and I-07, as `audit` asks them: behind every coupon lies its
//! USDT, and no account of the house that owes or holds USDT is below zero.

use super::Found;
use crate::wire::facts::{FactUnit, Measured};
use api::app::App;
use domain::finding::Finding;
use domain::money::Coin;
use domain::posting::{House, Purse};
use domain::solvency::Shortfall;
use domain::stream::Stream;
use domain::time::Timestamp;
use domain::treasury::{Treasury, TreasuryEvent};
use ledger::{Fault, Ledger, RESERVE_STREAM, balance, feed};
use std::collections::BTreeMap;
use workers::solvency::COMPARED_MS_MAX;

const COUPON: &str = Purse::Coupon.name();
const BEHIND_COUPONS: &str = House::UsdtCustomer.name();
/// Accounts of the house that owe or hold something.
const NOT_NEGATIVE: [&str; 7] = [
    House::UsdtReserve.name(),
    House::UsdtPromoBudget.name(),
    House::UsdtPacketHeld.name(),
    BEHIND_COUPONS,
    House::UsdtSuspense.name(),
    House::UsdtClearing.name(),
    House::UsdtFee.name(),
];

/// Why stakes are closed, and since when.
struct Closing {
    at: Timestamp,
    short: Vec<Shortfall>,
}

impl Closing {
    /// Since when a check is known not to hold: one that held at the closing broke later, nobody knows when.
    fn since(&self, check: &str) -> Option<Timestamp> {
        self.short.iter().any(|short| short.check == check).then_some(self.at)
    }
}

/// What does not cover what it owes, chains of which that is not known, stakes that are closed for it, and laws that the
/// balances of now break.
///
/// # Errors
/// A fault of the database.
pub async fn all(app: &App) -> Result<Vec<Found>, Fault> {
    let asked = [&NOT_NEGATIVE[..], &[COUPON]].concat();
    let measured = workers::solvency::measure(app.ledger()).await?;
    let short = measured.map(|verdict| verdict.shortfalls()).unwrap_or_default();
    let closed_above = app.context().stakes_closed_above;
    let closing = match closed_above {
        Some(_) => closing(app.ledger()).await?,
        None => None,
    };
    let mut found: Vec<_> = short.iter().map(|one| uncovered(one, closing.as_ref())).collect();
    found.extend(workers::solvency::uncompared(app.ledger()).await?.map(uncompared));
    found.extend(closed_above.map(|above| closed(above, closing.as_ref())));
    found.extend(broken(&balance::totals(app.ledger().pool(), &asked).await?));
    Ok(found)
}

/// The newest closing.
async fn closing(ledger: &Ledger) -> Result<Option<Closing>, Fault> {
    let found = feed::read_newest(ledger.pool(), Treasury::TYPE, RESERVE_STREAM, &["StakesClosed"], 1).await?;
    let Some(recorded) = found.first() else {
        return Ok(None);
    };
    Ok(match recorded.decode()? {
        TreasuryEvent::StakesClosed { short, .. } => Some(Closing {
            at: Timestamp(recorded.recorded_at_ms),
            short,
        }),
        // Only that type was asked for.
        _ => None,
    })
}

fn uncovered(short: &Shortfall, closing: Option<&Closing>) -> Found {
    let owes = Measured::new(FactUnit::Usdt, short.owes.minor());
    Found {
        since: closing.and_then(|closing| closing.since(&short.check)),
        ..high(&short.check, FactUnit::Usdt, short.has.minor(), owes)
    }
}

/// The checks that count custody are those of the books alone meanwhile.
fn uncompared(last: Timestamp) -> Found {
    let bound = Measured::new(FactUnit::Duration, COMPARED_MS_MAX);
    Found {
        since: Some(last.plus_ms(COMPARED_MS_MAX)),
        ..high("chains", FactUnit::Time, last.0, bound)
    }
}

/// They stay closed until a person opens them (api §7.28).
fn closed(above: Coin, closing: Option<&Closing>) -> Found {
    let value = Finding::new("stakes_closed", format!("stakes above {above} are closed")).with("stake", above);
    Found {
        value: Measured::said(value),
        since: closing.map(|closing| closing.at),
        ..high("stakes", FactUnit::Text, 0, Measured::word("stakes_open", "open"))
    }
}

/// Laws that these totals break; an account without postings holds nothing.
fn broken(totals: &BTreeMap<String, i64>) -> Vec<Found> {
    let total = |account: &str| totals.get(account).copied().unwrap_or_default();
    let below = NOT_NEGATIVE.into_iter().filter(|account| total(account) < 0);
    let mut found: Vec<_> = below
        .map(|account| {
            high(
                account,
                FactUnit::Usdt,
                total(account),
                Measured::word("zero_or_more", "0 or more"),
            )
        })
        .collect();
    if total(COUPON) != total(BEHIND_COUPONS) {
        let behind = Measured::new(FactUnit::Coupon, total(BEHIND_COUPONS));
        found.push(high("coupons", FactUnit::Coupon, total(COUPON), behind));
    }
    found
}

fn high(subject: &str, unit: FactUnit, value: i64, bound: Measured) -> Found {
    Found {
        kind: "solvency",
        is_high: true,
        subject: subject.to_owned(),
        value: Measured::new(unit, value),
        bound,
        since: None,
    }
}

#[cfg(test)]
mod tests;
