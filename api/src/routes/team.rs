//! Invitations.

use crate::app::App;
use crate::auth::{linked_accounts, shared_details};
use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::leaderboards;
use crate::wire::page;
use crate::wire::rank::RankData;
use crate::wire::rank::TeamRankBody;
use crate::wire::rate;
use crate::wire::team::{
    TeamBindBody, TeamBindData, TeamFriend, TeamInfoBody, TeamInfoData, TeamInviter, TeamPending, TeamReceiveBody,
    TeamReceiveData, TeamRecord, TeamRecordState, TeamRecordType, TeamRecordsBody, TeamRecordsData,
};
use domain::config;
use domain::ids::{PlayerId, RecordId, Scode};
use domain::player::registration::BindInviter;
use domain::player::team::{ReceiveRecord, Record, RecordKind};
use domain::player::{Event, Player};
use domain::rank::Board;
use domain::refusal::Refusal;
use domain::time::Timestamp;
use projections::page::Between;
use projections::team_records::{self, State};
use serde_json::Value;
use uuid::Uuid;

/// Counts of friends, rewards and what waits.
pub async fn info(call: Call<TeamInfoBody>) -> Answer<TeamInfoData> {
    let player = call.load().await?.state;
    let config = call.app.config();
    let counts = projections::players::team(call.app.ledger().pool(), call.player).await?;
    let shown = team_records::shown(call.app.ledger(), &config.team).await?;
    let pool = call.app.ledger().pool();
    let waits = team_records::pending(pool, call.player, shown, &config.team, call.now).await?;
    let (diamonds_today, _) = player.team.receipts.on(call.now.day());
    Ok(Data::of(&TeamInfoData {
        invite_link: call.app.settings().links.invite_of(&player.registration.scode),
        scode: player.registration.scode.to_string(),
        invite_entered: player.registration.entered_code().is_some(),
        inviter: inviter(&call.app, &player).await?,
        friends: counts.friends,
        friends_l2: counts.friends_l2,
        valid_invites: player.team.valid_invites.into(),
        tied_friends: player.team.tied_friends.into(),
        diamonds_today: diamonds_today.minor(),
        diamonds_cap: config.team.invite_diamonds_day,
        rebate_total: counts.rebate_total.to_string(),
        pending: TeamPending {
            count: waits.count,
            diamonds: waits.diamonds.minor(),
            usdt: waits.usdt.to_string(),
        },
        rate_l1: rate(config.team.rate_l1_ppm),
        rate_l2: rate(config.team.rate_l2_ppm),
    }))
}

/// Binds the inviter, or the house, whose code was entered. The ledger remembers the answer without the inviter's name.
pub async fn bind(call: Call<TeamBindBody>) -> Answer<TeamBindData> {
    let unknown = || Failure::refused(Refusal::InviteCodeInvalid.code(), &Value::Null);
    let scode = Scode::parse(&call.body.code).ok_or_else(unknown)?;
    let code = call.app.entered_code(scode).await?;
    let stored = call
        .execute(BindInviter { code }, |_| TeamBindData {
            invite_entered: true,
            inviter: None,
        })
        .await?;
    let ledger = call.app.ledger();
    linked_accounts::refuse_invites(ledger, call.player).await?;
    // Payee and identity may have been brought before the code.
    shared_details::record(ledger, call.player).await?;
    let bound: TeamBindData = serde_json::from_str(&stored.into_text()).map_err(|error| call.app.unreadable(&error))?;
    Ok(Data::of(&TeamBindData {
        inviter: inviter(&call.app, &call.load().await?.state).await?,
        ..bound
    }))
}

/// The player's inviter by name; the house has none.
async fn inviter(app: &App, player: &Player) -> Result<Option<TeamInviter>, Failure> {
    let Some(inviter) = &player.registration.inviter else {
        return Ok(None);
    };
    let nickname = app.profile(inviter.player).await?.nickname;
    Ok(Some(TeamInviter { nickname }))
}

