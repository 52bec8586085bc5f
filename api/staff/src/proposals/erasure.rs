//! The end of an account, for a player who asks a person for it (api §7.15).

use domain::ids::PlayerId;
use domain::player::erasure::{RequestErasure, TwoOfStaff};
use domain::proposal::Change;
use serde::{Deserialize, Serialize};

/// The end of an account, as proposed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ErasureWhat {
    pub player: PlayerId,
}

impl ErasureWhat {
    /// The command that it becomes: 4001 once the player asked, or somebody else did.
    pub(super) fn command(change: &Change, approver: &str) -> RequestErasure {
        RequestErasure {
            staff: Some(TwoOfStaff {
                proposer: change.maker.clone(),
                approver: approver.to_owned(),
            }),
            reason: change.reason.clone(),
        }
    }
}
