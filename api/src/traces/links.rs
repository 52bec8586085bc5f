//! Joins the pages of views with the batches that they read: by partition and position, because facts carry no context
//! of a trace. It knows the batches of this process alone.

use ledger::spans::{BATCH, PAGE};
use opentelemetry::Value;
use opentelemetry::trace::{Link, SpanContext};
use opentelemetry_sdk::trace::SpanData;
use std::collections::VecDeque;

/// Batches that are remembered. ASSUMED: a view that is further behind than as many batches follows no single call.
const RECENT_MAX: usize = 1_024;

/// The batches that were written last.
#[derive(Default)]
pub(super) struct Recent(VecDeque<Batch>);

struct Batch {
    written: Positions,
    span: SpanContext,
}

/// Events of one partition, the last one included.
struct Positions {
    partition: i64,
    first: i64,
    last: i64,
}

impl Recent {
    /// Remembers the batches among these spans and links the pages among them.
    pub(super) fn link(&mut self, spans: &mut [SpanData]) {
        for span in spans.iter().filter(|span| span.name == BATCH) {
            if let Some(written) = Positions::of(span, "first", "last") {
                let span = span.span_context.clone();
                self.0.push_back(Batch { written, span });
            }
        }
        for page in spans.iter_mut().filter(|span| span.name == PAGE) {
            if let Some(read) = Positions::of(page, "from", "to") {
                let batches = self.0.iter().filter(|batch| batch.written.meets(&read));
                let links = batches.map(|batch| Link::with_context(batch.span.clone()));
                page.links.links.extend(links);
            }
        }
        let surplus = self.0.len().saturating_sub(RECENT_MAX);
        self.0.drain(..surplus);
    }
}

impl Positions {
    /// Nothing for a batch that had no events.
    fn of(span: &SpanData, first: &str, last: &str) -> Option<Positions> {
        Some(Positions {
            partition: number(span, "partition")?,
            first: number(span, first)?,
            last: number(span, last)?,
        })
    }

    fn meets(&self, other: &Positions) -> bool {
        self.partition == other.partition && self.first <= other.last && other.first <= self.last
    }
}

fn number(span: &SpanData, key: &str) -> Option<i64> {
    let attribute = span.attributes.iter().find(|attribute| attribute.key.as_str() == key)?;
    match attribute.value {
        Value::I64(number) => Some(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
