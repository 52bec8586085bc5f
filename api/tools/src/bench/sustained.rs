//! A run with everything on: the notary signs and all views follow while clients work.
//!
//! Notary and views end with the run, so that they slow nobody else's; the time until the views have seen everything
//! counts.

use super::figures::Run;
use super::load::{Client, Timing, tally};
use ledger::Ledger;
use projections::{FOLLOWING, runner};
use std::path::PathBuf;
use std::time::Instant;
use tokio::sync::watch;
use workers::notary::{Exports, NotaryWork};

/// A ledger whose runs are measured with everything on.
#[derive(Clone)]
pub struct Sustained {
    pub ledger: Ledger,
    /// Where the notary exports its checkpoints.
    pub checkpoints: PathBuf,
}

impl Sustained {
    /// Signs as the service does, until it is stopped.
    ///
    /// # Errors
    /// When the notary cannot start.
    pub async fn notary(&self) -> anyhow::Result<NotaryWork> {
        let exports = Exports::at(self.checkpoints.clone());
        Ok(NotaryWork::start(&self.ledger, exports).await?)
    }

    /// One run.
    ///
    /// # Errors
    /// The first step that fails, or a view that stops.
    pub async fn run<C: Client>(&self, clients: &mut Vec<C>, timing: Timing) -> anyhow::Result<Run> {
        let notary = self.notary().await?;
        let (stop, stopped) = watch::channel(false);
        let mut followers = runner::run(&self.ledger, FOLLOWING, &stopped);
        let tally = tally(clients, timing).await;
        let ended = Instant::now();
        let drained = runner::drain(&self.ledger, FOLLOWING).await;
        let behind = ended.elapsed();
        // Followers that have ended need no stop.
        stop.send(true).ok();
        while followers.join_next().await.is_some() {}
        notary.stop().await;
        drained?;
        tally?.run_with(timing, behind)
    }
}
