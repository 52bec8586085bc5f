//! Staff and money: two people for what is large, terms that do not change under an approval, corrections that another
//! role approves (threats T-50, T-51).

use crate::angler::Angler;
use crate::staff_site::{Clerk, StaffSite};
use domain::money::Usdt;
use domain::posting::Purse;
use domain::staff::Role;
use ledger::StreamId;
use serde_json::{Value, json};
use uuid::Uuid;

const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const DAY_MS: i64 = 86_400_000;

/// A player who has asked for so many USDT; the withdrawal's id.
pub async fn asked(site: &StaffSite, usdt: i64) -> (Angler<'_>, String) {
    let angler = site.player(1).await;
    angler.given(Purse::Usdt, usdt * 1_000_000).await;
    site.publish(|config| {
        let much = Usdt::from_minor(10_000_000_000);
        config.vip.free.usdt_per_day = much;
        (config.withdraw.kyc_over_single, config.withdraw.kyc_over_lifetime) = (much, much);
    })
    .await;
    let address = json!({ "key": "ton", "address": ADDRESS, "comment": "7" });
    angler.call("withdraw/set_address", address).await.done();
    site.wait_ms(DAY_MS);
    let amount = json!({ "key": "ton", "amount": usdt.to_string() });
    let answer = angler.call("withdraw/do", amount).await.done().data;
    site.settle().await;
    let id = answer["withdraw"]["withdraw_id"].as_str().expect("an id").to_owned();
    (angler, id)
}

pub async fn digest(clerk: &Clerk<'_>, id: &str) -> String {
    let info = clerk
        .ask("withdrawals/info", json!({ "withdrawal": id }))
        .await
        .done()
        .data;
    info["digest"].as_str().expect("a digest").to_owned()
}

#[tokio::test]
async fn six_hundred_usdt_need_two_different_people_t_50() {
    let site = StaffSite::open().await;
    let (_angler, id) = asked(&site, 600).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let queue = ann
        .ask("withdrawals/list", json!({ "state": "review" }))
        .await
        .done()
        .data;
    let line = &queue["list"][0];
    assert_eq!(
        (&line["withdrawal"], &line["amount"], &line["needs_two"]),
        (&json!(id), &json!("600000000"), &json!(true))
    );
    let seen = digest(&ann, &id).await;
    ann.does("withdrawals/start", json!({ "withdrawal": id })).await.done();
    let yes = json!({ "withdrawal": id, "digest": seen });
    let first = ann.does("withdrawals/approve", yes.clone()).await.done().data;
    assert_eq!((&first["state"], &first["waits"]), (&json!("review"), &json!(true)));
    ann.does("withdrawals/approve", yes.clone()).await.refused(9002);
    let cat = site.clerk("cat", &[Role::Finance]).await;
    cat.does("withdrawals/approve", yes.clone()).await.refused(9002);
    let second = bob.does("withdrawals/approve", yes.clone()).await.done().data;
    assert_eq!(second["state"], "approved");
    assert_eq!(second["approved_by"], json!(["ann", "bob"]));
    bob.does("withdrawals/approve", yes).await.refused(9003);
    let info = ann
        .ask("withdrawals/info", json!({ "withdrawal": id }))
        .await
        .done()
        .data;
    let actors: Vec<&str> = info["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .filter_map(|step| step["actor"].as_str())
        .collect();
    assert!(
        actors.contains(&"staff:ann") && actors.contains(&"staff:bob"),
        "{actors:?}"
    );
}

#[tokio::test]
async fn what_was_agreed_to_goes_back_to_review_and_then_to_the_player() {
    let site = StaffSite::open().await;
    let (angler, id) = asked(&site, 30).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let rob = site.clerk("rob", &[Role::Risk]).await;
    let yes = json!({ "withdrawal": id, "digest": digest(&ann, &id).await });
    let answer = ann.does("withdrawals/approve", yes.clone()).await.done().data;
    assert_eq!(answer["state"], "approved");
    let no = json!({ "withdrawal": id, "reason": "Stolen funds" });
    ann.does("withdrawals/reject", no.clone()).await.refused(9003);
    let answer = rob.does("withdrawals/flag", no.clone()).await.done().data;
    assert_eq!(
        (&answer["state"], &answer["approved_by"]),
        (&json!("review"), &json!([]))
    );
    ann.does("withdrawals/approve", yes).await.refused(9003);
    ann.does("withdrawals/reject", no.clone()).await.done();
    rob.does("withdrawals/flag", no).await.refused(9003);
    let asset = &angler.read("fishing/player_info").await["asset"];
    assert_eq!(asset["usdt"], "30.000000");
}

#[tokio::test]
async fn whoever_gains_does_not_decide_and_other_terms_are_no_terms_t_51() {
    let site = StaffSite::open().await;
    let (angler, id) = asked(&site, 30).await;
    let issued = site.hire("eve", &[Role::Finance], Some(angler.id)).await;
    let eve = site.signs_in("eve", issued).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let yes = json!({ "withdrawal": id, "digest": digest(&eve, &id).await });
    eve.does("withdrawals/approve", yes).await.refused(9002);
    let other = json!({ "withdrawal": id, "digest": "0".repeat(64) });
    ann.does("withdrawals/approve", other).await.refused(9003);
    let nothing = json!({ "withdrawal": Uuid::nil(), "digest": "0" });
    ann.does("withdrawals/approve", nothing).await.refused(6011);
    let no = json!({ "withdrawal": id, "reason": "Name does not match" });
    let answer = ann.does("withdrawals/reject", no).await.done().data;
    assert_eq!(answer["state"], "rejected");
    let asset = &angler.read("fishing/player_info").await["asset"];
    assert_eq!(asset["usdt"], "30.000000");
}

async fn has(site: &StaffSite, angler: &Angler<'_>, purse: Purse) -> i64 {
    let player = site.ledger.players().load(&StreamId::player(angler.id)).await;
    player.expect("a player").state.wallet.minor(purse)
}

pub fn correction(angler: &Angler<'_>, delta: &str) -> Value {
    json!({
        "player": angler.id.0, "purse": "usdt", "delta": delta, "counter": "h:usdt_reserve", "case_id": "case 7",
        "reason": "lost in a fault", "req_id": Uuid::new_v4()
    })
}

#[tokio::test]
async fn a_correction_is_made_by_one_role_and_approved_by_another() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let ann = site.clerk("ann", &[Role::Finance, Role::FinanceLead]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let body = correction(&angler, "5000000");
    let made = ann.ask("adjustments/propose", body.clone()).await;
    assert_eq!(made.bytes, ann.ask("adjustments/propose", body).await.bytes);
    let made = made.done().data;
    site.settle().await;
    let list = bob
        .ask("proposals/list", json!({ "state": "waiting" }))
        .await
        .done()
        .data;
    assert_eq!(
        (&list["total"], &list["list"][0]["proposal"]),
        (&json!(1), &made["proposal"])
    );
    assert_eq!(list["list"][0]["can_approve"], true);
    let decide = |digest: &Value| json!({ "proposal": made["proposal"], "digest": digest });
    ann.does("proposals/approve", decide(&made["digest"]))
        .await
        .refused(9002);
    bob.does("proposals/approve", decide(&json!("0"))).await.refused(9003);
    assert_eq!(has(&site, &angler, Purse::Usdt).await, 0);
    let mut yes = decide(&made["digest"]);
    (yes["reason"], yes["req_id"]) = (json!("it is so"), json!(Uuid::new_v4()));
    let done = bob.ask("proposals/approve", yes.clone()).await;
    assert_eq!(done.bytes, bob.ask("proposals/approve", yes).await.bytes);
    let done = done.done().data;
    assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(0)));
    assert_eq!(has(&site, &angler, Purse::Usdt).await, 5_000_000);
    let info = bob
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await
        .done()
        .data;
    assert_eq!(info["proposal"]["decided_by"], "bob");
}

