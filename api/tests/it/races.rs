//! Fifty at once at two doors: whatever moves money happens once (RELIABILITY §3, law I-16).
//!
//! Two races for each call: the same request fifty times, and fifty requests of which the rules allow one.

use crate::angler::{Angler, fresh};
use crate::house::{Answer, House};
use api::app::Settings;
use domain::config::Config;
use domain::ids::PlayerId;
use domain::player::team::CountInvite;
use domain::posting::Purse;
use ledger::testing::players;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

const RACERS: usize = 50;
const DAY_MS: i64 = 86_400_000;
const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/// A call that one player is allowed once.
struct Race {
    call: &'static str,
    body: Value,
    /// Codes of those who came too late.
    late: &'static [i64],
    /// What the player owns afterwards, when it is not the player's own balance that says enough.
    owns: &'static [(&'static str, &'static str)],
}

fn race(call: &'static str, body: Value, late: &'static [i64], owns: &'static [(&'static str, &'static str)]) -> Race {
    Race { call, body, late, owns }
}

/// Two houses on one database, without limits of requests.
async fn two_houses() -> [Arc<House>; 2] {
    let mut config = Config::demo();
    let limits = &mut config.limits;
    (limits.claim_per_min, limits.cast_per_min, limits.other_per_min) = (100_000, 100_000, 100_000);
    let one = House::open_with(config, Settings::default()).await;
    let other = one.neighbour().await;
    [one, other].map(Arc::new)
}

/// What one player needs for a race, and the race.
async fn prepare(angler: &Angler<'_>, name: &str) -> Race {
    match name {
        "signin" => race("signin/sign", json!({}), &[4006], &[("coin_promo", "100")]),
        "free coins" => {
            let friend = PlayerId::of_messenger(7_000);
            players::must(&angler.house.ledger, angler.id, CountInvite { friend }).await;
            race(
                "fishing/receive_free_coin",
                json!({}),
                &[4003, 4005],
                &[("coin_promo", "1000")],
            )
        }
        "start" => {
            angler.given(Purse::Diamond, 2).await.given(Purse::CoinPaid, 100).await;
            let body = json!({ "stake": 10, "start_level": 6 });
            race("fishing/dive_start", body, &[2002, 3002], &[("diamond", "1")])
        }
        "cast" => {
            angler.given(Purse::CoinPaid, 100).await;
            let dive = angler.dives(10).await;
            angler.house.wait_ms(2_500);
            let body = json!({ "dive_id": dive, "seq": 1, "shield": false });
            race("fishing/cast", body, &[3004, 3006], &[("coin_paid", "90")])
        }
        "surface" => {
            angler.given(Purse::CoinPaid, 100).await;
            let dive = angler.dives(10).await;
            race(
                "fishing/surface",
                json!({ "dive_id": dive }),
                &[3001],
                &[("coin_paid", "100")],
            )
        }
        "vip" => {
            angler.given(Purse::Coupon, 5_000_000).await;
            race(
                "vip/activate",
                json!({ "vip_id": 1 }),
                &[5002],
                &[("coupon", "0.000000")],
            )
        }
        "vip claim" => {
            angler.given(Purse::Coupon, 5_000_000).await;
            angler.call("vip/activate", json!({ "vip_id": 1 })).await.done();
            race(
                "vip/receive",
                json!({ "vip_id": 1 }),
                &[4002, 4005],
                &[("coin_paid", "1000")],
            )
        }
        "exchange" => {
            angler.given(Purse::Gusd, 1_000_000).await;
            let body = json!({ "pair": "gusd_usdt", "amount": "10000" });
            race("exchange/do", body, &[2003], &[("usdt", "1.000000"), ("gusd", "0.00")])
        }
        "coupons" => {
            angler.given(Purse::Usdt, 1_000_000).await;
            let body = json!({ "pair": "usdt_coupon", "amount": "1" });
            race(
                "exchange/do",
                body,
                &[2004],
                &[("coupon", "1.000000"), ("usdt", "0.000000")],
            )
        }
        "shop" => {
            angler.given(Purse::Coupon, 5_000_000).await;
            let body = json!({ "item_id": "first_cast", "price": "0.99", "count": 1 });
            race(
                "shop/buy",
                body,
                &[5101],
                &[("coin_paid", "9900"), ("coupon", "4.010000")],
            )
        }
        "withdrawal" => {
            angler.given(Purse::Usdt, 100_000_000).await;
            let body = json!({ "key": "ton", "address": ADDRESS, "comment": "" });
            angler.call("withdraw/set_address", body).await.done();
            angler.house.wait_ms(DAY_MS);
            let body = json!({ "key": "ton", "amount": "10" });
            race("withdraw/do", body, &[6004, 6010], &[("usdt", "90.000000")])
        }
        other => panic!("no race is called {other}"),
    }
}

