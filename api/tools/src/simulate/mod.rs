//! `ledger simulate`: many players at once over HTTP, and a check of every answer.

mod books;
pub mod codes;
mod dealer;
pub mod journal;
pub mod player;
mod report;
pub mod session;
pub mod stats;
pub mod tally;

use super::game::Servers;
use codes::Codes;
use session::{Session, World};
use settings::{BadSetting, Mode, Settings};
use settings::{Failure, progress};
use stats::per_second;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tally::Tally;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Players arrive over this share of the run: one tenth, so that later ones find earlier ones' invite codes.
const ARRIVAL_SHARE: u32 = 10;

/// Let many players log in and play at once, and report how the service did.
///
/// The players log in with development launch data, check in, dive at stakes they can pay, cast at
/// their own pace, shield, surface by differing strategies, invite each other, rotate their seeds and verify
/// their dives. Between dives they exchange, buy, claim, set limits, ask for money and read the lists,
/// and keep books of their own. Lost requests are sent again with the same request id;
/// one in a hundred is sent again on purpose. Exit code 1 when an answer was ever given twice
/// differently, a dive was not fair, a balance did not fit the books, the server failed (5xx) or a player could not go on.
/// Needs a development server that is running: see `ledger up` and `ledger serve`.
#[derive(clap::Args, Debug)]
pub struct Simulate {
    /// How many players play at once
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    players: u32,
    /// How long they play, in seconds
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// Stop when this many calls were answered, if that is sooner
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    operations: Option<u64>,
    /// Address of a server, plain HTTP; give it several times to spread the players. Default: LEDGER_HTTP
    #[arg(long, value_name = "URL")]
    url: Vec<String>,
    /// Messenger id of the first player, the others follow. Default: players that never played before
    #[arg(long, value_name = "ID", value_parser = clap::value_parser!(i64).range(1..=1 << 51))]
    first_tg_id: Option<i64>,
    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Plays, then prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        if settings.service.mode == Mode::Production {
            return Err(
                BadSetting("LEDGER_MODE is production: simulated players have no launch data there.".into()).into(),
            );
        }
        let urls = if self.url.is_empty() {
            vec![format!("http://{}", settings.service.http)]
        } else {
            self.url.clone()
        };
        let servers = Servers::at(&urls).map_err(|bad| Failure::Usage(format!("--url {bad:#}.")))?;
        let mut world = World::of(servers, settings.secrets()?.bot_token);
        world.operations = self.operations;
        let world = Arc::new(world);
        let began = Instant::now();
        let tally = self.play(world, began).await;
        let elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if self.json {
            println!("{}", tally.json(self.players as usize, elapsed_ms));
        } else {
            report::print(&tally, self.players, elapsed_ms);
        }
        if tally.is_clean() { Ok(()) } else { Err(Failure::Found) }
    }

    async fn play(&self, world: Arc<World>, began: Instant) -> Tally {
        let length = Duration::from_secs(u64::from(self.seconds));
        let first = self.first_tg_id.unwrap_or_else(fresh_ids);
        let codes = Arc::new(Codes::default());
        let mut players = JoinSet::new();
        for number in 0..self.players {
            let mut session = Session::new(world.clone(), first + i64::from(number));
            let codes = codes.clone();
            let arrival = began + length / ARRIVAL_SHARE * number / self.players;
            players.spawn(async move {
                tokio::time::sleep_until(arrival).await;
                // A player who gives up has said so in the tally.
                player::play(&mut session, &codes, began + length).await;
                session.tally
            });
        }
        let watch = tokio::spawn(watch(world, u64::from(self.seconds)));
        let mut tally = Tally::default();
        while let Some(played) = players.join_next().await {
            match played {
                Ok(figures) => tally.merge(figures),
                Err(broken) => tally.gave_up.push(format!("a player's task broke: {broken}")),
            }
        }
        watch.abort();
        tally
    }
}

/// Ids that no earlier run used: the second of the start, times a million.
fn fresh_ids() -> i64 {
    (crate::person::unix_now() % 1_000_000_000) * 1_000_000 + (1 << 50)
}

/// The progress line: seconds passed, answers a second, faults.
async fn watch(world: Arc<World>, seconds: u64) {
    let bar = progress::bar(seconds);
    let mut before = 0;
    let mut second = tokio::time::interval(Duration::from_secs(1));
    second.tick().await;
    loop {
        second.tick().await;
        let answers = world.answers.load(Ordering::Relaxed);
        let faults = world.faults.load(Ordering::Relaxed);
        bar.inc(1);
        bar.set_message(format!(
            "s, {}/s, {answers} answers, {faults} faults",
            per_second(answers - before, 1_000)
        ));
        before = answers;
    }
}
