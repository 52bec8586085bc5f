//! The scenario that is run with every defect, and a shorter one for defects of durability.

use crate::rig::audit;
use crate::rig::installation::Installation;
use crate::rig::proxy::{Fault, Proxy, Tricks};
use crate::rig::server::Server;
use crate::rig::server_list::ServerList;
use crate::rig::simulated_player::{Habit, everybody};
use sqlx::{Executor, PgConnection};
use std::time::Duration;

/// What a sound audit says.
pub const NOTHING: [String; 0] = [];
/// How long a process may play before it reaches its crash point; with a defect it may never do.
const REACHED_MAX: Duration = Duration::from_secs(20);
/// Cut connections in one scenario.
const CUTS: u32 = 5;
/// Tries of a change that is planted beside a running server, each of a third of a second.
const PLANTED_TRIES: u32 = 200;
/// Tries to start over a database without checkpoints while another server may sign one more.
const RESTART_TRIES: u32 = 10;
/// How long players may need for the next answers; with a defect they may never come.
const PROGRESS_MAX: Duration = Duration::from_secs(5);
/// How long a player waits for an answer; with a defect there may be none.
const TIMEOUT: Duration = Duration::from_secs(15);

/// A defect and the scenario's settings for it.
pub struct Canary {
    /// What the proxies change on both connections.
    pub tricks: Tricks,
    /// Environment of both servers.
    pub environment: &'static [(&'static str, &'static str)],
    /// Done to the database while one server is down.
    pub planted: &'static str,
    pub habit: Habit,
    pub players: i64,
    /// Appends of the first server before it crashes.
    pub appends: u32,
    /// How often the first server crashes while others play.
    pub crashes: u32,
}

impl Default for Canary {
    fn default() -> Canary {
        Canary {
            tricks: Tricks::default(),
            environment: &[],
            planted: "select",
            habit: Habit::Twice,
            players: 6,
            appends: 20,
            crashes: 1,
        }
    }
}

/// Runs the scenario; what the audit says of it.
pub async fn scenario(canary: Canary) -> Vec<String> {
    let installation = Installation::with_players(canary.players).await;
    let rewrites = !canary.tricks.rewrites.is_empty();
    let proxies = [
        Proxy::before(&installation.database, canary.tricks.clone()).await,
        Proxy::before(&installation.database, canary.tricks).await,
    ];
    let crash = format!("after_commit:{}", canary.appends);
    let try_start = async |line: usize, more: &[(&str, &str)]| {
        let url = proxies[line].url();
        let own = [("DATABASE_URL", url.as_str())];
        Server::try_start_with(&installation, &[&own, canary.environment, more].concat()).await
    };
    let start = async |line, more: &[(&str, &str)]| try_start(line, more).await.expect("a server");
    let mut first = start(0, &[("LEDGER_CRASH_POINT", &crash)]).await;
    let second = start(1, &[]).await;
    let server_list = ServerList::with_timeout(TIMEOUT, &[&first.url, &second.url]);
    let games = everybody(&server_list, canary.players, 7, canary.habit).await;
    first.arm();
    crashed(&mut first).await;
    server_list.remove(&first.url);
    for _ in 1..canary.crashes {
        let mut again = start(0, &[("LEDGER_CRASH_POINT", &crash)]).await;
        server_list.add(&again.url);
        again.arm();
        crashed(&mut again).await;
        server_list.remove(&again.url);
    }
    plant(&installation, canary.planted).await;
    let first = start_without_checkpoints(&installation, async || try_start(0, &[]).await).await;
    server_list.add(&first.url);
    // Whichever server leads the view loses a page on its way.
    proxies
        .iter()
        .for_each(|proxy| proxy.arm("insert into dives", Fault::CutBefore));
    for _ in 0..CUTS {
        play_on(&server_list, 10).await;
        proxies[0].cut();
    }
    play_on(&server_list, 50).await;
    server_list.stop_players();
    let (acks, mut problems) = audit::journals(games).await;
    problems.extend(audit::problems(&installation, &server_list, &acks).await);
    assert!(
        !rewrites || proxies.iter().any(|proxy| proxy.rewritten() > 0),
        "nothing was planted"
    );
    problems
}

