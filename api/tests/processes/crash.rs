//! Processes are killed and connections are cut, again and again, while players play (F-01 to
//! F-04, F-09, F-10, F-13, F-15, F-24; goals G4, G5 of ledger §10).
//!
//! A supervisor runs a PostgreSQL of its own, two servers that players use by turns, and a third that
//! gets no requests: its views and policies are the worker. Each reaches the database through a proxy.
//! From one seed the supervisor shuffles a list of disruptions and applies them while twenty players play:
//! `kill -9` of a process, `kill -9` of PostgreSQL, sessions cut by the database, processes stopped
//! for a while, and the faults of the proxy. At the end everything that was acknowledged must be
//! there, once: see `rig/audit.rs`.
//!
//! | variable | means | default |
//! |---|---|---|
//! | `RIG_SEED` | repeats the choices of a run; printed at its start | random |
//! | `RIG_KILLS` | kills of a server or of the worker | 8 |
//! | `RIG_POSTGRES_KILLS` | kills of PostgreSQL | 2 |
//! | `RIG_FAULTS` | other disruptions | as many as `RIG_KILLS` |
//! | `RIG_PARTITIONS` | logs of the database, 1 or 4 | 1 for an even seed, 4 for an odd one |
//!
//! The long run: `RIG_KILLS=200 RIG_POSTGRES_KILLS=50 cargo test --release -p cli --test processes crash -- --nocapture`.
//!
//! `kill -9` shows that nothing is acknowledged before the database has it. It says nothing about
//! power cuts: there the server's own durability counts, which the ledger demands.

use crate::rig::audit;
use crate::rig::installation::Installation;
use crate::rig::postgres::Postgres;
use crate::rig::proxy::{Fault, Proxy, Tricks};
use crate::rig::server::Server;
use crate::rig::server_list::ServerList;
use crate::rig::simulated_player::{Ack, Habit, everybody};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use sqlx::{Connection, Row};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Players at once.
const PLAYERS: i64 = 20;
/// Servers that players use; one more follows them as the worker.
const SERVERS: usize = 2;
/// The longest that one disruption may take on a busy machine; then something hangs.
const DISRUPTION_MAX: Duration = Duration::from_secs(60);
/// How long a process is stopped, or a connection is shut, at most: sooner or later everybody waits for it.
const STILL_MAX: Duration = Duration::from_secs(1);
/// Statements that meet the faults of a proxy: the append, or the commit of a view's page.
const FAULTY: [&str; 2] = ["insert into events", "update cursors"];

/// One thing that goes wrong.
#[derive(Clone, Copy, Debug)]
enum Disruption {
    /// A process dies.
    Kill,
    /// PostgreSQL dies, and comes back.
    KillPostgres,
    /// The database ends all its sessions.
    EndSessions,
    /// A process is stopped for a while.
    Freeze,
    /// Nothing passes on a connection for a while.
    Shut,
    /// A connection breaks.
    Cut,
    /// A change meets a fault on its way.
    Fault(Fault),
}

/// How many disruptions of which kind.
struct Plan {
    seed: u64,
    kills: usize,
    postgres_kills: usize,
    faults: usize,
    partitions: u16,
}

