//! Money of the house is dedicated by two people, and nobody ends the own account (threats T-50, T-51, api §7.15, §7.18).

use crate::bank::{self, payment, silent_rail};
use crate::deposits::orders;
use crate::staff_site::{Clerk, StaffSite, facts};
use domain::ids::ProposalId;
use domain::money::Usdt;
use domain::proposal::{Approve, Kind, Proposal, ProposalCommand, Propose};
use domain::staff::Role;
use ledger::balance::{AsOf, as_of};
use ledger::feed::{Recorded, read_stream_page};
use ledger::testing::owner_of;
use ledger::{Plain, RESERVE_STREAM, Request, StreamId};
use rails::scan;
use serde_json::{Value, json};
use uuid::Uuid;

fn fund(to: &str, amount: &str) -> Value {
    json!({ "to": to, "amount": amount, "reason": "season two", "req_id": Uuid::new_v4() })
}

fn approval(made: &Value) -> Value {
    json!({ "proposal": made["proposal"], "digest": made["digest"] })
}

async fn held(site: &StaffSite, account: &str) -> i64 {
    let mut sum = 0;
    for partition in 0..site.ledger.partitions() {
        let accounts = as_of(site.ledger.pool(), partition, Uuid::nil(), AsOf::Latest).await;
        let accounts = accounts.expect("balances");
        sum += accounts
            .iter()
            .filter(|one| one.account == account)
            .map(|one| one.balance)
            .sum::<i64>();
    }
    sum
}

fn payload(event: &Recorded) -> Value {
    serde_json::from_str(&event.payload).expect("JSON")
}

/// The facts of a proposal.
async fn facts_of(clerk: &Clerk<'_>, made: &Value) -> Value {
    let asked = clerk
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await;
    facts(&asked.done().data).into()
}

#[tokio::test]
async fn money_for_prizes_is_dedicated_by_two_people_once() {
    let site = StaffSite::open().await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    let before = held(&site, "h:usdt_reserve").await;
    let body = fund("reserve", "25000500000");
    let first = fay.ask("treasury/propose", body.clone()).await;
    assert_eq!(first.bytes, fay.ask("treasury/propose", body.clone()).await.bytes);
    let mut other = body;
    other["amount"] = json!("25000500001");
    fay.ask("treasury/propose", other).await.refused(-1007);
    let made = first.done().data;
    assert_eq!(held(&site, "h:usdt_reserve").await, before, "a proposal moves nothing");

    let seen = facts_of(&lea, &made).await;
    assert_eq!(seen["holds h:usdt_reserve"], json!(before.to_string()));
    assert_eq!(
        seen["would_hold h:usdt_reserve"],
        json!((before + 25_000_500_000).to_string())
    );
    let custody = -held(&site, "h:usdt_custody").await;
    assert_eq!(
        seen["would_hold h:usdt_custody"],
        json!((custody + 25_000_500_000).to_string())
    );

    fay.does("proposals/approve", approval(&made)).await.refused(9001);
    let mut yes = approval(&made);
    yes["digest"] = json!("0".repeat(64));
    lea.does("proposals/approve", yes.clone()).await.refused(9003);
    (yes["digest"], yes["reason"], yes["req_id"]) = (made["digest"].clone(), json!("paid in"), json!(Uuid::new_v4()));
    let done = lea.ask("proposals/approve", yes.clone()).await;
    assert_eq!(done.bytes, lea.ask("proposals/approve", yes).await.bytes);
    assert_eq!(done.done().data["code"], 0);
    assert_eq!(held(&site, "h:usdt_reserve").await, before + 25_000_500_000);
    assert_eq!(
        facts_of(&lea, &made).await.get("would_hold h:usdt_reserve"),
        None,
        "it is decided"
    );

    let page = read_stream_page(site.ledger.pool(), "treasury", RESERVE_STREAM, 0, 100).await;
    let last = page.expect("a stream").pop().expect("an event");
    let payload = payload(&last)["ReserveFunded"].clone();
    assert_eq!(
        (&payload["proposer"], &payload["approver"], &payload["reason"]),
        (&json!("fay"), &json!("lea"), &json!("season two"))
    );
}

