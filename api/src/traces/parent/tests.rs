use super::{parent, read};
use axum::http::HeaderMap;
use axum::http::HeaderValue;
use opentelemetry::trace::TraceContextExt;

const GIVEN: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

fn headers(values: &[&'static str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("tracestate", HeaderValue::from_static("who=somebody"));
    for value in values {
        headers.append("traceparent", HeaderValue::from_static(value));
    }
    headers
}

#[test]
fn one_well_formed_header_is_continued_without_the_free_text_beside_it() {
    let context = read(&headers(&[GIVEN])).expect("a span to continue");
    let span = context.span().span_context().clone();
    assert_eq!(span.trace_id().to_string(), "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(span.span_id().to_string(), "b7ad6b7169203331");
    assert_eq!(span.trace_state().header(), "");
}

#[test]
fn no_header_two_of_them_and_rubbish_are_continued_by_nothing() {
    for values in [&[][..], &[GIVEN, GIVEN], &["rubbish"]] {
        assert!(read(&headers(values)).is_none(), "{values:?}");
    }
}

#[test]
fn without_a_trusted_proxy_the_header_is_not_looked_at() {
    assert!(parent(&headers(&[GIVEN]), 0).is_none());
}
