//! Alert rules for Prometheus: what somebody must look at although nobody asked. Thresholds are ASSUMED where no law or
//! limit of the service gives them.

use std::fmt::Write;

/// Who is woken: `page` at once, `ticket` within a working day.
const PAGE: &str = "page";
const TICKET: &str = "ticket";

/// One rule.
pub(super) struct Alert {
    pub name: &'static str,
    pub expr: &'static str,
    /// How long it must hold, so that a restart or a failover wakes nobody.
    pub minutes: u8,
    pub severity: &'static str,
    /// One sentence, with the labels that say where.
    pub summary: &'static str,
}

const fn alert(
    name: &'static str,
    minutes: u8,
    severity: &'static str,
    expr: &'static str,
    summary: &'static str,
) -> Alert {
    Alert {
        name,
        expr,
        minutes,
        severity,
        summary,
    }
}

/// Every rule, in the order of the table in `api/deploy/README.md`.
pub(super) const ALERTS: &[Alert] = &[
    alert(
        "LedgerDown",
        1,
        PAGE,
        "up{job=\"ledger\"} == 0",
        "{{ $labels.instance }} does not answer",
    ),
    alert(
        "LedgerNotReady",
        1,
        PAGE,
        "min by (instance, part) (ledger_ready) == 0",
        "{{ $labels.instance }} takes no commands: {{ $labels.part }}",
    ),
    alert(
        "LedgerViewStopped",
        1,
        PAGE,
        "max by (view, partition) (view_stopped) == 1",
        "{{ $labels.view }} has stopped in partition {{ $labels.partition }}",
    ),
    alert(
        "LedgerViewBehind",
        2,
        TICKET,
        "max by (view, partition) (view_lag_ms) > 60000",
        "{{ $labels.view }} is {{ $value }} ms behind in partition {{ $labels.partition }}",
    ),
    alert(
        "LedgerNotaryStopped",
        0,
        PAGE,
        "max(ledger_notary_stopped) == 1",
        "the log is not what was signed",
    ),
    alert(
        "LedgerCheckpointMissing",
        0,
        PAGE,
        "max(min_over_time(ledger_notary_lag_events[10m])) > 0 and max(changes(ledger_notary_checkpoint[10m])) == 0",
        "{{ $value }} events wait for a checkpoint and none was signed for ten minutes",
    ),
    alert(
        "LedgerWitnessRefuses",
        0,
        PAGE,
        "max by (witness) (ledger_witness_refusing) == 1",
        "{{ $labels.witness }} has seen another history than this",
    ),
    alert(
        "LedgerWitnessSilent",
        15,
        TICKET,
        "scalar(max(ledger_notary_checkpoint)) - max by (witness) (ledger_witness_checkpoint) > 1000",
        "{{ $labels.witness }} is {{ $value }} checkpoints behind",
    ),
    alert(
        "LedgerBooksDiverged",
        0,
        PAGE,
        "sum by (asset) (ledger_shadow_divergences) > 0",
        "log and books differ in {{ $labels.asset }}; stays until each process that found it is restarted",
    ),
    alert(
        "LedgerRailDifference",
        5,
        PAGE,
        "max by (rail) (abs(ledger_rail_difference)) > 0",
        "chain and books differ by {{ $value }} millionths of USDT",
    ),
    alert(
        "LedgerWalletTooFull",
        15,
        TICKET,
        "max by (rail) (ledger_rail_over_limit) == 1",
        "the wallet on {{ $labels.rail }} holds more than it should",
    ),
    alert(
        "LedgerJobFails",
        // Longer than the longest pause between two runs: one failed run alone calls nobody.
        15,
        PAGE,
        "max by (instance, worker) (ledger_job_failures) > 0",
        "the job {{ $labels.worker }} of {{ $labels.instance }} has failed {{ $value }} times in a row",
    ),
    alert(
        "LedgerMessagesWait",
        5,
        TICKET,
        "max(message_oldest_ms) > 600000",
        "messages of the bot wait for {{ $value }} ms",
    ),
    alert(
        "LedgerNotificationsWait",
        5,
        TICKET,
        "max(ledger_notifications_oldest_ms) > 300000",
        "messages about alerts have not reached the webhook for {{ $value }} ms",
    ),
    alert(
        "LedgerInsolvent",
        0,
        PAGE,
        "max(ledger_stakes_closed) == 1",
        "what the house has does not cover what it owes: large stakes are closed and payouts stopped",
    ),
    alert(
        "LedgerReserveEmpty",
        1,
        PAGE,
        // Not before it is first funded: a new installation has no prizes yet, and nobody is woken for that.
        "max(ledger_reserve_usdt) <= 0 and max(max_over_time(ledger_reserve_usdt[30d])) > 0",
        "the prize reserve is empty",
    ),
    alert(
        "LedgerWritersFull",
        2,
        PAGE,
        "max by (instance) (ledger_writer_waiting) > 1024",
        "{{ $value }} commands wait in {{ $labels.instance }}",
    ),
    alert(
        "LedgerFaults",
        5,
        PAGE,
        "sum by (path) (rate(api_calls_total{code=\"-1\"}[5m])) > 0",
        "{{ $labels.path }} ends in faults of ours",
    ),
    alert(
        "LedgerBusy",
        5,
        TICKET,
        "sum(rate(api_calls_total{code=\"-1008\"}[5m])) > 0.01 * sum(rate(api_calls_total[5m]))",
        "{{ $value }} calls a second are answered Busy",
    ),
    alert(
        "LedgerSlow",
        10,
        TICKET,
        "histogram_quantile(0.99, sum by (le) (rate(api_call_seconds_bucket[5m]))) > 1",
        "one call in a hundred takes {{ $value }} s or more",
    ),
];

/// The file of rules. YAML by hand: every value is one line in single quotes, in which only the quote is doubled.
pub(super) fn text() -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    let mut text = String::from(
        "# Alert rules for Prometheus; what to do about each stands in README.md, section 8.\n\
         # Made by `ledger ops alerts > api/deploy/alerts.yaml`.\n\
         groups:\n  - name: ledger\n    rules:\n",
    );
    for alert in ALERTS {
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "      - alert: {}\n        expr: {}\n        for: {}m\n        labels:\n          severity: {}\n        annotations:\n          summary: {}\n",
            alert.name,
            quoted(alert.expr),
            alert.minutes,
            alert.severity,
            quoted(alert.summary)
        );
    }
    text
}
