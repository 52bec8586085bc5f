//! What the rails saw on a day or in a month beside the journal of custody, line by line (api §7.21). Both sides are taken
//! as they were at its end, so it is the same later: a payment that was seen then and booked a moment afterwards is open in
//! the report of its day, and is no break of the next one.

use crate::reading::reconciliation::{shown, shown_kinds};
use crate::reconciliation::open;
use crate::wire::days::DayBreaks;
use crate::wire::facts::{FactUnit, StaffFact, fact, fact_if_known};
use domain::time::{Day, Month};
use ledger::{Fault, Ledger};

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

/// The breaks among a month's own lines, for whoever closes it: how many, their amounts without signs, and the oldest one's
/// age at the month's end.
///
/// # Errors
/// A fault of the database.
pub async fn of_month(ledger: &Ledger, month: Month) -> Result<[StaffFact; 3], Fault> {
    let end = month.next().first().start();
    let compared = open::at_end(ledger, Day(month.next().first().0 - 1)).await?;
    let sum = compared.open().sum;
    let age = compared.oldest().map(|at| end.since(at));
    Ok([
        fact("period_breaks", FactUnit::Number, compared.matched.breaks.len()),
        fact("period_breaks_sum", FactUnit::Usdt, sum),
        fact_if_known("period_breaks_oldest", FactUnit::Duration, age),
    ])
}
