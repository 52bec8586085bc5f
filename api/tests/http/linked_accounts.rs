//! Accounts on one device or network (domain §3.8, §3.10; T-40).

use crate::angler::{Angler, fresh};
use crate::packet::{coins, put_out};
use crate::test_app::{Answer, TestApp};
use crate::visitor::Visitor;
use api::app::Settings;
use domain::config::Config;
use domain::ids::PlayerId;
use domain::posting::Purse;
use ledger::testing::players::accept_terms;
use serde_json::json;

const HOME: &str = "203.0.113.7";
const ELSEWHERE: &str = "198.51.100.1";

async fn app() -> TestApp {
    let settings = Settings {
        trusted_proxies: 1,
        ..Settings::default()
    };
    TestApp::open_with(Config::demo(), settings).await
}

/// The player who was let in.
async fn angler<'a>(app: &'a TestApp, tg_id: i64, login: Answer) -> Angler<'a> {
    let data = login.done().data;
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    let angler = Angler {
        app,
        token: text(&data["token"]),
        scode: text(&data["user"]["scode"]),
        id: PlayerId::of_messenger(tg_id),
    };
    accept_terms(&app.ledger, angler.id).await;
    angler
}

/// Whether the invite of a friend who plays like anybody counts.
async fn counts(inviter: &Angler<'_>, friend: &Angler<'_>) -> bool {
    friend.given(Purse::CoinPaid, 1_000).await;
    friend.dives_five_times().await;
    inviter.app.settle().await;
    let info = inviter.read("team/info").await;
    let pending = info["pending"]["diamonds"].as_i64().expect("a number");
    assert!(pending == 0 || pending == 2, "{info}");
    pending == 2
}

#[tokio::test]
async fn an_invite_between_two_accounts_of_one_device_is_never_valid_t_40() {
    let app = app().await;
    let at = Visitor::from;
    let inviter = app.visit(1, "", at(HOME).device("phone")).await;
    let inviter = angler(&app, 1, inviter).await;
    let login = app.visit(2, &inviter.scode, at(ELSEWHERE).device("phone")).await;
    let friend = angler(&app, 2, login).await;
    assert!(!counts(&inviter, &friend).await);
    // Another device in another place is another person.
    let login = app.visit(3, &inviter.scode, at(ELSEWHERE).device("tablet")).await;
    let friend = angler(&app, 3, login).await;
    assert!(counts(&inviter, &friend).await);
}

#[tokio::test]
async fn an_invite_within_a_network_and_a_browser_is_never_valid_on_that_day_t_40() {
    let app = app().await;
    let inviter = app.visit(1, "", Visitor::from(HOME)).await;
    let inviter = angler(&app, 1, inviter).await;
    let login = app.visit(2, &inviter.scode, Visitor::from(HOME)).await;
    assert!(!counts(&inviter, &angler(&app, 2, login).await).await);
    // Tomorrow the address may be somebody else's; and a network has many browsers.
    let other = Visitor::from(HOME).agent("Browser/2");
    let login = app.visit(3, &inviter.scode, other).await;
    let third = angler(&app, 3, login).await;
    app.next_day();
    let login = app.visit(4, &inviter.scode, Visitor::from(HOME)).await;
    let fourth = angler(&app, 4, login).await;
    for friend in [&third, &fourth] {
        friend.given(Purse::CoinPaid, 1_000).await;
        friend.dives_five_times().await;
    }
    app.settle().await;
    assert_eq!(inviter.read("team/info").await["pending"]["diamonds"], 4);
}

#[tokio::test]
async fn a_tie_is_found_whoever_of_both_logs_in_last_and_when_the_code_is_entered_later_t_40() {
    let app = app().await;
    let at = Visitor::from;
    let inviter = angler(&app, 1, app.visit(1, "", at(HOME).device("one")).await).await;
    let login = app.visit(2, &inviter.scode, at(ELSEWHERE).device("two")).await;
    let friend = angler(&app, 2, login).await;
    app.settle().await;
    app.visit(1, "", at(HOME).agent("other").device("two")).await.done();
    assert!(
        !counts(&inviter, &friend).await,
        "the inviter came to the friend's device"
    );
    let late = angler(&app, 3, app.visit(3, "", at(ELSEWHERE).agent("3").device("two")).await).await;
    late.call("team/bind", json!({ "code": inviter.scode })).await.done();
    assert!(!counts(&inviter, &late).await, "the code was entered after the login");
    let moved = angler(&app, 4, app.visit(4, "", at(ELSEWHERE).agent("4").device("one")).await).await;
    app.visit(4, "", at(ELSEWHERE).agent("5")).await.done();
    moved.call("team/bind", json!({ "code": inviter.scode })).await.done();
    assert!(
        !counts(&inviter, &moved).await,
        "a login without the device does not change where it was"
    );
}