#[tokio::test]
async fn a_correction_that_the_books_refuse_is_done_with_its_code() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let made = ann
        .ask("adjustments/propose", correction(&angler, "-1"))
        .await
        .done()
        .data;
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    let done = bob.does("proposals/approve", yes).await.done().data;
    assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(2004)));
}

#[tokio::test]
async fn a_member_corrects_no_more_in_a_day_than_the_role_allows() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let sue = site.clerk("sue", &[Role::Support]).await;
    sue.ask("adjustments/propose", correction(&angler, "6000000"))
        .await
        .done();
    sue.ask("adjustments/propose", correction(&angler, "4000001"))
        .await
        .refused(9005);
    sue.ask("adjustments/propose", correction(&angler, "-4000000"))
        .await
        .done();
    for (field, wrong) in [
        ("purse", json!("gold")),
        ("delta", json!("much")),
        ("delta", json!("0")),
        ("counter", json!("h:coin_sink")),
        ("case_id", json!("")),
    ] {
        let mut body = correction(&angler, "1");
        body[field] = wrong;
        assert_eq!(
            sue.ask("adjustments/propose", body).await.refused(-1006)["field"],
            field
        );
    }
    let mut body = correction(&angler, "1");
    body["player"] = json!(Uuid::nil());
    sue.ask("adjustments/propose", body).await.refused(4007);
}

#[tokio::test]
async fn several_accounts_are_stopped_by_two_people_and_let_go_by_one() {
    let site = StaffSite::open().await;
    let (one, other) = (site.player(1).await, site.player(2).await);
    let ann = site.clerk("ann", &[Role::Risk]).await;
    let bob = site.clerk("bob", &[Role::Risk]).await;
    let again = site.player(1).await;
    ann.does("freezes/set", json!({ "player": one.id.0 })).await.done();
    for ended in [&one, &again] {
        ended.call("user/info", json!({})).await.refused(-1000);
    }
    other.call("user/info", json!({})).await.done();
    ann.does("freezes/set", json!({ "player": one.id.0 }))
        .await
        .refused(9003);
    let made = ann
        .does("freezes/propose", json!({ "players": [one.id.0, other.id.0] }))
        .await
        .done()
        .data;
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    let done = bob.does("proposals/approve", yes).await.done().data;
    assert_eq!(done["code"], 0);
    site.settle().await;
    let list = ann.ask("freezes/list", json!({})).await.done().data;
    assert_eq!(list["list"].as_array().map(Vec::len), Some(2));
    other.call("user/info", json!({})).await.refused(-1000);
    site.app.login(&site.launch(2, None), "").await.refused(-1002);
    ann.does("freezes/lift", json!({ "player": other.id.0 })).await.done();
    // The launch of an ended session opens no other.
    site.wait_ms(1_000);
    let other = site.player(2).await;
    other.call("signin/sign", json!({})).await.done();
}
