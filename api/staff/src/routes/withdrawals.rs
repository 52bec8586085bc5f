//! `withdrawals/…`: the queue, what a reviewer has to know, and the decision (api §7.3).

use crate::accounts;
use crate::call::{StaffCall, Terms, accepted};
use crate::facts;
use crate::permissions::alone_day_max;
use crate::proposals;
use crate::proposals::changes::ClearWhat;
use crate::reading::read::{self, period};
use crate::signatures;
use crate::wire::finding::StaffFinding;
use crate::wire::page;
use crate::wire::proposals::StaffProposed;
use crate::wire::withdrawals::{
    WithdrawalsApproveBody, WithdrawalsDecided, WithdrawalsFlagBody, WithdrawalsInfoBody, WithdrawalsInfoData,
    WithdrawalsListBody, WithdrawalsListData, WithdrawalsPauseBody, WithdrawalsProposeClearBody, WithdrawalsRejectBody,
    WithdrawalsResumeBody, WithdrawalsStartBody, WithdrawalsSwitched,
};
use crate::withdrawals::{Wanted, load, name_of, page_of, shown};
use api::auth::{linked_accounts, shared_details};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use domain::ids::{PlayerId, WithdrawalId};
use domain::money::Usdt;
use domain::proposal::Kind;
use domain::refusal::Refusal;
use domain::staff::{Payment, Role, Staff};
use domain::time::{DAY_MS, Timestamp};
use domain::withdrawal::{Approve, Standing, State, WithdrawalCommand};
use ledger::policies;
use ledger::{Fault, Ledger, Plain, StreamId};
use projections::withdrawals::steps;
use projections::{packet_shares, red_packets};
use rails::slots::{self, Reason, Switch};

/// Accounts that are tied to one and whose payments count as one sum (ASSUMED): an approval names each of them for ever.
const SUMMED_MAX: usize = 1_000;

