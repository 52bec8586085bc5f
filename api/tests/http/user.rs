//! The player's account, and the terms.

use crate::angler::fresh;
use crate::test_app::{OPENED_MS, TestApp};
use domain::config::Text;
use serde_json::{Value, json};

#[tokio::test]
async fn a_player_is_shown_the_own_account() {
    let app = TestApp::open().await;
    let angler = app.newcomer(1, "").await;
    let user = angler.read("user/info").await["user"].clone();
    assert_eq!(
        (&user["tg_id"], &user["nickname"], &user["lang"]),
        (&json!("1"), &json!("Angler 1"), &json!("en"))
    );
    assert_eq!(
        (&user["user_id"], &user["scode"]),
        (&json!(angler.id.to_string()), &json!(angler.scode))
    );
    assert_eq!(
        (&user["invite_entered"], &user["inviter_scode"], &user["terms_ok"]),
        (&json!(false), &Value::Null, &json!(false))
    );
    assert_eq!(
        (&user["limits"]["loss_day"], &user["created_at"]),
        (&json!("50.000000"), &json!(OPENED_MS + 1))
    );
}

#[tokio::test]
async fn the_terms_are_accepted_once_in_the_version_in_force() {
    let app = TestApp::open().await;
    let angler = app.newcomer(1, "").await;
    let old = angler
        .call("user/accept_terms", json!({ "version": "0" }))
        .await
        .refused(-1006);
    assert_eq!(old, json!({ "field": "version" }));
    let body = json!({ "version": "1", "req_id": fresh() });
    let accepted = angler.call("user/accept_terms", body.clone()).await.done();
    assert_eq!(
        (&accepted.data["user"]["terms_ok"], &accepted.data["user"]["nickname"]),
        (&json!(true), &json!("Angler 1"))
    );
    assert_eq!(
        angler.call("user/accept_terms", body).await.done().bytes,
        accepted.bytes
    );
    angler
        .call("user/accept_terms", json!({ "version": "1" }))
        .await
        .refused(4001);
    app.publish(|config| config.product.terms_version = "2".into()).await;
    assert_eq!(angler.read("user/info").await["user"]["terms_ok"], false);
    let version = app.post("system/config", json!({})).await.done().data["terms_version"].clone();
    assert_eq!(version, "2");
    angler
        .call("user/accept_terms", json!({ "version": version }))
        .await
        .done();
    assert_eq!(angler.read("user/info").await["user"]["terms_ok"], true);
}

#[tokio::test]
async fn the_end_of_an_account_is_asked_for_once() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let body = json!({ "confirm": "DELETE", "req_id": fresh() });
    let first = angler.call("user/delete", body.clone()).await.done();
    assert_eq!(angler.call("user/delete", body).await.done().bytes, first.bytes);
    let again = angler.call("user/delete", json!({ "confirm": "DELETE" })).await;
    again.refused(4001);
}

#[tokio::test]
async fn the_product_s_configuration_needs_no_session() {
    let app = TestApp::open().await;
    let config = app.post("system/config", json!({})).await.done().data;
    assert_eq!(
        (&config["product_id"], &config["token_factor"], &config["debug"]),
        (&json!(1), &json!(10_000), &json!(true))
    );
    assert_eq!(config["languages"][1], json!({ "code": "zh", "label": "中文" }));
    let mut modules = api::router::modules();
    modules.sort_unstable();
    modules.dedup();
    let names: Vec<&String> = config["maintenance"].as_object().expect("modules").keys().collect();
    assert_eq!(names, modules);
}

#[tokio::test]
async fn a_module_under_maintenance_is_closed_and_named() {
    let app = TestApp::open().await;
    let angler = app.newcomer(1, "").await;
    app.publish(|config| config.product.maintenance = vec!["fishing".into(), "login".into()])
        .await;
    assert_eq!(
        angler.call("fishing/player_info", json!({})).await.refused(-1003),
        json!({ "module": "fishing" })
    );
    assert_eq!(
        app.login(&app.launch(2, None), "").await.refused(-1003),
        json!({ "module": "login" })
    );
    angler.read("user/info").await;
    let config = app.post("system/config", json!({})).await.done().data;
    assert_eq!(
        (&config["maintenance"]["fishing"], &config["maintenance"]["user"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test]
async fn what_players_read_of_maintenance_is_the_text_of_the_configuration() {
    let app = TestApp::open().await;
    let angler = app.newcomer(1, "").await;
    let text = Text::new("Back at 12:00 UTC.", "12:00（UTC）恢复。");
    app.publish(|config| {
        config.product.maintenance = vec!["fishing".into(), "login".into()];
        config.product.maintenance_text = text;
    })
    .await;
    let said = json!({ "en": "Back at 12:00 UTC.", "zh": "12:00（UTC）恢复。" });
    assert_eq!(
        angler.call("fishing/player_info", json!({})).await.refused(-1003),
        json!({ "module": "fishing", "text": said })
    );
    assert_eq!(
        app.login(&app.launch(2, None), "").await.refused(-1003),
        json!({ "module": "login", "text": said })
    );
}
