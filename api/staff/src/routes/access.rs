//! `access/…`: a person asks what is held (api §7.26). One member proposes the file, another approves it, and the first
//! takes it.

use crate::access;
use crate::call::{StaffCall, Terms};
use crate::player_act::{check_known, check_other};
use crate::proposals;
use crate::proposals::access::{AccessWhat, check_take};
use crate::wire::access::{AccessFileBody, AccessFileData, AccessProposeBody};
use crate::wire::proposals::StaffProposed;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::limits::{Class, Subject};
use domain::ids::{PlayerId, ProposalId};
use domain::proposal::Kind;

/// Files of one member in a minute. ASSUMED: who answers letters reads them.
const FILES_PER_MIN: u32 = 3;

/// Proposes that everything that is held of a player leaves as a file.
///
/// # Errors
/// 4007 for no such player, 9002 for the member's own account.
pub async fn propose(call: StaffCall<AccessProposeBody>) -> Answer<StaffProposed> {
    let player = PlayerId(call.body.player.0);
    check_known(call.app.ledger(), player).await?;
    check_other(&call, player)?;
    let what = AccessWhat { player };
    proposals::propose(&call, Terms::default(), Kind::AccessFile, &what, vec![player]).await
}

/// Everything that is held of a player, as another person approved it. The look is recorded before anything is read.
///
/// # Errors
/// 4007 for no such player and for no proposal of this file, 9002 for the member's own account and while the proposal
/// waits, 9003 once it was turned down or withdrawn, 9001 for the proposal of somebody else, 4008 seven days after the
/// approval, -1005 for too many at once.
pub async fn file(call: StaffCall<AccessFileBody>) -> Answer<AccessFileData> {
    let (ledger, player) = (call.app.ledger(), PlayerId(call.body.player.0));
    let proposal = ProposalId(call.body.proposal.0);
    check_known(ledger, player).await?;
    check_other(&call, player)?;
    check_take(ledger, proposal, (&call.member.name, player), call.now).await?;
    let counted = Subject::part(PlayerId(call.member.id.0), "access");
    let limits = call.app.limits();
    limits
        .count(counted, Class::Verify, FILES_PER_MIN, call.now)
        .map_err(Failure::too_many)?;
    call.reads_as(player, "everything", Some(proposal)).await?;
    Ok(Data::of(&access::file(&call.app, player, call.now).await?))
}
