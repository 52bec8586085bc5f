//! `periods/…`: months, and quarters and years as their sums, each closed by two people (api §7.20).

use crate::call::{StaffCall, Terms};
use crate::periods::{self, Known, MonthFigures, known};
use crate::proposals;
use crate::proposals::periods::{PeriodWhat, of_month};
use crate::reading::read;
use crate::wire::finding::StaffFinding;
use crate::wire::periods::{
    PeriodsInfoBody, PeriodsInfoData, PeriodsListBody, PeriodsListData, PeriodsProposeBody, StaffPeriod,
};
use crate::wire::proposals::StaffProposed;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::finding::Finding;
use domain::ids::ProposalId;
use domain::period::{Agreed, Closing, Span, SpanClosing};
use domain::proposal::{Kind, State};
use domain::refusal::Refusal;
use domain::time::{Day, Month, Timestamp};
use ledger::{Fault, Ledger};
use projections::proposals::Wanted;

/// Months of one page at most.
const MONTHS_MAX: i64 = 120;
/// Months of a page that asks for no number.
const MONTHS: i64 = 24;
/// Proposals that are looked through: of each kind of period one waits at a time, others were refused.
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
    let at = read::now(ledger).await?;
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
    Ok(Data::of(&PeriodsListData { at, list, next: more }))
}

/// The statements of one period.
///
/// # Errors
/// -1006 for what is no period and for one before the log, 4002 for one that has not begun.
pub async fn info(call: StaffCall<PeriodsInfoBody>) -> Answer<PeriodsInfoData> {
    let span = Span::parse(&call.body.period).ok_or_else(|| Failure::invalid("period"))?;
    let ledger = call.app.ledger();
    let at = read::now(ledger).await?;
    let standing = Standing::read(ledger, call.now.day()).await?;
    let months = periods::months(ledger, &standing.known, span, call.now).await?;
    let (signed, key) = match standing.closing(span) {
        Some((_, signature, _)) => {
            let key = ledger.notary_key()?.of_periods();
            (Some(signature.to_owned()), Some(key.to_string()))
        }
        None => (None, None),
    };
    let hindrance = match signed {
        Some(_) => None,
        None => standing.known.hindrance(ledger.pool(), span, call.now).await?,
    };
    let finding = hindrance.map(broken);
    let recorded: Vec<MonthFigures> = standing.closed.iter().cloned().map(MonthFigures::from).collect();
    Ok(Data::of(&PeriodsInfoData {
        at,
        period: standing.shown(span),
        report: periods::report(span, &months)?,
        later: periods::later(span, &recorded)?,
        hindrance: finding.as_ref().map(Finding::to_string),
        finding: finding.map(StaffFinding::from),
        signed,
        key,
    }))
}

/// A rule by its own code, another refusal by its number.
fn broken(hindrance: Refusal) -> Finding {
    match hindrance {
        Refusal::CheckFailed { finding, .. } => *finding,
        other => Finding::new(&other.code().to_string(), other.to_string()),
    }
}

/// Proposes to close the next month, quarter or year with the figures that the log has.
///
/// # Errors
/// -1006 for what is no period, for one that is not the next and for one with a part that is not closed; 4002 for a
/// month that is not over, 9003 for a period that is closed.
pub async fn propose(call: StaffCall<PeriodsProposeBody>) -> Answer<StaffProposed> {
    let span = Span::parse(&call.body.period).ok_or_else(|| Failure::invalid("period"))?;
    let ledger = call.app.ledger();
    let known = known(ledger).await?;
    known.check(ledger.pool(), span, call.now).await?;
    let what = PeriodWhat::of(ledger, &known, span).await?;
    proposals::propose(&call, Terms::default(), Kind::PeriodClose, &what, Vec::new()).await
}

/// How all periods stand.
struct Standing {
    known: Known,
    closed: Vec<Closing>,
    spans: Vec<SpanClosing>,
    /// What waits for a second person, with its proposal.
    proposed: Vec<(Span, ProposalId)>,
    present: Month,
}

/// Who closed a period, the signed report, and when that was.
type Closed<'a> = (&'a Agreed, &'a str, Timestamp);

impl Standing {
    async fn read(ledger: &Ledger, today: Day) -> Result<Standing, Failure> {
        Ok(Standing {
            known: known(ledger).await?,
            closed: periods::closed(ledger.pool()).await?,
            spans: periods::closed_spans(ledger.pool()).await?,
            proposed: proposed(ledger).await?,
            present: Month::of(today),
        })
    }

    fn closing(&self, span: Span) -> Option<Closed<'_>> {
        match span.as_month() {
            Some(month) => of_month(&self.closed, month).map(|of| (&of.agreed, of.signature.as_str(), of.at)),
            None => {
                let of = self.spans.iter().find(|closing| closing.period == span)?;
                Some((&of.agreed, of.signature.as_str(), of.at))
            }
        }
    }

    fn shown(&self, span: Span) -> StaffPeriod {
        let closing = self.closing(span);
        let waits = self.proposed.iter().find(|(period, _)| *period == span);
        let state = match (closing, waits) {
            (Some(_), _) => "closed",
            (None, Some(_)) => "proposed",
            (None, None) if span.last() >= self.present => "current",
            (None, None) => "open",
        };
        let agreed = closing.map(|(agreed, ..)| agreed);
        let of_closing = |text: fn(&Agreed) -> &String| agreed.map(text).cloned();
        let proposal = agreed.map(|agreed| agreed.proposal);
        StaffPeriod {
            period: span.to_string(),
            kind: kind(span).to_owned(),
            state: state.to_owned(),
            sequence: of_month(&self.closed, span.last()).map(|last| last.sequence),
            closed_ms: closing.map(|(_, _, at)| at.0),
            proposer: of_closing(|agreed| &agreed.proposer),
            approver: of_closing(|agreed| &agreed.approver),
            reason: of_closing(|agreed| &agreed.reason),
            proposal: proposal.or(waits.map(|(_, id)| *id)).map(|id| id.to_string()),
        }
    }
}

fn kind(span: Span) -> &'static str {
    match span {
        _ if span.as_month().is_some() => "month",
        _ if span.is_year() => "year",
        _ => "quarter",
    }
}

/// Periods that wait for a second person.
async fn proposed(ledger: &Ledger) -> Result<Vec<(Span, ProposalId)>, Fault> {
    let wanted = Wanted {
        state: Some(State::Waiting.name()),
        kind: Some(Kind::PeriodClose),
        ..Wanted::default()
    };
    let mut waiting = Vec::new();
    for row in projections::proposals::list(ledger.pool(), wanted, PROPOSALS_MAX).await? {
        let change = proposals::load(ledger, row.proposal).await?.change;
        let what: Option<PeriodWhat> = change.and_then(|change| serde_json::from_value(change.what).ok());
        waiting.extend(what.map(|what| (what.period(), row.proposal)));
    }
    Ok(waiting)
}
