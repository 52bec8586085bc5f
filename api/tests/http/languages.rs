//! Texts of the catalogue in the language that a call asks for (api §4).

use crate::angler::{Angler, fresh};
use crate::packet::{coins, put_out};
use crate::test_app::TestApp;
use domain::config::Text;
use domain::config::promotion::TaskKind;
use domain::config::shop::Item;
use domain::posting::Purse;
use serde_json::{Value, json};
use workers::offers;

/// The texts at `pointer`, in English, in Chinese, without a wish and with one that nobody can fulfil.
async fn said(angler: &Angler<'_>, call: &str, body: Value, pointer: &str) -> [String; 4] {
    let found = |data: Value| data.pointer(pointer).and_then(Value::as_str).expect(call).to_owned();
    let ask = async |lang| found(angler.call_in(lang, call, body.clone()).await.done().data);
    let plain = angler.call(call, body.clone()).await.done().data;
    [
        ask("en-US,en;q=0.9").await,
        ask("zh").await,
        found(plain),
        ask("fr, de;q=0.5").await,
    ]
}

fn expected(text: &Text) -> [String; 4] {
    [&text.en, &text.zh, &text.en, &text.en].map(Clone::clone)
}

#[tokio::test]
async fn the_same_call_is_answered_in_both_languages() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let code = put_out(&app, coins(&app, 200, 2)).await;
    app.settle().await;
    let config = app.ledger.current_config();
    let task = &config.promotion.tasks[0];
    for (call, body, pointer, text) in [
        ("promotion/list", json!({}), "/list/0/title", &task.title),
        ("promotion/list", json!({}), "/list/0/desc", &task.desc),
        ("vip/info", json!({}), "/list/1/name", &config.vip.tiers[1].name),
        ("shop/list", json!({}), "/list/0/title", &config.shop.items[0].title),
        (
            "redpacket/info",
            json!({ "code": code }),
            "/title",
            &Text::new("For all", "人人有份"),
        ),
    ] {
        assert_ne!(text.en, text.zh);
        assert_eq!(
            said(&angler, call, body, pointer).await,
            expected(text),
            "{call} {pointer}"
        );
    }
}

#[tokio::test]
async fn a_repetition_in_another_language_gets_the_same_answer_in_its_words() {
    let app = TestApp::open().await;
    // A limited item: the policy that follows the log may store the answer before the call.
    app.publish(|config| config.shop.items[2].stock = Some(5)).await;
    offers::tick(&app.ledger).await.expect("offered");
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 90_000_000).await;
    let config = app.ledger.current_config();
    let (limited, plain, tier) = (&config.shop.items[2], &config.shop.items[1], &config.vip.tiers[0]);
    let buy = |item: &Item| {
        let price = item.price.to_string();
        json!({ "item_id": item.item_id, "price": price, "count": 1 })
    };
    for (call, body, pointer, text) in [
        (
            "vip/activate",
            json!({ "vip_id": tier.vip_id }),
            "/vip/name",
            &tier.name,
        ),
        ("vip/receive", json!({ "vip_id": tier.vip_id }), "/vip/name", &tier.name),
        ("shop/buy", buy(limited), "/item/title", &limited.title),
        ("shop/buy", buy(plain), "/item/title", &plain.title),
    ] {
        let mut body = body;
        body["req_id"] = json!(fresh());
        let mut first = angler.call_in("zh-CN", call, body.clone()).await.done().data;
        let mut again = angler.call_in("en", call, body).await.done().data;
        let taken = [&mut again, &mut first].map(|data| data.pointer_mut(pointer).map(Value::take));
        assert_eq!(taken, [&text.en, &text.zh].map(|text| Some(json!(text))), "{call}");
        assert_eq!(first, again, "{call}: the same facts");
    }
}

#[tokio::test]
async fn a_task_s_acts_are_answered_in_the_language_of_the_call() {
    let app = TestApp::open().await;
    app.publish(|config| config.promotion.tasks[0].kind = TaskKind::SigninN(1))
        .await;
    let angler = app.player(1).await;
    angler.call("signin/sign", json!({})).await.done();
    let task = app.ledger.current_config().promotion.tasks[0].clone();
    let body = json!({ "task_id": task.task_id });
    for call in ["promotion/verify", "promotion/receive"] {
        let answer = angler.call_in("zh", call, body.clone()).await.done().data;
        assert_eq!(answer["task"]["title"], task.title.zh, "{call}");
        assert_eq!(answer["task"]["desc"], task.desc.zh, "{call}");
    }
    let refused = angler.call_in("zh", "promotion/receive", body.clone()).await;
    assert_eq!((refused.error, refused.message.is_ascii()), (4001, false));
    let refused = angler.call_in("en", "promotion/receive", body).await;
    assert_eq!(refused.message, "You have already received it");
}
