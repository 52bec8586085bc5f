//! A call that is interrupted after its take is completed later, and its repetition is answered once (`domain::stock`).

use crate::angler::{Angler, fresh};
use crate::pool::{amount, pool_left, ready, tick};
use crate::test_app::TestApp;
use api::wire::body::{Body, Id, digest};
use api::wire::exchange::ExchangeUnlockBody;
use api::wire::shop::ShopBuyBody;
use domain::ids::{StockId, TakeId};
use domain::money::{Coupon, Gusd};
use domain::policies::use_take;
use domain::posting::Purse;
use domain::refusal::Refusal;
use domain::stock::{Lot, Purpose, Stock, StockCommand, StockEvent, StockTaken};
use domain::stream::Context;
use domain::time::Timestamp;
use ledger::policies::dispatch;
use ledger::{Request, Shape, StreamId};
use serde_json::{Value, json};
use uuid::Uuid;
use workers::offers;
use workers::pool;

/// The stored answer of a take, as the call makes it.
struct TakenAnswer;

impl Shape<Stock> for TakenAnswer {
    fn accepted(&self, _stock: &Stock, _version: u64, events: &[StockEvent], _context: &Context) -> String {
        let Some(StockEvent::StockTaken(taken)) = events.first() else {
            panic!("a take is recorded as StockTaken, not {events:?}");
        };
        serde_json::to_string(taken).expect("JSON")
    }

    fn refused(&self, _stock: &Stock, _version: u64, _refusal: &Refusal, _context: &Context) -> String {
        "null".into()
    }
}

/// The call takes from the stock and is interrupted.
async fn takes(angler: &Angler<'_>, call: &str, body: &impl Body, stock: StockId, purpose: Purpose) -> StockTaken {
    let id = api::limited_stock::request_of(angler.id, body.req_id().expect("a request id"));
    let request = Request {
        id: Some(id),
        digest: digest(&format!("/api/v1/{call}"), body),
        actor: "player".into(),
        ..Request::default()
    };
    let command = StockCommand::Take {
        take: TakeId::of(id, &purpose),
        request: Some(id),
        taker: angler.id,
        purpose,
    };
    let stocks = angler.app.ledger.stocks();
    let reply = stocks
        .execute(&StreamId::thing(stock.0), command, request, TakenAnswer)
        .await;
    serde_json::from_str(&reply.expect("a reply").data).expect("a take")
}

/// The policy that follows the log uses the take.
async fn policy_goes_on(app: &TestApp, stock: StockId, taken: &StockTaken) {
    let step = use_take(stock, taken);
    let request = Request::system("policy:follow", step.request_id);
    let reply = dispatch(&app.ledger, step.command, request).await.expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
}

/// An unlock of 250 that is interrupted after its take; its body, the stock and the take.
async fn interrupted_unlock(angler: &Angler<'_>) -> (Value, StockId, StockTaken) {
    let (app, request) = (angler.app, Uuid::new_v4());
    let body = ExchangeUnlockBody {
        ts: app.now(),
        amount: "250".into(),
        token: angler.token.clone(),
        req_id: Id(request),
    };
    let shards = pool::shards(&app.ledger);
    let shard = api::limited_stock::order_for(angler.id, shards)
        .next()
        .expect("a shard");
    let stock = pool::shard(Timestamp(app.now()).day(), shard).id();
    let amount = Gusd::from_minor(25_000);
    let taken = takes(angler, "exchange/unlock", &body, stock, Purpose::Unlock { amount }).await;
    (json!({ "amount": "250", "req_id": request.to_string() }), stock, taken)
}

