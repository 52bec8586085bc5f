//! The file of all that is held of a person, which two people let out of the house (api §7.26).

use super::{Decision, decided};
use api::error::Failure;
use domain::ids::{PlayerId, ProposalId};
use domain::proposal::{Kind, State, TAKE_MS_MAX};
use domain::time::Timestamp;
use ledger::Ledger;
use serde::{Deserialize, Serialize};

/// The file, as proposed: its maker takes it once it is approved, so nothing is carried out.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct AccessWhat {
    pub player: PlayerId,
}

/// The proposal lets the member take the file of the player now.
///
/// # Errors
/// As [`domain::proposal::Proposal::check_take`]; a fault of the database.
pub async fn check_take(
    ledger: &Ledger,
    proposal: ProposalId,
    who: (&str, PlayerId),
    now: Timestamp,
) -> Result<(), Failure> {
    let decided = decided::one(ledger, proposal).await?;
    let approved_at = decided.decision.map(|decision| decision.at);
    Ok(decided.proposal.check_take(who, approved_at, now)?)
}

/// Until when the maker may take what was approved; nothing of other kinds, and before the approval.
pub(super) fn take_until(kind: Kind, (state, code): (State, Option<i32>), decision: Option<&Decision>) -> Option<i64> {
    let is_approved = state == State::Approved || (state, code) == (State::Done, Some(0));
    let decision = decision.filter(|_| kind == Kind::AccessFile && is_approved);
    decision.map(|decision| decision.at.plus_ms(TAKE_MS_MAX).0)
}
