//! The closed months of the house's books, all in one stream: without gaps, in order, each by two people (api §7.20).
//!
//! A month ends at positions of the logs. Logs only grow, so nothing can be recorded into a month that is closed: what
//! comes later has a later position and belongs to a later month. A correction is a new entry that names the month that
//! it restates. Quarters and years are sums of closed months ([`Span`]).
//!
//! How figures are summed and signed is outside this module.

mod figures;
mod span;
#[cfg(test)]
mod tests;

pub use figures::{Cash, Figures, Moved, Restated};
pub use span::Span;

use crate::chart::Chart;
use crate::ids::ProposalId;
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream, StreamEvent, catalogue};
use crate::time::{Day, Month, Timestamp};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Largest closing, written, in bytes (ASSUMED): some hundred accounts and types of event, and the signed report.
const CLOSING_BYTES_MAX: usize = 256 * 1024;

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
    /// The signed report.
    pub signature: String,
    /// What the second person approved.
    pub proposal: ProposalId,
    pub proposer: String,
    pub approver: String,
    pub reason: String,
}

/// Events of the closed months.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PeriodEvent {
    /// A month was closed.
    PeriodClosed {
        /// 1, 2, 3, … without gaps.
        sequence: u32,
        period: Month,
        /// The last position of each log before the month.
        after: Vec<i64>,
        /// The last position of each log in the month.
        until: Vec<i64>,
        figures: Figures,
        /// The digest of the figures.
        digest: String,
        /// The signed report.
        signature: String,
        proposal: ProposalId,
        proposer: String,
        approver: String,
        reason: String,
        at: Timestamp,
    },
}

catalogue!(PeriodEvent { PeriodClosed = 1, });

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
}

fn field(field: String) -> Refusal {
    Refusal::InvalidField { field }
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
            return Err(field(format!("period: {next} is the next to close")));
        }
        let end = period.next().first().start();
        if now < end {
            return Err(Refusal::NotReadyYet { at: end.0 });
        }
        let of_log = period.days().filter(|day| *day >= begun);
        match of_log.into_iter().find(|day| !days.contains(day)) {
            Some(open) => Err(field(format!("period: {open} has no daily close"))),
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
    const STATE_VERSION: u16 = 1;
    type Command = Close;
    type Event = PeriodEvent;

    /// Order of checks: people, reason, [`Periods::check`], positions, figures, size.
    fn decide(&self, close: &Close, context: &Context) -> Result<Decision<PeriodEvent>, Refusal> {
        if close.proposer == close.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if close.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        self.check(close.period, close.begun, &close.days, context.now)?;
        let after = self.after(close.until.len());
        let grows = |(after, until): (&i64, &i64)| after <= until;
        if after.len() != close.until.len() || !after.iter().zip(&close.until).all(grows) {
            return Err(field("until".into()));
        }
        if !close.figures.hold(Chart::built_in()) {
            return Err(field("figures".into()));
        }
        let closed = PeriodEvent::PeriodClosed {
            sequence: self.sequence + 1,
            period: close.period,
            after,
            until: close.until.clone(),
            digest: close.figures.digest(),
            figures: close.figures.clone(),
            signature: close.signature.clone(),
            proposal: close.proposal,
            proposer: close.proposer.clone(),
            approver: close.approver.clone(),
            reason: close.reason.clone(),
            at: context.now,
        };
        let written = serde_json::to_vec(&closed).map_or(usize::MAX, |closed| closed.len());
        match written > CLOSING_BYTES_MAX {
            true => Err(field("signature".into())),
            false => Ok(closed.into()),
        }
    }

    fn evolve(&mut self, event: &PeriodEvent) {
        let PeriodEvent::PeriodClosed {
            sequence,
            period,
            until,
            ..
        } = event;
        (self.sequence, self.last) = (*sequence, Some(*period));
        self.until.clone_from(until);
    }
}
