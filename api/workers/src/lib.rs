//! Background work: views follow the log, policies react to it, scheduled jobs run.
//!
//! Every process may run all of it. One process leads each view and the policies of a partition, the
//! others wait for its leader lock (`projections::leader`); a job that runs twice finds its work done.
//! Nothing here answers a player.

pub mod audit;
pub mod bonus;
pub mod erasure;
pub mod expiry;
pub mod house_day;
pub mod kyc;
pub mod messages;
pub mod notary;
pub mod offers;
pub mod packets;
pub mod payouts;
pub mod personal;
pub mod policies;
pub mod pool;
pub mod ranks;
pub mod records;
pub mod reveal;
pub mod rounds;
pub mod schedule;
pub mod shadow;
pub mod solvency;
pub mod topup;
pub mod vip;
pub mod witnesses;

use ledger::Ledger;
use messages::Messages;
use policies::Policies;
use projections::FOLLOWING;
use projections::runner;
use projections::view::View;
use projections::withdrawals::Withdrawals;
use rails::Rail;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The work of one process, until it is stopped.
pub struct Workers {
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Workers {
    /// Starts everything; payouts on the rails that there are, whose own accounts no player may name from here on.
    pub fn start(ledger: &Ledger, rails: &[Arc<dyn Rail>]) -> Workers {
        let own = rails.iter().flat_map(|rail| rail.house_accounts());
        ledger.set_house_accounts(own.collect());
        let mut work = Workers::following(ledger, &views(ledger));
        let stopped = work.stop.subscribe();
        work.tasks.spawn(expiry::run(ledger.clone(), stopped.clone()));
        spawn(&mut work.tasks, ledger, &stopped);
        let (of, shadows, stop) = (ledger.clone(), shadow::Shadows::new(rails), stopped.clone());
        work.tasks.spawn(async move {
            schedule::run("shadow", shadow::EVERY, stop, || shadows.tick(&of)).await;
        });
        let (of, checks, stop) = (ledger.clone(), solvency::Checks::new(rails), stopped.clone());
        work.tasks.spawn(async move {
            schedule::run("solvency", solvency::EVERY, stop, || checks.tick(&of)).await;
        });
        payouts::spawn(&mut work.tasks, ledger, rails, &stopped);
        work
    }

    /// Starts only what a withdrawal needs beside the rail: the list of withdrawals, and the policies. A drill that
    /// starts a process thousands of times starts no more than it checks.
    pub fn of_withdrawals(ledger: &Ledger) -> Workers {
        Workers::following(ledger, &[&Withdrawals])
    }

    fn following(ledger: &Ledger, views: &[&'static dyn View]) -> Workers {
        let (stop, stopped) = watch::channel(false);
        let tasks = runner::run(ledger, &with_policies(ledger, views), &stopped);
        Workers { stop, tasks }
    }

    /// Stops every task after its current page or run.
    pub async fn stop(mut self) {
        // Without tasks there is no receiver, and nothing to wait for.
        self.stop.send(true).ok();
        while let Some(ended) = self.tasks.join_next().await {
            if let Err(broken) = ended {
                tracing::error!(%broken, "a background task panicked");
            }
        }
    }
}

/// Every view of a process. What it makes lives as long as the process: a task needs it for as long as it may run.
fn views(ledger: &Ledger) -> Vec<&'static dyn View> {
    let messages: &'static Messages = Box::leak(Box::new(Messages::of(ledger.clone())));
    FOLLOWING.iter().copied().chain([messages as _]).collect()
}

/// Views and the policies, which follow the log as they do.
fn with_policies(ledger: &Ledger, views: &[&'static dyn View]) -> Vec<&'static dyn View> {
    let policies: &'static Policies = Box::leak(Box::new(Policies::of(ledger.clone())));
    views.iter().copied().chain([policies as _]).collect()
}

/// The jobs of the economy, of teams and of boards that remember nothing between two runs, for a macro that does
/// something with each.
macro_rules! plain_jobs {
    ($each:ident) => {
        $each!(
            vip, bonus, reveal, erasure, pool, topup, kyc, house_day, packets, ranks, messages
        )
    };
}
pub(crate) use plain_jobs;

/// Starts the scheduled jobs of the economy, of teams and of boards.
fn spawn(tasks: &mut JoinSet<()>, ledger: &Ledger, stopped: &watch::Receiver<bool>) {
    macro_rules! spawn {
        ($($job:ident),+) => {
            $({
                let (ledger, stopped) = (ledger.clone(), stopped.clone());
                tasks.spawn(async move {
                    let tick = || $job::tick(&ledger);
                    schedule::run(stringify!($job), $job::EVERY, stopped, tick).await;
                });
            })+
        };
    }
    plain_jobs!(spawn);
    let (records_of, stop) = (ledger.clone(), stopped.clone());
    tasks.spawn(async move {
        let records = records::Records::default();
        schedule::run("records", records::EVERY, stop, || records.tick(&records_of)).await;
    });
    let (ledger, stopped) = (ledger.clone(), stopped.clone());
    tasks.spawn(async move {
        let offers = offers::Offers::default();
        schedule::run("offers", offers::EVERY, stopped, || offers.tick(&ledger)).await;
    });
}
