//! Balances inline, at any moment, and by replay.

use crate::players::{act, cast, diver, open_the_house, verified};
use domain::player::{Player, fishing::Surface};
use domain::posting::{Account, Purse};
use ledger::balance::{AsOf, as_of, position};
use ledger::testing::{GENESIS_MS, ledger};
use ledger::{StreamId, replay};

#[tokio::test(flavor = "multi_thread")]
async fn balances_at_every_position_equal_the_replayed_stream() {
    let ledger = ledger(1).await;
    open_the_house(&ledger).await;
    let (player, dive) = diver(&ledger, 1, 1_000, 10).await;
    for seq in 1..=20 {
        ledger.clock().advance_ms(1_000);
        assert!(act(&ledger, player, cast(dive, seq)).await.is_accepted());
    }
    assert!(act(&ledger, player, Surface { dive }).await.is_accepted());
    let (steps, state) = replay::stream::<Player>(ledger.pool(), &StreamId::player(player))
        .await
        .expect("a replay");
    for step in &steps {
        let then = as_of(ledger.pool(), 0, player.0, AsOf::Position(step.event.position))
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
    let now = as_of(ledger.pool(), 0, player.0, AsOf::Latest).await.expect("balances");
    for balance in now {
        let purse = Purse::named(&balance.account).expect("a purse");
        assert_eq!(balance.balance, state.wallet.minor(purse));
    }
    assert_eq!(
        state,
        ledger
            .players()
            .load(&StreamId::player(player))
            .await
            .expect("loaded")
            .state
    );
    assert!(verified(&ledger).await.is_clean());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_finds_the_last_event_recorded_by_then() {
    let ledger = ledger(1).await;
    open_the_house(&ledger).await;
    let (player, dive) = diver(&ledger, 1, 1_000, 10).await;
    ledger.clock().advance_ms(10_000);
    let before = position(ledger.pool(), 0, AsOf::Time(GENESIS_MS + 9_999))
        .await
        .expect("a position");
    assert!(act(&ledger, player, cast(dive, 1)).await.is_accepted());
    assert_eq!(
        position(ledger.pool(), 0, AsOf::Time(GENESIS_MS + 9_999))
            .await
            .expect("a position"),
        before
    );
    assert_eq!(
        position(ledger.pool(), 0, AsOf::Time(GENESIS_MS + 10_000))
            .await
            .expect("a position"),
        before + 1
    );
    assert_eq!(
        position(ledger.pool(), 0, AsOf::Time(GENESIS_MS - 1))
            .await
            .expect("a position"),
        0
    );
}
