//! `ranks/…`: taking a player off a closed board, as two people decide (api §7.27).

use crate::call::{StaffCall, Terms};
use crate::cases;
use crate::player_act::check_other;
use crate::proposals;
use crate::proposals::ranks::RankWhat;
use crate::wire::proposals::StaffProposed;
use crate::wire::ranks::RanksProposeBody;
use api::endpoint::Answer;
use domain::ids::{PlayerId, RankId};
use domain::proposal::Kind;
use domain::refusal::Refusal;
use ledger::StreamId;

/// Proposes to take a player off.
///
/// # Errors
/// -1006 without a case, 9002 for oneself, 4007 for somebody who does not stand on that board.
pub async fn propose(call: StaffCall<RanksProposeBody>) -> Answer<StaffProposed> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let (rank, player) = (RankId(body.rank.0), PlayerId(body.player.0));
    cases::check_given(ledger, &body.case_id).await?;
    check_other(&call, player)?;
    let board = ledger.ranks().load(&StreamId::thing(rank.0)).await?.state;
    board.place(player).ok_or(Refusal::RecordNotFound)?;
    let what = RankWhat {
        rank,
        player,
        case_id: body.case_id.clone(),
    };
    proposals::propose(&call, Terms::default(), Kind::RankCorrection, &what, vec![player]).await
}
