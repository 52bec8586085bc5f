//! One process holds a leader lock, and another gets it when the first has ended.

use crate::play::{tamper, until};
use ledger::testing::{database, open};
use ledger::{Clock, Ledger};
use projections::leader::{LeaderLocks, Leading};
use sqlx::Row;
use tokio::sync::watch;
use tokio::task::JoinHandle;

const LOCKS: [&str; 2] = ["first 0", "second 0"];

/// A process that tries to lead.
struct Process {
    leading: Vec<Leading>,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Process {
    fn start(ledger: &Ledger) -> Process {
        let (locks, leading) = LeaderLocks::of(LOCKS.map(str::to_owned));
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(locks.hold_until(sqlx::PgPool::clone(ledger.pool()), stopped));
        Process { leading, stop, task }
    }

    fn leads(&self) -> Vec<bool> {
        self.leading.iter().map(|leading| leading.clone().now()).collect()
    }

    async fn has(&self, wanted: bool) {
        until("the locks change their holder", async || self.leads() == [wanted; 2]).await;
    }
}

/// How many sessions hold a leader lock, by the server's own list of locks. Writers hold locks of two keys, which the
/// list marks with a 2.
async fn holders(ledger: &Ledger) -> i64 {
    let row = sqlx::query(
        "select count(distinct pid) from pg_locks
          where locktype = 'advisory' and objsubid = 1
            and database = (select oid from pg_database where datname = current_database())",
    )
    .fetch_one(ledger.pool())
    .await;
    row.and_then(|row| row.try_get(0)).expect("a count")
}

async fn two_processes() -> [Ledger; 2] {
    let (database, clock) = (database(1).await, Clock::fixed(0));
    [open(database.clone(), clock.clone()).await, open(database, clock).await]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_process_waits_until_the_first_stops_or_dies() {
    let [first, second] = two_processes().await;
    let one = Process::start(&first);
    one.has(true).await;
    let two = Process::start(&second);
    let third = Process::start(&second);
    assert_eq!(holders(&first).await, 1);
    // Stopped in order: it releases the locks.
    one.stop.send(true).expect("it receives");
    one.task.await.expect("it ends");
    assert!(one.leading.iter().all(|leading| !leading.clone().now()));
    until("another leads", async || two.leads()[0] || third.leads()[0]).await;
    let (leader, waiting) = if two.leads()[0] { (two, third) } else { (third, two) };
    // Aborted: its connection ends with it.
    leader.task.abort();
    waiting.has(true).await;
    assert_eq!(holders(&first).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_whose_connection_was_cut_knows_that_it_leads_no_more() {
    let [first, _] = two_processes().await;
    let mut process = Process::start(&first);
    process.has(true).await;
    for leading in &mut process.leading {
        assert!(leading.now());
    }
    let cut = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 1
                  and database = (select oid from pg_database where datname = current_database())";
    tamper(&first, cut).await;
    // First it learns that the locks are lost, then it has them again, on another connection.
    process.leading[0].changed().await;
    process.has(true).await;
    assert_eq!(holders(&first).await, 1);
}
