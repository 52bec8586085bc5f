//! A year of the business: twelve months and the year closed by two people, one month restated. Its balance sheet and
//! income statement are, line by line, what hledger and beancount make of the exported journal. A tool that is not
//! installed here is reported on stderr, and its part is not tested.

use crate::angler::Angler;
use crate::staff_periods::{close, info, law, passes};
use crate::staff_site::StaffSite;
use domain::chart::{Chart, Class};
use domain::money::Asset;
use domain::period::Span;
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::{Day, Month, Timestamp};
use ledger::balance::{AsOf, bounds};
use ledger::export::journal::{Tool, write};
use ledger::walk::Range;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use uuid::Uuid;

/// Amounts that are not zero by the permanent name of their entry, in minor units on the usual side of its class.
type Lines = BTreeMap<String, i128>;

#[tokio::test]
async fn a_year_is_closed_and_is_to_the_line_what_other_tools_make_of_its_journal() {
    let site = StaffSite::open().await;
    let logins = (
        site.hire("fay", &[Role::Finance], None).await,
        site.hire("lea", &[Role::FinanceLead], None).await,
    );
    // The log begins in a year that is under way: the first whole one is the next.
    let begun = Month::of(Timestamp(site.now()).day());
    let year = Span::year(Span::year(begun).last().next());
    let restated = year.first();
    site.player(1).await;
    let mut month = begun;
    while month <= year.last() {
        site.settle().await;
        works(&site.newcomer(1, "").await, month).await;
        passes(&site, month, &[]).await;
        let (finance, lead) = (
            site.signs_in("fay", logins.0.clone()).await,
            site.signs_in("lea", logins.1.clone()).await,
        );
        assert_eq!(close(&site, &finance, &lead, month).await, 0, "{month}");
        if month == restated {
            let player = site.newcomer(1, "").await.id;
            let correction = json!({
                "player": player, "purse": "usdt", "delta": "-1250000", "counter": "h:usdt_reserve",
                "case_id": "c-1", "tx": null, "restates": month
            });
            let made = finance.does("adjustments/propose", correction).await.done().data;
            assert_eq!(lead.approves(&made).await.done().data["code"], 0);
        }
        month = month.next();
    }
    site.wait_ms(30_000);
    let finance = site.signs_in("fay", logins.0).await;
    let report = info(&site, &finance, year).await["report"].clone();
    let of_year = report["closings"].as_array().expect("closings").iter();
    assert_eq!(of_year.filter(|closing| closing["approver"] == "lea").count(), 12);
    assert_eq!(report["restated"][0]["restates"], json!(restated));
    for id in ["I-42", "I-42b", "I-42c"] {
        assert!(law(&site, id).await.holds(), "{id}");
    }

    let (sheet, result) = (
        lines(&report, "closing", &[Class::Asset, Class::Liability, Class::Equity]),
        lines(&report, "moved", &[Class::Income, Class::Expense]),
    );
    assert!(sheet.len() > 10 && result.len() >= 5, "{sheet:?} {result:?}");
    let end = year.last().next().first();
    for tool in [Tool::Hledger, Tool::Beancount] {
        let folder = std::env::temp_dir().join(format!("ledger-year-{}", Uuid::new_v4()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let journal = exported(&site, tool, &folder).await;
        let read = |report| match tool {
            Tool::Hledger => of_hledger(&journal, report, (year.first().first(), end)),
            Tool::Beancount => of_beancount(&journal, report, (year.first().first(), end)),
        };
        for (report, expected) in [(Report::Sheet, &sheet), (Report::Result, &result)] {
            if let Some(found) = read(report) {
                assert_eq!(&found, expected, "{tool:?} {report:?}");
            }
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}

/// A month of the player: more of everything from month to month.
async fn works(angler: &Angler<'_>, month: Month) {
    let number = i64::from(month.number());
    angler
        .given(Purse::CoinPaid, 500 + number)
        .await
        .given(Purse::Usdt, 9_000_000 + number)
        .await;
    angler.dives_five_times().await;
    angler.call("signin/sign", json!({})).await.done();
    let exchange = json!({ "pair": "usdt_coupon", "amount": "4" });
    angler.call("exchange/do", exchange).await.done();
    let buy = json!({ "item_id": "coins_1", "price": "1.000000", "count": 1 + number % 3 });
    angler.call("shop/buy", buy).await.done();
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

async fn exported(site: &StaffSite, tool: Tool, folder: &Path) -> String {
    let pool = site.ledger.pool();
    let range = Range {
        after: bounds(pool, AsOf::Position(0)).await.expect("bounds"),
        until: bounds(pool, AsOf::Latest).await.expect("bounds"),
    };
    let written = write(pool, &range, tool, folder, &mut |_| {}).await.expect("written");
    written.path.to_str().expect("a path").to_owned()
}

#[derive(Clone, Copy, Debug)]
enum Report {
    Sheet,
    Result,
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

/// What beancount's query language sums; a debit is positive there.
fn of_beancount(journal: &str, report: Report, (from, end): (Day, Day)) -> Option<Lines> {
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
fn minor(text: &str) -> i128 {
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
            eprintln!("NOT TESTED: {program} is not installed here, so nobody compared the year with it.");
            None
        }
        Err(fault) => panic!("{program}: {fault}"),
    }
}
