//! The load: clients in a closed loop, each starting its next step when the last one is answered.
//!
//! A run warms up, then counts the steps that end inside the measured time. What a
//! client prepares between its steps is not part of a step's latency. A step that is slower than the
//! measured time is waited for: each client completes at least one step after the warm-up, and a run in
//! which no step ended in time is measured by those that ended late, over the time they took.

use super::figures::{Run, micros};
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How long a run is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Timing {
    /// Steps that end in this time are not counted.
    pub warm_ms: u64,
    /// Steps that end in this time are.
    pub measure_ms: u64,
}

/// One caller of the closed loop.
pub trait Client: Send + 'static {
    /// Whatever must be done before the next step can be measured.
    fn prepare(&mut self) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }

    /// One step; returns how many units of work it was.
    fn step(&mut self) -> impl Future<Output = anyhow::Result<u64>> + Send;
}

/// Steps that were completed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Steps {
    units: u64,
    /// Microseconds of each step.
    latencies: Vec<u64>,
}

impl Steps {
    fn add(&mut self, other: Steps) {
        self.units += other.units;
        self.latencies.extend(other.latencies);
    }
}

/// What was measured.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Steps that ended in the measured time.
    timely: Steps,
    /// Steps that ended after it.
    late: Steps,
    /// From the end of the warm-up to the end of the last late step, in microseconds.
    late_us: u64,
}

impl Tally {
    /// The figures of a run of this length.
    ///
    /// # Errors
    /// When there was no step at all.
    pub fn run(self, timing: Timing) -> anyhow::Result<Run> {
        let (steps, took) = if self.timely.latencies.is_empty() {
            (self.late, Duration::from_micros(self.late_us))
        } else {
            (self.timely, Duration::from_millis(timing.measure_ms))
        };
        if steps.latencies.is_empty() {
            bail!("no client made a step");
        }
        Ok(Run::of(steps.units, took, steps.latencies))
    }

    /// Adds what another client or process did at the same time.
    pub fn add(&mut self, other: Tally) {
        self.timely.add(other.timely);
        self.late.add(other.late);
        self.late_us = self.late_us.max(other.late_us);
    }

    fn is_empty(&self) -> bool {
        self.timely.latencies.is_empty() && self.late.latencies.is_empty()
    }

    /// Counts a step by the moment of its end.
    fn count(&mut self, window: Window, began: Instant, ended: Instant, units: u64) {
        let done = Steps {
            units,
            latencies: vec![micros(ended - began)],
        };
        if ended >= window.end {
            self.late.add(done);
            self.late_us = self.late_us.max(micros(ended - window.start));
        } else if ended >= window.start {
            self.timely.add(done);
        }
    }
}

/// The measured time of one run.
#[derive(Clone, Copy)]
struct Window {
    start: Instant,
    end: Instant,
}

/// Runs all clients at once and returns the figures of their measured steps; the clients come back for another run.
///
/// # Errors
/// The first step that fails ends the run.
pub async fn closed_loop<C: Client>(clients: &mut Vec<C>, timing: Timing) -> anyhow::Result<Run> {
    tally(clients, timing).await?.run(timing)
}

/// The measured steps of all clients.
///
/// # Errors
/// The first step that fails ends the run.
pub async fn tally<C: Client>(clients: &mut Vec<C>, timing: Timing) -> anyhow::Result<Tally> {
    let start = Instant::now() + Duration::from_millis(timing.warm_ms);
    let window = Window {
        start,
        end: start + Duration::from_millis(timing.measure_ms),
    };
    let mut tasks = JoinSet::new();
    for mut client in clients.drain(..) {
        tasks.spawn(async move { drive(&mut client, window).await.map(|done| (client, done)) });
    }
    let mut all = Tally::default();
    while let Some(ended) = tasks.join_next().await {
        let (client, done) = ended.context("a client panicked")??;
        all.add(done);
        clients.push(client);
    }
    Ok(all)
}

async fn drive<C: Client>(client: &mut C, window: Window) -> anyhow::Result<Tally> {
    let mut done = Tally::default();
    loop {
        client.prepare().await?;
        let began = Instant::now();
        if began >= window.end && !done.is_empty() {
            return Ok(done);
        }
        let units = client.step().await?;
        done.count(window, began, Instant::now(), units);
    }
}

/// Steps of one client one after the other, all of them measured: at least `steps_min`, and as many more as
/// the measured time takes.
///
/// # Errors
/// The first step that fails.
pub async fn in_turn<C: Client>(client: &mut C, steps_min: usize, timing: Timing) -> anyhow::Result<Run> {
    let (mut done, mut spent) = (Steps::default(), Duration::ZERO);
    while done.latencies.len() < steps_min || spent < Duration::from_millis(timing.measure_ms) {
        client.prepare().await?;
        let began = Instant::now();
        done.units += client.step().await?;
        let took = began.elapsed();
        spent += took;
        done.latencies.push(micros(took));
    }
    Ok(Run::of(done.units, spent, done.latencies))
}

#[cfg(test)]
mod tests {
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
        let (run, _, _) = run(3).await;
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
}
