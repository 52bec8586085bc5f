//! Invitations.

use crate::angler::fresh;
use crate::test_app::TestApp;
use domain::money::{Diamond, Usdt};
use domain::player::team::{CancelRecord, CountInvite, Record, RecordKind};
use domain::posting::Purse;
use domain::testing::{root, with_root};
use domain::time::Timestamp;
use ledger::testing::players::must;
use serde_json::{Value, json};

/// Two people take a record back.
pub fn cancel(record: Record) -> CancelRecord {
    let [case_id, proposer, approver, reason] = ["case-1", "ann", "bob", "A ring"].map(str::to_owned);
    CancelRecord {
        record,
        case_id,
        proposer,
        approver,
        reason,
    }
}

#[tokio::test]
async fn a_team_grows_by_codes_over_two_levels() {
    let app = TestApp::open().await;
    let root = app.player(1).await;
    let friend = app.invited(2, &root.scode).await;
    let grandchild = app.invited(3, &friend.scode.to_lowercase()).await;
    grandchild.given(Purse::CoinPromo, 100).await;
    friend.given(Purse::CoinPromo, 100).await;
    friend.dives_five_times().await;
    app.settle().await;
    must(&app.ledger, root.id, CountInvite { friend: friend.id }).await;

    let team = root.read("team/info").await;
    assert_eq!(
        (&team["friends"], &team["friends_l2"], &team["valid_invites"]),
        (&json!(1), &json!(1), &json!(1))
    );
    assert_eq!(
        team["pending"],
        json!({ "count": 1, "diamonds": 2, "usdt": "0.000000" })
    );
    assert_eq!(
        (&team["rate_l1"], &team["rate_l2"], &team["diamonds_cap"]),
        (&json!("0.05"), &json!("0.01"), &json!(50))
    );
    assert_eq!(
        (&team["invite_entered"], &team["inviter"], &team["diamonds_today"]),
        (&json!(false), &Value::Null, &json!(0))
    );
    let link = format!("https://t.me/bot/app?startapp=r_{}", root.scode);
    assert_eq!(team["invite_link"], link);
    assert_eq!(
        friend.read("team/info").await["inviter"],
        json!({ "nickname": "Angler 1" })
    );
    let record = Record {
        kind: RecordKind::Invite,
        day: Timestamp(app.now()).day(),
        friend: Some(friend.id),
        diamonds: Diamond::from_minor(2),
        usdt: Usdt::ZERO,
        received: Usdt::ZERO,
    };
    must(&app.ledger, root.id, cancel(record)).await;
    let team = root.read("team/info").await;
    assert_eq!((&team["friends"], &team["valid_invites"]), (&json!(1), &json!(0)));
}

#[tokio::test]
async fn a_code_is_entered_once() {
    let app = TestApp::open().await;
    let root = app.player(1).await;
    let friend = app.player(2).await;
    let body = json!({ "code": root.scode, "req_id": fresh() });
    let bound = friend.call("team/bind", body.clone()).await.done();
    assert_eq!(
        bound.data,
        json!({ "invite_entered": true, "inviter": { "nickname": "Angler 1" } })
    );
    assert_eq!(friend.call("team/bind", body).await.done().bytes, bound.bytes);
    friend
        .call("team/bind", json!({ "code": root.scode }))
        .await
        .refused(7002);
    assert_eq!(friend.read("user/info").await["user"]["inviter_scode"], root.scode);
}

#[tokio::test]
async fn the_oldest_account_enters_the_houses_code_and_shares_and_brings_nobody_anything() {
    let app = TestApp::open().await;
    app.publish(with_root).await;
    let (code, oldest) = (root().scode.to_string(), app.player(1).await);
    let friend = app.player(2).await;
    // Everybody else is younger.
    oldest
        .call("team/bind", json!({ "code": friend.scode }))
        .await
        .refused(7003);
    assert_eq!(
        app.post("system/config", json!({})).await.done().data["root_scode"],
        code
    );
    let body = json!({ "code": code.to_lowercase(), "req_id": fresh() });
    let bound = oldest.call("team/bind", body.clone()).await.done();
    assert_eq!(bound.data, json!({ "invite_entered": true, "inviter": null }));
    assert_eq!(oldest.call("team/bind", body).await.done().bytes, bound.bytes);
    oldest.call("team/bind", json!({ "code": code })).await.refused(7002);
    let team = oldest.read("team/info").await;
    assert_eq!(
        (&team["invite_entered"], &team["inviter"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        team["invite_link"],
        format!("https://t.me/bot/app?startapp=r_{}", oldest.scode)
    );

    oldest.given(Purse::CoinPaid, 1_000).await.dives_five_times().await;
    app.settle().await;
    app.next_day();
    for player in [&oldest, &friend] {
        let team = player.read("team/info").await;
        let (earned, friends) = (&team["rebate_total"], &team["friends"]);
        assert_eq!((earned, friends), (&json!("0.000000"), &json!(0)));
        assert_eq!(player.read("team/records").await["list"], json!([]));
    }
    let due = "select count(*) from postings where account in ('referral_due', 'invite_due')";
    let due: i64 = sqlx::query_scalar(due)
        .fetch_one(app.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(due, 0, "nobody is owed anything");
}

#[tokio::test]
async fn a_link_with_the_houses_code_binds_at_the_login() {
    let app = TestApp::open().await;
    app.publish(with_root).await;
    let code = root().scode.to_string();
    let entered = app.login(&app.launch(1, Some(&format!("r_{code}"))), "").await.done();
    assert_eq!(
        (&entered.data["inviter_applied"], &entered.data["user"]["inviter_scode"]),
        (&json!(true), &json!(code))
    );
    let typed = app.login(&app.launch(2, None), &code).await.done();
    assert_eq!(typed.data["user"]["invite_entered"], true);
    let unknown = app.login(&app.launch(3, None), "ZZZZZZZZ").await.done();
    assert_eq!(
        (&unknown.data["is_new"], &unknown.data["inviter_applied"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test]
async fn a_code_is_refused_for_the_stated_reason() {
    let app = TestApp::open().await;
    let root = app.player(1).await;
    let younger = app.player(2).await;
    for code in [
        "",
        "AAAA",
        "ILOUILOU",
        "ZZZZZZZZ",
        "\u{663}",
        "'; drop table events; --",
    ] {
        root.call("team/bind", json!({ "code": code })).await.refused(7001);
    }
    root.call("team/bind", json!({ "code": root.scode }))
        .await
        .refused(7003);
    root.call("team/bind", json!({ "code": younger.scode }))
        .await
        .refused(7003);
}

#[tokio::test]
async fn names_are_in_no_event_and_in_no_remembered_answer() {
    let app = TestApp::open().await;
    let root = app.player(1).await;
    let friend = app.newcomer(2, "").await;
    friend.call("team/bind", json!({ "code": root.scode })).await.done();
    friend.call("user/accept_terms", json!({ "version": "1" })).await.done();
    for table in ["events", "requests", "sessions", "postings", "vault_records"] {
        let query = format!("select count(*) from {table} t where t::text like '%Angler%' or t::text like $1");
        let row = sqlx::query_scalar(&query).bind(format!("%{}%", friend.token));
        let found: i64 = row.fetch_one(app.ledger.pool()).await.expect("a count");
        assert_eq!(found, 0, "{table}");
    }
}
