//! The daily close says of each figure the moment that it is of: the day's end, or nothing (api §7.12).

use crate::staff_site::{Clerk, StaffSite};
use domain::day_close::{Close, DayClose};
use domain::money::Usdt;
use domain::staff::Role;
use domain::time::{Day, Timestamp};
use domain::treasury::FundReserve;
use ledger::{Plain, RESERVE_STREAM, Request, StreamId};
use rails::reconcile::{self, Check};
use serde_json::{Value, json};
use uuid::Uuid;

const DAY_MS: i64 = 86_400_000;

/// More money of the house comes to custody.
pub async fn comes_to_custody(site: &StaffSite, micro: i64) {
    let fund = FundReserve {
        amount: Usdt::from_minor(micro),
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: "a test".into(),
    };
    let id = StreamId::house(RESERVE_STREAM);
    let reply = site
        .ledger
        .treasury()
        .execute(&id, fund.into(), Request::default(), Plain);
    assert!(reply.await.expect("a reply").is_accepted());
}

/// The chain is compared with the books, which it equals but for what has come and nobody owns, and what it lacks.
async fn compares(site: &StaffSite, unbooked: i64, lacks: i64) {
    let in_books = reconcile::in_books(site.ledger.pool()).await.expect("books");
    let check = Check {
        on_chain: in_books + Usdt::from_minor(unbooked - lacks),
        in_books,
        under_way: Usdt::ZERO,
        unbooked: Usdt::from_minor(unbooked),
    };
    let wallets = [("ton_usdt", "wallet", check)];
    let kept = reconcile::keep(&site.ledger, &wallets, lacks != 0).await;
    kept.expect("kept");
}

fn today(site: &StaffSite) -> Day {
    Timestamp(site.now()).day()
}

async fn report(site: &StaffSite, clerk: &Clerk<'_>, day: Day) -> Value {
    site.settle().await;
    let info = clerk.ask("days/info", json!({ "day": day })).await.done().data;
    info["report"].clone()
}

fn line<'v>(report: &'v Value, account: &str) -> &'v Value {
    let lines = report["accounts"].as_array().expect("accounts");
    let found = lines.iter().find(|line| line["account"] == account);
    found.unwrap_or(&Value::Null)
}

fn find<'v>(report: &'v Value, name: &str) -> Option<&'v Value> {
    let checks = report["checks"].as_array().expect("checks");
    checks.iter().find(|check| check["name"] == name)
}

fn check<'v>(report: &'v Value, name: &str) -> &'v Value {
    find(report, name).expect("a check")
}

