//! Single questions to the log and the books.

use crate::players::{diver, open_the_house, partition};
use domain::posting::Purse;
use ledger::testing::{ledger, on_one_and_four_partitions};
use ledger::{balance, entries, log};
use uuid::Uuid;

on_one_and_four_partitions![
    an_event_is_found_by_a_field_of_its_payload,
    legs_are_read_as_they_are_written,
];

async fn an_event_is_found_by_a_field_of_its_payload(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let (first, dive) = diver(&ledger, 1, 1_000, 10).await;
    let (second, _) = diver(&ledger, 2, 1_000, 10).await;
    let find = async |dive: Uuid| {
        let found = log::with_field(ledger.pool(), "DiveStarted", "dive", &dive.to_string()).await;
        found.expect("read").map(|started| started.aggregate_id)
    };
    assert_eq!(find(dive.0).await, Some(first.to_string()));
    assert_eq!(find(second.0).await, None, "a player is no dive");
}

async fn legs_are_read_as_they_are_written(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let (player, _) = diver(&ledger, 1, 1_000, 10).await;
    let (pool, log) = (ledger.pool(), partition(&ledger, player));
    let coins = (player.0, Purse::CoinPaid.name());
    let written = entries::written(pool, log.into(), 1, i64::MAX).await.expect("legs");
    let given = written.iter().find(|leg| (leg.owner, leg.account.as_str()) == coins);
    let given = given.expect("a leg of the player");
    assert_eq!((given.amount, given.after), (1_000, 1_000));
    for (position, expected) in [(given.position, 0), (given.position + 1, 1_000)] {
        let before = entries::balance_before(pool, log.into(), coins, position).await;
        assert_eq!(before.expect("a balance"), expected);
    }
    let credits = entries::credits_by_type(pool, log, coins.0, coins.1).await;
    assert_eq!(credits.expect("credits"), [("AdjustmentPosted".to_owned(), 1_000)]);
    let total = balance::total(pool, coins.1).await.expect("a total");
    let held = balance::as_of(pool, log, player.0, balance::AsOf::Latest)
        .await
        .expect("balances");
    let held = held
        .iter()
        .find(|held| held.account == coins.1)
        .map(|held| held.balance);
    assert_eq!(Some(total), held, "nobody else has coins");
    assert_eq!(balance::total(pool, "nothing").await.expect("a total"), 0);
}
