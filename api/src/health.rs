//! Paths of operators and their machines: `/health/live`, `/health/ready` and `/openapi.json`; on a listener of their own the
//! figures of `/metrics`, which say more of the house than players should know.

use crate::app::App;
use crate::call;
use crate::figures::{self, CALLS, READY, SECONDS};
use crate::openapi;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use ledger::Fault;
use ledger::balance::{self, AsOf};
use ledger::standby::Standby;
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use projections::cursor::{Standing, standings};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

/// How long the database may take to be called ready.
const READY_TIME_MAX: Duration = Duration::from_secs(2);
/// How often counted samples are folded, whether or not anybody reads them.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);
/// Borders of the latency histogram, in seconds.
const LATENCY_S: &[f64] = &[
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 30.0,
];

/// The figures of this process.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// The one recorder of this process.
    pub fn of_this_process() -> Metrics {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            let matcher = Matcher::Full(SECONDS.to_owned());
            let builder = PrometheusBuilder::new().set_buckets_for_metric(matcher, LATENCY_S);
            let recorder = builder.expect("the borders are not empty").build_recorder();
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("another recorder was there first: the figures of calls are counted there");
            }
            figures::describe();
            handle
        });
        Metrics(handle.clone())
    }

    /// Counts an answered call.
    pub fn count(&self, path: &'static str, code: i32, took: Duration) {
        counter!(CALLS, "path" => path, "code" => code.to_string()).increment(1);
        histogram!(SECONDS, "path" => path).record(took);
    }

    /// Folds samples for as long as the service runs.
    pub async fn upkeep(self) {
        let mut interval = tokio::time::interval(UPKEEP_EVERY);
        loop {
            interval.tick().await;
            self.0.run_upkeep();
        }
    }
}

/// Adds the paths of operators.
pub fn mount(routes: Router<App>) -> Router<App> {
    routes
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics_here))
        .route("/openapi.json", get(document))
}

/// The figures alone, for a listener of their own.
pub fn figures(app: &App) -> Router {
    Router::new()
        .route("/metrics", get(metrics_text))
        .with_state(app.clone())
}

/// On the players' listener there are figures in development alone, for whoever is on the machine itself.
async fn metrics_here(State(app): State<App>, Extension(peer): Extension<SocketAddr>) -> Response {
    match app.settings().is_development && peer.ip().is_loopback() {
        true => metrics_text(State(app)).await,
        false => call::unknown_path(State(app)).await,
    }
}

async fn live() -> Response {
    json_text(StatusCode::OK, json!({ "status": "live" }).to_string())
}

