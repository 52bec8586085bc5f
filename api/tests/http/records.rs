//! Team records: what friends bring, and receiving it.

use crate::angler::Angler;
use crate::test_app::TestApp;
use domain::money::Usdt;
use domain::posting::Purse;
use serde_json::{Value, json};
use uuid::Uuid;
use workers::records::Records;

const DAY_MS: i64 = 86_400_000;
const TEN_MINUTES_MS: i64 = 600_000;

/// Dives for bought coins until the inviter has a rebate of 5 micro-USDT: the second level gets a fifth as much, which
/// is then at least 1. The first dives make the invite valid.
pub async fn earns(friend: &Angler<'_>, inviter: &Angler<'_>) {
    friend.given(Purse::CoinPaid, 100_000).await;
    friend.dives_five_times().await;
    for _ in 0..60 {
        inviter.app.settle().await;
        let team = inviter.read("team/info").await;
        let rebate: Usdt = serde_json::from_value(team["rebate_total"].clone()).expect("an amount");
        if rebate >= Usdt::from_minor(5) {
            return;
        }
        let dive = friend.dives(100).await;
        friend.casts(&dive, 1).await.done();
        friend.casts(&dive, 2).await.done();
        friend.surfaces(&dive).await.done();
    }
    panic!("sixty dives without a profit");
}

async fn records(angler: &Angler<'_>) -> Vec<Value> {
    angler.app.settle().await;
    let page = angler.read("team/records").await;
    page["list"].as_array().expect("a list").clone()
}

async fn receives(angler: &Angler<'_>, record: &Value) -> crate::test_app::Answer {
    angler
        .call("team/receive", json!({ "record_id": record["record_id"] }))
        .await
}

#[tokio::test]
async fn a_day_of_two_friends_becomes_records_on_both_levels_that_pay_once() {
    // Laws I-27 and I-28, threat T-24.
    let app = TestApp::open().await;
    let top = app.player(1).await;
    let root = app.invited(2, &top.scode).await;
    let friend = app.invited(3, &root.scode).await;
    earns(&friend, &root).await;
    let total = root.read("team/info").await["rebate_total"].clone();

    let today = records(&root).await;
    let kinds: Vec<&Value> = today.iter().map(|record| &record["type"]).collect();
    assert_eq!(kinds, ["invite"], "a rebate is shown when its day is summed");
    app.next_day();
    assert_eq!(records(&root).await.len(), 1, "ten minutes after midnight, not before");
    app.wait_ms(TEN_MINUTES_MS);
    let shown = records(&root).await;
    let kinds: Vec<&Value> = shown.iter().map(|record| &record["type"]).collect();
    assert_eq!(kinds, ["rebate_l1", "invite"]);
    let rebate = &shown[0];
    assert_eq!(
        *rebate,
        json!({
            "record_id": rebate["record_id"], "type": "rebate_l1", "day": "2025-01-01",
            "friend": { "nickname": "Angler 3", "avatar": "" }, "diamonds": 0, "usdt": total, "state": "pending",
            "created_at": app.now(), "expires_at": app.now() - TEN_MINUTES_MS + 30 * DAY_MS
        })
    );
    let second = records(&top).await;
    assert_eq!((second.len(), &second[0]["type"]), (1, &json!("rebate_l2")));
    assert_eq!(
        second[0]["friend"],
        Value::Null,
        "names of friends' friends stay theirs"
    );

    let pending = json!({ "count": 2, "diamonds": 2, "usdt": total });
    assert_eq!(root.read("team/info").await["pending"], pending);
    let paid = receives(&root, rebate).await.done().data;
    assert_eq!(
        (&paid["record"]["state"], &paid["asset"]["usdt"]),
        (&json!("received"), &total)
    );
    assert_eq!(paid["record"]["friend"]["nickname"], "Angler 3");
    assert_eq!(paid["record"]["created_at"], rebate["created_at"]);
    let paid = receives(&root, &shown[1]).await.done().data;
    assert_eq!(paid["asset"]["diamond"], 2);
    for record in &shown {
        receives(&root, record).await.refused(4001);
        receives(&friend, record).await.refused(4007);
    }
    assert!(records(&root).await.iter().all(|record| record["state"] == "received"));
    let team = root.read("team/info").await;
    assert_eq!(
        (&team["pending"], &team["diamonds_today"]),
        (&json!({ "count": 0, "diamonds": 0, "usdt": "0.000000" }), &json!(2))
    );
}

