//! Red packets and redeem codes.

use crate::angler::{Angler, fresh};
use crate::packet::{coins, put_out};
use crate::solvency;
use crate::test_app::{Answer, TestApp};
use domain::money::Usdt;
use domain::posting::Purse;
use domain::red_packet::{Kind, Prize};
use domain::treasury::{FundPromoBudget, TreasuryCommand};
use ledger::{Plain, RESERVE_STREAM, Request, StreamId};
use serde_json::{Value, json};
use workers::packets;

const DAY_MS: i64 = 86_400_000;

async fn opens(angler: &Angler<'_>, code: &str) -> Answer {
    let body = json!({ "code": code, "req_id": fresh() });
    angler.call("redpacket/claim", body).await
}

async fn looks_at(angler: &Angler<'_>, code: &str) -> Answer {
    angler.app.settle().await;
    angler.call("redpacket/info", json!({ "code": code })).await
}

async fn balance(app: &TestApp, account: &str) -> i64 {
    ledger::balance::total(app.ledger.pool(), account)
        .await
        .expect("a balance")
}

#[tokio::test]
async fn a_packet_gives_each_player_one_share_until_it_is_finished() {
    let app = TestApp::open().await;
    let (first, second, third) = (app.player(1).await, app.player(2).await, app.player(3).await);
    let code = put_out(&app, coins(&app, 200, 2)).await;
    let open = json!({
        "kind": "equal", "asset": "coin", "title": "For all", "total": 2, "left": 2, "state": "open",
        "mine": null, "starts_at": app.now(), "expires_at": app.now() + DAY_MS
    });
    let seen = looks_at(&first, &code.to_lowercase()).await.done().data;
    assert_eq!(seen, open);
    let body = json!({ "code": code, "req_id": fresh() });
    let claimed = first.call("redpacket/claim", body.clone()).await.done();
    assert_eq!(
        (
            &claimed.data["asset_type"],
            &claimed.data["amount"],
            &claimed.data["asset"]["coin_promo"]
        ),
        (&json!("coin"), &json!("100"), &json!(100))
    );
    first.given(Purse::CoinPromo, 5).await;
    let again = first.call("redpacket/claim", body.clone()).await.done();
    assert_eq!(again.bytes, claimed.bytes);
    let mut other = body.clone();
    other["code"] = json!(code.to_lowercase());
    first.call("redpacket/claim", other).await.refused(-1007);
    opens(&first, &code).await.refused(4001);
    assert_eq!(
        looks_at(&first, &code).await.done().data["mine"],
        json!({ "amount": "100" })
    );
    // The same request id of another player is another request.
    second.call("redpacket/claim", body).await.done();
    opens(&third, &code).await.refused(7202);
    let seen = looks_at(&third, &code).await.done().data;
    assert_eq!(
        (&seen["state"], &seen["left"], &seen["mine"]),
        (&json!("finished"), &json!(0), &Value::Null)
    );
}

#[tokio::test]
async fn ten_wrong_codes_an_hour_are_enough() {
    let app = TestApp::open().await;
    let (angler, other) = (app.player(1).await, app.player(2).await);
    let code = put_out(&app, coins(&app, 200, 2)).await;
    let before = put_out(&app, coins(&app, 100, 1)).await;
    let body = json!({ "code": before, "req_id": fresh() });
    let claimed = angler.call("redpacket/claim", body.clone()).await.done();
    for number in 0..5 {
        opens(&angler, &format!("00000{number}ABCD")).await.refused(7201);
        looks_at(&angler, "no code at all").await.refused(7201);
    }
    let answer = opens(&angler, "00000ZABCD").await.refused(7205);
    assert!(answer["until"].as_i64() > Some(app.now()), "{answer}");
    opens(&angler, &code).await.refused(7205);
    opens(&other, &code).await.done();
    // The stored answer of an earlier claim is given all the same.
    assert_eq!(angler.call("redpacket/claim", body).await.done().bytes, claimed.bytes);
    app.wait_ms(360_001);
    opens(&angler, &code).await.done();
}

