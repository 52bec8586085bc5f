//! Four eyes, put to work: proposals of streams of their own, and versions of the configuration, which are proposals of
//! theirs. What was approved is carried out from the proposal's stream and from nowhere else, under request ids that are
//! derived from it: once, however often it is tried.

use super::call::accepted;
use crate::app::App;
use crate::error::Failure;
use domain::config::{Section, SectionDocument, Waiting};
use domain::draw::hex_digest;
use domain::ids::{PlayerId, ProposalId, WithdrawalId, derived};
use domain::player::adjustment::Adjust;
use domain::player::freeze::Freeze;
use domain::posting::{House, Purse};
use domain::proposal::{Change, Kind, Proposal, ProposalCommand, Propose, State};
use domain::refusal::Refusal;
use domain::staff::{Role, Roles};
use domain::withdrawal::WithdrawalCommand;
use ledger::policies;
use ledger::{CommandError, Fault, Ledger, Plain, Reply, Request, StreamId};
use rails::incoming;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use uuid::Uuid;

/// How often approved proposals that were not carried out are looked for: a process may end between the two.
const SWEEP_EVERY: Duration = Duration::from_secs(30);
/// Such proposals at once.
const SWEEP_MAX: i64 = 50;
/// The kind of the configuration's proposals.
pub const CONFIG: &str = "config";

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
            Which::Section(section, version) => write!(formatter, "config.{}.{version}", section.name()),
        }
    }
}

/// Who may approve a kind of change.
pub fn approvers(kind: &str) -> Roles {
    match kind {
        "cluster_freeze" => [Role::Risk, Role::FinanceLead].into(),
        CONFIG => [Role::FinanceLead, Role::ConfigAdmin].into(),
        _ => [Role::FinanceLead].into(),
    }
}

/// A correction of a purse, as proposed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AdjustmentWhat {
    /// Whose.
    pub player: PlayerId,
    /// Journal name of the purse.
    pub purse: String,
    /// Signed minor units.
    pub delta: String,
    /// Journal name of the counter-account.
    pub counter: String,
    /// The case.
    pub case_id: String,
}

/// A payment of nobody and the order that it is given to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AssignWhat {
    /// The payment's transaction.
    pub tx: String,
    /// The order's number.
    pub order_no: String,
    /// The rail and the logical time, which tell payments of one transaction apart; none in older proposals.
    #[serde(default)]
    pub of: Option<(String, u64)>,
}

/// A withdrawal whose payment was not what was approved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClearWhat {
    /// The withdrawal.
    pub withdrawal: WithdrawalId,
}

/// Accounts that are stopped at once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FreezeWhat {
    /// Whose.
    pub players: Vec<PlayerId>,
}

/// Makes a proposal. Answers its digest.
///
/// # Errors
/// The refusal, or the door's own.
pub async fn make(ledger: &Ledger, propose: Propose, request: Request) -> Result<String, Failure> {
    let id = propose.proposal;
    let stream = StreamId::thing(id.0);
    let command = ProposalCommand::Propose(propose);
    accepted(ledger.proposals().execute(&stream, command, request, Plain).await)?;
    let change = load(ledger, id).await?.change;
    Ok(change.map(|change| change.digest).unwrap_or_default())
}

/// A proposal as it stands.
///
/// # Errors
/// A fault of the ledger.
pub async fn load(ledger: &Ledger, id: ProposalId) -> Result<Proposal, Fault> {
    Ok(ledger.proposals().load(&StreamId::thing(id.0)).await?.state)
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
    let bound = (section, version, &waiting.body, waiting.effective_at, waiting.replaces);
    hex_digest(&serde_json::to_vec(&bound).expect("numbers write"))
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
    let code = match done(ledger, id, change, approver).await {
        Ok(()) => 0,
        Err(Failure::Refused { code, .. }) => code,
        Err(Failure::Invalid(_)) => crate::error::INVALID,
        Err(later) => return Err(later),
    };
    let finish = ProposalCommand::Finish { code };
    let request = Request::system("system:proposals", derived("proposal_finish", id.0));
    let stream = StreamId::thing(id.0);
    ledger.proposals().execute(&stream, finish, request, Plain).await?;
    Ok(load(ledger, id).await?)
}

async fn done(ledger: &Ledger, id: ProposalId, change: &Change, approver: &str) -> Result<(), Failure> {
    let request = Request {
        id: Some(derived("proposal_done", id.0)),
        actor: format!("staff:{approver}"),
        ..Request::default()
    };
    match change.kind {
        Kind::Adjustment => adjust(ledger, change, approver, request).await,
        Kind::TopupAssign => assign(ledger, change, approver).await,
        Kind::MismatchClear => clear(ledger, change, approver, request).await,
        Kind::ClusterFreeze => freeze(ledger, change, approver, &request).await,
    }
}

