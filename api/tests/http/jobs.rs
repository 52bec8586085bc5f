//! Scheduled jobs go on whatever becomes of one run.

use std::cell::Cell;
use std::time::Duration;
use tokio::sync::watch;
use workers::schedule;

#[tokio::test]
async fn a_run_that_panics_is_followed_by_the_next_one() {
    let (stop, stopped) = watch::channel(false);
    let runs = Cell::new(0);
    let tick = || {
        let (stop, run) = (&stop, runs.get() + 1);
        runs.set(run);
        async move {
            tokio::task::yield_now().await;
            assert_ne!(run, 1, "the first run fails");
            stop.send(run == 3).expect("it listens");
            Ok(())
        }
    };
    schedule::run("test", Duration::from_millis(1), stopped, tick).await;
    assert_eq!(runs.get(), 3);
}
