//! Who has a key signs whatever he does or proposes (api §7.19): each such call asks for the signature before it changes
//! anything, and takes one over its own subject. Money that two of them moved is what they decided.

use crate::audit::{forger, rewritten};
use crate::bank::{came, payment};
use crate::deposits::orders;
use crate::key_file::KeyFile;
use crate::kyc::form;
use crate::staff_days::comes_to_custody;
use crate::staff_money::correction;
use crate::staff_site::{Clerk, StaffSite};
use domain::money::Usdt;
use domain::posting::Purse;
use domain::staff::Role;
use domain::treasury::FundReserve;
use ledger::approval::LATER_ACTS;
use ledger::export::{Folder, Form, Query, check, write};
use ledger::{Plain, RESERVE_STREAM, Request, StreamId};
use serde_json::{Value, json};
use sqlx::{Executor, PgConnection};
use std::collections::BTreeSet;
use uuid::Uuid;
use workers::audit::{LawResult, authority};

/// The same call without the signature, then with it; gives the code of the latter.
async fn signs(clerk: &Clerk<'_>, key: &KeyFile, call: &str, body: &Value) -> i64 {
    let mut bare = body.clone();
    let fields = bare.as_object_mut().expect("an object");
    fields.remove("req_id");
    assert_eq!(clerk.does(call, bare).await.error, 9007, "{call}");
    let answer = clerk.does(call, key.act(call, body.clone())).await;
    assert!(![9007, 9008].contains(&answer.error), "{call}: {answer:?}");
    answer.error
}

#[tokio::test]
async fn every_act_and_every_proposal_of_who_has_a_key_is_signed() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let order_no = orders(&angler).await;
    let leaver = site.player(2).await;
    leaver.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    angler.given(Purse::CoinPromo, 100).await;
    let dive = angler.dives(10).await;
    let mut identity = form(&angler, "AB123456").await;
    identity["req_id"] = json!(Uuid::new_v4());
    angler.call("kyc/edit", identity).await.done();
    site.settle().await;
    came(&site.ledger, [payment("t1", 1, 25_000_000, Some("for my friend"))]).await;
    let day = site.now();
    site.wait_ms(86_400_000);
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let bob = site.clerk("bob", &Role::ALL).await;
    let key = KeyFile::new(1, "bob");
    key.enrol(&bob, &zoe).await;
    let person = json!({ "player": angler.id.0 });
    let packet = json!({
        "kind": "lucky", "asset": "usdt", "total": "9", "shares": 2, "min": "3", "title_en": "Luck",
        "title_zh": "好运", "hours": 24, "min_age_days": 1, "min_casts_7d": 2, "countries": ["IT", "CH"]
    });
    let info = bob
        .ask("config/info", json!({ "section": "withdraw" }))
        .await
        .done()
        .data;
    let version = json!({ "section": "withdraw", "body": info["body"], "effective_ms": null, "replaces": 0 });
    let queue = bob.ask("kyc/list", json!({})).await.done().data;
    let verdict = json!({
        "player": angler.id.0, "submission": queue["list"][0]["submission"], "verdict": "reject",
        "reasons": ["image_unreadable", "too_old"], "expires_on": "2030-01-31"
    });
    let account = json!({ "name": "Joe", "roles": ["support", "finance_lead", "auditor"], "own": angler.id.0 });
    let calls = [
        ("adjustments/propose", correction(&angler, "5000000"), true),
        (
            "topups/propose_assign",
            json!({ "tx": "t1", "order_no": order_no }),
            true,
        ),
        ("freezes/propose", json!({ "players": [angler.id.0] }), true),
        (
            "treasury/propose",
            json!({ "to": "reserve", "amount": "25000000", "tx": "t1" }),
            true,
        ),
        ("treasury/propose", json!({ "to": "promo_budget", "amount": "7" }), true),
        ("treasury/open_stakes", json!({}), false),
        ("packets/propose", packet, true),
        ("staff/add", account, true),
        (
            "staff/roles",
            json!({ "name": "zoe", "roles": ["risk", "content"] }),
            true,
        ),
        ("staff/reset", json!({ "name": "zoe" }), true),
        ("staff/enable", json!({ "name": "zoe" }), false),
        ("config/propose", version, true),
        ("erasure/request", person.clone(), true),
        ("erasure/cancel", json!({ "player": leaver.id.0 }), true),
        ("access/propose", person.clone(), true),
        ("kyc/decide", verdict, true),
        ("kyc/reset", person, true),
        (
            "dives/propose",
            json!({ "player": angler.id.0, "dive": dive, "case_id": "case 7" }),
            true,
        ),
        (
            "days/close",
            json!({ "day": domain::time::Timestamp(day).day() }),
            false,
        ),
    ];
    let mut done = BTreeSet::from([
        "withdrawals/propose_clear",
        "periods/propose",
        "topups/propose_return",
        "topups/propose_refund",
        "records/propose",
        "ranks/propose",
    ]);
    for (call, body, succeeds) in &calls {
        let code = signs(&bob, &key, call, body).await;
        assert!(!succeeds || code == 0, "{call}: {code}");
        done.insert(call);
    }
    let made = zoe
        .does("staff/roles", json!({ "name": "bob", "roles": ["risk"] }))
        .await
        .done()
        .data;
    let rejects = json!({ "proposal": made["proposal"] });
    assert_eq!(signs(&bob, &key, "proposals/reject", &rejects).await, 0);
    done.insert("proposals/reject");
    // A month and a board need days that are closed, a payment to clear one that went wrong, one to send back or
    // coupons to refund somebody who paid, a record somebody who was invited:
    // their subjects have tests of their own.
    assert_eq!(done, BTreeSet::from(LATER_ACTS));
    let mut database = site.ledger.pool().acquire().await.expect("a connection");
    sqlx::query("begin").execute(&mut *database).await.expect("begun");
    let laws = authority::check(&mut database).await.expect("read");
    assert!(laws.iter().all(LawResult::holds), "{laws:?}");
    assert!(laws[0].compared > 16 && laws[1].compared > 14, "{laws:?}");
}