fn what<T: for<'de> Deserialize<'de>>(change: &Change) -> Result<T, Failure> {
    serde_json::from_value(change.what.clone()).map_err(|_| Failure::invalid("what"))
}

/// The command that a correction is, if its parts are what they must be.
///
/// # Errors
/// -1006 with the first part that is not.
pub fn adjustment(what: &AdjustmentWhat, proposer: &str, approver: &str) -> Result<Adjust, Failure> {
    Ok(Adjust {
        purse: Purse::named(&what.purse).ok_or_else(|| Failure::invalid("purse"))?,
        delta: what.delta.parse().map_err(|_| Failure::invalid("delta"))?,
        counter: House::named(&what.counter).ok_or_else(|| Failure::invalid("counter"))?,
        case_id: what.case_id.clone(),
        proposer: proposer.to_owned(),
        approver: approver.to_owned(),
    })
}

async fn adjust(ledger: &Ledger, change: &Change, approver: &str, request: Request) -> Result<(), Failure> {
    let what: AdjustmentWhat = what(change)?;
    let command = adjustment(&what, &change.maker, approver)?;
    let id = StreamId::player(what.player);
    tell(
        ledger,
        &id,
        ledger.players().execute(&id, command.into(), request, Plain).await,
    )
    .await
}

async fn assign(ledger: &Ledger, change: &Change, approver: &str) -> Result<(), Failure> {
    let what: AssignWhat = what(change)?;
    let by = format!("{} {approver}", change.maker);
    let (pool, tx) = (ledger.pool(), what.tx);
    let key = match what.of {
        Some((rail, lt)) => Some(incoming::Key { rail, tx, lt }),
        None => incoming::key_of(pool, &tx, &what.order_no).await?,
    };
    let key = key.ok_or(Refusal::StateChanged)?;
    if incoming::claim(pool, &key, &what.order_no, &by).await? || incoming::is_of(pool, &key, &what.order_no).await? {
        return Ok(());
    }
    Err(Refusal::StateChanged.into())
}

async fn clear(ledger: &Ledger, change: &Change, approver: &str, request: Request) -> Result<(), Failure> {
    let what: ClearWhat = what(change)?;
    let command = WithdrawalCommand::ClearMismatch {
        proposer: change.maker.clone(),
        approver: approver.to_owned(),
        reason: change.reason.clone(),
    };
    let id = StreamId::thing(what.withdrawal.0);
    tell(
        ledger,
        &id,
        ledger.withdrawals().execute(&id, command, request, Plain).await,
    )
    .await
}

/// Those who are frozen already stay frozen.
async fn freeze(ledger: &Ledger, change: &Change, approver: &str, request: &Request) -> Result<(), Failure> {
    let what: FreezeWhat = what(change)?;
    for player in what.players {
        let command = Freeze {
            staff: approver.to_owned(),
            reason: change.reason.clone(),
        };
        let request = Request {
            id: request.id.map(|id| derived(&format!("freeze:{player}"), id)),
            ..request.clone()
        };
        let id = StreamId::player(player);
        let reply = ledger.players().execute(&id, command.into(), request, Plain).await?;
        if reply.code != Refusal::StateChanged.code() {
            tell(ledger, &id, Ok(reply)).await?;
        }
    }
    Ok(())
}

/// The reply if it was accepted, and what follows from it in other streams.
///
/// # Errors
/// The refusal, or the door's own.
pub async fn tell(ledger: &Ledger, id: &StreamId, reply: Result<Reply, CommandError>) -> Result<(), Failure> {
    let reply = accepted(reply)?;
    policies::apply_now(ledger, ledger.partition_of(id.owner), reply.position).await;
    Ok(())
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

/// One round of it.
///
/// # Errors
/// The first proposal that could not be carried out now.
pub async fn sweep_once(app: &App) -> Result<(), Failure> {
    let wanted = projections::proposals::Wanted {
        state: Some(State::Approved.name()),
        ..Default::default()
    };
    for row in projections::proposals::list(app.ledger().pool(), wanted, SWEEP_MAX).await? {
        carry_out(app, row.proposal).await?;
    }
    Ok(())
}

/// A change as the wire shows it.
pub fn written(what: &impl Serialize) -> Value {
    serde_json::to_value(what).expect("a change writes")
}
