//! The load: clients in a closed loop, each starting its next step when the last one is answered.
//!
//! A run warms up, then counts the steps that end inside the measured time. What a
//! client prepares between its steps is not part of a step's latency.

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

/// Somebody who asks again and again.
pub trait Client: Send + 'static {
    /// Whatever must be done before the next step can be measured.
    fn prepare(&mut self) -> impl Future<Output = anyhow::Result<()>> + Send {
        async { Ok(()) }
    }

    /// One step; answers how many units of work it was.
    fn step(&mut self) -> impl Future<Output = anyhow::Result<u64>> + Send;
}

/// What was measured.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Units of work.
    pub units: u64,
    /// Microseconds of each step.
    pub latencies: Vec<u64>,
}

impl Tally {
    /// The figures of a run of this length.
    ///
    /// # Errors
    /// When no step ended in the measured time: there is nothing to tell then.
    pub fn run(self, timing: Timing) -> anyhow::Result<Run> {
        if self.latencies.is_empty() {
            bail!("no step ended within {} ms: give more --seconds", timing.measure_ms);
        }
        Ok(Run::of(
            self.units,
            Duration::from_millis(timing.measure_ms),
            self.latencies,
        ))
    }

    /// Adds what somebody else did at the same time.
    pub fn add(&mut self, other: Tally) {
        self.units += other.units;
        self.latencies.extend(other.latencies);
    }
}

/// Runs all clients at once and gives the figures of their measured steps; the clients come back for another run.
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
    let counted = Instant::now() + Duration::from_millis(timing.warm_ms);
    let end = counted + Duration::from_millis(timing.measure_ms);
    let mut tasks = JoinSet::new();
    for mut client in clients.drain(..) {
        tasks.spawn(async move { drive(&mut client, counted, end).await.map(|done| (client, done)) });
    }
    let mut all = Tally::default();
    while let Some(ended) = tasks.join_next().await {
        let (client, done) = ended.context("a client broke")??;
        all.add(done);
        clients.push(client);
    }
    Ok(all)
}

async fn drive<C: Client>(client: &mut C, counted: Instant, end: Instant) -> anyhow::Result<Tally> {
    let mut done = Tally::default();
    loop {
        client.prepare().await?;
        let began = Instant::now();
        if began >= end {
            return Ok(done);
        }
        let units = client.step().await?;
        let now = Instant::now();
        if now >= counted && now < end {
            done.units += units;
            done.latencies.push(micros(now - began));
        }
    }
}

/// Steps of one client one after the other, all of them measured: at least `steps_min`, and as many more as
/// the measured time takes.
///
/// # Errors
/// The first step that fails.
pub async fn in_turn<C: Client>(client: &mut C, steps_min: usize, timing: Timing) -> anyhow::Result<Run> {
    let (mut done, mut spent) = (Tally::default(), Duration::ZERO);
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

    /// Long enough for one step on a machine that does something else.
    const MEASURE_MS: u64 = 500;

    struct Counter {
        steps: Arc<AtomicU64>,
        fails_at: u64,
    }

    impl Client for Counter {
        async fn step(&mut self) -> anyhow::Result<u64> {
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
    async fn counts_only_the_measured_steps_and_gives_the_clients_back() {
        let (run, steps, clients) = run(u64::MAX).await;
        let counted = run.expect("a run").per_s * MEASURE_MS / 1_000;
        assert!(counted > 0 && counted < steps, "{counted} of {steps}");
        assert_eq!(clients, 2);
    }

    #[tokio::test]
    async fn a_step_that_fails_is_no_figure() {
        let (run, _, _) = run(3).await;
        assert!(run.expect_err("a fault").to_string().contains("refused"));
    }

    #[tokio::test]
    async fn a_run_in_which_no_step_ended_is_no_figure() {
        let timing = Timing {
            warm_ms: 0,
            measure_ms: 7,
        };
        let empty = Tally::default().run(timing).expect_err("nothing was measured");
        assert!(empty.to_string().contains("7 ms"), "{empty}");
    }

    #[tokio::test]
    async fn slow_steps_in_turn_are_measured_beyond_the_time() {
        let mut client = Counter {
            steps: Arc::default(),
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