/// What is signed, and a close of before reports had breaks: it reads as it was signed.
#[tokio::test]
async fn the_breaks_of_the_day_are_signed_with_it_and_an_older_close_reads_without() {
    let site = StaffSite::open().await;
    let (lea, day) = (site.clerk("lea", &[Role::FinanceLead]).await, today(&site));
    // Money that no chain brought: the journal has it, and no statement.
    comes_to_custody(&site, 5_000_000).await;
    site.wait_ms(60_000);
    let so_far = report(&site, &lea, day).await["breaks"]["oldest_age_ms"].clone();
    assert_eq!(
        so_far,
        json!(60_000),
        "of a day that is not over the age is that of now"
    );
    site.wait_ms(2 * DAY_MS);
    site.settle().await;
    site.sign_checkpoint().await;
    let lea = site.signs_in("lea", lea.issued).await;
    let preview = report(&site, &lea, day).await["breaks"].clone();
    let of_kind = |breaks: &Value, kind: &str| {
        let kinds = breaks["kinds"].as_array().expect("kinds").iter();
        kinds.filter(|count| count["of"] == kind).cloned().collect::<Vec<_>>()
    };
    let missing = of_kind(&preview, "not_in_statement");
    assert_eq!(missing.len(), 1, "{preview}");
    let closed = lea.does("days/close", json!({ "day": day })).await.done().data;
    assert_eq!(closed["report"]["breaks"], preview);
    assert!(closed["signed"].as_str().expect("a note").contains("\"breaks\":{"));

    let next = day.next();
    let mut of_before = report(&site, &lea, next).await;
    of_before.as_object_mut().expect("a report").remove("breaks");
    let close = Close {
        day: next,
        signature: "a signature of before".into(),
        is_balanced: true,
        report: of_before,
        by: "lea".into(),
        reason: "Daily close".into(),
    };
    let id = StreamId::thing(DayClose::id(next));
    let reply = site
        .ledger
        .day_closes()
        .execute(&id, close, Request::default(), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
    let shown = lea.ask("days/info", json!({ "day": next })).await.done().data;
    assert_eq!(shown["report"]["breaks"], Value::Null);
}

/// A report as it was before the close.
fn without_roots(report: &Value) -> Value {
    let mut report = report.clone();
    let owed = &mut report["liabilities"];
    (owed["at_ms"], owed["checkpoint"]) = (Value::Null, Value::Null);
    for line in owed["owed"].as_array_mut().expect("one line an asset") {
        assert!(line["root"].is_string(), "{line}");
        line["root"] = Value::Null;
    }
    report
}

#[tokio::test]
async fn a_day_before_the_log_is_refused_and_today_is_a_preview() {
    let site = StaffSite::open().await;
    let (lea, today) = (site.clerk("lea", &[Role::FinanceLead]).await, today(&site));
    site.settle().await;
    let before = Day(today.0 - 1);
    let sentence = format!("day: the log begins on {today}");
    let asked = lea.ask("days/info", json!({ "day": before })).await;
    let refused = asked.refused(-1006);
    assert_eq!(refused["field"], sentence);
    let (code, first) = (&refused["finding"]["code"], &refused["finding"]["values"]["first"]);
    assert_eq!((code, first), (&json!("log_begins"), &json!(today)));
    let closed = lea.does("days/close", json!({ "day": before })).await;
    assert_eq!(closed.refused(-1006)["field"], sentence);
    let list = lea.ask("days/list", json!({})).await.done().data["list"].clone();
    assert_eq!(
        list,
        json!([{ "day": today, "over": false, "closed_ms": null, "by": null, "reason": null, "balanced": null }])
    );
    let preview = lea.ask("days/info", json!({ "day": today })).await.done().data;
    assert_eq!(
        (&preview["day"]["over"], &preview["signed"]),
        (&json!(false), &json!(null))
    );
    assert_ne!(preview["report"]["accounts"], json!([]));
    lea.does("days/close", json!({ "day": today })).await.refused(4002);
    lea.ask("days/info", json!({ "day": today.next() })).await.refused(4002);
}

#[tokio::test]
async fn the_chain_of_a_close_is_that_of_the_days_end_whatever_comes_later() {
    let site = StaffSite::open().await;
    let (lea, day) = (site.clerk("lea", &[Role::FinanceLead]).await, today(&site));
    comes_to_custody(&site, 5_000_000).await;
    compares(&site, 0, 0).await;
    site.wait_ms(DAY_MS);
    let lea = site.signs_in("lea", lea.issued).await;
    // What moved on the chain since that comparison may be booked after the end.
    let early = report(&site, &lea, day).await;
    assert_eq!(early["chains"][0]["on_chain"], json!(null));
    compares(&site, 0, 0).await;
    let quiet = report(&site, &lea, day).await;
    let custody = line(&quiet, "h:usdt_custody")["closing"].as_str().expect("custody");
    let held = custody.trim_start_matches('-');
    assert_eq!(
        (&quiet["chains"][0]["on_chain"], &quiet["chains"][0]["in_books"]),
        (&json!(held), &json!(held))
    );
    assert_eq!(check(&quiet, "chains_against_the_books")["value"], "0");
    // The players are owed nothing of it: the house has all.
    let beyond = check(&quiet, "chains_beyond_what_players_are_owed");
    assert_eq!(
        (beyond["value"].as_str(), &beyond["bound"]["is"]),
        (Some(held), &json!("at_least"))
    );
    // What comes later is no figure of that day, and hides none of its own: the first comparison after its end is kept.
    site.wait_ms(60_000);
    comes_to_custody(&site, 7_000_000).await;
    compares(&site, 0, 3_000_000).await;
    let later = report(&site, &lea, day).await;
    assert_eq!(
        (&later["chains"], &later["checks"]),
        (&quiet["chains"], &quiet["checks"])
    );
    site.sign_checkpoint().await;
    let signed = lea.does("days/close", json!({ "day": day })).await.done().data;
    assert_eq!(
        without_roots(&signed["report"]),
        later,
        "the close adds the roots of what players are owed"
    );
    let list = lea.ask("days/list", json!({})).await.done().data["list"].clone();
    assert_eq!((&list[1]["day"], &list[1]["by"]), (&json!(day), &json!("lea")));
}

#[tokio::test]
async fn money_that_moves_right_after_midnight_leaves_the_chain_unknown_and_the_first_comparison_must_not_differ() {
    for (lacks, expected, is_balanced) in [(0, "0", true), (3_000_000, "-3000000", false)] {
        let site = StaffSite::open().await;
        let (lea, day) = (site.clerk("lea", &[Role::FinanceLead]).await, today(&site));
        site.wait_ms(DAY_MS);
        let lea = site.signs_in("lea", lea.issued).await;
        comes_to_custody(&site, 7_000_000).await;
        let before = report(&site, &lea, day).await;
        assert_eq!(
            find(&before, "chains_against_the_books_after"),
            None,
            "nothing was compared"
        );
        compares(&site, 0, lacks).await;
        // What the second one finds is of no day that is over.
        site.wait_ms(60_000);
        compares(&site, 0, 1_000_000).await;
        let shown = report(&site, &lea, day).await;
        let chain = &shown["chains"][0];
        assert_eq!((&chain["on_chain"], &chain["difference"]), (&json!(null), &json!(null)));
        let unknown = check(&shown, "chains_against_the_books");
        assert_eq!((&unknown["value"], &unknown["bound"]), (&json!(null), &json!(null)));
        let owed = check(&shown, "chains_beyond_what_players_are_owed");
        assert_eq!(owed["bound"], json!(null));
        assert_eq!(check(&shown, "chains_against_the_books_after")["value"], expected);
        assert_eq!(shown["balanced"], json!(is_balanced), "{shown}");
    }
}

#[tokio::test]
async fn the_first_comparison_after_a_day_has_all_wallets_of_then_and_nothing_open() {
    let site = StaffSite::open().await;
    let (lea, day) = (site.clerk("lea", &[Role::FinanceLead]).await, today(&site));
    site.wait_ms(DAY_MS);
    let lea = site.signs_in("lea", lea.issued).await;
    let in_books = reconcile::in_books(site.ledger.pool()).await.expect("books");
    let held = |on_chain: Usdt| Check {
        on_chain,
        in_books,
        ..Check::default()
    };
    let sent = Usdt::from_minor(1_000_000);
    let open = Check {
        under_way: sent,
        ..held(Usdt::ZERO)
    };
    // A payment is under way in one wallet; then in none; then another wallet has taken the place of one.
    let looks = [
        [("evm_usdt", "a", open), ("ton_usdt", "b", held(in_books))],
        [("evm_usdt", "a", held(sent)), ("ton_usdt", "b", held(in_books - sent))],
        [
            ("evm_usdt", "c", held(Usdt::ZERO)),
            ("ton_usdt", "b", held(in_books - sent)),
        ],
    ];
    for wallets in &looks {
        reconcile::keep(&site.ledger, wallets, false).await.expect("kept");
        site.wait_ms(60_000);
    }
    let shown = report(&site, &lea, day).await;
    let lines = shown["chains"].as_array().expect("chains").iter();
    let wallets: Vec<_> = lines.map(|line| (&line["wallet"], &line["on_chain"])).collect();
    let rest = (in_books - sent).minor().to_string();
    assert_eq!(wallets, [(&json!("a"), &json!("1000000")), (&json!("b"), &json!(rest))]);
    assert_eq!(check(&shown, "chains_against_the_books")["value"], "0");
}

#[tokio::test]
async fn a_payment_of_nobody_leaves_the_chain_at_the_days_end_unknown() {
    let site = StaffSite::open().await;
    let (lea, day) = (site.clerk("lea", &[Role::FinanceLead]).await, today(&site));
    let none = report(&site, &lea, day).await;
    assert_eq!(check(&none, "chains_against_the_books")["value"], json!(null));
    compares(&site, 100_000_000, 0).await;
    let open = report(&site, &lea, day).await;
    assert_eq!(open["chains"][0]["on_chain"], json!(null));
    compares(&site, 0, 0).await;
    assert_ne!(report(&site, &lea, day).await["chains"][0]["on_chain"], json!(null));
}

#[tokio::test]
async fn a_packet_that_is_stopped_cost_what_was_claimed() {
    let site = StaffSite::open().await;
    let cat = site.clerk("cat", &[Role::Content]).await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    comes_to_custody(&site, 500_000_000).await;
    let fund = json!({ "to": "promo_budget", "amount": "100000000" });
    let made = fay.does("treasury/propose", fund).await.done().data;
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    assert_eq!(lea.does("proposals/approve", yes).await.done().data["code"], 0);
    let create = json!({
        "kind": "equal", "asset": "usdt", "total": "60000000", "shares": 10, "min": null, "title_en": "Luck",
        "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": [],
        "reason": "campaign", "req_id": Uuid::new_v4()
    });
    let made = cat.ask("packets/create", create).await.done().data;
    let cost = async || {
        let overview = lea.ask("overview/info", json!({ "days": 1 })).await.done().data;
        let close = report(&site, &lea, today(&site)).await;
        (overview["series"][0]["promo"].clone(), close["promo_spent"].clone())
    };
    assert_eq!(cost().await, (json!("60000000"), json!("60000000")));
    let angler = site.player(1).await;
    angler
        .call("redpacket/claim", json!({ "code": made["code"] }))
        .await
        .done();
    cat.does("packets/stop", json!({ "packet": made["packet"] }))
        .await
        .done();
    assert_eq!(cost().await, (json!("6000000"), json!("6000000")));
}
