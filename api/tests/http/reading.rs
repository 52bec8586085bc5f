//! What finance and auditors read: the journal, events, players, registers and proofs of a service in which everything
//! was done once.

use crate::angler::fresh;
use crate::race::prepare;
use crate::races::{BY_NAME, RACES};
use crate::test_app::TestApp;
use api::app::Settings;
use api::error::Failure;
use api::wire::body::read;
use domain::config::Config;
use ledger::Ledger;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::Row;
use staff::reading;

/// Calls whose repetition is known by another name than a request id.
const WITHOUT_ID: [&str; 5] = [
    "signin/sign",
    "fishing/receive_free_coin",
    "vip/receive",
    "team/receive",
    "promotion/receive",
];

/// What was done so far in a service of everything.
pub const STEPS: usize = RACES.len() + BY_NAME.len();

pub async fn app() -> TestApp {
    let mut config = Config::demo();
    config.shop.items[2].stock = Some(1);
    TestApp::open_with(config, Settings::default()).await
}

/// One more thing is done; a millisecond later the next may be.
pub async fn step(app: &TestApp, number: usize) {
    let name = RACES.iter().chain(&BY_NAME).nth(number).expect("a step");
    let tg_id = 100 + i64::try_from(number).expect("a small number");
    let (angler, race) = prepare(app, tg_id, name).await;
    let mut body = race.body.clone();
    if !WITHOUT_ID.contains(&race.call) {
        body["req_id"] = json!(fresh());
    }
    angler.call(race.call, body.clone()).await.done();
    app.wait_ms(1);
}

/// A service in which everything was done once, and views have seen it.
pub async fn everything() -> TestApp {
    let app = app().await;
    for number in 0..STEPS {
        step(&app, number).await;
    }
    app.settle().await;
    app
}

fn written<D: Serialize>(data: Result<D, Failure>) -> Result<Value, Failure> {
    data.map(|data| serde_json::to_value(&data).expect("JSON"))
}

/// Asks a call of the staff service, as its route does.
pub async fn ask(ledger: &Ledger, call: &str, body: &Value) -> Result<Value, Failure> {
    let bytes = body.to_string().into_bytes();
    macro_rules! calls {
        ($($name:literal => $call:path,)*) => {
            match call {
                $($name => written($call(ledger, &read(&bytes)?).await),)*
                other => panic!("{other} is no call"),
            }
        };
    }
    calls! {
        "entries/list" => reading::entries::list,
        "entries/explain" => reading::explain,
        "books/trial" => reading::books::trial,
        "books/financials" => reading::books::financials,
        "books/accounts" => reading::books::accounts,
        "books/statement" => reading::books::statement,
        "players/search" => reading::players::search,
        "players/list" => reading::players::list,
        "players/info" => reading::players::info,
        "players/timeline" => reading::players::timeline,
        "events/list" => reading::events::list,
        "events/info" => reading::events::info,
        "events/causes" => reading::events::causes,
        "registers/list" => reading::registers::list,
        "proofs/checkpoints" => reading::proofs::checkpoints,
        "proofs/inclusion" => reading::proofs::inclusion,
        "proofs/consistency" => reading::proofs::consistency,
        "samples/draw" => reading::samples::draw,
        "overview/info" => reading::overview::info,
    }
}

/// Asks and gets.
pub async fn get(app: &TestApp, call: &str, body: Value) -> Value {
    let got = ask(&app.ledger, call, &body).await;
    got.unwrap_or_else(|failure| panic!("{call} {body}: {failure:?}"))
}

/// The field that is refused.
pub async fn refused(app: &TestApp, call: &str, body: Value) -> String {
    match ask(&app.ledger, call, &body).await {
        Err(Failure::Invalid(field)) => field,
        Err(Failure::Broken(finding)) => finding.to_string(),
        other => panic!("{call} {body}: {other:?}"),
    }
}

pub fn list(page: &Value) -> &Vec<Value> {
    page["list"].as_array().expect("a list")
}

/// Every line of a list, walked page by page back from the newest.
pub async fn walk(app: &TestApp, call: &str, mut body: Value) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        let page = get(app, call, body.clone()).await;
        all.extend(list(&page).iter().cloned());
        match page["next"].as_str() {
            Some(next) => body["before"] = json!(next),
            None => return all,
        }
    }
}

pub fn id(line: &Value) -> String {
    line["id"].as_str().expect("an id").to_owned()
}

/// The places of all legs for which an SQL condition holds, newest first, by the tables alone.
pub async fn legs_where(app: &TestApp, condition: &str) -> Vec<String> {
    let statement = format!(
        "select p.position || '-' || p.partition || '-' || p.leg
           from postings p join events e using (partition, position) where {condition}
          order by p.position desc, p.partition desc, p.leg desc"
    );
    let rows = sqlx::query(&statement)
        .fetch_all(app.ledger.pool())
        .await
        .expect("read");
    rows.iter().map(|row| row.try_get(0).expect("a text")).collect()
}

