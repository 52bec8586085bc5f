//! The books: balances at any moment and by replay, behind the log and read at once, by one process and by several.

use crate::players::{cast, diver, must, open_the_house, partition, state, verified};
use domain::ids::PlayerId;
use domain::player::{Player, fishing::Surface};
use domain::posting::{Account, Purse};
use ledger::balance::{AsOf, as_of, position};
use ledger::testing::players::{give_coins, register};
use ledger::testing::{GENESIS_MS, ledger, on_one_and_four_partitions, owner_of};
use ledger::{Fault, Ledger, StreamId, replay};
use sqlx::{Executor, Postgres, Transaction};

on_one_and_four_partitions![
    balances_at_every_position_equal_the_replayed_stream,
    a_time_finds_the_last_event_recorded_by_then,
    a_reader_writes_what_the_books_have_not_read,
    readers_of_two_processes_write_each_event_once,
    a_page_of_which_an_account_does_not_move_is_not_taken,
    who_may_not_write_waits_for_who_may,
    books_that_are_behind_are_verified_as_far_as_they_reach,
    books_of_a_version_that_wrote_them_with_the_events_go_on,
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

/// A player with so many coins, given one by one.
async fn credited(ledger: &Ledger, tg_id: i64, coins: i64) -> PlayerId {
    let player = register(ledger, tg_id).await;
    for _ in 0..coins {
        give_coins(ledger, player, 1).await;
    }
    player
}

async fn coins(ledger: &Ledger, player: PlayerId) -> Result<i64, Fault> {
    let all = as_of(ledger.pool(), partition(ledger, player), player.0, AsOf::Latest).await?;
    Ok(all.iter().map(|account| account.balance).sum())
}

/// Up to where the books have read a player's log, and where it ends.
async fn standing(ledger: &Ledger, player: PlayerId) -> (i64, i64) {
    let row = sqlx::query_as(
        "select c.position, h.position from cursors c join heads h using (partition)
          where c.view = 'books' and c.partition = $1",
    );
    let row = row.bind(i32::from(partition(ledger, player))).fetch_one(ledger.pool());
    row.await.expect("a cursor")
}

async fn a_reader_writes_what_the_books_have_not_read(partitions: u16) {
    let ledger = ledger(partitions).await;
    let holder = held(&ledger).await;
    let player = credited(&ledger, 1, 5).await;
    let (reached, head) = standing(&ledger, player).await;
    assert!(reached < head, "nobody follows");
    drop(holder);
    assert_eq!(coins(&ledger, player).await.expect("coins"), 5);
    assert_eq!(standing(&ledger, player).await, (head, head));
    assert!(verified(&ledger).await.is_clean());
}

async fn readers_of_two_processes_write_each_event_once(partitions: u16) {
    let first = ledger(partitions).await;
    let database = ledger::testing::owner(&first);
    let second = ledger::testing::open(database, first.clock().clone()).await;
    let player = credited(&first, 1, 1).await;
    let mut reading = tokio::task::JoinSet::new();
    for number in 0..8 {
        let ledger = if number % 2 == 0 { first.clone() } else { second.clone() };
        reading.spawn(async move {
            let mut seen = 0;
            while seen < 60 {
                let coins = coins(&ledger, player).await.expect("coins");
                assert!(coins >= seen, "a balance that was read does not fall");
                seen = coins;
            }
        });
    }
    for _ in 1..60 {
        give_coins(&first, player, 1).await;
    }
    reading.join_all().await;
    assert!(verified(&first).await.is_clean());
}

async fn a_page_of_which_an_account_does_not_move_is_not_taken(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = credited(&ledger, 1, 2).await;
    assert_eq!(coins(&ledger, player).await.expect("books"), 2);
    let mut owner = owner_of(&ledger).await;
    let stays = format!(
        "create function stays() returns trigger language plpgsql as 'begin return null; end';
         create trigger stays before update on balances for each row when (new.owner = '{player}')
                execute function stays()"
    );
    owner.execute(stays.as_str()).await.expect("a trigger");
    give_coins(&ledger, player, 1).await;
    let fault = coins(&ledger, player)
        .await
        .expect_err("a posting is missing")
        .to_string();
    assert!(fault.contains("the books took 1 of 2 postings"), "{fault}");
    owner.execute("drop trigger stays on balances").await.expect("dropped");
    assert_eq!(coins(&ledger, player).await.expect("books"), 3);
    assert!(verified(&ledger).await.is_clean());
}

async fn who_may_not_write_waits_for_who_may(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = credited(&ledger, 1, 3).await;
    let read_only = (*ledger.pool().connect_options())
        .clone()
        .options([("default_transaction_read_only", "on")]);
    let pool = sqlx::PgPool::connect_with(read_only).await.expect("connects");
    let pool = ledger.pool().over(pool);
    let log = partition(&ledger, player);
    let holder = held(&ledger).await;
    give_coins(&ledger, player, 1).await;
    let alone = as_of(&pool, log, player.0, AsOf::Latest).await;
    assert!(matches!(alone, Err(Fault::Contended)), "{alone:?}");
    drop(holder);
    let (beside, written) = tokio::join!(as_of(&pool, log, player.0, AsOf::Latest), coins(&ledger, player));
    let beside: i64 = beside.expect("balances").iter().map(|account| account.balance).sum();
    assert_eq!((beside, written.expect("coins")), (4, 4));
}

/// The books held still.
async fn held(ledger: &Ledger) -> Transaction<'static, Postgres> {
    let mut holder = ledger.pool().begin().await.expect("a transaction");
    let hold = sqlx::query("select from cursors where view = 'books' for update");
    hold.execute(&mut *holder).await.expect("held");
    holder
}

async fn books_that_are_behind_are_verified_as_far_as_they_reach(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = credited(&ledger, 1, 3).await;
    assert_eq!(coins(&ledger, player).await.expect("coins"), 3);
    let holder = held(&ledger).await;
    give_coins(&ledger, player, 1).await;
    let (reached, head) = standing(&ledger, player).await;
    assert!(reached < head);
    assert!(
        matches!(coins(&ledger, player).await, Err(Fault::Contended)),
        "no old answer is given as the latest"
    );
    assert!(verified(&ledger).await.is_clean());
    let forged = format!("update postings set after = after + 1 where position = {reached}");
    crate::tamper::tamper(&ledger, &forged).await;
    let report = verified(&ledger).await;
    assert_eq!(report.first().and_then(|finding| finding.position), Some(reached));
    drop(holder);
}

async fn books_of_a_version_that_wrote_them_with_the_events_go_on(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = credited(&ledger, 1, 3).await;
    assert_eq!(coins(&ledger, player).await.expect("coins"), 3);
    crate::tamper::tamper(&ledger, "delete from cursors where view = 'books'").await;
    assert!(!ledger::books::exist(ledger.pool()).await.expect("read"));
    let migration = include_str!("../../../migrations/0013_add_books_cursor.sql");
    crate::tamper::tamper(&ledger, migration).await;
    assert!(ledger::books::exist(ledger.pool()).await.expect("read"));
    give_coins(&ledger, player, 1).await;
    assert_eq!(coins(&ledger, player).await.expect("coins"), 4);
    assert!(verified(&ledger).await.is_clean());
}
