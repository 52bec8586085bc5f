//! Closing the next month: proposed with the digest of its figures, which whoever approves has read; carried out only
//! while the log gives the same figures again.

use super::changes::read;
use crate::call::accepted;
use crate::periods::{self, Known, MonthFigures, known};
use crate::wire::facts::{FactUnit, StaffFact, fact};
use api::error::Failure;
use domain::chart::{Amounts, Chart};
use domain::ids::ProposalId;
use domain::money::Asset;
use domain::period::{Close, Figures, PeriodEvent, Periods, Span};
use domain::proposal::Change;
use domain::refusal::Refusal;
use domain::stream::{Context, Stream as _};
use domain::time::Month;
use ledger::{Ledger, PERIODS_STREAM, Plain, Request, StreamId};
use serde::{Deserialize, Serialize};

/// The closing of a month, as proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodWhat {
    pub period: Month,
    /// The number that the closing gets.
    pub sequence: u32,
    /// The last position of each log that counts.
    pub until: Vec<i64>,
    /// The digest of the figures.
    pub digest: String,
}

impl PeriodWhat {
    /// The next month as the log has it.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn of(ledger: &Ledger, known: &Known, period: Month) -> Result<(PeriodWhat, Figures), Failure> {
        let (pool, after) = (ledger.pool(), known.after(ledger));
        let until = periods::end(pool, period, &after).await?;
        let figures = periods::figures(pool, &after, &until).await?;
        let what = PeriodWhat {
            period,
            sequence: known.periods.sequence + 1,
            until,
            digest: figures.digest(),
        };
        Ok((what, figures))
    }
}

/// What an approver sees at once: income, expenses and result of each asset that moved, and whether everything holds.
///
/// # Errors
/// A fault of the ledger.
pub async fn facts(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: PeriodWhat = read(change)?;
    let known = known(ledger).await?;
    let closed = periods::closed(ledger.pool()).await?;
    let recorded = closed
        .into_iter()
        .map(MonthFigures::from)
        .find(|month| month.period == what.period);
    let figures = match recorded {
        Some(month) => month.figures,
        None => PeriodWhat::of(ledger, &known, what.period).await?.1,
    };
    let chart = Chart::built_in();
    let mut amounts = Amounts::default();
    let listed = figures.add_to(&mut amounts, chart);
    let mut facts = vec![
        fact("period_holds", FactUnit::YesNo, listed.is_ok() && figures.hold(chart)),
        fact("period_unchanged", FactUnit::YesNo, figures.digest() == what.digest),
    ];
    for asset in Asset::ALL {
        let totals = amounts.totals(chart, asset);
        let unit = FactUnit::from(asset);
        if (totals.income, totals.expenses) != (0, 0) {
            facts.push(fact("period_income", unit, totals.income).of(asset.name()));
            facts.push(fact("period_expenses", unit, totals.expenses).of(asset.name()));
            facts.push(fact("period_result", unit, totals.result()).of(asset.name()));
        }
    }
    Ok(facts)
}

/// Closes the month.
///
/// # Errors
/// 9003 when the log does not give the figures that were approved; the refusal of the closing's rules; a fault.
pub(super) async fn carry_out(
    ledger: &Ledger,
    proposal: ProposalId,
    change: &Change,
    approver: &str,
    request: Request,
) -> Result<(), Failure> {
    let what: PeriodWhat = read(change)?;
    let closed = periods::closed(ledger.pool()).await?;
    // A process may have ended between the closing and the end of the proposal.
    if of_month(&closed, what.period).is_some_and(|closed| is_of(closed, proposal)) {
        return Ok(());
    }
    let known = known(ledger).await?;
    let days = periods::closed_days(ledger.pool(), what.period).await?;
    let (found, figures) = PeriodWhat::of(ledger, &known, what.period).await?;
    if found != what {
        return Err(Refusal::StateChanged.into());
    }
    let close = Close {
        period: what.period,
        begun: known.begun,
        days,
        until: what.until,
        figures,
        signature: String::new(),
        proposal,
        proposer: change.maker.clone(),
        approver: approver.to_owned(),
        reason: change.reason.clone(),
    };
    let close = Close {
        signature: sign(ledger, &known.periods, &close).await?,
        ..close
    };
    let id = StreamId::house(PERIODS_STREAM);
    accepted(ledger.periods().execute(&id, close, request, Plain).await).map(drop)
}

fn is_of(PeriodEvent::PeriodClosed { proposal, .. }: &PeriodEvent, wanted: ProposalId) -> bool {
    *proposal == wanted
}

/// The report of the month with its closing, as the notary's note.
async fn sign(ledger: &Ledger, periods: &Periods, close: &Close) -> Result<String, Failure> {
    let context = Context {
        now: ledger.clock().now(),
        config: ledger.current_config(),
        seed: None,
        reserve: Default::default(),
        house_day: Default::default(),
        house_accounts: [].into(),
    };
    let decided = periods.decide(close, &context)?.events;
    let mut closed = periods::closed(ledger.pool()).await?;
    closed.extend(decided);
    let months: Vec<MonthFigures> = closed.into_iter().map(MonthFigures::from).collect();
    let report = periods::report(Span::month(close.period), &months)?;
    let text = serde_json::to_string(&report).map_err(|why| Failure::invalid(&format!("period: {why}")))?;
    Ok(ledger.sign_period(&format!("{text}\n"))?)
}

/// The closing of a month among the closings.
pub fn of_month(closed: &[PeriodEvent], month: Month) -> Option<&PeriodEvent> {
    closed
        .iter()
        .find(|PeriodEvent::PeriodClosed { period, .. }| *period == month)
}
