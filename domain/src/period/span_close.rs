//! Closing a quarter or a year: two people sign the sum of its closed months. Its figures are those of its months, so what
//! they agree on is the digest of the months' digests, and nothing is summed again.

use super::{Agreed, Breaks, Periods, Span, field, next_to_close, not_closed};
use crate::draw::hex_digest;
use crate::refusal::Refusal;
use crate::time::{Day, Month, Timestamp};
use serde::{Deserialize, Serialize};

/// Closes the next quarter, or the next year.
#[derive(Clone, Debug, PartialEq)]
pub struct CloseSpan {
    pub period: Span,
    /// The day of the first event of the logs.
    pub begun: Day,
    /// What of custody had no other side at its end: that of its last month.
    pub breaks: Option<Breaks>,
    /// The signed report.
    pub signature: String,
    pub agreed: Agreed,
}

/// How a quarter or a year was closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpanClosing {
    pub period: Span,
    /// The digest of its months' digests.
    pub digest: String,
    /// What of custody had no other side at its end; nothing in closings of before they had it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<Breaks>,
    /// The signed report.
    pub signature: String,
    #[serde(flatten)]
    pub agreed: Agreed,
    pub at: Timestamp,
}

impl Periods {
    /// The span of this length that can be closed next, in a log that began on `begun`.
    pub fn next_span(&self, like: Span, begun: Day) -> Span {
        let (closed, of): (Option<Span>, fn(Month) -> Span) = match like.is_year() {
            true => (self.year, Span::year),
            false => (self.quarter, Span::quarter),
        };
        of(closed.map_or_else(|| Month::of(begun), |closed| closed.last().next()))
    }

    /// The quarter or the year may be closed by now. Order of checks: a span of several months, closed before, the next
    /// one, each month; of a year its last quarter.
    ///
    /// # Errors
    /// 9003 for one that is closed, -1006 for a month, for one that is not the next, and for one with an open part.
    pub fn check_span(&self, period: Span, begun: Day) -> Result<(), Refusal> {
        if period.as_month().is_some() {
            return Err(field("period".into()));
        }
        let next = self.next_span(period, begun);
        if period.last() < next.first() {
            return Err(Refusal::StateChanged);
        }
        if period != next {
            return Err(next_to_close(next));
        }
        let open = self.next(begun);
        if open <= period.last() {
            return Err(not_closed(open).of("period").into());
        }
        let quarter = Span::quarter(period.last());
        match period.is_year() && self.quarter.is_none_or(|closed| closed.last() < quarter.last()) {
            true => Err(not_closed(quarter).of("period").into()),
            false => Ok(()),
        }
    }

    /// What two people agree on: hex of SHA-256 over the closed months of a span, a line each with month and digest.
    pub fn digest_of(&self, period: Span) -> String {
        let months = self.digests.range(period.first()..=period.last());
        let lines = months.map(|(month, digest)| format!("{month} {digest}\n"));
        hex_digest(lines.collect::<String>().as_bytes())
    }

    /// Order of checks: people, reason, [`Periods::check_span`], breaks.
    pub(super) fn close_span(&self, close: &CloseSpan, now: Timestamp) -> Result<SpanClosing, Refusal> {
        close.agreed.check()?;
        self.check_span(close.period, close.begun)?;
        let end = close.period.last().next().first().start();
        if close.breaks.as_ref().is_some_and(|breaks| !breaks.hold(end)) {
            return Err(field("breaks".into()));
        }
        Ok(SpanClosing {
            period: close.period,
            breaks: close.breaks.clone(),
            digest: self.digest_of(close.period),
            signature: close.signature.clone(),
            agreed: close.agreed.clone(),
            at: now,
        })
    }
}
