//! The notary of this process: follows, signs and exports for as long as the service runs, and asks witnesses.
//!
//! Every process may run it. It starts before anything is served, because a database that does not
//! continue the last exported checkpoint must not take a command, and ends after everything else, so
//! that the last checkpoint covers the last event. Nothing waits for it meanwhile.

use crate::witnesses::Witnesses;
use ledger::notary::Notary;
use ledger::notary::store::CheckpointStore;
use ledger::trust::Trust;
use ledger::{Fault, Ledger};
use metrics::gauge;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Pause between two rounds: a checkpoint is at most a second old while events come in (ledger §4.5).
const EVERY: Duration = Duration::from_millis(500);

const LAG: &str = "ledger_notary_lag_events";
const NUMBER: &str = "ledger_notary_checkpoint";
const STOPPED: &str = "ledger_notary_stopped";

/// Where checkpoints are exported to.
#[derive(Clone, Debug)]
pub struct Exports {
    pub store: CheckpointStore,
    /// A database that was signed before must find a checkpoint there.
    pub are_expected: bool,
}

impl Exports {
    /// Exported to this store, which may be new to a database of any age.
    pub fn at(store: impl Into<CheckpointStore>) -> Exports {
        Exports {
            store: store.into(),
            are_expected: false,
        }
    }
}

/// The work of one process, until it is stopped.
pub struct NotaryWork {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
    witnessing: Option<JoinHandle<()>>,
}

impl NotaryWork {
    /// Starts it.
    ///
    /// # Errors
    /// [`Fault`] with a sentence when the database does not continue the last exported checkpoint, or there is none
    /// although one is expected.
    pub async fn start(ledger: &Ledger, exports: Exports) -> Result<NotaryWork, Fault> {
        let (pool, clock) = (ledger.pool().clone(), ledger.clock().clone());
        let mut notary = Notary::open(pool, clock, exports.store).await?;
        if exports.are_expected {
            notary.expect_export().await?;
        }
        let trust = ledger.trust().clone();
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(attend(notary, trust, stopped));
        let witnessing = None;
        Ok(NotaryWork { stop, task, witnessing })
    }

    /// Asks these witnesses to cosign what is signed.
    #[must_use]
    pub fn witnessed(mut self, ledger: &Ledger, witnesses: Witnesses) -> NotaryWork {
        self.witnessing = Some(tokio::spawn(witnesses.attend(ledger.clone())));
        self
    }

    /// Stops it after a last round that signs everything recorded by now.
    pub async fn stop(self) {
        // A request that is cut is made again by the next start.
        if let Some(witnessing) = &self.witnessing {
            witnessing.abort();
        }
        // Without a task there is no receiver, and nothing to wait for.
        self.stop.send(true).ok();
        if let Err(broken) = self.task.await {
            tracing::error!(%broken, "the notary broke");
        }
    }
}

async fn attend(mut notary: Notary, trust: Trust, mut stopped: watch::Receiver<bool>) {
    let mut trouble = None;
    loop {
        // Read before the round, so that the last round begins after everything else has ended.
        let is_last = *stopped.borrow();
        let round = notary.round().await;
        report(&mut trouble, &round);
        judge(&trust, &round);
        show(&notary, &round).await;
        if is_last {
            return;
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopped.changed() => {}
        }
    }
}

/// A log that is not what was signed ends the trust in it; a round that signs restores it, another fault changes nothing.
fn judge(trust: &Trust, round: &Result<(), Fault>) {
    match round {
        Ok(()) => trust.set(None),
        Err(Fault::Contradiction(what)) => trust.set(Some(what.clone())),
        Err(_) => {}
    }
}

/// Logs a fault once, and again when it changes or is over.
fn report(trouble: &mut Option<String>, round: &Result<(), Fault>) {
    let now = round.as_ref().err().map(ToString::to_string);
    if now != *trouble {
        match round {
            Ok(()) => tracing::info!("the notary signs again"),
            Err(Fault::Contradiction(what)) => {
                tracing::error!(what, "the log is not what was signed: the notary signs nothing over it");
            }
            Err(fault) => tracing::warn!(%fault, "the notary waits"),
        }
    }
    *trouble = now;
}

#[expect(clippy::cast_precision_loss, reason = "figures for graphs, not for books")]
async fn show(notary: &Notary, round: &Result<(), Fault>) {
    let is_stopped = matches!(round, Err(Fault::Contradiction(_)));
    gauge!(STOPPED).set(if is_stopped { 1.0 } else { 0.0 });
    if let Some(newest) = notary.newest() {
        gauge!(NUMBER).set(newest.checkpoint.number as f64);
    }
    // An unreachable database is reported by the round.
    for (partition, lag) in notary.lag().await.unwrap_or_default() {
        gauge!(LAG, "partition" => partition.to_string()).set(lag as f64);
    }
}
