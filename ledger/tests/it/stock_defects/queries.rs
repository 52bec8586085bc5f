//! A view that is updated after the commit.

use super::bank::{Account, Total, balance_by_events, tables_beside};
use crate::players::{adjust, give_coins, partition, register, request, state, verified};
use cqrs_es::persist::{GenericQuery, PersistenceError, ViewContext, ViewRepository};
use domain::ids::PlayerId;
use domain::posting::Purse;
use ledger::balance::{AsOf, as_of};
use ledger::testing::{GENESIS_MS, database, ledger, on_one_and_four_partitions, open};
use ledger::{Clock, Ledger, Plain, StreamId};
use postgres_es::{PostgresCqrs, PostgresViewRepository, postgres_cqrs};
use sqlx::PgPool;
use std::sync::Arc;
use tokio::sync::Notify;
use uuid::Uuid;

on_one_and_four_partitions![
    two_processes_on_one_account_lose_nothing_of_its_balance,
    a_process_that_ends_after_the_commit_loses_nothing_of_a_balance,
];

/// The stock view repository with a gate before every write.
struct Gated {
    views: PostgresViewRepository<Total, Account>,
    arrived: Notify,
    open: Notify,
}

impl ViewRepository<Total, Account> for Gated {
    async fn load(&self, view: &str) -> Result<Option<Total>, PersistenceError> {
        self.views.load(view).await
    }

    async fn load_with_context(&self, view: &str) -> Result<Option<(Total, ViewContext)>, PersistenceError> {
        self.views.load_with_context(view).await
    }

    async fn update_view(&self, view: Total, context: ViewContext) -> Result<(), PersistenceError> {
        self.arrived.notify_one();
        self.open.notified().await;
        self.views.update_view(view, context).await
    }
}

/// The stock framework in two processes: one stops at the gate before it writes its view.
struct Processes {
    pool: PgPool,
    gate: Arc<Gated>,
    slow: PostgresCqrs<Account>,
    fast: PostgresCqrs<Account>,
}

impl Processes {
    async fn beside(ledger: &Ledger) -> Processes {
        let pool = tables_beside(ledger).await;
        let views = || PostgresViewRepository::new("totals", pool.clone());
        let gate = Arc::new(Gated {
            views: views(),
            arrived: Notify::new(),
            open: Notify::new(),
        });
        let slow = GenericQuery::new(gate.clone());
        let fast = GenericQuery::<_, Total, Account>::new(Arc::new(views()));
        Processes {
            slow: postgres_cqrs(pool.clone(), vec![Box::new(slow)], ()),
            fast: postgres_cqrs(pool.clone(), vec![Box::new(fast)], ()),
            gate,
            pool,
        }
    }

    /// What the events say and what the view says.
    async fn balance_and_view(&self) -> (i64, i64) {
        let view = self.gate.load("hot").await.expect("a view").unwrap_or_default();
        (balance_by_events(&self.pool, "hot").await, view.0)
    }
}

/// What the log says and what the balance row says.
async fn state_and_row(ledger: &Ledger, player: PlayerId) -> (i64, i64) {
    let coins = state(ledger, player).await.wallet.coins().minor();
    let rows = as_of(ledger.pool(), partition(ledger, player), player.0, AsOf::Latest).await;
    let rows = rows.expect("balances");
    let row = rows.iter().find(|row| row.account == Purse::CoinPaid.name());
    (coins, row.map_or(0, |row| row.balance))
}

async fn two_processes_on_one_account_lose_nothing_of_its_balance(partitions: u16) {
    let database = database(partitions).await;
    let clock = Clock::fixed(GENESIS_MS);
    let ledgers = [open(database.clone(), clock.clone()).await, open(database, clock).await];
    let stock = Processes::beside(&ledgers[0]).await;
    let (slow, fast) = tokio::join!(stock.slow.execute("hot", vec![100]), async {
        stock.gate.arrived.notified().await;
        let done = stock.fast.execute("hot", vec![100]).await;
        stock.gate.open.notify_one();
        done
    });
    slow.expect("the second writer gets no error");
    fast.expect("credited");
    assert_eq!(stock.balance_and_view().await, (200, 100));

    let player = register(&ledgers[0], 1).await;
    let credits = async |ledger: &Ledger| {
        for _ in 0..50 {
            give_coins(ledger, player, 100).await;
        }
    };
    tokio::join!(credits(&ledgers[0]), credits(&ledgers[1]));
    assert_eq!(state_and_row(&ledgers[1], player).await, (10_000, 10_000));
    assert!(verified(&ledgers[0]).await.is_clean());
}

async fn a_process_that_ends_after_the_commit_loses_nothing_of_a_balance(partitions: u16) {
    let ledger = ledger(partitions).await;
    let stock = Processes::beside(&ledger).await;
    tokio::select! {
        _ = stock.slow.execute("hot", vec![100]) => panic!("the gate is shut"),
        () = stock.gate.arrived.notified() => {}
    }
    assert_eq!(stock.balance_and_view().await, (100, 0));
    stock.fast.execute("hot", vec![100]).await.expect("credited");
    assert_eq!(
        stock.balance_and_view().await,
        (200, 100),
        "and nothing ever catches up"
    );

    let player = register(&ledger, 1).await;
    for steps in 0..100 {
        let id = StreamId::player(player);
        let credit = ledger
            .players()
            .execute(&id, adjust(100).into(), request(Uuid::now_v7()), Plain);
        // The caller is dropped after so many steps, on whichever side of the commit that is.
        tokio::select! {
            biased;
            _ = credit => {}
            () = after(steps) => {}
        }
    }
    let (coins, row) = state_and_row(&ledger, player).await;
    assert!(coins > 0);
    assert_eq!(coins, row);
    assert!(verified(&ledger).await.is_clean());
}

async fn after(steps: u32) {
    for _ in 0..steps {
        tokio::task::yield_now().await;
    }
}
