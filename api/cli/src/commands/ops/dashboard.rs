//! A dashboard for Grafana: one panel for each figure, two in a row.

use api::figures::{FIGURES, Figure, Kind};
use serde_json::{Value, json};

/// Grafana's grid is 24 wide.
const WIDTH: usize = 12;
const HEIGHT: usize = 8;

/// The dashboard as JSON.
pub(super) fn text() -> String {
    let panels: Vec<Value> = FIGURES
        .iter()
        .enumerate()
        .map(|(at, figure)| panel(at, figure))
        .collect();
    let source = json!({ "name": "source", "type": "datasource", "query": "prometheus", "label": "Prometheus" });
    let dashboard = json!({
        "title": "Ledger", "uid": "ledger", "schemaVersion": 39, "editable": true, "refresh": "30s",
        "time": { "from": "now-6h", "to": "now" }, "templating": { "list": [source] }, "panels": panels,
    });
    format!("{dashboard:#}\n")
}

fn panel(at: usize, figure: &Figure) -> Value {
    let legend: Vec<String> = figure.labels.iter().map(|label| format!("{{{{{label}}}}}")).collect();
    let target = json!({ "refId": "A", "expr": expr(figure), "legendFormat": legend.join(" ") });
    let unit = if figure.kind == Kind::Seconds { "s" } else { "none" };
    json!({
        "id": at + 1, "type": "timeseries", "title": figure.name, "description": figure.help,
        "datasource": { "type": "prometheus", "uid": "${source}" },
        "gridPos": { "x": at % 2 * WIDTH, "y": at / 2 * HEIGHT, "w": WIDTH, "h": HEIGHT },
        "fieldConfig": { "defaults": { "unit": unit }, "overrides": [] }, "targets": [target],
    })
}

/// What is drawn of a figure: a value as it is, a count as its rate, a time as what 99 in 100 stay below.
pub(super) fn expr(figure: &Figure) -> String {
    let (name, by) = (figure.name, figure.labels.join(", "));
    match (figure.kind, figure.labels) {
        (Kind::Gauge, []) => format!("max({name})"),
        (Kind::Gauge, _) => format!("max by ({by}) ({name})"),
        (Kind::Counter, _) => format!("sum by ({by}) (rate({name}[5m]))"),
        (Kind::Seconds, _) => format!("histogram_quantile(0.99, sum by (le, {by}) (rate({name}_bucket[5m])))"),
    }
}
