//! The scheduled jobs of the rails: payouts and deposits each second, chains compared with the books each minute.
//!
//! One process at a time is enough; two at once are harmless. An alarm stops the wallet until a person resumes it
//! (`ledger rail resume`): what is under way is still observed, nothing is sent, and what the chain shows as paid
//! is confirmed.

use domain::ids::WithdrawalId;
use domain::withdrawal::State;
use ledger::{Fault, Ledger};
use projections::withdrawals;
use rails::payout::{self, Halt, Stepped};
use rails::{Rail, incoming, reconcile, returns, scan, sending, slots};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How often payouts and deposits are handled.
pub const EVERY: Duration = Duration::from_secs(1);
/// How often the chain is compared with the books (rails §3.11: each minute).
pub const RECONCILE_EVERY: Duration = Duration::from_secs(60);
/// Who stops a wallet.
const ACTOR: &str = "system:payouts";
/// Withdrawals looked at in one page.
const PAGE: i64 = 100;

/// Starts the jobs of the rails: one each that pays, and one that compares them all with the books.
pub fn spawn(tasks: &mut JoinSet<()>, ledger: &Ledger, rails: &[Arc<dyn Rail>], stop: &watch::Receiver<bool>) {
    for rail in rails {
        let (of, on, stop) = (ledger.clone(), rail.clone(), stop.clone());
        let name = format!("payouts_{}", rail.name());
        tasks.spawn(async move {
            super::schedule::run(name, EVERY, stop, || tick(&of, on.as_ref())).await;
        });
    }
    if rails.is_empty() {
        return;
    }
    let (of, on, stop) = (ledger.clone(), rails.to_vec(), stop.clone());
    tasks.spawn(async move {
        let rails: Vec<&dyn Rail> = on.iter().map(AsRef::as_ref).collect();
        super::schedule::run("reconcile", RECONCILE_EVERY, stop, || compare(&of, &rails)).await;
    });
}

/// What is done with each withdrawal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Its next step is taken.
    Step,
    /// Its next step is taken once it has a slot: an older one waits for the hour's cap, and nothing newer is begun.
    Follow,
    /// The wallet is stopped: the withdrawal is only observed.
    Watch,
}

/// Reads deposits, then takes the next step of every approved withdrawal. A stopped wallet only observes them. Without
/// a synchronous standby nothing is done: a failover would take back which slot a payment was sent through.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger, rail: &dyn Rail) -> Result<(), Fault> {
    if ledger.synchrony().lost().is_some() {
        return Ok(());
    }
    let is_read = handle(ledger, rail, scan::scan(ledger, rail).await).await?.is_some();
    if slots::paused(ledger.pool(), rail).await?.is_some() {
        each(ledger, rail, Mode::Watch).await?;
        return handle(ledger, rail, returns::settle(ledger, rail).await)
            .await
            .map(drop);
    }
    // What the chain did last is not known, or a number hangs: nothing is sent on top of it.
    if !is_read || handle(ledger, rail, sending::tidy(ledger, rail).await).await?.is_none() {
        return Ok(());
    }
    each(ledger, rail, Mode::Step).await?;
    handle(ledger, rail, returns::settle(ledger, rail).await)
        .await
        .map(drop)
}

/// Every withdrawal that is under way and what goes back to its sender, oldest first, page by page. An alarm ends the
/// steps; the next run only observes. So does the rest of this run, once somebody else has stopped the wallet.
async fn each(ledger: &Ledger, rail: &dyn Rail, mode: Mode) -> Result<(), Fault> {
    let mut walk = Walk { ledger, rail, mode };
    let back = incoming::going_back(ledger.pool(), rail).await?;
    let mut back = back.into_iter().map(|back| (back.seen_at, back.withdrawal)).peekable();
    let mut last = None;
    loop {
        let page = withdrawals::under_way(ledger.pool(), last.as_ref(), PAGE).await?;
        let mut ids = Vec::with_capacity(page.len());
        for row in &page {
            while let Some((_, older)) = back.next_if(|(seen_at, _)| *seen_at <= row.requested.at) {
                ids.push(older);
            }
            ids.push(row.withdrawal);
        }
        let is_end = page.is_empty();
        if is_end {
            ids.extend(back.by_ref().map(|(_, withdrawal)| withdrawal));
        }
        if !walk.all_go_on(&ids).await? || is_end {
            return Ok(());
        }
        last = page.last().cloned();
    }
}

