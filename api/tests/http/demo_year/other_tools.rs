//! Balance sheet and income statement as hledger and beancount add them up, in minor units by entry of the chart. A tool
//! that is not installed here is reported on stderr, and nobody compares with it.

use domain::chart::{Chart, Class};
use domain::money::Asset;
use domain::time::Day;
use ledger::export::journal::Tool;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Amounts that are not zero by the permanent name of their entry, in minor units on the usual side of its class.
pub type Lines = BTreeMap<String, i128>;

/// What the service says of a period.
pub struct Statements {
    pub sheet: Lines,
    pub result: Lines,
}

/// Which statement.
#[derive(Clone, Copy, Debug)]
enum Report {
    Sheet,
    Result,
}

impl Statements {
    /// Of the report of a closed period.
    pub fn of(report: &Value) -> Statements {
        Statements {
            sheet: lines(report, "closing", &[Class::Asset, Class::Liability, Class::Equity]),
            result: lines(report, "moved", &[Class::Income, Class::Expense]),
        }
    }

    /// A tool makes the same of the exported journal; `days` are the first of the period and the one after its last.
    pub fn are_those_of(&self, tool: Tool, journal: &Path, days: (Day, Day)) {
        let journal = journal.to_str().expect("a path");
        for (report, expected) in [(Report::Sheet, &self.sheet), (Report::Result, &self.result)] {
            let found = match tool {
                Tool::Hledger => of_hledger(journal, report, days),
                Tool::Beancount => of_beancount(journal, report, days),
            };
            if let Some(found) = found {
                assert_eq!(&found, expected, "{tool:?} {report:?}");
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

/// hledger's own balance sheet with equity, or income statement.
fn of_hledger(journal: &str, report: Report, (from, end): (Day, Day)) -> Option<Lines> {
    let (report, from) = match report {
        Report::Sheet => ("balancesheetequity", Day(0)),
        Report::Result => ("incomestatement", from),
    };
    let dates = [format!("--begin={from}"), format!("--end={end}")];
    let mut arguments = vec!["-f", journal, report, "--flat", "--no-total", "-O", "csv"];
    arguments.extend(dates.iter().map(String::as_str));
    let rows = printed("hledger", &arguments)?;
    let rows = rows
        .lines()
        .filter_map(|row| row.strip_prefix('"')?.strip_suffix('"')?.split_once("\",\""));
    Some(added(
        rows.filter(|(account, _)| account.contains(':'))
            .map(|(account, amount)| (account, amount, 1)),
    ))
}

/// What beancount's query language sums; a debit is positive there. As a number a sum would be rounded to what most of the
/// column have.
fn of_beancount(journal: &str, report: Report, (from, end): (Day, Day)) -> Option<Lines> {
    let which = match report {
        Report::Sheet => format!("account ~ '^(Assets|Liabilities|Equity)' and date < {end}"),
        Report::Result => format!("account ~ '^(Income|Expenses)' and date >= {from} and date < {end}"),
    };
    let query = format!("select account, str(sum(number)), currency where {which} group by account, currency");
    let rows = printed("bean-query", &["-f", "csv", "-q", journal, &query])?;
    let rows: Vec<(String, String, i128)> = rows
        .lines()
        .skip(1)
        .filter_map(|row| {
            let (account, amount) = row.split_once(',')?;
            let sign = if account.starts_with("Assets") || account.starts_with("Expenses") {
                1
            } else {
                -1
            };
            let (number, currency) = amount.strip_prefix("Decimal('")?.split_once("')")?;
            let currency = currency.trim_start().trim_start_matches(',');
            Some((account.to_owned(), format!("{number} {currency}"), sign))
        })
        .collect();
    Some(added(
        rows.iter()
            .map(|(account, amount, sign)| (account.trim(), amount.as_str(), *sign)),
    ))
}

/// Sums by entry; accounts of players are one entry.
fn added<'r>(rows: impl Iterator<Item = (&'r str, &'r str, i128)>) -> Lines {
    let mut lines = Lines::new();
    for (account, amount, sign) in rows {
        let (_, key) = account.rsplit_once(':').expect("an account");
        *lines.entry(name(key)).or_default() += sign * minor(amount);
    }
    lines.retain(|_, sum| *sum != 0);
    lines
}

/// An amount with its commodity, in minor units; the tools leave out what comes to nothing behind the point.
pub fn minor(text: &str) -> i128 {
    let (number, commodity) = text.trim().split_once(' ').unwrap_or((text, "coin"));
    let asset = Asset::named(&commodity.trim().to_ascii_lowercase()).expect("an asset");
    let decimals = asset.format(0).split_once('.').map_or(0, |(_, zeros)| zeros.len());
    let (whole, part) = number.trim().split_once('.').unwrap_or((number.trim(), ""));
    let digits = format!("{whole}{part:0<decimals$}");
    digits.parse().unwrap_or_else(|_| panic!("{text} is no amount"))
}

/// Both tools change some letters of a permanent name.
fn name(key: &str) -> String {
    key.replace(['.', '-'], "_").to_ascii_lowercase()
}

/// What a program prints; nothing when it is not installed.
fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => {
            assert!(
                output.status.success(),
                "{program}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(missing) if missing.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("NOT TESTED: {program} is not installed here, so nobody compared the books with it.");
            None
        }
        Err(fault) => panic!("{program}: {fault}"),
    }
}
