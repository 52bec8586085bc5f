//! Invites between accounts that turn out to be tied (domain §3.8, T-40): found at each login, each entered code, each payee
//! and each identity form, whoever of both brought it last. An invite that is not valid yet never will be; a valid one
//! brings no rebate from then on.

use domain::ids::PlayerId;
use domain::player::team::{RefuseInvite, Shared};
use ledger::{Fault, Ledger, StreamId};
use projections::players;
use workers::schedule;

/// Who refuses an invite here.
const ACTOR: &str = "system:ties";

/// What a player has, which others may have too: a keyed hash.
pub type Trace = (Shared, [u8; 32]);

/// Refuses the player's own invite, and those of the player's friends, as far as both accounts have one of these.
///
/// # Errors
/// A fault of the ledger.
pub async fn refuse(ledger: &Ledger, player: PlayerId, traces: &[Trace]) -> Result<(), Fault> {
    let vault = ledger.vault();
    let state = ledger.players().load(&StreamId::player(player)).await?.state;
    for trace in traces {
        if let Some(inviter) = &state.registration.inviter
            && vault.has_shared(inviter.player.0, &trace.1).await?
        {
            issue(ledger, player, trace).await;
        }
        let others = vault.others(player.0, &trace.1).await?;
        for friend in players::friends_among(ledger.pool(), player, &others).await? {
            issue(ledger, friend, trace).await;
        }
    }
    Ok(())
}

/// What was refused before stays so.
async fn issue(ledger: &Ledger, friend: PlayerId, (shared, trace): &Trace) {
    let command = RefuseInvite {
        shared: *shared,
        cluster: name_of(trace),
        by: ACTOR.to_owned(),
    };
    schedule::issue(ledger, ACTOR, friend, command).await;
}

/// The name of a cluster, short enough to be read aloud.
pub fn name_of(trace: &[u8; 32]) -> String {
    hex::encode(&trace[..8])
}
