//! What somebody writes into the log in the name of a member who has a key is found, whatever he has of the member. What
//! these laws alone find is in the rig of attacks.

use super::forger;
use crate::key_file::KeyFile;
use crate::staff_money::{asked, digest};
use crate::staff_site::StaffSite;
use domain::staff::{Role, Signature, StaffKey, Statement};
use ledger::approval;
use serde_json::json;
use sqlx::Executor;
use uuid::Uuid;
use workers::audit::{LawResult, authority};

const APPROVE: &str = "withdrawals/approve";

/// A withdrawal that ann and bob let go with their keys, a proposal of ann's that bob approved, an account that rob
/// stopped alone, whose end he proposed, zoe approved and he took back, a packet of rob's, and a login of ann's.
pub async fn approved() -> (StaffSite, String) {
    approved_at(StaffSite::open().await).await
}

/// The same at this site.
pub async fn approved_at(site: StaffSite) -> (StaffSite, String) {
    let (_, id) = asked(&site, 600).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let (of_ann, of_bob) = (KeyFile::new(1, "ann"), KeyFile::new(2, "bob"));
    of_ann.enrol(&ann, &zoe).await;
    of_bob.enrol(&bob, &zoe).await;
    let seen = digest(&ann, &id).await;
    ann.does(APPROVE, of_ann.yes(APPROVE, "withdrawal", &id, &seen))
        .await
        .done();
    bob.does(APPROVE, of_bob.yes(APPROVE, "withdrawal", &id, &seen))
        .await
        .done();
    let funding = json!({ "to": "reserve", "amount": "1000000" });
    let funding = of_ann.act("treasury/propose", funding);
    let made = ann.does("treasury/propose", funding).await.done().data;
    let (proposal, seen) = (
        made["proposal"].as_str().expect("an id"),
        made["digest"].as_str().expect("a digest"),
    );
    let yes = of_bob.yes("proposals/approve", "proposal", proposal, seen);
    bob.does("proposals/approve", yes).await.done();
    let rob = site.clerk("rob", &[Role::Risk, Role::Content]).await;
    let of_rob = KeyFile::new(3, "rob");
    of_rob.enrol(&rob, &zoe).await;
    let other = site.player(2).await.id;
    let freeze = of_rob.act("freezes/set", json!({ "player": other.0 }));
    rob.does("freezes/set", freeze).await.done();
    let erase = of_rob.act("erasure/request", json!({ "player": other.0 }));
    let made = rob.does("erasure/request", erase).await.done().data;
    assert_eq!(zoe.approves(&made).await.done().data["code"], 0);
    let cancel = of_rob.act("erasure/cancel", json!({ "player": other.0 }));
    rob.does("erasure/cancel", cancel).await.done();
    let create = json!({
        "kind": "equal", "asset": "coin", "total": "1000", "shares": 10, "min": null, "title_en": "Luck",
        "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
    });
    let packet = of_rob.act("packets/create", create);
    rob.does("packets/create", packet).await.done();
    site.wait_ms(30_000);
    let (answer, _) = site.login("ann", &ann.issued.password, &site.code(&ann.issued)).await;
    let challenge = answer.done().data["challenge"].take();
    let (answer, _) = site.signs(&challenge, of_ann.answers(&challenge)).await;
    answer.done();
    (site, id)
}

/// The statement that writes something else into the signed events of this type.
pub fn change(kind: &str, from: &str, to: &str) -> String {
    format!(
        "update events set payload = regexp_replace(payload::text, '{from}', '{to}')::json
          where event_type = '{kind}' and payload::text like '%signature%'"
    )
}

/// An approval of another withdrawal in ann's name, with her act beside it as far as the forger has one.
fn planted(stream: &str, body: &serde_json::Value, request: Uuid) -> String {
    let meta = json!({ "actor": "staff:ann", "request_id": request });
    format!("select pg_temp.plant('{stream}', 'forged', 1, 'Approved', '{body}', '{meta}')")
}

/// An event under a request that nobody made.
fn written(stream: &str, kind: &str, body: &serde_json::Value) -> String {
    let meta = json!({ "actor": "staff:rob", "request_id": Uuid::nil() });
    format!("select pg_temp.plant('{stream}', 'forged', 1, '{kind}', '{body}', '{meta}')")
}

