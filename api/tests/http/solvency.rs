//! What the house has against what it owes (domain §1, api §7.28): checked every hour and before each dive of a large stake;
//! where it does not cover, large stakes close and wallets stop until a person opens them.

use crate::bank::silent_rail;
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::TestApp;
use domain::money::Usdt;
use domain::posting::Purse;
use domain::solvency::Line;
use domain::staff::Role;
use ledger::feed::read_stream_page;
use ledger::{RESERVE_STREAM, balance};
use projections::solvency::lines;
use rails::reconcile::{self, Check};
use rails::{Rail, slots};
use serde_json::{Value, json};
use std::sync::Arc;
use workers::solvency::Checks;

const HOUR_MS: i64 = 3_600_000;
const LARGE: i64 = 500;

/// Two leads move money of the house.
pub async fn moves(site: &StaffSite, lea: &Clerk<'_>, leo: &Clerk<'_>, to: &str, micro: i64) {
    let body = json!({ "to": to, "amount": micro.to_string() });
    let made = lea.does("treasury/propose", body).await.done().data;
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    assert_eq!(leo.does("proposals/approve", yes).await.done().data["code"], 0);
    site.settle().await;
}

async fn paused(app: &TestApp) -> Option<String> {
    let paused = slots::paused_why(app.ledger.pool()).await.expect("read");
    paused.map(|paused| paused.why)
}

fn closed(app: &TestApp) -> Option<i64> {
    app.ledger.context().stakes_closed_above.map(|stake| stake.minor())
}

/// Subject, value and bound of each alert about solvency.
async fn alerts(clerk: &Clerk<'_>) -> Vec<String> {
    let list = clerk.ask("alerts/list", json!({})).await.done().data["list"].clone();
    let list = list.as_array().expect("a list").clone();
    let of_it = list.iter().filter(|alert| alert["kind"] == "solvency");
    let line = |alert: &Value| {
        assert_eq!(alert["severity"], "high");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let parts = [&alert["subject"], &alert["value"]["value"], &alert["bound"]["value"]].map(text);
        parts.join(" | ")
    };
    of_it.map(line).collect()
}

/// Since when the alert about this subject holds.
async fn since(clerk: &Clerk<'_>, subject: &str) -> Value {
    let list = clerk.ask("alerts/list", json!({})).await.done().data["list"].clone();
    let list = list.as_array().expect("a list").clone();
    let found = list
        .iter()
        .find(|alert| alert["kind"] == "solvency" && alert["subject"] == subject);
    found.expect("an alert")["since_ms"].clone()
}

/// The chains are compared with the books now, and have less by this much.
async fn compared(site: &StaffSite, lacks: i64) {
    let in_books = reconcile::in_books(site.ledger.pool()).await.expect("books");
    let on_chain = in_books - Usdt::from_minor(lacks);
    let check = Check {
        on_chain,
        in_books,
        ..Check::default()
    };
    let wallets = [("ton_usdt", "wallet", check)];
    let kept = reconcile::keep(&site.ledger, &wallets, lacks != 0).await;
    kept.expect("kept");
}

/// Hours during which members stay signed in.
async fn hours_pass(site: &StaffSite, hours: i64, clerk: &Clerk<'_>) {
    for _ in 0..2 * hours {
        site.wait_ms(HOUR_MS / 2);
        clerk.ask("session/me", json!({})).await.done();
    }
}

/// Name, what there is, what is owed and the verdict of each check on the overview.
async fn overview(clerk: &Clerk<'_>) -> Vec<String> {
    let checks = clerk.ask("overview/info", json!({})).await.done().data["solvency"].clone();
    let line = |check: &Value| {
        let sum = |lines: &Value| -> i64 {
            let amounts = lines
                .as_array()
                .expect("lines")
                .iter()
                .map(|line| line["amount"].as_str());
            amounts
                .map(|amount| amount.expect("a text").parse::<i64>().expect("whole"))
                .sum()
        };
        assert_eq!(check["has"], json!(sum(&check["has_lines"]).to_string()));
        assert_eq!(check["owes"], json!(sum(&check["owes_lines"]).to_string()));
        format!(
            "{} {} {} {}",
            check["name"], check["has"], check["owes"], check["holds"]
        )
        .replace('"', "")
    };
    checks.as_array().expect("checks").iter().map(line).collect()
}

