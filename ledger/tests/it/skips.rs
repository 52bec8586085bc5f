//! Readers of the log beside everything that makes others skip events (F-25, F-26, goal G8
//! of ledger §10): eight writers on two ledgers, streams that both fight for, refusals, and foreign
//! transactions that take positions, wait long, and commit or abort.
//!
//! `SKIP_EVENTS` says how many events a run writes at least; the long run is
//! `SKIP_EVENTS=1000000 cargo test --release -p ledger --test it skips -- --nocapture`.
//!
//! The same load on a database that hands out positions as a sequence does, before the commit and
//! for good, makes the naive reader lose events: what is shown here is a property of the log.

mod load;

use ledger::Ledger;
use ledger::feed::{self, Signal};
use ledger::testing::{database, on_one_and_four_partitions};
use load::Stage;
use sqlx::{Connection, Executor, PgConnection, PgPool, Row};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tokio::task::JoinHandle;

on_one_and_four_partitions![no_reader_skips_doubles_or_reorders_g_8];

/// Events of the writers when nobody says otherwise.
const EVENTS: i64 = 50_000;
/// Events of the run that must go wrong.
const EVENTS_OF_THE_CANARY: i64 = 20_000;

async fn no_reader_skips_doubles_or_reorders_g_8(partitions: u16) {
    let events = std::env::var("SKIP_EVENTS").map_or(EVENTS, |text| text.parse().expect("SKIP_EVENTS is a number"));
    let began = Instant::now();
    let stage = Stage::on(database(partitions).await, partitions).await;
    let mut readers = Vec::new();
    for partition in 0..i32::from(partitions) {
        for (ledger, page) in stage.ledgers.iter().zip([1_000, 70]) {
            readers.push(stage.reader(partition, Reader::Feed(page), ledger));
        }
        readers.push(stage.reader(partition, Reader::Naive, &stage.ledgers[0]));
    }
    let foreign = stage.load(events).await;
    let mut read = 0;
    for reader in readers {
        let (partition, seen) = reader.await.expect("a reader");
        let tally = Tally::of(&stage.ledgers[0], partition, &seen).await;
        assert_eq!(
            (tally.skipped, tally.doubled, tally.gaps),
            (0, 0, 0),
            "{partition}: {tally:?}"
        );
        read += tally.seen;
    }
    assert!(foreign.appended > 0 && foreign.aborted > 0, "{foreign:?}");
    let least = events + foreign.appended;
    assert!(
        read >= least * 3,
        "three readers saw {read} of at least {least} events each"
    );
    eprintln!(
        "{partitions} partitions: {} events seen by each of three readers, {foreign:?}, in {:?}",
        read / 3,
        began.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_naive_reader_of_a_sequence_loses_events_in_the_same_load() {
    let database = database(1).await;
    let mut owner = PgConnection::connect_with(&database).await.expect("connected");
    owner.execute(POSITIONS_OF_A_SEQUENCE).await.expect("planted");
    let stage = Stage::on(database, 1).await;
    let reader = stage.reader(0, Reader::Naive, &stage.ledgers[0]);
    let foreign = stage.load(EVENTS_OF_THE_CANARY).await;
    let (_, seen) = reader.await.expect("a reader");
    let tally = Tally::of(&stage.ledgers[0], 0, &seen).await;
    eprintln!("a sequence: {tally:?}, {foreign:?}");
    assert!(tally.skipped > 0 && tally.gaps > 0, "{tally:?}");
    let whole = feed::read(None, stage.ledgers[0].pool(), 0, 0, i64::MAX).await;
    let fault = whole.expect_err("the feed steps over no gap").to_string();
    assert!(fault.contains("is missing"), "{fault}");
}

/// Positions as nextval gives them: at once, to everybody, and never back.
const POSITIONS_OF_A_SEQUENCE: &str = "
    create sequence allotted;
    alter table heads rename to counted;
    create view heads as select partition, position from counted;
    revoke all on counted from ledger_app;
    grant select, update on heads to ledger_app;
    create function allot() returns trigger language plpgsql security definer as $$
    declare
        wanted bigint := new.position - old.position;
    begin
        perform pg_advisory_lock(1);
        new.position := (select last_value + is_called::int - 1 from allotted) + wanted;
        if wanted > 0 then
            perform setval('allotted', new.position);
        end if;
        perform pg_advisory_unlock(1);
        return new;
    end
    $$;
    revoke all on function allot from public;
    create trigger allot instead of update on heads for each row execute function allot();";

/// How a log is read.
#[derive(Clone, Copy)]
enum Reader {
    /// Through the feed, so many events a page.
    Feed(i64),
    /// Whatever lies after the last position seen.
    Naive,
}

impl Stage {
    /// Reads a partition from its first event until the load is done and the end is reached.
    fn reader(&self, partition: i32, reader: Reader, ledger: &Ledger) -> JoinHandle<(i32, Vec<i64>)> {
        let (pool, signal, done) = (ledger.pool().clone(), ledger.signal().clone(), self.done.clone());
        tokio::spawn(async move { (partition, follow(&pool, &signal, partition, reader, &done).await) })
    }
}

async fn follow(pool: &PgPool, signal: &Signal, partition: i32, reader: Reader, done: &AtomicBool) -> Vec<i64> {
    let mut seen = Vec::new();
    let mut wakeup = signal.subscribe();
    loop {
        let finished = done.load(Ordering::SeqCst);
        let after = seen.last().copied().unwrap_or_default();
        let page = reader.page(pool, partition, after).await;
        if page.is_empty() && finished {
            return seen;
        }
        if page.is_empty() {
            wakeup.wait().await;
        }
        seen.extend(page);
    }
}

impl Reader {
    async fn page(self, pool: &PgPool, partition: i32, after: i64) -> Vec<i64> {
        match self {
            Reader::Feed(limit) => {
                let events = feed::read(None, pool, partition, after, limit).await.expect("no gap");
                events.iter().map(|event| event.position).collect()
            }
            Reader::Naive => {
                let later =
                    "select position from events where partition = $1 and position > $2 order by position limit 500";
                let rows = sqlx::query(later).bind(partition).bind(after).fetch_all(pool).await;
                let rows = rows.expect("read");
                rows.iter().map(|row| row.try_get(0).expect("a position")).collect()
            }
        }
    }
}

/// What a reader saw against what the log holds.
#[derive(Clone, Copy, Debug)]
struct Tally {
    seen: i64,
    skipped: i64,
    doubled: i64,
    gaps: i64,
}

impl Tally {
    async fn of(ledger: &Ledger, partition: i32, seen: &[i64]) -> Tally {
        let rows = sqlx::query("select position from events where partition = $1 order by position")
            .bind(partition)
            .fetch_all(ledger.pool())
            .await
            .expect("the log");
        let log: BTreeSet<i64> = rows.iter().map(|row| row.try_get(0).expect("a position")).collect();
        let distinct: BTreeSet<i64> = seen.iter().copied().collect();
        let backwards = seen.windows(2).filter(|pair| pair[1] <= pair[0]).count();
        Tally {
            seen: seen.len() as i64,
            skipped: log.difference(&distinct).count() as i64,
            doubled: (seen.len() - distinct.len()).max(backwards) as i64,
            gaps: log.last().copied().unwrap_or_default() - log.len() as i64,
        }
    }
}
