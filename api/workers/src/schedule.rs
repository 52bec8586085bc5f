//! Scheduled jobs: each runs at once and then at an interval, until it is stopped.
//!
//! Every run handles what is due by now, so a process that was down catches up with its first run. The rules
//! decide the commands that a job issues: those of a second process, or of a run before the views have seen
//! the previous one, are refused and change nothing.

use domain::ids::PlayerId;
use domain::player::Command;
use ledger::{Fault, Ledger, Plain, Request, StreamId};
use std::time::Duration;
use tokio::sync::watch;

/// Runs a job at an interval until `stop` turns true. The next run makes up for one that fails.
pub async fn run<W>(what: &'static str, every: Duration, mut stop: watch::Receiver<bool>, tick: impl Fn() -> W)
where
    W: Future<Output = Result<(), Fault>>,
{
    while !*stop.borrow() {
        if let Err(fault) = tick().await {
            tracing::error!(%fault, job = what, "a scheduled job failed; the next run tries again");
        }
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            _ = stop.changed() => {}
        }
    }
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
