//! The log: on stderr, so that stdout carries results only. Beside it the traces, where a collector is set.

use super::Failure;
use api::traces::{self, Traces};
use settings::LogForm;
use std::io::IsTerminal;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt};

/// How much is logged when RUST_LOG does not say.
const DEFAULT_FILTER: &str = "info,sqlx=warn,hyper=warn";
/// The same where progress is shown on stderr.
const QUIET_FILTER: &str = "warn";

/// Starts the log of this process, and its traces to the collector `otlp`. Called once, before the first command step.
///
/// # Errors
/// One sentence: nothing can be sent to the collector.
pub fn start(form: LogForm, otlp: Option<&str>, is_quiet: bool) -> Result<Option<Traces>, Failure> {
    let default = if is_quiet { QUIET_FILTER } else { DEFAULT_FILTER };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    let lines = fmt::layer()
        // Telling of a log that cannot be written goes to the same place, and ends the task when that fails too.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match form {
        LogForm::Human => lines
            .with_ansi(std::io::stderr().is_terminal())
            .with_target(false)
            .boxed(),
        LogForm::Json => lines.json().flatten_event(true).boxed(),
    };
    let Some(collector) = otlp else {
        // One filter for all: a span that the log does not show is made by nobody.
        tracing_subscriber::registry().with(lines).with(filter).init();
        return Ok(None);
    };
    let unfit = |fault| Failure::Usage(format!("LEDGER_OTLP {collector} cannot be used: {fault}."));
    let (traces, spans) = traces::start(collector).map_err(unfit)?;
    let layers = vec![lines.with_filter(filter).boxed(), spans.boxed()];
    tracing_subscriber::registry().with(layers).init();
    Ok(Some(traces))
}