/// One look at all that is under way on a rail.
struct Walk<'a> {
    ledger: &'a Ledger,
    rail: &'a dyn Rail,
    mode: Mode,
}

impl Walk<'_> {
    /// These withdrawals. False once the walk is to end.
    async fn all_go_on(&mut self, ids: &[WithdrawalId]) -> Result<bool, Fault> {
        let steps = withdrawals::steps(self.ledger.pool(), ids).await?;
        let reserved = slots::reserved_of(self.ledger.pool(), self.rail, ids).await?;
        for id in ids {
            let state = steps.get(id).and_then(|steps| steps.last()).map(|step| step.state);
            let is_due = match (state, self.mode) {
                (Some(State::Sent | State::Broadcast), _) | (Some(State::Approved), Mode::Step) => true,
                (Some(State::Approved), Mode::Follow) => reserved.contains(id),
                _ => false,
            };
            if is_due && !self.goes_on(*id).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One withdrawal. A walk over many takes minutes: false once an alarm of its own has stopped the wallet, and once
    /// the standby is lost. A wallet that somebody else has stopped meanwhile observes the rest.
    async fn goes_on(&mut self, id: WithdrawalId) -> Result<bool, Fault> {
        let (ledger, rail) = (self.ledger, self.rail);
        if ledger.synchrony().lost().is_some() {
            return Ok(false);
        }
        if self.mode != Mode::Watch && slots::paused(ledger.pool(), rail).await?.is_some() {
            self.mode = Mode::Watch;
        }
        if self.mode == Mode::Watch {
            let watched = payout::watch(ledger, rail, id).await;
            handle(ledger, rail, watched).await?;
            return Ok(true);
        }
        let stepped = payout::step(ledger, rail, id).await;
        match handle(ledger, rail, stepped).await? {
            Some(Stepped::HourFull) => self.mode = Mode::Follow,
            Some(Stepped::On) => {}
            None => return Ok(slots::paused(ledger.pool(), rail).await?.is_none()),
        }
        Ok(true)
    }
}

/// Compares the chains with the books. A difference stops every wallet: nobody knows yet which one it is of.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn compare(ledger: &Ledger, rails: &[&dyn Rail]) -> Result<(), Fault> {
    let done = reconcile::reconcile(ledger, rails).await.map(drop);
    match done {
        Err(Halt::Alarm(reason)) => {
            for rail in rails {
                handle::<()>(ledger, *rail, Err(Halt::Alarm(reason.clone()))).await?;
            }
            Ok(())
        }
        done => match rails.first() {
            Some(rail) => handle(ledger, *rail, done).await.map(drop),
            None => Ok(()),
        },
    }
}

/// What a step gave. An alarm stops the wallet; a rail that does not answer is tried again in the next run.
async fn handle<T>(ledger: &Ledger, rail: &dyn Rail, done: Result<T, Halt>) -> Result<Option<T>, Fault> {
    match done {
        Ok(given) => Ok(Some(given)),
        Err(Halt::Ledger(fault)) => Err(fault),
        Err(Halt::Rail(fault)) => {
            tracing::warn!(rail = rail.name(), %fault, "the rail is tried again");
            Ok(None)
        }
        Err(Halt::Alarm(reason)) => {
            if slots::pause(ledger.pool(), rail, ACTOR, &reason, ledger.clock().now()).await? {
                tracing::error!(rail = rail.name(), %reason, "payouts stop until a person resumes them");
            }
            Ok(None)
        }
    }
}
