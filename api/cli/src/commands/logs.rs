//! The log: on stderr, so that stdout carries results only.

use settings::LogForm;
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// How much is logged when RUST_LOG does not say.
const DEFAULT_FILTER: &str = "info,sqlx=warn,hyper=warn";

/// Starts the log of this process. Called once, before the first command step.
pub fn start(form: LogForm) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT_FILTER));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Telling of a log that cannot be written goes to the same place, and ends the task when that fails too.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    match form {
        LogForm::Human => lines
            .with_ansi(std::io::stderr().is_terminal())
            .with_target(false)
            .init(),
        LogForm::Json => lines.json().flatten_event(true).init(),
    }
}
