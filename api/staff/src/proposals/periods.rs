//! Closing the next month, quarter or year: proposed with the digest of its figures, which whoever approves has read;
//! carried out only while the log gives the same figures again.

use super::changes::read;
use crate::call::accepted;
use crate::periods::{self, Known, MonthFigures, known};
use crate::report;
use crate::wire::facts::{FactUnit, StaffFact, fact};
use api::error::Failure;
use domain::chart::{Amounts, Chart, Rate, Rates};
use domain::ids::ProposalId;
use domain::money::Asset;
use domain::period::{Agreed, Breaks, Close, CloseSpan, Closing, Command, Figures, PeriodEvent, Periods, Span};
use domain::proposal::Change;
use domain::refusal::Refusal;
use domain::stream::{Context, Stream as _};
use domain::time::Month;
use ledger::{Ledger, PERIODS_STREAM, Plain, Request, StreamId};
use serde::{Deserialize, Serialize};

/// A closing, as proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PeriodWhat {
    Month(MonthWhat),
    Span(SpanWhat),
}

/// The closing of a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthWhat {
    pub period: Month,
    /// The number that the closing gets.
    pub sequence: u32,
    /// The last position of each log that counts.
    pub until: Vec<i64>,
    /// The digest of the figures.
    pub digest: String,
    /// What the assets were worth at its end; nothing in proposals of before rates were stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rates: Option<Rates>,
    /// What of custody had no other side at its end; nothing in proposals of before closings had it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<Breaks>,
}

/// The closing of a quarter or a year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpanWhat {
    pub period: Span,
    /// The digest of its months' digests.
    pub digest: String,
    /// What its last month's closing says of custody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<Breaks>,
}

impl MonthWhat {
    /// The next month as the log has it.
    async fn of(ledger: &Ledger, known: &Known, period: Month) -> Result<(MonthWhat, Figures), Failure> {
        let (pool, after) = (ledger.pool(), known.after(ledger));
        let until = periods::end(pool, period, &after).await?;
        let figures = periods::figures(pool, &after, &until).await?;
        let what = MonthWhat {
            period,
            sequence: known.periods.sequence + 1,
            digest: figures.digest(),
            rates: periods::rates_at(pool, &until).await?,
            breaks: Some(report::breaks_of_month(ledger, period).await?),
            until,
        };
        Ok((what, figures))
    }
}

impl PeriodWhat {
    /// The next period as the log has it.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn of(ledger: &Ledger, known: &Known, period: Span) -> Result<PeriodWhat, Failure> {
        Ok(match period.as_month() {
            Some(month) => PeriodWhat::Month(MonthWhat::of(ledger, known, month).await?.0),
            None => PeriodWhat::Span(SpanWhat {
                period,
                digest: known.periods.digest_of(period),
                breaks: last_breaks(&periods::closed(ledger.pool()).await?, period),
            }),
        })
    }

    pub fn period(&self) -> Span {
        match self {
            PeriodWhat::Month(what) => Span::month(what.period),
            PeriodWhat::Span(what) => what.period,
        }
    }

    fn breaks(&self) -> Option<&Breaks> {
        match self {
            PeriodWhat::Month(what) => what.breaks.as_ref(),
            PeriodWhat::Span(what) => what.breaks.as_ref(),
        }
    }
}

/// What of custody had no other side at the end of a span: its last month's closing says it.
fn last_breaks(closed: &[Closing], span: Span) -> Option<Breaks> {
    of_month(closed, span.last()).and_then(|last| last.breaks.clone())
}

/// What an approver sees at once: whether everything holds, how many lines of custody had no other side at its end, and
/// income, expenses and result of each asset that moved.
///
/// # Errors
/// A fault of the ledger.
pub async fn facts(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: PeriodWhat = read(change)?;
    let Found {
        figures,
        rates,
        is_unchanged,
    } = find(ledger, &what).await?;
    let chart = Chart::built_in();
    let mut amounts = Amounts::default();
    let listed = figures.iter().try_for_each(|month| month.add_to(&mut amounts, chart));
    let holds = listed.is_ok() && figures.iter().all(|month| month.hold(chart));
    let mut facts = vec![
        fact("period_holds", FactUnit::YesNo, holds),
        fact("period_unchanged", FactUnit::YesNo, is_unchanged),
    ];
    if let Some(breaks) = what.breaks() {
        facts.extend(report::break_facts(breaks, what.period().last().next().first().start()));
    }
    for asset in Asset::ALL {
        let totals = amounts.totals(chart, asset);
        let unit = FactUnit::from(asset);
        if (totals.income, totals.expenses) != (0, 0) {
            facts.push(fact("period_income", unit, totals.income).of(asset.name()));
            facts.push(fact("period_expenses", unit, totals.expenses).of(asset.name()));
            facts.push(fact("period_result", unit, totals.result()).of(asset.name()));
        }
    }
    if let Some(rates) = rates {
        let result = amounts.valued(chart, &rates).in_usdt(chart).result();
        facts.push(fact("period_result_usdt", FactUnit::Usdt, result));
        facts.extend(
            rates
                .0
                .iter()
                .filter(|rate| rate.numerator != rate.denominator)
                .map(rate_of),
        );
    }
    Ok(facts)
}

/// Millionths of a USDT for one minor unit.
fn rate_of(rate: &Rate) -> StaffFact {
    let written = format!("{}/{}", rate.numerator, rate.denominator);
    fact("period_rate", FactUnit::Text, written).of(rate.asset.name())
}

