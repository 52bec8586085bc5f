//! Scheduled jobs: each runs at once and then at an interval, until it is stopped.
//!
//! Every run handles what is due by now, so a process that was down catches up with its first run. The rules
//! decide the commands that a job issues: those of a second process, or of a run before the views have seen
//! the previous one, are refused and change nothing.
//!
//! A run that panics is a failed run: the task of a job has nobody who starts it again, so a panic must not end it.

use domain::ids::PlayerId;
use domain::player::Command;
use futures_util::FutureExt;
use ledger::{Fault, Ledger, Plain, Request, StreamId};
use metrics::gauge;
use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;
use tokio::sync::watch;

/// How many runs of a job have failed in a row.
const FAILURES: &str = "ledger_job_failures";

/// Runs a job at an interval until `stop` turns true. The next run makes up for one that fails.
/// `what` is the name of this job alone in its process: its failures are shown under it.
pub async fn run<W>(what: impl Into<String>, every: Duration, mut stop: watch::Receiver<bool>, tick: impl Fn() -> W)
where
    W: Future<Output = Result<(), Fault>>,
{
    let (what, mut failures) = (what.into(), 0_u32);
    while !*stop.borrow() {
        // What a job keeps between two runs is behind locks that are not poisoned, and each run reads anew what it goes
        // on from, as after a crash.
        failures = match AssertUnwindSafe(async { tick().await }).catch_unwind().await {
            Ok(Ok(())) => 0,
            Ok(Err(fault)) => {
                tracing::error!(%fault, job = what, "a scheduled job failed; the next run tries again");
                failures.saturating_add(1)
            }
            Err(panic) => {
                let panic = said(panic.as_ref());
                tracing::error!(panic, job = what, "a scheduled job panicked; the next run tries again");
                failures.saturating_add(1)
            }
        };
        gauge!(FAILURES, "worker" => what.clone()).set(f64::from(failures));
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            _ = stop.changed() => {}
        }
    }
}

/// What a run panicked with.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message").to_owned()
}

/// The request of a scheduled job, without a request id: a refusal of today must not be remembered as the answer for
/// tomorrow.
pub fn request(actor: &str) -> Request {
    Request {
        actor: actor.to_owned(),
        ..Request::default()
    }
}

/// Issues a command to a player's stream; true when it was accepted. A fault with one player must not delay the others.
pub async fn issue(ledger: &Ledger, actor: &str, player: PlayerId, command: impl Into<Command>) -> bool {
    let id = StreamId::player(player);
    match ledger
        .players()
        .execute(&id, command.into(), request(actor), Plain)
        .await
    {
        Ok(reply) => {
            tracing::info!(player.id = %player, code = reply.code, actor, "the system issued a command to a player");
            reply.is_accepted()
        }
        Err(fault) => {
            tracing::error!(player.id = %player, %fault, actor, "a command of the system to a player failed");
            false
        }
    }
}
