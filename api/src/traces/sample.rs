//! Which spans are sent: calls as the variables of OpenTelemetry say (`OTEL_TRACES_SAMPLER`), and with them what belongs
//! to them. Batches and pages have no parent: of a hundredth of the calls they would be a hundredth of that.

use ledger::spans::{BATCH, PAGE};
use opentelemetry::trace::{Link, SpanKind, TraceId, TraceState};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{Config, SamplingDecision, SamplingResult, ShouldSample};

/// A batch is sent where a command in it is, a page always, everything else as the inner sampler says.
#[derive(Clone, Debug)]
pub(super) struct Sampling(Box<dyn ShouldSample>);

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling(Config::default().sampler)
    }
}

impl ShouldSample for Sampling {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[Link],
    ) -> SamplingResult {
        let is_sent = match name {
            BATCH => links.iter().any(|link| link.span_context.is_sampled()),
            PAGE => true,
            _ => return self.0.should_sample(parent, trace, name, kind, attributes, links),
        };
        SamplingResult {
            decision: match is_sent {
                true => SamplingDecision::RecordAndSample,
                false => SamplingDecision::Drop,
            },
            attributes: Vec::new(),
            trace_state: TraceState::default(),
        }
    }
}