impl Plan {
    fn asked_for() -> Plan {
        let seed = number("RIG_SEED").unwrap_or_else(|| rand::rng().random());
        let kills = count("RIG_KILLS").unwrap_or(8);
        Plan {
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

    fn shuffled(&self, dice: &mut StdRng) -> Vec<Disruption> {
        let mut disruptions = vec![Disruption::Kill; self.kills];
        disruptions.extend(vec![Disruption::KillPostgres; self.postgres_kills]);
        disruptions.extend((0..self.faults).map(|_| other_disruption(dice)));
        disruptions.shuffle(dice);
        disruptions
    }
}

fn other_disruption(dice: &mut StdRng) -> Disruption {
    let disruptions = [
        Disruption::EndSessions,
        Disruption::Freeze,
        Disruption::Shut,
        Disruption::Cut,
        Disruption::Fault(Fault::CutBefore),
        Disruption::Fault(Fault::CutAfterCommit),
        Disruption::Fault(Fault::CutAfterCommit),
        Disruption::Fault(Fault::Dribble(dice.random_range(1..40))),
        Disruption::Fault(Fault::Delay(Duration::from_millis(dice.random_range(10..500)))),
    ];
    *disruptions.choose(dice).expect("a disruption")
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
    let plan = Plan::asked_for();
    let seed = plan.seed;
    eprintln!("RIG_SEED={seed} on {} partitions", plan.partitions);
    let began = Instant::now();
    let mut dice = StdRng::seed_from_u64(seed);
    let disruptions = plan.shuffled(&mut dice);
    let mut processes = Processes::open(plan.partitions).await;
    let games = everybody(&processes.server_list, PLAYERS, seed, Habit::Twice).await;
    for (index, disruption) in disruptions.iter().enumerate() {
        let applied = tokio::time::timeout(DISRUPTION_MAX, processes.apply(*disruption, &mut dice)).await;
        applied.unwrap_or_else(|_| panic!("RIG_SEED={seed}: disruption {index}, {disruption:?}, hangs"));
        if disruptions.len() > 100 && index % 10 == 9 {
            eprintln!(
                "{} of {} disruptions after {:?}",
                index + 1,
                disruptions.len(),
                began.elapsed()
            );
        }
    }
    processes.server_list.wait_answered(100).await;
    processes.server_list.stop_players();
    let (acks, mut problems) = audit::journals(games).await;
    let played = began.elapsed();
    report(&processes.installation, &plan, &acks, played).await;
    problems.extend(audit::problems(&processes.installation, &processes.server_list, &acks).await);
    assert!(problems.is_empty(), "RIG_SEED={seed}\n{}", problems.join("\n"));
    eprintln!("played for {played:?}, checked after {:?}", began.elapsed());
}

/// The database, the processes and the proxies between them.
struct Processes {
    // In the order in which they are dropped: processes before their database.
    servers: Vec<Server>,
    proxies: Vec<Proxy>,
    installation: Installation,
    postgres: Postgres,
    server_list: Arc<ServerList>,
}

impl Processes {
    async fn open(partitions: u16) -> Processes {
        let postgres = Postgres::start(crate::rig::installation::folder(), &[]).await;
        let installation = Installation::with_players_on(&postgres, partitions, PLAYERS).await;
        let (mut servers, mut proxies) = (Vec::new(), Vec::new());
        for _ in 0..=SERVERS {
            let proxy = Proxy::before(&installation.database, Tricks::default()).await;
            servers.push(Server::start_behind(&installation, &proxy).await);
            proxies.push(proxy);
        }
        let urls: Vec<&str> = servers.iter().take(SERVERS).map(|server| server.url.as_str()).collect();
        let server_list = ServerList::of(&urls);
        Processes {
            servers,
            proxies,
            installation,
            postgres,
            server_list,
        }
    }

    /// Applies a disruption after some progress, and goes on.
    async fn apply(&mut self, disruption: Disruption, dice: &mut StdRng) {
        self.server_list.wait_answered(dice.random_range(20..=80)).await;
        self.server_list.wait_sent(dice.random_range(1..=40)).await;
        let target = dice.random_range(0..=SERVERS);
        let meanwhile = dice.random_range(10..=40);
        match disruption {
            Disruption::Kill => self.kill(target).await,
            Disruption::KillPostgres => {
                self.postgres.kill().await;
                self.postgres.revive().await;
            }
            Disruption::EndSessions => assert!(end_sessions(&self.installation).await > 0, "there are sessions to end"),
            Disruption::Freeze => {
                self.servers[target].send("-STOP").await;
                self.play_on(meanwhile).await;
                self.servers[target].send("-CONT").await;
            }
            Disruption::Shut => {
                self.proxies[target].shut();
                self.play_on(meanwhile).await;
                self.proxies[target].reopen();
            }
            Disruption::Cut => self.proxies[target].cut(),
            // Nobody asks the worker for an append, and any of the three may lead a view.
            Disruption::Fault(fault) if dice.random_ratio(2, 3) => {
                self.proxies[target % SERVERS].arm_and_wait(FAULTY[0], fault).await;
            }
            Disruption::Fault(fault) => self.proxies[target].arm(FAULTY[1], fault),
        }
    }

    /// Lets the others play so much, as far as they can.
    async fn play_on(&self, requests: u64) {
        // Elapsed is as good: the fault has lasted.
        tokio::time::timeout(STILL_MAX, self.server_list.wait_sent(requests))
            .await
            .ok();
    }

    async fn kill(&mut self, target: usize) {
        let url = self.servers[target].url.clone();
        self.servers[target].send("-KILL").await;
        self.servers[target].ended().await;
        self.server_list.remove(&url);
        self.servers[target] = Server::start_behind(&self.installation, &self.proxies[target]).await;
        if target < SERVERS {
            self.server_list.add(&self.servers[target].url);
        }
    }
}

/// Ends every session of the database but the own one; how many there were.
async fn end_sessions(installation: &Installation) -> i64 {
    let statement = "select count(*) filter (where pg_terminate_backend(pid)) from pg_stat_activity
                      where datname = current_database() and pid <> pg_backend_pid()";
    let mut database = installation.connect().await;
    let row = sqlx::query(statement).fetch_one(&mut database).await.expect("ended");
    database.close().await.expect("closed");
    row.try_get(0).expect("a count")
}

/// Reports how many disruptions met commands under way, and makes sure that some did.
async fn report(installation: &Installation, plan: &Plan, acks: &[Ack], played: Duration) {
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
        .fetch_one(&mut installation.connect().await)
        .await
        .expect("asked");
    let found: i64 = row.try_get(0).expect("a count");
    eprintln!(
        "{} kills, {} kills of PostgreSQL and {} other disruptions in {played:?}: {} answers, {accepted} accepted; {retried} \
         sent again, of which {found} had been recorded before; {failed} met a failure of a server first",
        plan.kills,
        plan.postgres_kills,
        plan.faults,
        acks.len()
    );
    assert!(accepted > 500 && accepted < acks.len(), "both kinds of answers");
    assert!(retried > plan.kills, "the disruptions hit commands under way");
    assert!(found > 0, "some disruption fell between a commit and its answer");
}