#[tokio::test]
async fn a_reserve_that_no_longer_covers_closes_large_stakes_and_payouts_until_a_person_opens_them() {
    let site = StaffSite::open().await;
    let [lea, leo] = [
        site.clerk("lea", &[Role::FinanceLead]).await,
        site.clerk("leo", &[Role::FinanceLead]).await,
    ];
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let angler = site.player(1).await;
    angler.given(Purse::CoinPaid, 100_000).await;
    // Tokens of 45,000 USDT at parity beside a reserve of 50,000.
    angler.given(Purse::Gusd, 45_000_000_000).await;
    site.settle().await;
    let rails: [Arc<dyn Rail>; 1] = [Arc::new(silent_rail())];
    let checks = Checks::new(&rails);
    checks.tick(&site.ledger).await.expect("checked");
    assert_eq!((closed(&site), paused(&site).await), (None, None));
    assert_eq!(alerts(&lea).await, Vec::<String>::new());
    lea.does("treasury/open_stakes", json!({})).await.refused(9003);

    moves(&site, &lea, &leo, "promo_budget", 10_000_000_000).await;
    checks.tick(&site.ledger).await.expect("checked");
    assert_eq!(closed(&site), None, "the hour is not over");
    site.wait_ms(HOUR_MS / 2);
    // A session ends after an hour without use.
    for clerk in [&lea, &leo, &fay] {
        clerk.ask("session/me", json!({})).await.done();
    }
    checks.tick(&site.ledger).await.expect("checked");
    assert_eq!(closed(&site), None, "the hour is not over");
    site.wait_ms(HOUR_MS / 2);
    checks.tick(&site.ledger).await.expect("checked");
    assert_eq!(closed(&site), Some(200));
    let why = paused(&site).await.expect("stopped");
    assert_eq!(why, "solvency: reserve has 40000.000000 USDT and owes 45000.000000");
    let found = &lea.ask("withdrawals/list", json!({})).await.done().data["paused_finding"];
    assert_eq!(
        (&found["code"], &found["values"]),
        (
            &json!("not_covered"),
            &json!({ "check": "reserve", "has": "40000.000000", "owes": "45000.000000" })
        )
    );

    let before = site.facts().await;
    let start = json!({ "stake": LARGE, "start_level": 1 });
    let refused = angler.call("fishing/dive_start", start).await.refused(3011);
    assert_eq!(refused, json!({ "stake_max": 200 }));
    assert_eq!(site.facts().await, before, "a refusal leaves nothing");
    let dive = angler.dives(200).await;
    angler.surfaces(&dive).await.done();
    site.settle().await;
    let expected = [
        "reserve | 40000000000 | 45000000000",
        "stakes | stakes above 200 are closed | open",
    ];
    assert_eq!(alerts(&lea).await, expected);
    assert_eq!(overview(&lea).await[0], "reserve 40000000000 45000000000 false");
    fay.does("treasury/open_stakes", json!({})).await.refused(9001);
    lea.does("treasury/open_stakes", json!({})).await.refused(2004);

    // Wallets that go on too early stop again.
    site.wait_ms(1);
    lea.does("withdrawals/resume", json!({})).await.done();
    assert_eq!(paused(&site).await, None);
    site.settle().await;
    site.wait_ms(60_000);
    checks.tick(&site.ledger).await.expect("checked");
    assert_eq!(paused(&site).await, Some(why));

    moves(&site, &lea, &leo, "reserve", 5_000_000_000).await;
    checks.tick(&site.ledger).await.expect("checked");
    assert_eq!(closed(&site), Some(200), "nothing opens by itself");
    assert_eq!(alerts(&lea).await, expected[1..]);
    let reopen = json!({ "reason": "the reserve was funded", "req_id": uuid::Uuid::new_v4() });
    let opened = lea.ask("treasury/open_stakes", reopen.clone()).await;
    assert_eq!(opened.bytes, lea.ask("treasury/open_stakes", reopen).await.bytes);
    opened.done();
    site.wait_ms(1);
    lea.does("withdrawals/resume", json!({})).await.done();
    site.settle().await;
    angler.dives(LARGE).await;
    assert_eq!(
        (alerts(&lea).await, closed(&site), paused(&site).await),
        (Vec::new(), None, None)
    );

    let page = read_stream_page(site.ledger.pool(), "treasury", RESERVE_STREAM, 0, 100).await;
    let story = page
        .expect("a stream")
        .into_iter()
        .filter(|event| event.event_type.starts_with("Stakes"));
    let story: Vec<_> = story.collect();
    assert_eq!(story.len(), 2);
    let [shut, open] = [&story[0], &story[1]].map(|event| serde_json::from_str::<Value>(&event.payload).expect("JSON"));
    let short = json!([{ "check": "reserve", "has": "40000.000000", "owes": "45000.000000" }]);
    assert_eq!(
        (&shut["StakesClosed"]["above"], &shut["StakesClosed"]["short"]),
        (&json!("200"), &short)
    );
    assert!(story[0].metadata.contains("system:solvency"), "{}", story[0].metadata);
    assert_eq!(
        open["StakesOpened"],
        json!({ "by": "lea", "reason": "the reserve was funded" })
    );
}

