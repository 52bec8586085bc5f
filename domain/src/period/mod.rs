//! The closed months of the house's books, all in one stream: without gaps, in order, each by two people (api §7.20).
//!
//! A month ends at positions of the logs. Logs only grow, so nothing can be recorded into a month that is closed: what
//! comes later has a later position and belongs to a later month. A correction is a new entry that names the month that
//! it restates. Quarters and years are sums of closed months ([`Span`]): two people close them too, in sequence, bound to
//! the digests of their months ([`CloseSpan`]).
//!
//! How figures are summed and signed is outside this module.

mod breaks;
mod figures;
mod span;
mod span_close;
#[cfg(test)]
mod tests;

pub use breaks::{BreakCount, Breaks};
pub use figures::{Cash, Figures, Moved, Restated};
pub use span::Span;
pub use span_close::{CloseSpan, SpanClosing};

use crate::chart::{Chart, Rates};
use crate::finding::Finding;
use crate::ids::ProposalId;
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream, StreamEvent, catalogue};
use crate::time::{Day, Month, Timestamp};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use uuid::Uuid;

/// Largest closing, written, in bytes (ASSUMED): some hundred accounts and types of event, and the signed report.
const CLOSING_BYTES_MAX: usize = 256 * 1024;

/// Who closed a period, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreed {
    /// What the second person approved.
    pub proposal: ProposalId,
    pub proposer: String,
    pub approver: String,
    pub reason: String,
}

/// Closes the next month.
#[derive(Clone, Debug, PartialEq)]
pub struct Close {
    pub period: Month,
    /// The day of the first event of the logs.
    pub begun: Day,
    /// Days of the month that have their daily close.
    pub days: Vec<Day>,
    /// The last position of each log that counts.
    pub until: Vec<i64>,
    /// What was recorded after the month before.
    pub figures: Figures,
    /// What the assets were worth at its end.
    pub rates: Option<Rates>,
    /// What of custody had no other side at its end.
    pub breaks: Option<Breaks>,
    /// The signed report.
    pub signature: String,
    pub agreed: Agreed,
}

/// What the stream is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Month(Close),
    Span(CloseSpan),
}

/// How a month was closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Closing {
    /// 1, 2, 3, … without gaps.
    pub sequence: u32,
    pub period: Month,
    /// The last position of each log before the month.
    pub after: Vec<i64>,
    /// The last position of each log in the month.
    pub until: Vec<i64>,
    pub figures: Figures,
    /// The digest of the figures.
    pub digest: String,
    /// What the assets were worth at its end, for statements in USDT; nothing in closings of before rates were stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rates: Option<Rates>,
    /// What of custody had no other side at its end; nothing in closings of before they had it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<Breaks>,
    /// The signed report.
    pub signature: String,
    #[serde(flatten)]
    pub agreed: Agreed,
    pub at: Timestamp,
}

/// Events of the closed months.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PeriodEvent {
    /// A month was closed.
    PeriodClosed(Closing),
    /// A quarter or a year of closed months was closed.
    SpanClosed(SpanClosing),
}

impl PeriodEvent {
    /// The closing, if it is one of a month.
    pub fn into_month(self) -> Option<Closing> {
        match self {
            PeriodEvent::PeriodClosed(closing) => Some(closing),
            PeriodEvent::SpanClosed(_) => None,
        }
    }

    /// The closing, if it is one of a quarter or a year.
    pub fn into_span(self) -> Option<SpanClosing> {
        match self {
            PeriodEvent::PeriodClosed(_) => None,
            PeriodEvent::SpanClosed(closing) => Some(closing),
        }
    }
}

catalogue!(PeriodEvent { PeriodClosed = 1, SpanClosed = 1, });

impl StreamEvent for PeriodEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        PeriodEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}

/// The stream of the closed months.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Periods {
    /// How many are closed.
    pub sequence: u32,
    /// The newest of them.
    pub last: Option<Month>,
    /// Where each log stood at its end.
    pub until: Vec<i64>,
    /// The digest of each closed month.
    pub digests: BTreeMap<Month, String>,
    /// The newest quarter that is closed.
    pub quarter: Option<Span>,
    /// The newest year that is closed.
    pub year: Option<Span>,
}

fn field(field: String) -> Refusal {
    Refusal::InvalidField { field }
}

/// A day, month, quarter or year that has to be closed first.
pub fn not_closed(period: impl Display) -> Finding {
    Finding::new("period_open", format!("{period} is not closed")).with("period", period)
}

/// Periods are closed in sequence.
fn next_to_close(next: impl Display) -> Refusal {
    let finding = Finding::new("next_to_close", format!("{next} is the next to close"));
    finding.of("period").with("next", next).into()
}