#[tokio::test]
async fn money_that_nobody_decided_is_found() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let (ida, lea) = (
        site.clerk("ida", &[Role::Finance]).await,
        site.clerk("lea", &[Role::FinanceLead]).await,
    );
    comes_to_custody(&site, 9_000_000).await;
    let funding = json!({ "to": "promo_budget", "amount": "7" });
    let mut corrected = correction(&angler, "5000000");
    corrected["tx"] = json!("ab12");
    for (call, body) in [("adjustments/propose", corrected), ("treasury/propose", funding)] {
        let made = ida.does(call, body).await.done().data;
        assert_eq!(lea.approves(&made).await.done().data["code"], 0);
    }
    let posted = json!({
        "purse": "usdt", "delta": "5000000", "counter": "h:usdt_reserve", "case_id": "case 7", "proposer": "ida",
        "approver": "lea"
    });
    let forgeries = [
        rewritten("AdjustmentPosted", "5000000", "6000000"),
        rewritten("AdjustmentPosted", "case 7", "case 8"),
        rewritten("AdjustmentPosted", "ab12", "cd34"),
        rewritten("AdjustmentPosted", "\"approver\":\"lea\"", "\"approver\":\"ida\""),
        rewritten("PromoBudgetFunded", "0.000007", "0.000008"),
        rewritten("Proposed", "\"kind\":\"promo_fund\"", "\"kind\":\"packet\""),
        // In a role that may approve proposals, and not of this kind.
        rewritten("StaffActed", "\"finance_lead\"", "\"risk\""),
        "update events set metadata = '{\"actor\":\"staff:lea\"}' where event_type = 'AdjustmentPosted'".to_owned(),
        "delete from events where event_type = 'Approved'".to_owned(),
        // Once more for the same decision.
        "insert into events (partition, position, aggregate_type, aggregate_id, sequence, event_id, event_type,
                event_version, payload, metadata, recorded_at_ms, leaf, mac)
         select partition, position + 1000000, aggregate_type, aggregate_id, sequence + 1000, gen_random_uuid(), event_type,
                event_version, payload, metadata, recorded_at_ms, leaf, mac
           from events where event_type = 'AdjustmentPosted'".to_owned(),
        format!(
            "select pg_temp.plant('player', '{}', 1, 'AdjustmentPosted', '{posted}', '{{}}')",
            Uuid::new_v4()
        ),
    ];
    let mut forger = forger(&site).await;
    for statement in forgeries {
        forger.execute("begin").await.expect("begun");
        let before = decided(&mut forger).await;
        let done = forger.execute(statement.as_str()).await.expect("changed");
        let after = decided(&mut forger).await;
        forger.execute("rollback").await.expect("rolled back");
        assert!(before.holds() && before.compared == 4, "{before:?}");
        assert!(done.rows_affected() > 0, "{statement} changes nothing");
        assert!(!after.holds(), "{statement}: {after:?}");
    }
    assert_eq!(exported(&site).await, Ok(()));
    // A service that asks nobody books money in the names of both.
    let fund = FundReserve {
        amount: Usdt::from_minor(1),
        proposer: "ida".into(),
        approver: "lea".into(),
        reason: "at will".into(),
    };
    let (id, request) = (StreamId::house(RESERVE_STREAM), Request::default());
    let booked = site.ledger.treasury().execute(&id, fund.into(), request, Plain).await;
    assert!(booked.expect("a reply").is_accepted());
    forger.execute("begin").await.expect("begun");
    let after = decided(&mut forger).await;
    assert_eq!(after.broken, 1, "{after:?}");
    // So near the ends of several logs it would be open: the decision may lie behind one of them.
    site.wait_ms(2 * 60_000);
    site.player(2).await;
    let found = exported(&site).await.expect_err("it is found");
    assert!(found.contains("two members did not decide this (law I-41j)"), "{found}");
}

/// The law of money that two decided.
async fn decided(forger: &mut PgConnection) -> LawResult {
    let laws = authority::check(forger).await.expect("read");
    laws.into_iter().find(|law| law.law == "I-41j").expect("the law")
}

/// What the files of an export say, to whoever has nothing else.
async fn exported(site: &StaffSite) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("ledger-acts-{}-{}", std::process::id(), Uuid::new_v4()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let everything = Query::everything(Form::Ndjson);
    let written = write(site.ledger.pool(), &everything, &folder, &mut |_| {}).await;
    let checked = written.map_err(|fault| fault.to_string()).and_then(|_| {
        let files = Folder(folder.clone());
        check(&files, None, &mut |_, _| ()).map_err(|why| why.0)
    });
    std::fs::remove_dir_all(&folder).ok();
    checked.map(drop)
}
