//! Accounts of staff: two of security make them, their owners activate them, and nobody else ever knows a password.

use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::read;
use domain::ids::StaffId;
use domain::staff::activation::CODE_MS;
use domain::staff::{Role, StaffCommand};
use domain::time::{DAY_MS, Timestamp};
use serde_json::{Value, json};
use staff::accounts::{ask, change_password};
use staff::activation::activate;
use staff::credentials::Secrets;
use staff::session::{find, token_in};
use std::pin::Pin;
use std::task::{Context, Poll};
use uuid::Uuid;

const LOGIN_REFUSED: i64 = 9006;

/// Two of security.
async fn security(site: &StaffSite) -> (Clerk<'_>, Clerk<'_>) {
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    (zoe, site.clerk("sam", &[Role::Security]).await)
}

fn code(made: &Value) -> &str {
    made["code"].as_str().expect("a code")
}

#[tokio::test]
async fn one_proposes_an_account_another_approves_it_and_its_owner_activates_it() {
    let site = StaffSite::open().await;
    let (zoe, sam) = security(&site).await;
    let new = json!({ "name": "new", "roles": ["risk"] });
    let made = zoe.does("staff/add", new.clone()).await.done().data;
    let secrets = site.chooses("new", "only I know this");
    site.activates("new", code(&made), &secrets)
        .await
        .refused(LOGIN_REFUSED);
    assert!(site.story("new").await.is_empty(), "nobody approved it yet");
    zoe.approves(&made).await.refused(9002);
    let shown = sam
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await
        .done()
        .data;
    assert_eq!(shown["proposal"]["what"]["roles"], json!(["risk"]));
    assert!(!shown.to_string().contains(code(&made)), "who approves learns the code");
    assert_eq!(sam.approves(&made).await.done().data["code"], 0);
    site.login("new", &secrets.password, &site.code(&secrets))
        .await
        .0
        .refused(LOGIN_REFUSED);
    site.activates("NEW", &code(&made).to_lowercase(), &secrets)
        .await
        .done();
    site.signs_in("new", secrets).await;
    assert_eq!(
        site.story("new").await,
        ["StaffAdded", "StaffActivated", "StaffSessionOpened"]
    );
    zoe.does("staff/add", json!({ "name": "NEW", "roles": ["risk"] }))
        .await
        .refused(9003);
}

#[tokio::test]
async fn a_code_is_shown_once_and_never_as_a_remembered_answer() {
    let site = StaffSite::open().await;
    let (zoe, sam) = security(&site).await;
    let body = json!({ "name": "new", "roles": ["risk"], "own": null, "reason": "hired", "req_id": Uuid::new_v4() });
    let made = zoe.ask("staff/add", body.clone()).await.done().data;
    assert_eq!(zoe.ask("staff/add", body.clone()).await.refused(9003), json!(null));
    let mut other = body;
    other["reason"] = json!("another");
    zoe.ask("staff/add", other).await.refused(-1007);
    // Whoever reads the whole database does not find it.
    sam.approves(&made).await.done();
    let letters = code(&made).replace('-', "");
    for (table, column) in [("events", "payload::text"), ("requests", "answer::text")] {
        let sql = format!(
            "select count(*) from {table} where {column} like '%' || $1 || '%' or {column} like '%' || $2 || '%'"
        );
        let found: i64 = sqlx::query_scalar(&sql)
            .bind(code(&made))
            .bind(&letters)
            .fetch_one(site.ledger.pool())
            .await
            .expect("a count");
        assert_eq!(found, 0, "{table}");
    }
}

