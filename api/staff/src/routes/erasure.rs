//! `erasure/…`: the end of an account, for a player who asks a person for it (api §7.15). The member and the reason are
//! in the player's stream. What was destroyed after the waiting time is certified here and on the command line.

use crate::call::StaffCall;
use crate::player_act;
use crate::wire::erasure::{
    ErasureCancelBody, ErasureCertificateBody, ErasureCertificateData, ErasureListBody, ErasureListData,
    ErasureRequestBody, ErasureRequested, StaffErasure,
};
use crate::wire::{StaffDone, page};
use api::endpoint::{Answer, Data};
use domain::ids::PlayerId;
use domain::player::erasure::{CancelErasure, ErasureRequested as Asked, Hindrance, RequestErasure};
use domain::player::{Event, Player};
use domain::refusal::Refusal;
use domain::stream::{Context, Stream};
use domain::time::Timestamp;
use ledger::notary::certificate;
use ledger::{Fault, Ledger, Plain, Shape, StreamId, feed};
use projections::erasures;

/// Ends of accounts that wait, the nearest first.
///
/// # Errors
/// -1006 for a limit or a cursor that is none.
pub async fn list(call: StaffCall<ErasureListBody>) -> Answer<ErasureListData> {
    let (ledger, limit) = (call.app.ledger(), page::limit(call.body.limit)?);
    let after = page::place(call.body.before.as_deref())?;
    let waiting = erasures::waiting(ledger.pool(), after, limit).await?;
    let next = page::next(&waiting, limit, |(player, at)| page::cursor(at.0, player.0));
    let mut list = Vec::with_capacity(waiting.len());
    for (player, erase_at) in waiting {
        list.extend(asked(ledger, player, erase_at).await?);
    }
    Ok(Data::of(&ErasureListData { list, next }))
}

/// Who asked for it last, and why; nothing for a line that a cancellation has overtaken.
async fn asked(ledger: &Ledger, player: PlayerId, erase_at: Timestamp) -> Result<Option<StaffErasure>, Fault> {
    let key = player.to_string();
    let found = feed::read_newest(ledger.pool(), Player::TYPE, &key, &["ErasureRequested"], 1).await?;
    let Some(Event::ErasureRequested(Asked { staff, reason, at, .. })) =
        found.first().map(|found| found.decode()).transpose()?
    else {
        return Ok(None);
    };
    let state = ledger.players().load(&StreamId::player(player)).await?.state;
    Ok(Some(StaffErasure {
        player: key,
        asked_ms: at.0,
        by: staff,
        reason,
        erase_ms: erase_at.0,
        hindered_by: Hindrance::of(&state).map(|hindrance| hindrance.name().to_owned()),
    }))
}

/// The certificate that nothing personal of a player is left.
///
/// # Errors
/// A fault of the database.
pub async fn certificate(call: StaffCall<ErasureCertificateBody>) -> Answer<ErasureCertificateData> {
    let (ledger, player) = (call.app.ledger(), call.body.player.0);
    let days = call.app.settings().backup_days;
    let certified = certificate::certify(ledger.pool(), ledger.vault(), player, days, call.now).await?;
    let missing = certified.as_ref().err().cloned();
    let note = certified.ok();
    Ok(Data::of(&ErasureCertificateData { note, missing }))
}

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