/// Waits for a server's crash point; a defect may keep it from being reached.
async fn crashed(server: &mut Server) {
    if tokio::time::timeout(REACHED_MAX, server.ended()).await.is_err() {
        server.send("-KILL").await;
    }
}

/// One server behind a proxy, disrupted again and again; what the audit says of it.
pub async fn alone(
    installation: &Installation,
    players: i64,
    proxy: &Proxy,
    disruptions: u32,
    disrupt: impl AsyncFn(),
) -> Vec<String> {
    let server = Server::start_behind(installation, proxy).await;
    let server_list = ServerList::with_timeout(TIMEOUT, &[&server.url]);
    let games = everybody(&server_list, players, 7, Habit::Plain).await;
    for _ in 0..disruptions {
        play_on(&server_list, 20).await;
        disrupt().await;
    }
    play_on(&server_list, 20).await;
    server_list.stop_players();
    let (acks, mut problems) = audit::journals(games).await;
    problems.extend(audit::problems(installation, &server_list, &acks).await);
    problems
}

/// Waits for so many answers more, as far as a defect lets them come.
async fn play_on(server_list: &ServerList, answers: u64) {
    tokio::time::timeout(PROGRESS_MAX, server_list.wait_answered(answers))
        .await
        .ok();
}

/// A server refuses a database that contradicts its checkpoints; without them the audit has to find what is wrong. The
/// other server may have been about to sign one when they were forgotten: then they are forgotten once more.
async fn start_without_checkpoints(
    installation: &Installation,
    start: impl AsyncFn() -> Result<Server, String>,
) -> Server {
    for _ in 1..RESTART_TRIES {
        forget_checkpoints(installation).await;
        if let Ok(server) = start().await {
            return server;
        }
    }
    forget_checkpoints(installation).await;
    start().await.expect("a server")
}

async fn forget_checkpoints(installation: &Installation) {
    let mut database = superuser(installation).await;
    database
        .execute("truncate checkpoints, log_checkpoints")
        .await
        .expect("forgotten");
    std::fs::remove_dir_all(installation.folder.join("data/checkpoints")).ok();
}

/// Changes the database beside a running server. A policy holds its cursor, and with it the table of events, while other
/// sessions carry out what it decided: a change that waited for the table would stop them, and wait for them. So it
/// steps back after a moment and tries again.
async fn plant(installation: &Installation, change: &str) {
    let mut database = superuser(installation).await;
    database.execute("set lock_timeout = '300ms'").await.expect("a setting");
    for _ in 0..PLANTED_TRIES {
        match database.execute(change).await {
            Ok(_) => return,
            Err(sqlx::Error::Database(why)) if why.code().as_deref() == Some("55P03") => {}
            Err(why) => panic!("not planted: {why}"),
        }
    }
    panic!("nothing could be planted: the table is never free");
}

/// A session with the superuser's way around the triggers that protect facts.
pub async fn superuser(installation: &Installation) -> PgConnection {
    let mut database = installation.connect().await;
    let around = "set session_replication_role = replica";
    database.execute(around).await.expect("a superuser");
    database
}

#[track_caller]
pub fn assert_found(problems: &[String], sentence: &str) {
    assert_found_one_of(problems, &[sentence]);
}

/// For a defect that shows in more than one way: which comes first depends on what meets whom.
#[track_caller]
pub fn assert_found_one_of(problems: &[String], sentences: &[&str]) {
    eprintln!("found: {:?}", problems.first());
    let is_one = |problem: &String| sentences.iter().any(|sentence| problem.contains(sentence));
    assert!(
        problems.iter().any(is_one),
        "none of {sentences:?} is among {problems:#?}"
    );
}
