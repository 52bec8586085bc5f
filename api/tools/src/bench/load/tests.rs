use super::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const MEASURE_MS: u64 = 50;

struct Counter {
    steps: Arc<AtomicU64>,
    pause: Duration,
    fails_at: u64,
}

impl Client for Counter {
    async fn step(&mut self) -> anyhow::Result<u64> {
        tokio::time::sleep(self.pause).await;
        tokio::task::yield_now().await;
        if self.steps.fetch_add(1, Ordering::SeqCst) >= self.fails_at {
            anyhow::bail!("refused");
        }
        Ok(1)
    }
}

async fn run(fails_at: u64) -> (anyhow::Result<Run>, u64, usize) {
    let steps = Arc::new(AtomicU64::new(0));
    let client = || Counter {
        steps: steps.clone(),
        pause: Duration::ZERO,
        fails_at,
    };
    let mut clients = vec![client(), client()];
    let timing = Timing {
        warm_ms: 5,
        measure_ms: MEASURE_MS,
    };
    let run = closed_loop(&mut clients, timing).await;
    (run, steps.load(Ordering::SeqCst), clients.len())
}

#[tokio::test]
async fn measures_the_steps_and_gives_the_clients_back() {
    let (run, steps, clients) = run(u64::MAX).await;
    let per_s = run.expect("a run").per_s;
    assert!(per_s > 0 && steps > 0, "{per_s} of {steps}");
    assert_eq!(clients, 2);
}

#[test]
fn a_step_is_counted_by_the_moment_of_its_end() {
    let zero = Instant::now();
    let at = |ms| zero + Duration::from_millis(ms);
    let window = Window {
        start: at(100),
        end: at(200),
    };
    let timing = Timing {
        warm_ms: 100,
        measure_ms: 100,
    };
    let mut done = Tally::default();
    done.count(window, at(0), at(99), 1);
    assert!(done.is_empty(), "a step of the warm-up");
    done.count(window, at(99), at(400), 6);
    let late = done.clone().run(timing).expect("a run");
    assert_eq!((late.per_s, late.p50_us), (20, 301_000), "6 units in 300 ms");
    done.count(window, at(90), at(100), 3);
    done.count(window, at(150), at(199), 4);
    let timely = done.run(timing).expect("a run");
    assert_eq!((timely.per_s, timely.p50_us, timely.p99_us), (70, 10_000, 49_000));
}

#[tokio::test]
async fn a_step_that_is_slower_than_the_measured_time_is_measured() {
    let mut clients = vec![Counter {
        steps: Arc::default(),
        pause: Duration::from_millis(20),
        fails_at: u64::MAX,
    }];
    let timing = Timing {
        warm_ms: 0,
        measure_ms: 1,
    };
    let run = closed_loop(&mut clients, timing).await.expect("a run");
    assert!(run.per_s > 0 && run.per_s <= 50 && run.p50_us >= 20_000, "{run:?}");
    assert_eq!(clients[0].steps.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_step_that_fails_is_no_figure() {
    // However slow the machine is, each of the two clients takes a step.
    let (run, _, _) = run(1).await;
    assert!(run.expect_err("a fault").to_string().contains("refused"));
}

#[tokio::test]
async fn a_run_without_a_step_is_no_figure() {
    let timing = Timing {
        warm_ms: 0,
        measure_ms: 7,
    };
    let empty = Tally::default().run(timing).expect_err("nothing was measured");
    assert!(empty.to_string().contains("no client"), "{empty}");
}

#[tokio::test]
async fn slow_steps_in_turn_are_measured_beyond_the_time() {
    let mut client = Counter {
        steps: Arc::default(),
        pause: Duration::ZERO,
        fails_at: u64::MAX,
    };
    let timing = Timing {
        warm_ms: 0,
        measure_ms: 0,
    };
    in_turn(&mut client, 5, timing).await.expect("a run");
    assert_eq!(client.steps.load(Ordering::SeqCst), 5);
}
