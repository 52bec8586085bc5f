//! Readers of one moment beside a swap: rows that came to serve after their moment are not taken for none.

use crate::play::{crowd, owner, rebuild, tamper, until, view, waits_for};
use ledger::testing::ledger;
use ledger::testing::players::open_the_house;
use projections::FOLLOWING;
use projections::rebuild::{Intent, sandbox};
use projections::runner::drain;
use projections::turnovers::{self, BLOCK};
use sqlx::{Connection, Executor, PgConnection};
use std::sync::mpsc;

#[tokio::test(flavor = "multi_thread")]
async fn a_swap_waits_for_a_sandbox_to_compare_the_rows_of_its_moment() {
    let ledger = ledger(1).await;
    open_the_house(&ledger).await;
    crowd(&ledger, 1..10, 1).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let (reached, go_on) = (mpsc::channel(), mpsc::channel());
    let pool = ledger.pool().clone();
    let folding = tokio::spawn(async move {
        let (players, mode) = view("players");
        // Holds the sandbox at its page until the swap is under way.
        let mut hold = move |_, _| {
            reached.0.send(()).expect("somebody waits");
            tokio::task::block_in_place(|| go_on.1.recv()).expect("released");
        };
        sandbox(&pool, players, mode, &mut hold).await
    });
    tokio::task::block_in_place(|| reached.1.recv()).expect("the only page");
    let rebuilding = {
        let ledger = ledger.clone();
        tokio::spawn(async move { rebuild(&ledger, "players", Intent::Swap).await })
    };
    let came = async || rebuilding.is_finished() || waits_for(&ledger, "players", "AccessExclusiveLock").await;
    until("the swap waits for the lock or is done", came).await;
    go_on.0.send(()).expect("it waits");
    let compared = folding.await.expect("no panic").expect("compared").compared;
    assert_eq!((compared.live, compared.different), (9, 0), "{compared:?}");
    assert!(rebuilding.await.expect("no panic").swapped, "nobody holds it any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_balance_that_waited_for_a_swap_sums_the_new_rows() {
    let ledger = ledger(1).await;
    open_the_house(&ledger).await;
    crowd(&ledger, 1..10, 1).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    // The first block is marked as whole, so that its rows are read and not its legs.
    let whole = format!("update cursors set position = {BLOCK} where view = 'turnovers'");
    tamper(&ledger, &whole).await;
    let before = turnovers::trial(ledger.pool(), &[0], &[BLOCK]).await.expect("summed");
    assert!(!before.is_empty());
    let mut swap = PgConnection::connect_with(&owner(&ledger)).await.expect("connects");
    swap.execute("begin; lock table public.turnovers in access exclusive mode")
        .await
        .expect("locked");
    let pool = ledger.pool().clone();
    let reading = tokio::spawn(async move { turnovers::trial(&pool, &[0], &[BLOCK]).await });
    let waits = async || waits_for(&ledger, "turnovers", "AccessShareLock").await;
    until("the reader waits for the lock", waits).await;
    swap.execute(
        "create table rebuild.turnovers (like public.turnovers including all);
         insert into rebuild.turnovers select * from public.turnovers;
         drop table public.turnovers;
         alter table rebuild.turnovers set schema public;
         grant select on public.turnovers to ledger_app;
         commit",
    )
    .await
    .expect("swapped");
    assert_eq!(reading.await.expect("no panic").expect("summed"), before);
    swap.close().await.expect("closes");
}
