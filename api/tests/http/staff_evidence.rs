//! Whoever approves sees what is approved, and afterwards who decided, when and why (threats T-50, T-51).

use crate::bank::{came, payment, silent_rail};
use crate::deposits::orders;
use crate::staff_money::asked;
use crate::staff_site::{Clerk, StaffSite, facts, facts_of};
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::Timestamp;
use rails::scan;
use serde_json::{Map, Value, json};
use staff::reconciliation::books;
use uuid::Uuid;

async fn info(clerk: &Clerk<'_>, proposal: &Value) -> Value {
    let asked = clerk.ask("proposals/info", json!({ "proposal": proposal })).await;
    asked.done().data
}

fn yes(made: &Value, reason: &str) -> Value {
    json!({ "proposal": made["proposal"], "digest": made["digest"], "reason": reason })
}

#[tokio::test]
async fn a_payment_of_nobody_is_given_with_its_amount_sender_and_comment_in_sight() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let order_no = orders(&angler).await;
    came(&site.ledger, [payment("t1", 1, 1_025_000_000, Some("for my frend"))]).await;
    scan::book(&site.ledger, &silent_rail()).await.expect("booked");
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let body = json!({ "tx": "t1", "order_no": order_no, "reason": "The player showed the transfer" });
    let made = ann.does("topups/propose_assign", body).await.done().data;
    site.settle().await;
    let list = bob.ask("proposals/list", json!({})).await.done().data["list"].clone();
    assert_eq!(
        (&list[0]["amount"], &list[0]["asset"], &list[0]["players"][0]),
        (&json!("1025000000"), &json!("usdt"), &json!(angler.id.0))
    );
    let seen = info(&bob, &made["proposal"]).await;
    let coupons = format!("coupon {}", angler.id.0);
    let known = facts(&seen);
    for (name, value) in [
        ("payment_amount", "1025000000"),
        ("payment_sender", "EQsender"),
        ("payment_comment", "for my frend"),
        ("order_amount", "10000000"),
        ("order_state", "created"),
        (&format!("holds {coupons}"), "0"),
        (&format!("would_hold {coupons}"), "1025000000"),
        ("holds h:usdt_suspense", "1025000000"),
        ("would_hold h:usdt_suspense", "0"),
        ("holds h:usdt_customer", "0"),
        ("would_hold h:usdt_customer", "1025000000"),
    ] {
        assert_eq!(known[name], value, "{name}");
    }
    assert_eq!(seen["proposal"]["reason"], "The player showed the transfer");
    bob.does("proposals/approve", yes(&made, "Seen on the chain"))
        .await
        .done();
    let decided = info(&bob, &made["proposal"]).await["proposal"].clone();
    assert_eq!(
        (&decided["decided_by"], &decided["decided_ms"], &decided["decision"]),
        (&json!("bob"), &json!(site.now()), &json!("Seen on the chain"))
    );
    assert_eq!(decided["amount"], "1025000000");
}

#[tokio::test]
async fn a_correction_shows_both_accounts_before_and_after_and_what_is_left_of_limits() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    angler.given(Purse::Usdt, 7_000_000).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let correct = json!({
        "player": angler.id.0, "purse": "usdt", "delta": "5000000", "counter": "h:usdt_reserve", "case_id": "case 7",
    });
    let made = ann.does("adjustments/propose", correct).await.done().data;
    let known = facts(&info(&bob, &made["proposal"]).await);
    let number = |name: &str| -> i64 { known[name].as_str().expect(name).parse().expect(name) };
    let usdt = format!("usdt {}", angler.id.0);
    assert_eq!(
        (number(&format!("holds {usdt}")), number(&format!("would_hold {usdt}"))),
        (7_000_000, 12_000_000)
    );
    assert_eq!(
        number("holds h:usdt_reserve") - number("would_hold h:usdt_reserve"),
        5_000_000
    );
    assert_eq!(number("limit_left_today ann"), 995_000_000);
    assert_eq!(number("limit_left_today bob"), 10_000_000_000);
    let no = json!({ "proposal": made["proposal"], "reason": "Not the right case" });
    bob.does("proposals/reject", no).await.done();
    let decided = info(&bob, &made["proposal"]).await;
    let proposal = &decided["proposal"];
    assert_eq!(
        (&proposal["state"], &proposal["decided_by"], &proposal["decision"]),
        (&json!("rejected"), &json!("bob"), &json!("Not the right case"))
    );
    assert!(
        !facts(&decided).contains_key("would_hold h:usdt_reserve"),
        "nothing comes after it"
    );
}