#[tokio::test]
async fn addresses_of_private_networks_tie_nobody() {
    let app = app().await;
    let inviter = angler(&app, 1, app.visit(1, "", Visitor::from("10.0.0.1")).await).await;
    let login = app.visit(2, &inviter.scode, Visitor::from("10.0.0.1")).await;
    assert!(counts(&inviter, &angler(&app, 2, login).await).await);
}

#[tokio::test]
async fn one_of_all_accounts_on_a_device_gets_a_share_of_a_packet() {
    let app = app().await;
    let code = put_out(&app, coins(&app, 300, 3)).await;
    let open = async |tg_id: i64, device| {
        let login = app.visit(tg_id, "", Visitor::from(HOME).device(device)).await;
        let angler = angler(&app, tg_id, login).await;
        angler
            .call("redpacket/claim", json!({ "code": code, "req_id": fresh() }))
            .await
    };
    open(1, "phone").await.done();
    open(2, "phone").await.refused(7204);
    open(3, "tablet").await.done();
    open(4, "").await.done();
}

#[tokio::test]
async fn withdrawals_from_a_crowded_device_need_a_proved_identity() {
    let app = app().await;
    let mut first = None;
    for tg_id in 1..=5 {
        let login = app.visit(tg_id, "", Visitor::from(HOME).device("farm")).await;
        first.get_or_insert(angler(&app, tg_id, login).await);
    }
    let farmer = first.expect("a player");
    farmer.given(Purse::Usdt, 50_000_000).await;
    let address = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
    let body = json!({ "key": "ton", "address": address, "comment": "" });
    farmer.call("withdraw/set_address", body).await.done();
    app.wait_ms(86_400_000);
    let withdraw = json!({ "key": "ton", "amount": "12" });
    farmer.call("withdraw/do", withdraw.clone()).await.refused(6001);
    for device in ["", "another"] {
        let login = app.visit(1, "", Visitor::from(HOME).device(device)).await;
        let farmer = angler(&app, 1, login).await;
        farmer.call("withdraw/do", withdraw.clone()).await.refused(6001);
    }
    // Alone on a device of one's own nothing is asked.
    let login = app.visit(6, "", Visitor::from(HOME).device("own")).await;
    let alone = angler(&app, 6, login).await;
    alone.given(Purse::Usdt, 50_000_000).await;
    let body = json!({ "key": "ton", "address": address, "comment": "" });
    alone.call("withdraw/set_address", body).await.done();
    app.wait_ms(86_400_000);
    alone.call("withdraw/do", withdraw).await.done();
}

#[tokio::test]
async fn a_device_with_an_endless_name_is_refused_and_none_is_kept_in_clear() {
    let app = app().await;
    let long = "x".repeat(65);
    let answer = app.visit(1, "", Visitor::from(HOME).device(&long)).await.refused(-1006);
    assert_eq!(answer, json!({ "field": "device" }));
    let (device, agent) = ("canary-device-7", "canary-browser-7");
    let login = app.visit(1, "", Visitor::from(HOME).agent(agent).device(device)).await;
    login.done();
    for table in ["events", "vault_fingerprints", "vault_records", "requests", "sessions"] {
        let query = format!("select count(*) from {table} t where t::text like any($1)");
        let found: i64 = sqlx::query_scalar(&query)
            .bind(vec![format!("%{device}%"), format!("%{agent}%"), format!("%{HOME}%")])
            .fetch_one(app.ledger.pool())
            .await
            .expect("read");
        assert_eq!(found, 0, "{table}");
    }
}
