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
use tokio::sync::Mutex;
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

/// Clients that stay connected between the runs of a contest; a run takes as many as it needs.
pub struct Kept<C>(Mutex<Vec<C>>);

impl<C> Default for Kept<C> {
    fn default() -> Self {
        Kept(Mutex::default())
    }
}

impl<C: Client> Kept<C> {
    /// One run by `clients` clients; `connect` makes one by its number where there are too few.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn run<F>(&self, clients: usize, timing: Timing, connect: impl Fn(i64) -> F) -> anyhow::Result<Run>
    where
        F: Future<Output = anyhow::Result<C>>,
    {
        let mut known = self.0.lock().await;
        while known.len() < clients {
            let number = known.len() as i64;
            known.push(connect(number).await?);
        }
        let mut active = known.drain(..clients).collect();
        let run = closed_loop(&mut active, timing).await;
        known.extend(active);
        run
    }

    /// All of them, to be closed.
    pub fn into_inner(self) -> Vec<C> {
        self.0.into_inner()
    }
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
        self.run_with(timing, Duration::ZERO)
    }

    /// The same where what was done took longer to be seen everywhere.
    ///
    /// # Errors
    /// When there was no step at all.
    pub fn run_with(self, timing: Timing, behind: Duration) -> anyhow::Result<Run> {
        let (steps, took) = if self.timely.latencies.is_empty() {
            (self.late, Duration::from_micros(self.late_us))
        } else {
            (self.timely, Duration::from_millis(timing.measure_ms))
        };
        if steps.latencies.is_empty() {
            bail!("no client made a step");
        }
        Ok(Run::of(steps.units, took + behind, steps.latencies))
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
mod tests;