#[tokio::test]
async fn what_the_chains_lack_closes_large_stakes_though_reserve_and_custody_cover_their_own_debts() {
    let site = StaffSite::open().await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    let angler = site.player(1).await;
    // Tokens of 45,000 USDT beside a reserve of 50,000, of which 10,000 are real.
    angler.given(Purse::Gusd, 45_000_000_000).await;
    site.settle().await;
    let checks = Checks::new(&[]);
    compared(&site, 5_000_000_000).await;
    checks.tick(&site.ledger).await.expect("checked");
    assert_eq!(closed(&site), None, "what is left over covers it");
    compared(&site, 40_000_000_000).await;
    hours_pass(&site, 1, &lea).await;
    site.settle().await;
    checks.tick(&site.ledger).await.expect("checked");
    assert_eq!(closed(&site), Some(200));
    let closed_at = site.now();
    let expected = [
        "reserve 50000000000 45000000000 true",
        "promo_money 0 0 true",
        "custody 10000000000 0 true",
        "house 10000000000 45000000000 false",
    ];
    assert_eq!(overview(&lea).await, expected);
    site.wait_ms(HOUR_MS / 2);
    site.settle().await;
    let expected = [
        "house | 10000000000 | 45000000000",
        "stakes | stakes above 200 are closed | open",
    ];
    assert_eq!(alerts(&lea).await, expected);
    for subject in ["house", "stakes"] {
        assert_eq!(since(&lea, subject).await, json!(closed_at), "{subject}");
    }
    lea.does("treasury/open_stakes", json!({})).await.refused(2004);
}

#[tokio::test]
async fn a_comparison_that_is_too_old_says_nothing_of_the_chains_and_is_an_alert() {
    let site = StaffSite::open().await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    compared(&site, 0).await;
    let compared_at = site.now();
    let lacks = async || {
        site.settle().await;
        let checks = lea.ask("overview/info", json!({})).await.done().data["solvency"].clone();
        let lines = checks[3]["has_lines"].as_array().expect("lines").clone();
        lines.into_iter().find(|line| line["name"] == "chain_lacks")
    };
    hours_pass(&site, 2, &lea).await;
    assert_eq!(lacks().await.expect("known")["amount"], "0");
    assert_eq!(alerts(&lea).await, Vec::<String>::new());
    site.wait_ms(1);
    assert_eq!(lacks().await, None);
    assert_eq!(alerts(&lea).await, [format!("chains | {compared_at} | 7200000")]);
    assert_eq!(since(&lea, "chains").await, json!(compared_at + 2 * HOUR_MS));
}

