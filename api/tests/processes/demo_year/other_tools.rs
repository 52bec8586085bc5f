//! Balance sheet and income statement as hledger and beancount add them up, in minor units by entry of the chart.

use domain::money::Asset;
use domain::time::Day;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Amounts that are not zero by the permanent name of their entry, in minor units on the usual side of its class.
pub type Lines = BTreeMap<String, i128>;

/// Which statement.
#[derive(Clone, Copy, Debug)]
pub enum Report {
    Sheet,
    Result,
}

/// hledger's own balance sheet with equity, or income statement.
pub fn of_hledger(journal: &Path, report: Report, (from, end): (Day, Day)) -> Option<Lines> {
    let (report, from) = match report {
        Report::Sheet => ("balancesheetequity", Day(0)),
        Report::Result => ("incomestatement", from),
    };
    let journal = journal.to_str().expect("a path");
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

/// What beancount's query language sums; a debit is positive there.
pub fn of_beancount(journal: &Path, report: Report, (from, end): (Day, Day)) -> Option<Lines> {
    let journal = journal.to_str().expect("a path");
    let which = match report {
        Report::Sheet => format!("account ~ '^(Assets|Liabilities|Equity)' and date < {end}"),
        Report::Result => format!("account ~ '^(Income|Expenses)' and date >= {from} and date < {end}"),
    };
    let query = format!("select account, sum(number), currency where {which} group by account, currency");
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
            Some((account.to_owned(), amount.replace(',', " "), sign))
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
pub fn name(key: &str) -> String {
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
            eprintln!("NOT TESTED: {program} is not installed here, so nobody compared the year with it.");
            None
        }
        Err(fault) => panic!("{program}: {fault}"),
    }
}
