//! `periods/…`: months that are closed by two people, and quarters and years as their sums (api §7.20).

use crate::call::{StaffCall, Terms};
use crate::periods::{self, Known, MonthFigures, known};
use crate::proposals;
use crate::proposals::periods::{PeriodWhat, of_month};
use crate::wire::periods::{
    PeriodsInfoBody, PeriodsInfoData, PeriodsListBody, PeriodsListData, PeriodsProposeBody, StaffPeriod,
};
use crate::wire::proposals::StaffProposed;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::ids::ProposalId;
use domain::period::{PeriodEvent, Span};
use domain::proposal::{Kind, State};
use domain::refusal::Refusal;
use domain::time::{Day, Month};
use ledger::{Fault, Ledger};
use projections::proposals::Wanted;

/// Months of one page at most.
const MONTHS_MAX: i64 = 120;
/// Months of a page that asks for no number.
const MONTHS: i64 = 24;
/// Proposals that are looked through for the one of the next month: one waits at a time, others were refused.
const PROPOSALS_MAX: i64 = 20;

/// Months, newest first, from the present one; a quarter and a year stand above their last month that there is.
///
/// # Errors
/// -1006 for a number of months or a cursor that is none, and for an empty log.
pub async fn list(call: StaffCall<PeriodsListBody>) -> Answer<PeriodsListData> {
    let (ledger, limit) = (call.app.ledger(), call.body.limit.unwrap_or(MONTHS));
    if !(1..=MONTHS_MAX).contains(&limit) {
        return Err(Failure::invalid("limit"));
    }
    let standing = Standing::read(ledger, call.now.day()).await?;
    let before = call.body.before.clone().map(Month::try_from).transpose();
    let before = before.map_err(|_| Failure::invalid("before"))?;
    let newest = before
        .map_or(standing.present, |before| before.back(1))
        .min(standing.present);
    let first = Month::of(standing.known.begun);
    let months: Vec<Month> = (0..)
        .map(|back| newest.back(back))
        .take_while(|month| *month >= first)
        .take(usize::try_from(limit).unwrap_or_default())
        .collect();
    let mut list = Vec::new();
    for month in &months {
        let above = [Span::year(*month), Span::quarter(*month)];
        let of_month = above
            .into_iter()
            .filter(|span| span.last().min(standing.present) == *month);
        list.extend(of_month.chain([Span::month(*month)]).map(|span| standing.shown(span)));
    }
    let more = months.last().filter(|last| **last > first).map(Month::to_string);
    Ok(Data::of(&PeriodsListData { list, next: more }))
}

/// The statements of one period.
///
/// # Errors
/// -1006 for what is no period and for one before the log, 4002 for one that has not begun.
pub async fn info(call: StaffCall<PeriodsInfoBody>) -> Answer<PeriodsInfoData> {
    let span = Span::parse(&call.body.period).ok_or_else(|| Failure::invalid("period"))?;
    let ledger = call.app.ledger();
    let standing = Standing::read(ledger, call.now.day()).await?;
    let months = periods::months(ledger, &standing.known, span, call.now).await?;
    let month = (span.first() == span.last()).then_some(span.first());
    let closed = month.and_then(|month| of_month(&standing.closed, month));
    let (signed, key) = match closed {
        Some(PeriodEvent::PeriodClosed { signature, .. }) => {
            let key = ledger.notary_key()?.of_periods();
            (Some(signature.clone()), Some(key.to_string()))
        }
        None => (None, None),
    };
    let open = month.filter(|_| closed.is_none());
    let hindrance = match open {
        Some(month) => standing.known.hindrance(ledger.pool(), month, call.now).await?,
        None => None,
    };
    let recorded: Vec<MonthFigures> = standing.closed.iter().cloned().map(MonthFigures::from).collect();
    Ok(Data::of(&PeriodsInfoData {
        period: standing.shown(span),
        report: periods::report(span, &months)?,
        later: periods::later(span, &recorded)?,
        hindrance: hindrance.map(in_words),
        signed,
        key,
    }))
}

fn in_words(hindrance: Refusal) -> String {
    match hindrance {
        Refusal::InvalidField { field } => field,
        other => other.to_string(),
    }
}

/// Proposes to close the next month with the figures that the log has.
///
/// # Errors
/// -1006 for what is no month, for one that is not the next and for one with a day that is not closed; 4002 for one that
/// is not over, 9003 for one that is closed.
pub async fn propose(call: StaffCall<PeriodsProposeBody>) -> Answer<StaffProposed> {
    let month = Month::try_from(call.body.period.clone()).map_err(|_| Failure::invalid("period"))?;
    let ledger = call.app.ledger();
    let known = known(ledger).await?;
    known.check(ledger.pool(), month, call.now).await?;
    let (what, _) = PeriodWhat::of(ledger, &known, month).await?;
    proposals::propose(&call, Terms::default(), Kind::PeriodClose, &what, Vec::new()).await
}

/// How all periods stand.
struct Standing {
    known: Known,
    closed: Vec<PeriodEvent>,
    /// The month that waits for a second person, with its proposal.
    proposed: Option<(Month, ProposalId)>,
    present: Month,
}

impl Standing {
    async fn read(ledger: &Ledger, today: Day) -> Result<Standing, Failure> {
        Ok(Standing {
            known: known(ledger).await?,
            closed: periods::closed(ledger.pool()).await?,
            proposed: proposed(ledger).await?,
            present: Month::of(today),
        })
    }

    fn shown(&self, span: Span) -> StaffPeriod {
        let last = of_month(&self.closed, span.last());
        let is_month = span.first() == span.last();
        let waits = self.proposed.filter(|(month, _)| is_month && *month == span.last());
        let state = match (last, waits) {
            (Some(_), _) => "closed",
            (None, Some(_)) => "proposed",
            (None, None) if span.last() >= self.present => "current",
            (None, None) => "open",
        };
        let mut shown = StaffPeriod {
            period: span.to_string(),
            kind: kind(span).to_owned(),
            state: state.to_owned(),
            sequence: None,
            closed_ms: None,
            proposer: None,
            approver: None,
            reason: None,
            proposal: waits.map(|(_, proposal)| proposal.to_string()),
        };
        if let Some(PeriodEvent::PeriodClosed {
            sequence,
            proposal,
            proposer,
            approver,
            reason,
            at,
            ..
        }) = last
        {
            (shown.sequence, shown.closed_ms) = (Some(*sequence), Some(at.0));
            if is_month {
                shown.proposal = Some(proposal.to_string());
                shown.proposer = Some(proposer.clone());
                shown.approver = Some(approver.clone());
                shown.reason = Some(reason.clone());
            }
        }
        shown
    }
}

fn kind(span: Span) -> &'static str {
    match span {
        _ if span == Span::month(span.first()) => "month",
        _ if span == Span::quarter(span.first()) => "quarter",
        _ => "year",
    }
}

/// The month that waits for a second person.
async fn proposed(ledger: &Ledger) -> Result<Option<(Month, ProposalId)>, Fault> {
    let wanted = Wanted {
        state: Some(State::Waiting.name()),
        kind: Some(Kind::PeriodClose),
        before: None,
        maker: None,
    };
    let rows = projections::proposals::list(ledger.pool(), wanted, PROPOSALS_MAX).await?;
    for row in rows {
        let what = proposals::load(ledger, row.proposal)
            .await?
            .change
            .map(|change| change.what);
        let what: Option<PeriodWhat> = what.and_then(|what| serde_json::from_value(what).ok());
        if let Some(what) = what {
            return Ok(Some((what.period, row.proposal)));
        }
    }
    Ok(None)
}
