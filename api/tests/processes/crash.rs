//! Processes are killed and lines are cut, again and again, while players play (F-01 to
//! F-04, F-09, F-10, F-13, F-15, F-24; goals G4, G5 of ledger §10).
//!
//! A supervisor runs a PostgreSQL of its own, two servers that players use by turns, and a third that
//! nobody visits: its views and policies are the worker. Each reaches the database through a proxy.
//! From one seed the supervisor shuffles a deck of blows and deals them while twenty players play:
//! `kill -9` of a process, `kill -9` of PostgreSQL, sessions cut by the database, processes stopped
//! for a while, and the faults of the proxy. At the end everything that was acknowledged must be
//! there, once: see `rig/audit.rs`.
//!
//! | variable | means | default |
//! |---|---|---|
//! | `RIG_SEED` | repeats the choices of a run; printed at its start | random |
//! | `RIG_KILLS` | kills of a server or of the worker | 8 |
//! | `RIG_POSTGRES_KILLS` | kills of PostgreSQL | 2 |
//! | `RIG_FAULTS` | other blows | as many as `RIG_KILLS` |
//! | `RIG_PARTITIONS` | logs of the database, 1 or 4 | 1 for an even seed, 4 for an odd one |
//!
//! The long run: `RIG_KILLS=200 RIG_POSTGRES_KILLS=50 cargo test --release -p cli --test processes crash -- --nocapture`.
//!
//! `kill -9` shows that nothing is acknowledged before the database has it. It says nothing about
//! power cuts: there the server's own durability counts, which the ledger demands.

use crate::rig::angler::{Ack, Habit, everybody};
use crate::rig::audit;
use crate::rig::board::Board;
use crate::rig::postgres::Postgres;
use crate::rig::proxy::{Fault, Proxy, Tricks};
use crate::rig::server::Server;
use crate::rig::stage::Stage;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use sqlx::{Connection, Row};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Players at once.
const PLAYERS: i64 = 20;
/// Servers that players use; one more follows them as the worker.
const DOORS: usize = 2;
/// The longest that one blow may take on a busy machine; then something hangs.
const BLOW_MAX: Duration = Duration::from_secs(60);
/// How long a process stands still, or a line is a hole, at most: sooner or later everybody waits there.
const STILL_MAX: Duration = Duration::from_secs(1);
/// What the faults of a proxy tick: the append, or the commit of a view's page.
const STRUCK: [&str; 2] = ["insert into events", "update cursors"];

/// One thing that goes wrong.
#[derive(Clone, Copy, Debug)]
enum Blow {
    /// A process dies.
    Kill,
    /// PostgreSQL dies, and comes back.
    KillPostgres,
    /// The database ends all its sessions.
    EndSessions,
    /// A process stands still for a while.
    Freeze,
    /// A line is a black hole for a while.
    Hole,
    /// A line breaks.
    Cut,
    /// A change meets a fault on its way.
    Fault(Fault),
}

/// How many blows of which kind.
struct Deck {
    seed: u64,
    kills: usize,
    postgres_kills: usize,
    faults: usize,
    partitions: u16,
}

impl Deck {
    fn asked_for() -> Deck {
        let seed = number("RIG_SEED").unwrap_or_else(|| rand::rng().random());
        let kills = count("RIG_KILLS").unwrap_or(8);
        Deck {
            seed,
            kills,
            postgres_kills: count("RIG_POSTGRES_KILLS").unwrap_or(2),
            faults: count("RIG_FAULTS").unwrap_or(kills),
            partitions: match count("RIG_PARTITIONS") {
                Some(1) => 1,
                Some(4) => 4,
                Some(other) => panic!("RIG_PARTITIONS is 1 or 4, not {other}"),
                None if seed.is_multiple_of(2) => 1,
                None => 4,
            },
        }
    }

