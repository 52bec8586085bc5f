//! Laws over random commands.

use super::*;
use proptest::prelude::*;

/// Any command at any time; most are refused.
fn command(desk: &Desk, number: u8) -> WithdrawalCommand {
    let slot = desk.withdrawal.slot.is_some();
    match number {
        0 => desk.approval("ann"),
        1 => desk.approval("bob"),
        2 => Do::Flag {
            by: "risk".into(),
            reason: "Ring".into(),
        },
        3 => Do::Reject {
            by: "ann".into(),
            reason: "No".into(),
        },
        4 => desk.sending(u64::try_from(desk.log.len()).expect("a number")),
        5 => desk.sending(1),
        6 => Do::Broadcast { tx: "ab12".into() },
        7 if slot => Do::Confirm(desk.receipt()),
        8 if slot => Do::CloseSlot(desk.not_paid()),
        9 if slot => desk.failing(Some(desk.not_paid())),
        10 if slot => Do::Confirm(Receipt {
            amount: Usdt::ZERO,
            ..desk.receipt()
        }),
        11 => Do::ClearMismatch {
            proposer: "ann".into(),
            approver: "bob".into(),
            reason: "Seen".into(),
        },
        _ => desk.failing(None),
    }
}

proptest! {
    #[test]
    fn at_most_one_final_state_is_reached_in_any_order_of_commands(
        large in any::<bool>(),
        acts in prop::collection::vec(0..13_u8, 1..60),
    ) {
        // Laws I-31, I-32, checked by an independent record of approvals and slots.
        let mut desk = Desk::opened(request(if large { 600_000_000 } else { 100_000_000 }));
        let needed = if large { 2 } else { 1 };
        let (mut approvals, mut open, mut ends) = (BTreeSet::new(), None::<Slot>, 0);
        for act in acts {
            let before = desk.withdrawal.clone();
            let Ok(events) = desk.give(command(&desk, act)) else {
                prop_assert_eq!(&desk.withdrawal, &before);
                continue;
            };
            prop_assert_eq!(ends, 0, "nothing follows an end");
            for event in events {
                match event {
                    WithdrawalEvent::ApprovalGiven { staff, .. } => prop_assert!(approvals.insert(staff)),
                    WithdrawalEvent::Approved { by: Approver::Staff(staff), .. } => approvals.extend(staff),
                    WithdrawalEvent::RiskFlagged { .. } => approvals.clear(),
                    WithdrawalEvent::Sent { slot, .. } => {
                        prop_assert_eq!((approvals.len(), &open), (needed, &None));
                        open = Some(slot);
                    }
                    WithdrawalEvent::SlotClosed { proof } => prop_assert_eq!(open.take(), Some(proof.slot)),
                    WithdrawalEvent::Confirmed { receipt, .. } => {
                        prop_assert_eq!(open.as_ref(), Some(&receipt.slot));
                        ends += 1;
                    }
                    WithdrawalEvent::Failed { proof, .. } => {
                        prop_assert_eq!(open.as_ref(), proof.as_ref().map(|proof| &proof.slot));
                        ends += 1;
                    }
                    WithdrawalEvent::Rejected { .. } => {
                        prop_assert!(open.is_none());
                        ends += 1;
                    }
                    _ => {}
                }
            }
            prop_assert_eq!(desk.withdrawal.state.is_final(), ends == 1);
        }
    }
}

#[test]
fn nothing_is_decided_about_a_withdrawal_that_was_never_requested() {
    let desk = Desk::new();
    let staff = "ann".into();
    assert_eq!(desk.refused(Do::StartReview { staff }), 6011);
    assert_eq!(desk.refused(desk.failing(None)), 6011);
    let (by, reason) = ("ann".into(), "No".into());
    assert_eq!(desk.refused(Do::Reject { by, reason }), 6011);
}
