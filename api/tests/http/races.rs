//! Fifty requests at once to two servers: whatever moves money happens once (ledger §6, law I-16).
//!
//! Two races for each call: the same request fifty times, and fifty requests of which the rules allow one.

use crate::angler::fresh;
use crate::race::{Race, prepare};
use crate::test_app::{Answer, TestApp};
use api::app::Settings;
use domain::config::Config;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

const RACERS: usize = 50;

/// Two servers on one database, without limits of requests.
async fn two_servers() -> [Arc<TestApp>; 2] {
    let mut config = Config::demo();
    let limits = &mut config.limits;
    (limits.claim_per_min, limits.cast_per_min, limits.other_per_min) = (100_000, 100_000, 100_000);
    config.shop.items[2].stock = Some(1);
    let one = TestApp::open_with(config, Settings::default()).await;
    let other = one.neighbour().await;
    [one, other].map(Arc::new)
}

/// Calls that move money, by the name of their preparation.
pub const RACES: [&str; 15] = [
    "signin",
    "free coins",
    "start",
    "cast",
    "surface",
    "vip",
    "vip claim",
    "exchange",
    "coupons",
    "shop",
    "withdrawal",
    "unlock",
    "limited item",
    "packet",
    "order",
];

/// What is received once by its own name, whatever the request.
pub const BY_NAME: [&str; 2] = ["record", "task"];

/// Fifty send at the same moment, half of them to each server. An answer of -1008 is retried with the same body.
async fn run(servers: &[Arc<TestApp>; 2], token: &str, race: &Race, req_ids: &[String]) -> Vec<Answer> {
    let start = Arc::new(Barrier::new(RACERS));
    let mut racers = JoinSet::new();
    for turn in 0..RACERS {
        let (start, app, call) = (start.clone(), servers[turn % 2].clone(), race.call);
        let mut body = race.body.clone();
        body["token"] = json!(token);
        if !req_ids.is_empty() {
            body["req_id"] = json!(req_ids[turn % req_ids.len()]);
        }
        racers.spawn(async move {
            start.wait().await;
            loop {
                let answer = app.post(call, body.clone()).await;
                if answer.error != -1008 {
                    return answer;
                }
            }
        });
    }
    let answers = racers.join_all().await;
    // Withdrawals have a limit of their own, five an hour at each server: a limited request changed nothing.
    let asked: Vec<_> = answers.into_iter().filter(|answer| answer.error != -1005).collect();
    assert!(asked.len() >= 10, "{} raced for {}", asked.len(), race.call);
    asked
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_request_sent_fifty_times_has_one_effect_and_one_answer_t_02() {
    let servers = two_servers().await;
    for (name, tg_id) in RACES.iter().zip(100..) {
        let (angler, race) = prepare(&servers[0], tg_id, name).await;
        let facts = servers[0].facts().await;
        let answers = run(&servers, &angler.token, &race, &[fresh()]).await;
        let distinct: BTreeSet<_> = answers
            .iter()
            .map(|answer| (answer.error, answer.bytes.clone()))
            .collect();
        assert_eq!((distinct.len(), answers[0].error), (1, 0), "{name}: {distinct:?}");
        race.left(&angler).await;
        let once = servers[0].facts().await - facts;
        assert!((1..=6).contains(&once), "{name} recorded {once} events");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_fifty_requests_that_are_allowed_once_one_is_done_t_01() {
    let servers = two_servers().await;
    for (name, tg_id) in RACES.iter().chain(&BY_NAME).zip(200..) {
        let (angler, race) = prepare(&servers[0], tg_id, name).await;
        let ids = if BY_NAME.contains(name) { 0 } else { RACERS };
        let req_ids: Vec<String> = (0..ids).map(|_| fresh()).collect();
        let mut codes = BTreeMap::new();
        for answer in run(&servers, &angler.token, &race, &req_ids).await {
            *codes.entry(answer.error).or_insert(0) += 1;
        }
        assert_eq!(codes.remove(&0), Some(1), "{name} was done once, the others: {codes:?}");
        assert!(codes.keys().all(|code| race.late.contains(code)), "{name}: {codes:?}");
        race.left(&angler).await;
    }
}