    fn shuffled(&self, dice: &mut StdRng) -> Vec<Blow> {
        let mut blows = vec![Blow::Kill; self.kills];
        blows.extend(vec![Blow::KillPostgres; self.postgres_kills]);
        blows.extend((0..self.faults).map(|_| other_blow(dice)));
        blows.shuffle(dice);
        blows
    }
}

fn other_blow(dice: &mut StdRng) -> Blow {
    let blows = [
        Blow::EndSessions,
        Blow::Freeze,
        Blow::Hole,
        Blow::Cut,
        Blow::Fault(Fault::CutBefore),
        Blow::Fault(Fault::CutAfterCommit),
        Blow::Fault(Fault::CutAfterCommit),
        Blow::Fault(Fault::Dribble(dice.random_range(1..40))),
        Blow::Fault(Fault::Delay(Duration::from_millis(dice.random_range(10..500)))),
    ];
    *blows.choose(dice).expect("a blow")
}

/// The variable as a number, if it is set.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is a number, not {text}")),
    )
}

fn count(variable: &str) -> Option<usize> {
    number(variable).map(|number| usize::try_from(number).expect("a small number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_or_doubled_f_01_f_02_f_03_f_04_f_09_f_10_f_13_f_15_f_24() {
    let deck = Deck::asked_for();
    let seed = deck.seed;
    eprintln!("RIG_SEED={seed} on {} partitions", deck.partitions);
    let began = Instant::now();
    let mut dice = StdRng::seed_from_u64(seed);
    let blows = deck.shuffled(&mut dice);
    let mut house = House::open(deck.partitions).await;
    let games = everybody(&house.board, PLAYERS, seed, Habit::TwoFingers).await;
    for (index, blow) in blows.iter().enumerate() {
        let dealt = tokio::time::timeout(BLOW_MAX, house.take(*blow, &mut dice)).await;
        dealt.unwrap_or_else(|_| panic!("RIG_SEED={seed}: blow {index}, {blow:?}, hangs"));
        if blows.len() > 100 && index % 10 == 9 {
            eprintln!("{} of {} blows after {:?}", index + 1, blows.len(), began.elapsed());
        }
    }
    house.board.wait_answered(100).await;
    house.board.call_it_a_day();
    let (acks, mut problems) = audit::journals(games).await;
    let played = began.elapsed();
    report(&house.stage, &deck, &acks, played).await;
    problems.extend(audit::problems(&house.stage, &house.board, &acks).await);
    assert!(problems.is_empty(), "RIG_SEED={seed}\n{}", problems.join("\n"));
    eprintln!("played for {played:?}, checked after {:?}", began.elapsed());
}

/// The database, the processes and what lies between them.
struct House {
    // In the order in which they go: processes before their database.
    servers: Vec<Server>,
    proxies: Vec<Proxy>,
    stage: Stage,
    postgres: Postgres,
    board: Arc<Board>,
}

impl House {
    async fn open(partitions: u16) -> House {
        let postgres = Postgres::start(crate::rig::stage::folder(), &[]).await;
        let stage = Stage::with_players_on(&postgres, partitions, PLAYERS).await;
        let (mut servers, mut proxies) = (Vec::new(), Vec::new());
        for _ in 0..=DOORS {
            let proxy = Proxy::before(&stage.database, Tricks::default()).await;
            servers.push(Server::start_behind(&stage, &proxy).await);
            proxies.push(proxy);
        }
        let doors: Vec<&str> = servers.iter().take(DOORS).map(|server| server.url.as_str()).collect();
        let board = Board::of(&doors);
        House {
            servers,
            proxies,
            stage,
            postgres,
            board,
        }
    }

    /// Takes a blow after some progress, and goes on.
    async fn take(&mut self, blow: Blow, dice: &mut StdRng) {
        self.board.wait_answered(dice.random_range(20..=80)).await;
        self.board.wait_sent(dice.random_range(1..=40)).await;
        let hit = dice.random_range(0..=DOORS);
        let meanwhile = dice.random_range(10..=40);
        match blow {
            Blow::Kill => self.kill(hit).await,
            Blow::KillPostgres => {
                self.postgres.kill().await;
                self.postgres.revive().await;
            }
            Blow::EndSessions => assert!(end_sessions(&self.stage).await > 0, "there are sessions to end"),
            Blow::Freeze => {
                self.servers[hit].send("-STOP").await;
                self.play_on(meanwhile).await;
                self.servers[hit].send("-CONT").await;
            }
            Blow::Hole => {
                self.proxies[hit].shut();
                self.play_on(meanwhile).await;
                self.proxies[hit].reopen();
            }
            Blow::Cut => self.proxies[hit].cut(),
            // Nobody asks the worker for an append, and any of the three may lead a view.
            Blow::Fault(fault) if dice.random_ratio(2, 3) => {
                self.proxies[hit % DOORS].tick(STRUCK[0], fault).await;
            }
            Blow::Fault(fault) => self.proxies[hit].arm(STRUCK[1], fault),
        }
    }

    /// Lets the others play so much, as far as they can.
    async fn play_on(&self, requests: u64) {
        // Elapsed is as good: the fault has lasted.
        tokio::time::timeout(STILL_MAX, self.board.wait_sent(requests))
            .await
            .ok();
    }

    async fn kill(&mut self, hit: usize) {
        let url = self.servers[hit].url.clone();
        self.servers[hit].send("-KILL").await;
        self.servers[hit].ended().await;
        self.board.close_door(&url);
        self.servers[hit] = Server::start_behind(&self.stage, &self.proxies[hit]).await;
        if hit < DOORS {
            self.board.open_door(&self.servers[hit].url);
        }
    }
}

/// Ends every session of the database but the own one; how many there were.
async fn end_sessions(stage: &Stage) -> i64 {
    let statement = "select count(*) filter (where pg_terminate_backend(pid)) from pg_stat_activity
                      where datname = current_database() and pid <> pg_backend_pid()";
    let mut database = stage.connect().await;
    let row = sqlx::query(statement).fetch_one(&mut database).await.expect("ended");
    database.close().await.expect("closed");
    row.try_get(0).expect("a count")
}

/// Tells how hard the run was, and makes sure that it was hard at all.
async fn report(stage: &Stage, deck: &Deck, acks: &[Ack], played: Duration) {
    let accepted = acks.iter().filter(|ack| ack.error == 0).count();
    let retried = acks.iter().filter(|ack| ack.sent > 1).count();
    let failed = acks.iter().filter(|ack| ack.failures > 0).count();
    // Recorded before it was sent for the last time: whoever sent it did not know (F-02).
    let again = acks.iter().filter(|ack| ack.sent > 1);
    let (ids, times): (Vec<_>, Vec<_>) = again.map(|ack| (ack.command.req_id, ack.sent_at_ms)).unzip();
    let statement = "select count(*) from requests r
                       join unnest($1::uuid[], $2::bigint[]) as a(request_id, sent_at_ms) using (request_id)
                      where r.recorded_at_ms < a.sent_at_ms";
    let row = sqlx::query(statement)
        .bind(ids)
        .bind(times)
        .fetch_one(&mut stage.connect().await)
        .await
        .expect("asked");
    let found: i64 = row.try_get(0).expect("a count");
    eprintln!(
        "{} kills, {} kills of PostgreSQL and {} other blows in {played:?}: {} answers, {accepted} accepted; {retried} \
         sent again, of which {found} had been recorded before; {failed} met a failure of a server first",
        deck.kills,
        deck.postgres_kills,
        deck.faults,
        acks.len()
    );
    assert!(accepted > 500 && accepted < acks.len(), "both kinds of answers");
    assert!(retried > deck.kills, "the blows hit commands under way");
    assert!(found > 0, "some blow fell between a commit and its answer");
}
