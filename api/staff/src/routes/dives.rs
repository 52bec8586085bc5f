//! `dives/…`: an open dive that is cancelled after a fault, as two people decide (api §7.6).

use crate::call::{StaffCall, Terms};
use crate::cases;
use crate::permissions::alone_day_max;
use crate::player_act::{check_known, check_other};
use crate::proposals;
use crate::proposals::dives::{VoidWhat, worth_of};
use crate::wire::dives::DivesProposeBody;
use crate::wire::proposals::StaffProposed;
use api::endpoint::Answer;
use domain::ids::{DiveId, PlayerId};
use domain::proposal::Kind;
use ledger::StreamId;

/// Proposes to void a player's open dive.
///
/// # Errors
/// -1006 without a case, 4007 for no such player, 9002 for the own dive, 3001 and 3012 for a dive that is over, 9005
/// above the limit of the member's roles.
pub async fn propose(call: StaffCall<DivesProposeBody>) -> Answer<StaffProposed> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let (player, dive) = (PlayerId(body.player.0), DiveId(body.dive.0));
    cases::check_given(ledger, &body.case_id).await?;
    check_known(ledger, player).await?;
    check_other(&call, player)?;
    let state = ledger.players().load(&StreamId::player(player)).await?.state;
    let open = state.open_dive(dive)?;
    let terms = Terms {
        worth: worth_of(open),
        worth_max: alone_day_max(&call.member.roles),
        ..Terms::default()
    };
    let what = VoidWhat {
        player,
        dive,
        casts: Some(open.casts),
        case_id: body.case_id.clone(),
    };
    proposals::propose(&call, terms, Kind::DiveVoid, &what, vec![player]).await
}
