//! Solvency enforced (domain §1): every hour, and before a dive of a large stake, what the house has is held against what
//! it owes. Where it does not cover that, large stakes close, by an event of the treasury, and every wallet stops.
//!
//! Neither goes on by itself: a lead of finance opens stakes (`treasury/open_stakes`) and lets wallets go on
//! (`ledger rail resume`). While stakes are closed the check runs each minute, so that wallets that go on too early stop
//! again.

use domain::finding::Finding;
use domain::solvency::{Line, Shortfall, Verdict};
use domain::time::{HOUR_MS, Timestamp};
use domain::treasury::{CloseStakes, TreasuryCommand};
use ledger::{CommandError, Fault, Ledger, Plain, RESERVE_STREAM, StreamId};
use projections::cursor;
use projections::solvency::{Solvency, lines};
use rails::Rail;
use rails::reconcile::{self, Compared};
use rails::slots::{self, Switch};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How often it looks whether a check is due.
pub const EVERY: Duration = Duration::from_secs(60);
/// A check is due so long after the one before (domain §1).
const CHECK_EVERY_MS: i64 = HOUR_MS;
/// A view that is older says nothing of now (ASSUMED: as of any view, api §7.16).
const BEHIND_MS_MAX: i64 = 60_000;
/// Chains are compared with the books each minute (rails §3.11). A comparison that is older says nothing of now (ASSUMED:
/// nodes are away for minutes; two hours and the hourly check has gone by twice without one).
pub const COMPARED_MS_MAX: i64 = 2 * HOUR_MS;
const ACTOR: &str = "system:solvency";

/// The checks as of now; nothing while the view is too far behind the log to say.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn measure(ledger: &Ledger) -> Result<Option<Verdict>, Fault> {
    if !is_current(ledger).await? {
        return Ok(None);
    }
    Ok(Some(read(ledger).await?))
}

/// Whether the view is near enough to the log to say something of now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn is_current(ledger: &Ledger) -> Result<bool, Fault> {
    let seen = cursor::seen(ledger, &Solvency).await?;
    Ok(ledger.clock().now().since(seen) <= BEHIND_MS_MAX)
}

/// The checks as of what the view has seen.
async fn read(ledger: &Ledger) -> Result<Verdict, Fault> {
    let lines = lines(ledger.pool()).await?;
    let wallets = reconcile::compared(ledger.pool()).await?;
    let lacks = chain_lacks(&wallets, ledger.clock().now());
    Ok(Verdict::of(|line| match line {
        Line::ChainLacks => lacks,
        line => lines.get(&line).copied(),
    }))
}

/// What the chains held less than the books explained when they were last compared (rails §3.11); nothing where no
/// comparison says it. One that is too old still says what it found missing: that nobody looks covers no debt.
fn chain_lacks(wallets: &[Compared], now: Timestamp) -> Option<i128> {
    let beyond = reconcile::together(wallets).difference().minor();
    let lacks = i128::from(beyond.min(0)).abs();
    let newest = reconcile::compared_at(wallets)?;
    (lacks > 0 || is_recent(newest, now)).then_some(lacks)
}

fn is_recent(compared: Timestamp, now: Timestamp) -> bool {
    now.since(compared) <= COMPARED_MS_MAX
}

/// When the chains were last compared with the books, where that is so long ago that nobody knows what they hold now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn uncompared(ledger: &Ledger) -> Result<Option<Timestamp>, Fault> {
    let wallets = reconcile::compared(ledger.pool()).await?;
    let now = ledger.clock().now();
    Ok(reconcile::compared_at(&wallets).filter(|newest| !is_recent(*newest, now)))
}

/// Checks what a view that is current has seen, and closes large stakes and stops every wallet where a check does not hold.
///
/// # Errors
/// A command handler that is busy: nothing is closed. [`Fault`] of the database.
pub async fn check(ledger: &Ledger) -> Result<(), CommandError> {
    let verdict = read(ledger).await?;
    if !verdict.holds() {
        enforce(ledger, &verdict).await?;
    }
    Ok(())
}

async fn enforce(ledger: &Ledger, verdict: &Verdict) -> Result<(), CommandError> {
    let short = verdict.shortfalls();
    let why = uncovered(&short);
    let by = Switch {
        wallet: None,
        by: ACTOR,
        reason: Some((&why).into()),
    };
    slots::switch(ledger.pool(), by, ledger.clock().now()).await?;
    let close = TreasuryCommand::CloseStakes(CloseStakes {
        verdict: verdict.clone(),
    });
    let id = StreamId::house(RESERVE_STREAM);
    // Refused where they are closed already.
    let reply = ledger
        .treasury()
        .execute(&id, close, super::schedule::request(ACTOR), Plain)
        .await?;
    tracing::error!(%why, code = reply.code, "what there is does not cover what is owed");
    Ok(ledger.refresh().await?)
}

/// Why payouts stop: the first check that does not hold, and behind it what the others say.
fn uncovered(short: &[Shortfall]) -> Finding {
    let said = |one: &Shortfall| format!("{} has {} USDT and owes {}", one.check, one.has, one.owes);
    let text = format!("solvency: {}", short.iter().map(said).collect::<Vec<_>>().join("; "));
    let found = Finding::new("not_covered", text).with_known("check", short.first().map(|one| &one.check));
    let found = found.with_known("has", short.first().map(|one| one.has));
    let found = found.with_known("owes", short.first().map(|one| one.owes));
    match short {
        [] | [_] => found,
        [_, others @ ..] => found.with("detail", others.iter().map(said).collect::<Vec<_>>().join("; ")),
    }
}

/// The scheduled check of one process. It checks when the process starts.
#[derive(Default)]
pub struct Checks {
    rails: Vec<Arc<dyn Rail>>,
    checked: Mutex<Option<Timestamp>>,
}

impl Checks {
    pub fn new(rails: &[Arc<dyn Rail>]) -> Checks {
        Checks {
            rails: rails.to_vec(),
            checked: Mutex::default(),
        }
    }

    /// Checks if an hour has passed since the last time, or while stakes are closed.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn tick(&self, ledger: &Ledger) -> Result<(), Fault> {
        let mut checked = self.checked.lock().await;
        let now = ledger.clock().now();
        let is_due = checked.is_none_or(|at| now.since(at) >= CHECK_EVERY_MS);
        if !is_due && ledger.context().stakes_closed_above.is_none() {
            return Ok(());
        }
        // A wallet that never paid is to be stopped too.
        for rail in &self.rails {
            slots::ensure(ledger.pool(), rail.as_ref()).await?;
        }
        if !is_current(ledger).await? {
            tracing::warn!("the view is too far behind to say whether what is owed is covered");
            return Ok(());
        }
        match check(ledger).await {
            Ok(()) => *checked = Some(now),
            Err(CommandError::Fault(fault)) => return Err(fault),
            Err(busy) => tracing::warn!(%busy, "large stakes were not closed; the next look tries again"),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
