//! `freezes/…`: accounts that are stopped, one by one or several at once (api §7.8).

use crate::call::{StaffCall, Terms};
use crate::player_act;
use crate::proposals;
use crate::proposals::changes::FreezeWhat;
use crate::wire::freezes::{
    FreezesLiftBody, FreezesListBody, FreezesListData, FreezesProposeBody, FreezesSetBody, StaffFreeze,
};
use crate::wire::proposals::StaffProposed;
use crate::wire::{StaffDone, page};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::ids::PlayerId;
use domain::player::freeze::{Freeze, Unfreeze};
use domain::player::{Event, Player};
use domain::proposal::{Kind, PLAYERS_MAX};
use domain::stream::Stream as _;
use ledger::{Fault, Ledger, Plain, feed};
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

/// Stops an account and ends its sessions.
///
/// # Errors
/// 4007 for no such player, 9003 when it is stopped.
pub async fn set(call: StaffCall<FreezesSetBody>) -> Answer<StaffDone> {
    let (staff, reason) = (call.member.name.clone(), call.reason());
    let freeze = Freeze { staff, reason };
    let player = PlayerId(call.body.player.0);
    player_act::execute(&call, player, freeze.into(), Plain).await?;
    call.app.sessions().end_all(player, call.app.now()).await?;
    Ok(Data::of(&StaffDone::DONE))
}

/// Lets an account go again.
///
/// # Errors
/// 4007 for no such player, 9003 when it is not stopped.
pub async fn lift(call: StaffCall<FreezesLiftBody>) -> Answer<StaffDone> {
    let (staff, reason) = (call.member.name.clone(), call.reason());
    let unfreeze = Unfreeze { staff, reason };
    player_act::execute(&call, PlayerId(call.body.player.0), unfreeze.into(), Plain).await?;
    Ok(Data::of(&StaffDone::DONE))
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
        player_act::check_known(ledger, *player).await?;
    }
    let what = FreezeWhat {
        players: players.clone(),
    };
    proposals::propose(&call, Terms::default(), Kind::ClusterFreeze, &what, players).await
}
