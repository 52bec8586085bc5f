//! The scheduled job that surfaces idle dives: a day without a command ends a dive with the same payout as
//! surfacing it would (domain §2.1 (8)).

use domain::ids::{DiveId, PlayerId};
use domain::player::fishing::ExpireDive;
use ledger::{Fault, Ledger, Plain, Request, StreamId};
use std::time::Duration;
use tokio::sync::watch;

/// How often the job runs. ASSUMED: a minute late is nothing after a day.
const EVERY: Duration = Duration::from_secs(60);
/// Dives ended in one run at most; the next run continues.
const DIVES_MAX: i64 = 500;

/// Runs at an interval until `stop` turns true.
pub async fn run(ledger: Ledger, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        if let Err(fault) = tick(&ledger).await {
            tracing::error!(%fault, "idle dives were not surfaced; the next run tries again");
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Ends every dive whose time is over.
///
/// # Errors
/// [`Fault`] when the view of dives cannot be read.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let ttl_ms = ledger.current_config().game.dive_ttl_ms;
    let before = ledger.clock().now().plus_ms(-ttl_ms);
    for (player, dive) in projections::dives::idle(ledger.pool(), before, DIVES_MAX).await? {
        expire(ledger, player, dive).await;
    }
    Ok(())
}

/// One dive that cannot be ended must not delay the others.
async fn expire(ledger: &Ledger, player: PlayerId, dive: DiveId) {
    // No request id: a refusal of today, because the player came back in time, must not be remembered
    // as the answer for tomorrow. The second of two runs finds no open dive.
    let request = Request {
        actor: "system:expiry".into(),
        ..Request::default()
    };
    let command = ExpireDive { dive }.into();
    match ledger
        .players()
        .execute(&StreamId::player(player), command, request, Plain)
        .await
    {
        Ok(reply) => {
            tracing::info!(player.id = %player, dive.id = %dive, code = reply.code, "the end of an idle dive was decided")
        }
        Err(fault) => tracing::error!(player.id = %player, dive.id = %dive, %fault, "an idle dive was not surfaced"),
    }
}