#[tokio::test]
async fn a_lead_who_proposed_does_not_approve_and_the_reserve_bounds_promotions() {
    let site = StaffSite::open().await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    let leo = site.clerk("leo", &[Role::FinanceLead]).await;
    let reserve = site.ledger.reserve();
    let free = async || {
        let treasury = site.ledger.treasury().load(&StreamId::house(RESERVE_STREAM)).await;
        treasury.expect("loaded").state.promo_free
    };
    let before = free().await;
    let part = lea
        .ask("treasury/propose", fund("promo_budget", "700000000"))
        .await
        .done()
        .data;
    lea.does("proposals/approve", approval(&part)).await.refused(9002);
    let done = leo.does("proposals/approve", approval(&part)).await.done().data;
    assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(0)));
    assert_eq!(free().await, before + Usdt::from_minor(700_000_000));
    assert_eq!(site.ledger.reserve(), reserve - Usdt::from_minor(700_000_000));

    let all = reserve.minor().to_string();
    let more = lea
        .ask("treasury/propose", fund("promo_budget", &all))
        .await
        .done()
        .data;
    let seen = facts_of(&leo, &more).await;
    assert_eq!(seen["would_hold h:usdt_reserve"], json!("-700000000"));
    let done = leo.does("proposals/approve", approval(&more)).await.done().data;
    assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(2004)));
    assert_eq!(free().await, before + Usdt::from_minor(700_000_000));
}

/// A payment of nobody, booked by the watcher of the chain.
async fn came(site: &StaffSite, tx: &str, micro: i64) {
    bank::came(&site.ledger, [payment(tx, 7, micro, None)]).await;
    scan::book(&site.ledger, &silent_rail()).await.expect("booked");
}

#[tokio::test]
async fn a_payment_of_nobody_is_the_reserves_or_an_orders_and_never_both() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let order_no = orders(&angler).await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    came(&site, "t1", 5_000_000).await;
    let [custody, reserve, suspense] = ["h:usdt_custody", "h:usdt_reserve", "h:usdt_suspense"];
    let before = (held(&site, custody).await, held(&site, reserve).await);
    assert_eq!(held(&site, suspense).await, 5_000_000);
    let from = |to: &str, amount: &str, tx: &str| {
        let mut body = fund(to, amount);
        body["tx"] = json!(tx);
        body
    };
    for (body, field) in [
        (from("reserve", "4999999", "t1"), "amount: the payment is taken whole"),
        (from("promo_budget", "5000000", "t1"), "tx: a payment funds the reserve"),
    ] {
        assert_eq!(fay.ask("treasury/propose", body).await.refused(-1006)["field"], field);
    }
    fay.ask("treasury/propose", from("reserve", "5000000", "t2"))
        .await
        .refused(4007);
    for (counter, field) in [
        (
            custody,
            "tx: the payment is in custody already; it is given to an order or to the reserve",
        ),
        (
            suspense,
            "counter: a payment leaves suspense whole, for an order, for the reserve or back to its sender",
        ),
    ] {
        let correction = json!({
            "player": angler.id.0, "purse": "usdt", "delta": "5000000", "counter": counter, "case_id": "case 7",
            "tx": "t1", "req_id": Uuid::new_v4(), "reason": "paid in"
        });
        let asked = fay.ask("adjustments/propose", correction).await;
        assert_eq!(asked.refused(-1006)["field"], field);
    }
    let mut made = Vec::new();
    for _ in 0..2 {
        let asked = fay.ask("treasury/propose", from("reserve", "5000000", "t1")).await;
        made.push(asked.done().data);
    }
    let assign = json!({ "tx": "t1", "order_no": order_no });
    made.push(fay.does("topups/propose_assign", assign).await.done().data);
    let seen = facts_of(&lea, &made[0]).await;
    let part = |name: &str| seen[name].as_str().map(str::to_owned);
    assert_eq!(part("would_hold h:usdt_suspense").as_deref(), Some("0"));
    assert_eq!(part("payment_amount").as_deref(), Some("5000000"));
    for (made, code) in made.iter().zip([0, 9003, 9003]) {
        let done = lea.does("proposals/approve", approval(made)).await.done().data;
        assert_eq!(done["code"], code);
        let now = (held(&site, custody).await, held(&site, reserve).await);
        assert_eq!(now, (before.0, before.1 + 5_000_000));
        assert_eq!(held(&site, suspense).await, 0);
    }
    let listed = fay.ask("topups/unmatched", json!({})).await.done().data;
    assert_eq!(listed["list"], json!([]));
    for law in workers::audit::laws().filter(|law| law.id.starts_with("I-10")) {
        let mut connection = site.ledger.pool().acquire().await.expect("a connection");
        let found = workers::audit::check(&mut connection, law).await.expect("read");
        assert!(found.holds(), "{found:?}");
    }
}

