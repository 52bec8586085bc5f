//! What became of withdrawals: every one is found again, with its transaction, who approved it and why.

use crate::angler::Angler;
use crate::staff_site::{Clerk, StaffSite};
use domain::ids::WithdrawalId;
use domain::kyc::Status;
use domain::money::Usdt;
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::Timestamp;
use domain::withdrawal::{Receipt, Send, Slot, Standing, WithdrawalCommand};
use ledger::{Plain, Request, StreamId, policies};
use serde_json::{Value, json};
use uuid::Uuid;

const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/// A player with an address that may be paid to.
pub async fn player(site: &StaffSite) -> Angler<'_> {
    let angler = site.player(1).await;
    angler.given(Purse::Usdt, 100_000_000).await;
    site.publish(|config| {
        let much = Usdt::from_minor(1_000_000_000);
        (config.vip.free.usdt_per_day, config.vip.free.withdrawals_per_day) = (much, 10);
        (config.withdraw.kyc_over_single, config.withdraw.kyc_over_lifetime) = (much, much);
    })
    .await;
    let address = json!({ "key": "ton", "address": ADDRESS, "comment": "7" });
    angler.call("withdraw/set_address", address).await.done();
    site.wait_ms(86_400_000);
    angler
}

/// Asks for 30 USDT, which a person has to approve; the withdrawal's id.
pub async fn asks(site: &StaffSite, angler: &Angler<'_>) -> String {
    site.wait_ms(1_000);
    let amount = json!({ "key": "ton", "amount": "30" });
    let answer = angler.call("withdraw/do", amount).await.done().data;
    site.settle().await;
    answer["withdraw"]["withdraw_id"].as_str().expect("an id").to_owned()
}

pub async fn info(clerk: &Clerk<'_>, id: &str) -> Value {
    let asked = clerk.ask("withdrawals/info", json!({ "withdrawal": id })).await;
    asked.done().data
}

/// The payout worker's commands up to the payment.
pub async fn is_paid(site: &StaffSite, id: &str) {
    let stream = StreamId::thing(Uuid::parse_str(id).expect("an id"));
    let withdrawal = site.ledger.withdrawals().load(&stream).await.expect("one").state;
    let terms = withdrawal.request.as_ref().expect("a request").terms.clone();
    assert_eq!(terms.withdrawal, WithdrawalId(stream.owner));
    let slot = Slot {
        rail: "ton".into(),
        wallet: "hot-1".into(),
        query_id: 1,
        valid_until: Timestamp(site.now() + 3_600_000),
    };
    let send = Send {
        slot: slot.clone(),
        digest: withdrawal.digest().expect("a digest"),
        standing: Standing {
            kyc: Status::Approved,
            is_frozen: false,
        },
    };
    let receipt = Receipt {
        slot,
        tx: "ab12".into(),
        lt: 9,
        address: terms.address.clone(),
        comment: terms.comment.clone(),
        amount: terms.net(),
        nodes: 2,
    };
    site.wait_ms(1_000);
    for command in [
        WithdrawalCommand::Send(send),
        WithdrawalCommand::Broadcast { tx: "ab12".into() },
        WithdrawalCommand::Confirm(receipt),
    ] {
        let reply = site
            .ledger
            .withdrawals()
            .execute(&stream, command, Request::default(), Plain)
            .await
            .expect("a reply");
        assert!(reply.is_accepted(), "{reply:?}");
        policies::apply_now(&site.ledger, site.ledger.partition_of(stream.owner), reply.position).await;
    }
    site.settle().await;
}

#[tokio::test]
async fn a_paid_withdrawal_is_found_with_its_transaction_its_approver_and_the_reason() {
    let site = StaffSite::open().await;
    let angler = player(&site).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let paid = asks(&site, &angler).await;
    let digest = info(&ann, &paid).await["digest"].clone();
    let start = json!({ "withdrawal": paid, "reason": "Taken up" });
    ann.does("withdrawals/start", start).await.done();
    let yes = json!({ "withdrawal": paid, "digest": digest, "reason": "Play and sources are plain" });
    ann.does("withdrawals/approve", yes).await.done();
    is_paid(&site, &paid).await;
    let back = asks(&site, &angler).await;
    let no = json!({ "withdrawal": back, "reason": "Name does not match" });
    ann.does("withdrawals/reject", no).await.done();
    site.settle().await;
    let waiting = asks(&site, &angler).await;
    let listed = async |state: Value| -> Vec<Value> {
        let body = json!({ "state": state });
        let data = ann.ask("withdrawals/list", body).await.done().data;
        data["list"].as_array().expect("a list").clone()
    };
    let ids = |list: Vec<Value>| -> Vec<Value> { list.iter().map(|line| line["withdrawal"].clone()).collect() };
    let all = [json!(waiting), json!(back), json!(paid)];
    assert_eq!(ids(listed(json!("all")).await), all);
    assert_eq!(ids(listed(json!(null)).await), all[..1]);
    assert_eq!(ids(listed(json!("rejected")).await), all[1..2]);
    let confirmed = listed(json!("confirmed")).await;
    assert_eq!(
        (&confirmed[0]["tx"], &confirmed[0]["approved_by"]),
        (&json!("ab12"), &json!(["ann"]))
    );
    assert!(confirmed[0]["ended_ms"].as_i64() > confirmed[0]["requested_ms"].as_i64());
    assert_eq!(listed(json!("rejected")).await[0]["why"], "Name does not match");
    let steps = info(&ann, &paid).await["steps"].clone();
    let shown: Vec<(&str, Option<&str>, Option<&str>)> = steps
        .as_array()
        .expect("steps")
        .iter()
        .map(|step| {
            let event = step["event"].as_str().expect("an event");
            (event, step["reason"].as_str(), step["tx"].as_str())
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("Requested", None, None),
            ("ReviewStarted", Some("Taken up"), None),
            ("Approved", Some("Play and sources are plain"), None),
            ("Sent", None, None),
            ("Broadcast", None, Some("ab12")),
            ("Confirmed", None, Some("ab12")),
        ]
    );
    ann.ask("withdrawals/list", json!({ "state": "lost" }))
        .await
        .refused(-1006);
}

#[tokio::test]
async fn pieces_of_a_sum_that_needs_two_people_need_two_people_t_50() {
    let site = StaffSite::open().await;
    let angler = player(&site).await;
    site.publish(|config| config.withdraw.two_person_over = Usdt::from_minor(50_000_000))
        .await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let lead = site.clerk("lea", &[Role::FinanceLead]).await;
    let approves = async |clerk: &Clerk<'_>, id: &str| {
        let digest = info(clerk, id).await["digest"].clone();
        let yes = json!({ "withdrawal": id, "digest": digest, "reason": "Play and sources are plain" });
        clerk.does("withdrawals/approve", yes).await
    };
    let first = asks(&site, &angler).await;
    assert_eq!(approves(&ann, &first).await.done().data["waits"], json!(false));
    is_paid(&site, &first).await;
    let second = asks(&site, &angler).await;
    let answer = approves(&ann, &second).await.done().data;
    assert_eq!((&answer["waits"], &answer["state"]), (&json!(true), &json!("review")));
    approves(&ann, &second).await.refused(9002);
    let answer = approves(&lead, &second).await.done().data;
    assert_eq!(
        (&answer["waits"], &answer["state"]),
        (&json!(false), &json!("approved"))
    );
    assert_eq!(answer["approved_by"], json!(["ann", "lea"]));
}
