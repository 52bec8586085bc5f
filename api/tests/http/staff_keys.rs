//! Staff approve with keys of their own (api §7.19): who may enrol one, what it signs, and what is refused.

use crate::key_file::KeyFile;
use crate::staff_money::{asked, digest};
use crate::staff_site::StaffSite;
use api::app::Settings;
use domain::staff::Role;
use serde_json::{Value, json};
use uuid::Uuid;

const APPROVE: &str = "withdrawals/approve";

#[tokio::test]
async fn a_key_is_proposed_by_its_owner_and_approved_by_another_person() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let aud = site.clerk("aud", &[Role::Auditor]).await;
    let key = KeyFile::new(1, "ann");
    let mut stolen = key.proposal();
    stolen["signature"] = KeyFile::new(2, "ann").proposal()["signature"].clone();
    stolen["signature"]["key"] = json!(key.id());
    ann.does("keys/propose", stolen).await.refused(9008);
    let made = ann.does("keys/propose", key.proposal()).await.done().data;
    assert_eq!(made["key"], json!(key.id()));
    ann.does("keys/propose", key.proposal()).await.refused(9003);
    aud.does("keys/propose", KeyFile::new(3, "aud").proposal())
        .await
        .refused(9001);
    let me = ann.ask("session/me", json!({})).await.done().data;
    assert_eq!(
        (&me["keys"][0]["approved_by"], &me["signs"]),
        (&Value::Null, &json!(false))
    );
    let yes = json!({ "account": "ann", "key": key.id() });
    ann.does("keys/approve", yes.clone()).await.refused(9001);
    zoe.does("keys/approve", yes.clone()).await.done();
    zoe.does("keys/approve", yes.clone()).await.refused(9003);
    // A session is bound to the key from here on: what no key opened has ended.
    ann.ask("session/me", json!({})).await.refused(-1000);
    ann.signs_in_with(&key).await;
    let me = ann.ask("session/me", json!({})).await.done().data;
    assert_eq!(
        (&me["keys"][0]["approved_by"], &me["signs"]),
        (&json!("zoe"), &json!(true))
    );
    let own = KeyFile::new(4, "zoe");
    zoe.does("keys/propose", own.proposal()).await.done();
    let yes_to_own = json!({ "account": "zoe", "key": own.id() });
    zoe.does("keys/approve", yes_to_own).await.refused(9002);
    let story = site.story("ann").await;
    let last = [
        "StaffKeyProposed",
        "StaffActed",
        "StaffKeyApproved",
        "StaffSessionOpened",
    ]
    .map(String::from);
    assert!(story.ends_with(&last), "{story:?}");
}

#[tokio::test]
async fn an_account_is_named_as_it_was_made_or_nothing_is_recorded() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let key = KeyFile::new(1, "ann");
    ann.does("keys/propose", key.proposal()).await.done();
    let before = (site.story("ann").await, site.story("zoe").await);
    for (call, field) in [
        ("keys/approve", "account"),
        ("keys/revoke", "account"),
        ("staff/disable", "name"),
    ] {
        let named = |name: &str| match field {
            "name" => json!({ "name": name }),
            _ => json!({ "account": name, "key": key.id() }),
        };
        let refused = zoe.does(call, named("ANN")).await.refused(-1006);
        assert_eq!(refused["field"], field, "{call}");
        zoe.does(call, named("nobody")).await.refused(4007);
    }
    assert_eq!((site.story("ann").await, site.story("zoe").await), before);
    let yes = json!({ "account": "ann", "key": key.id() });
    zoe.does("keys/approve", yes).await.done();
}

#[tokio::test]
async fn whoever_has_seen_the_code_approves_no_key_of_the_account() {
    let site = StaffSite::open().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let sam = site.clerk("sam", &[Role::Security]).await;
    let made = zoe
        .does("staff/add", json!({ "name": "ghost", "roles": ["finance_lead"] }))
        .await
        .done()
        .data;
    sam.approves(&made).await.done();
    // Who has seen the code is the first to use it.
    let secrets = site.chooses("ghost", "chosen by zoe and not by ghost");
    let code = made["code"].as_str().expect("a code");
    site.activates("ghost", code, &secrets).await.done();
    let ghost = site.signs_in("ghost", secrets).await;
    let key = KeyFile::new(1, "ghost");
    ghost.does("keys/propose", key.proposal()).await.done();
    let yes = json!({ "account": "ghost", "key": key.id() });
    zoe.does("keys/approve", yes.clone()).await.refused(9002);
    sam.does("keys/approve", yes).await.done();
}

