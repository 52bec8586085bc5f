//! The daily close (api §7.12): one stream is one UTC day of the house's books. A day is closed once, with
//! the report that finance signed off; what is recorded later for that day belongs to a later report.
//!
//! How a report is computed and signed is outside this module.

use crate::ids::derived;
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream, StreamEvent, catalogue};
use crate::time::{Day, Timestamp};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Largest report, written, in bytes (ASSUMED): some hundred accounts.
const REPORT_BYTES_MAX: usize = 64 * 1024;

/// Closes a day.
#[derive(Clone, Debug, PartialEq)]
pub struct Close {
    pub day: Day,
    /// The complete report.
    pub report: Value,
    /// The notary's signature over the report's text.
    pub signature: String,
    /// Every sum that must be zero is zero.
    pub is_balanced: bool,
    /// Who closes it.
    pub by: String,
    /// The reason or a remark.
    pub reason: String,
}

/// Events of a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CloseEvent {
    /// It was closed.
    DayClosed {
        day: Day,
        report: Value,
        /// The signature over its text.
        signature: String,
        /// Every sum that must be zero was zero.
        is_balanced: bool,
        /// Who closed it.
        by: String,
        reason: String,
        at: Timestamp,
    },
}

catalogue!(CloseEvent { DayClosed = 1, });

impl StreamEvent for CloseEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        CloseEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}

/// The stream of one day.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DayClose {
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
}

impl DayClose {
    /// The stream's id of a day.
    pub fn id(day: Day) -> Uuid {
        derived(&format!("day_close:{day}"), Uuid::nil())
    }
}

impl Stream for DayClose {
    const TYPE: &'static str = "day_close";
    const STATE_VERSION: u16 = 1;
    type Command = Close;
    type Event = CloseEvent;

    /// Order of checks: reason, the day is over, the report's size, closed before.
    fn decide(&self, close: &Close, context: &Context) -> Result<Decision<CloseEvent>, Refusal> {
        if close.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if context.now < close.day.next().start() {
            let at = close.day.next().start().0;
            return Err(Refusal::NotReadyYet { at });
        }
        let written = serde_json::to_vec(&close.report).map_or(usize::MAX, |report| report.len());
        if written > REPORT_BYTES_MAX {
            let field = "report".into();
            return Err(Refusal::InvalidField { field });
        }
        if self.closed_at.is_some() {
            return Err(Refusal::StateChanged);
        }
        Ok(CloseEvent::DayClosed {
            day: close.day,
            report: close.report.clone(),
            signature: close.signature.clone(),
            is_balanced: close.is_balanced,
            by: close.by.clone(),
            reason: close.reason.clone(),
            at: context.now,
        }
        .into())
    }

    fn evolve(&mut self, event: &CloseEvent) {
        let CloseEvent::DayClosed { at, .. } = event;
        self.closed_at = Some(*at);
    }
}

#[cfg(test)]
mod tests;
