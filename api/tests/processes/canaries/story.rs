//! The story that every canary lives through, and a shorter one for defects of durability.

use crate::rig::angler::{Habit, everybody};
use crate::rig::audit;
use crate::rig::board::Board;
use crate::rig::proxy::{Fault, Proxy, Tricks};
use crate::rig::server::Server;
use crate::rig::stage::Stage;
use sqlx::{Executor, PgConnection};
use std::time::Duration;

/// What a sound audit says.
pub const NOTHING: [String; 0] = [];
/// How long a process may play before it reaches its crash point; with a defect it may never do.
const REACHED_MAX: Duration = Duration::from_secs(20);
/// Cut lines in one story.
const CUTS: u32 = 5;
/// Tries of a change that is planted beside a running server, each of a third of a second.
const PLANTED_TRIES: u32 = 200;
/// Tries to start over a database without checkpoints while another server may sign one more.
const RESTART_TRIES: u32 = 10;
/// How long players may need for the next piece of a story; with a defect it may never come.
const PIECE_MAX: Duration = Duration::from_secs(5);
/// How long a player waits for an answer; with a defect there may be none.
const PATIENCE: Duration = Duration::from_secs(15);

/// A defect and how the story is told with it.
pub struct Canary {
    /// What is said on both lines.
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
            habit: Habit::TwoFingers,
            players: 6,
            appends: 20,
            crashes: 1,
        }
    }
}

/// Tells the story; what the audit says of it.
pub async fn story(canary: Canary) -> Vec<String> {
    let stage = Stage::with_players(canary.players).await;
    let rewrites = !canary.tricks.rewrites.is_empty();
    let proxies = [
        Proxy::before(&stage.database, canary.tricks.clone()).await,
        Proxy::before(&stage.database, canary.tricks).await,
    ];
    let crash = format!("after_commit:{}", canary.appends);
    let try_start = async |line: usize, more: &[(&str, &str)]| {
        let url = proxies[line].url();
        let own = [("DATABASE_URL", url.as_str())];
        Server::try_start_with(&stage, &[&own, canary.environment, more].concat()).await
    };
    let start = async |line, more: &[(&str, &str)]| try_start(line, more).await.expect("a server");
    let mut first = start(0, &[("LEDGER_CRASH_POINT", &crash)]).await;
    let second = start(1, &[]).await;
    let board = Board::with_patience(PATIENCE, &[&first.url, &second.url]);
    let games = everybody(&board, canary.players, 7, canary.habit).await;
    first.arm();
    crashed(&mut first).await;
    board.close_door(&first.url);
    for _ in 1..canary.crashes {
        let mut again = start(0, &[("LEDGER_CRASH_POINT", &crash)]).await;
        board.open_door(&again.url);
        again.arm();
        crashed(&mut again).await;
        board.close_door(&again.url);
    }
    plant(&stage, canary.planted).await;
    let first = start_without_checkpoints(&stage, async || try_start(0, &[]).await).await;
    board.open_door(&first.url);
    // Whichever server leads the view loses a page on its way.
    proxies
        .iter()
        .for_each(|proxy| proxy.arm("insert into dives", Fault::CutBefore));
    for _ in 0..CUTS {
        go_on(&board, 10).await;
        proxies[0].cut();
    }
    go_on(&board, 50).await;
    board.call_it_a_day();
    let (acks, mut problems) = audit::journals(games).await;
    problems.extend(audit::problems(&stage, &board, &acks).await);
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

/// One server behind a proxy, struck again and again; what the audit says of it.
pub async fn alone(stage: &Stage, players: i64, proxy: &Proxy, blows: u32, blow: impl AsyncFn()) -> Vec<String> {
    let server = Server::start_behind(stage, proxy).await;
    let board = Board::with_patience(PATIENCE, &[&server.url]);
    let games = everybody(&board, players, 7, Habit::Plain).await;
    for _ in 0..blows {
        go_on(&board, 20).await;
        blow().await;
    }
    go_on(&board, 20).await;
    board.call_it_a_day();
    let (acks, mut problems) = audit::journals(games).await;
    problems.extend(audit::problems(stage, &board, &acks).await);
    problems
}

/// Waits for so many answers more, as far as a defect lets them come.
async fn go_on(board: &Board, answers: u64) {
    tokio::time::timeout(PIECE_MAX, board.wait_answered(answers)).await.ok();
}

/// A server refuses a database that contradicts its checkpoints; without them the audit has to find what is wrong. The
/// other server may have been about to sign one when they were forgotten: then they are forgotten once more.
async fn start_without_checkpoints(stage: &Stage, start: impl AsyncFn() -> Result<Server, String>) -> Server {
    for _ in 1..RESTART_TRIES {
        forget_checkpoints(stage).await;
        if let Ok(server) = start().await {
            return server;
        }
    }
    forget_checkpoints(stage).await;
    start().await.expect("a server")
}

async fn forget_checkpoints(stage: &Stage) {
    let mut database = superuser(stage).await;
    database
        .execute("truncate checkpoints, log_checkpoints")
        .await
        .expect("forgotten");
    std::fs::remove_dir_all(stage.folder.join("data/checkpoints")).ok();
}

/// Changes the database beside a running server. A policy holds its cursor, and with it the table of events, while other
/// sessions carry out what it decided: a change that waited for the table would stop them, and wait for them. So it
/// steps back after a moment and tries again.
async fn plant(stage: &Stage, change: &str) {
    let mut database = superuser(stage).await;
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
pub async fn superuser(stage: &Stage) -> PgConnection {
    let mut database = stage.connect().await;
    let around = "set session_replication_role = replica";
    database.execute(around).await.expect("a superuser");
    database
}

#[track_caller]
pub fn assert_found(problems: &[String], sentence: &str) {
    eprintln!("found: {:?}", problems.first());
    assert!(
        problems.iter().any(|problem| problem.contains(sentence)),
        "{sentence:?} is not among {problems:#?}"
    );
}
