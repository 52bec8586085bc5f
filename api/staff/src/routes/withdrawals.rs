//! `withdrawals/…`: the queue, what a reviewer has to know, and the decision (api §7.3).

use crate::call::{StaffCall, accepted};
use crate::facts;
use crate::proposals;
use crate::proposals::changes::ClearWhat;
use crate::wire::page;
use crate::wire::proposals::StaffProposed;
use crate::wire::withdrawals::{
    StaffWithdrawal, WithdrawalsApproveBody, WithdrawalsDecided, WithdrawalsFlagBody, WithdrawalsInfoBody,
    WithdrawalsInfoData, WithdrawalsListBody, WithdrawalsListData, WithdrawalsPauseBody, WithdrawalsProposeClearBody,
    WithdrawalsRejectBody, WithdrawalsResumeBody, WithdrawalsStartBody, WithdrawalsSwitched,
};
use api::app::App;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use domain::config::Config;
use domain::ids::WithdrawalId;
use domain::proposal::Kind;
use domain::refusal::Refusal;
use domain::staff::Role;
use domain::time::Timestamp;
use domain::withdrawal::{Approve, Facts, Standing, State, Withdrawal, WithdrawalCommand};
use ledger::policies;
use ledger::{Ledger, Plain, StreamId};
use projections::withdrawals::{WithdrawalRow, under_way_after};
use rails::slots::{self, Switch};

/// Rows that are looked through for a page of one state.
const LOOKED_MAX: usize = 1_000;

/// A withdrawal's place in the queue.
type Place = (Timestamp, WithdrawalId);

/// What is neither paid nor back, oldest first.
///
/// # Errors
/// -1006 for a state or a cursor that is none.
pub async fn list(call: StaffCall<WithdrawalsListBody>) -> Answer<WithdrawalsListData> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let limit = page::limit(body.limit)?;
    let state = body
        .state
        .as_deref()
        .map(|name| named(name).ok_or_else(|| Failure::invalid("state")));
    let state = state.transpose()?;
    let place = page::place(body.before.as_deref())?.map(|(at_ms, id)| (Timestamp(at_ms), WithdrawalId(id)));
    let (list, last) = under_way(&call.app, state, place, limit).await?;
    let next = last.map(|(at, id)| page::cursor(at.0, id.0));
    let paused = slots::paused_why(ledger.pool()).await?;
    Ok(Data::of(&WithdrawalsListData { list, next, paused }))
}

/// Withdrawals under way that are in the state, or in any, and the place where the next page goes on.
async fn under_way(
    app: &App,
    wanted: Option<State>,
    mut place: Option<Place>,
    limit: i64,
) -> Result<(Vec<StaffWithdrawal>, Option<Place>), Failure> {
    let (ledger, config) = (app.ledger(), app.config());
    let (mut list, mut looked) = (Vec::new(), 0);
    loop {
        let rows = under_way_after(ledger.pool(), place, limit).await?;
        let is_last = i64::try_from(rows.len()).is_ok_and(|rows| rows < limit);
        for row in rows {
            (place, looked) = (Some((row.requested.at, row.withdrawal)), looked + 1);
            let withdrawal = load(ledger, row.withdrawal).await?;
            if wanted.is_none_or(|state| state == withdrawal.state) {
                list.extend(shown(&row, &withdrawal, &config));
            }
            if i64::try_from(list.len()).is_ok_and(|lines| lines >= limit) || looked >= LOOKED_MAX {
                return Ok((list, place));
            }
        }
        if is_last {
            return Ok((list, None));
        }
    }
}

fn named(name: &str) -> Option<State> {
    State::ALL.into_iter().find(|state| name_of(*state) == name)
}

/// The permanent name of a state on the staff's wire.
pub(crate) fn name_of(state: State) -> String {
    format!("{state:?}").to_lowercase()
}

async fn load(ledger: &Ledger, withdrawal: WithdrawalId) -> Result<Withdrawal, Failure> {
    Ok(ledger.withdrawals().load(&StreamId::thing(withdrawal.0)).await?.state)
}

