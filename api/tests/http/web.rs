//! The web application's files and the paths of development.

use crate::test_app::{BOT_TOKEN, TestApp};
use api::app::Settings;
use api::wire::topup::Deposit;
use domain::config::Config;
use percent_encoding::percent_decode_str;
use serde_json::json;
use std::path::PathBuf;

/// A folder that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn with_app() -> Folder {
        let folder = Folder(std::env::temp_dir().join(format!("web-{}", uuid::Uuid::new_v4())));
        std::fs::create_dir_all(folder.0.join("assets")).expect("a folder");
        std::fs::write(folder.0.join("index.html"), "<!doctype html><title>Fishing</title>").expect("a page");
        std::fs::write(folder.0.join("assets/index-abc.js"), "export {}\n".repeat(1_000)).expect("a script");
        std::fs::write(folder.0.join("secret.txt"), "not for visitors").expect("a file");
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

#[tokio::test]
async fn the_page_is_asked_for_again_and_hashed_files_are_kept_for_ever() {
    let folder = Folder::with_app();
    let app = TestApp::open_with(
        Config::demo(),
        Settings {
            web: Some(folder.0.clone()),
            ..Settings::default()
        },
    )
    .await;
    let page = app.get("/").await;
    assert_eq!(
        (page.status().as_u16(), &page.headers()["cache-control"]),
        (200, &"no-cache".parse().expect("a value"))
    );
    let policy = page.headers()["content-security-policy"].to_str().expect("text");
    assert!(
        policy.contains("frame-ancestors 'self' https://web.telegram.org")
            && policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
        "{policy}"
    );
    assert_eq!(page.headers()["referrer-policy"], "no-referrer");
    assert_eq!(page.headers()["x-content-type-options"], "nosniff");
    assert!(!page.headers().contains_key("x-frame-options"));

    let script = app.get("/assets/index-abc.js").await;
    assert_eq!(script.headers()["cache-control"], "public, max-age=31536000, immutable");
    let packed = app
        .send(
            hyper::Method::GET,
            "/assets/index-abc.js",
            &[("accept-encoding", "gzip")],
            Vec::new(),
        )
        .await;
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert!(packed.body().len() < script.body().len() / 10);
    for path in [
        "/assets/none.js",
        "/secret.txt",
        "/assets/../secret.txt",
        "/assets/%2e%2e/secret.txt",
        "/invite/rank",
        "/assets/",
    ] {
        let missing = app.get(path).await;
        assert_eq!(missing.status(), 404, "{path}");
        assert!(
            !missing
                .headers()
                .get("cache-control")
                .is_some_and(|value| value.to_str().is_ok_and(|text| text.contains("immutable"))),
            "{path}"
        );
    }
    app.post("system/config", json!({})).await.done();
}

#[tokio::test]
async fn wallets_are_reached_over_their_relays_only_where_a_chain_is_paid_on() {
    let folder = Folder::with_app();
    std::fs::write(folder.0.join("icon.png"), "a picture").expect("a file");
    let bridge = "https://bridge.tonapi.io";
    for deposit in [
        None,
        Some(Deposit {
            to: "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI".into(),
            jetton_master: "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs".into(),
        }),
    ] {
        let paid_on_chain = deposit.is_some();
        let settings = Settings {
            web: Some(folder.0.clone()),
            deposit,
            ..Settings::default()
        };
        let app = TestApp::open_with(Config::demo(), settings).await;
        let page = app.get("/").await;
        let policy = page.headers()["content-security-policy"].to_str().expect("text");
        assert_eq!(policy.contains(bridge), paid_on_chain, "{policy}");
    }
}

#[tokio::test]
async fn a_wallet_finds_the_manifest_at_the_address_that_it_asked() {
    let folder = Folder::with_app();
    std::fs::write(folder.0.join("icon.png"), "a picture").expect("a file");
    let settings = Settings {
        web: Some(folder.0.clone()),
        ..Settings::default()
    };
    let app = TestApp::open_with(Config::demo(), settings).await;
    for (host, url) in [
        ("fish.example", "https://fish.example"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080"),
    ] {
        let headers = [("host", host)];
        let path = "/tonconnect-manifest.json";
        let answer = app.send(hyper::Method::GET, path, &headers, Vec::new()).await;
        assert_eq!(answer.headers()["access-control-allow-origin"], "*");
        let manifest: serde_json::Value = serde_json::from_slice(answer.body()).expect("JSON");
        let expected = json!({ "url": url, "name": "Deep Line", "iconUrl": format!("{url}/icon.png") });
        assert_eq!(manifest, expected);
    }
    let icon = app.get("/icon.png").await;
    assert_eq!(
        (icon.status().as_u16(), &icon.headers()["content-type"]),
        (200, &"image/png".parse().expect("a value"))
    );
}

#[tokio::test]
async fn without_a_built_app_the_api_is_served_alone() {
    let app = TestApp::open().await;
    assert_eq!(app.get("/").await.status(), 404);
    app.post("system/config", json!({})).await.done();
}

#[tokio::test]
async fn development_opens_the_app_with_a_real_signed_launch() {
    let app = TestApp::open().await;
    let inviter = app.player(5).await;
    app.wait_ms(1);
    for (path, tg_id) in [
        ("/dev".to_owned(), "1000001"),
        (format!("/dev?tg_id=42&inviter={}", inviter.scode), "42"),
    ] {
        let response = app.get(&path).await;
        assert_eq!(response.status(), 302);
        let location = response.headers()["location"].to_str().expect("text");
        let data = location
            .strip_prefix("/#tgWebAppData=")
            .and_then(|rest| rest.split('&').next())
            .expect("launch data");
        let launch = percent_decode_str(data).decode_utf8().expect("text");
        let login = app.login(&launch, "").await.done().data;
        assert_eq!(login["user"]["tg_id"], tg_id);
        assert_eq!(login["inviter_applied"], tg_id == "42");
        assert!(location.ends_with("&tgWebAppVersion=9.1&tgWebAppPlatform=tdesktop&tgWebAppThemeParams=%7B%7D"));
        assert!(!location.contains(BOT_TOKEN));
    }
}

#[tokio::test]
async fn production_has_no_such_path() {
    let app = TestApp::open_with(Config::standard(), Settings::default()).await;
    assert_eq!(app.get("/dev").await.status(), 404);
}
