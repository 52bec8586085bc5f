//! What an approved proposal lets its maker take: the file of all that is held of a person (api §7.26). Nothing is
//! carried out by the approval; each taking is a look of its own, which names the proposal.

use super::{Kind, Proposal, State};
use crate::ids::PlayerId;
use crate::refusal::Refusal;
use crate::time::{DAY_MS, Timestamp};

/// How long the file may be taken after the approval (ASSUMED): time to read the texts in it, and to take it once more
/// when a letter is lost.
pub const TAKE_MS_MAX: i64 = 7 * DAY_MS;

impl Proposal {
    /// Whether `member` may take the file of `player` at `now`, as somebody approved it at `approved_at`.
    ///
    /// Order of checks: kind and player, decision, maker, time.
    ///
    /// # Errors
    /// 4007 where no file of this player was proposed, 9002 while it waits, 9003 once it was turned down or withdrawn,
    /// 9001 for anybody but its maker, 4008 seven days after the approval.
    pub fn check_take(
        &self,
        (member, player): (&str, PlayerId),
        approved_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let change = self.change.as_ref().ok_or(Refusal::RecordNotFound)?;
        if change.kind != Kind::AccessFile || change.players != [player] {
            return Err(Refusal::RecordNotFound);
        }
        match (self.state, self.code) {
            (State::Waiting, _) => return Err(Refusal::OtherPersonMustApprove),
            (State::Approved, _) | (State::Done, Some(0)) => {}
            (State::Rejected | State::Withdrawn | State::Done, _) => return Err(Refusal::StateChanged),
        }
        if change.maker != member {
            return Err(Refusal::NoPermission);
        }
        let approved_at = approved_at.ok_or(Refusal::StateChanged)?;
        match now.since(approved_at) < TAKE_MS_MAX {
            true => Ok(()),
            false => Err(Refusal::Expired),
        }
    }
}
