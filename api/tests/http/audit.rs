//! The audit finds nothing in books that players made, and each of its laws finds what breaks it.

use crate::angler::fresh;
use crate::race::prepare;
use crate::races::{BY_NAME, RACES};
use crate::test_app::TestApp;
use api::app::Settings;
use domain::config::Config;
use serde_json::json;
use sqlx::pool::PoolConnection;
use sqlx::{Executor, Postgres};
use std::collections::BTreeSet;
use workers::audit::{check, laws, run};

/// Calls whose repetition is known by another name than a request id.
const WITHOUT_ID: [&str; 5] = [
    "signin/sign",
    "fishing/receive_free_coin",
    "vip/receive",
    "team/receive",
    "promotion/receive",
];

/// A service in which everything was done once.
pub async fn played() -> TestApp {
    let mut config = Config::demo();
    config.shop.items[2].stock = Some(1);
    let app = TestApp::open_with(config, Settings::default()).await;
    for (name, tg_id) in RACES.iter().chain(&BY_NAME).zip(100..) {
        let (angler, race) = prepare(&app, tg_id, name).await;
        let mut body = race.body.clone();
        if !WITHOUT_ID.contains(&race.call) {
            body["req_id"] = json!(fresh());
        }
        angler.call(race.call, body).await.done();
    }
    let fair = app.player(99).await;
    let seed = json!({ "client_seed": "angler-2" });
    fair.call("fishing/seed_rotate", seed).await.done();
    ledger::books::reach_heads(app.ledger.pool()).await.expect("books");
    app
}

/// A connection that may change facts.
pub async fn forger(app: &TestApp) -> PoolConnection<Postgres> {
    let mut connection = app.ledger.pool().acquire().await.expect("a connection");
    connection.close_on_drop();
    for statement in [
        "reset role",
        "set session_replication_role = replica",
        "create function pg_temp.plant(stream text, owner text, seq bigint, kind text, body text, meta text)
         returns void language sql as $$
            insert into public.events select 0, (select coalesce(max(position), 0) + 1 from public.events where partition = 0),
                   stream, owner, seq, gen_random_uuid(), kind, '1', json_build_object(kind, body::json), meta::json, 1,
                   decode(repeat('00', 32), 'hex'), decode(repeat('00', 20), 'hex') $$",
    ] {
        connection.execute(statement).await.expect(statement);
    }
    connection
}

