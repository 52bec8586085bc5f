//! Cached aggregates are bounded by weight, and a stream that was evicted is the same afterwards.

use crate::players::request;
use crate::streams::boulder::Boulder;
use cqrs_es::{AggregateContext, EventStore};
use ledger::cache::CACHE_BYTES_MAX;
use ledger::testing::{command_handler, ledger, partitions, store};
use ledger::{CommandError, CommandHandler, Plain, Request, StreamId};
use uuid::Uuid;

fn boulder(number: usize) -> StreamId {
    StreamId::house(&format!("boulder-{number}"))
}

/// Pushes until it is done: Busy promises that nothing was written.
async fn push(handler: &CommandHandler<Boulder>, id: &StreamId, request: &Request) {
    loop {
        match handler.execute(id, (), request.clone(), Plain).await {
            Ok(reply) => return assert!(reply.is_accepted(), "{reply:?}"),
            Err(CommandError::Busy) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn more_streams_than_fit_are_kept_within_the_bound_and_answer_right_afterwards() {
    let ledger = ledger(partitions()).await;
    let pushing = command_handler::<Boulder>(&ledger);
    for number in 0..40 {
        for _ in 0..=number % 3 {
            push(&pushing, &boulder(number), &Request::default()).await;
        }
    }
    let store = store::<Boulder>(&ledger);
    let pushed = async |number: usize| {
        let mut held = store.load_aggregate(&boulder(number).key).await.expect("loaded");
        held.aggregate().state.pushed
    };
    for number in 0..40 {
        assert_eq!(pushed(number).await, number as u64 % 3 + 1);
        let (bytes, streams) = store.live();
        assert!(
            bytes <= CACHE_BYTES_MAX && streams <= 4,
            "{streams} streams of {bytes} bytes"
        );
    }
    assert_eq!(store.live().1, 3, "a quarter and a little each");
    let before = store.cold_reads().0;
    assert_eq!(
        (pushed(39).await, store.cold_reads().0),
        (1, before),
        "the last one is in memory"
    );
    assert_eq!(
        (pushed(0).await, store.cold_reads().0),
        (1, before + 1),
        "the first one was put out"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_that_are_put_out_while_they_are_decided_lose_and_repeat_nothing() {
    let ledger = ledger(partitions()).await;
    let handler = std::sync::Arc::new(command_handler::<Boulder>(&ledger));
    let tasks: Vec<_> = (0..400)
        .map(|turn| {
            let handler = handler.clone();
            tokio::spawn(async move { push(&handler, &boulder(turn % 10), &request(Uuid::now_v7())).await })
        })
        .collect();
    for task in tasks {
        task.await.expect("a task");
    }
    for number in 0..10 {
        let loaded = handler.load(&boulder(number)).await.expect("loaded");
        assert_eq!((loaded.version, loaded.state.pushed), (40, 40));
    }
}
