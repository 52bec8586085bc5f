//! The place of an event: none among other streams, and 32 bits within its own.

use super::bank::{Account, tables_beside};
use super::outcomes::credited;
use crate::players::{give_coins, neighbour, partition, register};
use crate::tamper::tamper;
use cqrs_es::persist::PersistedEventRepository;
use domain::player::Player;
use domain::stream::Stream;
use ledger::feed;
use ledger::testing::{ledger, on_one_and_four_partitions};
use postgres_es::{PostgresEventRepository, postgres_cqrs};
use sqlx::Row;

on_one_and_four_partitions![a_log_is_read_in_the_order_of_its_commits, a_version_has_sixty_four_bits,];

async fn a_log_is_read_in_the_order_of_its_commits(partitions: u16) {
    let ledger = ledger(partitions).await;
    let pool = tables_beside(&ledger).await;
    let stock = postgres_cqrs::<Account>(pool.clone(), Vec::new(), ());
    for account in ["a", "a", "b"] {
        stock.execute(account, vec![100]).await.expect("credited");
    }
    let mut all = PostgresEventRepository::new(pool.clone())
        .stream_all_events::<Account>()
        .await
        .expect("events");
    let mut delivered = Vec::new();
    while let Some(event) = all.next::<Account>(&[]).await {
        delivered.push(event.expect("an event").aggregate_id);
    }
    assert_eq!(
        delivered.last().map(String::as_str),
        Some("a"),
        "what was committed last is not delivered last"
    );
    let columns = "select count(*) from information_schema.columns where table_schema = 'stock' and column_name = $1";
    let count = sqlx::query(columns)
        .bind("position")
        .fetch_one(&pool)
        .await
        .expect("columns");
    assert_eq!(count.get::<i64, _>(0), 0, "nothing a reader could remember");

    let first = register(&ledger, 1).await;
    let second = register(&ledger, neighbour(&ledger, first)).await;
    for player in [first, first, second] {
        give_coins(&ledger, player, 100).await;
    }
    let log = i32::from(partition(&ledger, first));
    let events = feed::read(ledger.pool().key(), ledger.pool(), log, 0, 100)
        .await
        .expect("events");
    let delivered: Vec<(i64, &str)> = events
        .iter()
        .map(|event| (event.position, event.aggregate_id.as_str()))
        .collect();
    let order = [first, second, first, first, second].map(|player| player.to_string());
    let expected: Vec<(i64, &str)> = (1..).zip(order.iter().map(String::as_str)).collect();
    assert_eq!(delivered, expected, "G8");
}

async fn a_version_has_sixty_four_bits(partitions: u16) {
    const FAR: i64 = 1 << 31;
    let ledger = ledger(partitions).await;
    let pool = tables_beside(&ledger).await;
    let far = usize::try_from(FAR).expect("64 bits");
    let stock = PostgresEventRepository::new(pool);
    // Stored as a negative number, which the table refuses; twice as far it would begin at 1 again.
    stock
        .persist::<Account>(&[credited("a", far)], None)
        .await
        .expect_err("cut to 32 bits");
    stock
        .persist::<Account>(&[credited("a", 2 * far + 1)], None)
        .await
        .expect("cut to 32 bits");
    let events = stock.get_events::<Account>("a").await.expect("events");
    assert_eq!(events.iter().map(|event| event.sequence).collect::<Vec<_>>(), [1]);

    let player = register(&ledger, 1).await;
    give_coins(&ledger, player, 100).await;
    tamper(&ledger, &format!("update events set sequence = sequence + {FAR}")).await;
    let events = feed::read_stream(ledger.pool(), Player::TYPE, &player.to_string(), FAR).await;
    let versions: Vec<i64> = events.expect("events").iter().map(|event| event.sequence).collect();
    assert_eq!(versions, [FAR + 1, FAR + 2]);
}