/// What a process needs to take commands, and whether it has it.
struct Ready([(&'static str, bool); 5]);

impl Ready {
    /// Database, schema and writer can take a command now, the log is what was signed, and a standby has what is
    /// acknowledged, where that is required; with the answer of the database, `None` when it came too late.
    fn of(app: &App, heads: Option<&Result<Vec<i64>, Fault>>) -> Ready {
        let (database, schema) = match heads {
            Some(Ok(heads)) => (true, heads.len() == usize::from(app.ledger().partitions())),
            Some(Err(Fault::Database(sqlx::Error::Database(_)))) => (true, false),
            Some(Err(_)) | None => (false, false),
        };
        let ledger = app.ledger();
        Ready([
            ("database", database),
            ("schema", schema),
            (
                "writer",
                ledger.is_writing() && ledger.waiting() < WAITING_MAX && ledger.batch_age() < BATCH_AGE_MAX,
            ),
            ("trust", ledger.trust().broken().is_none()),
            ("synchronous", ledger.synchrony().lost().is_none()),
        ])
    }

    fn is_whole(&self) -> bool {
        self.missing().next().is_none()
    }

    fn missing(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(|(_, ready)| !ready).map(|(part, _)| *part)
    }
}

/// Why a part is not ready, in one sentence without anything from the log.
fn why_not(app: &App, part: &str) -> &'static str {
    match part {
        "database" => "the database does not answer",
        "schema" => "the schema is not that of this program: run `ledger migrate`",
        "writer" if !app.ledger().is_writing() => {
            "this process writes no more: the log has lost what was acknowledged, or the process is stopping"
        }
        "writer" => "commands wait: no primary takes them, no standby has them, or they are too many",
        "trust" => "the log is not what was signed",
        _ => "a synchronous standby is required and there is none",
    }
}

/// A view that stopped is reported and fails nothing else.
async fn ready(State(app): State<App>) -> Response {
    let heads = tokio::time::timeout(READY_TIME_MAX, positions(&app)).await.ok();
    let parts = Ready::of(&app, heads.as_ref());
    let status = if parts.is_whole() {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let stopped: Vec<Value> = followers(&app).await.iter().filter_map(stopped).collect();
    let why: Vec<&str> = parts.missing().map(|part| why_not(&app, part)).collect();
    let mut report = json!({ "ready": parts.is_whole(), "why": why, "views_stopped": stopped });
    for (part, ready) in parts.0 {
        report[part] = ready.into();
    }
    json_text(status, report.to_string())
}

/// The followers of the log; none when the database does not answer, which other figures show.
async fn followers(app: &App) -> Vec<Standing> {
    let asked = standings(app.ledger().pool(), app.now());
    match tokio::time::timeout(READY_TIME_MAX, asked).await {
        Ok(Ok(followers)) => followers,
        Ok(Err(_)) | Err(_) => Vec::new(),
    }
}

/// Where and since when a follower has stopped. The reason is for the log only: it may quote an event.
fn stopped(follower: &Standing) -> Option<Value> {
    let stop = follower.stopped.as_ref()?;
    Some(json!({
        "view": follower.view, "partition": follower.partition, "position": stop.position,
        "event_type": stop.event_type, "since": stop.since.0,
    }))
}

/// The age of a batch at which no more traffic should be sent here: it waits for a primary or for a standby (ASSUMED: a
/// switchover in one network takes less).
const BATCH_AGE_MAX: Duration = Duration::from_secs(5);
/// Commands waiting at which no more traffic should be sent here.
const WAITING_MAX: usize = 2_048;

/// The newest position of each log, by partition.
async fn positions(app: &App) -> Result<Vec<i64>, Fault> {
    balance::bounds(app.ledger().pool(), AsOf::Latest).await
}

#[expect(clippy::cast_precision_loss, reason = "figures for graphs, not for books")]
async fn metrics_text(State(app): State<App>) -> Response {
    let ledger = app.ledger();
    gauge!("ledger_writer_waiting").set(ledger.waiting() as f64);
    gauge!("ledger_batch_ms").set(ledger.batch_age().as_millis() as f64);
    gauge!("ledger_reserve_usdt").set(ledger.reserve().minor() as f64);
    let is_closed = ledger.context().stakes_closed_above.is_some();
    gauge!("ledger_stakes_closed").set(if is_closed { 1.0 } else { 0.0 });
    gauge!("ledger_connections").set(f64::from(ledger.pool().size()));
    gauge!("ledger_config_version").set(app.config().version as f64);
    let reads = ledger.standby().map(Standby::reads);
    for (server, reads) in reads.unwrap_or([("standby", 0), ("primary", 0)]) {
        counter!("ledger_standby_reads_total", "server" => server).absolute(reads);
    }
    let heads = tokio::time::timeout(READY_TIME_MAX, positions(&app)).await.ok();
    for (part, ready) in Ready::of(&app, heads.as_ref()).0 {
        gauge!(READY, "part" => part).set(if ready { 1.0 } else { 0.0 });
    }
    if let Some(Ok(heads)) = heads {
        for (partition, position) in heads.into_iter().enumerate() {
            gauge!("ledger_position", "partition" => partition.to_string()).set(position as f64);
        }
    }
    for follower in followers(&app).await {
        let labels = [("view", follower.view), ("partition", follower.partition.to_string())];
        gauge!("view_lag_events", &labels).set(follower.behind as f64);
        gauge!("view_lag_ms", &labels).set(follower.behind_ms as f64);
        gauge!("view_stopped", &labels).set(if follower.stopped.is_some() { 1.0 } else { 0.0 });
    }
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics().0.render()).into_response()
}

async fn document() -> Response {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    json_text(StatusCode::OK, DOCUMENT.get_or_init(openapi::document).clone())
}

fn json_text(status: StatusCode, text: String) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], text).into_response()
}
