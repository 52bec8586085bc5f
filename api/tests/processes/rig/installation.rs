//! The installation of one test: a database of its own, a data folder, and the binary with their settings.

use super::postgres::Postgres;
use super::server::Server;
use domain::config::Config;
use domain::money::Usdt;
use ledger::testing::players::{accept_terms, fund, give_coins, invited, publish, register};
use ledger::{Clock, testing};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::process::Command;

/// The throw-away bot token of the rig.
pub const BOT_TOKEN: &str = "1:throw-away-token";
/// Players of a installation at most.
pub const PLAYERS_MAX: usize = 100;
/// Coins a player begins with: more than any test burns.
pub const COINS: i64 = 1_000_000_000;
/// Casts of a seed pair: few, so that rotations happen under load too.
const SEED_CASTS: u64 = 60;

/// A database and what is needed to run `ledger` on it.
pub struct Installation {
    pub database: PgConnectOptions,
    pub folder: PathBuf,
    partitions: u16,
}

impl Installation {
    /// A migrated database with nothing in it.
    pub async fn empty() -> Installation {
        let partitions = testing::partitions();
        Installation::on(testing::database(partitions).await, partitions)
    }

    /// A database on which nothing was done yet, and a folder.
    pub fn at(database: PgConnectOptions, folder: PathBuf) -> Installation {
        let partitions = 1;
        Installation {
            database,
            folder,
            partitions,
        }
    }

    fn on(database: PgConnectOptions, partitions: u16) -> Installation {
        Installation {
            database,
            folder: folder(),
            partitions,
        }
    }

    /// A database whose players 1 to `players` are rich, and whose game sets them no pace and no limit.
    pub async fn with_players(players: i64) -> Installation {
        Installation::with_players_in(testing::partitions(), players).await
    }

    /// The same with so many partitions (1 or 4).
    pub async fn with_players_in(partitions: u16, players: i64) -> Installation {
        let installation = Installation::on(testing::database(partitions).await, partitions);
        installation.furnish(players).await;
        installation
    }

    /// The same on a server of the test's own.
    pub async fn with_players_on(postgres: &Postgres, partitions: u16, players: i64) -> Installation {
        let database = postgres.options();
        testing::migrate(&database, partitions).await;
        let installation = Installation::on(database, partitions);
        installation.furnish(players).await;
        installation
    }

    /// Records what every installation begins with. Everybody but the first player was invited by the first.
    async fn furnish(&self, players: i64) {
        let ledger = testing::open(self.database.clone(), Clock::system()).await;
        publish(&ledger, config()).await;
        fund(&ledger).await;
        let mut first = None;
        for tg_id in 1..=players {
            let player = match first {
                None => register(&ledger, tg_id).await,
                Some(first) => invited(&ledger, tg_id, first).await,
            };
            first.get_or_insert(player);
            give_coins(&ledger, player, COINS).await;
            accept_terms(&ledger, player).await;
        }
        ledger.close().await;
    }

    /// `ledger` with these arguments and the settings of this installation, and no others.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
        command
            .env_clear()
            .env("DATABASE_URL", testing::service(&self.database).to_url_lossy().as_str())
            .env(OWNER, self.database.to_url_lossy().as_str())
            .env("LEDGER_HTTP", "127.0.0.1:0")
            .env("LEDGER_STAFF_HTTP", "127.0.0.1:0")
            .env("LEDGER_MODE", "development")
            .env("LEDGER_PARTITIONS", self.partitions.to_string())
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

    /// Makes a staff account, activates it and logs it in on the command line.
    pub async fn log_in(&self, server: &Server, name: &str, role: &str) {
        self.hire(server, name, role).await;
        self.sign_in(server, name, &[]).await;
    }

    /// Makes a staff account and activates it.
    pub async fn hire(&self, server: &Server, name: &str, role: &str) {
        let added = printed(self.run(&["staff", "add", name, "--role", role]).await);
        let code = added.lines().find_map(|line| line.strip_prefix("code"));
        let code = code.expect("a code").trim();
        let url = &server.staff_url;
        let activate = [
            "staff", "activate", name, "--code", code, "--secret", SECRET, "--url", url,
        ];
        self.as_owner(&activate, &[]).await;
    }

    /// Logs a staff account in on the command line, with further settings.
    pub async fn sign_in(&self, server: &Server, name: &str, settings: &[(&str, &str)]) {
        let mut code = self.command(&["staff", "code", name]);
        let code = code.envs(settings.iter().copied()).output().await;
        let code = printed(code.expect("the program runs"));
        let login = [
            "staff",
            "login",
            name,
            "--url",
            &server.staff_url,
            "--code",
            code.trim(),
        ];
        self.as_owner(&login, settings).await;
    }

    /// Runs `ledger` for the owner of a staff account.
    async fn as_owner(&self, arguments: &[&str], settings: &[(&str, &str)]) {
        let mut command = self.command(arguments);
        command.envs(settings.iter().copied());
        command.env("LEDGER_STAFF_PASSWORD", "chosen by the owner");
        printed(command.output().await.expect("the program runs"));
    }

    /// A connection with the rights of the database's owner.
    pub async fn connect(&self) -> PgConnection {
        self.database.connect().await.expect("a connection")
    }
}

/// The second factor of its staff accounts.
const SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/// The setting of the owner's login.
pub const OWNER: &str = "LEDGER_MIGRATE_URL";

/// True when settings name another database for a command, and no login of its owner: that of the installation is then
/// none for it.
pub fn leads_elsewhere(settings: &[(&str, &str)]) -> bool {
    let names = |name: &str| settings.iter().any(|(named, _)| *named == name);
    names("DATABASE_URL") && !names(OWNER)
}

/// What a command that works prints.
fn printed(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A folder of one installation.
pub fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("ledger-rig-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

impl Drop for Installation {
    fn drop(&mut self) {
        // What a failed test leaves behind is worth reading: the servers' logs are in there.
        if !std::thread::panicking() {
            std::fs::remove_dir_all(&self.folder).ok();
        }
    }
}

/// The game without a pace and without limits.
pub fn config() -> Config {
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
    config
}
