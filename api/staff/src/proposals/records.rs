//! What an invitation brought and nobody received yet, taken back for fraud (api §7.27).

use domain::ids::{PlayerId, RecordId};
use domain::player::team::{CancelRecord, Record, RecordKind};
use domain::posting::{Account, House};
use domain::proposal::Change;
use serde::{Deserialize, Serialize};

/// The record, as proposed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RecordWhat {
    /// Who invited.
    pub player: PlayerId,
    pub record: RecordId,
    /// What it held, and what of it was received: once more is received it is another record.
    pub contents: Record,
    pub case_id: String,
}

impl RecordWhat {
    /// The command that it becomes: 4001 for a record that was received, expired or cancelled by now.
    pub(super) fn command(self, change: &Change, approver: &str) -> CancelRecord {
        CancelRecord {
            record: self.contents,
            case_id: self.case_id,
            proposer: change.maker.clone(),
            approver: approver.to_owned(),
            reason: change.reason.clone(),
        }
    }

    /// Where what is left of it lies, where it goes, and how many minor units that are.
    pub(super) fn moves(&self) -> (Account, House, i64) {
        match self.contents.kind {
            RecordKind::Invite => {
                let diamonds = self.contents.diamonds.minor();
                (Account::InviteDue(self.player), House::DiamondIssueInvite, diamonds)
            }
            RecordKind::RebateL1 | RecordKind::RebateL2 => {
                let rest = self.contents.rest().minor();
                (Account::ReferralDue(self.player), House::UsdtReserve, rest)
            }
        }
    }
}