/// How a packet's proposal moves an account of the house.
fn moved(known: &Map<String, Value>, account: &str) -> i64 {
    let number = |name: &str| -> i64 { known[name].as_str().expect(name).parse().expect(name) };
    number(&format!("would_hold {account}")) - number(&format!("holds {account}"))
}

#[tokio::test]
async fn a_packet_shows_the_accounts_of_its_own_asset_before_and_after() {
    let site = StaffSite::open().await;
    let con = site.clerk("con", &[Role::Content]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let packet = |asset: &str| {
        json!({
            "kind": "equal", "asset": asset, "total": "2000000", "shares": 10, "min": null, "title_en": "Luck",
            "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
        })
    };
    let seen = async |asset: &str| {
        let made = con.does("packets/propose", packet(asset)).await.done().data;
        facts(&info(&bob, &made["proposal"]).await)
    };
    let usdt = seen("usdt").await;
    assert_eq!(moved(&usdt, "h:usdt_promo_budget"), -2_000_000);
    assert_eq!(moved(&usdt, "h:usdt_packet_held"), 2_000_000);
    assert!(usdt.contains_key("limit_left_today con") && usdt.contains_key("limit_left_today bob"));
    for (asset, account) in [
        ("coin", "h:coin_issue.redpacket"),
        ("diamond", "h:diamond_issue.redpacket"),
        ("gusd_bonus", "h:gusd_issue.bonus"),
    ] {
        let known = seen(asset).await;
        assert_eq!(moved(&known, account), -2_000_000, "{asset}");
        assert!(!known.contains_key("holds h:usdt_promo_budget"), "{asset} is no USDT");
    }
}

#[tokio::test]
async fn a_withdrawal_shows_what_it_moves_and_what_is_left_to_both_who_say_yes() {
    let site = StaffSite::open().await;
    let (angler, id) = asked(&site, 600).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let seen = async |clerk: &Clerk<'_>| {
        let info = clerk.ask("withdrawals/info", json!({ "withdrawal": id })).await;
        info.done().data
    };
    let first = seen(&ann).await;
    let known = facts_of(&first["decision"]);
    let fee: i64 = first["withdrawal"]["fee"]
        .as_str()
        .expect("a fee")
        .parse()
        .expect("minor");
    let hold = format!("usdt_hold {}", angler.id.0);
    assert_eq!(
        (&known[&format!("holds {hold}")], &known[&format!("would_hold {hold}")]),
        (&json!("600000000"), &json!("0"))
    );
    assert_eq!(moved(&known, "h:usdt_fee"), fee);
    assert_eq!(moved(&known, "h:usdt_custody"), fee - 600_000_000);
    assert_eq!(known["limit_left_today ann"], "1000000000");
    let yes = json!({ "withdrawal": id, "digest": first["digest"] });
    ann.does("withdrawals/approve", yes.clone()).await.done();
    let known = facts_of(&seen(&bob).await["decision"]);
    assert_eq!(known["limit_left_today bob"], "10000000000");
    assert_eq!(
        known["limit_left_today ann"], "1000000000",
        "what two let go counts for neither"
    );
    bob.does("withdrawals/approve", yes).await.done();
    let known = facts_of(&seen(&bob).await["decision"]);
    assert!(
        !known.contains_key(&format!("would_hold {hold}")),
        "nothing waits any more"
    );
    assert!(!known.contains_key("limit_left_today ann"));
}

#[tokio::test]
async fn custody_is_corrected_with_a_transaction_of_the_chain_alone() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let correct = |tx: Value| {
        json!({
            "player": angler.id.0, "purse": "usdt", "delta": "5000000", "counter": "h:usdt_custody",
            "case_id": "case 7", "tx": tx, "req_id": Uuid::new_v4(), "reason": "paid twice"
        })
    };
    let asked = ann.ask("adjustments/propose", correct(json!(null))).await;
    assert_eq!(
        asked.refused(-1006)["field"],
        "tx: custody is corrected with a transaction of the chain"
    );
    for tx in ["", "two words", &"x".repeat(129)] {
        let asked = ann.ask("adjustments/propose", correct(json!(tx))).await;
        assert_eq!(asked.refused(-1006)["field"], "tx", "{tx}");
    }
    let made = ann.ask("adjustments/propose", correct(json!("ab12"))).await.done().data;
    let seen = info(&ann, &made["proposal"]).await;
    assert_eq!(seen["proposal"]["what"]["tx"], "ab12");
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    let done = lea.does("proposals/approve", yes(&made, "Seen on the chain")).await;
    assert_eq!(done.done().data["code"], 0);
    // The event has it: who compares custody line by line finds the pair by it.
    site.settle().await;
    let now = Timestamp(site.now());
    let lines = books::lines(site.ledger.pool(), now.plus_ms(-1_000), now).await;
    let booked = lines.expect("lines").pop().expect("a line");
    assert_eq!(
        (booked.amount, booked.transactions),
        (5_000_000, vec!["ab12".to_owned()])
    );
}