/// What the log has of a period that is proposed.
struct Found {
    figures: Vec<Figures>,
    /// Of its last month.
    rates: Option<Rates>,
    /// Whether this is what was proposed.
    is_unchanged: bool,
}

async fn find(ledger: &Ledger, what: &PeriodWhat) -> Result<Found, Failure> {
    let known = known(ledger).await?;
    let closed = periods::closed(ledger.pool()).await?;
    let (month, span) = match what {
        PeriodWhat::Month(month) => (month, Span::month(month.period)),
        PeriodWhat::Span(SpanWhat { period, digest, breaks }) => {
            let is_same = is_agreed(breaks.as_ref(), last_breaks(&closed, *period).as_ref());
            let own: Vec<_> = closed.into_iter().filter(|closed| period.has(closed.period)).collect();
            return Ok(Found {
                rates: own.last().and_then(|last| last.rates.clone()),
                figures: own.into_iter().map(|closed| closed.figures).collect(),
                is_unchanged: is_same && known.periods.digest_of(*period) == *digest,
            });
        }
    };
    let (figures, rates, breaks) = match of_month(&closed, span.first()) {
        Some(closed) => (closed.figures.clone(), closed.rates.clone(), closed.breaks.clone()),
        None => {
            let (what, figures) = MonthWhat::of(ledger, &known, month.period).await?;
            (figures, what.rates, what.breaks)
        }
    };
    let is_same = is_agreed(month.breaks.as_ref(), breaks.as_ref());
    Ok(Found {
        is_unchanged: is_same && figures.digest() == month.digest && rates == month.rates,
        figures: vec![figures],
        rates,
    })
}

/// A proposal of before closings had break reports agrees with any.
fn is_agreed(proposed: Option<&Breaks>, found: Option<&Breaks>) -> bool {
    proposed.is_none() || proposed == found
}

/// Closes the period.
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
    // A process may have ended between the closing and the end of the proposal.
    if periods::is_closed_by(ledger.pool(), proposal).await? {
        return Ok(());
    }
    let known = known(ledger).await?;
    let agreed = Agreed {
        proposal,
        proposer: change.maker.clone(),
        approver: approver.to_owned(),
        reason: change.reason.clone(),
    };
    let command = match what {
        PeriodWhat::Month(what) => month(ledger, &known, what, agreed).await?,
        PeriodWhat::Span(what) => span(ledger, &known, what, agreed).await?,
    };
    let id = StreamId::house(PERIODS_STREAM);
    accepted(ledger.periods().execute(&id, command, request, Plain).await).map(drop)
}

async fn month(ledger: &Ledger, known: &Known, what: MonthWhat, agreed: Agreed) -> Result<Command, Failure> {
    let days = periods::closed_days(ledger.pool(), what.period).await?;
    let (mut found, figures) = MonthWhat::of(ledger, known, what.period).await?;
    if is_agreed(what.breaks.as_ref(), found.breaks.as_ref()) {
        found.breaks.clone_from(&what.breaks);
    }
    if found != what {
        return Err(Refusal::StateChanged.into());
    }
    let close = Close {
        period: what.period,
        begun: known.begun,
        days,
        until: what.until,
        figures,
        rates: what.rates,
        breaks: what.breaks,
        signature: String::new(),
        agreed,
    };
    let command = Command::Month(close.clone());
    let signature = sign(ledger, &known.periods, &command, Span::month(close.period)).await?;
    Ok(Command::Month(Close { signature, ..close }))
}

async fn span(ledger: &Ledger, known: &Known, what: SpanWhat, agreed: Agreed) -> Result<Command, Failure> {
    let breaks = last_breaks(&periods::closed(ledger.pool()).await?, what.period);
    if known.periods.digest_of(what.period) != what.digest || !is_agreed(what.breaks.as_ref(), breaks.as_ref()) {
        return Err(Refusal::StateChanged.into());
    }
    let close = CloseSpan {
        period: what.period,
        begun: known.begun,
        breaks: what.breaks,
        signature: String::new(),
        agreed,
    };
    let command = Command::Span(close.clone());
    let signature = sign(ledger, &known.periods, &command, close.period).await?;
    Ok(Command::Span(CloseSpan { signature, ..close }))
}

/// The report of the period with its closing, as the notary's note. What the rules refuse is not signed.
async fn sign(ledger: &Ledger, periods: &Periods, command: &Command, span: Span) -> Result<String, Failure> {
    let context = Context {
        now: ledger.clock().now(),
        config: ledger.current_config(),
        seed: None,
        reserve: Default::default(),
        house_day: Default::default(),
        stakes_closed_above: None,
        house_accounts: [].into(),
    };
    let decided = periods.decide(command, &context)?.events;
    let mut closed = periods::closed(ledger.pool()).await?;
    closed.extend(decided.into_iter().filter_map(PeriodEvent::into_month));
    let months: Vec<MonthFigures> = closed.into_iter().map(MonthFigures::from).collect();
    let report = periods::report(span, &months)?;
    let text = serde_json::to_string(&report).map_err(|why| Failure::invalid(&format!("period: {why}")))?;
    Ok(ledger.sign_period(&format!("{text}\n"))?)
}

/// The closing of a month among the closings.
pub fn of_month(closed: &[Closing], month: Month) -> Option<&Closing> {
    closed.iter().find(|closed| closed.period == month)
}