/// What is neither paid nor back, oldest first; or what is over, everything, or what a player asked for, newest first.
///
/// # Errors
/// -1006 for a state, a period or a cursor that is none.
pub async fn list(call: StaffCall<WithdrawalsListBody>) -> Answer<WithdrawalsListData> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let limit = page::limit(body.limit)?;
    let at = read::now(ledger).await?;
    let player = body.player.map(|player| PlayerId(player.0));
    let wanted = Wanted::named(body.state.as_deref(), player).ok_or_else(|| Failure::invalid("state"))?;
    let between = period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?;
    let place = page::place(body.before.as_deref())?.map(|(at_ms, id)| (Timestamp(at_ms), WithdrawalId(id)));
    let (list, last) = page_of(&call.app, (wanted, between), place, limit).await?;
    let next = last.map(|(at, id)| page::cursor(at.0, id.0));
    let stopped = slots::paused_why(ledger.pool()).await?;
    let (paused, finding) = stopped.map(|paused| (paused.why, paused.finding)).unzip();
    let sum = projections::withdrawals::sum(ledger.pool(), wanted.summed(between));
    let sums = period::wanted(body.sums, sum).await?;
    Ok(Data::of(&WithdrawalsListData {
        at,
        list,
        sums,
        next,
        paused,
        paused_finding: finding.flatten().map(StaffFinding::from),
    }))
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
    let steps = steps(ledger.pool(), &[id]).await?.remove(&id).unwrap_or_default();
    Ok(Data::of(&WithdrawalsInfoData {
        withdrawal: shown(&row, &withdrawal, &call.app.config(), &steps).ok_or_else(not_found)?,
        digest: withdrawal.digest().unwrap_or_default(),
        terms: facts::terms(&request.facts),
        decision: facts::decision(ledger, &withdrawal, &request, &call.member.name).await?,
        play: facts::play(ledger, player).await?,
        referral_per_mille: sources.referral_per_mille(),
        sources: sources.lines(),
        kyc: state.identity.kyc.code().into(),
        frozen: state.freeze.is_frozen,
        ties: facts::ties(ledger, player).await?,
        addresses: facts::addresses(ledger, player).await?,
        steps: facts::steps(ledger, id).await?,
        messages: facts::messages(ledger.pool(), id).await?,
        signatures: signatures::of_withdrawal(ledger, &id.to_string()).await?,
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

/// Lets a withdrawal go. The player counts as the player is now, not as at the request (threat T-08).
///
/// # Errors
/// 9002 for the player's own, for a second yes of one person and for one that is no lead's, 9003 for other terms, 9007 and
/// 9008 without a signature that holds. What staff let go to the player in 24 hours counts as one sum, and so does what the
/// member let go alone to anybody: above the bound of the first, or the limit of the roles, it waits for a second person.
/// 9005 when an act of the same moment used the limit up.
pub async fn approve(call: StaffCall<WithdrawalsApproveBody>) -> Answer<WithdrawalsDecided> {
    let (ledger, id) = (call.app.ledger(), WithdrawalId(call.body.withdrawal.0));
    let withdrawal = load(ledger, id).await?;
    let request = withdrawal.request.clone().ok_or(Refusal::WithdrawalNotFound)?;
    let player = ledger
        .players()
        .load(&StreamId::player(request.terms.player))
        .await?
        .state;
    let payment = Payment {
        what: id.0,
        to: request.terms.player,
        amount: request.terms.amount,
    };
    let tied = tied(ledger, request.terms.player).await?;
    let worth_max = alone_day_max(&call.member.roles);
    let left = worth_max - member(&call).await?.moved(call.now);
    let is_for_one = withdrawal.is_for_one(&call.app.config());
    let worth = Some(payment.amount).filter(|worth| is_for_one && *worth <= left);
    let terms = Terms {
        worth: worth.unwrap_or_default(),
        worth_max,
        payment: Some(payment.clone()),
        tied: Some(tied.clone()),
        approves: Some(call.body.digest.clone()),
        ..Terms::default()
    };
    // Begun first: two approvals at once then see each other.
    let begun = call.begin_as(id, terms).await?;
    let approve = Approve {
        staff: call.member.name.clone(),
        own: call.member.own,
        is_lead: call.member.roles.contains(&Role::FinanceLead),
        digest: call.body.digest.clone(),
        standing: Standing {
            kyc: player.identity.kyc,
            is_frozen: player.freeze.is_frozen,
        },
        let_go: let_go(&call, [tied, vec![request.terms.player]].concat()).await?,
        may_alone: member(&call).await?.answers_for(&payment, call.now),
    };
    decide(&call, id, begun, WithdrawalCommand::Approve(approve)).await
}

/// The member's acts up to now.
async fn member<B: Body>(call: &StaffCall<B>) -> Result<Staff, Fault> {
    let id = StreamId::thing(call.member.id.0);
    Ok(call.app.ledger().staff().load(&id).await?.state)
}

/// Who shares a device, a payee, a document, a telephone or a mail address with the player, up to so many as an event may
/// name.
async fn tied(ledger: &Ledger, player: PlayerId) -> Result<Vec<PlayerId>, Fault> {
    let mut tied = linked_accounts::all_others(ledger, player).await?;
    for tie in shared_details::ties(ledger, player).await? {
        tied.extend(tie.others);
    }
    Ok(tied.into_iter().take(SUMMED_MAX).collect())
}

/// What staff let go to the player, and to who is tied, in 24 hours, with what was begun before this call:
/// withdrawals, corrections and payments of nobody, whether proposed or approved, and what they claimed of packets of USDT.
async fn let_go<B: Body>(call: &StaffCall<B>, to: Vec<PlayerId>) -> Result<Usdt, Failure> {
    // Of more ties than an act can name the sum is not known: one person alone lets nothing go.
    if to.len() > SUMMED_MAX {
        return Ok(Usdt::from_minor(i64::MAX));
    }
    let ledger = call.app.ledger();
    let members = accounts::list(ledger).await?;
    let sum = Staff::let_go(members.iter().map(|member| &member.state), &to, call.now);
    let packets = red_packets::usdt_since(ledger.pool(), call.now.plus_ms(-DAY_MS)).await?;
    Ok(sum + packet_shares::claimed(ledger, &packets, &to).await?)
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
    let request = call.begin(id).await?;
    decide(call, id, request, command).await
}

async fn decide<B: Body>(
    call: &StaffCall<B>,
    id: WithdrawalId,
    request: ledger::Request,
    command: WithdrawalCommand,
) -> Answer<WithdrawalsDecided> {
    let (ledger, stream) = (call.app.ledger(), StreamId::thing(id.0));
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
    let what = ClearWhat { withdrawal: id };
    proposals::propose(&call, Terms::default(), Kind::MismatchClear, &what, vec![player]).await
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
        reason: reason.map(Reason::Said),
    };
    let changed = slots::switch(call.app.ledger().pool(), switch, call.now).await?;
    Ok(Data::of(&WithdrawalsSwitched {
        wallets: i64::try_from(changed).unwrap_or(i64::MAX),
    }))
}
