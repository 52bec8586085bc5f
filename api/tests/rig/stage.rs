//! The stage of one test: a database of its own, a data folder, and the binary with their settings.

use domain::config::{Config, GENESIS, Publish};
use domain::ids::{PlayerId, Scode};
use domain::money::Usdt;
use domain::player::adjustment::Adjust;
use domain::player::registration::Register;
use domain::posting::{House, Purse};
use domain::treasury::FundReserve;
use ledger::{CONFIG_STREAM, Clock, Ledger, Plain, Reply, Request, StreamId, testing};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection, Row};
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::process::Command;

/// The throw-away bot token of the rig.
pub const BOT_TOKEN: &str = "1:throw-away-token";
/// Coins a player begins with: more than any test burns.
pub const COINS: i64 = 1_000_000_000;
/// How long the views may take to catch up.
const CATCH_UP_MAX: Duration = Duration::from_secs(20);
/// Casts of a seed pair: few, so that rotations happen under load too.
const SEED_CASTS: u64 = 60;

/// A database and what is needed to run `ledger` on it.
pub struct Stage {
    pub database: PgConnectOptions,
    pub folder: PathBuf,
}

impl Stage {
    /// A migrated database with nothing in it.
    pub async fn empty() -> Stage {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("ledger-rig-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let database = testing::database(1).await;
        Stage { database, folder }
    }

    /// A database whose players 1 to `players` are rich, and whose game sets them no pace and no limit.
    pub async fn with_players(players: i64) -> Stage {
        let stage = Stage::empty().await;
        let ledger = testing::open(stage.database.clone(), Clock::system()).await;
        furnish(&ledger).await;
        for tg_id in 1..=players {
            enrol(&ledger, tg_id).await;
        }
        ledger.close().await;
        stage
    }

    /// `ledger` with these arguments and the settings of this stage, and no others.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
        command
            .env_clear()
            .env("DATABASE_URL", self.database.to_url_lossy().as_str())
            .env("LEDGER_HTTP", "127.0.0.1:0")
            .env("LEDGER_MODE", "development")
            .env("LEDGER_DATA", self.folder.join("data"))
            .env("LEDGER_MASTER_KEY", hex::encode(testing::MASTER_KEY))
            .env("LEDGER_BOT_TOKEN", BOT_TOKEN)
            .env("RUST_LOG", "warn")
            .current_dir(&self.folder)
            .args(arguments)
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    /// Runs `ledger` to its end.
    pub async fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().await.expect("the program runs")
    }

    /// A connection with the rights of the database's owner.
    pub async fn connect(&self) -> PgConnection {
        self.database.connect().await.expect("a connection")
    }

    /// Waits until the running servers' views have seen everything, then counts what they show.
    pub async fn assert_views_follow(&self) {
        let database = &mut self.connect().await;
        let names: Vec<&str> = projections::FOLLOWING
            .iter()
            .map(|view| view.name())
            .chain(["policies"])
            .collect();
        let caught_up = async {
            // Every question is a round trip, so this is no idle spinning.
            while behind(database, &names).await > 0 {}
        };
        tokio::time::timeout(CATCH_UP_MAX, caught_up)
            .await
            .expect("the views catch up");
        let row = sqlx::query(
            "select (select count(*) from dives), (select count(*) from events where event_type = 'DiveStarted'),
                    (select count(*) from dives where closed is not null),
                    (select count(*) from events where event_type in ('DiveClosed', 'DiveVoided')),
                    (select count(*) from players), (select count(*) from events where event_type = 'PlayerRegistered')",
        )
        .fetch_one(database)
        .await
        .expect("counts");
        let count = |column: usize| row.try_get::<i64, _>(column).expect("a count");
        assert_eq!(
            (count(0), count(2), count(4)),
            (count(1), count(3), count(5)),
            "rows and their events"
        );
    }
}

/// How many of these views have not reached the head of the log.
async fn behind(database: &mut PgConnection, views: &[&str]) -> i64 {
    let statement = "select count(*) from unnest($1::text[]) as asked(view)
                      cross join heads h
                       left join cursors c on c.view = asked.view and c.partition = h.partition
                      where c.position is distinct from h.position";
    let row = sqlx::query(statement)
        .bind(views)
        .fetch_one(database)
        .await
        .expect("cursors");
    row.try_get(0).expect("a count")
}

impl Drop for Stage {
    fn drop(&mut self) {
        // What a failed test leaves behind is worth reading: the servers' logs are in there.
        if !std::thread::panicking() {
            std::fs::remove_dir_all(&self.folder).ok();
        }
    }
}

async fn furnish(ledger: &Ledger) {
    let mut config = Config::demo();
    config.game.min_cast_ms = 0;
    config.game.loss_day = Usdt::from_minor(1_000_000_000_000_000);
    config.game.seed_max_casts = SEED_CASTS;
    let limits = &mut config.limits;
    for limit in [
        &mut limits.login_per_min,
        &mut limits.claim_per_min,
        &mut limits.cast_per_min,
        &mut limits.other_per_min,
    ] {
        *limit = 1_000_000_000;
    }
    let publish = Publish {
        body: Box::new(config),
        author: GENESIS.into(),
        approver: GENESIS.into(),
        replaces: 0,
    };
    let id = StreamId::house(CONFIG_STREAM);
    accepted(
        ledger
            .config()
            .execute(&id, publish, Request::default(), Plain)
            .await
            .expect("published"),
    );
    let amount = Usdt::from_minor(50_000_000_000);
    let fund = FundReserve {
        amount,
        proposer: "one".into(),
        approver: "another".into(),
        reason: "a test".into(),
    };
    let id = StreamId::house("reserve");
    accepted(
        ledger
            .treasury()
            .execute(&id, fund, Request::default(), Plain)
            .await
            .expect("funded"),
    );
    ledger.refresh().await.expect("refreshed");
}

async fn enrol(ledger: &Ledger, tg_id: i64) {
    let player = PlayerId::of_messenger(tg_id);
    let commits = [
        ledger.seal_seed(player).await.expect("a seed"),
        ledger.seal_seed(player).await.expect("the next seed"),
    ];
    let scode = Scode::mint(player, ledger.partition_of(player.0), 0);
    let register = Register {
        player,
        tg_id,
        scode,
        lang: "en".into(),
        inviter: None,
        commits,
    };
    let give = Adjust {
        purse: Purse::CoinPaid,
        delta: COINS,
        counter: House::CoinIssueShop,
        case_id: "a test".into(),
        proposer: "one".into(),
        approver: "another".into(),
    };
    let stream = StreamId::player(player);
    for command in [register.into(), give.into()] {
        accepted(
            ledger
                .players()
                .execute(&stream, command, Request::default(), Plain)
                .await
                .expect("enrolled"),
        );
    }
}

#[track_caller]
fn accepted(reply: Reply) {
    assert_eq!((reply.code, reply.message.as_str()), (0, ""));
}
