//! What is said of a period as known at a moment: the figures of those of its months whose closing was known, with the
//! corrections recorded by then that name one of them. What two moments say differs by closings and corrections alone,
//! so the difference is proved by their events.

use super::closed_at;
use domain::chart::{Amounts, Chart, NotInChart};
use domain::period::{PeriodEvent, Span};
use ledger::balance::{AsOf, bounds};
use ledger::periods::{Correction, corrections};
use ledger::{EventLog, Fault};

/// The event of a correction.
pub(super) const CORRECTED: &str = "AdjustmentPosted";

/// What is said of the period at a moment.
#[derive(Debug)]
pub struct Said {
    /// Where each log stood.
    pub positions: Vec<i64>,
    /// Closings of its months that were known.
    pub closings: Vec<PeriodEvent>,
    /// Sums by entry, the corrections included.
    pub amounts: Amounts,
}

/// What is said of a period at two moments.
#[derive(Debug)]
pub struct Restatement {
    pub earlier: Said,
    pub later: Said,
    /// Legs of the corrections between them.
    pub corrections: Vec<Correction>,
}

/// What is said of a period at one moment and at a later one.
///
/// # Errors
/// A fault of the database; [`Fault::Law`] names an account that is not in the chart.
pub async fn restate(pool: &EventLog, span: Span, earlier: AsOf, later: AsOf) -> Result<Restatement, Fault> {
    let (earlier, later) = (said(pool, span, earlier).await?, said(pool, span, later).await?);
    let corrections = naming(pool, span, &earlier.positions, &later.positions).await?;
    Ok(Restatement {
        earlier,
        later,
        corrections,
    })
}

async fn said(pool: &EventLog, span: Span, at: AsOf) -> Result<Said, Fault> {
    let positions = bounds(pool, at).await?;
    // The house lives in the first log.
    let house = positions.first().copied().unwrap_or_default();
    let (chart, mut closings, mut amounts) = (Chart::built_in(), Vec::new(), Amounts::default());
    for (closing, position) in closed_at(pool).await? {
        let PeriodEvent::PeriodClosed { period, figures, .. } = &closing;
        if position <= house && span.has(*period) {
            figures.add_to(&mut amounts, chart).map_err(unlisted)?;
            closings.push(closing);
        }
    }
    for leg in naming(pool, span, &vec![0; positions.len()], &positions).await? {
        let added = amounts.add(chart, &leg.account, CORRECTED, leg.amount.into());
        added.map_err(unlisted)?;
    }
    Ok(Said {
        positions,
        closings,
        amounts,
    })
}

/// Corrections that name a month of the period.
async fn naming(pool: &EventLog, span: Span, after: &[i64], until: &[i64]) -> Result<Vec<Correction>, Fault> {
    let mut all = Vec::new();
    for (log, (after, until)) in (0..).zip(after.iter().zip(until)) {
        all.extend(corrections(pool, log, *after, *until).await?);
    }
    all.retain(|leg| span.has(leg.restates));
    Ok(all)
}

fn unlisted(account: NotInChart) -> Fault {
    Fault::Law(account.to_string())
}