#[tokio::test]
async fn the_journal_holds_every_leg_once_whatever_is_asked_and_both_ways() {
    let app = everything().await;
    let pool = app.ledger.pool();
    let usdt = "select owner::text from postings where account = 'usdt' limit 1";
    let (owner,): (String,) = sqlx::query_as(usdt).fetch_one(pool).await.expect("an owner");
    // A bare position is meant in every log: the middle of the first one, which is the longest.
    let middle = app.head(0).await / 2;
    let questions = [
        (json!({}), "true".to_owned()),
        (json!({ "owner": owner }), format!("p.owner = '{owner}'")),
        (
            json!({ "owner": "house", "asset": "usdt" }),
            "p.owner = '00000000-0000-0000-0000-000000000000' and p.asset = 'usdt'".into(),
        ),
        (json!({ "account": "h:coin_sink" }), "p.account = 'h:coin_sink'".into()),
        (json!({ "account": "coin_promo" }), "p.account = 'coin_promo'".into()),
        (
            json!({ "event_type": "AdjustmentPosted" }),
            "e.event_type = 'AdjustmentPosted'".into(),
        ),
        (
            json!({ "event_type": "CastResolved" }),
            "e.event_type = 'CastResolved'".into(),
        ),
        (
            json!({ "event_type": "AdjustmentPosted", "account": "usdt", "least": "2" }),
            "e.event_type = 'AdjustmentPosted' and p.account = 'usdt' and abs(p.amount) >= 2".into(),
        ),
        (json!({ "actor": "player" }), "e.metadata->>'actor' = 'player'".into()),
        (
            json!({ "least": "100", "most": "1000" }),
            "abs(p.amount) between 100 and 1000".into(),
        ),
        (json!({ "from": middle.to_string() }), format!("p.position > {middle}")),
        (
            json!({ "as_of": middle.to_string() }),
            format!("p.position <= {middle}"),
        ),
    ];
    for (question, condition) in questions {
        let expected = legs_where(&app, &condition).await;
        assert!(!expected.is_empty(), "{condition} finds something to compare with");
        let mut body = question.clone();
        body["limit"] = json!(7);
        let walked = walk(&app, "entries/list", body.clone()).await;
        assert_eq!(walked.iter().map(id).collect::<Vec<_>>(), expected, "{question}");
        // And forward again, from the oldest line on.
        let mut forward = vec![expected.last().expect("a line").clone()];
        while let Some(newest) = forward.last().cloned() {
            body["after"] = json!(newest);
            let page = get(&app, "entries/list", body.clone()).await;
            if list(&page).is_empty() {
                break;
            }
            forward.extend(list(&page).iter().rev().map(id));
        }
        forward.reverse();
        assert_eq!(forward, expected, "{question} forward");
    }
}

#[tokio::test]
async fn a_line_shows_its_counter_account_and_why_it_has_its_amount() {
    let app = everything().await;
    let lines = walk(
        &app,
        "entries/list",
        json!({ "event_type": "Exchanged", "account": "usdt" }),
    )
    .await;
    let line = lines.first().expect("an exchange");
    assert_eq!(line["counter"][0]["account"], "h:usdt_reserve");
    let sum: i64 = line["counter"]
        .as_array()
        .expect("others")
        .iter()
        .map(|one| amount(&one["amount"]))
        .sum();
    assert_eq!(sum, -amount(&line["amount"]));
    let body = json!({ "partition": line["partition"], "position": line["position"], "leg": line["leg"] });
    let why = get(&app, "entries/explain", body).await;
    assert_eq!(why["entry"], *line);
    assert_eq!(why["why"]["rule"], "exchange.gusd_usdt");
    assert_eq!(why["sentence"]["way"], "in");
    assert_eq!(why["command"]["actor"], "player");
    assert_eq!(why["command"]["code"], 0);
    assert_eq!(amount(&why["before"]) + amount(&line["amount"]), amount(&line["after"]));
    assert_eq!(why["legs"].as_array().map(Vec::len), Some(4));
    for (field, body) in [
        (
            "leg",
            json!({ "partition": 0, "position": line["position"], "leg": 99 }),
        ),
        ("position", json!({ "partition": 0, "position": 1_000_000, "leg": 0 })),
        ("partition", json!({ "partition": 99, "position": 1, "leg": 0 })),
    ] {
        if line["partition"] == 0 {
            assert_eq!(refused(&app, "entries/explain", body).await, field);
        }
    }
}

pub fn amount(value: &Value) -> i64 {
    value.as_str().expect("a text").parse().expect("minor units")
}

#[tokio::test]
async fn what_cannot_be_asked_is_named() {
    let app = app().await;
    for (call, body, field) in [
        ("entries/list", json!({ "limit": 0 }), "limit"),
        ("entries/list", json!({ "limit": 201 }), "limit"),
        ("entries/list", json!({ "as_of": "yesterday" }), "as_of"),
        ("entries/list", json!({ "from": "-1" }), "from"),
        ("entries/list", json!({ "owner": "nobody" }), "owner"),
        ("entries/list", json!({ "least": "1.5" }), "least"),
        ("entries/list", json!({ "event_type": "x' or '1'='1" }), "event_type"),
        ("entries/list", json!({ "before": "1-0-0", "after": "1-0-0" }), "after"),
        ("entries/list", json!({ "before": "newest" }), "before"),
        ("entries/list", json!({ "colour": "red" }), "colour"),
        ("books/statement", json!({}), "owner"),
        ("players/info", json!({ "player": "tg:424242" }), "player"),
        ("players/timeline", json!({ "player": "x" }), "player"),
        ("players/search", json!({ "query": "  " }), "query"),
        ("events/info", json!({}), "event_id"),
        ("events/info", json!({ "position": 0 }), "position"),
        (
            "events/causes",
            json!({ "event_id": "00000000-0000-0000-0000-000000000000" }),
            "event_id",
        ),
        ("registers/list", json!({ "register": "secret" }), "register"),
        ("proofs/inclusion", json!({ "position": 1 }), "checkpoint"),
        ("proofs/consistency", json!({ "old": 1 }), "old"),
        ("samples/draw", json!({ "seed": "x", "count": 0 }), "count"),
        (
            "samples/draw",
            json!({ "seed": "x", "count": 1, "event_type": "CastResolved" }),
            "event_type",
        ),
        ("overview/info", json!({ "days": 0 }), "days"),
    ] {
        assert_eq!(refused(&app, call, body.clone()).await, field, "{call} {body}");
    }
}