#[tokio::test]
async fn a_version_of_the_numbers_is_known_before_and_after_it_is_decided() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::ConfigAdmin]).await;
    let bob = site.clerk("bob", &[Role::ConfigAdmin]).await;
    let game = ann.ask("config/info", json!({ "section": "game" })).await.done().data;
    let propose = |cost: i64| {
        let mut body = game["body"].clone();
        body["shield_cost"] = json!(cost);
        json!({ "section": "game", "body": body, "replaces": 0, "reason": "Shields are too cheap" })
    };
    let proposed_ms = site.now();
    let made = ann.does("config/propose", propose(2)).await.done().data;
    let other = ann.does("config/propose", propose(3)).await.done().data;
    assert_eq!(
        (&made["reason"], &made["at_ms"]),
        (&json!("Shields are too cheap"), &json!(proposed_ms))
    );
    site.wait_ms(60_000);
    let change = json!([{ "path": "shield_cost", "before": "1", "after": "2" }]);
    let waiting = info(&bob, &made["proposal"]).await;
    assert_eq!(waiting["diff"], change);
    assert_eq!(
        (&waiting["proposal"]["reason"], &waiting["proposal"]["at_ms"]),
        (&json!("Shields are too cheap"), &json!(proposed_ms))
    );
    bob.does("proposals/approve", yes(&made, "Agreed in the meeting"))
        .await
        .done();
    site.wait_ms(1_000);
    bob.does("proposals/approve", yes(&made, "Once more"))
        .await
        .refused(9003);
    let taken_back = json!({ "proposal": other["proposal"], "reason": "Another number is in force" });
    ann.does("proposals/reject", taken_back).await.done();
    site.settle().await;
    let decided = info(&bob, &made["proposal"]).await;
    let proposal = &decided["proposal"];
    assert_eq!(
        (&proposal["state"], &proposal["decided_by"], &proposal["decided_ms"]),
        (&json!("done"), &json!("bob"), &json!(proposed_ms + 60_000))
    );
    assert_eq!(
        (&proposal["decision"], &decided["diff"]),
        (&json!("Agreed in the meeting"), &change)
    );
    let states = async |state: Value| -> Vec<String> {
        let body = json!({ "state": state, "kind": "config" });
        let list = bob.ask("proposals/list", body).await.done().data["list"].clone();
        let lines = list.as_array().expect("a list").iter();
        lines
            .map(|line| line["state"].as_str().expect("a state").to_owned())
            .collect()
    };
    assert_eq!(states(json!(null)).await, ["done", "withdrawn"]);
    assert_eq!(states(json!("done")).await, ["done"]);
    assert_eq!(states(json!("waiting")).await, [""; 0]);
}

#[tokio::test]
async fn proposals_of_every_kind_stand_in_one_order_over_all_pages() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance, Role::ConfigAdmin]).await;
    let game = ann.ask("config/info", json!({ "section": "game" })).await.done().data;
    let mut made = Vec::new();
    for number in 2..8 {
        site.wait_ms(1_000);
        let answer = if number % 2 == 0 {
            let fund = json!({ "to": "reserve", "amount": "1000000" });
            ann.does("treasury/propose", fund).await
        } else {
            let mut body = game["body"].clone();
            body["shield_cost"] = json!(number);
            let propose = json!({ "section": "game", "body": body, "replaces": 0 });
            ann.does("config/propose", propose).await
        };
        made.push(answer.done().data["proposal"].clone());
    }
    site.settle().await;
    let (mut seen, mut before) = (Vec::new(), json!(null));
    loop {
        let body = json!({ "limit": 2, "before": before });
        let page = ann.ask("proposals/list", body).await.done().data;
        let lines = page["list"].as_array().expect("a list").iter();
        seen.extend(lines.map(|line| line["proposal"].clone()));
        before = page["next"].clone();
        if before.is_null() {
            break;
        }
    }
    made.reverse();
    assert_eq!(seen, made);
}
