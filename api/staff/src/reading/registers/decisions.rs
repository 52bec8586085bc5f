//! A decision as one line: who began it, who agreed, what it moves and for whom, both reasons, and what came of it,
//! folded from the stream that it stands in, up to the moment that is looked at.

use crate::facts::reason_of;
use crate::proposals::amount::{self, Moves};
use crate::proposals::decided::Decided;
use crate::proposals::versions;
use crate::reading::events::heading;
use crate::reading::read::Moment;
use crate::wire::registers::RegisterDecision;
use crate::withdrawals::name_of;
use domain::config::{Section, SectionDocument, SectionEvent};
use domain::ids::PlayerId;
use domain::kyc::{KycCheck, KycEvent};
use domain::proposal::{Proposal, State};
use domain::staff::{Staff, StaffEvent};
use domain::stream::Stream;
use domain::withdrawal::{Approver, Withdrawal, WithdrawalEvent};
use ledger::feed::{self, Recorded};
use ledger::{Fault, Ledger, StreamId};
use projections::staff_actions;
use std::collections::HashMap;

/// Whoever decides by rule alone.
const AUTO: &str = "auto";
/// The call under which the reason of a yes to a withdrawal is recorded.
const APPROVE: &str = "withdrawals/approve";
/// Events of a long stream that are looked through for what began a decision, and acts of one call for its reason.
const LOOKED_MAX: i64 = 100;
/// Events of one decision that a line names at most.
const EVENTS_MAX: usize = 50;

/// What a line says beside its event.
#[derive(Default)]
pub struct Said {
    pub players: Vec<PlayerId>,
    pub moves: Option<Moves>,
    pub decision: RegisterDecision,
}

/// The streams of a page's decisions, read at once.
pub struct Streams(HashMap<String, Vec<Recorded>>);

impl Streams {
    /// Streams of proposals and withdrawals, which are short, up to the moment.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn read(ledger: &Ledger, events: &[Recorded], until: &Moment) -> Result<Streams, Fault> {
        let mut streams: HashMap<String, Vec<Recorded>> = HashMap::new();
        for name in [Proposal::TYPE, Withdrawal::TYPE] {
            let of_type = events.iter().filter(|event| event.aggregate_type == name);
            let keys: Vec<String> = of_type.map(|event| event.aggregate_id.clone()).collect();
            for recorded in feed::read_streams(ledger.pool(), name, &keys).await? {
                if until.has(&recorded) {
                    streams.entry(recorded.aggregate_id.clone()).or_default().push(recorded);
                }
            }
        }
        Ok(Streams(streams))
    }

    fn of(&self, event: &Recorded) -> &[Recorded] {
        self.0.get(&event.aggregate_id).map_or(&[], Vec::as_slice)
    }
}

/// Whether a decision may be about an amount: those about configuration, identities and keys are not.
pub fn may_move(event: &Recorded) -> bool {
    [Proposal::TYPE, Withdrawal::TYPE].contains(&event.aggregate_type.as_str())
}

/// The decision that an event is; nothing for an event that decides nothing.
///
/// # Errors
/// A fault of the database.
pub async fn of_event(ledger: &Ledger, event: &Recorded, streams: &Streams) -> Result<Option<Said>, Fault> {
    let said = match event.aggregate_type.as_str() {
        Proposal::TYPE => of_proposal(ledger, streams.of(event)).await?,
        Withdrawal::TYPE => of_withdrawal(ledger, event, streams.of(event)).await?,
        SectionDocument::TYPE => of_version(ledger, event).await?,
        KycCheck::TYPE => of_check(ledger, event).await?,
        Staff::TYPE => of_key(ledger, event).await?,
        _ => return Ok(None),
    };
    Ok(Some(said))
}

fn headings<'a>(
    events: impl IntoIterator<Item = &'a Recorded>,
) -> Result<Vec<crate::wire::events::EventHeading>, Fault> {
    events.into_iter().take(EVENTS_MAX).map(heading).collect()
}

async fn of_proposal(ledger: &Ledger, stream: &[Recorded]) -> Result<Said, Fault> {
    let mut decided = Decided::default();
    for recorded in stream {
        decided.apply(&recorded.decode()?);
    }
    let Some(change) = &decided.proposal.change else {
        return Ok(Said::default());
    };
    let decision = decided.decision.as_ref();
    Ok(Said {
        players: change.players.clone(),
        moves: amount::of_change(ledger, change).await?,
        decision: RegisterDecision {
            kind: change.kind.name().to_owned(),
            maker: Some(change.maker.clone()),
            made_ms: Some(change.at.0),
            checkers: decision.iter().map(|decision| decision.by.clone()).collect(),
            reason: Some(change.reason.clone()),
            decision: decision.and_then(|decision| decision.reason.clone()),
            outcome: decided.proposal.state.name().to_owned(),
            code: decided.proposal.code,
            events: headings(stream)?,
        },
    })
}

