//! Bodies that no client of ours sends: the right code, never a 5xx, never an event.

use crate::angler::fresh;
use crate::test_app::TestApp;
use domain::ids::derived;
use domain::posting::Purse;
use serde_json::{Value, json};

#[tokio::test]
async fn an_id_of_a_policy_s_step_is_no_request_id() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let facts = app.facts().await;
    let step = derived("settle_withdrawal", angler.id.0);
    for call in ["fishing/surface", "signin/sign"] {
        let body = json!({ "dive_id": fresh(), "req_id": step });
        let body = if call == "signin/sign" {
            json!({ "req_id": step })
        } else {
            body
        };
        let refused = angler.call(call, body).await.refused(-1006);
        assert_eq!(refused["field"], "req_id");
    }
    assert_eq!(app.facts().await, facts);
    let remembered: i64 = sqlx::query_scalar("select count(*) from requests where request_id = $1")
        .bind(step)
        .fetch_one(app.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(remembered, 0);
}

/// Calls with a body that is right but for what a test breaks.
fn bodies(dive: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("user/accept_terms", json!({ "version": "1", "req_id": fresh() })),
        (
            "fishing/dive_start",
            json!({ "stake": 10, "start_level": 1, "device_value": "0f".repeat(16), "req_id": fresh() }),
        ),
        (
            "fishing/cast",
            json!({ "dive_id": dive, "seq": 1, "shield": false, "req_id": fresh() }),
        ),
        ("fishing/surface", json!({ "dive_id": dive, "req_id": fresh() })),
        ("fishing/history", json!({ "last_id": "", "size": 20 })),
        ("fishing/dive_detail", json!({ "dive_id": dive })),
        (
            "fishing/seed_rotate",
            json!({ "client_seed": "fine", "req_id": fresh() }),
        ),
        ("team/bind", json!({ "code": "ZZZZZZZZ", "req_id": fresh() })),
        ("team/records", json!({ "last_id": "", "size": 20 })),
        ("team/receive", json!({ "record_id": fresh() })),
        ("team/rank", json!({ "period": "day" })),
        ("withdraw/rank", json!({ "period": "all" })),
        ("promotion/verify", json!({ "task_id": "dives_10" })),
        ("promotion/receive", json!({ "task_id": "dives_10" })),
        ("redpacket/info", json!({ "code": "0000000000" })),
        ("redpacket/claim", json!({ "code": "0000000000", "req_id": fresh() })),
        ("wallet/history", json!({ "asset": "coin", "last_id": "", "size": 20 })),
        ("signin/sign", json!({ "req_id": fresh() })),
        ("fishing/receive_free_coin", json!({ "req_id": fresh() })),
        ("vip/activate", json!({ "vip_id": 1, "req_id": fresh() })),
        ("vip/receive", json!({ "vip_id": 1, "req_id": fresh() })),
        (
            "exchange/do",
            json!({ "pair": "gusd_usdt", "amount": "10000", "req_id": fresh() }),
        ),
        ("exchange/unlock", json!({ "amount": "1", "req_id": fresh() })),
        ("exchange/records", json!({ "last_id": "", "size": 20 })),
        ("coupon/records", json!({ "last_id": "", "size": 20 })),
        (
            "shop/buy",
            json!({ "item_id": "coins_1", "price": "1", "count": 1, "req_id": fresh() }),
        ),
        (
            "limits/set",
            json!({ "field": "loss_day", "value": "1", "req_id": fresh() }),
        ),
        (
            "limits/exclude",
            json!({ "kind": "cool_off", "days": 1, "req_id": fresh() }),
        ),
        (
            "messages/set",
            json!({ "checkin": true, "withdrawal": true, "friend": true, "bonus": true, "req_id": fresh() }),
        ),
        ("user/delete", json!({ "confirm": "DELETE", "req_id": fresh() })),
        (
            "topup/create",
            json!({ "channel": "stars", "amount": "1", "req_id": fresh() }),
        ),
        (
            "topup/message",
            json!({ "order_no": "T0", "address": format!("0:{}", "ab".repeat(32)) }),
        ),
        ("topup/submit", json!({ "order_no": "T0", "boc": "te6cc" })),
        ("topup/cancel", json!({ "order_no": "T0", "code": 300 })),
        ("topup/status", json!({ "order_no": "T0" })),
        ("topup/records", json!({ "last_id": "", "size": 20 })),
        ("utils/upload_config", json!({ "ctype": "kyc" })),
        (
            "kyc/edit",
            json!({
                "id_name": "Ana Angler", "id_no": "AB123456", "country": "MT", "tel": "+35699123456",
                "email": "ana@example.com", "id_urls": [], "id_type": 2, "req_id": fresh()
            }),
        ),
        (
            "withdraw/set_address",
            json!({ "key": "ton", "address": "EQ", "req_id": fresh() }),
        ),
        (
            "withdraw/do",
            json!({ "key": "ton", "amount": "10", "req_id": fresh() }),
        ),
        ("withdraw/list", json!({ "last_id": "", "size": 20 })),
        ("withdraw/detail", json!({ "key": fresh() })),
    ]
}

