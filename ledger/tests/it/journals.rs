//! The books as journals of plain-text accounting: they say what the tables say, and the tools they are for add them up
//! to the same balances. A tool that is not installed here is reported on stderr, and its part is not tested.

use domain::chart::{Amounts, Chart};
use domain::money::Asset;
use domain::posting::Purse;
use ledger::balance::{AsOf, bounds};
use ledger::export::journal::{Tool, write};
use ledger::testing::players::{dive, give, give_coins, open_the_house, register};
use ledger::testing::{self, on_one_and_four_partitions};
use ledger::walk::Range;
use ledger::{Ledger, StreamId};
use sqlx::Row;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use uuid::Uuid;

/// A folder that ends with its test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("ledger-journal-{}-{}", std::process::id(), Uuid::new_v4()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

async fn played(partitions: u16) -> Ledger {
    let ledger = testing::ledger(partitions).await;
    open_the_house(&ledger).await;
    for tg_id in 1..=4 {
        let player = register(&ledger, tg_id).await;
        give_coins(&ledger, player, 500).await;
        give(&ledger, player, Purse::Usdt, 1_234_567).await;
        give(&ledger, player, Purse::Gusd, 1_005).await;
        dive(&ledger, player, 3).await;
        ledger.clock().advance_ms(20 * 60 * 60 * 1_000);
    }
    let house = StreamId::house(ledger::RESERVE_STREAM);
    assert!(ledger.treasury().load(&house).await.expect("loaded").version > 0);
    ledger
}

async fn written(ledger: &Ledger, tool: Tool, from: i64) -> (Folder, PathBuf) {
    let range = Range {
        after: bounds(ledger.pool(), AsOf::Position(from)).await.expect("bounds"),
        until: bounds(ledger.pool(), AsOf::Latest).await.expect("bounds"),
    };
    let folder = Folder::new();
    let journal = write(ledger.pool(), &range, tool, &folder.0, &mut |_| {})
        .await
        .expect("written");
    let bytes = std::fs::metadata(&journal.path).expect("a file").len();
    assert_eq!((journal.file.bytes, journal.file.name.as_str()), (bytes, tool.file()));
    (folder, journal.path)
}

/// Balances by the tool's names of accounts, those that are zero left out: `10.000000 USDT`.
type Balances = BTreeMap<String, String>;

/// What the tables say about a journal that begins after a position; a debit is positive.
async fn expected(ledger: &Ledger, tool: Tool, from: i64) -> Balances {
    let rows = sqlx::query(
        "select p.owner, p.account, p.asset, case when p.position > $1 then e.event_type end, sum(p.amount)::bigint
           from postings p join events e on e.partition = p.partition and e.position = p.position
          group by 1, 2, 3, 4",
    )
    .bind(from)
    .fetch_all(ledger.pool())
    .await
    .expect("read");
    let mut sums: BTreeMap<(String, Asset), i64> = BTreeMap::new();
    for row in rows {
        let (owner, account, asset): (Uuid, String, String) = (row.get(0), row.get(1), row.get(2));
        let name = match row.get::<Option<String>, _>(3) {
            Some(event_type) => tool.account(owner, &account, &event_type),
            None => tool.opening(owner, &account),
        };
        let key = (name.expect("listed"), Asset::named(&asset).expect("an asset"));
        *sums.entry(key).or_default() -= row.get::<i64, _>(4);
    }
    written_out(sums)
}

fn written_out(sums: BTreeMap<(String, Asset), i64>) -> Balances {
    let mut balances = Balances::new();
    for ((account, asset), sum) in sums.into_iter().filter(|(_, sum)| *sum != 0) {
        let written = format!("{} {}", asset.format(sum), Tool::commodity(asset.name()));
        // Only the result of the time before is of several assets.
        balances.insert(account + " " + asset.name(), written);
    }
    balances
}