#[tokio::test]
async fn an_approval_that_its_approver_did_not_sign_is_found() {
    let (site, _) = approved().await;
    let mut forger = forger(&site).await;
    let old = Uuid::new_v4();
    let approved = json!({ "by": "ann", "digest": "0".repeat(64), "reason": "r", "at": 1 });
    let forgeries = [
        // What was approved is another than what was signed.
        "update events set payload = replace(payload::text, '600.000000', '900.000000')::json where event_type = 'Requested'".to_owned(),
        // And paid to another player than was signed.
        format!(
            "update events set payload = regexp_replace(payload::text, '\"player\":\"[^\"]+', '\"player\":\"{old}')::json where event_type = 'Requested'"
        ),
        // Keys that nobody proposed, nobody else approved, or that were revoked before.
        "delete from events where event_type = 'StaffKeyProposed'".to_owned(),
        "update events set payload = replace(payload::text, 'zoe', 'ann')::json where event_type = 'StaffKeyApproved'".to_owned(),
        "update events set event_type = 'StaffKeyRevoked', payload = replace(payload::text, 'StaffKeyApproved', 'StaffKeyRevoked')::json
          where event_type = 'StaffKeyApproved'".to_owned(),
        change("StaffKeyProposed", r#""public":"[0-9a-f]+"#, &format!(r#""public":"{}"#, "2e".repeat(32))),
        // An approval in her name, of which her stream knows nothing, or under a request of hers.
        planted("proposal", &approved, old),
        "update events set metadata = '{\"actor\":\"staff:ann\"}' where event_type = 'ApprovalGiven'".to_owned(),
        "delete from events where event_type = 'StaffActed' and payload::text like '%signature%'".to_owned(),
        // An event that nobody can read.
        "update events set event_version = '77' where event_type = 'StaffActed'".to_owned(),
        "update events set event_version = '77' where event_type = 'Proposed'".to_owned(),
        // What nobody proposed, asked for or closed, in the name of somebody with a key.
        "update events set payload = replace(payload::text, 'reserve_fund', 'promo_fund')::json where event_type = 'Proposed'".to_owned(),
        "update events set payload = replace(payload::text, 'on record', 'at will')::json where event_type = 'ErasureCancelled'".to_owned(),
        written("kyc", "KycReset", &json!({ "by": "rob", "reason": "at will", "revision": 9 })),
        written("kyc", "KycDecided", &json!({
            "submission": old, "verdict": "approve", "reasons": [], "by": "rob", "country": "CH", "expires_on": null, "revision": 9
        })),
        written("day_close", "DayClosed", &json!({
            "day": "2025-01-01", "report": {}, "signature": "", "is_balanced": true, "by": "bob", "reason": "r", "at": 1
        })),
        written("treasury", "StakesOpened", &json!({ "by": "bob", "reason": "r" })),
        written("proposal", "Rejected", &json!({ "by": "bob", "reason": "r", "at": 1 })),
    ];
    let holds = |laws: &[LawResult]| [&laws[0], &laws[1], &laws[3]].iter().all(|law| law.holds());
    for statement in forgeries {
        forger.execute("begin").await.expect("begun");
        let before = authority::check(&mut forger).await.expect("read");
        let done = forger.execute(statement.as_str()).await;
        let done = done.unwrap_or_else(|error| panic!("{statement}: {error}"));
        let after = authority::check(&mut forger).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(
            holds(&before) && before[..2].iter().all(|law| law.compared >= 3) && before[3].compared == 4,
            "{before:?}"
        );
        assert!(
            !statement.starts_with("update") || done.rows_affected() > 0,
            "{statement} changes nothing"
        );
        assert!(!holds(&after), "{statement}: {after:?}");
    }
}

#[tokio::test]
async fn an_auditor_gets_both_signatures_of_600_usdt_and_checks_them_alone() {
    let (site, id) = approved().await;
    site.settle().await;
    let aud = site.clerk("aud", &[Role::Auditor]).await;
    let info = aud
        .ask("withdrawals/info", json!({ "withdrawal": id }))
        .await
        .done()
        .data;
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    let mut approvers = Vec::new();
    for signed in info["signatures"].as_array().expect("a list") {
        assert_eq!(signed["digest"], info["digest"], "the terms that were let go");
        let [call, subject, digest, account] = ["call", "subject", "digest", "account"].map(|part| text(&signed[part]));
        let mut statement = Statement {
            call: &call,
            subject: &subject,
            digest: &digest,
            account: &account,
            request: text(&signed["request"]).parse().expect("an id"),
        };
        let key: StaffKey = serde_json::from_value(signed["public_key"].clone()).expect("a key");
        let signature: Signature = serde_json::from_value(signed["signature"].clone()).expect("a signature");
        assert_eq!(approval::verify(&key, &statement, &signature), Ok(()));
        statement.account = "eve";
        assert!(approval::verify(&key, &statement, &signature).is_err());
        assert_eq!((subject, &signed["key_approved_by"]), (id.clone(), &json!("zoe")));
        approvers.push(account);
    }
    assert_eq!(approvers, ["ann", "bob"]);
}
