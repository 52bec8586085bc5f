//! Proposals: changes that one person makes and another approves. Each has a stream of its own, except versions of the
//! configuration, which are in the stream of their section. An approved change is read from the proposal's stream and
//! from nowhere else, and carried out under request ids that are derived from it: once, however often it is tried.
//!
//! Who may approve, and what an approval is bound to, are rules of [`domain::proposal`].

pub mod access;
pub mod accounts;
pub mod amount;
pub mod changes;
pub mod corrections;
pub mod decided;
pub mod difference;
pub mod dives;
pub mod erasure;
pub mod facts;
pub mod kyc;
pub mod packets;
pub mod periods;
pub mod ranks;
pub mod records;
pub mod refunds;
pub mod restates;
pub mod returns;
pub mod shown;
pub mod versions;
pub mod waiting;

use super::call::{StaffCall, Terms, accepted};
use super::permissions::sees_proposals;
use super::session::Member;
use super::wire::proposals::StaffProposed;
use api::app::App;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use domain::config::{Section, SectionDocument, Waiting};
use domain::ids::{PlayerId, ProposalId, derived};
use domain::proposal::{Change, Kind, Proposal, ProposalCommand, Propose, State, stated_subject};
use domain::refusal::Refusal;
use domain::time::Timestamp;
use ledger::policies;
use ledger::{CommandError, Fault, Ledger, Plain, Reply, Request, StreamId};
use serde::Serialize;
use std::time::Duration;
use uuid::Uuid;

/// How often approved proposals that were not carried out are looked for: a process may end between the two.
const SWEEP_EVERY: Duration = Duration::from_secs(30);
/// Such proposals at once.
const SWEEP_MAX: i64 = 50;

/// How a proposal was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who.
    pub by: String,
    /// Why, where the stream of the proposal has it.
    pub reason: Option<String>,
    /// When.
    pub at: Timestamp,
}

/// Which proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// One of a stream of its own.
    Own(ProposalId),
    /// A version of a section.
    Section(Section, u64),
}

impl Which {
    /// The id on the wire: a UUID, or `config.<section>.<version>`.
    pub fn parse(text: &str) -> Option<Which> {
        if let Ok(id) = Uuid::try_parse(text) {
            return Some(Which::Own(ProposalId(id)));
        }
        let (section, version) = text.strip_prefix("config.")?.split_once('.')?;
        Some(Which::Section(Section::named(section)?, version.parse().ok()?))
    }
}

impl std::fmt::Display for Which {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Which::Own(id) => write!(formatter, "{id}"),
            Which::Section(section, version) => formatter.write_str(&Waiting::id(*section, *version)),
        }
    }
}

/// Records that the caller proposes a change, and makes the proposal.
///
/// # Errors
/// As [`StaffCall::begin_as`]; the refusal of the proposal's rules, or a command handler that is busy.
pub async fn propose<B: Body>(
    call: &StaffCall<B>,
    terms: Terms,
    kind: Kind,
    what: &impl Serialize,
    players: Vec<PlayerId>,
) -> Answer<StaffProposed> {
    let request = begin(call, terms, kind, what).await?;
    let made = make(call, request, kind, what, players).await?;
    Ok(Data::of(&StaffProposed {
        proposal: made.proposal.to_string(),
        digest: made.change.digest,
    }))
}

/// Records that the caller proposes a change: the act names what its maker states of it.
///
/// # Errors
/// As [`StaffCall::begin_as`].
pub async fn begin<B: Body>(
    call: &StaffCall<B>,
    terms: Terms,
    kind: Kind,
    what: &impl Serialize,
) -> Result<Request, Failure> {
    call.begin_as(stated_subject(kind, &changes::written(what)), terms)
        .await
}

/// A proposal as it stands in its stream.
pub struct Made {
    pub proposal: ProposalId,
    pub change: Change,
}

