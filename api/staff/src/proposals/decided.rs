//! A proposal with how it was decided, folded from its stream, which is short.

use super::Decision;
use domain::ids::ProposalId;
use domain::proposal::{Proposal, ProposalEvent};
use domain::stream::Stream as _;
use ledger::{Fault, Ledger, StreamId, feed};
use std::collections::HashMap;

/// A proposal with its decision.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// The proposal as it stands.
    pub proposal: Proposal,
    /// How it was decided; none while it waits.
    pub decision: Option<Decision>,
}

impl Decided {
    /// One event more.
    pub fn apply(&mut self, event: &ProposalEvent) {
        self.proposal.evolve(event);
        match event {
            ProposalEvent::Approved { by, reason, at, .. }
            | ProposalEvent::Rejected { by, reason, at }
            | ProposalEvent::Withdrawn { by, reason, at } => {
                self.decision = Some(Decision {
                    by: by.clone(),
                    reason: Some(reason.clone()),
                    at: *at,
                });
            }
            ProposalEvent::Proposed { .. } | ProposalEvent::Done { .. } => {}
        }
    }
}

/// Proposals by id, a page of them with one query.
///
/// # Errors
/// A fault of the database.
pub async fn page(ledger: &Ledger, ids: &[ProposalId]) -> Result<HashMap<ProposalId, Decided>, Fault> {
    let keys: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let mut decided: HashMap<ProposalId, Decided> = HashMap::with_capacity(keys.len());
    for recorded in feed::read_streams(ledger.pool(), Proposal::TYPE, &keys).await? {
        let id = ProposalId(StreamId::parse(&recorded.aggregate_id).owner);
        decided.entry(id).or_default().apply(&recorded.decode()?);
    }
    Ok(decided)
}

/// One proposal; nothing was proposed under an unknown id.
///
/// # Errors
/// A fault of the database.
pub async fn one(ledger: &Ledger, id: ProposalId) -> Result<Decided, Fault> {
    Ok(page(ledger, &[id]).await?.remove(&id).unwrap_or_default())
}