fn flags(facts: &Facts) -> Vec<String> {
    let flags = [
        (facts.needs_kyc, "identity"),
        (facts.needs_funds_review, "source_of_funds"),
        (facts.is_flagged, "flagged"),
        (!facts.topped_up, "never_topped_up"),
        (!facts.is_confirmed, "no_biometrics"),
    ];
    let flags = flags.into_iter().filter(|(holds, _)| *holds);
    flags.map(|(_, name)| name.to_owned()).collect()
}

fn shown(row: &WithdrawalRow, withdrawal: &Withdrawal, config: &Config) -> Option<StaffWithdrawal> {
    let request = withdrawal.request.as_ref()?;
    let terms = &request.terms;
    Some(StaffWithdrawal {
        withdrawal: terms.withdrawal.to_string(),
        player: terms.player.to_string(),
        asset: "usdt".to_owned(),
        amount: terms.amount.minor().to_string(),
        fee: terms.fee.minor().to_string(),
        net: terms.net().minor().to_string(),
        address: terms.address.to_string(),
        comment: terms.comment.clone(),
        state: name_of(withdrawal.state),
        requested_ms: row.requested.at.0,
        deadline_ms: row.requested.at.plus_ms(config.withdraw.eta_ms).0,
        approved_by: withdrawal.approved_by.clone(),
        needs_two: terms.amount > config.withdraw.two_person_over,
        flags: flags(&request.facts),
        mismatch: withdrawal.mismatch.is_some(),
    })
}

/// One withdrawal with everything that a reviewer has to know.
///
/// # Errors
/// 6011 for none.
pub async fn info(call: StaffCall<WithdrawalsInfoBody>) -> Answer<WithdrawalsInfoData> {
    let (ledger, id) = (call.app.ledger(), WithdrawalId(call.body.withdrawal.0));
    let withdrawal = load(ledger, id).await?;
    let not_found = || Failure::from(Refusal::WithdrawalNotFound);
    let request = withdrawal.request.clone().ok_or_else(not_found)?;
    let player = request.terms.player;
    let partition = ledger.partition_of(player.0);
    let row = projections::withdrawals::find(ledger.pool(), partition, player, id).await?;
    let row = row.ok_or_else(not_found)?;
    let state = ledger.players().load(&StreamId::player(player)).await?.state;
    let sources = facts::sources(ledger, player).await?;
    Ok(Data::of(&WithdrawalsInfoData {
        withdrawal: shown(&row, &withdrawal, &call.app.config()).ok_or_else(not_found)?,
        digest: withdrawal.digest().unwrap_or_default(),
        terms: facts::terms(&request.facts),
        play: facts::play(ledger, player).await?,
        referral_per_mille: sources.referral_per_mille(),
        sources: sources.lines(),
        kyc: state.identity.kyc.code().into(),
        frozen: state.freeze.is_frozen,
        addresses: facts::addresses(ledger, player).await?,
        steps: facts::steps(ledger, id).await?,
        messages: facts::messages(ledger.pool(), id).await?,
    }))
}

/// Takes a withdrawal up for review.
///
/// # Errors
/// 6011 for none, 9003 for one that is not in review.
pub async fn start(call: StaffCall<WithdrawalsStartBody>) -> Answer<WithdrawalsDecided> {
    let (id, staff) = (WithdrawalId(call.body.withdrawal.0), call.member.name.clone());
    ask(&call, id, WithdrawalCommand::StartReview { staff }).await
}

/// Lets a withdrawal go. The player counts as the player is now, not as at the request (case T-08).
///
/// # Errors
/// 9002 for the player's own, for a second yes of one person and for one that is no lead's, 9003 for other terms.
pub async fn approve(call: StaffCall<WithdrawalsApproveBody>) -> Answer<WithdrawalsDecided> {
    let (ledger, id) = (call.app.ledger(), WithdrawalId(call.body.withdrawal.0));
    let request = load(ledger, id).await?.request.ok_or(Refusal::WithdrawalNotFound)?;
    let player = ledger
        .players()
        .load(&StreamId::player(request.terms.player))
        .await?
        .state;
    let approve = Approve {
        staff: call.member.name.clone(),
        own: call.member.own,
        is_lead: call.member.roles.contains(&Role::FinanceLead),
        digest: call.body.digest.clone(),
        standing: Standing {
            kyc: player.identity.kyc,
            is_frozen: player.freeze.is_frozen,
        },
    };
    ask(&call, id, WithdrawalCommand::Approve(approve)).await
}

