//! A player who is taken off a closed board (api §7.27).

use super::changes::read;
use super::settle;
use api::error::Failure;
use domain::ids::{PlayerId, RankId};
use domain::proposal::Change;
use domain::rank::{Correct, RankCommand};
use ledger::{Ledger, Plain, Request, StreamId};
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

/// Takes the player off, as two people decided.
///
/// # Errors
/// The refusal of the board, or a command handler that is busy.
pub(super) async fn correct(ledger: &Ledger, change: &Change, approver: &str, request: Request) -> Result<(), Failure> {
    let what: RankWhat = read(change)?;
    let id = StreamId::thing(what.rank.0);
    let command = what.command(change, approver);
    let reply = ledger.ranks().execute(&id, command, request, Plain).await;
    settle(ledger, &id, reply).await.map(drop)
}
