//! Many players for two servers: registered ones with money, and new ones who come by their links.

use crate::rig::installation::{Installation, config};
use domain::config::promotion::TaskKind;
use domain::ids::PlayerId;
use domain::player::withdrawal::SetAddress;
use domain::posting::Purse;
use domain::time::DAY_MS;
use ledger::testing::players::{accept_terms, give, invited, must, publish, register};
use ledger::{Clock, testing};
use serde_json::Value;

/// Calls that the two servers answer at least.
pub const OPERATIONS: u64 = 20_000;
/// Simulated players who have played before and hold money; as many newcomers join them.
const REGULARS: i64 = 80;
/// An account of the chain that is nobody's.
const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
/// What simulated players do that changes something.
const COMMANDS: [&str; 17] = [
    "login/telegram",
    "user/accept_terms",
    "signin/sign",
    "fishing/dive_start",
    "fishing/cast",
    "fishing/surface",
    "fishing/seed_rotate",
    "exchange/do",
    "vip/activate",
    "vip/receive",
    "shop/buy",
    "team/receive",
    "promotion/verify",
    "promotion/receive",
    "limits/set",
    "withdraw/set_address",
    "withdraw/do",
];

/// Players who came two days ago and said then where their money goes, so that the address has waited.
pub async fn enrol_regulars(installation: &Installation) -> Vec<PlayerId> {
    let clock = Clock::fixed(Clock::system().now().0 - 2 * DAY_MS);
    let ledger = testing::open(installation.database.clone(), clock).await;
    let mut regulars: Vec<PlayerId> = Vec::new();
    for tg_id in 1..=REGULARS {
        let player = match regulars.first() {
            None => register(&ledger, tg_id).await,
            Some(first) => invited(&ledger, tg_id, *first).await,
        };
        accept_terms(&ledger, player).await;
        let address = SetAddress {
            chain: domain::withdrawal::Chain::Ton,
            address: ADDRESS.into(),
            comment: String::new(),
            is_confirmed: false,
        };
        must(&ledger, player, address).await;
        regulars.push(player);
    }
    ledger.close().await;
    regulars
}

/// An installation without a pace and with a task for everybody, and money for the regulars, while both servers serve.
pub async fn furnish(installation: &Installation, regulars: &[PlayerId]) {
    let ledger = testing::open(installation.database.clone(), Clock::system()).await;
    let mut config = config();
    for task in &mut config.promotion.tasks {
        if task.task_id == "dives_10" {
            task.kind = TaskKind::DivesN(1);
        }
    }
    publish(&ledger, config).await;
    for player in regulars {
        for (purse, minor) in [
            (Purse::CoinPaid, 2_000),
            (Purse::Gusd, 5_000_000),
            (Purse::Usdt, 30_000_000),
            (Purse::Coupon, 12_000_000),
        ] {
            give(&ledger, *player, purse, minor).await;
        }
    }
    ledger.close().await;
}

/// Lets everybody play on these servers: the exit code and the figures.
pub async fn play(installation: &Installation, urls: &[&str]) -> (Option<i32>, Value) {
    let (players, operations) = ((2 * REGULARS).to_string(), OPERATIONS.to_string());
    let mut play = vec!["simulate", "--json", "--first-tg-id", "1", "--players", &players];
    play.extend(["--seconds", "100", "--operations", &operations]);
    play.extend(urls.iter().flat_map(|url| ["--url", url]));
    let output = installation.run(&play).await;
    let figures = serde_json::from_slice(&output.stdout).expect("one object");
    (output.status.code(), figures)
}

/// Commands that were refused whenever they were asked for.
pub fn never_accepted(figures: &Value) -> Vec<&'static str> {
    let was_accepted = |call: &&str| {
        let figures = &figures["calls"][*call];
        let refused = figures["refused"].as_object().into_iter().flatten();
        let refused: u64 = refused.filter_map(|(_, times)| times.as_u64()).sum();
        figures["count"].as_u64().unwrap_or_default() > refused
    };
    COMMANDS.into_iter().filter(|call| !was_accepted(call)).collect()
}