/// Refuses a withdrawal: all of it goes back.
///
/// # Errors
/// 6011 for none, 9003 for one that is not in review.
pub async fn reject(call: StaffCall<WithdrawalsRejectBody>) -> Answer<WithdrawalsDecided> {
    let id = WithdrawalId(call.body.withdrawal.0);
    let (by, reason) = (call.member.name.clone(), call.reason());
    ask(&call, id, WithdrawalCommand::Reject { by, reason }).await
}

/// Takes an approved withdrawal of which nothing was sent back into review: what was agreed to holds no longer.
///
/// # Errors
/// 6011 for none, 9003 for one that is on its way or over.
pub async fn flag(call: StaffCall<WithdrawalsFlagBody>) -> Answer<WithdrawalsDecided> {
    let id = WithdrawalId(call.body.withdrawal.0);
    let (by, reason) = (call.member.name.clone(), call.reason());
    ask(&call, id, WithdrawalCommand::Flag { by, reason }).await
}

async fn ask<B: Body>(call: &StaffCall<B>, id: WithdrawalId, command: WithdrawalCommand) -> Answer<WithdrawalsDecided> {
    let (ledger, stream) = (call.app.ledger(), StreamId::thing(id.0));
    let request = call.begin(id).await?;
    let reply = accepted(ledger.withdrawals().execute(&stream, command, request, Plain).await)?;
    policies::apply_now(ledger, ledger.partition_of(id.0), reply.position).await;
    let withdrawal = load(ledger, id).await?;
    Ok(Data::of(&WithdrawalsDecided {
        withdrawal: id.to_string(),
        state: name_of(withdrawal.state),
        waits: withdrawal.state == State::Review && !withdrawal.approved_by.is_empty(),
        approved_by: withdrawal.approved_by,
    }))
}

/// Proposes that a payment which was not what was approved stops its withdrawal no longer.
///
/// # Errors
/// 6011 for none, 9003 for one that nothing stops.
pub async fn propose_clear(call: StaffCall<WithdrawalsProposeClearBody>) -> Answer<StaffProposed> {
    let (ledger, id) = (call.app.ledger(), WithdrawalId(call.body.withdrawal.0));
    let withdrawal = load(ledger, id).await?;
    let player = withdrawal.request.ok_or(Refusal::WithdrawalNotFound)?.terms.player;
    withdrawal.mismatch.ok_or(Refusal::StateChanged)?;
    let request = call.begin(id).await?;
    let what = ClearWhat { withdrawal: id };
    proposals::propose(&call, request, Kind::MismatchClear, &what, vec![player]).await
}

/// Sends nothing from any wallet until it goes on.
///
/// # Errors
/// A fault of the database.
pub async fn pause(call: StaffCall<WithdrawalsPauseBody>) -> Answer<WithdrawalsSwitched> {
    let reason = call.reason();
    switch(&call, Some(&reason)).await
}

/// Lets every wallet go on.
///
/// # Errors
/// A fault of the database.
pub async fn resume(call: StaffCall<WithdrawalsResumeBody>) -> Answer<WithdrawalsSwitched> {
    switch(&call, None).await
}

async fn switch<B: Body>(call: &StaffCall<B>, reason: Option<&str>) -> Answer<WithdrawalsSwitched> {
    call.begin("wallets").await?;
    let switch = Switch {
        wallet: None,
        by: &call.member.name,
        reason,
    };
    let changed = slots::switch(call.app.ledger().pool(), switch, call.now).await?;
    Ok(Data::of(&WithdrawalsSwitched {
        wallets: i64::try_from(changed).unwrap_or(i64::MAX),
    }))
}