#[tokio::test]
async fn a_code_is_spent_once_and_ends() {
    let site = StaffSite::open().await;
    let (zoe, sam) = security(&site).await;
    let add = |name: &str| json!({ "name": name, "roles": ["risk"] });
    let made = zoe.does("staff/add", add("new")).await.done().data;
    sam.approves(&made).await.done();
    let (mine, thief) = (
        site.chooses("new", "only I know this"),
        site.chooses("new", "the thief is late"),
    );
    let (one, other) = tokio::join!(
        site.activates("new", code(&made), &mine),
        site.activates("new", code(&made), &mine)
    );
    let mut codes = [one.error, other.error];
    codes.sort_unstable();
    assert_eq!(codes, [0, LOGIN_REFUSED], "two at once are one");
    site.activates("new", code(&made), &thief).await.refused(LOGIN_REFUSED);
    site.signs_in("new", mine).await;
    let late = zoe.does("staff/add", add("late")).await.done().data;
    site.wait_ms(DAY_MS);
    let (zoe, sam) = (
        site.signs_in("zoe", zoe.issued.clone()).await,
        site.signs_in("sam", sam.issued.clone()).await,
    );
    sam.approves(&late).await.done();
    site.wait_ms(CODE_MS - 1);
    let secrets = site.chooses("late", "only I know this");
    site.activates("late", &"A".repeat(32), &secrets)
        .await
        .refused(LOGIN_REFUSED);
    site.wait_ms(1);
    let secrets = site.chooses("late", "only I know this");
    site.activates("late", code(&late), &secrets).await.refused(4008);
    drop(zoe);
}

#[tokio::test]
async fn what_an_owner_chooses_must_be_fit() {
    let site = StaffSite::open().await;
    let (zoe, sam) = security(&site).await;
    let code = zoe.adds("new", &sam).await;
    let fit = site.chooses("new", "only I know this");
    let mut short = fit.clone();
    short.password = "eleven char".into();
    let refused = site.activates("new", &code, &short).await.refused(-1006);
    assert_eq!(refused["field"], "password");
    for (secret, field) in [("GEZDGNBV", "totp_secret"), ("not base 32!", "totp_secret")] {
        let body = json!({
            "name": "new", "code": code, "password": fit.password, "totp_secret": secret, "totp": "000000",
        });
        let answer = read(site.post("session/activate", &body, &[("x-staff", "1")]).await);
        assert_eq!(answer.refused(-1006)["field"], field);
    }
    let wrong = json!({
        "name": "new", "code": code, "password": fit.password, "totp_secret": fit.totp_secret, "totp": "12",
    });
    let answer = read(site.post("session/activate", &wrong, &[("x-staff", "1")]).await);
    assert_eq!(answer.refused(-1006)["field"], "totp");
    site.activates("new", &code, &fit).await.done();
}

#[tokio::test]
async fn nobody_of_security_changes_the_own_account_through_another() {
    let site = StaffSite::open().await;
    let (zoe, sam) = security(&site).await;
    let fay = site.clerk("fay", &[Role::FinanceLead, Role::Risk]).await;
    let promote = json!({ "name": "sam", "roles": ["security", "finance_lead"] });
    let made = zoe.does("staff/roles", promote.clone()).await.done().data;
    sam.approves(&made).await.refused(9002);
    fay.approves(&made).await.refused(9001);
    sam.does("staff/roles", promote).await.refused(9002);
    sam.does("staff/reset", json!({ "name": "sam" })).await.refused(9002);
    for (call, body, code) in [
        (
            "staff/roles",
            json!({ "name": "fay", "roles": ["risk", "finance_lead"] }),
            9003,
        ),
        ("staff/roles", json!({ "name": "nobody", "roles": ["risk"] }), 4007),
        ("staff/enable", json!({ "name": "fay" }), 9003),
        ("staff/reset", json!({ "name": "nobody" }), 4007),
        ("staff/add", json!({ "name": "a b", "roles": ["risk"] }), -1006),
    ] {
        zoe.does(call, body.clone()).await.refused(code);
    }
    let me = sam.ask("session/me", json!({})).await.done().data;
    assert_eq!(me["roles"], json!(["security"]));
}

/// Something that is done up to its so many-th wait, and no further: as when whoever asked for it is gone.
struct LeftAfter<F> {
    work: Pin<Box<F>>,
    polls: usize,
}

impl<F: Future> Future for LeftAfter<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<F::Output>> {
        let Some(left) = self.polls.checked_sub(1) else {
            return Poll::Ready(None);
        };
        self.polls = left;
        self.work.as_mut().poll(context).map(Some)
    }
}

fn left_after<F: Future>(polls: usize, work: F) -> LeftAfter<F> {
    let work = Box::pin(work);
    LeftAfter { work, polls }
}

