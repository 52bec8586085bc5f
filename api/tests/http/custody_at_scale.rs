//! Ten thousand lines of custody against a statement, through the service: what is planted is found, and nothing else.

use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::read;
use api::moment;
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::player::Command;
use domain::player::adjustment::Adjust;
use domain::player::coupon::CreditTopUp;
use domain::posting::{House, Purse};
use domain::staff::Role;
use domain::time::{DAY_MS, Timestamp};
use ledger::Ledger;
use ledger::testing::players::{must, register};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio::task::JoinSet;

/// Players, and lines of custody of each.
const PLAYERS: i64 = 100;
const OF_PLAYER: i64 = 100;
const LINES: i64 = PLAYERS * OF_PLAYER;
/// Breaks of each kind.
const EACH: i64 = 5;
const KINDS: [&str; 10] = [
    "not_in_journal",
    "not_in_statement",
    "twice_in_statement",
    "twice_in_journal",
    "amount",
    "direction",
    "transaction",
    "reference",
    "time",
    "asset",
];

/// What is planted into a line, if anything: five lines of each kind, spread over all.
fn planted(number: i64) -> Option<&'static str> {
    let spread = LINES / (EACH * KINDS.len() as i64);
    let nth = usize::try_from(number / spread).ok()?;
    (number % spread == 7).then(|| KINDS[nth % KINDS.len()])
}

/// Millionths, no two alike: two come, then one goes.
fn amount(number: i64) -> i64 {
    let sign = if number % OF_PLAYER % 3 == 2 { -1 } else { 1 };
    sign * (1_000_000 + number)
}

fn order_no(number: i64) -> String {
    format!("T{number:020}")
}

/// Lines that name an order are top-ups.
fn is_top_up(number: i64) -> bool {
    matches!(planted(number), Some("transaction" | "reference"))
}

fn signed(number: i64) -> i64 {
    if is_top_up(number) {
        amount(number).abs()
    } else {
        amount(number)
    }
}

async fn books(ledger: &Ledger, player: PlayerId, number: i64) {
    let (minor, tx) = (signed(number), format!("tx-{number}"));
    if is_top_up(number) {
        let credit = CreditTopUp {
            order_no: order_no(number),
            amount: Usdt::from_minor(minor),
            tx,
            lt: number.unsigned_abs(),
            from_suspense: false,
        };
        return must(ledger, player, Command::from(credit)).await;
    }
    let times = match planted(number) {
        Some("not_in_journal") => 0,
        Some("twice_in_journal") => 2,
        _ => 1,
    };
    for _ in 0..times {
        let adjust = Adjust {
            purse: Purse::Usdt,
            delta: minor,
            counter: House::UsdtCustody,
            case_id: "a test".into(),
            proposer: "ana".into(),
            approver: "bo".into(),
            tx: Some(tx.clone()),
            restates: None,
        };
        must(ledger, player, adjust).await;
    }
}

/// Every line of the journal, a player's one after the other.
async fn fill(ledger: &Ledger) {
    let mut tasks = JoinSet::new();
    for nth in 0..PLAYERS {
        let ledger = ledger.clone();
        tasks.spawn(async move {
            let player = register(&ledger, 1_000 + nth).await;
            for number in nth * OF_PLAYER..(nth + 1) * OF_PLAYER {
                books(&ledger, player, number).await;
            }
        });
    }
    while let Some(filled) = tasks.join_next().await {
        filled.expect("filled");
    }
}

/// The lines of the statement that stand for a line of the journal.
fn stated(number: i64, now: Timestamp) -> Vec<String> {
    let (time, kind) = (moment::write(now), planted(number));
    let (mut tx, mut asset, mut text) = (format!("tx-{number}"), "USDT", String::new());
    let (mut minor, mut at) = (signed(number), time);
    match kind {
        Some("not_in_statement") => return Vec::new(),
        Some("amount") => minor += 1,
        Some("direction") => minor = -minor,
        Some("transaction") => (tx, text) = (format!("other-{number}"), order_no(number)),
        Some("reference") => text = order_no(number + 1),
        Some("time") => at = moment::write(now.plus_ms(-3 * DAY_MS)),
        Some("asset") => asset = "USDC",
        _ => {}
    }
    let line = format!("{tx},{at},{},{asset},{text}", Usdt::from_minor(minor));
    let times = if kind == Some("twice_in_statement") { 2 } else { 1 };
    vec![line; times]
}

async fn found(clerk: &Clerk<'_>, job: &Value) -> Value {
    loop {
        let info = clerk.ask("reconciliation/info", json!({ "id": job["id"] })).await;
        let info = info.done().data;
        if info["job"]["state"] != "running" {
            return info["found"].clone();
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn fifty_breaks_of_ten_kinds_are_found_among_ten_thousand_lines_and_none_besides() {
    let site = StaffSite::open().await;
    fill(&site.ledger).await;
    let now = site.ledger.clock().now();
    let mut lines = vec!["transaction,time,amount,asset,reference".to_owned()];
    lines.extend((0..LINES).flat_map(|number| stated(number, now)));
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let headers = [("x-staff", "1"), ("cookie", ann.cookie())];
    let path = "/staff/v1/reconciliation/upload?name=all.csv&window=24";
    let job = read(site.post_to(path, lines.join("\n"), &headers).await).done().data;
    let data = found(&ann, &job).await;
    // As many are left out as stand there twice.
    assert_eq!(data["statement"]["count"], json!(LINES), "{data}");

    let asked = json!({ "id": job["id"], "part": "breaks", "limit": 200 });
    let breaks = ann.ask("reconciliation/lines", asked).await.done().data;
    let mut of_kinds: BTreeMap<String, i64> = BTreeMap::new();
    for one in breaks["list"].as_array().expect("a list") {
        let kind = one["kind"].as_str().expect("a kind");
        *of_kinds.entry(kind.to_owned()).or_default() += 1;
        let side = one["statement"].get(0).map(|side| &side["transaction"]);
        let tx = side.unwrap_or_else(|| &one["journal"][0]["transactions"][0]);
        let number = tx.as_str().and_then(|tx| tx.rsplit('-').next()?.parse().ok());
        let planted = number.and_then(planted).unwrap_or_default();
        // A line in another asset leaves the journal's without a partner.
        let is_planted = planted == kind || (planted, kind) == ("asset", "not_in_statement");
        // The reserve of a test is money without a transaction.
        assert!(is_planted || one["amount"] == "50000000000", "{one}");
    }
    let mut expected: BTreeMap<String, i64> = KINDS.map(|kind| (kind.to_owned(), EACH)).into();
    expected.insert("not_in_statement".to_owned(), 2 * EACH + 1);
    assert_eq!(of_kinds, expected);
}
