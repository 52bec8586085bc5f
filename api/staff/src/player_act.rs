//! An act of a member on one player's account: the same checks whatever the act is.

use super::call::StaffCall;
use super::proposals::settle;
use api::error::Failure;
use api::wire::body::Body;
use domain::ids::PlayerId;
use domain::player::{Command, Player};
use domain::refusal::Refusal;
use ledger::{Ledger, Reply, Shape, StreamId};

/// Records the act, executes the command on the player's stream and applies what follows from it.
///
/// # Errors
/// 4007 for no such player, 9002 for the member's own account, the refusal of the command.
pub async fn execute<B: Body>(
    call: &StaffCall<B>,
    player: PlayerId,
    command: Command,
    shape: impl Shape<Player> + 'static,
) -> Result<Reply, Failure> {
    let (ledger, id) = (call.app.ledger(), StreamId::player(player));
    check_known(ledger, player).await?;
    check_other(call, player)?;
    let request = call.begin(player).await?;
    settle(
        ledger,
        &id,
        ledger.players().execute(&id, command, request, shape).await,
    )
    .await
}

/// Nobody decides about the own account.
///
/// # Errors
/// 9002.
pub fn check_other<B: Body>(call: &StaffCall<B>, player: PlayerId) -> Result<(), Failure> {
    match call.member.own == Some(player) {
        true => Err(Refusal::OtherPersonMustApprove.into()),
        false => Ok(()),
    }
}

/// The player has a stream.
///
/// # Errors
/// 4007.
pub async fn check_known(ledger: &Ledger, player: PlayerId) -> Result<(), Failure> {
    match ledger.players().load(&StreamId::player(player)).await?.version {
        0 => Err(Refusal::RecordNotFound.into()),
        _ => Ok(()),
    }
}
