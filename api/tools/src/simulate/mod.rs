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
pub mod year;

use super::game::Servers;
use codes::Codes;
use domain::time::Day;
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
const ARRIVAL_SHARE: i64 = 10;

/// Players at once when nobody says how many.
const PLAYERS: u32 = 100;
/// Players at the end of days when nobody says how many.
const PLAYERS_OF_DAYS: u32 = 12;

/// Let many players log in and play at once, and report how the service did.
///
/// The players log in with development launch data, check in, dive at stakes they can pay, cast at
/// their own pace, shield, surface by differing strategies, invite each other, rotate their seeds and verify
/// their dives. Between dives they exchange, buy, claim, set limits, ask for money and read the lists,
/// and keep books of their own. Lost requests are sent again with the same request id;
/// one in a hundred is sent again on purpose. Exit code 1 when an answer was ever given twice
/// differently, a dive was not fair, a balance did not fit the books, the server failed (5xx) or a player could not go on.
/// Needs a development server that is running: see `ledger up` and `ledger serve`.
///
/// With --days it needs no server but a database without events, and makes a business of so many days there: the service
/// runs in this process under a clock that is moved, players come, pay and play each day, every day is closed and, by
/// two people, every month, quarter and year that is over; one month in the middle is restated. `ledger up` on the same
/// LEDGER_DATA goes on from there and shows it in the staff console. Exit code 1 also when a closing was refused, a law
/// of the books is broken or the database does not verify.
#[derive(clap::Args, Debug)]
pub struct Simulate {
    /// How many players play at once; with --days, how many there are at the end. Default: 100, with --days 12
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    players: Option<u32>,
    /// How long they play, in seconds
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// Make so many days of business in a new database instead, under a clock that is moved
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_000),
          conflicts_with_all = ["seconds", "operations", "url", "first_tg_id"])]
    days: Option<u16>,
    /// The last of the days, YYYY-MM-DD. Default: today
    #[arg(long, value_name = "DAY", requires = "days", value_parser = day)]
    until: Option<Day>,
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

/// What `--days` asks for.
#[derive(Clone, Copy, Debug)]
pub struct Days {
    pub days: u16,
    /// The last one; today when absent.
    pub until: Option<Day>,
    /// How many players there are at the end.
    pub players: u32,
    /// The outcome is one JSON object.
    pub json: bool,
}

fn day(text: &str) -> Result<Day, String> {
    Day::try_from(text.to_owned()).map_err(|_| format!("a day is YYYY-MM-DD, not {text:?}"))
}

impl Simulate {
    /// The days to make, if it is days that were asked for.
    ///
    /// # Errors
    /// In production, where nothing is simulated.
    pub fn days(&self, settings: &Settings) -> Result<Option<Days>, Failure> {
        if settings.service.mode == Mode::Production {
            return Err(
                BadSetting("LEDGER_MODE is production: simulated players have no launch data there.".into()).into(),
            );
        }
        Ok(self.days.map(|days| Days {
            days,
            until: self.until,
            players: self.players.unwrap_or(PLAYERS_OF_DAYS),
            json: self.json,
        }))
    }

    /// Plays for seconds, then prints.
    ///
    /// # Errors
    /// An address or a secret that cannot work; [`Failure::Found`] when something happened that must not.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
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
        let tally = self.play(world).await;
        let elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if self.json {
            println!("{}", tally.json(self.players() as usize, elapsed_ms));
        } else {
            report::print(&tally, self.players(), elapsed_ms);
        }
        if tally.is_clean() { Ok(()) } else { Err(Failure::Found) }
    }

    fn players(&self) -> u32 {
        self.players.unwrap_or(PLAYERS)
    }

    async fn play(&self, world: Arc<World>) -> Tally {
        let (began, length_ms) = (world.clock.now(), i64::from(self.seconds) * 1_000);
        let first = self.first_tg_id.unwrap_or_else(fresh_ids);
        let codes = Arc::new(Codes::default());
        let mut players = JoinSet::new();
        for number in 0..self.players() {
            let mut session = Session::new(world.clone(), first + i64::from(number));
            let codes = codes.clone();
            let arrival = length_ms / ARRIVAL_SHARE * i64::from(number) / i64::from(self.players());
            players.spawn(async move {
                session.wait_until(began.plus_ms(arrival)).await;
                // A player who gives up has said so in the tally.
                player::play(&mut session, &codes, began.plus_ms(length_ms)).await;
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
