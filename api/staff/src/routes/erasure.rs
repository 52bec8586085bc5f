//! `erasure/…`: the end of an account, for a player who asks a person for it (api §7.15). Both members and the reason are
//! in the player's stream. What was destroyed after the waiting time is certified here and on the command line.

use crate::call::{StaffCall, Terms};
use crate::player_act::{self, check_known, check_other};
use crate::proposals;
use crate::proposals::erasure::ErasureWhat;
use crate::wire::erasure::{
    ErasureCancelBody, ErasureCertificateBody, ErasureCertificateData, ErasureListBody, ErasureListData,
    ErasureRequestBody, StaffErasure,
};
use crate::wire::proposals::StaffProposed;
use crate::wire::{StaffDone, page};
use api::endpoint::{Answer, Data};
use domain::ids::PlayerId;
use domain::player::erasure::{CancelErasure, ErasureRequested as Asked, Hindrance};
use domain::player::{Event, Player};
use domain::proposal::Kind;
use domain::stream::Stream as _;
use domain::time::Timestamp;
use ledger::notary::certificate;
use ledger::{Fault, Ledger, Plain, StreamId, feed};
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
    let Some(Event::ErasureRequested(Asked {
        staff,
        approver,
        reason,
        at,
        ..
    })) = found.first().map(|found| found.decode()).transpose()?
    else {
        return Ok(None);
    };
    let state = ledger.players().load(&StreamId::player(player)).await?.state;
    Ok(Some(StaffErasure {
        player: key,
        asked_ms: at.0,
        by: staff,
        approver,
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

/// Proposes the end of an account, for a player who asked a person for it.
///
/// # Errors
/// 4007 for no such player, 4001 when it was asked for before, 9002 for the member's own account.
pub async fn request(call: StaffCall<ErasureRequestBody>) -> Answer<StaffProposed> {
    let (ledger, player) = (call.app.ledger(), PlayerId(call.body.player.0));
    check_known(ledger, player).await?;
    check_other(&call, player)?;
    let state = ledger.players().load(&StreamId::player(player)).await?.state;
    state.erasure.check_open()?;
    let what = ErasureWhat { player };
    proposals::propose(&call, Terms::default(), Kind::Erasure, &what, vec![player]).await
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
