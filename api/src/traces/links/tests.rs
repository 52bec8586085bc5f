use super::{RECENT_MAX, Recent};
use ledger::spans::{BATCH, PAGE};
use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState};
use opentelemetry::{InstrumentationScope, KeyValue};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};
use std::time::SystemTime;

fn span(name: &'static str, id: u64, attributes: &[(&'static str, i64)]) -> SpanData {
    let (trace, flags) = (TraceId::from_bytes([1; 16]), TraceFlags::SAMPLED);
    SpanData {
        span_context: SpanContext::new(trace, SpanId::from(id), flags, false, TraceState::default()),
        parent_span_id: SpanId::INVALID,
        parent_span_is_remote: false,
        span_kind: SpanKind::Internal,
        name: name.into(),
        start_time: SystemTime::UNIX_EPOCH,
        end_time: SystemTime::UNIX_EPOCH,
        attributes: attributes
            .iter()
            .map(|(key, value)| KeyValue::new(*key, *value))
            .collect(),
        dropped_attributes_count: 0,
        events: SpanEvents::default(),
        links: SpanLinks::default(),
        status: Status::Unset,
        instrumentation_scope: InstrumentationScope::default(),
    }
}

fn batch(id: u64, partition: i64, (first, last): (i64, i64)) -> SpanData {
    span(BATCH, id, &[("partition", partition), ("first", first), ("last", last)])
}

/// The batches to which a page of partition 0 is linked after these spans came.
fn linked(recent: &mut Recent, mut spans: Vec<SpanData>, (from, to): (i64, i64)) -> Vec<SpanId> {
    spans.insert(0, span(PAGE, 99, &[("partition", 0), ("from", from), ("to", to)]));
    recent.link(&mut spans);
    spans[0].links.iter().map(|link| link.span_context.span_id()).collect()
}

#[test]
fn a_page_is_linked_to_the_batches_of_its_positions_whichever_ended_first() {
    let written = vec![
        batch(1, 0, (1, 4)),
        batch(2, 0, (5, 5)),
        batch(3, 1, (5, 8)),
        batch(4, 0, (6, 9)),
        // Remembered refusals alone: no events.
        span(BATCH, 5, &[("partition", 0)]),
    ];
    let mut recent = Recent::default();
    assert_eq!(linked(&mut recent, written, (5, 6)), [SpanId::from(2), SpanId::from(4)]);
    assert_eq!(linked(&mut recent, Vec::new(), (1, 4)), [SpanId::from(1)]);
    assert_eq!(linked(&mut recent, Vec::new(), (10, 12)), []);
}

#[test]
fn the_oldest_batches_are_forgotten() {
    let written = (1..=RECENT_MAX as i64 + 1).map(|at| batch(at as u64, 0, (at, at)));
    let mut recent = Recent::default();
    linked(&mut recent, written.collect(), (1, 1));
    assert_eq!(linked(&mut recent, Vec::new(), (1, 2)), [SpanId::from(2)]);
}
