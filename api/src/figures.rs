//! Every figure of `/metrics`: alerts and dashboard are made from this list (`ledger ops`), so what is not in it is
//! watched by nobody. A test compares it with what a running service shows.

use crate::messages::{FAILED, OLDEST, SENT, WAITING};
use crate::notify;
use metrics::Unit;

/// How a figure moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only grows while the process lives.
    Counter,
    /// Up and down.
    Gauge,
    /// Seconds, in buckets.
    Seconds,
}

/// One figure.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    pub name: &'static str,
    pub kind: Kind,
    /// What a series of it is about; nothing for a figure of the process.
    pub labels: &'static [&'static str],
    pub help: &'static str,
}

const fn figure(name: &'static str, kind: Kind, labels: &'static [&'static str], help: &'static str) -> Figure {
    Figure {
        name,
        kind,
        labels,
        help,
    }
}

/// Answered calls.
pub const CALLS: &str = "api_calls_total";
/// How long they took.
pub const SECONDS: &str = "api_call_seconds";
/// Spans that no collector took.
pub const SPANS_DROPPED: &str = "ledger_spans_dropped_total";
/// Whether the process takes commands, by part.
pub const READY: &str = "ledger_ready";

/// Every figure; those of a rail are there once it was looked at, the checkpoint of a witness where one is named (0
/// until it has cosigned one), whether it refuses once it was asked, divergences once there is one, dropped spans
/// where a collector is set.
pub const FIGURES: &[Figure] = &[
    figure(
        CALLS,
        Kind::Counter,
        &["path", "code"],
        "Answered calls by path and code; 0 is success.",
    ),
    figure(SECONDS, Kind::Seconds, &["path"], "Time from request to answer."),
    figure(
        READY,
        Kind::Gauge,
        &["part"],
        "1 while this part of the process is ready to take commands.",
    ),
    figure(
        "ledger_writer_waiting",
        Kind::Gauge,
        &[],
        "Commands waiting in the writers.",
    ),
    figure(
        "ledger_batch_ms",
        Kind::Gauge,
        &[],
        "How long the oldest batch of the writers has waited for its outcome, in milliseconds.",
    ),
    figure(
        "ledger_position",
        Kind::Gauge,
        &["partition"],
        "Position of the newest event of each partition.",
    ),
    figure(
        "ledger_reserve_usdt",
        Kind::Gauge,
        &[],
        "Prize reserve in millionths of USDT.",
    ),
    figure(
        "ledger_standby_reads_total",
        Kind::Counter,
        &["server"],
        "Reads of staff by the server that answered them, where LEDGER_READ_URL names standbys.",
    ),
    figure(
        "ledger_stakes_closed",
        Kind::Gauge,
        &[],
        "1 while large stakes are closed because what the house has did not cover what it owes.",
    ),
    figure("ledger_connections", Kind::Gauge, &[], "Open database connections."),
    figure(
        "ledger_config_version",
        Kind::Gauge,
        &[],
        "Version of the configuration in force.",
    ),
    figure(
        "view_lag_events",
        Kind::Gauge,
        &["view", "partition"],
        "Events a follower of the log has not read yet.",
    ),
    figure(
        "view_lag_ms",
        Kind::Gauge,
        &["view", "partition"],
        "Age of the oldest of them in milliseconds.",
    ),
    figure(
        "view_stopped",
        Kind::Gauge,
        &["view", "partition"],
        "1 while a follower stands still before an event it cannot take.",
    ),
    figure(
        "ledger_notary_lag_events",
        Kind::Gauge,
        &["partition"],
        "Events of a partition that no signed checkpoint covers yet.",
    ),
    figure(
        "ledger_notary_checkpoint",
        Kind::Gauge,
        &[],
        "Number of the newest signed checkpoint.",
    ),
    figure(
        "ledger_notary_stopped",
        Kind::Gauge,
        &[],
        "1 while the log is not what was signed: nothing is signed over it.",
    ),
    figure(
        "ledger_witness_checkpoint",
        Kind::Gauge,
        &["witness"],
        "Number of the newest checkpoint that a witness cosigned.",
    ),
    figure(
        "ledger_witness_refusing",
        Kind::Gauge,
        &["witness"],
        "1 while a witness has seen another history than this.",
    ),
    figure(
        "ledger_shadow_position",
        Kind::Gauge,
        &["partition"],
        "Position up to which the shadow compared log and books of a partition.",
    ),
    figure(
        "ledger_shadow_divergences",
        Kind::Counter,
        &["asset"],
        "Places where log and books parted, by asset.",
    ),
    figure(
        "ledger_rail_difference",
        Kind::Gauge,
        &["rail"],
        "USDT on the chains beyond what the books explain, in millionths, of all rails together.",
    ),
    figure(
        "ledger_rail_over_limit",
        Kind::Gauge,
        &["rail"],
        "1 while the rail's wallet holds more than it should.",
    ),
    figure(SENT, Kind::Counter, &[], "Messages of the bot that the messenger took."),
    figure(
        FAILED,
        Kind::Counter,
        &["reason"],
        "Messages of the bot that ended unsent: blocked, refused or too_late.",
    ),
    figure(WAITING, Kind::Gauge, &[], "Messages of the bot that wait."),
    figure(
        OLDEST,
        Kind::Gauge,
        &[],
        "Age of the oldest of them that is no reminder, in milliseconds.",
    ),
    figure(
        notify::TOTAL,
        Kind::Counter,
        &["outcome"],
        "Attempts to send a message about alerts to the webhook: delivered, failed (followed by another), given up.",
    ),
    figure(
        notify::WAITING,
        Kind::Gauge,
        &[],
        "Notifications that wait for the webhook, at the process that sends them.",
    ),
    figure(
        notify::OLDEST,
        Kind::Gauge,
        &[],
        "Age of the oldest of them, in milliseconds.",
    ),
    figure(
        SPANS_DROPPED,
        Kind::Counter,
        &[],
        "Spans of traces that were dropped: the collector did not take them, or too many waited for it.",
    ),
    figure(
        "ledger_job_failures",
        Kind::Gauge,
        &["worker"],
        "Runs of a scheduled job that failed or panicked in a row; 0 after one that ended well.",
    ),
];

/// Gives every figure its description.
pub(crate) fn describe() {
    for figure in FIGURES {
        match figure.kind {
            Kind::Counter => metrics::describe_counter!(figure.name, figure.help),
            Kind::Gauge => metrics::describe_gauge!(figure.name, figure.help),
            Kind::Seconds => metrics::describe_histogram!(figure.name, Unit::Seconds, figure.help),
        }
    }
}
