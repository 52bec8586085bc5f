//! Interleaved rounds: every contestant runs once a round, in an order shuffled from the printed seed.
//!
//! Neighbours in time share whatever the machine was doing, so their ratio is worth
//! more than either figure. Knows nothing of what the contestants do.

use super::figures::{Run, Series};
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::pin::Pin;

/// A run under way.
pub type Running<'a> = Pin<Box<dyn Future<Output = anyhow::Result<Run>> + Send + 'a>>;

pub struct Contestant<'a> {
    /// Short name for progress and results.
    pub name: &'static str,
    start: Box<dyn Fn() -> Running<'a> + Send + 'a>,
}

impl<'a> Contestant<'a> {
    /// A contestant whose every run is one call of `start`.
    pub fn new<F>(name: &'static str, start: impl Fn() -> F + Send + 'a) -> Contestant<'a>
    where
        F: Future<Output = anyhow::Result<Run>> + Send + 'a,
    {
        Contestant {
            name,
            start: Box::new(move || Box::pin(start())),
        }
    }
}

/// How a contest is held.
pub struct Contest {
    /// Rounds; an odd number has a true median.
    pub rounds: usize,
    /// Decides the order within each round.
    pub dice: StdRng,
    /// Shows who runs.
    pub progress: ProgressBar,
}

impl Contest {
    /// Holds the contest; the series come in the order of `contestants`.
    ///
    /// # Errors
    /// The first run that fails.
    pub async fn hold(&mut self, title: &str, contestants: &[Contestant<'_>]) -> anyhow::Result<Vec<Series>> {
        let mut series = vec![Series::default(); contestants.len()];
        let mut order: Vec<usize> = (0..contestants.len()).collect();
        for round in 1..=self.rounds {
            order.shuffle(&mut self.dice);
            for &index in &order {
                let contestant = &contestants[index];
                let message = format!("{title}: {} (round {round} of {})", contestant.name, self.rounds);
                self.progress.set_message(message);
                series[index].0.push((contestant.start)().await?);
            }
        }
        Ok(series)
    }
}

#[cfg(test)]
mod tests;
