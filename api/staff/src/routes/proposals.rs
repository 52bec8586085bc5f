//! `proposals/…`: what waits for a second person.

use crate::call::{StaffCall, Terms, accepted};
use crate::proposals::{self, Which, facts, section, section_digest};
use crate::session::Member;
use crate::wire::page;
use crate::wire::proposals::{
    ProposalsApproveBody, ProposalsDecided, ProposalsInfoBody, ProposalsInfoData, ProposalsListBody, ProposalsListData,
    ProposalsRejectBody, StaffProposal,
};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use domain::config::{Section, SectionCommand, SectionDocument};
use domain::ids::ProposalId;
use domain::proposal::{Approve, Kind, Proposal, ProposalCommand, State, WAIT_MS_MAX};
use domain::refusal::Refusal;
use ledger::{Ledger, Plain, StreamId};
use projections::proposals::Wanted;
use serde_json::json;

/// Proposals, newest first; versions of the configuration that wait come with the first page.
///
/// # Errors
/// -1006 for a filter or a cursor that is none.
pub async fn list(call: StaffCall<ProposalsListBody>) -> Answer<ProposalsListData> {
    let (ledger, limit) = (call.app.ledger(), page::limit(call.body.limit)?);
    let wanted = wanted(&call.body)?;
    let sections = waiting_sections(ledger, &call.member).await?;
    let waiting = projections::proposals::waiting(ledger.pool()).await?;
    let total = waiting + i64::try_from(sections.len()).unwrap_or_default();
    let (own, next) = own_page(ledger, wanted, limit, &call.member).await?;
    let sections = sections.into_iter().filter(|_| lists_sections(wanted));
    let list = sections.chain(own).collect();
    Ok(Data::of(&ProposalsListData { list, next, total }))
}

fn wanted(body: &ProposalsListBody) -> Result<Wanted<'_>, Failure> {
    let before = page::place(body.before.as_deref())?.map(|(at_ms, id)| (at_ms, ProposalId(id)));
    let named = |name: &str| Kind::named(name).ok_or_else(|| Failure::invalid("kind"));
    let kind = body.kind.as_deref().map(named).transpose()?;
    let state = body.state.as_deref();
    if state.is_some_and(|name| State::ALL.iter().all(|state| state.name() != name)) {
        return Err(Failure::invalid("state"));
    }
    Ok(Wanted { state, kind, before })
}

/// Versions of the configuration come with the first page of a list that wants what waits.
fn lists_sections(wanted: Wanted<'_>) -> bool {
    wanted.before.is_none()
        && wanted.kind.is_none_or(|kind| kind == Kind::Config)
        && wanted.state.is_none_or(|state| state == State::Waiting.name())
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
    let mut list = Vec::with_capacity(rows.len());
    for row in &rows {
        let proposal = proposals::load(ledger, row.proposal).await?;
        list.extend(shown(row.proposal, &proposal, member));
    }
    let next = page::next(&rows, limit, |row| page::cursor(row.at.0, row.proposal.0));
    Ok((list, next))
}

fn shown(id: ProposalId, proposal: &Proposal, member: &Member) -> Option<StaffProposal> {
    let change = proposal.change.as_ref()?;
    Some(StaffProposal {
        proposal: id.to_string(),
        kind: change.kind.name().to_owned(),
        digest: change.digest.clone(),
        what: change.what.clone(),
        players: change.players.iter().map(ToString::to_string).collect(),
        maker: change.maker.clone(),
        reason: change.reason.clone(),
        at_ms: change.at.0,
        expires_ms: Some(change.at.plus_ms(WAIT_MS_MAX).0),
        state: proposal.state.name().to_owned(),
        decided_by: proposal.decided_by.clone(),
        code: proposal.code,
        own: change.maker == member.name,
        can_approve: may(member, change.kind, &change.maker, proposal.state),
    })
}

fn may(member: &Member, kind: Kind, maker: &str, state: State) -> bool {
    state == State::Waiting && maker != member.name && !member.roles.is_disjoint(&kind.approvers())
}

