//! A collector of OpenTelemetry: takes what is posted to `/v1/traces` and lets a test wait for a span.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long a span may take to come, on a busy machine.
const SPAN_MAX: Duration = Duration::from_secs(30);

/// A running collector.
pub struct Collector {
    pub url: String,
    came: watch::Receiver<Vec<Traced>>,
}

/// A span as it came.
#[derive(Clone, Debug)]
pub struct Traced {
    pub service: String,
    pub name: String,
    pub trace: String,
    pub parent: String,
    id: String,
    kind: i32,
    times: (u64, u64),
    pub attributes: BTreeMap<String, Value>,
    /// Traces and spans.
    links: Vec<(String, String)>,
    /// All that came with it, its resource too.
    pub said: String,
}

impl Collector {
    pub async fn start() -> Collector {
        let (sender, came) = watch::channel(Vec::new());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let routes = Router::new()
            .route("/v1/traces", post(take))
            .with_state(Arc::new(sender));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Collector { url, came }
    }

    /// Waits for the first span that fits.
    pub async fn span(&mut self, what: &str, fits: impl Fn(&Traced) -> bool) -> Traced {
        let came = self.came.wait_for(|came| came.iter().any(&fits));
        let found = tokio::time::timeout(SPAN_MAX, came).await.map(|came| {
            let came = came.expect("the collector runs");
            came.iter().find(|span| fits(span)).cloned()
        });
        let names = || {
            self.came
                .borrow()
                .iter()
                .map(|span| span.name.clone())
                .collect::<Vec<_>>()
        };
        found
            .ok()
            .flatten()
            .unwrap_or_else(|| panic!("{what} did not come, but {:?}", names()))
    }

    /// All that came.
    pub fn came(&self) -> Vec<Traced> {
        self.came.borrow().clone()
    }
}

async fn take(State(sender): State<Arc<watch::Sender<Vec<Traced>>>>, body: Bytes) -> StatusCode {
    let request = ExportTraceServiceRequest::decode(body).expect("a request of the protocol");
    sender.send_modify(|came| {
        for of_resource in request.resource_spans {
            let resource = of_resource.resource.unwrap_or_default();
            let spans = of_resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
            came.extend(spans.map(|span| Traced::of(&resource, span)));
        }
    });
    StatusCode::OK
}

impl Traced {
    fn of(resource: &Resource, span: Span) -> Traced {
        let said = format!("{resource:?} {span:?}");
        assert!(span.events.is_empty(), "lines of the log stay in the log: {span:?}");
        let link = |link: &opentelemetry_proto::tonic::trace::v1::span::Link| {
            (hex::encode(&link.trace_id), hex::encode(&link.span_id))
        };
        let service = resource
            .attributes
            .iter()
            .find(|attribute| attribute.key == "service.name");
        let service = service.and_then(|service| match service.value.clone()?.value? {
            Value::StringValue(name) => Some(name),
            _ => None,
        });
        Traced {
            service: service.unwrap_or_default(),
            trace: hex::encode(&span.trace_id),
            parent: hex::encode(&span.parent_span_id),
            id: hex::encode(&span.span_id),
            kind: span.kind,
            times: (span.start_time_unix_nano, span.end_time_unix_nano),
            links: span.links.iter().map(link).collect(),
            attributes: span.attributes.into_iter().filter_map(attribute).collect(),
            name: span.name,
            said,
        }
    }

    pub fn is_root(&self) -> bool {
        self.parent.is_empty()
    }

    pub fn is_server(&self) -> bool {
        self.kind == SpanKind::Server as i32
    }

    pub fn is_child_of(&self, other: &Traced) -> bool {
        self.trace == other.trace && self.parent == other.id
    }

    pub fn links_to(&self, other: &Traced) -> bool {
        self.links.contains(&(other.trace.clone(), other.id.clone()))
    }

    pub fn began_before_the_end_of(&self, other: &Traced) -> bool {
        self.times.0 <= other.times.1
    }

    #[track_caller]
    pub fn text(&self, key: &str) -> &str {
        match self.attributes.get(key) {
            Some(Value::StringValue(text)) => text,
            other => panic!("{key} is {other:?} in {self:?}"),
        }
    }

    #[track_caller]
    pub fn number(&self, key: &str) -> i64 {
        match self.attributes.get(key) {
            Some(Value::IntValue(number)) => *number,
            other => panic!("{key} is {other:?} in {self:?}"),
        }
    }
}

fn attribute(attribute: KeyValue) -> Option<(String, Value)> {
    Some((attribute.key, attribute.value?.value?))
}