async fn of_withdrawal(ledger: &Ledger, event: &Recorded, stream: &[Recorded]) -> Result<Said, Fault> {
    let mut withdrawal = Withdrawal::default();
    let mut said = Said::default();
    for recorded in stream {
        let step: WithdrawalEvent = recorded.decode()?;
        withdrawal.evolve(&step);
        let terms = match step {
            WithdrawalEvent::Requested { request } => {
                said.decision.maker = request.refund.map(|refund| refund.proposer);
                request.terms
            }
            WithdrawalEvent::ReturnOpened {
                terms,
                proposer,
                reason,
                ..
            } => {
                (said.decision.maker, said.decision.reason) = (Some(proposer), Some(reason));
                terms
            }
            _ => continue,
        };
        said.decision.made_ms = Some(recorded.recorded_at_ms);
        said.players.extend((!terms.player.0.is_nil()).then_some(terms.player));
        said.moves = Some(Moves::usdt(terms.amount.minor()));
    }
    match event.decode()? {
        WithdrawalEvent::Approved { by: Approver::Auto, .. } => said.decision.checkers = vec![AUTO.to_owned()],
        WithdrawalEvent::Approved {
            by: Approver::Staff(names),
            ..
        } => {
            let key = Some(event.aggregate_id.as_str());
            let acts = staff_actions::of_call(ledger.pool(), APPROVE, key, LOOKED_MAX).await?;
            let at = domain::time::Timestamp(event.recorded_at_ms);
            said.decision.decision = names.last().and_then(|name| reason_of(&acts, APPROVE, name, at));
            said.decision.checkers = names;
        }
        WithdrawalEvent::Rejected { by, reason, .. } => {
            (said.decision.checkers, said.decision.decision) = (vec![by], Some(reason));
        }
        _ => {}
    }
    said.decision.kind = "withdrawal".to_owned();
    said.decision.outcome = name_of(withdrawal.state);
    said.decision.events = headings(stream)?;
    Ok(said)
}

async fn of_version(ledger: &Ledger, event: &Recorded) -> Result<Said, Fault> {
    let (number, state, by, why) = match event.decode()? {
        SectionEvent::ConfigApproved { version, approver, .. } => (version, State::Done, approver, None),
        SectionEvent::ConfigRejected { version, by, reason } => (version, State::Rejected, by, Some(reason)),
        SectionEvent::ConfigProposed { .. } => return Ok(Said::default()),
    };
    let section = Section::ALL
        .iter()
        .find(|section| section.stream() == event.aggregate_id);
    let version = match section {
        Some(section) => versions::of_section(ledger, *section).await?.remove(&number),
        None => None,
    };
    let is_own = version.as_ref().is_some_and(|version| version.proposed.author == by);
    let state = match state == State::Rejected && is_own {
        true => State::Withdrawn,
        false => state,
    };
    Ok(Said {
        decision: RegisterDecision {
            kind: "config".to_owned(),
            maker: version.as_ref().map(|version| version.proposed.author.clone()),
            made_ms: version.as_ref().map(|version| version.at.0),
            checkers: vec![by],
            reason: version.map(|version| version.reason),
            decision: why,
            outcome: state.name().to_owned(),
            code: None,
            events: headings([event])?,
        },
        ..Said::default()
    })
}

async fn of_check(ledger: &Ledger, event: &Recorded) -> Result<Said, Fault> {
    let key = &event.aggregate_id;
    let submitted = feed::read_newest(ledger.pool(), KycCheck::TYPE, key, &["KycSubmitted"], LOOKED_MAX).await?;
    let before = submitted.into_iter().find(|one| one.sequence < event.sequence);
    let (maker, by, why, outcome) = match event.decode()? {
        KycEvent::KycDecided {
            by, verdict, reasons, ..
        } => (None, by, Some(reasons.join(", ")), verdict.name()),
        KycEvent::KycReset {
            by,
            approver: Some(approver),
            reason,
            ..
        } => (Some((by, reason)), approver, None, "reset"),
        KycEvent::KycReset { by, reason, .. } => (None, by, Some(reason), "reset"),
        _ => return Ok(Said::default()),
    };
    let (maker, reason) = maker.unzip();
    Ok(Said {
        players: vec![PlayerId(StreamId::parse(key).owner)],
        moves: None,
        decision: RegisterDecision {
            kind: "identity".to_owned(),
            maker,
            reason,
            made_ms: before.as_ref().map(|submitted| submitted.recorded_at_ms),
            checkers: vec![by],
            decision: why.filter(|why| !why.is_empty()),
            outcome: outcome.to_owned(),
            events: headings(before.iter().chain([event]))?,
            ..RegisterDecision::default()
        },
    })
}

async fn of_key(ledger: &Ledger, event: &Recorded) -> Result<Said, Fault> {
    let (by, reason, outcome) = match event.decode()? {
        StaffEvent::StaffKeyApproved { by, reason, .. } => (by, reason, "approved"),
        StaffEvent::StaffKeyRevoked { by, reason, .. } => (by, reason, "revoked"),
        _ => return Ok(Said::default()),
    };
    let owner = StreamId::parse(&event.aggregate_id);
    let member = ledger.staff().load(&owner).await?.state.name;
    let pool = ledger.pool();
    let proposed = feed::read_newest(
        pool,
        Staff::TYPE,
        &event.aggregate_id,
        &["StaffKeyProposed"],
        LOOKED_MAX,
    )
    .await?;
    let before = proposed.into_iter().find(|one| one.sequence < event.sequence);
    Ok(Said {
        decision: RegisterDecision {
            kind: "key".to_owned(),
            maker: member,
            made_ms: before.as_ref().map(|proposed| proposed.recorded_at_ms),
            checkers: vec![by],
            decision: Some(reason),
            outcome: outcome.to_owned(),
            events: headings(before.iter().chain([event]))?,
            ..RegisterDecision::default()
        },
        ..Said::default()
    })
}