/// Adds up a journal without any tool: every line of a transaction is an account, two spaces, an amount and a
/// commodity.
fn added_up(path: &Path) -> Balances {
    let mut sums: BTreeMap<(String, Asset), i64> = BTreeMap::new();
    let text = std::fs::read_to_string(path).expect("a journal");
    for line in text.lines().filter(|line| line.starts_with("    ")) {
        let (account, amount) = line.trim_start().split_once("  ").expect("an account and an amount");
        let (number, commodity) = amount.split_once(' ').expect("a number and a commodity");
        let asset = Asset::named(&commodity.to_ascii_lowercase()).expect("an asset");
        let digits: String = number.chars().filter(|letter| *letter != '.').collect();
        *sums.entry((account.to_owned(), asset)).or_default() += digits.parse::<i64>().expect("minor units");
    }
    written_out(sums)
}

/// What a program prints; nothing when it is not installed.
fn printed(program: &str, arguments: &[&str]) -> Option<(bool, String)> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            Some((output.status.success(), text))
        }
        Err(missing) if missing.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("NOT TESTED: {program} is not installed here, so nobody checked its journal.");
            None
        }
        Err(fault) => panic!("{program}: {fault}"),
    }
}

/// The balances of a table of two or three columns, as `account, [commodity,] amount` or `account, amount commodity`.
fn of_csv(text: &str) -> Balances {
    let mut balances = Balances::new();
    for line in text.lines().skip(1) {
        // hledger puts several assets of an account into one quoted field; bean-query quotes nothing.
        let fields: Vec<&str> = match line.strip_prefix('"').and_then(|line| line.strip_suffix('"')) {
            Some(quoted) => quoted.split("\",\"").collect(),
            None => line.split(',').map(str::trim).collect(),
        };
        let (account, balance) = match fields[..] {
            [account, amount] => (account, amount.replace(". ", " ")),
            [account, commodity, amount] => (account, format!("{amount} {commodity}")),
            _ => continue,
        };
        for balance in balance.split(", ") {
            // Zero balances are printed by some tools and not by others.
            if balance.contains(|letter: char| ('1'..='9').contains(&letter)) {
                let (_, commodity) = balance.split_once(' ').expect("an amount of something");
                balances.insert(
                    format!("{account} {}", commodity.to_ascii_lowercase()),
                    balance.to_owned(),
                );
            }
        }
    }
    balances
}

async fn a_journal_says_what_the_books_say_and_its_tool_agrees(partitions: u16) {
    let ledger = played(partitions).await;
    for (tool, from) in [
        (Tool::Hledger, 0),
        (Tool::Beancount, 0),
        (Tool::Hledger, 9),
        (Tool::Beancount, 9),
    ] {
        let (_folder, path) = written(&ledger, tool, from).await;
        let expected = expected(&ledger, tool, from).await;
        assert!(expected.len() > 15, "{expected:?}");
        assert_eq!(added_up(&path), expected, "{tool:?} from {from}");
        let path = path.to_str().expect("a path");
        let table = match tool {
            Tool::Hledger => printed("hledger", &["-f", path, "balance", "--flat", "--no-total", "-O", "csv"]),
            Tool::Beancount => printed(
                "bean-query",
                &[
                    "-f",
                    "csv",
                    "-q",
                    path,
                    "select account, currency, sum(number) group by account, currency",
                ],
            ),
        };
        if let Some((_, table)) = table {
            assert_eq!(of_csv(&table), expected, "{tool:?} from {from}: {table}");
        }
        let checked = match tool {
            Tool::Hledger => printed("hledger", &["-f", path, "check"]),
            Tool::Beancount => printed("bean-check", &[path]),
        };
        if let Some((is_fine, output)) = checked {
            assert!(is_fine, "{output}");
        }
    }
}

