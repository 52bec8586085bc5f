//! What the rails saw on a day beside the journal of custody, line by line (api §7.21). Both sides are taken as they were
//! at the day's end, so it is the same later: a payment that was seen then and booked a moment afterwards is open in the
//! report of its day, and is no break of the next one.

use crate::reading::reconciliation::{WINDOW, shown, shown_kinds};
use crate::reconciliation;
use crate::wire::days::DayBreaks;
use domain::time::{Day, HOUR_MS};
use ledger::{Fault, Ledger};

/// The breaks of a day.
///
/// # Errors
/// A fault of the database.
pub(super) async fn of_day(ledger: &Ledger, day: Day) -> Result<DayBreaks, Fault> {
    let (first, end) = (day.start(), day.next().start());
    let last = end.plus_ms(-1);
    let compared = reconciliation::of_chain(ledger.pool(), (first, last), last, WINDOW * HOUR_MS, end).await?;
    let [statement, journal] = compared.sides().map(|side| shown(None, side));
    let oldest = compared.oldest();
    Ok(DayBreaks {
        statement,
        journal,
        kinds: shown_kinds(&compared),
        oldest_ms: oldest.map(|at| at.0),
        oldest_age_ms: oldest.map(|at| end.since(at)),
    })
}
