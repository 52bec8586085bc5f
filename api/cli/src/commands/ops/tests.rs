use super::alerts::{self, ALERTS};
use super::dashboard;
use api::figures::{FIGURES, Kind};
use serde_json::Value;

/// Words of PromQL in our expressions that are no figure and no label.
const WORDS: [&str; 18] = [
    "up",
    "job",
    "instance",
    "le",
    "by",
    "and",
    "max",
    "min",
    "sum",
    "abs",
    "rate",
    "scalar",
    "changes",
    "max_over_time",
    "min_over_time",
    "histogram_quantile",
    "d",
    "m",
];

/// Names in an expression that nothing shows.
fn unknown(expr: &str) -> Vec<String> {
    let mut names = Vec::new();
    // Texts in double quotes are values of labels.
    for part in expr.split('"').step_by(2) {
        let words = part.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let words = words.map(|word| word.trim_start_matches(|letter: char| letter.is_ascii_digit()));
        names.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
    }
    let is_known = |name: &str| {
        let of_figure = |figure: &&api::figures::Figure| {
            let bucket = name.strip_suffix("_bucket").filter(|_| figure.kind == Kind::Seconds);
            figure.name == bucket.unwrap_or(name) || figure.labels.contains(&name)
        };
        WORDS.contains(&name) || FIGURES.iter().any(|figure| of_figure(&figure))
    };
    names.retain(|name| !is_known(name));
    names
}

#[test]
fn alerts_and_panels_ask_for_figures_that_exist() {
    for alert in ALERTS {
        assert_eq!(unknown(alert.expr), [""; 0], "{}", alert.name);
    }
    for figure in FIGURES {
        assert_eq!(unknown(&dashboard::expr(figure)), [""; 0]);
    }
}

/// Prometheus names the target by these, and keeps a label of ours under another name.
#[test]
fn no_figure_has_a_label_of_the_target() {
    let of_target =
        |figure: &&api::figures::Figure| figure.labels.iter().any(|label| ["job", "instance"].contains(label));
    assert_eq!(FIGURES.iter().find(of_target).map(|figure| figure.name), None);
}

#[test]
fn a_figure_that_nothing_shows_is_noticed() {
    assert_eq!(unknown("max(view_late_ms) > 60000"), ["view_late_ms"]);
    assert_eq!(unknown("sum by (color) (api_calls_total{code=\"none\"})"), ["color"]);
    assert_eq!(unknown("rate(view_lag_ms_bucket[5m])"), ["view_lag_ms_bucket"]);
}

#[test]
fn the_manual_has_one_row_for_each_alert() {
    let manual = include_str!("../../../../deploy/README.md");
    let rows = manual.lines().filter_map(|line| line.strip_prefix("| Ledger"));
    let rows: Vec<String> = rows
        .map(|row| format!("Ledger{}", row.split(' ').next().unwrap_or_default()))
        .collect();
    let names: Vec<&str> = ALERTS.iter().map(|alert| alert.name).collect();
    assert_eq!(rows, names);
}

#[test]
fn each_figure_has_one_name_and_one_panel() {
    let dashboard: Value = serde_json::from_str(&dashboard::text()).expect("JSON");
    let titles: Vec<&str> = dashboard["panels"]
        .as_array()
        .expect("panels")
        .iter()
        .filter_map(|panel| panel["title"].as_str())
        .collect();
    let mut names: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
    assert_eq!(titles, names);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), FIGURES.len());
}

/// A reserve that was never funded is that of a new installation: nobody is woken for it.
#[test]
fn a_reserve_is_empty_only_where_something_was_in_it() {
    let alert = ALERTS.iter().find(|alert| alert.name == "LedgerReserveEmpty");
    let (now, before) = alert
        .expect("the alert")
        .expr
        .split_once(" and ")
        .expect("two conditions");
    assert!(
        now.ends_with(" <= 0") && before.contains("max_over_time(ledger_reserve_usdt[") && before.ends_with(" > 0")
    );
}

#[test]
fn rules_are_one_line_a_value() {
    let text = alerts::text();
    assert_eq!(text.matches("- alert: ").count(), ALERTS.len());
    assert!(text.contains("expr: 'up{job=\"ledger\"} == 0'"), "{text}");
    assert!(ALERTS.iter().all(|alert| !alert.expr.contains('\n')));
}