#[tokio::test]
async fn six_hundred_usdt_are_paid_by_two_signatures_and_by_nothing_less() {
    let site = StaffSite::open().await;
    let (_angler, id) = asked(&site, 600).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let (of_ann, of_bob) = (KeyFile::new(1, "ann"), KeyFile::new(2, "bob"));
    of_ann.enrol(&ann, &zoe).await;
    of_bob.enrol(&bob, &zoe).await;
    let seen = digest(&ann, &id).await;
    let yes = of_ann.yes(APPROVE, "withdrawal", &id, &seen);
    let but = |field: &str, value: Value| {
        let mut changed = yes.clone();
        changed[field] = value;
        changed
    };
    let request = Uuid::new_v4();
    let wrong = [
        of_bob.signs(APPROVE, &id, &seen, request),
        of_ann.signs("proposals/approve", &id, &seen, request),
        of_ann.signs(APPROVE, &Uuid::nil().to_string(), &seen, request),
        of_ann.signs(APPROVE, &id, &"0".repeat(64), request),
        of_ann.signs(APPROVE, &id, &seen, Uuid::nil()),
        KeyFile::new(1, "bob").signs(APPROVE, &id, &seen, request),
    ];
    for signature in wrong {
        let mut forged = but("signature", signature.clone());
        forged["req_id"] = json!(request);
        ann.does(APPROVE, forged).await.refused(9008);
    }
    let before = site.story("ann").await;
    let mut bare = but("req_id", json!(Uuid::new_v4()));
    bare.as_object_mut().expect("an object").remove("signature");
    ann.does(APPROVE, bare).await.refused(9007);
    let info = ann
        .ask("withdrawals/info", json!({ "withdrawal": id }))
        .await
        .done()
        .data;
    assert_eq!(info["withdrawal"]["approved_by"], json!([]), "nothing was changed");
    assert_eq!(site.story("ann").await, before);
    let first = ann.does(APPROVE, yes.clone()).await.done().data;
    assert_eq!(first["waits"], true);
    bob.does(APPROVE, yes.clone()).await.refused(9008);
    let again = ann.does(APPROVE, yes.clone()).await.done().data;
    assert_eq!(again["approved_by"], first["approved_by"], "twice is once");
    ann.does(APPROVE, but("req_id", json!(Uuid::new_v4())))
        .await
        .refused(9008);
    let second = bob
        .does(APPROVE, of_bob.yes(APPROVE, "withdrawal", &id, &seen))
        .await
        .done()
        .data;
    assert_eq!(second["state"], "approved");
    assert_eq!(second["approved_by"], json!(["ann", "bob"]));
}

#[tokio::test]
async fn a_revoked_key_lets_nothing_go_and_a_proposal_needs_one_too() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let key = KeyFile::new(1, "bob");
    key.enrol(&bob, &zoe).await;
    let funding = json!({ "to": "reserve", "amount": "1000000" });
    let made = ann.does("treasury/propose", funding.clone()).await.done().data;
    let (proposal, seen) = (text(&made["proposal"]), text(&made["digest"]));
    let bare = json!({ "proposal": proposal, "digest": seen });
    bob.does("proposals/approve", bare).await.refused(9007);
    let yes = key.yes("proposals/approve", "proposal", &proposal, &seen);
    assert_eq!(bob.does("proposals/approve", yes).await.done().data["code"], 0);
    let revoke = json!({ "account": "bob", "key": key.id() });
    bob.does("keys/revoke", revoke.clone()).await.refused(9001);
    zoe.does("keys/revoke", revoke).await.done();
    bob.ask("session/me", json!({})).await.refused(-1000);
    site.wait_ms(30_000);
    let bob = site.signs_in("bob", bob.issued.clone()).await;
    let made = ann.does("treasury/propose", funding).await.done().data;
    let (proposal, seen) = (text(&made["proposal"]), text(&made["digest"]));
    let yes = key.yes("proposals/approve", "proposal", &proposal, &seen);
    bob.does("proposals/approve", yes).await.refused(9008);
    bob.does("proposals/approve", json!({ "proposal": proposal, "digest": seen }))
        .await
        .refused(9007);
    bob.does("keys/propose", key.proposal()).await.refused(9003);
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn where_keys_are_demanded_nobody_acts_without_one_but_to_stop_something() {
    let site = StaffSite::open_as(Settings::default()).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead, Role::Risk]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let me = bob.ask("session/me", json!({})).await.done().data;
    assert_eq!((&me["signs"], &me["keys"]), (&json!(true), &json!([])));
    let funding = json!({ "to": "reserve", "amount": "1000000" });
    let refused = ann.does("treasury/propose", funding.clone()).await;
    assert!(refused.message.ends_with("register a key first"), "{}", refused.message);
    refused.refused(9007);
    for (call, body) in [
        ("withdrawals/resume", json!({})),
        ("freezes/propose", json!({ "players": [site.player(1).await.id.0] })),
        ("freezes/lift", json!({ "player": site.player(1).await.id.0 })),
    ] {
        bob.does(call, body).await.refused(9007);
    }
    // What only stops something waits for no key.
    bob.does("withdrawals/pause", json!({})).await.done();
    let of_ann = KeyFile::new(2, "ann");
    of_ann.enrol(&ann, &zoe).await;
    let made = ann
        .does("treasury/propose", of_ann.act("treasury/propose", funding))
        .await
        .done()
        .data;
    let (proposal, seen) = (text(&made["proposal"]), text(&made["digest"]));
    bob.does("proposals/approve", json!({ "proposal": proposal, "digest": seen }))
        .await
        .refused(9007);
    let key = KeyFile::new(1, "bob");
    key.enrol(&bob, &zoe).await;
    let yes = key.yes("proposals/approve", "proposal", &proposal, &seen);
    assert_eq!(bob.does("proposals/approve", yes).await.done().data["code"], 0);
}
