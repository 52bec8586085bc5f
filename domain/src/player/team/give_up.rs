//! Closing a record that is not received: by time, or by staff for fraud. What is
//! left of it returns to its source account, exactly once.

use super::super::{DomainEvent, Event, Player, Rule};
use super::record::{Record, RecordKind};
use crate::ids::{PlayerId, RecordId};
use crate::posting::{Account, House, Postings};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use serde::{Deserialize, Serialize};

/// Closes a record that was not received in time; issued by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpireRecord {
    pub record: Record,
}

/// Cancels a record for fraud: staff, two people, with a case and a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CancelRecord {
    pub record: Record,
    /// The case it belongs to.
    pub case_id: String,
    pub proposer: String,
    /// Who approved: another person.
    pub approver: String,
    pub reason: String,
}

/// The record expired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRecordExpired {
    pub id: RecordId,
    /// Its contents.
    pub record: Record,
}

/// Staff cancelled the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRecordCancelled {
    pub id: RecordId,
    /// Its contents.
    pub record: Record,
    /// Who approved it.
    pub staff: String,
    pub reason: String,
    /// Who proposed it; the first cancellations named one person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposer: Option<String>,
    /// The case it belongs to; the first cancellations named none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case_id: Option<String>,
}

impl Rule for ExpireRecord {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let record = &self.record;
        record.check()?;
        let expires_at = record.expires_at(&context.config.team);
        if context.now < expires_at {
            return Err(Refusal::NotReadyYet { at: expires_at.0 });
        }
        let expired = TeamRecordExpired {
            id: record.id(player.id),
            record: record.clone(),
        };
        Ok(record.acted(player.id, expired))
    }
}

impl Rule for CancelRecord {
    /// Order of checks: people, case and reason, the record.
    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let record = &self.record;
        if self.proposer == self.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if self.case_id.trim().is_empty() || self.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        record.check()?;
        let cancelled = TeamRecordCancelled {
            id: record.id(player.id),
            record: record.clone(),
            staff: self.approver.clone(),
            reason: self.reason.clone(),
            proposer: Some(self.proposer.clone()),
            case_id: Some(self.case_id.clone()),
        };
        Ok(record.acted(player.id, cancelled))
    }
}

/// Returns what is left of a record to the house.
fn returned(record: &Record, player: PlayerId) -> Postings {
    let house = [House::DiamondIssueInvite, House::UsdtReserve].map(Account::House);
    record.postings(player, record.diamonds, record.rest(), house)
}

impl DomainEvent for TeamRecordExpired {
    fn evolve(&self, _player: &mut Player) {}

    fn postings(&self, player: PlayerId) -> Postings {
        returned(&self.record, player)
    }
}

impl DomainEvent for TeamRecordCancelled {
    /// A cancelled invite no longer counts as valid.
    fn evolve(&self, player: &mut Player) {
        if self.record.kind == RecordKind::Invite {
            player.team.valid_invites = player.team.valid_invites.saturating_sub(1);
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        returned(&self.record, player)
    }
}
