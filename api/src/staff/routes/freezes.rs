//! `freezes/…`: accounts that are stopped, one by one or several at once (api §7.8).

use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::staff::call::StaffCall;
use crate::staff::proposals::{self, FreezeWhat, tell};
use crate::staff::wire::freezes::{
    FreezesLiftBody, FreezesListBody, FreezesListData, FreezesProposeBody, FreezesSetBody, StaffFreeze,
};
use crate::staff::wire::proposals::StaffProposed;
use crate::staff::wire::{StaffBody, StaffDone, page};
use domain::ids::{PlayerId, ProposalId};
use domain::player::freeze::{Freeze, Unfreeze};
use domain::player::{Command, Event, Player};
use domain::proposal::{Kind, PLAYERS_MAX, Propose};
use domain::refusal::Refusal;
use domain::stream::Stream as _;
use ledger::{Fault, Ledger, Plain, StreamId, feed};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Stopped accounts, by player.
///
/// # Errors
/// -1006 for a cursor that is none.
pub async fn list(call: StaffCall<FreezesListBody>) -> Answer<FreezesListData> {
    let (ledger, limit) = (call.app.ledger(), page::limit(call.body.limit)?);
    let after = call.body.before.as_deref().map(Uuid::try_parse).transpose();
    let after = after.map_err(|_| Failure::invalid("before"))?;
    let players = projections::hidden_players::frozen(ledger.pool(), after, limit).await?;
    let next = page::next(&players, limit, ToString::to_string);
    let mut list = Vec::with_capacity(players.len());
    for player in players {
        list.extend(last(ledger, player).await?);
    }
    Ok(Data::of(&FreezesListData { list, next }))
}

/// The last time that the account was stopped.
async fn last(ledger: &Ledger, player: PlayerId) -> Result<Option<StaffFreeze>, Fault> {
    let key = player.to_string();
    let found = feed::read_newest(ledger.pool(), Player::TYPE, &key, &["PlayerFrozen"], 1).await?;
    let Some(recorded) = found.first() else {
        return Ok(None);
    };
    Ok(match recorded.decode()? {
        Event::PlayerFrozen(frozen) => Some(StaffFreeze {
            player: key,
            by: frozen.staff,
            reason: frozen.reason,
            at_ms: frozen.at.0,
        }),
        // Only that type was asked for.
        _ => None,
    })
}

/// Stops an account.
///
/// # Errors
/// 4007 for no such player, 9003 when it is stopped.
pub async fn set(call: StaffCall<FreezesSetBody>) -> Answer<StaffDone> {
    let (staff, reason) = (call.member.name.clone(), call.reason());
    change(&call, PlayerId(call.body.player.0), Freeze { staff, reason }.into()).await
}

/// Lets an account go again.
///
/// # Errors
/// 4007 for no such player, 9003 when it is not stopped.
pub async fn lift(call: StaffCall<FreezesLiftBody>) -> Answer<StaffDone> {
    let (staff, reason) = (call.member.name.clone(), call.reason());
    change(&call, PlayerId(call.body.player.0), Unfreeze { staff, reason }.into()).await
}

async fn change<B: StaffBody>(call: &StaffCall<B>, player: PlayerId, command: Command) -> Answer<StaffDone> {
    let (ledger, id) = (call.app.ledger(), StreamId::player(player));
    known(ledger, player).await?;
    if call.member.own == Some(player) {
        return Err(Refusal::OtherPersonMustApprove.into());
    }
    let request = call.begin(player).await?;
    tell(
        ledger,
        &id,
        ledger.players().execute(&id, command, request, Plain).await,
    )
    .await?;
    Ok(Data::of(&StaffDone::DONE))
}

async fn known(ledger: &Ledger, player: PlayerId) -> Result<(), Failure> {
    match ledger.players().load(&StreamId::player(player)).await?.version {
        0 => Err(Refusal::RecordNotFound.into()),
        _ => Ok(()),
    }
}

/// Proposes to stop several accounts at once.
///
/// # Errors
/// -1006 for none or more than 50, 4007 for one that is no player.
pub async fn propose(call: StaffCall<FreezesProposeBody>) -> Answer<StaffProposed> {
    let ledger = call.app.ledger();
    let named: BTreeSet<PlayerId> = call.body.players.iter().map(|id| PlayerId(id.0)).collect();
    let players: Vec<PlayerId> = named.into_iter().collect();
    if !(1..=PLAYERS_MAX).contains(&players.len()) {
        return Err(Failure::invalid("players"));
    }
    for player in &players {
        known(ledger, *player).await?;
    }
    let request = call.begin(players.len()).await?;
    let proposal = ProposalId::of_request(request.id.unwrap_or_default());
    let propose = Propose {
        proposal,
        kind: Kind::ClusterFreeze,
        what: proposals::written(&FreezeWhat {
            players: players.clone(),
        }),
        players,
        maker: call.member.name.clone(),
        own: call.member.own,
        reason: call.reason(),
    };
    let digest = proposals::make(ledger, propose, request).await?;
    Ok(Data::of(&StaffProposed {
        proposal: proposal.to_string(),
        digest,
    }))
}