#[tokio::test]
async fn a_record_is_received_within_the_limits_of_the_day_and_the_rest_on_another() {
    let app = TestApp::open().await;
    let root = app.player(1).await;
    let friend = app.invited(2, &root.scode).await;
    earns(&friend, &root).await;
    app.next_day();
    app.wait_ms(TEN_MINUTES_MS);
    app.publish(|config| {
        config.team.invite_diamonds_day = 2;
        config.team.rebate_day = Usdt::from_minor(1);
    })
    .await;
    let shown = records(&root).await;
    let part = receives(&root, &shown[0]).await.done().data;
    assert_eq!(
        (&part["record"]["state"], &part["asset"]["usdt"]),
        (&json!("pending"), &json!("0.000001"))
    );
    app.settle().await;
    receives(&root, &shown[0]).await.refused(4009);
    receives(&root, &shown[1]).await.done();
    app.wait_ms(DAY_MS);
    app.settle().await;
    let part = receives(&root, &shown[0]).await.done().data;
    assert_eq!(part["asset"]["usdt"], "0.000002");
    for tg_id in [3, 4] {
        let other = app.invited(tg_id, &root.scode).await;
        other.given(Purse::CoinPromo, 100).await;
        other.dives_five_times().await;
    }
    let newest = records(&root).await;
    receives(&root, &newest[0]).await.done();
    let full = receives(&root, &newest[1]).await.refused(4009);
    assert_eq!(full, json!({ "cap": "2" }), "two diamonds of two");
}

#[tokio::test]
async fn a_record_that_nobody_received_ends_once_and_pays_nothing() {
    let app = TestApp::open().await;
    let root = app.player(1).await;
    let friend = app.invited(2, &root.scode).await;
    friend.given(Purse::CoinPromo, 100).await;
    friend.dives_five_times().await;
    let shown = records(&root).await;
    let clock = Records::default();
    clock.tick(&app.ledger).await.expect("done");
    assert_eq!(records(&root).await[0]["state"], "pending");
    app.wait_ms(31 * DAY_MS);
    // The session is over after a week; the player comes back.
    let root = app.player(1).await;
    assert_eq!(records(&root).await[0]["state"], "expired");
    receives(&root, &shown[0]).await.refused(4008);
    let before = app.facts().await;
    for _ in 0..3 {
        clock.tick(&app.ledger).await.expect("done");
        Records::default().tick(&app.ledger).await.expect("done");
    }
    assert_eq!(app.facts().await, before + 1, "one end, whoever looks");
    assert_eq!(records(&root).await[0]["state"], "expired");
    let due = ledger::balance::total(app.ledger.pool(), "invite_due").await;
    assert_eq!(due.expect("a sum"), 0, "what was owed went back");
}

#[tokio::test]
async fn records_come_in_pages_and_strangers_records_are_unknown() {
    let app = TestApp::open().await;
    let root = app.player(1).await;
    for tg_id in 2..5 {
        let friend = app.invited(tg_id, &root.scode).await;
        friend.given(Purse::CoinPromo, 100).await;
        friend.dives_five_times().await;
    }
    app.settle().await;
    let (mut names, mut last_id) = (Vec::new(), json!(""));
    loop {
        let body = json!({ "last_id": last_id, "size": 2 });
        let page = root.call("team/records", body).await.done().data;
        let list = page["list"].as_array().expect("a list");
        names.extend(list.iter().map(|record| record["friend"]["nickname"].clone()));
        last_id = page["next_last_id"].clone();
        if page["has_more"] == false {
            break;
        }
    }
    assert_eq!(names, ["Angler 4", "Angler 3", "Angler 2"]);
    for wrong in [json!({ "size": 0 }), json!({ "size": 51 }), json!({ "last_id": "x" })] {
        root.call("team/records", wrong).await.refused(-1006);
    }
    let stranger = app.player(9).await;
    let record = records(&root).await[0].clone();
    let foreign = receives(&stranger, &record).await;
    let unknown = receives(&stranger, &json!({ "record_id": Uuid::new_v4() })).await;
    assert_eq!((foreign.error, &foreign.bytes), (unknown.error, &unknown.bytes), "T-31");
    unknown.refused(4007);
    let empty = stranger
        .call("team/records", json!({ "last_id": record["record_id"] }))
        .await
        .done();
    assert_eq!(empty.data["list"], json!([]));
}
