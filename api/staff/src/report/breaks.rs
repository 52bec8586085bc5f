//! What was open of custody at the end of a day or of a period, line by line (api §7.21). Both sides are taken as they were
//! then, so it is the same later: a payment that was seen then and booked a moment afterwards is open in the report of its
//! day, and in none of the next.

use crate::periods::signed_day;
use crate::reading::reconciliation::{shown, shown_kinds};
use crate::reconciliation::open;
use crate::wire::days::DayBreaks;
use crate::wire::facts::{FactUnit, StaffFact, fact, fact_if_known};
use crate::wire::periods::PeriodBreaks;
use crate::wire::reconciliation::ReconciledCount;
use domain::money::Asset;
use domain::period::{BreakCount, Breaks};
use domain::time::{Day, Month, Timestamp};
use ledger::{Fault, Ledger};
use serde::Deserialize;

/// The breaks of a day.
///
/// # Errors
/// A fault of the database.
pub(super) async fn of_day(ledger: &Ledger, day: Day) -> Result<DayBreaks, Fault> {
    let end = day.next().start();
    let compared = open::at_end(ledger, day).await?;
    let [statement, journal] = compared.sides().map(|side| shown(None, side));
    let oldest = compared.oldest();
    // Of a day that is not over the age is that of now.
    let seen = end.min(ledger.clock().now());
    Ok(DayBreaks {
        statement,
        journal,
        kinds: shown_kinds(&compared),
        carried: Some(shown(None, compared.carried())),
        oldest_ms: oldest.map(|at| at.0),
        oldest_age_ms: oldest.map(|at| seen.since(at)),
    })
}

/// What was open at a month's end, for whoever closes it: what the close of its last day signed, or what that would be. A
/// close of before reports said what was carried says too little, so it is found again.
///
/// # Errors
/// A fault of the database; [`Fault::Law`] for a sum that no number holds.
pub async fn of_month(ledger: &Ledger, month: Month) -> Result<Breaks, Fault> {
    let day = Day(month.next().first().0 - 1).min(ledger.clock().now().day());
    let signed = match signed_day(ledger.pool(), day).await? {
        Some(report) => DayBreaks::deserialize(&report["breaks"]).ok(),
        None => None,
    };
    match signed.filter(|signed| signed.carried.is_some()) {
        Some(signed) => breaks(&signed),
        None => breaks(&of_day(ledger, day).await?),
    }
}

/// Chains hold USDT alone.
fn breaks(of_day: &DayBreaks) -> Result<Breaks, Fault> {
    let kind = |count: &ReconciledCount| {
        Ok(BreakCount {
            of: count.of.clone().unwrap_or_default(),
            lines: count.count.unsigned_abs(),
            amount: amount(&count.sum)?,
        })
    };
    let kinds: Vec<BreakCount<String>> = of_day.kinds.iter().map(kind).collect::<Result<_, Fault>>()?;
    let lines = kinds.iter().map(|kind| kind.lines).sum();
    let amount = kinds.iter().try_fold(0_i64, |sum, kind| sum.checked_add(kind.amount));
    let amount = amount.ok_or_else(|| Fault::Law("open lines of custody sum to more than a number holds".into()))?;
    let usdt = BreakCount {
        of: Asset::Usdt,
        lines,
        amount,
    };
    Ok(Breaks {
        lines,
        assets: [usdt].into_iter().filter(|usdt| usdt.lines > 0).collect(),
        kinds,
        oldest: of_day.oldest_ms.map(Timestamp),
    })
}

fn amount(sum: &str) -> Result<i64, Fault> {
    sum.parse()
        .map_err(|_| Fault::Law(format!("open lines of custody sum to {sum}")))
}

/// The break report of a period that ends then, as it is shown.
pub fn of_period(breaks: &Breaks, end: Timestamp) -> PeriodBreaks {
    let count = |of: String, lines: u64, amount: i64| ReconciledCount {
        of: Some(of),
        count: i64::try_from(lines).unwrap_or(i64::MAX),
        sum: amount.to_string(),
    };
    let assets = breaks.assets.iter();
    let kinds = breaks.kinds.iter();
    PeriodBreaks {
        count: i64::try_from(breaks.lines).unwrap_or(i64::MAX),
        assets: assets
            .map(|one| count(one.of.name().to_owned(), one.lines, one.amount))
            .collect(),
        kinds: kinds.map(|one| count(one.of.clone(), one.lines, one.amount)).collect(),
        oldest_ms: breaks.oldest.map(|oldest| oldest.0),
        oldest_age_ms: breaks.oldest.map(|oldest| end.since(oldest)),
    }
}

/// The same for whoever approves a closing: how many, their sum by asset without signs, how many of each kind, and the
/// oldest one's age at the period's end.
pub fn facts(breaks: &Breaks, end: Timestamp) -> Vec<StaffFact> {
    let mut facts = vec![fact("period_breaks", FactUnit::Number, breaks.lines)];
    for one in &breaks.assets {
        facts.push(fact("period_breaks_sum", FactUnit::from(one.of), one.amount).of(one.of.name()));
    }
    for one in &breaks.kinds {
        facts.push(fact("period_breaks_kind", FactUnit::Number, one.lines).of(&one.of));
    }
    let age = breaks.oldest.map(|oldest| end.since(oldest));
    facts.push(fact_if_known("period_breaks_oldest", FactUnit::Duration, age));
    facts
}