const RACES: [&str; 11] = [
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
];

/// Fifty send at the same moment, half of them at each door. Who is told to retry does so with the same body.
async fn run(houses: &[Arc<House>; 2], token: &str, race: &Race, req_ids: &[String]) -> Vec<Answer> {
    let start = Arc::new(Barrier::new(RACERS));
    let mut racers = JoinSet::new();
    for turn in 0..RACERS {
        let (start, house, call) = (start.clone(), houses[turn % 2].clone(), race.call);
        let mut body = race.body.clone();
        body["token"] = json!(token);
        body["req_id"] = json!(req_ids[turn % req_ids.len()]);
        racers.spawn(async move {
            start.wait().await;
            loop {
                let answer = house.post(call, body.clone()).await;
                if answer.error != -1008 {
                    return answer;
                }
            }
        });
    }
    let answers = racers.join_all().await;
    // Withdrawals have a limit of their own, five an hour at each door: whoever it stops changed nothing.
    let asked: Vec<_> = answers.into_iter().filter(|answer| answer.error != -1005).collect();
    assert!(asked.len() >= 10, "{} raced for {}", asked.len(), race.call);
    asked
}

async fn owned(angler: &Angler<'_>, race: &Race) {
    let asset = angler.read("fishing/player_info").await["asset"].clone();
    for (purse, expected) in race.owns {
        let has = asset[purse]
            .as_str()
            .map_or_else(|| asset[purse].to_string(), str::to_owned);
        assert_eq!(has, *expected, "{} leaves {purse}", race.call);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_request_sent_fifty_times_has_one_effect_and_one_answer() {
    let houses = two_houses().await;
    for (name, tg_id) in RACES.iter().zip(100..) {
        let angler = houses[0].player(tg_id).await;
        let race = prepare(&angler, name).await;
        let facts = houses[0].facts().await;
        let answers = run(&houses, &angler.token, &race, &[fresh()]).await;
        let told: BTreeSet<_> = answers
            .iter()
            .map(|answer| (answer.error, answer.bytes.clone()))
            .collect();
        assert_eq!((told.len(), answers[0].error), (1, 0), "{name}: {told:?}");
        owned(&angler, &race).await;
        let once = houses[0].facts().await - facts;
        assert!((1..=6).contains(&once), "{name} recorded {once} events");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_fifty_requests_that_are_allowed_once_one_is_done() {
    let houses = two_houses().await;
    for (name, tg_id) in RACES.iter().zip(200..) {
        let angler = houses[0].player(tg_id).await;
        let race = prepare(&angler, name).await;
        let req_ids: Vec<String> = (0..RACERS).map(|_| fresh()).collect();
        let mut codes = BTreeMap::new();
        for answer in run(&houses, &angler.token, &race, &req_ids).await {
            *codes.entry(answer.error).or_insert(0) += 1;
        }
        assert_eq!(codes.remove(&0), Some(1), "{name} was done once, the others: {codes:?}");
        assert!(codes.keys().all(|code| race.late.contains(code)), "{name}: {codes:?}");
        owned(&angler, &race).await;
    }
}