#[tokio::test]
async fn what_the_policy_used_first_is_answered_as_if_the_call_had_been_first() {
    let app = TestApp::open().await;
    let angler = ready(&app, 1).await;
    let (body, stock, taken) = interrupted_unlock(&angler).await;
    policy_goes_on(&app, stock, &taken).await;
    angler.given(Purse::Gusd, 1).await;
    let answer = angler.call("exchange/unlock", body.clone()).await.done();
    assert_eq!(
        (
            &answer.data["unlocked"],
            &answer.data["asset"]["gusd"],
            &answer.data["asset"]["gusd_bonus"]
        ),
        (&json!("250.00"), &json!("250.00"), &json!("750.00")),
        "as of the unlock, not of now"
    );
    assert_eq!(angler.call("exchange/unlock", body).await.done().bytes, answer.bytes);
    assert_eq!(pool_left(&angler).await, "49750.00", "taken once");
}

#[tokio::test]
async fn an_unlock_repeated_after_midnight_takes_nothing_from_the_new_day() {
    let app = TestApp::open_on(4).await;
    let angler = ready(&app, 1).await;
    let mut body = amount("200");
    body["req_id"] = json!(fresh());
    let done = angler.call("exchange/unlock", body.clone()).await.done();
    let (dead, ..) = interrupted_unlock(&angler).await;
    app.next_day();
    tick(&app).await;
    let left = pool_left(&angler).await;
    let again = angler.call("exchange/unlock", body.clone()).await.done();
    assert_eq!(again.bytes, done.bytes);
    let completed = angler.call("exchange/unlock", dead.clone()).await.done();
    assert_eq!(completed.data["asset"]["gusd"], "450.00");
    assert_eq!(pool_left(&angler).await, left, "both took yesterday");
    body["amount"] = json!("1");
    angler.call("exchange/unlock", body.clone()).await.refused(-1007);
    // What was answered stays the answer when nobody looks for the take any more.
    app.next_day();
    app.next_day();
    let again = angler.call("exchange/unlock", dead).await.done();
    assert_eq!(again.bytes, completed.bytes);
}

#[tokio::test]
async fn an_unlock_that_found_the_pool_finished_stays_refused_after_midnight() {
    let app = TestApp::open_on(4).await;
    let angler = ready(&app, 1).await;
    app.next_day();
    let mut body = amount("1");
    body["req_id"] = json!(fresh());
    angler.call("exchange/unlock", body.clone()).await.refused(5303);
    app.next_day();
    tick(&app).await;
    angler.call("exchange/unlock", body).await.refused(5303);
    angler.call("exchange/unlock", amount("1")).await.done();
}

#[tokio::test]
async fn who_cannot_use_a_take_any_more_gives_it_back_and_gets_the_same_answer_again() {
    let app = TestApp::open().await;
    let angler = ready(&app, 1).await;
    let (body, ..) = interrupted_unlock(&angler).await;
    assert_eq!(pool_left(&angler).await, "49750.00");
    angler.given(Purse::GusdBonus, -90_000).await;
    angler.call("exchange/unlock", body.clone()).await.refused(2003);
    assert_eq!(pool_left(&angler).await, "50000.00");
    angler.given(Purse::GusdBonus, 90_000).await;
    angler.call("exchange/unlock", body).await.refused(2003);
    assert_eq!(pool_left(&angler).await, "50000.00", "given back once");
}