#[tokio::test]
async fn what_is_no_funding_is_no_proposal() {
    let site = StaffSite::open().await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    for (field, body) in [
        ("to", fund("custody", "1")),
        ("amount", fund("reserve", "0")),
        ("amount", fund("reserve", "-1")),
        ("amount", fund("reserve", "1.5")),
        ("amount", fund("promo_budget", "1000000000000001")),
    ] {
        assert_eq!(fay.ask("treasury/propose", body).await.refused(-1006)["field"], field);
    }
    let sue = site.clerk("sue", &[Role::Support]).await;
    sue.ask("treasury/propose", fund("reserve", "1")).await.refused(9001);
    site.settle().await;
    let list = fay
        .ask("proposals/list", json!({ "kind": "reserve_fund" }))
        .await
        .done()
        .data;
    assert_eq!((&list["list"], &list["total"]), (&json!([]), &json!(0)));
}

#[tokio::test]
async fn nobody_ends_the_own_account_or_resets_the_own_check() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let issued = site.hire("eve", &[Role::Risk, Role::Support], Some(angler.id)).await;
    let eve = site.signs_in("eve", issued).await;
    for call in ["erasure/request", "erasure/cancel", "kyc/reset"] {
        eve.does(call, json!({ "player": angler.id.0 })).await.refused(9002);
    }
}

async fn loaded(site: &StaffSite, id: ProposalId) -> Proposal {
    let loaded = site.ledger.proposals().load(&StreamId::thing(id.0)).await;
    loaded.expect("a proposal").state
}

/// A proposal of ann that lea approved, and that nobody carried out yet.
async fn approved(site: &StaffSite, kind: Kind, what: Value) -> ProposalId {
    let proposal = ProposalId(Uuid::new_v4());
    let propose = ProposalCommand::Propose(Propose {
        proposal,
        kind,
        what,
        players: Vec::new(),
        maker: "ann".into(),
        own: None,
        reason: "a test".into(),
    });
    let (proposals, stream) = (site.ledger.proposals(), StreamId::thing(proposal.0));
    let made = proposals
        .execute(&stream, propose, Request::without_id("staff:ann"), Plain)
        .await;
    assert!(made.expect("a reply").is_accepted());
    let change = loaded(site, proposal).await.change.expect("a change");
    let approve = ProposalCommand::Approve(Approve {
        by: "lea".into(),
        own: None,
        digest: change.digest,
        reason: "a test".into(),
    });
    let agreed = proposals
        .execute(&stream, approve, Request::without_id("staff:lea"), Plain)
        .await;
    assert!(agreed.expect("a reply").is_accepted());
    proposal
}

#[tokio::test]
async fn a_proposal_that_cannot_be_carried_out_now_keeps_no_other_one_waiting() {
    let site = StaffSite::open().await;
    let fund = json!({ "asset": "usdt", "amount": "1000000" });
    let older = approved(&site, Kind::ReserveFund, fund).await;
    // The newest is looked at first.
    site.wait_ms(1);
    let newer = approved(&site, Kind::TopupAssign, json!({ "tx": "t-1", "order_no": "A1" })).await;
    site.settle().await;
    let mut owner = owner_of(&site.ledger).await;
    let rename = "alter table incoming_payments rename to payments_elsewhere";
    sqlx::raw_sql(rename).execute(&mut owner).await.expect("renamed");
    let waits = staff::proposals::sweep_once(site.service()).await;
    waits.expect_err("the payments cannot be read");
    assert_eq!(loaded(&site, older).await.code, Some(0));
    assert_eq!(loaded(&site, newer).await.code, None);
}
