//! Traces: the spans of [`ledger::spans`] on their way to a collector of OpenTelemetry (OTLP over HTTP, protobuf).
//!
//! ```text
//! span ends ─▶ queue (bounded) ─▶ thread of its own: links pages to batches, sends ─▶ collector
//!                 └▶ full: dropped, counted              └▶ not taken: dropped, counted, one line of the log
//! ```
//! Nobody waits for a collector. Only spans made for traces are seen, never the log's lines and their fields, so what
//! leaves is what [`ledger::spans`] and [`call`] put into them. The share of the calls and further attributes of the
//! process come from the variables that OpenTelemetry has for them (`OTEL_TRACES_SAMPLER`, `OTEL_RESOURCE_ATTRIBUTES`).

mod links;
mod parent;
mod sample;
mod send;

use crate::endpoint::Peer;
use crate::figures::SPANS_DROPPED;
use crate::health::Metrics;
use ledger::spans::TARGET;
use metrics::counter;
use opentelemetry::Context;
use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SdkTracerProvider, Span as SdkSpan, SpanData, SpanProcessor};
pub(crate) use parent::parent;
use std::time::Duration;
use tokio::sync::mpsc;
use tracing::field::Empty;
use tracing::level_filters::LevelFilter;
use tracing::{Span, trace_span};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::{Layer, Registry};

/// Spans that wait for the collector at most, about 1 KB each (ASSUMED: a fifth of a second of full load).
const QUEUE_MAX: usize = 4_096;
/// Links of one span at most: the commands of a full batch.
const LINKS_MAX: u32 = 2_000;

/// The name of the service in its traces.
const SERVICE: &str = "ledger";

/// The span of a call: the root of what it leads to, or a child of what a trusted proxy began.
pub fn call(path: &'static str, reference: &str, peer: &Peer) -> Span {
    let _parent = peer.trace_parent.clone().map(Context::attach);
    trace_span!(target: TARGET, "call", otel.name = path, otel.kind = "server", reference, code = Empty)
}

/// A running export; when it is dropped, what waits is sent.
pub struct Traces {
    sending: send::Sending,
    _provider: SdkTracerProvider,
}

impl Drop for Traces {
    fn drop(&mut self) {
        self.sending.end();
    }
}

/// Begins to export to a collector, and what a subscriber needs for it.
///
/// # Errors
/// An address that cannot be asked, or a system that gives no thread.
pub fn start(
    collector: &str,
) -> Result<(Traces, impl Layer<Registry> + Send + Sync + use<>), Box<dyn std::error::Error>> {
    Metrics::of_this_process();
    counter!(SPANS_DROPPED).increment(0);
    let (queue, waiting) = mpsc::channel(QUEUE_MAX);
    let sending = send::start(collector, waiting)?;
    let provider = SdkTracerProvider::builder()
        .with_span_processor(Queue(queue))
        .with_sampler(sample::Sampling::default())
        .with_max_links_per_span(LINKS_MAX)
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer(SERVICE))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_context_activation(false)
        .with_filter(Targets::new().with_target(TARGET, LevelFilter::TRACE));
    let traces = Traces {
        sending,
        _provider: provider,
    };
    Ok((traces, layer))
}

/// Where spans wait; full, it drops them.
#[derive(Debug)]
struct Queue(mpsc::Sender<SpanData>);

impl SpanProcessor for Queue {
    fn on_start(&self, _span: &mut SdkSpan, _context: &Context) {}

    fn on_end(&self, span: SpanData) {
        if self.0.try_send(span).is_err() {
            counter!(SPANS_DROPPED).increment(1);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _timeout: Duration) -> OTelSdkResult {
        Ok(())
    }
}
