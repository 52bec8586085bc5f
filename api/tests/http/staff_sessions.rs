//! A member with a key logs in with it. Rows of sessions that somebody else makes are in the rig of attacks.

use crate::key_file::KeyFile;
use crate::staff_site::{Clerk, StaffSite};
use domain::staff::Role;
use serde_json::{Value, json};
use uuid::Uuid;

const LOGIN_REFUSED: i64 = 9006;

/// A member with a key in force, one of security, and the code after the one that was used.
async fn signer(site: &StaffSite) -> (Clerk<'_>, Clerk<'_>, KeyFile) {
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let key = KeyFile::new(1, "ann");
    key.enrol(&ann, &zoe).await;
    site.wait_ms(30_000);
    (ann, zoe, key)
}

#[tokio::test]
async fn who_has_a_key_logs_in_with_it_and_is_out_when_it_is_revoked() {
    let site = StaffSite::open().await;
    let (ann, zoe, key) = signer(&site).await;
    let (answer, cookie) = site.login("ann", &ann.issued.password, &site.code(&ann.issued)).await;
    let opened = answer.done().data;
    assert_eq!((&opened["me"], cookie), (&Value::Null, None), "not yet");
    let challenge = &opened["challenge"];
    assert_eq!(challenge["keys"][0]["key"], json!(key.id()));
    let wrong = [
        KeyFile::new(2, "ann").answers(challenge),
        key.signs(
            "session/open",
            "ann",
            challenge["digest"].as_str().expect("a text"),
            Uuid::nil(),
        ),
        key.signs(
            "withdrawals/approve",
            "ann",
            challenge["digest"].as_str().expect("a text"),
            challenge["session"].as_str().expect("an id").parse().expect("an id"),
        ),
    ];
    for signature in wrong {
        let (answer, cookie) = site.signs(challenge, signature).await;
        answer.refused(LOGIN_REFUSED);
        assert_eq!(cookie, None);
    }
    let mut other = challenge.clone();
    other["session"] = json!(Uuid::new_v4());
    let (answer, _) = site.signs(&other, key.answers(&other)).await;
    answer.refused(LOGIN_REFUSED);
    let (answer, cookie) = site.signs(challenge, key.answers(challenge)).await;
    assert_eq!(answer.done().data["name"], "ann");
    let signed = ann.with_cookie(cookie.expect("a cookie"));
    signed.ask("session/me", json!({})).await.done();
    let (answer, cookie) = site.signs(challenge, key.answers(challenge)).await;
    answer.refused(LOGIN_REFUSED);
    assert_eq!(cookie, None, "one challenge is one session");
    zoe.does("keys/revoke", json!({ "account": "ann", "key": key.id() }))
        .await
        .done();
    signed.ask("session/me", json!({})).await.refused(-1000);
    ann.ask("session/me", json!({})).await.refused(-1000);
}

#[tokio::test]
async fn a_challenge_is_answered_in_two_minutes_or_never() {
    let site = StaffSite::open().await;
    let (ann, _zoe, key) = signer(&site).await;
    let (answer, _) = site.login("ann", &ann.issued.password, &site.code(&ann.issued)).await;
    let challenge = answer.done().data["challenge"].take();
    site.wait_ms(120_000);
    site.signs(&challenge, key.answers(&challenge))
        .await
        .0
        .refused(LOGIN_REFUSED);
    let mut fresh = challenge.clone();
    fresh["issued_ms"] = json!(site.ledger.clock().now().0);
    site.signs(&fresh, key.answers(&fresh)).await.0.refused(LOGIN_REFUSED);
}

#[tokio::test]
async fn logins_that_wait_take_no_call_of_a_member_t_53() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let _waiting: Vec<_> = std::iter::from_fn(|| site.service().staff_visit_permit().ok()).collect();
    let (answer, _) = site.login("ann", "another password of mine", "000000").await;
    answer.refused(-1008);
    ann.ask("session/me", json!({})).await.done();
}