/// Makes a proposal of the caller, who has begun it.
///
/// # Errors
/// As [`propose`].
pub async fn make<B: Body>(
    call: &StaffCall<B>,
    request: Request,
    kind: Kind,
    what: &impl Serialize,
    players: Vec<PlayerId>,
) -> Result<Made, Failure> {
    let ledger = call.app.ledger();
    let proposal = ProposalId::of_request(request.id.unwrap_or_default());
    let propose = ProposalCommand::Propose(Propose {
        proposal,
        kind,
        what: changes::written(what),
        players,
        maker: call.member.name.clone(),
        own: call.member.own,
        reason: call.reason(),
    });
    accepted(
        ledger
            .proposals()
            .execute(&StreamId::thing(proposal.0), propose, request, Plain)
            .await,
    )?;
    let change = load(ledger, proposal).await?.change.ok_or(Refusal::RecordNotFound)?;
    Ok(Made { proposal, change })
}

/// A proposal as it stands.
///
/// # Errors
/// A fault of the ledger.
pub async fn load(ledger: &Ledger, id: ProposalId) -> Result<Proposal, Fault> {
    Ok(ledger.proposals().load(&StreamId::thing(id.0)).await?.state)
}

/// The maker whose proposals alone a member sees: the member, without a role that sees those of others.
pub fn only_of(member: &Member) -> Option<&str> {
    (!sees_proposals(&member.roles)).then_some(member.name.as_str())
}

/// A section's document.
///
/// # Errors
/// A fault of the ledger.
pub async fn section(ledger: &Ledger, section: Section) -> Result<SectionDocument, Fault> {
    Ok(ledger.sections().load(&StreamId::house(&section.stream())).await?.state)
}

/// What an approval of a section's version is bound to.
pub fn section_digest(section: Section, version: u64, waiting: &Waiting) -> String {
    waiting.digest(section, version)
}

/// Carries out what was approved. Twice is once; what is not approved is left alone.
///
/// # Errors
/// [`Failure::Busy`] or a fault: it is tried again later.
pub async fn carry_out(app: &App, id: ProposalId) -> Result<Proposal, Failure> {
    let ledger = app.ledger();
    let proposal = load(ledger, id).await?;
    let (State::Approved, Some(change), Some(approver)) = (proposal.state, &proposal.change, &proposal.decided_by)
    else {
        return Ok(proposal);
    };
    let code = match carry_out_change(app, id, change, approver).await {
        Ok(()) => 0,
        Err(Failure::Refused { code, .. }) => code,
        Err(Failure::Invalid(_) | Failure::Broken(_)) => api::error::INVALID,
        Err(later) => return Err(later),
    };
    let finish = ProposalCommand::Finish { code };
    let request = Request::system("system:proposals", derived("proposal_finish", id.0));
    let stream = StreamId::thing(id.0);
    ledger.proposals().execute(&stream, finish, request, Plain).await?;
    Ok(load(ledger, id).await?)
}

/// What was approved, and the end of the sessions of whom it stops.
async fn carry_out_change(app: &App, id: ProposalId, change: &Change, approver: &str) -> Result<(), Failure> {
    changes::carry_out(app.ledger(), id, change, approver).await?;
    for player in changes::frozen(change)? {
        app.sessions().end_all(player, app.now()).await?;
    }
    Ok(())
}

/// The reply if it was accepted, once policies have applied it to other streams.
///
/// # Errors
/// The refusal, or a command handler that is busy.
pub async fn settle(ledger: &Ledger, id: &StreamId, reply: Result<Reply, CommandError>) -> Result<Reply, Failure> {
    let reply = accepted(reply)?;
    policies::apply_now(ledger, ledger.partition_of(id.owner), reply.position).await;
    Ok(reply)
}

/// Carries out what was approved and not carried out, for as long as it is polled.
pub async fn sweep(app: App) {
    loop {
        tokio::time::sleep(SWEEP_EVERY).await;
        if let Err(failure) = sweep_once(&app).await {
            tracing::warn!(%failure, "approved proposals wait to be carried out");
        }
    }
}

/// One round of it: one that cannot be carried out now keeps no other one waiting.
///
/// # Errors
/// Of the first proposal that could not be carried out now.
pub async fn sweep_once(app: &App) -> Result<(), Failure> {
    let wanted = projections::proposals::Wanted {
        state: Some(State::Approved.name()),
        ..Default::default()
    };
    let mut done = Ok(());
    for row in projections::proposals::list(app.ledger().pool(), wanted, SWEEP_MAX).await? {
        done = done.and(carry_out(app, row.proposal).await.map(drop));
    }
    done
}
