//! `proposals/…`: what waits for a second person.

use crate::call::{StaffCall, Terms, accepted};
use crate::facts::reason_of;
use crate::proposals::amount;
use crate::proposals::decided;
use crate::proposals::versions::{self, Version};
use crate::proposals::{self, Decision, Which, difference, facts, only_of, section, section_digest, shown};
use crate::reading::read::{self, period};
use crate::session::Member;
use crate::wire::config::StaffDiff;
use crate::wire::facts::StaffFact;
use crate::wire::page;
use crate::wire::proposals::{
    ProposalsApproveBody, ProposalsDecided, ProposalsInfoBody, ProposalsInfoData, ProposalsListBody, ProposalsListData,
    ProposalsRejectBody, StaffProposal,
};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::config::{Section, SectionCommand};
use domain::ids::ProposalId;
use domain::proposal::{Approve, Kind, ProposalCommand, State};
use domain::refusal::Refusal;
use domain::staff::Payment;
use ledger::{Ledger, Plain, StreamId};
use projections::proposals::Wanted;
use projections::staff_actions;

/// The call under which an approver's reason is recorded, with the proposal as its subject.
const APPROVE: &str = "proposals/approve";
/// Attempts to approve one proposal that are looked through.
const ACTS_MAX: i64 = 100;

/// Proposals of every kind, newest first, whether they wait or were decided.
///
/// # Errors
/// -1006 for a filter or a cursor that is none.
pub async fn list(call: StaffCall<ProposalsListBody>) -> Answer<ProposalsListData> {
    let (ledger, limit) = (call.app.ledger(), page::limit(call.body.limit)?);
    let at = read::now(ledger).await?;
    let maker = only_of(&call.member);
    let body = &call.body;
    let wanted = Wanted {
        maker,
        between: period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?,
        ..wanted(body)?
    };
    let mut versions = versions(ledger).await?;
    versions.retain(|version| maker.is_none_or(|maker| version.proposed.author == maker));
    let waiting = versions.iter().filter(|version| version.state == State::Waiting);
    let total = projections::proposals::waiting(ledger.pool(), maker).await?
        + i64::try_from(waiting.count()).unwrap_or_default();
    let (mut list, next) = own_page(ledger, wanted, limit, &call.member).await?;
    let oldest = next.as_ref().and(list.last()).map(|last| last.at_ms);
    let of_page = versions.iter().filter(|version| is_on_page(version, wanted, oldest));
    list.extend(of_page.map(|version| shown::version(version, &call.member)));
    list.sort_by_key(|one| std::cmp::Reverse(one.at_ms));
    let sums = period::wanted(body.sums, amount::sums(ledger, wanted)).await?;
    Ok(Data::of(&ProposalsListData {
        at,
        list,
        sums,
        next,
        total,
    }))
}

/// Versions of every section.
async fn versions(ledger: &Ledger) -> Result<Vec<Version>, Failure> {
    let mut all = Vec::new();
    for section in Section::ALL {
        all.extend(versions::of_section(ledger, *section).await?.into_values());
    }
    Ok(all)
}

/// A version stands between the proposals of a page: newer than its last one, unless no page follows.
fn is_on_page(version: &Version, wanted: Wanted<'_>, oldest: Option<i64>) -> bool {
    wanted.kind.is_none_or(|kind| kind == Kind::Config)
        && wanted.state.is_none_or(|state| state == version.state.name())
        && wanted.between.has(version.at.0)
        && wanted.before.is_none_or(|(at_ms, _)| version.at.0 < at_ms)
        && oldest.is_none_or(|oldest| version.at.0 >= oldest)
}

fn wanted(body: &ProposalsListBody) -> Result<Wanted<'_>, Failure> {
    let before = page::place(body.before.as_deref())?.map(|(at_ms, id)| (at_ms, ProposalId(id)));
    let named = |name: &str| Kind::named(name).ok_or_else(|| Failure::invalid("kind"));
    let kind = body.kind.as_deref().map(named).transpose()?;
    let state = body.state.as_deref();
    if state.is_some_and(|name| State::ALL.iter().all(|state| state.name() != name)) {
        return Err(Failure::invalid("state"));
    }
    Ok(Wanted {
        state,
        kind,
        before,
        ..Wanted::default()
    })
}