async fn waiting_sections(ledger: &Ledger, member: &Member) -> Result<Vec<StaffProposal>, Failure> {
    let mut list = Vec::new();
    for name in Section::ALL {
        let document = section(ledger, *name).await?;
        let versions = document.waiting.keys().copied();
        list.extend(versions.filter_map(|version| shown_section(*name, version, &document, member)));
    }
    Ok(list)
}

fn shown_section(name: Section, version: u64, document: &SectionDocument, member: &Member) -> Option<StaffProposal> {
    let waiting = document.waiting.get(&version)?;
    Some(StaffProposal {
        proposal: Which::Section(name, version).to_string(),
        kind: Kind::Config.name().to_owned(),
        digest: section_digest(name, version, waiting),
        what: json!({ "section": name.name(), "version": version, "body": waiting.body, "replaces": waiting.replaces }),
        players: Vec::new(),
        maker: waiting.author.clone(),
        reason: String::new(),
        at_ms: waiting.effective_at.0,
        expires_ms: None,
        state: State::Waiting.name().to_owned(),
        decided_by: None,
        code: None,
        own: waiting.author == member.name,
        can_approve: may(member, Kind::Config, &waiting.author, State::Waiting),
    })
}

fn which(text: &str) -> Result<Which, Failure> {
    Which::parse(text).ok_or_else(|| Failure::invalid("proposal"))
}

/// One proposal with the facts of this moment.
///
/// # Errors
/// 4007 for none.
pub async fn info(call: StaffCall<ProposalsInfoBody>) -> Answer<ProposalsInfoData> {
    let ledger = call.app.ledger();
    let not_found = || Failure::from(Refusal::RecordNotFound);
    let (proposal, facts) = match which(&call.body.proposal)? {
        Which::Own(id) => {
            let proposal = proposals::load(ledger, id).await?;
            let facts = facts::of_proposal(ledger, &proposal).await?;
            (shown(id, &proposal, &call.member).ok_or_else(not_found)?, facts)
        }
        Which::Section(name, version) => {
            let document = section(ledger, name).await?;
            let shown = shown_section(name, version, &document, &call.member);
            let figures = super::config::figures(ledger, name, version).await?;
            (shown.ok_or_else(not_found)?, figures)
        }
    };
    Ok(Data::of(&ProposalsInfoData { proposal, facts }))
}

/// Approves, and carries it out.
///
/// # Errors
/// 9001 without a role that may, 9002 for the maker, 9003 for other terms or a second decision, 4008 too late.
pub async fn approve(call: StaffCall<ProposalsApproveBody>) -> Answer<ProposalsDecided> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let id = match which(&body.proposal)? {
        Which::Own(id) => id,
        Which::Section(name, version) => return approve_section(&call, name, version).await,
    };
    let change = proposals::load(ledger, id).await?.change;
    let kind = change.ok_or(Refusal::RecordNotFound)?.kind;
    let request = begin(&call, kind).await?;
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

async fn begin<B: Body>(call: &StaffCall<B>, kind: Kind) -> Result<ledger::Request, Failure> {
    let terms = Terms {
        allowed: Some(kind.approvers()),
        ..Terms::default()
    };
    call.begin_as(kind.name(), terms).await
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
    let request = begin(call, Kind::Config).await?;
    let command = SectionCommand::Approve {
        version,
        approver: call.member.name.clone(),
    };
    let stream = StreamId::house(&name.stream());
    accepted(ledger.sections().execute(&stream, command, request, Plain).await)?;
    ledger.refresh().await?;
    Ok(decided(&call.body.proposal, State::Done, Some(0)))
}

/// Turns a proposal down; the maker takes the own one back.
///
/// # Errors
/// 9003 once it was decided, 4007 for none.
pub async fn reject(call: StaffCall<ProposalsRejectBody>) -> Answer<ProposalsDecided> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let which = which(&body.proposal)?;
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
