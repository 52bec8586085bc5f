//! A verdict about an identity that is revoked: the player may submit again (api §7.4).

use super::changes::read;
use crate::call::accepted;
use api::error::Failure;
use api::kyc;
use domain::ids::PlayerId;
use domain::kyc::Reset;
use domain::proposal::Change;
use ledger::{Ledger, Request};
use serde::{Deserialize, Serialize};

/// The verdict, as proposed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResetWhat {
    pub player: PlayerId,
    /// The number of the status that was looked at.
    pub revision: u32,
}

impl ResetWhat {
    /// The command that it becomes: 9003 once the status is another one.
    fn command(&self, change: &Change, approver: &str) -> Reset {
        Reset {
            revision: self.revision,
            by: change.maker.clone(),
            approver: approver.to_owned(),
            reason: change.reason.clone(),
        }
    }
}

/// Revokes the verdict, as two people decided.
///
/// # Errors
/// The refusal of the check, or a command handler that is busy.
pub(super) async fn carry_out(
    ledger: &Ledger,
    change: &Change,
    approver: &str,
    request: Request,
) -> Result<(), Failure> {
    let what: ResetWhat = read(change)?;
    let reset = what.command(change, approver);
    accepted(kyc::reset(ledger, what.player, reset, request).await).map(drop)
}
