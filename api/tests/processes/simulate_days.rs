//! Days of the business, as somebody makes them who wants to see some: `ledger simulate --days` in a new database, and then
//! what the command line says of them. The newest month that is over is closed by two people, and its balance sheet and
//! income statement are, line by line, what hledger and beancount make of the exported journal. With LEDGER_TEST_SPAN=year
//! it is the newest year that is over: twelve months, four quarters and the year, one month restated (seven minutes).

#[path = "../http/demo_year/other_tools.rs"]
mod other_tools;

use crate::cli_staff::desk::Data;
use domain::period::Span;
use domain::time::{Day, Month, Timestamp};
use ledger::export::journal::Tool;
use other_tools::{Statements, minor};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// The newest period that is over.
fn newest() -> Span {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    let month = Month::of(Timestamp(i64::try_from(since.as_millis()).expect("a time")).day());
    match std::env::var("LEDGER_TEST_SPAN").as_deref() {
        Ok("year") => Span::year(Span::year(month).first().back(1)),
        _ => Span::month(month.back(1)),
    }
}

#[test]
fn days_are_simulated_closed_and_to_the_line_what_other_tools_make_of_their_journal() {
    let data = Data::new("days");
    let span = newest();
    let (first, last) = (span.first().first(), span.last().next().first());
    let (days, until) = ((last.0 - first.0 + 1).to_string(), last.to_string());
    let made = object(
        &data,
        &[
            "simulate",
            "--json",
            "--players",
            "4",
            "--days",
            &days,
            "--until",
            &until,
        ],
    );
    assert_eq!(
        (&made["ok"], &made["trial_balance_zero"], &made["laws_broken"]),
        (&json!(true), &json!(true), &json!([])),
        "{made}"
    );
    let spans = |name: &str| made[name].as_array().map_or(0, Vec::len);
    let expected = if span.is_year() { (12, 5) } else { (1, 0) };
    assert_eq!((spans("months_closed"), spans("spans_closed")), expected, "{made}");
    let again = data.refuses(&["simulate", "--days", "3"]);
    assert!(again.contains("has events already"), "{again}");

    let report = object(&data, &["periods", "--json", &span.to_string()])["report"].take();
    if span.is_year() {
        are_of_two_people_and_restated(&report, &made);
    }
    statements_are_as_closed(&data, &report, (first, last));
    let statements = Statements::of(&report);
    assert!(
        statements.sheet.len() > 10 && statements.result.len() > 10,
        "{:?} {:?}",
        statements.sheet,
        statements.result
    );
    for (tool, format, file) in [
        (Tool::Hledger, "hledger", "books.journal"),
        (Tool::Beancount, "beancount", "books.beancount"),
    ] {
        let folder = data.0.join(format);
        data.prints(&["export", "--format", format, "--out", folder.to_str().expect("a path")]);
        statements.are_those_of(tool, &folder.join(file), (first, last));
    }
}

/// The one JSON object that a command prints.
fn object(data: &Data, arguments: &[&str]) -> Value {
    serde_json::from_str(&data.prints(arguments)).expect("one JSON object")
}

fn are_of_two_people_and_restated(report: &Value, made: &Value) {
    let closings = report["closings"].as_array().expect("closings").iter();
    let by_lead = closings.filter(|closing| closing["approver"] == "demo-finance-lead");
    assert_eq!(by_lead.count(), 12, "{report}");
    let restated = report["restated"].as_array().expect("what was restated");
    assert!(
        restated.iter().any(|line| line["restates"] == made["restated"]),
        "{restated:?} {made}"
    );
}

/// The statements that anybody asks for are those that were closed.
fn statements_are_as_closed(data: &Data, report: &Value, (first, after): (Day, Day)) {
    let end_of = |day: Day| format!("{}T23:59:59.999Z", Day(day.0 - 1));
    let (before, end) = (end_of(first), end_of(after));
    let shown = object(data, &["financials", "--json", "--from", &before, "--as-of", &end]);
    let list = shown["list"].as_array().expect("entries");
    for entry in report["entries"].as_array().expect("entries") {
        let of_books = list.iter().find(|own| own["key"] == entry["key"]).expect("an entry");
        for column in ["moved", "closing"] {
            let asset = of_books["asset"].as_str().expect("an asset");
            let text = format!("{} {asset}", of_books[column].as_str().expect("an amount"));
            assert_eq!(minor(&text).to_string(), entry[column], "{column} of {entry}");
        }
    }
}
