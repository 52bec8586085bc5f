//! The feed under writers: nothing skipped, nothing twice, no gap.

use crate::players::{act, adjust, must, register};
use ledger::feed;
use ledger::testing::{GENESIS_MS, database, on_one_and_four_partitions, open};
use ledger::{Clock, Ledger};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

on_one_and_four_partitions![a_reader_beside_eight_writers_sees_every_event_once_in_order];

/// Reads a log from its first event until the writers are done and its end is reached.
async fn follow(ledger: Ledger, partition: u16, done: Arc<AtomicBool>) -> Vec<i64> {
    let mut seen = Vec::new();
    let mut wakeup = ledger.signal().subscribe();
    loop {
        let finished = done.load(Ordering::SeqCst);
        let after = seen.last().copied().unwrap_or_default();
        let events = feed::read(ledger.pool().key(), ledger.pool(), i32::from(partition), after, 100)
            .await
            .expect("no gap");
        if events.is_empty() && finished {
            return seen;
        }
        if events.is_empty() {
            wakeup.wait().await;
        }
        seen.extend(events.iter().map(|event| event.position));
    }
}

async fn a_reader_beside_eight_writers_sees_every_event_once_in_order(partitions: u16) {
    let database = database(partitions).await;
    let clock = Clock::fixed(GENESIS_MS);
    let ledgers = [open(database.clone(), clock.clone()).await, open(database, clock).await];
    let done = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = (0..partitions)
        .map(|partition| tokio::spawn(follow(ledgers[1].clone(), partition, done.clone())))
        .collect();
    let writers: Vec<_> = (0..8)
        .map(|number| {
            let ledger = ledgers[number % 2].clone();
            tokio::spawn(async move {
                let player = register(&ledger, number as i64 + 1).await;
                for _ in 0..100 {
                    // Aborted decisions stand between the events: they must leave no hole.
                    must(&ledger, player, adjust(1)).await;
                    assert_eq!(act(&ledger, player, adjust(-1_000_000)).await.code, 2001);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.expect("a writer");
    }
    done.store(true, Ordering::SeqCst);
    let mut events = 0;
    for reader in readers {
        let seen = reader.await.expect("a reader");
        events += seen.len();
        assert_eq!(seen, (1..=seen.len() as i64).collect::<Vec<i64>>(), "G8");
    }
    assert_eq!(events, 808);
}
