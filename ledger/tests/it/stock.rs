//! The stock repository reads our table: an independent second reader.

use crate::players::{act, cast, diver, open_the_house};
use cqrs_es::persist::PersistedEventStore;
use cqrs_es::{AggregateContext, EventStore};
use domain::player::Player;
use ledger::StreamId;
use ledger::adapter::Lifted;
use ledger::testing::ledger;
use postgres_es::PostgresEventRepository;

#[tokio::test(flavor = "multi_thread")]
async fn the_stock_repository_replays_a_stream_to_the_same_state() {
    let ledger = ledger(1).await;
    open_the_house(&ledger).await;
    let (player, dive) = diver(&ledger, 1, 1_000, 10).await;
    for seq in 1..=12 {
        assert!(act(&ledger, player, cast(dive, seq)).await.is_accepted());
    }
    let stock = PersistedEventStore::<PostgresEventRepository, Lifted<Player>>::new_event_store(
        PostgresEventRepository::new(ledger.pool().clone()),
    );
    let mut context = stock
        .load_aggregate(&player.to_string())
        .await
        .expect("the stock reader loads");
    let ours = ledger.players().load(&StreamId::player(player)).await.expect("loaded");
    assert_eq!(context.aggregate().state, ours.state);
    assert_eq!(
        stock.load_events(&player.to_string()).await.expect("events").len() as u64,
        ours.version
    );
}
