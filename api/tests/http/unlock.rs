//! The daily unlock of bonus tokens out of the day's pool (domain §2.8).

use crate::angler::fresh;
use crate::pool::{amount, pool_left, ready, tick};
use crate::solvency;
use crate::test_app::TestApp;
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::player::team::CountInvite;
use domain::posting::Purse;
use ledger::testing::players;
use serde_json::json;
use workers::pool;

const DAY_MS: i64 = 86_400_000;

#[tokio::test]
async fn bonus_tokens_become_free_ones_out_of_the_day_s_pool() {
    let app = TestApp::open().await;
    let angler = ready(&app, 1).await;
    assert_eq!(pool_left(&angler).await, "50000.00");
    let body = json!({ "amount": "400", "req_id": fresh() });
    let done = angler.call("exchange/unlock", body.clone()).await.done();
    assert_eq!(
        (
            &done.data["unlocked"],
            &done.data["asset"]["gusd"],
            &done.data["asset"]["gusd_bonus"]
        ),
        (&json!("400.00"), &json!("400.00"), &json!("600.00"))
    );
    assert_eq!(
        angler.call("exchange/unlock", body.clone()).await.done().bytes,
        done.bytes
    );
    let mut other = body;
    other["amount"] = json!("1");
    angler.call("exchange/unlock", other).await.refused(-1007);
    let info = angler.read("exchange/info").await["unlock"].clone();
    assert_eq!(
        (&info["bonus"], &info["left_today"], &info["pool_left"]),
        (&json!("600.00"), &json!("100.00"), &json!("49600.00"))
    );
    assert!(
        info["gate"]
            .as_array()
            .expect("a gate")
            .iter()
            .all(|item| item["ok"] == true)
    );
}

#[tokio::test]
async fn an_unlock_is_refused_for_the_stated_reason() {
    let app = TestApp::open().await;
    let newcomer = app.player(9).await;
    let at = app.now() + 7 * DAY_MS;
    let refused = newcomer.call("exchange/unlock", amount("1")).await.refused(4002);
    assert_eq!(refused, json!({ "at": at }));
    app.wait_ms(8 * DAY_MS);
    let newcomer = app.player(9).await;
    newcomer.call("exchange/unlock", amount("1")).await.refused(4004);
    let friend = PlayerId::of_messenger(3);
    players::must(&app.ledger, newcomer.id, CountInvite { friend }).await;
    newcomer.call("exchange/unlock", amount("1")).await.refused(6001);

    let angler = ready(&app, 1).await;
    for text in ["x", "", "0", "0.001", "-1"] {
        angler.call("exchange/unlock", amount(text)).await.refused(2006);
    }
    let over = angler.call("exchange/unlock", amount("500.01")).await.refused(5302);
    assert_eq!(over, json!({ "left": "500.00" }));
    angler.given(Purse::GusdBonus, -99_999).await;
    angler.call("exchange/unlock", amount("0.02")).await.refused(2003);
    assert_eq!(pool_left(&angler).await, "50000.00", "nobody took anything");
}

#[tokio::test]
async fn whoever_comes_late_finds_the_pool_finished() {
    let app = TestApp::open().await;
    // As many stocks as the database has logs, of a hundred tokens each.
    let shards = pool::shards(&app.ledger);
    app.publish(|config| {
        let pool = Usdt::from_minor(i64::from(shards) * 10_000);
        (config.exchange.unlock.pool_min, config.exchange.unlock.pool_max) = (pool, pool);
    })
    .await;
    let angler = ready(&app, 1).await;
    for _ in 0..shards {
        angler.call("exchange/unlock", amount("100")).await.done();
    }
    let body = json!({ "amount": "0.01", "req_id": fresh() });
    let late = angler.call("exchange/unlock", body.clone()).await;
    assert_eq!(late.message, "You're late, it's Finished");
    late.refused(5303);
    angler.call("exchange/unlock", body).await.refused(5303);
    assert_eq!(pool_left(&angler).await, "0.00");
    // The day has a pool of its own.
    app.next_day();
    angler.call("exchange/unlock", amount("1")).await.refused(5303);
    tick(&app).await;
    angler.call("exchange/unlock", amount("1")).await.done();
}

#[tokio::test]
async fn two_unlocks_at_once_stay_within_the_player_s_day_and_give_back_what_they_do_not_use() {
    let app = TestApp::open().await;
    let angler = ready(&app, 1).await;
    let (one, two) = tokio::join!(
        angler.call("exchange/unlock", amount("300")),
        angler.call("exchange/unlock", amount("300")),
    );
    let mut codes = [one.error, two.error];
    codes.sort_unstable();
    assert_eq!(codes, [0, 5302]);
    assert_eq!(pool_left(&angler).await, "49700.00");
    solvency::pools_agree(&app).await;
}