/// A page of the proposals that have a stream of their own, and the cursor of the next one.
async fn own_page(
    ledger: &Ledger,
    wanted: Wanted<'_>,
    limit: i64,
    member: &Member,
) -> Result<(Vec<StaffProposal>, Option<String>), Failure> {
    if wanted.kind == Some(Kind::Config) {
        return Ok((Vec::new(), None));
    }
    let rows = projections::proposals::list(ledger.pool(), wanted, limit).await?;
    let ids: Vec<ProposalId> = rows.iter().map(|row| row.proposal).collect();
    let mut page = decided::page(ledger, &ids).await?;
    let mut list = Vec::with_capacity(rows.len());
    for id in ids {
        let decided = page.remove(&id).unwrap_or_default();
        list.extend(shown::own(ledger, id, &decided, member).await?);
    }
    let next = page::next(&rows, limit, |row| page::cursor(row.at.0, row.proposal.0));
    Ok((list, next))
}

fn which(text: &str) -> Result<Which, Failure> {
    Which::parse(text).ok_or_else(|| Failure::invalid("proposal"))
}

/// One proposal with the facts of this moment.
///
/// # Errors
/// 4007 for none, and for one of somebody else where the caller sees the own ones alone.
pub async fn info(call: StaffCall<ProposalsInfoBody>) -> Answer<ProposalsInfoData> {
    let ledger = call.app.ledger();
    let shown = match which(&call.body.proposal)? {
        Which::Own(id) => {
            let decided = decided::one(ledger, id).await?;
            let facts = facts::of_proposal(ledger, &decided.proposal, &call.member).await?;
            let proposal = shown::own(ledger, id, &decided, &call.member).await?;
            proposal.map(|proposal| (proposal, facts, Vec::new()))
        }
        Which::Section(name, version) => info_of_version(ledger, name, version, &call.member).await?,
    };
    let may_see = |(proposal, ..): &Shown| only_of(&call.member).is_none_or(|maker| proposal.maker == maker);
    let (proposal, facts, diff) = shown.filter(may_see).ok_or(Refusal::RecordNotFound)?;
    Ok(Data::of(&ProposalsInfoData { proposal, facts, diff }))
}

type Shown = (StaffProposal, Vec<StaffFact>, Vec<StaffDiff>);

/// A version with what was computed of it and what it changes of the one that it replaces. Who approved it said why
/// in the own stream: the section's event has no room for it.
async fn info_of_version(
    ledger: &Ledger,
    name: Section,
    number: u64,
    member: &Member,
) -> Result<Option<Shown>, Failure> {
    let versions = versions::of_section(ledger, name).await?;
    let Some(version) = versions.get(&number) else {
        return Ok(None);
    };
    let before = versions::replaced(ledger, &versions, version).await?;
    let diff = before.map(|before| difference::between(&before, &version.proposed.body));
    let mut shown = shown::version(version, member);
    if let Some(Decision { by, reason: None, at }) = &version.decision {
        let acts = staff_actions::of_call(ledger.pool(), APPROVE, Some(&shown.proposal), ACTS_MAX).await?;
        shown.decision = reason_of(&acts, APPROVE, by, *at);
    }
    Ok(Some((
        shown,
        facts::of_figures(&version.figures),
        diff.unwrap_or_default(),
    )))
}

/// and carries it out.
///
/// # Errors
/// 9001 without a role that may, 9002 for the maker, 9003 for other terms or a second decision, 4008 too late, 9007 and
/// 9008 without a signature that holds.
pub async fn approve(call: StaffCall<ProposalsApproveBody>) -> Answer<ProposalsDecided> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let id = match which(&body.proposal)? {
        Which::Own(id) => id,
        Which::Section(name, version) => return approve_section(&call, name, version).await,
    };
    let change = proposals::load(ledger, id).await?.change;
    let change = change.ok_or(Refusal::RecordNotFound)?;
    let payment = amount::payment_of(ledger, id, &change).await?;
    let request = begin(&call, change.kind, payment).await?;
    let command = ProposalCommand::Approve(Approve {
        by: call.member.name.clone(),
        own: call.member.own,
        digest: body.digest.clone(),
        reason: call.reason(),
    });
    let stream = StreamId::thing(id.0);
    accepted(ledger.proposals().execute(&stream, command, request, Plain).await)?;
    // An approval that was recorded is carried out now, or by the sweep when something stands in the way.
    let proposal = proposals::carry_out(&call.app, id).await?;
    Ok(decided(&body.proposal, proposal.state, proposal.code))
}