#[tokio::test]
async fn a_wrong_value_in_any_field_is_refused_by_its_name_t_25_t_26_t_75() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPaid, 1_000).await;
    let dive = angler.dives(10).await;
    app.publish(|config| (config.limits.claim_per_min, config.limits.other_per_min) = (10_000, 10_000))
        .await;
    let facts = app.facts().await;
    let mut tried = 0;
    for (call, body) in bodies(&dive) {
        for field in body.as_object().expect("fields").keys() {
            for bad in [
                "1e3",
                "1.5",
                "-1",
                "99999999999999999999",
                "\"\\u0663\"",
                "true",
                "{}",
                "[[]]",
                "\"a\\u0000b\"",
            ] {
                let mut whole = body.clone();
                whole["token"] = json!(angler.token);
                whole["ts"] = json!(app.now());
                let right = whole[field].to_string();
                if right == bad {
                    continue;
                }
                let text =
                    whole
                        .to_string()
                        .replacen(&format!("\"{field}\":{right}"), &format!("\"{field}\":{bad}"), 1);
                let answer = app.post_raw(&format!("/api/v1/{call}"), text.clone()).await;
                tried += 1;
                let allowed = is_own_business(field, bad);
                assert!(
                    answer.status == 200 && (answer.error == -1006 || allowed.contains(&answer.error)),
                    "{text} {answer:?}"
                );
                if answer.error == -1006 {
                    assert_eq!(answer.data, json!({ "field": field }), "{text}");
                }
            }
        }
    }
    assert!(tried > 200, "{tried}");
    assert_eq!(app.facts().await, facts);
}

/// Values of the right form that the rule itself refuses.
fn is_own_business(field: &str, bad: &str) -> &'static [i64] {
    match (field, bad) {
        ("stake", "-1") => &[3002],
        ("shield", "true") => &[2002],
        ("code", "\"\\u0663\"") => &[7001, 7201],
        ("task_id", "\"\\u0663\"") => &[8001],
        ("amount", "\"\\u0663\"") => &[2006],
        ("item_id", "\"\\u0663\"") => &[5103],
        ("client_seed", "\"\\u0663\"") => &[3008],
        ("order_no" | "boc", "\"\\u0663\"") | ("code", "-1") => &[5203],
        ("address", "\"\\u0663\"") => &[6006],
        ("id_name", "\"\\u0663\"") => &[6101],
        ("tel", "\"\\u0663\"") => &[6102],
        ("email", "\"\\u0663\"") => &[6103],
        ("id_no" | "country", "\"\\u0663\"") | ("id_type", "-1") => &[6104],
        _ => &[],
    }
}

