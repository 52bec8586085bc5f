//! A rebuild that ends anywhere leaves a view that serves, and the next one does the work.

use crate::play::{compare, crowd, key_of, owner, play, rebuild, tamper, view};
use ledger::testing::ledger;
use ledger::testing::players::open_the_house;
use projections::FOLLOWING;
use projections::rebuild::{Intent, run};
use projections::runner::drain;
use sqlx::Row;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

/// Polls the inner future so many times, then drops it: it can end at every point where it waits.
struct Mortal<F> {
    work: Pin<Box<F>>,
    polls_left: u32,
}

impl<F: Future> Future for Mortal<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if self.polls_left == 0 {
            return Poll::Ready(None);
        }
        self.polls_left -= 1;
        self.work.as_mut().poll(context).map(Some)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rebuild_dropped_at_any_point_leaves_old_rows_or_new_ones_and_never_others_f_29() {
    let ledger = ledger(4).await;
    open_the_house(&ledger).await;
    let players = crowd(&ledger, 1..10, 1).await;
    play(&ledger, &players, 20, 1).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let served = async || {
        let marked = "select count(*), count(*) filter (where scode = 'OLD') from players";
        let row = sqlx::query(marked)
            .fetch_one(ledger.pool())
            .await
            .expect("the view serves");
        (
            row.try_get::<i64, _>(0).expect("rows"),
            row.try_get::<i64, _>(1).expect("marked rows"),
        )
    };
    let (players, mode) = view("players");
    let (mut died, mut ended) = (0, 0);
    for polls in (1..).step_by(3) {
        // The old rows carry a mark, so that it shows which ones serve.
        tamper(&ledger, "update players set scode = 'OLD'").await;
        let database = owner(&ledger);
        let mut silent = |_, _| {};
        let work = Box::pin(run(
            &database,
            key_of(&ledger),
            players,
            mode,
            Intent::Swap,
            &mut silent,
        ));
        let mortal = Mortal {
            work,
            polls_left: polls,
        };
        let done = pin!(mortal).await;
        let (rows, old) = served().await;
        assert_eq!(rows, 9, "dropped at poll {polls}");
        match done {
            None => {
                assert!(old == 9 || old == 0, "{old} of 9 rows are old, dropped at poll {polls}");
                died += 1;
            }
            // The one before may still be leaving the stage.
            Some(Err(projections::rebuild::RebuildError::UnderWay(_))) => assert_eq!(old, 9),
            Some(done) => {
                assert!(done.expect("rebuilt").swapped && old == 0);
                ended += 1;
                if ended == 3 {
                    break;
                }
            }
        }
    }
    assert!(died > 10, "it was dropped at {died} places");
    assert!(rebuild(&ledger, "players", Intent::Swap).await.swapped);
    assert_eq!(compare(&ledger, "players").await.different, 0);
}
