//! Replay of the whole log: it gives the state of the command handler, and it stops at a gap.

use crate::players::{dive, give_coins, open_the_house, partition, register, state};
use crate::tamper::tamper;
use domain::ids::PlayerId;
use domain::player::Player;
use ledger::Ledger;
use ledger::replay::whole;
use ledger::testing::{ledger, on_one_and_four_partitions};

on_one_and_four_partitions![
    every_state_is_the_fold_of_the_whole_log,
    a_missing_position_ends_the_replay,
];

/// An open house in which players of every partition have dived.
async fn a_house_of_divers(partitions: u16) -> Ledger {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    for tg_id in 1..=8 {
        let player = register(&ledger, tg_id).await;
        give_coins(&ledger, player, 1_000).await;
        dive(&ledger, player, 6).await;
    }
    ledger
}

async fn every_state_is_the_fold_of_the_whole_log(partitions: u16) {
    let ledger = a_house_of_divers(partitions).await;
    let whole = whole::<Player>(ledger.pool()).await.expect("a replay");
    assert_eq!(whole.states.len(), 8);
    for (key, folded) in &whole.states {
        assert_eq!(*folded, state(&ledger, folded.id).await, "{key}");
        assert_eq!(*key, folded.id.to_string());
    }
    let (events,): (i64,) = sqlx::query_as("select count(*) from events where aggregate_type = 'player'")
        .fetch_one(ledger.pool())
        .await
        .expect("a count");
    assert_eq!(whole.events as i64, events);
}

async fn a_missing_position_ends_the_replay(partitions: u16) {
    let ledger = a_house_of_divers(partitions).await;
    let player = PlayerId::of_messenger(1);
    let partition = partition(&ledger, player);
    let statement = format!("delete from events where partition = {partition} and position = 2");
    tamper(&ledger, &statement).await;
    let fault = whole::<Player>(ledger.pool()).await.expect_err("a gap");
    let said = fault.to_string();
    assert!(
        said.contains(&format!("partition {partition}: position 2 is missing")),
        "{said}"
    );
}
