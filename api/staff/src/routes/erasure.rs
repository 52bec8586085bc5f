//! `erasure/…`: the end of an account, for a player who asks a person for it (api §7.15). The member and the reason are
//! in the player's stream. What is destroyed after the waiting time is certified on the command line.

use crate::call::StaffCall;
use crate::player_act;
use crate::wire::StaffDone;
use crate::wire::erasure::{ErasureCancelBody, ErasureRequestBody, ErasureRequested};
use api::endpoint::{Answer, Data};
use domain::ids::PlayerId;
use domain::player::Player;
use domain::player::erasure::{CancelErasure, RequestErasure};
use domain::refusal::Refusal;
use domain::stream::{Context, Stream};
use ledger::{Plain, Shape};

/// The answer that is kept with the request id: when the data is destroyed.
struct EraseAt;

impl Shape<Player> for EraseAt {
    fn accepted(&self, player: &Player, _: u64, _: &[<Player as Stream>::Event], _: &Context) -> String {
        let erase_at = player.erasure.erase_at.unwrap_or_default();
        serde_json::json!({ "erase_ms": erase_at.0 }).to_string()
    }

    fn refused(&self, _: &Player, _: u64, _: &Refusal, _: &Context) -> String {
        "null".to_owned()
    }
}

/// Asks for the end of an account.
///
/// # Errors
/// 4007 for no such player, 4001 when it was asked for before, 9002 for the member's own account.
pub async fn request(call: StaffCall<ErasureRequestBody>) -> Answer<ErasureRequested> {
    let command = RequestErasure {
        staff: Some(call.member.name.clone()),
        reason: call.reason(),
    };
    let reply = player_act::execute(&call, PlayerId(call.body.player.0), command.into(), EraseAt).await?;
    let requested: ErasureRequested = serde_json::from_str(&reply.data).map_err(|error| call.app.unreadable(&error))?;
    Ok(Data::of(&requested))
}

/// Takes the request back.
///
/// # Errors
/// 4007 for no such player, 9003 when nothing was asked for or the data is destroyed, 9002 for the member's own account.
pub async fn cancel(call: StaffCall<ErasureCancelBody>) -> Answer<StaffDone> {
    let (staff, reason) = (call.member.name.clone(), call.reason());
    let cancel = CancelErasure { staff, reason };
    player_act::execute(&call, PlayerId(call.body.player.0), cancel.into(), Plain).await?;
    Ok(Data::of(&StaffDone::DONE))
}
