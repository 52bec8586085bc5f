//! What two members did in a player's stream, or to a place on a board: the kind of the change, and its fields as the event
//! has them.

use super::Changed;
use domain::player::Event;
use domain::player::coupon::CouponRefunded;
use domain::proposal::Kind;
use domain::rank::RankEvent;
use serde_json::{Value, json};

/// The change that an event of the player says was made; nothing for another event.
pub(super) fn of(event: Event, player: &str) -> Option<Changed> {
    Some(match event {
        Event::AdjustmentPosted(posted) => {
            let fields = json!({
                "player": player, "purse": posted.purse, "delta": posted.delta, "counter": posted.counter,
                "case_id": posted.case_id, "tx": posted.tx, "restates": posted.restates
            });
            (Kind::Adjustment, fields, (posted.proposer, posted.approver))
        }
        Event::DiveVoided(voided) => {
            let fields = json!({ "player": player, "dive": voided.dive, "case_id": voided.case_id });
            (Kind::DiveVoid, fields, (voided.proposer, voided.approver))
        }
        Event::TeamRecordCancelled(taken) => {
            let fields = json!({
                "player": player, "record": taken.id, "contents": taken.record, "case_id": taken.case_id
            });
            let two = (taken.proposer.unwrap_or_default(), taken.staff);
            (Kind::RecordCancel, fields, two)
        }
        Event::CouponRefunded(refunded) => (
            Kind::CouponRefund,
            refund(&refunded, player),
            (refunded.proposer, refunded.approver),
        ),
        // Only these are asked for.
        _ => return None,
    })
}

/// A player who was taken off a board; nothing for another event of it.
pub(super) fn of_rank(event: RankEvent, rank: &str) -> Option<Changed> {
    let RankEvent::RankCorrected {
        player,
        by,
        proposer,
        case_id,
        ..
    } = event
    else {
        return None;
    };
    let fields = json!({ "rank": rank, "player": player, "case_id": case_id });
    Some((Kind::RankCorrection, fields, (proposer.unwrap_or_default(), by)))
}

/// Nothing of a payout in events from before there were payouts.
fn refund(refunded: &CouponRefunded, player: &str) -> Value {
    let payout = refunded.payout.as_ref();
    json!({
        "player": player, "order_no": refunded.order_no, "amount": refunded.amount.minor().to_string(),
        "payment": payout.and_then(|payout| payout.refund.as_ref()).map(|refund| &refund.payment),
        "address": payout.map(|payout| &payout.terms.address), "case_id": refunded.case_id,
        "comment": payout.and_then(|payout| payout.terms.comment.as_ref())
    })
}