#[tokio::test]
async fn a_purchase_is_answered_as_it_was_made_when_the_item_has_left_the_catalogue() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 50_000_000).await;
    app.publish(|config| config.shop.items[2].stock = Some(3)).await;
    offers::tick(&app.ledger).await.expect("offered");
    let body = ShopBuyBody {
        ts: app.now(),
        item_id: "coins_5".into(),
        price: "5".into(),
        count: 1,
        token: angler.token.clone(),
        req_id: Id(Uuid::new_v4()),
    };
    let item_id = body.item_id.clone();
    let stock = Lot::Item {
        item_id: item_id.clone(),
    };
    let (stock, price) = (stock.id(), Coupon::from_minor(5_000_000));
    let purpose = Purpose::Buy {
        item_id,
        price,
        count: 1,
    };
    let taken = takes(&angler, "shop/buy", &body, stock, purpose).await;
    policy_goes_on(&app, stock, &taken).await;
    let sent = json!({ "item_id": "coins_5", "price": "5", "count": 1, "req_id": body.req_id.0.to_string() });
    app.publish(|config| config.shop.items[2].coin_paid = domain::money::Coin::from_minor(1))
        .await;
    let answer = angler.call("shop/buy", sent.clone()).await.done();
    assert_eq!(
        (
            &answer.data["item"]["coin_paid"],
            &answer.data["item"]["stock"],
            &answer.data["asset"]["coupon"]
        ),
        (&json!(50_000), &json!(2), &json!("45.000000"))
    );
    app.publish(|config| drop(config.shop.items.remove(2))).await;
    assert_eq!(angler.call("shop/buy", sent).await.done().bytes, answer.bytes);
}

fn purchase(item_id: &str, price: &str, request: Uuid) -> Value {
    json!({ "item_id": item_id, "price": price, "count": 1, "req_id": request.to_string() })
}

/// Of both items of the shop there are three pieces.
async fn two_limited_items(app: &TestApp) {
    app.publish(|config| {
        config.shop.items[1].stock = Some(3);
        config.shop.items[2].stock = Some(3);
    })
    .await;
    offers::tick(&app.ledger).await.expect("offered");
}

#[tokio::test]
async fn a_request_that_bought_one_limited_item_buys_no_other() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 50_000_000).await;
    two_limited_items(&app).await;
    let request = Uuid::new_v4();
    let bought = angler.call("shop/buy", purchase("coins_1", "1", request)).await.done();
    for _ in 0..2 {
        let other = purchase("coins_5", "5", request);
        angler.call("shop/buy", other).await.refused(-1007);
    }
    let unlimited = purchase("coins_10", "10", request);
    angler.call("shop/buy", unlimited).await.refused(-1007);
    app.settle().await;
    let again = angler.call("shop/buy", purchase("coins_1", "1", request)).await.done();
    assert_eq!(again.bytes, bought.bytes);
    let next = angler
        .call("shop/buy", purchase("coins_5", "5", Uuid::new_v4()))
        .await
        .done();
    assert_eq!(
        (&next.data["item"]["stock"], &next.data["asset"]["coupon"]),
        (&json!(2), &json!("44.000000")),
        "the refused call gave its piece back and cost nothing"
    );
}

#[tokio::test]
async fn of_two_calls_with_one_request_one_uses_its_take_and_the_other_gives_it_back() {
    let app = TestApp::open().await;
    let angler = ready(&app, 1).await;
    angler.given(Purse::Coupon, 50_000_000).await;
    two_limited_items(&app).await;
    let request = Uuid::new_v4();
    let mut unlock = amount("250");
    unlock["req_id"] = json!(request.to_string());
    let buy = purchase("coins_5", "5", request);
    let (unlocked, bought) = tokio::join!(
        angler.call("exchange/unlock", unlock.clone()),
        angler.call("shop/buy", buy.clone())
    );
    let codes = [unlocked.error, bought.error];
    assert!(codes == [0, -1007] || codes == [-1007, 0], "{codes:?}");
    app.settle().await;
    let has_unlocked = codes[0] == 0;
    let left = if has_unlocked { "49750.00" } else { "50000.00" };
    assert_eq!(pool_left(&angler).await, left);
    let next = angler
        .call("shop/buy", purchase("coins_5", "5", Uuid::new_v4()))
        .await
        .done();
    let pieces = if has_unlocked { 2 } else { 1 };
    assert_eq!(next.data["item"]["stock"], json!(pieces));
    let again = [
        angler.call("exchange/unlock", unlock).await.error,
        angler.call("shop/buy", buy).await.error,
    ];
    assert_eq!(again, codes, "each call has its own stored answer");
}
