//! All routes with ids of another player: each is as unknown as an id that does not exist (T-31).
//!
//! The routes come from the document: a call that begins to take an id of something that players own
//! must find its line here.

use crate::angler::{Angler, fresh};
use crate::test_app::{Answer, TestApp};
use crate::upload::uploads;
use domain::posting::Purse;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Fields of a body that name something of one player.
const OWN: [&str; 6] = ["dive_id", "id_urls", "key", "last_id", "order_no", "record_id"];
/// Calls whose `key` is a channel, the same for everybody.
const CHANNELS: [&str; 2] = ["withdraw/do", "withdraw/set_address"];
const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/// Every call with a field that names something of one player.
fn routes() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&api::openapi::document()).expect("JSON");
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let call = path.trim_start_matches("/api/v1/").to_owned();
        let body = &item["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let body = document.pointer(body.as_str().expect("a body").trim_start_matches('#'));
        let fields = body.expect("a schema")["properties"]
            .as_object()
            .expect("fields")
            .keys();
        let own = fields.filter(|field| OWN.contains(&field.as_str()));
        let own = own.filter(|field| *field != "key" || !CHANNELS.contains(&call.as_str()));
        routes.extend(own.map(|field| (call.clone(), field.clone())));
    }
    routes
}

/// The rest of a body, whatever the id.
fn beside(call: &str) -> Value {
    match call {
        "fishing/cast" => json!({ "seq": 1, "shield": false }),
        "topup/message" => json!({ "address": ADDRESS }),
        "topup/submit" => json!({ "boc": "dGU2Y2M=" }),
        "topup/cancel" => json!({ "code": 300 }),
        "kyc/edit" => json!({
            "id_name": "Ann Angler", "id_no": "AB12345", "country": "MT", "tel": "+35679000000",
            "email": "ann@example.com", "id_type": 2
        }),
        _ => json!({}),
    }
}

/// Money, a friend who brought something, and an address; a day before the rest.
async fn prepare(owner: &Angler<'_>, friend: i64) {
    let friend = owner.app.invited(friend, &owner.scode).await;
    friend.given(Purse::CoinPaid, 1_000).await;
    friend.dives_five_times().await;
    owner
        .given(Purse::CoinPaid, 1_000)
        .await
        .given(Purse::Usdt, 100_000_000)
        .await;
    owner.given(Purse::Gusd, 2_000_000).await;
    let where_to = json!({ "key": "ton", "address": ADDRESS, "comment": "" });
    owner.call("withdraw/set_address", where_to).await.done();
}

/// Things of a player by the call and field that name them.
async fn possessions(owner: &Angler<'_>) -> BTreeMap<(&'static str, &'static str), Value> {
    let asked = owner
        .call("withdraw/do", json!({ "key": "ton", "amount": "10" }))
        .await
        .done()
        .data;
    for (pair, amount) in [("gusd_usdt", "10000"), ("usdt_coupon", "1")] {
        owner
            .call("exchange/do", json!({ "pair": pair, "amount": amount }))
            .await
            .done();
    }
    let ordered = owner
        .call("topup/create", json!({ "channel": "ton_usdt", "amount": "10" }))
        .await
        .done()
        .data;
    let images = [uploads(owner, b"front").await, uploads(owner, b"back").await];
    let closed = owner.dives(10).await;
    owner.surfaces(&closed).await.done();
    let open = owner.dives(10).await;
    owner.app.settle().await;
    let last = |page: &Value, field: &str| page["list"][0][field].clone();
    let order = ordered["order"]["order_no"].clone();
    let mut things = BTreeMap::from([
        (("fishing/cast", "dive_id"), json!(open)),
        (("fishing/surface", "dive_id"), json!(open)),
        (("fishing/dive_detail", "dive_id"), json!(closed)),
        (("fishing/history", "last_id"), json!(closed)),
        (("withdraw/detail", "key"), asked["withdraw"]["withdraw_id"].clone()),
        (("withdraw/list", "last_id"), asked["withdraw"]["withdraw_id"].clone()),
        (("topup/records", "last_id"), order.clone()),
        (("topup/status", "order_no"), order.clone()),
        (("topup/message", "order_no"), order.clone()),
        (("topup/submit", "order_no"), order.clone()),
        (("topup/cancel", "order_no"), order),
        (("kyc/edit", "id_urls"), json!(images)),
    ]);
    for call in ["coupon/records", "exchange/records", "wallet/history"] {
        things.insert((call, "last_id"), last(&owner.read(call).await, "id"));
    }
    let record = last(&owner.read("team/records").await, "record_id");
    things.insert(("team/records", "last_id"), record.clone());
    things.insert(("team/receive", "record_id"), record);
    things
}

/// The same kind of name, of nothing.
fn unknown(name: &Value) -> Value {
    match name {
        Value::Array(names) => names.iter().map(unknown).collect(),
        Value::String(name) if name.len() == 36 => json!(fresh()),
        Value::String(name) => {
            // The last sign of a name is another one, of the same kind.
            let mut signs: Vec<char> = name.chars().collect();
            if let Some(last) = signs.last_mut() {
                *last = if *last == '1' { '2' } else { '1' };
            }
            json!(signs.into_iter().collect::<String>())
        }
        other => panic!("{other} is no name"),
    }
}

fn observed(answer: &Answer) -> (u16, i64, String) {
    (answer.status, answer.error, answer.bytes.clone())
}

#[tokio::test]
async fn another_player_s_things_are_as_unknown_as_what_does_not_exist() {
    let app = TestApp::open().await;
    let (owner, stranger) = (app.player(1).await, app.player(3).await);
    prepare(&owner, 2).await;
    prepare(&stranger, 4).await;
    app.wait_ms(86_400_000);
    app.settle().await;
    // The stranger has the same of its own, and earlier: another's name would show what is older, and an id is all
    // that is wrong.
    let own = possessions(&stranger).await;
    let things = possessions(&owner).await;
    let facts = app.facts().await;
    for (call, field) in routes() {
        let name = things.get(&(call.as_str(), field.as_str()));
        let name = name.unwrap_or_else(|| panic!("{call} takes {field}: what of another's does it name?"));
        assert!(!name.is_null(), "the owner has something for {call}");
        assert_ne!(
            own.get(&(call.as_str(), field.as_str())),
            Some(name),
            "{call} names two players' things"
        );
        if field == "last_id" {
            let list = &stranger.read(&call).await["list"];
            assert!(
                list.as_array().is_some_and(|list| !list.is_empty()),
                "{call} has lines of the stranger's"
            );
        }
        let ask = async |name: Value| {
            let mut body = beside(&call);
            body[&field] = name;
            stranger.call(&call, body).await
        };
        let (foreign, nothing) = (ask(name.clone()).await, ask(unknown(name)).await);
        assert_eq!(observed(&foreign), observed(&nothing), "{call} by {field}");
    }
    assert_eq!(app.facts().await, facts, "a stranger changed nothing");
}
