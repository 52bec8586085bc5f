//! One process leads a seat, and another takes it when the first is gone.

use crate::play::{tamper, until};
use ledger::testing::{database, open};
use ledger::{Clock, Ledger};
use projections::leader::{Leading, Seats};
use sqlx::Row;
use tokio::sync::watch;
use tokio::task::JoinHandle;

const SEATS: [&str; 2] = ["first 0", "second 0"];

/// A process that asks for the seats.
struct Process {
    leading: Vec<Leading>,
    stop: watch::Sender<bool>,
    campaign: JoinHandle<()>,
}

impl Process {
    fn start(ledger: &Ledger) -> Process {
        let (seats, leading) = Seats::of(SEATS.map(str::to_owned));
        let (stop, stopped) = watch::channel(false);
        let campaign = tokio::spawn(seats.campaign(ledger.pool().clone(), stopped));
        Process {
            leading,
            stop,
            campaign,
        }
    }

    fn leads(&self) -> Vec<bool> {
        self.leading.iter().map(|seat| seat.clone().now()).collect()
    }

    async fn has(&self, wanted: bool) {
        until("the seats change hands", async || self.leads() == [wanted; 2]).await;
    }
}

/// How many sessions hold or held a seat, by the server's own list of locks.
async fn holders(ledger: &Ledger) -> i64 {
    let row = sqlx::query(
        "select count(distinct pid) from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
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
    // Told to stop: it gives the seats back.
    one.stop.send(true).expect("it listens");
    one.campaign.await.expect("it ends");
    assert!(one.leading.iter().all(|seat| !seat.clone().now()));
    until("another leads", async || two.leads()[0] || third.leads()[0]).await;
    let (leader, waiting) = if two.leads()[0] { (two, third) } else { (third, two) };
    // Dead without a word: its connection ends with it.
    leader.campaign.abort();
    waiting.has(true).await;
    assert_eq!(holders(&first).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_whose_connection_was_cut_knows_that_it_leads_no_more() {
    let [first, _] = two_processes().await;
    let mut process = Process::start(&first);
    process.has(true).await;
    for seat in &mut process.leading {
        assert!(seat.now());
    }
    let cut = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
                  and database = (select oid from pg_database where datname = current_database())";
    tamper(&first, cut).await;
    // First it learns that the seats are lost, then it has them again, on another connection.
    process.leading[0].changed().await;
    process.has(true).await;
    assert_eq!(holders(&first).await, 1);
}