async fn a_leg_that_is_missing_is_refused_by_the_tools(partitions: u16) {
    let ledger = played(partitions).await;
    for tool in [Tool::Hledger, Tool::Beancount] {
        let (_folder, path) = written(&ledger, tool, 0).await;
        let text = std::fs::read_to_string(&path).expect("a journal");
        let mut lines: Vec<&str> = text.lines().collect();
        let leg = lines.iter().rposition(|line| line.starts_with("    ")).expect("a leg");
        lines.remove(leg);
        std::fs::write(&path, lines.join("\n") + "\n").expect("written");
        assert_ne!(added_up(&path), expected(&ledger, tool, 0).await);
        let path = path.to_str().expect("a path");
        let checked = match tool {
            Tool::Hledger => printed("hledger", &["-f", path, "check"]),
            Tool::Beancount => printed("bean-check", &[path]),
        };
        assert!(!checked.is_some_and(|(is_fine, _)| is_fine), "{tool:?} takes it");
    }
}

/// Classes in the journal are those of the chart, and hledger's own reports find them.
async fn the_reports_of_hledger_show_the_business(partitions: u16) {
    let ledger = played(partitions).await;
    let (_folder, path) = written(&ledger, Tool::Hledger, 0).await;
    let rows = sqlx::query(
        "select p.account, e.event_type, p.asset, sum(p.amount)::bigint
           from postings p join events e on e.partition = p.partition and e.position = p.position group by 1, 2, 3",
    )
    .fetch_all(ledger.pool())
    .await
    .expect("read");
    let (chart, mut amounts) = (Chart::built_in(), Amounts::default());
    for row in rows {
        let (account, event_type): (String, String) = (row.get(0), row.get(1));
        let sum: i64 = row.get(3);
        amounts.add(chart, &account, &event_type, sum.into()).expect("listed");
    }
    let (mut in_books, mut in_journal) = (BTreeMap::new(), BTreeMap::new());
    for asset in Asset::ALL {
        let totals = amounts.totals(chart, asset);
        assert!(totals.hold(), "{asset:?} {totals:?}");
        let (debits, credits) = (
            totals.assets + totals.expenses,
            totals.liabilities + totals.equity + totals.income,
        );
        in_books.insert(asset, (debits, credits, totals.liabilities));
    }
    for (account, balance) in added_up(&path) {
        let (number, commodity) = balance.split_once(' ').expect("an amount");
        let digits: String = number.chars().filter(|letter| *letter != '.').collect();
        let sum: i128 = digits.parse().expect("minor units");
        let asset = Asset::named(&commodity.to_ascii_lowercase()).expect("an asset");
        let of: &mut (i128, i128, i128) = in_journal.entry(asset).or_default();
        match account.split(':').next() {
            Some("assets" | "expenses") => of.0 += sum,
            Some("equity" | "income") => of.1 -= sum,
            Some("liabilities") => (of.1, of.2) = (of.1 - sum, of.2 - sum),
            _ => panic!("{account} is of no class"),
        }
    }
    in_books.retain(|_, sums| *sums != (0, 0, 0));
    assert_eq!(in_books, in_journal);
    let path = path.to_str().expect("a path");
    let coin = amounts.totals(chart, Asset::Coin);
    assert!(coin.income > 0 && coin.liabilities > 0, "{coin:?}");
    for (report, asked, expected) in [
        ("balancesheet", "liabilities", coin.liabilities),
        ("incomestatement", "income", coin.income),
    ] {
        let of_coins = [
            "-f",
            path,
            report,
            "cur:COIN",
            asked,
            "--depth",
            "1",
            "--no-total",
            "-O",
            "csv",
        ];
        if let Some((_, printed)) = printed("hledger", &of_coins) {
            assert!(
                printed.contains(&format!("\"{expected}. COIN\"")) || printed.contains(&format!("\"{expected} COIN\"")),
                "{printed}"
            );
        }
    }
}

on_one_and_four_partitions!(
    a_journal_says_what_the_books_say_and_its_tool_agrees,
    a_leg_that_is_missing_is_refused_by_the_tools,
    the_reports_of_hledger_show_the_business,
);