/// What was begun at the account's stream is over: another command is answered after it.
async fn is_settled(site: &StaffSite, name: &str) {
    let session = Uuid::nil();
    let request = ledger::Request::without_id("system:test");
    let closes = StaffCommand::CloseSession { session };
    let reply = ask(&site.ledger, StaffId::of(name), closes, request).await;
    assert!(!reply.expect("an answer").is_accepted());
}

#[tokio::test]
async fn an_activation_that_is_left_anywhere_can_be_repeated_or_was_done() {
    let site = StaffSite::open().await;
    let (zoe, sam) = security(&site).await;
    for polls in 1.. {
        let name = format!("new{polls}");
        let code = zoe.adds(&name, &sam).await;
        let secrets = site.chooses(&name, "only I know this");
        let done = left_after(polls, activate(&site.ledger, &name, &code, &secrets)).await;
        is_settled(&site, &name).await;
        let story = site.story(&name).await;
        if story.last().is_some_and(|last| last == "StaffAdded") {
            site.activates(&name, &code, &secrets).await.done();
        }
        site.signs_in(&name, secrets).await;
        if done.is_some() {
            assert!(polls > 1, "it was left at least once");
            return;
        }
    }
}

#[tokio::test]
async fn a_change_of_password_that_is_left_anywhere_was_done_or_not() {
    let site = StaffSite::open().await;
    let mut ann = site.clerk("ann", &[Role::Auditor]).await;
    for polls in 1.. {
        let token = token_in(ann.cookie()).expect("a token").to_owned();
        let member = find(&site.ledger, &token, Timestamp(site.now()))
            .await
            .expect("a session");
        let new = format!("password number {polls}");
        let done = left_after(polls, change_password(&site.ledger, &member, &new)).await;
        is_settled(&site, "ann").await;
        site.wait_ms(30_000);
        let changed = site
            .story("ann")
            .await
            .last()
            .is_some_and(|last| last == "StaffPasswordChanged");
        let (before, after) = (ann.issued.password.clone(), new);
        let (fits, other) = match changed {
            true => (after, before),
            false => (before, after),
        };
        let wrong = site.login("ann", &other, &site.code(&ann.issued)).await.0;
        wrong.refused(LOGIN_REFUSED);
        let password = fits;
        ann = site
            .signs_in(
                "ann",
                Secrets {
                    password,
                    ..ann.issued.clone()
                },
            )
            .await;
        if done.is_some() {
            assert!(changed && polls > 1, "it was left at least once");
            return;
        }
    }
}

#[tokio::test]
async fn a_reset_makes_the_old_password_void_until_the_owner_chose_another() {
    let site = StaffSite::open().await;
    let (zoe, sam) = security(&site).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let made = zoe.does("staff/reset", json!({ "name": "ann" })).await.done().data;
    ann.ask("session/me", json!({})).await.done();
    sam.approves(&made).await.done();
    ann.ask("session/me", json!({})).await.refused(-1000);
    site.wait_ms(30_000);
    site.login("ann", &ann.issued.password, &site.code(&ann.issued))
        .await
        .0
        .refused(LOGIN_REFUSED);
    site.wait_ms(30_000);
    let secrets = site.chooses("ann", "another one of mine");
    site.activates("ann", code(&made), &secrets).await.done();
    site.signs_in("ann", secrets).await;
}

#[tokio::test]
async fn an_owner_changes_the_password_and_every_other_session_ends() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    site.wait_ms(30_000);
    let second = site.signs_in("ann", ann.issued.clone()).await;
    site.wait_ms(30_000);
    let change = |password: &str, new: &str| json!({ "password": password, "totp": site.code(&ann.issued), "new_password": new });
    second
        .ask("session/password", change("wrong", "a new one of mine"))
        .await
        .refused(LOGIN_REFUSED);
    let short = second
        .ask("session/password", change(&ann.issued.password, "short"))
        .await
        .refused(-1006);
    assert_eq!(short["field"], "new_password");
    second
        .ask("session/password", change(&ann.issued.password, "a new one of mine"))
        .await
        .done();
    ann.ask("session/me", json!({})).await.refused(-1000);
    second.ask("session/me", json!({})).await.done();
    site.wait_ms(30_000);
    let code = site.code(&ann.issued);
    site.login("ann", &ann.issued.password, &code)
        .await
        .0
        .refused(LOGIN_REFUSED);
    site.login("ann", "a new one of mine", &code).await.0.done();
}