/// What the friends brought, newest first.
pub async fn records(call: Call<TeamRecordsBody>) -> Answer<TeamRecordsData> {
    let size = page::size(call.body.size)?;
    let last = page::after(call.body.last_id.as_deref(), |text| Uuid::try_parse(text).ok())?;
    let (ledger, rules) = (call.app.ledger(), &call.app.config().team);
    let shown = team_records::shown(ledger, rules).await?;
    let listed = (shown, Between::default());
    let page = team_records::page(ledger.pool(), call.player, listed, last.map(RecordId), size).await?;
    let mut list = Vec::with_capacity(page.lines.len());
    for row in &page.lines {
        list.push(TeamRecord {
            friend: friend(&call.app, row.record.friend).await?,
            state: row.state(rules, call.now).into(),
            ..record(row.id, &row.record, row.opened_at, rules)
        });
    }
    Ok(Data::of(&TeamRecordsData {
        list,
        next_last_id: page.next().map_or_else(String::new, |last| last.id.to_string()),
        has_more: page.has_more,
    }))
}

/// Receives a record. Another player's record is as unknown as none, and so is one whose day is not summed yet.
pub async fn receive(call: Call<TeamReceiveBody>) -> Answer<TeamReceiveData> {
    let (ledger, rules) = (call.app.ledger(), &call.app.config().team);
    let shown = team_records::shown(ledger, rules).await?;
    let row = team_records::find(ledger.pool(), call.player, shown, RecordId(call.body.record_id.0)).await?;
    let row = row.ok_or(Refusal::RecordNotFound)?;
    let opened_at = row.opened_at;
    let due = row.to_receive(rules, call.now)?;
    let friend = friend(&call.app, due.friend).await?;
    // The rule's answer has neither the friend's name, which is personal, nor what only the view knows.
    let stored = call.execute(ReceiveRecord { record: due.clone() }, received).await?;
    let answer: TeamReceiveData =
        serde_json::from_str(&stored.into_text()).map_err(|error| call.app.unreadable(&error))?;
    let created_at = record(RecordId::default(), &due, opened_at, rules).created_at;
    Ok(Data::of(&TeamReceiveData {
        record: TeamRecord {
            friend,
            created_at,
            ..answer.record
        },
        ..answer
    }))
}

fn received(outcome: &Outcome<'_>) -> TeamReceiveData {
    let received = outcome.event(|event| match event {
        Event::TeamRecordReceived(received) => Some(received.clone()),
        _ => None,
    });
    let state = if received.rest.is_zero() {
        TeamRecordState::Received
    } else {
        TeamRecordState::Pending
    };
    let rules = &outcome.context.config.team;
    TeamReceiveData {
        record: TeamRecord {
            state,
            ..record(received.id, &received.record, Timestamp::default(), rules)
        },
        asset: outcome.asset(),
    }
}

/// The board of valid invites.
pub async fn rank(call: Call<TeamRankBody>) -> Answer<RankData> {
    leaderboards::answer(&call, Board::Invite, call.body.period, call.body.season_id.as_deref()).await
}

/// A record without its friend's name, waiting.
fn record(id: RecordId, record: &Record, opened_at: Timestamp, rules: &config::Team) -> TeamRecord {
    let (kind, created_at) = match record.kind {
        RecordKind::Invite => (TeamRecordType::Invite, opened_at),
        RecordKind::RebateL1 => (TeamRecordType::RebateL1, record.opens_at(rules)),
        RecordKind::RebateL2 => (TeamRecordType::RebateL2, record.opens_at(rules)),
    };
    TeamRecord {
        record_id: id.to_string(),
        kind,
        day: record.day.to_string(),
        friend: None,
        diamonds: record.diamonds.minor(),
        usdt: record.usdt.to_string(),
        state: TeamRecordState::Pending,
        created_at: created_at.0,
        expires_at: record.expires_at(rules).0,
    }
}

async fn friend(app: &App, friend: Option<PlayerId>) -> Result<Option<TeamFriend>, Failure> {
    let Some(friend) = friend else { return Ok(None) };
    let profile = app.profile(friend).await?;
    Ok(Some(TeamFriend {
        nickname: profile.nickname,
        avatar: profile.avatar,
    }))
}

impl From<State> for TeamRecordState {
    fn from(state: State) -> TeamRecordState {
        match state {
            State::Pending => TeamRecordState::Pending,
            State::Received => TeamRecordState::Received,
            State::Expired => TeamRecordState::Expired,
            State::Cancelled => TeamRecordState::Cancelled,
        }
    }
}