#[tokio::test]
async fn books_that_players_made_keep_every_law() {
    let app = played().await;
    let mut last = 0;
    let results = run(app.ledger.pool(), &mut |checked| last = checked)
        .await
        .expect("read");
    let broken: Vec<_> = results.iter().filter(|result| !result.holds()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
    assert_eq!(last, laws().count());
    let names: BTreeSet<_> = laws().map(|law| law.id).collect();
    assert_eq!(names.len(), last, "each law has a number of its own");
    // Laws of what only staff, the chain and scheduled jobs do find nothing to check here; forgeries test them.
    let idle: Vec<_> = results
        .iter()
        .filter(|result| result.compared == 0)
        .map(|result| result.law)
        .collect();
    assert_eq!(
        idle,
        ["I-41b", "I-41c", "I-25", "I-34", "I-09", "I-10", "I-32", "I-32b"]
    );
}

/// An event that nobody recorded: its stream, version, type and body.
fn planted(stream: &str, owner: &str, sequence: u32, kind: &str, body: serde_json::Value) -> String {
    let meta = r#"{"actor":"forger"}"#;
    format!("select pg_temp.plant('{stream}', '{owner}', {sequence}, '{kind}', '{body}', '{meta}')")
}

fn of_player(sequence: u32, kind: &str, body: serde_json::Value) -> String {
    planted("player", "forged", sequence, kind, body)
}

fn twice(kind: &str, body: &serde_json::Value) -> Vec<String> {
    (1..=2)
        .map(|sequence| of_player(sequence, kind, body.clone()))
        .collect()
}

/// For each law, what breaks it.
fn forgeries() -> Vec<(&'static str, Vec<String>)> {
    let one = |statement: &str| vec![statement.to_owned()];
    let mut all = vec![
        (
            "I-01",
            one("update postings set amount = amount + 1 where leg = 0 and account = 'coin_promo'"),
        ),
        (
            "I-01b",
            one("update postings set amount = amount + 1 where account = 'usdt'"),
        ),
        (
            "I-02",
            vec![
                "alter table postings drop constraint a_player_never_owes".to_owned(),
                "update postings set after = -1 where account = 'coin_paid'".to_owned(),
            ],
        ),
        (
            "I-02b",
            one(
                "insert into balances select partition, owner, 'referral_due', 'usdt', -1, 1 from balances where account = 'coupon'",
            ),
        ),
        (
            "I-03",
            one(
                "update postings set asset = 'gusd' where ctid = (select max(ctid) from postings where account = 'usdt')",
            ),
        ),
        (
            "I-05",
            one("update balances set balance = balance + 1 where account = 'coupon'"),
        ),
        (
            "I-07",
            one("update balances set balance = -1 where account = 'h:usdt_reserve'"),
        ),
        (
            "I-21",
            one("update postings set after = after + 1 where account = 'diamond'"),
        ),
        ("I-21b", one("delete from balances where account = 'coin_paid'")),
        ("I-12", one("delete from events where event_type = 'PlayerRegistered'")),
        ("I-13", one("update heads set position = position + 1")),
        (
            "I-13b",
            one("update events set position = position + 1000000 where event_type = 'PlayerRegistered'"),
        ),
        (
            "I-13c",
            vec![format!(
                "select pg_temp.plant('player', 'forged', 1, 'X', '{{}}', '{{\"actor\":\"a\",\"cause\":\"{}\"}}')",
                fresh()
            )],
        ),
        (
            "I-15",
            one("update events set metadata = '{}' where event_type = 'SignedIn'"),
        ),
        (
            "I-16",
            one("update requests set position = position + 1000000 where position is not null"),
        ),
        (
            "I-16b",
            one(
                "update events set metadata = '{\"actor\":\"a\",\"request_id\":\"r\"}' where event_type in ('PlayerRegistered', 'VipClaimed')",
            ),
        ),
        (
            "I-41",
            vec![of_player(
                1,
                "DiveVoided",
                json!({ "proposer": "ann", "approver": "ann", "case_id": "1" }),
            )],
        ),
        (
            "I-41b",
            vec![
                planted(
                    "config_section",
                    "forged",
                    1,
                    "ConfigProposed",
                    json!({ "version": 1, "author": "ann" }),
                ),
                planted(
                    "config_section",
                    "forged",
                    2,
                    "ConfigApproved",
                    json!({ "version": 1, "approver": "ann" }),
                ),
            ],
        ),
        (
            "I-41c",
            vec![
                planted(
                    "proposal",
                    "forged",
                    1,
                    "Proposed",
                    json!({ "maker": "ann", "digest": "d" }),
                ),
                planted(
                    "proposal",
                    "forged",
                    2,
                    "Approved",
                    json!({ "by": "ann", "digest": "d" }),
                ),
            ],
        ),
        ("I-23", twice("SignedIn", &json!({ "day": "2025-01-01", "streak": 1 }))),
        ("I-24", twice("FreeCoinClaimed", &json!({ "day": "2025-01-01" }))),
        (
            "I-28",
            twice(
                "TeamRecordReceived",
                &json!({
            "id": "r", "usdt": "1.000000", "diamonds": "0", "record": { "usdt": "1.500000", "diamonds": "0" } }),
            ),
        ),
        ("I-28b", twice("TaskReceived", &json!({ "task_id": "a" }))),
        (
            "I-38",
            vec![planted("stock", "forged", 1, "StockTaken", json!({ "left": -1 }))],
        ),
    ];
    all.extend(of_people());
    all.extend(of_play());
    all.extend(of_payouts());
    all
}

fn of_people() -> Vec<(&'static str, Vec<String>)> {
    let bound = |player: &str, upline: &str| json!({ "inviter": { "player": player, "upline": upline } });
    let closed = json!({ "profit": "100.00", "shares": { "l1": { "to": "ann", "usdt": "0.000700" }, "l2": null } });
    let packet = json!({ "terms": { "shares": 2, "total": { "coin": "10" } } });
    let share = |player: &str| json!({ "player": player, "prize": { "coin": "6" } });
    let submitted = |submission: &str| json!({ "submission": submission, "doc_hash": "d", "images": 2 });
    let approved = |submission: &str| json!({ "submission": submission, "verdict": "approve" });
    vec![
        (
            "I-25",
            vec![
                of_player(1, "InviterBound", bound("ann", "bob")),
                of_player(2, "DiveClosed", closed),
            ],
        ),
        ("I-26", vec![of_player(1, "InviterBound", bound("forged", "bob"))]),
        (
            "I-27",
            vec![of_player(1, "InviteQualified", json!({ "inviter": "ann" }))],
        ),
        (
            "I-30",
            vec![
                planted("red_packet", "p", 1, "PacketCreated", packet),
                planted("red_packet", "p", 2, "ShareClaimed", share("ann")),
                planted("red_packet", "p", 3, "ShareClaimed", share("bob")),
            ],
        ),
        (
            "I-34",
            vec![
                planted("kyc", "ann", 1, "KycSubmitted", submitted("a")),
                planted("kyc", "ann", 2, "KycDecided", approved("a")),
                planted("kyc", "bob", 1, "KycSubmitted", submitted("b")),
                planted("kyc", "bob", 2, "KycDecided", approved("b")),
            ],
        ),
        (
            "I-35",
            vec![of_player(
                1,
                "VipClaimed",
                json!({ "vip_id": 1, "day": "2025-01-01", "n": 1 }),
            )],
        ),
        (
            "I-39",
            vec![
                of_player(1, "SelfExcluded", json!({ "until": 20 })),
                of_player(2, "DiveStarted", json!({ "dive": "d", "at": 10 })),
            ],
        ),
    ]
}

fn of_play() -> Vec<(&'static str, Vec<String>)> {
    let cast = |seq: u32, level: u32, nonce: u32| json!({ "dive": "d", "seq": seq, "level": level, "nonce": nonce, "stake": "10" });
    let closed = json!({
        "dive": "d", "payout": "200000.00", "fish": "200000.00", "bonus": "0.00", "chest_gusd": "0.00",
        "chest_usdt": "0.000000", "staked": "10", "casts": 1, "capped": false, "profit": "0.00", "shares": {}
    });
    let rotated = json!({ "old_seed": "00", "old_commit": "11" });
    vec![
        (
            "I-06",
            vec![of_player(
                1,
                "Exchanged",
                json!({ "gusd": "10000.00", "usdt": "1.000001" }),
            )],
        ),
        (
            "I-36",
            vec![
                of_player(1, "DiveStarted", json!({ "dive": "d", "at": 1 })),
                of_player(2, "DiveClosed", closed.clone()),
            ],
        ),
        ("I-36b", vec![of_player(1, "DiveClosed", closed)]),
        (
            "I-36c",
            vec![
                of_player(1, "CastResolved", cast(1, 1, 0)),
                of_player(2, "CastResolved", cast(2, 3, 1)),
            ],
        ),
        ("I-37", vec![of_player(1, "SeedRotated", rotated)]),
        ("I-37b", vec![of_player(1, "CastResolved", cast(1, 1, 1))]),
    ]
}

fn of_payouts() -> Vec<(&'static str, Vec<String>)> {
    let ended = json!({ "withdrawal": "w", "amount": "5.000000", "fee": "0.500000", "was_sent": false });
    let terms = json!({ "request": { "terms": { "withdrawal": "w", "amount": "6.000000", "fee": "0.500000" } } });
    let desk = |sequence, kind: &str, body| planted("withdrawal", "w", sequence, kind, body);
    vec![
        (
            "I-08",
            vec![
                of_player(1, "WithdrawalRequested", terms.clone()),
                of_player(2, "WithdrawalSettled", ended.clone()),
            ],
        ),
        ("I-09", vec![of_player(1, "WithdrawalRefunded", ended)]),
        ("I-10", twice("TopUpCredited", &json!({ "tx": "t", "lt": 1 }))),
        (
            "I-31",
            vec![desk(1, "Rejected", json!({})), desk(2, "Confirmed", json!({}))],
        ),
        (
            "I-32",
            vec![
                desk(1, "Approved", json!({ "by": "auto", "digest": "one" })),
                desk(2, "Sent", json!({ "digest": "two" })),
            ],
        ),
        (
            "I-32b",
            vec![desk(
                1,
                "Approved",
                json!({ "by": { "staff": ["ann", "ann"] }, "digest": "one" }),
            )],
        ),
        (
            "I-33",
            vec![
                of_player(1, "WithdrawalRequested", terms),
                // Books that have read it hold nothing for it.
                "update cursors set position = position + 1 where view = 'books'".to_owned(),
            ],
        ),
    ]
}

#[tokio::test]
async fn each_law_finds_what_breaks_it() {
    let app = played().await;
    let mut forger = forger(&app).await;
    let forgeries = forgeries();
    for law in laws() {
        let (_, statements) = forgeries
            .iter()
            .find(|(id, _)| *id == law.id)
            .unwrap_or_else(|| panic!("nothing tries {}", law.id));
        forger.execute("begin").await.expect("begun");
        let before = check(&mut forger, law).await.expect("read");
        for statement in statements {
            let done = forger.execute(statement.as_str()).await;
            done.unwrap_or_else(|error| panic!("{}: {statement}: {error}", law.id));
        }
        let after = check(&mut forger, law).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(before.holds() && !after.holds() && after.first.is_some(), "{after:?}");
    }
    assert_eq!(forgeries.len(), laws().count());
}