#[tokio::test]
async fn a_missing_field_is_named_and_a_missing_request_id_too() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for (call, body) in bodies(&fresh()) {
        for field in body.as_object().expect("fields").keys() {
            let optional = matches!((call, field.as_str()), (_, "asset" | "last_id" | "size" | "value"))
                || matches!(
                    (call, field.as_str()),
                    ("vip/activate" | "vip/receive" | "kyc/edit", "req_id")
                )
                || matches!(call, "signin/sign" | "fishing/receive_free_coin");
            if optional {
                continue;
            }
            let mut whole = body.clone();
            whole.as_object_mut().expect("fields").remove(field);
            whole["token"] = json!(angler.token);
            let refused = app.post(call, whole).await.refused(-1006);
            assert_eq!(refused, json!({ "field": field }), "{call}");
        }
    }
}

#[tokio::test]
async fn the_client_s_clock_must_be_near_ours_and_changes_nothing_t_75() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let now = app.now();
    for ts in [
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!(i64::MIN),
        json!("x"),
        json!(now + 86_400_001),
        json!(now - 86_400_001),
        json!(1.5),
    ] {
        let refused = angler.call("user/info", json!({ "ts": ts })).await.refused(-1006);
        assert_eq!(refused, json!({ "field": "ts" }), "{ts}");
    }
    let answer = app
        .post_raw("/api/v1/user/info", json!({ "token": angler.token }).to_string())
        .await;
    assert_eq!(answer.refused(-1006), json!({ "field": "ts" }));
    angler
        .call("signin/sign", json!({ "ts": now + 86_400_000 }))
        .await
        .done();
    angler
        .call("signin/sign", json!({ "ts": now - 86_400_000 }))
        .await
        .refused(4006);
}

#[tokio::test]
async fn a_body_that_is_no_small_object_is_refused_t_71() {
    let app = TestApp::open().await;
    let deep = format!("{{\"ts\":{}1{}}}", "[".repeat(20_000), "]".repeat(20_000));
    let large = format!("{{\"token\":\"{}\"}}", "x".repeat(100_000));
    for body in [
        b"".to_vec(),
        b"{".to_vec(),
        b"[]".to_vec(),
        b"\xff\xfe".to_vec(),
        deep.into_bytes(),
        large.into_bytes(),
        b"null".to_vec(),
    ] {
        let refused = app.post_raw("/api/v1/user/info", body).await.refused(-1006);
        assert_eq!(refused, json!({ "field": "body" }));
    }
}

#[tokio::test]
async fn unknown_paths_and_other_methods_are_answered_with_the_envelope() {
    let app = TestApp::open().await;
    for path in [
        "/api/v1/fishing/fly",
        "/api/v1/",
        "/api/v2/user/info",
        "/etc/passwd",
        "/api/v1/user/info/",
        "/api/v1/user/%00",
    ] {
        let answer = app.post_raw(path, "{}").await;
        assert_eq!(
            (answer.status, answer.error, answer.data),
            (404, -1006, json!({ "field": "path" })),
            "{path}"
        );
    }
    for (method, path) in [
        ("GET", "/api/v1/user/info"),
        ("PUT", "/api/v1/fishing/cast"),
        ("DELETE", "/api/v1/login/telegram"),
    ] {
        let response = app.send(method.parse().expect("a method"), path, &[], Vec::new()).await;
        assert_eq!(response.status(), 405, "{method} {path}");
        let body: Value = serde_json::from_slice(response.body()).expect("an envelope");
        assert_eq!(
            (&body["error"], &body["data"]["field"]),
            (&json!(-1006), &json!("method"))
        );
    }
}

#[tokio::test]
async fn the_content_type_does_not_matter_when_the_body_is_json() {
    let app = TestApp::open().await;
    let body = json!({ "ts": app.now() }).to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded"] {
        let response = app
            .send(
                hyper::Method::POST,
                "/api/v1/system/config",
                &[("content-type", kind)],
                body.clone().into(),
            )
            .await;
        assert_eq!(response.status(), 200);
        assert!(response.body().starts_with(b"{\"error\":0,\"message\":\"\",\"data\":{"));
    }
}