async fn begin(
    call: &StaffCall<ProposalsApproveBody>,
    kind: Kind,
    payment: Option<Payment>,
) -> Result<ledger::Request, Failure> {
    let body = &call.body;
    let terms = Terms {
        payment,
        allowed: Some(kind.approvers()),
        approves: Some(body.digest.clone()),
        ..Terms::default()
    };
    call.begin_as(which(&body.proposal)?, terms).await
}

fn decided(proposal: &str, state: State, code: Option<i32>) -> Data<ProposalsDecided> {
    Data::of(&ProposalsDecided {
        proposal: proposal.to_owned(),
        state: state.name().to_owned(),
        code,
    })
}

/// A version never changes, so its digest is that of what was looked at or of another version.
async fn approve_section(
    call: &StaffCall<ProposalsApproveBody>,
    name: Section,
    version: u64,
) -> Answer<ProposalsDecided> {
    let ledger = call.app.ledger();
    let document = section(ledger, name).await?;
    let digest = document
        .waiting
        .get(&version)
        .map(|waiting| section_digest(name, version, waiting));
    if digest.is_some_and(|digest| digest != call.body.digest) {
        return Err(Refusal::StateChanged.into());
    }
    let request = begin(call, Kind::Config, None).await?;
    let command = SectionCommand::Approve {
        version,
        approver: call.member.name.clone(),
    };
    let stream = StreamId::house(&name.stream());
    accepted(ledger.sections().execute(&stream, command, request, Plain).await)?;
    ledger.refresh().await?;
    Ok(decided(&call.body.proposal, State::Done, Some(0)))
}

/// The caller sees the proposal: a member without a role that sees those of others decides about the own ones alone. What
/// waits no more is refused by its stream, which also knows a repeated request.
async fn is_seen(ledger: &Ledger, which: Which, member: &Member) -> Result<(), Failure> {
    let Some(caller) = only_of(member) else { return Ok(()) };
    let maker = match which {
        Which::Own(id) => proposals::load(ledger, id).await?.change.map(|change| change.maker),
        Which::Section(name, version) => {
            let mut document = section(ledger, name).await?;
            document.waiting.remove(&version).map(|waiting| waiting.author)
        }
    };
    match maker.is_none_or(|maker| maker == caller) {
        true => Ok(()),
        false => Err(Refusal::RecordNotFound.into()),
    }
}

/// Turns a proposal down; the maker takes the own one back.
///
/// # Errors
/// 9003 once it was decided, 4007 for none, and for one of somebody else where the caller sees the own ones alone.
pub async fn reject(call: StaffCall<ProposalsRejectBody>) -> Answer<ProposalsDecided> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let which = which(&body.proposal)?;
    is_seen(ledger, which, &call.member).await?;
    let request = call.begin(which).await?;
    let (by, reason) = (call.member.name.clone(), call.reason());
    match which {
        Which::Own(id) => {
            let (stream, command) = (StreamId::thing(id.0), ProposalCommand::Reject { by, reason });
            accepted(ledger.proposals().execute(&stream, command, request, Plain).await)?;
            let state = proposals::load(ledger, id).await?.state;
            Ok(decided(&body.proposal, state, None))
        }
        Which::Section(name, version) => {
            let command = SectionCommand::Reject { version, by, reason };
            let stream = StreamId::house(&name.stream());
            accepted(ledger.sections().execute(&stream, command, request, Plain).await)?;
            Ok(decided(&body.proposal, State::Rejected, None))
        }
    }
}
