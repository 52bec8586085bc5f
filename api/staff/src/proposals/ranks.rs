//! A player who is taken off a closed board (api §7.27).

use domain::ids::{PlayerId, RankId};
use domain::proposal::Change;
use domain::rank::{Correct, RankCommand};
use serde::{Deserialize, Serialize};

/// The correction, as proposed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RankWhat {
    /// The board of a period.
    pub rank: RankId,
    pub player: PlayerId,
    pub case_id: String,
}

impl RankWhat {
    /// The command that it becomes: 4007 for somebody who does not stand on the board.
    pub(super) fn command(self, change: &Change, approver: &str) -> RankCommand {
        RankCommand::Correct(Correct {
            player: self.player,
            case_id: self.case_id,
            proposer: change.maker.clone(),
            approver: approver.to_owned(),
            reason: change.reason.clone(),
        })
    }
}
