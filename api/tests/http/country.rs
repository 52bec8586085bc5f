//! The country of a connection decides what is offered (domain §3.14). The database is a small one of the
//! documentation networks (`country/make.py`).

use crate::angler::Angler;
use crate::test_app::{TestApp, development};
use crate::visitor::Visitor;
use api::app::Settings;
use api::auth::country::Countries;
use domain::config::Config;
use domain::config::region::{Mode, Region};
use domain::ids::PlayerId;
use serde_json::json;
use std::net::IpAddr;
use std::path::Path;

fn countries() -> Countries {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/http/country/countries.mmdb");
    Countries::open(Path::new(file)).expect("a database")
}

/// A service behind one proxy that is licensed in Malta alone and closed to the United States.
async fn licensed_app() -> TestApp {
    let mut config = Config::demo();
    config.region = Region {
        default_mode: Mode::Play,
        real: vec!["MT".into()],
        blocked: vec!["US".into()],
    };
    let settings = Settings {
        trusted_proxies: 1,
        countries: Some(countries()),
        ..development()
    };
    TestApp::open_with(config, settings).await
}

#[test]
fn an_address_has_the_country_of_its_network_or_none() {
    let countries = countries();
    for (address, country) in [
        ("203.0.113.7", Some("MT")),
        ("198.51.100.1", Some("US")),
        ("2001:db8::1", Some("DE")),
        ("192.0.2.1", None),
        ("8.8.8.8", None),
        ("127.0.0.1", None),
        ("::1", None),
    ] {
        let address: IpAddr = address.parse().expect("an address");
        assert_eq!(countries.of(address).as_deref(), country, "{address}");
    }
}

#[tokio::test]
async fn where_the_player_is_decides_what_is_offered() {
    let app = licensed_app().await;
    let from = |address| Visitor::from(address);
    let user = app.visit(1, "", from("203.0.113.7")).await.done().data;
    assert_eq!(
        (&user["user"]["country"], &user["user"]["region_mode"]),
        (&json!("MT"), &json!("real"))
    );
    let facts = app.facts().await;
    app.visit(1, "", from("203.0.113.8")).await.done();
    assert_eq!(app.facts().await, facts, "the same country is no news");
    // On a journey the stricter mode holds, and what is not offered there is refused.
    let away = app.visit(1, "", from("2001:db8::1")).await.done().data;
    assert_eq!(
        (&away["user"]["country"], &away["user"]["region_mode"]),
        (&json!("DE"), &json!("play"))
    );
    let angler = Angler {
        app: &app,
        token: away["token"].as_str().expect("a token").to_owned(),
        scode: String::new(),
        id: PlayerId::of_messenger(1),
    };
    ledger::testing::players::accept_terms(&app.ledger, angler.id).await;
    let order = json!({ "channel": "ton_usdt", "amount": "10" });
    angler.call("topup/create", order.clone()).await.refused(-1004);
    app.visit(1, "", from("198.51.100.1")).await.refused(-1004);
    angler.call("fishing/player_info", json!({})).await.done();
    let back = app.visit(1, "", from("203.0.113.7")).await.done().data;
    assert_eq!(back["user"]["region_mode"], "real");
    angler.call("topup/create", order).await.done();
}

#[tokio::test]
async fn nobody_is_registered_where_the_product_is_closed() {
    let app = licensed_app().await;
    let facts = app.facts().await;
    app.visit(1, "", Visitor::from("198.51.100.1")).await.refused(-1004);
    assert_eq!(app.facts().await, facts);
    // What a client says of its address is not trusted: the proxy's own line comes last.
    app.visit(1, "", Visitor::from("203.0.113.7, 198.51.100.1"))
        .await
        .refused(-1004);
}
