//! A proposal with how it was decided: its stream is short, and tells both.

use super::Decision;
use domain::ids::ProposalId;
use domain::proposal::{Proposal, ProposalEvent};
use domain::stream::Stream as _;
use ledger::{Fault, Ledger, StreamId, feed};
use std::collections::HashMap;

/// A proposal as its stream tells it.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The proposal as it stands.
    pub proposal: Proposal,
    /// How it was decided; none while it waits.
    pub decision: Option<Decision>,
}

impl Told {
    fn hear(&mut self, event: &ProposalEvent) {
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
pub async fn page(ledger: &Ledger, ids: &[ProposalId]) -> Result<HashMap<ProposalId, Told>, Fault> {
    let keys: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let mut told: HashMap<ProposalId, Told> = HashMap::with_capacity(keys.len());
    for recorded in feed::read_streams(ledger.pool(), Proposal::TYPE, &keys).await? {
        let id = ProposalId(StreamId::parse(&recorded.aggregate_id).owner);
        told.entry(id).or_default().hear(&recorded.decode()?);
    }
    Ok(told)
}

/// One proposal; nothing was proposed under an unknown id.
///
/// # Errors
/// A fault of the database.
pub async fn one(ledger: &Ledger, id: ProposalId) -> Result<Told, Fault> {
    Ok(page(ledger, &[id]).await?.remove(&id).unwrap_or_default())
}