#[tokio::test]
async fn a_large_stake_is_checked_before_its_dive_and_a_small_one_waits_for_nobody() {
    let site = StaffSite::open().await;
    let [lea, leo] = [
        site.clerk("lea", &[Role::FinanceLead]).await,
        site.clerk("leo", &[Role::FinanceLead]).await,
    ];
    let angler = site.player(1).await;
    angler.given(Purse::CoinPaid, 100_000).await;
    // With 5,000 of 50,000 USDT gone, a millionth less than what is owed.
    angler.given(Purse::Gusd, 45_000_000_001).await;
    moves(&site, &lea, &leo, "promo_budget", 5_000_000_000).await;
    let dive = angler.dives(200).await;
    assert_eq!(closed(&site), None, "a small stake asks nothing");
    angler.surfaces(&dive).await.done();
    let start = json!({ "stake": LARGE, "start_level": 1, "req_id": uuid::Uuid::new_v4() });
    let first = angler.call("fishing/dive_start", start.clone()).await;
    assert_eq!(first.bytes, angler.call("fishing/dive_start", start).await.bytes);
    first.refused(3011);
    assert_eq!(closed(&site), Some(200));
    let seen = site.ledger.clock().now();
    // A view that is far behind says nothing of now: a large stake waits, a small one does not.
    lea.does("treasury/open_stakes", json!({})).await.refused(2004);
    moves(&site, &lea, &leo, "reserve", 1_000_000_000).await;
    lea.does("treasury/open_stakes", json!({})).await.done();
    site.wait_ms(HOUR_MS);
    assert!(site.ledger.clock().now().since(seen) >= HOUR_MS);
    let start = json!({ "stake": LARGE, "start_level": 1 });
    angler.call("fishing/dive_start", start).await.refused(-1008);
    angler.dives(200).await;
}

#[tokio::test]
async fn an_open_dive_is_owed_what_its_surface_would_pay() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPaid, 100_000).await;
    let dive = angler.dives(200).await;
    let mut owed = 0;
    for seq in 1..=30 {
        angler.casts(&dive, seq).await.done();
        app.settle().await;
        let player = app.ledger.players().load(&ledger::StreamId::player(angler.id)).await;
        let open = player.expect("a player").state.fishing.dive.expect("an open dive");
        let now = (open.line_value() + open.safe()).minor() + open.chest_usdt.minor();
        let lines = lines(app.ledger.pool()).await.expect("lines");
        assert_eq!(lines[&Line::OpenDives], i128::from(now), "cast {seq}");
        owed = owed.max(now);
    }
    assert!(owed > 0, "a dive that catches something");
    let paid = angler.surfaces(&dive).await.done().data;
    app.settle().await;
    let after = lines(app.ledger.pool()).await.expect("lines");
    assert_eq!(after[&Line::OpenDives], 0, "{paid}");
    agrees(&app).await;
}

/// The view's sums are those of the books, and what packets owe is what the money set apart is for.
pub async fn agrees(app: &TestApp) {
    app.settle().await;
    let lines = lines(app.ledger.pool()).await.expect("lines");
    for line in Line::ALL {
        let Some(found) = lines.get(line) else { continue };
        let is_account = ![Line::OpenDives, Line::Pools, Line::Shares].contains(line);
        if is_account {
            let total = balance::total(app.ledger.pool(), line.name()).await.expect("a total");
            let total = i128::from(if *line == Line::Custody { -total } else { total });
            assert_eq!(*found, total, "{line:?}");
        }
    }
    assert_eq!(lines[&Line::Shares], lines[&Line::PacketHeld], "shares");
}

/// Where no packet is on its way, what of the promo budget is not free lies in the day's pools.
pub async fn pools_agree(app: &TestApp) {
    agrees(app).await;
    let lines = lines(app.ledger.pool()).await.expect("lines");
    let treasury = app
        .ledger
        .treasury()
        .load(&ledger::StreamId::house(RESERVE_STREAM))
        .await;
    let free = i128::from(treasury.expect("loaded").state.promo_free.minor());
    assert!(lines[&Line::Pools] > 0, "a pool is open");
    assert_eq!(lines[&Line::Pools], lines[&Line::PromoBudget] - free, "pools");
}
