//! Balances inline, at any moment, and by replay.

use crate::players::{cast, diver, must, open_the_house, partition, state, verified};
use domain::player::{Player, fishing::Surface};
use domain::posting::{Account, Purse};
use ledger::balance::{AsOf, as_of, position};
use ledger::testing::{GENESIS_MS, ledger, on_one_and_four_partitions};
use ledger::{StreamId, replay};

on_one_and_four_partitions![
    balances_at_every_position_equal_the_replayed_stream,
    a_time_finds_the_last_event_recorded_by_then,
];

async fn balances_at_every_position_equal_the_replayed_stream(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let (player, dive) = diver(&ledger, 1, 1_000, 10).await;
    for seq in 1..=20 {
        ledger.clock().advance_ms(1_000);
        must(&ledger, player, cast(dive, seq)).await;
    }
    must(&ledger, player, Surface { dive }).await;
    let log = partition(&ledger, player);
    let (steps, replayed) = replay::stream::<Player>(ledger.pool(), &StreamId::player(player))
        .await
        .expect("a replay");
    for step in &steps {
        let then = as_of(ledger.pool(), log, player.0, AsOf::Position(step.event.position))
            .await
            .expect("balances");
        for leg in &step.legs {
            if let Account::Player(_, purse) = leg.posting.account {
                let found = then
                    .iter()
                    .find(|balance| balance.account == purse.name())
                    .map(|balance| balance.balance);
                assert_eq!(found, Some(leg.after), "position {}", step.event.position);
            }
        }
    }
    let now = as_of(ledger.pool(), log, player.0, AsOf::Latest)
        .await
        .expect("balances");
    for balance in now {
        let purse = Purse::named(&balance.account).expect("a purse");
        assert_eq!(balance.balance, replayed.wallet.minor(purse));
    }
    assert_eq!(replayed, state(&ledger, player).await);
    assert!(verified(&ledger).await.is_clean());
}

async fn a_time_finds_the_last_event_recorded_by_then(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let (player, dive) = diver(&ledger, 1, 1_000, 10).await;
    ledger.clock().advance_ms(10_000);
    let by = async |ms| {
        let time = AsOf::Time(GENESIS_MS + ms);
        let found = position(ledger.pool(), partition(&ledger, player), time).await;
        found.expect("a position")
    };
    let before = by(9_999).await;
    must(&ledger, player, cast(dive, 1)).await;
    assert_eq!(
        (by(-1).await, by(9_999).await, by(10_000).await),
        (0, before, before + 1)
    );
}
