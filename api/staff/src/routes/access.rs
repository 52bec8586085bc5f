//! `access/…`: a person asks what is held (api §7.26).

use crate::access;
use crate::call::StaffCall;
use crate::player_act::{check_known, check_other};
use crate::wire::access::{AccessFileBody, AccessFileData};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::limits::{Class, Subject};
use domain::ids::PlayerId;

/// Files of one member in a minute. ASSUMED: who answers letters reads them.
const FILES_PER_MIN: u32 = 3;

/// Everything that is held of a player. The look is recorded before anything is read.
///
/// # Errors
/// 4007 for no such player, 9002 for the member's own account, -1005 for too many at once.
pub async fn file(call: StaffCall<AccessFileBody>) -> Answer<AccessFileData> {
    let player = PlayerId(call.body.player.0);
    check_known(call.app.ledger(), player).await?;
    check_other(&call, player)?;
    let counted = Subject::part(PlayerId(call.member.id.0), "access");
    let limits = call.app.limits();
    limits
        .count(counted, Class::Verify, FILES_PER_MIN, call.now)
        .map_err(Failure::too_many)?;
    call.reads(player, "everything").await?;
    Ok(Data::of(&access::file(&call.app, player, call.now).await?))
}
