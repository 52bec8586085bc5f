//! Invitations.

use crate::call::{Answer, Call, Data};
use crate::error::Failure;
use crate::wire::rate;
use crate::wire::team::{TeamBindBody, TeamBindData, TeamInfoBody, TeamInfoData, TeamInviter, TeamPending};
use domain::ids::Scode;
use domain::player::registration::BindInviter;
use domain::refusal::Refusal;
use serde_json::Value;

/// How the invitations stand.
pub async fn info(call: Call<TeamInfoBody>) -> Answer {
    let player = call.load().await?.state;
    let config = call.app.config();
    let counts = projections::players::team(call.app.ledger().pool(), call.player, call.now).await?;
    let inviter = match &player.registration.inviter {
        Some(inviter) => Some(TeamInviter {
            nickname: call.app.profile(inviter.player).await?.nickname,
        }),
        None => None,
    };
    let pending = TeamPending {
        // Two kinds of due lie in the books; records by friend and day are made from them when they are received.
        count: [counts.pending_diamonds.minor(), counts.pending_usdt.minor()]
            .iter()
            .filter(|due| **due > 0)
            .count(),
        diamonds: counts.pending_diamonds.minor(),
        usdt: counts.pending_usdt.to_string(),
    };
    Ok(Data::of(&TeamInfoData {
        invite_link: config
            .product
            .invite_url
            .replace("{scode}", player.registration.scode.as_str()),
        scode: player.registration.scode.to_string(),
        invite_entered: inviter.is_some(),
        inviter,
        friends: counts.friends,
        friends_l2: counts.friends_l2,
        valid_invites: counts.valid_invites,
        diamonds_today: counts.diamonds_today.minor(),
        diamonds_cap: config.team.invite_diamonds_day,
        rebate_total: counts.rebate_total.to_string(),
        pending,
        rate_l1: rate(config.team.rate_l1_ppm),
        rate_l2: rate(config.team.rate_l2_ppm),
    }))
}

/// Binds the inviter whose code was entered. The ledger remembers the answer without the inviter's name.
pub async fn bind(call: Call<TeamBindBody>) -> Answer {
    let unknown = || Failure::refused(Refusal::InviteCodeInvalid.code(), &Value::Null);
    let code = Scode::parse(&call.body.code).ok_or_else(unknown)?;
    let inviter = call.app.inviter(&code).await?.ok_or_else(unknown)?;
    let command = BindInviter {
        inviter: inviter.clone(),
    };
    let Data(stored) = call
        .execute(command, |_| TeamBindData {
            invite_entered: true,
            inviter: None,
        })
        .await?;
    let bound: TeamBindData = serde_json::from_str(&stored).map_err(|error| call.app.unreadable(&error))?;
    let nickname = call.app.profile(inviter.player).await?.nickname;
    Ok(Data::of(&TeamBindData {
        inviter: Some(TeamInviter { nickname }),
        ..bound
    }))
}