impl Periods {
    /// The month that can be closed next, in a log that began on `begun`.
    pub fn next(&self, begun: Day) -> Month {
        self.last.map_or_else(|| Month::of(begun), Month::next)
    }

    /// The month may be closed by now, with the days that have their close. Order of checks: closed before, the next
    /// one, over, each day.
    ///
    /// # Errors
    /// 9003 for a month that is closed, -1006 for one that is not the next or has a day that is not closed, 4002 for one
    /// that is not over.
    pub fn check(&self, period: Month, begun: Day, days: &[Day], now: Timestamp) -> Result<(), Refusal> {
        if self.last.is_some_and(|last| period <= last) {
            return Err(Refusal::StateChanged);
        }
        let next = self.next(begun);
        if period != next {
            return Err(next_to_close(next));
        }
        let end = period.next().first().start();
        if now < end {
            return Err(Refusal::NotReadyYet { at: end.0 });
        }
        let of_log = period.days().filter(|day| *day >= begun);
        match of_log.into_iter().find(|day| !days.contains(day)) {
            Some(open) => {
                let finding = Finding::new("day_without_close", format!("{open} has no daily close"));
                Err(finding.of("period").with("day", open).into())
            }
            None => Ok(()),
        }
    }

    /// Where each log stood before the next month.
    pub fn after(&self, logs: usize) -> Vec<i64> {
        match self.last {
            Some(_) => self.until.clone(),
            None => vec![0; logs],
        }
    }
}

impl Stream for Periods {
    const TYPE: &'static str = "periods";
    const STATE_VERSION: u16 = 2;
    type Command = Command;
    type Event = PeriodEvent;

    /// Order of checks: people, reason, then those of the month or of the span; the size last.
    fn decide(&self, command: &Command, context: &Context) -> Result<Decision<PeriodEvent>, Refusal> {
        let closed = match command {
            Command::Month(close) => PeriodEvent::PeriodClosed(self.close(close, context.now)?),
            Command::Span(close) => PeriodEvent::SpanClosed(self.close_span(close, context.now)?),
        };
        let written = serde_json::to_vec(&closed).map_or(usize::MAX, |closed| closed.len());
        match written > CLOSING_BYTES_MAX {
            true => Err(field("signature".into())),
            false => Ok(closed.into()),
        }
    }

    fn evolve(&mut self, event: &PeriodEvent) {
        match event {
            PeriodEvent::PeriodClosed(closing) => {
                (self.sequence, self.last) = (closing.sequence, Some(closing.period));
                self.until.clone_from(&closing.until);
                self.digests.insert(closing.period, closing.digest.clone());
            }
            PeriodEvent::SpanClosed(closing) if closing.period.is_year() => self.year = Some(closing.period),
            PeriodEvent::SpanClosed(closing) => self.quarter = Some(closing.period),
        }
    }
}

impl Agreed {
    /// Two people, with a reason.
    fn check(&self) -> Result<(), Refusal> {
        match (self.proposer == self.approver, self.reason.trim().is_empty()) {
            (true, _) => Err(Refusal::OtherPersonMustApprove),
            (_, true) => Err(Refusal::ReasonMissing),
            _ => Ok(()),
        }
    }
}

impl Periods {
    /// Order of checks: people, reason, [`Periods::check`], positions, figures, rates, breaks.
    fn close(&self, close: &Close, now: Timestamp) -> Result<Closing, Refusal> {
        close.agreed.check()?;
        self.check(close.period, close.begun, &close.days, now)?;
        let after = self.after(close.until.len());
        let grows = |(after, until): (&i64, &i64)| after <= until;
        if after.len() != close.until.len() || !after.iter().zip(&close.until).all(grows) {
            return Err(field("until".into()));
        }
        if !close.figures.hold(Chart::built_in()) {
            return Err(field("figures".into()));
        }
        if close.rates.as_ref().is_some_and(|rates| !rates.hold()) {
            return Err(field("rates".into()));
        }
        let end = close.period.next().first().start();
        if close.breaks.as_ref().is_some_and(|breaks| !breaks.hold(end)) {
            return Err(field("breaks".into()));
        }
        Ok(Closing {
            sequence: self.sequence + 1,
            period: close.period,
            after,
            until: close.until.clone(),
            digest: close.figures.digest(),
            figures: close.figures.clone(),
            rates: close.rates.clone(),
            breaks: close.breaks.clone(),
            signature: close.signature.clone(),
            agreed: close.agreed.clone(),
            at: now,
        })
    }
}
