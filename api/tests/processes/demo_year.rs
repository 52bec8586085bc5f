//! A year of the business, as somebody makes it who wants to see one: `ledger simulate --days`, and then what the command
//! line says of it. Twelve months, four quarters and the year are closed by two people, one month is restated, and the
//! balance sheet and the income statement are, line by line, what hledger and beancount make of the exported journal. A
//! tool that is not installed here is reported on stderr, and its part is not tested.

mod other_tools;

use crate::cli_staff::desk::Data;
use domain::chart::{Chart, Class};
use domain::period::Span;
use domain::time::{Day, Month, Timestamp};
use other_tools::{Lines, Report, minor, name, of_beancount, of_hledger};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// The newest whole year that is over, and the last day of its simulation: its last month is closed by then.
fn newest_year() -> (Span, Day) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    let today = Timestamp(i64::try_from(since.as_millis()).expect("a time")).day();
    let this = Span::year(Month::of(today));
    let year = Span::year(this.first().back(1));
    (year, this.first().first())
}

#[test]
fn a_year_is_simulated_closed_and_to_the_line_what_other_tools_make_of_its_journal() {
    let data = Data::new("year");
    let (year, last) = newest_year();
    let days = (last.0 - year.first().first().0 + 1).to_string();
    let until = last.to_string();
    let simulate = [
        "simulate",
        "--json",
        "--players",
        "6",
        "--days",
        &days,
        "--until",
        &until,
    ];
    let made = object(&data, &simulate);
    assert_eq!(
        (&made["ok"], &made["trial_balance_zero"]),
        (&json!(true), &json!(true)),
        "{made}"
    );
    assert_eq!(made["months_closed"].as_array().map(Vec::len), Some(12), "{made}");
    assert_eq!(made["spans_closed"].as_array().map(Vec::len), Some(5), "{made}");

    let again = data.refuses(&["simulate", "--days", "3"]);
    assert!(again.contains("has events already"), "{again}");

    let report = object(&data, &["periods", &year.to_string()])["report"].take();
    let closings = report["closings"].as_array().expect("closings").iter();
    assert_eq!(
        closings
            .filter(|closing| closing["approver"] == "demo-finance-lead")
            .count(),
        12
    );
    let restated = report["restated"].as_array().expect("what was restated");
    assert!(
        restated.iter().any(|line| line["restates"] == made["restated"]),
        "{restated:?} {made}"
    );
    laws_hold(&data);
    statements_agree(&data, &report, year);
    other_tools_agree(&data, &report, year);
}

/// The one JSON object that a command prints.
fn object(data: &Data, arguments: &[&str]) -> Value {
    serde_json::from_str(&data.prints(arguments)).expect("one JSON object")
}

fn laws_hold(data: &Data) {
    let audit = object(data, &["audit", "--json"]);
    let laws = audit["laws"].as_array().expect("laws");
    for id in ["I-42", "I-42b", "I-42c"] {
        let law = laws.iter().find(|law| law["law"] == id).expect("a law");
        assert!(law["broken"] == 0 && law["compared"].as_u64() > Some(0), "{law}");
    }
}

/// The statements that anybody asks for are those that were closed.
fn statements_agree(data: &Data, report: &Value, year: Span) {
    let before = format!("{}T23:59:59.999Z", Day(year.first().first().0 - 1));
    let end = format!("{}T23:59:59.999Z", Day(year.last().next().first().0 - 1));
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

fn other_tools_agree(data: &Data, report: &Value, year: Span) {
    let (sheet, result) = (
        lines(report, "closing", &[Class::Asset, Class::Liability, Class::Equity]),
        lines(report, "moved", &[Class::Income, Class::Expense]),
    );
    assert!(sheet.len() > 15 && result.len() >= 12, "{sheet:?} {result:?}");
    let (from, end) = (year.first().first(), year.last().next().first());
    let days = (from, end);
    for tool in ["hledger", "beancount"] {
        let folder = data.0.join(tool);
        let out = folder.to_str().expect("a path");
        data.prints(&["export", "--format", tool, "--out", out]);
        for (which, expected) in [(Report::Sheet, &sheet), (Report::Result, &result)] {
            let found = match tool {
                "hledger" => of_hledger(&folder.join("books.journal"), which, days),
                _ => of_beancount(&folder.join("books.beancount"), which, days),
            };
            if let Some(found) = found {
                assert_eq!(&found, expected, "{tool} {which:?}");
            }
        }
    }
}

/// The entries of some classes in a report of the service.
fn lines(report: &Value, column: &str, classes: &[Class]) -> Lines {
    let mut lines = Lines::new();
    for entry in report["entries"].as_array().expect("entries") {
        let of_chart = Chart::built_in().entries.iter().find(|own| own.key == entry["key"]);
        let of_chart = of_chart.expect("in the chart");
        let amount: i128 = entry[column].as_str().expect("minor units").parse().expect("a number");
        if amount != 0 && classes.contains(&of_chart.class) {
            let is_usual = of_chart.normal == of_chart.class.normal();
            lines.insert(name(&of_chart.key), if is_usual { amount } else { -amount });
        }
    }
    lines
}
