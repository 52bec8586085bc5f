//! How a clock strikes: at once, then again and again, until told to stop.
//!
//! Every clock looks at what is due by now, so one that was away catches up with its first look. What it
//! asks is decided by the rules: a second clock, or one that strikes again before the views have seen its
//! work, is refused and changes nothing.

use domain::ids::PlayerId;
use domain::player::Command;
use ledger::{Fault, Ledger, Plain, Request, StreamId};
use std::time::Duration;
use tokio::sync::watch;

/// Lets a clock tick until told to stop. A look that fails is made up for by the next one.
pub async fn run<W>(what: &'static str, every: Duration, mut stop: watch::Receiver<bool>, tick: impl Fn() -> W)
where
    W: Future<Output = Result<(), Fault>>,
{
    while !*stop.borrow() {
        if let Err(fault) = tick().await {
            tracing::error!(%fault, clock = what, "a clock did not tick; the next look tries again");
        }
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            _ = stop.changed() => {}
        }
    }
}

/// A command of a clock, without a request id: a refusal of today must not be remembered as the answer for tomorrow.
pub fn request(actor: &str) -> Request {
    Request {
        actor: actor.to_owned(),
        ..Request::default()
    }
}

/// Asks a player's stream; true when it was accepted. One player that cannot be asked must not keep the others waiting.
pub async fn ask(ledger: &Ledger, actor: &str, player: PlayerId, command: impl Into<Command>) -> bool {
    let id = StreamId::player(player);
    match ledger
        .players()
        .execute(&id, command.into(), request(actor), Plain)
        .await
    {
        Ok(reply) => {
            tracing::info!(player.id = %player, code = reply.code, actor, "the system asked a player");
            reply.is_accepted()
        }
        Err(fault) => {
            tracing::error!(player.id = %player, %fault, actor, "the system could not ask a player");
            false
        }
    }
}
