//! What a call is part of, as the header `traceparent` says it (W3C Trace Context).

use axum::http::HeaderMap;
use ledger::spans::TARGET;
use opentelemetry::Context;
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TraceContextExt;
use opentelemetry_sdk::propagation::TraceContextPropagator;

/// The header; `tracestate`, free text of whoever was asked before, is not read.
const HEADER: &str = "traceparent";

/// The span that a call continues; none without a proxy that is trusted, and none while nothing is traced.
pub(crate) fn parent(headers: &HeaderMap, trusted_proxies: u8) -> Option<Context> {
    if trusted_proxies == 0 || !tracing::span_enabled!(target: TARGET, tracing::Level::TRACE) {
        return None;
    }
    read(headers)
}

fn read(headers: &HeaderMap) -> Option<Context> {
    let context = TraceContextPropagator::new().extract_with_context(&Context::new(), &Headers(headers));
    Some(context).filter(TraceContextExt::has_active_span)
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        let mut given = self.0.get_all(HEADER).iter().filter(|_| key == HEADER);
        let first = given.next()?.to_str().ok();
        // Two are of two senders, and nobody knows which of them is ours.
        first.filter(|_| given.next().is_none())
    }

    fn keys(&self) -> Vec<&str> {
        vec![HEADER]
    }
}

#[cfg(test)]
mod tests;
