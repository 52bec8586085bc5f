//! Sends spans to the collector, on a thread of its own: the service's runtime does not wait for it, nor it for that.

use super::SERVICE;
use super::links::Recent;
use crate::figures::SPANS_DROPPED;
use crate::https::{Https, client};
use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::{Request, Response};
use http_body_util::{BodyExt, Full, Limited};
use metrics::counter;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{RetryPolicy, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SpanData, SpanExporter as _};
use std::sync::mpsc as threads;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout, timeout_at};

/// Spans of one request at most.
const SEND_MAX: usize = 1_024;
/// How long spans wait for others (ASSUMED: nobody looks at a trace sooner).
const GATHER_TIME: Duration = Duration::from_millis(500);
/// How long the collector may take to answer (ASSUMED: it stands near).
const ANSWER_TIME_MAX: Duration = Duration::from_secs(2);
/// How long a process that ends waits for the last spans to be taken.
const END_TIME_MAX: Duration = Duration::from_secs(3);
/// Longest answer that is read: it says how many spans were rejected.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// The thread that sends.
pub(super) struct Sending {
    stop: watch::Sender<bool>,
    ended: threads::Receiver<()>,
}

impl Sending {
    /// Sends what waits, as far as the collector takes it in time.
    pub(super) fn end(&self) {
        self.stop.send_replace(true);
        // Also when the time is over: the process ends without these spans.
        let _ = self.ended.recv_timeout(END_TIME_MAX);
    }
}

/// Starts the thread.
///
/// # Errors
/// An address that cannot be asked, or a system that gives no thread.
pub(super) fn start(collector: &str, waiting: mpsc::Receiver<SpanData>) -> Result<Sending, Box<dyn std::error::Error>> {
    let mut exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Client(client()))
        .with_endpoint(format!("{collector}/v1/traces"))
        .with_timeout(ANSWER_TIME_MAX)
        .with_retry_policy(RetryPolicy::disabled())
        .build()?;
    exporter.set_resource(&Resource::builder().with_service_name(SERVICE).build());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (stop, stopped) = watch::channel(false);
    let (end, ended) = threads::channel();
    std::thread::Builder::new().name("traces".into()).spawn(move || {
        runtime.block_on(send(&exporter, waiting, stopped));
        let _ = end.send(());
    })?;
    Ok(Sending { stop, ended })
}

/// Sends until it is stopped and nothing waits, or nothing is taken any more.
async fn send(exporter: &SpanExporter, mut waiting: mpsc::Receiver<SpanData>, mut stop: watch::Receiver<bool>) {
    let mut recent = Recent::default();
    let mut is_away = false;
    loop {
        let mut spans = gather(&mut waiting, &mut stop).await;
        recent.link(&mut spans);
        let count = spans.len();
        if count > 0 {
            let taken = exporter.export(spans).await;
            match &taken {
                Ok(()) if is_away => tracing::info!("the collector takes spans again"),
                Err(error) if !is_away => {
                    tracing::warn!(%error, "the collector takes no spans: they are dropped and counted until it does");
                }
                _ => {}
            }
            is_away = taken.is_err();
            counter!(SPANS_DROPPED).increment(if is_away { count as u64 } else { 0 });
        }
        if *stop.borrow() && (is_away || waiting.is_empty()) {
            return;
        }
    }
}

/// The spans that come within a moment after the first one; what waits, once it is stopped.
async fn gather(waiting: &mut mpsc::Receiver<SpanData>, stop: &mut watch::Receiver<bool>) -> Vec<SpanData> {
    let mut spans = Vec::new();
    let coming = async {
        let mut open = waiting.recv_many(&mut spans, SEND_MAX).await > 0;
        let until = Instant::now() + GATHER_TIME;
        while open && spans.len() < SEND_MAX {
            let room = SEND_MAX - spans.len();
            let more = timeout_at(until, waiting.recv_many(&mut spans, room)).await;
            open = more.is_ok_and(|more| more > 0);
        }
    };
    tokio::select! {
        () = coming => {}
        _ = stop.wait_for(|stop| *stop) => {}
    }
    while spans.len() < SEND_MAX
        && let Ok(span) = waiting.try_recv()
    {
        spans.push(span);
    }
    spans
}

/// The client of the service, as the exporter asks it.
#[derive(Debug)]
struct Client(Https);

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let answered = async {
            let (head, body) = self.0.request(request.map(Full::new)).await?.into_parts();
            let body = Limited::new(body, ANSWER_BYTES_MAX).collect().await?.to_bytes();
            Ok::<_, HttpError>(Response::from_parts(head, body))
        };
        timeout(ANSWER_TIME_MAX, answered).await?
    }
}
