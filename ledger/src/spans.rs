//! Spans of traces: where the time of a command went, for a collector of OpenTelemetry.
//!
//! ```text
//! call (api) ─▶ command ─▶ wait ◀┄┄ batch ◀┄┄ page (projections)      ─▶ child of, ◀┄┄ linked from
//! ```
//! All have one target and the lowest level. The log does not show them, and a process that exports no traces makes
//! none: to find that out is one comparison of levels, and nothing is allocated or formatted. Fields hold what says nothing
//! about anybody: types, partitions, positions, counts. Facts carry no context of a trace: a page is joined with the
//! batches that it read by partition and position.
//!
//! Knows nothing of who exports them.

use crate::append::entry::Entry;
use std::fmt::{self, Debug, Display, Write};
use tracing::field::Empty;
use tracing::{Span, trace_span};

/// The target of all spans that are made for traces, and of nothing else.
pub const TARGET: &str = "ledger_spans";
/// The span of a batch, with `partition`, and `first` and `last` where it had events.
pub const BATCH: &str = "batch";
/// The span of a page that views write, with `partition`, `from` and `to`.
pub const PAGE: &str = "page";

/// A command from its arrival at the handler to its answer.
pub(crate) fn command(stream: &'static str, command: &impl Debug) -> Span {
    trace_span!(target: TARGET, "command", stream, command = %VariantName(command))
}

/// From the queue of the writer to the outcome.
pub(crate) fn wait() -> Span {
    trace_span!(target: TARGET, "wait")
}

/// A batch of the writer, linked to each command that waits for it.
pub(crate) fn batch(partition: i32, entries: &[Entry]) -> Span {
    let span = trace_span!(
        target: TARGET,
        parent: None,
        BATCH,
        partition,
        commands = entries.len() as i64,
        events = Empty,
        first = Empty,
        last = Empty
    );
    for entry in entries {
        span.follows_from(&entry.wait);
    }
    span
}

/// Where the events of the current batch stand in the log: `count` of them after position `base`.
pub(crate) fn batch_written(base: i64, count: i64) {
    let span = Span::current();
    span.record("events", count);
    if count > 0 {
        span.record("first", base + 1).record("last", base + count);
    }
}

/// The events of a partition from one position to another, as views write them in one transaction.
pub fn page(partition: i32, views: &[&str], (from, to): (i64, i64)) -> Span {
    trace_span!(target: TARGET, PAGE, partition, views = ?views, from, to)
}

/// The name of an enum's variant, and nothing of what is in it.
struct VariantName<'a, T>(&'a T);

impl<T: Debug> Display for VariantName<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The fields are cut off by an error of the writer, before they are formatted.
        let _ = write!(FirstWord(formatter), "{:?}", self.0);
        Ok(())
    }
}

struct FirstWord<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for FirstWord<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let word = text.split(|letter: char| !letter.is_ascii_alphanumeric()).next();
        self.0.write_str(word.unwrap_or_default())?;
        if word == Some(text) { Ok(()) } else { Err(fmt::Error) }
    }
}

#[cfg(test)]
mod tests;