#[tokio::test]
async fn a_packet_waits_for_its_time_and_ends_with_it() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let mut later = coins(&app, 200, 2);
    (later.from, later.to) = (later.from.plus_ms(1_000), later.to.plus_ms(1_000));
    let code = put_out(&app, later).await;
    let seen = looks_at(&angler, &code).await.done().data;
    assert_eq!(
        (&seen["state"], &seen["starts_at"]),
        (&json!("waiting"), &json!(app.now() + 1_000))
    );
    opens(&angler, &code).await.refused(4002);
    app.wait_ms(1_000);
    assert_eq!(looks_at(&angler, &code).await.done().data["state"], "open");
    opens(&angler, &code).await.done();
    app.wait_ms(DAY_MS);
    let (angler, before) = (app.player(2).await, app.facts().await);
    opens(&angler, &code).await.refused(7203);
    assert_eq!(looks_at(&angler, &code).await.done().data["state"], "expired");
    for _ in 0..2 {
        workers::packets::tick(&app.ledger).await.expect("done");
        app.settle().await;
    }
    assert_eq!(app.facts().await, before + 1, "one end, however often the clock looks");
    opens(&angler, &code).await.refused(7203);
}

#[tokio::test]
async fn conditions_are_refused_by_name() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 1_000).await;
    let mut old = coins(&app, 200, 2);
    old.eligibility.min_age_days = 1;
    let code = put_out(&app, old).await;
    assert_eq!(
        opens(&angler, &code).await.refused(7204),
        json!({ "reason": "account_age" })
    );
    let mut active = coins(&app, 200, 2);
    active.eligibility.min_casts_7d = 5;
    let code = put_out(&app, active).await;
    assert_eq!(opens(&angler, &code).await.refused(7204), json!({ "reason": "casts" }));
    angler.dives_five_times().await;
    app.settle().await;
    opens(&angler, &code).await.done();
    let mut far = coins(&app, 200, 2);
    far.eligibility.countries = vec!["DE".into()];
    let code = put_out(&app, far).await;
    assert_eq!(
        opens(&angler, &code).await.refused(7204),
        json!({ "reason": "country" })
    );
}

#[tokio::test]
async fn a_packet_of_money_holds_what_the_budget_promised_and_gives_the_rest_back() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let mut money = coins(&app, 1, 4);
    (money.kind, money.min) = (Kind::Lucky, 1_000);
    money.total = Prize::Usdt(Usdt::from_minor(2_000_000));
    let sealed = app.ledger.seal_packet(money.clone()).await.expect("sealed");
    let unfunded = packets::create(&app.ledger, sealed, Request::default())
        .await
        .expect("a reply");
    assert_eq!(unfunded.code, 2004);
    let fund = FundPromoBudget {
        amount: Usdt::from_minor(3_000_000),
        proposer: "ann".into(),
        approver: "bo".into(),
        reason: "a feast".into(),
    };
    let reserve = StreamId::house(RESERVE_STREAM);
    let command = TreasuryCommand::FundPromoBudget(fund);
    let treasury = app.ledger.treasury();
    let funded = treasury.execute(&reserve, command, Request::default(), Plain).await;
    assert!(funded.expect("a reply").is_accepted());
    let code = put_out(&app, money).await;
    assert_eq!(balance(&app, "h:usdt_packet_held").await, 2_000_000);
    let claimed = opens(&angler, &code).await.done().data;
    assert_eq!(claimed["amount"], claimed["asset"]["usdt"]);
    solvency::agrees(&app).await;
    app.wait_ms(DAY_MS);
    app.settle().await;
    workers::packets::tick(&app.ledger).await.expect("done");
    assert_eq!(balance(&app, "h:usdt_packet_held").await, 0, "law I-30");
    solvency::agrees(&app).await;
    let left = Usdt::parse(claimed["amount"].as_str().expect("an amount")).expect("USDT");
    assert_eq!(balance(&app, "h:usdt_promo_budget").await, 3_000_000 - left.minor());
}
