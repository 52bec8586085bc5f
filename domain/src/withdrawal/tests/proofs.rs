//! Slots, payments and proofs: what may be sent, and when money goes back.

use super::*;
use crate::time::Timestamp;

#[test]
fn a_slot_belongs_to_one_withdrawal_for_ever() {
    // rails §3.1, rails §3.7, law I-10.
    let mut desk = Desk::sent();
    assert!(desk.keys.contains("payout_slot:ton:hot-1:1"));
    assert_eq!(desk.refused(desk.sending(2)), 9003, "no second slot while one is open");
    desk.must(Do::CloseSlot(desk.not_paid()));
    assert_eq!((desk.withdrawal.state, &desk.withdrawal.slot), (State::Approved, &None));
    assert_eq!(desk.refused(desk.sending(1)), 9003, "not the same one again");
    desk.must(desk.sending(2));
    let desk = Desk::approved();
    let broken = |change: fn(&mut Slot)| {
        let mut send = desk.send(1);
        change(&mut send.slot);
        desk.refused(Do::Send(send))
    };
    assert_eq!(broken(|slot| slot.rail = "t:on".into()), -1006);
    assert_eq!(broken(|slot| slot.wallet = String::new()), -1006);
    assert_eq!(broken(|slot| slot.valid_until = Timestamp(0)), -1006);
}

#[test]
fn money_goes_back_only_on_a_proof_once_a_message_is_bound_t_05() {
    // Threat T-05, rails §3.5.
    let mut approved = Desk::approved();
    assert_eq!(
        approved.refused(Desk::approved().failing(Some(Desk::sent().not_paid()))),
        -1006
    );
    approved.must(approved.failing(None));
    assert_eq!(approved.withdrawal.state, State::Failed);
    let mut broadcast = Desk::sent();
    broadcast.must(Do::Broadcast { tx: "ab12".into() });
    for desk in [Desk::sent(), broadcast] {
        assert_eq!(desk.refused(desk.failing(None)), -1006);
        let weak = |change: fn(&mut NotPaid)| {
            let mut proof = desk.not_paid();
            change(&mut proof);
            desk.refused(desk.failing(Some(proof)))
        };
        assert_eq!(weak(|proof| proof.nodes = 1), -1006);
        assert_eq!(weak(|proof| proof.slot.query_id = 2), 9003, "about another slot");
        assert_eq!(
            weak(|proof| {
                let chain_time = proof.slot.valid_until.plus_ms(599_999);
                proof.cause = Cause::NeverProcessed { chain_time };
            }),
            -1006
        );
        let silent = Do::Fail {
            reason: " ".into(),
            proof: Some(desk.not_paid()),
        };
        assert_eq!(desk.refused(silent), 9004);
        for cause in [
            Cause::Bounced {
                tx: "cd34".into(),
                lt: 48,
            },
            Cause::NoPayment {
                tx: "cd34".into(),
                lt: 48,
            },
            Cause::Cancelled {
                tx: "cd34".into(),
                lt: 48,
            },
            desk.not_paid().cause,
        ] {
            let mut desk = desk.clone();
            let proof = NotPaid {
                cause,
                ..desk.not_paid()
            };
            desk.must(desk.failing(Some(proof)));
            assert_eq!(desk.withdrawal.state, State::Failed);
        }
    }
}

#[test]
fn a_payment_that_is_not_what_was_approved_stops_everything_t_04() {
    // Threat T-04.
    let wrong: [fn(&mut Receipt); 3] = [
        |receipt| receipt.amount += Usdt::from_minor(1),
        |receipt| receipt.comment = Some("7".into()),
        |receipt| {
            let other = "EQAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHx2j";
            receipt.address = Address::parse(other).expect("an address");
        },
    ];
    for change in wrong {
        let mut desk = Desk::sent();
        let right = desk.receipt();
        let mut receipt = right.clone();
        change(&mut receipt);
        desk.must(Do::Confirm(receipt));
        assert_eq!(desk.withdrawal.state, State::Sent);
        for command in [
            Do::Confirm(right.clone()),
            Do::CloseSlot(desk.not_paid()),
            desk.failing(Some(desk.not_paid())),
        ] {
            assert_eq!(desk.refused(command), 9003);
        }
        let clear = |approver: &str, reason: &str| Do::ClearMismatch {
            proposer: "ann".into(),
            approver: approver.into(),
            reason: reason.into(),
        };
        assert_eq!(desk.refused(clear("ann", "Seen")), 9002);
        assert_eq!(desk.refused(clear("bob", "")), 9004);
        desk.must(clear("bob", "A node recorded nonsense"));
        assert_eq!(desk.refused(clear("bob", "Again")), 9003);
        desk.must(Do::Confirm(right));
    }
    let desk = Desk::sent();
    let weak = Receipt {
        nodes: 1,
        ..desk.receipt()
    };
    assert_eq!(desk.refused(Do::Confirm(weak)), -1006);
    let strange = Receipt {
        slot: desk.slot(9),
        ..desk.receipt()
    };
    assert_eq!(
        desk.refused(Do::Confirm(strange)),
        9003,
        "the payment of another withdrawal"
    );
}

#[test]
fn a_payment_is_found_in_either_writing_of_the_address_and_belongs_to_one_withdrawal() {
    let desk = Desk::sent();
    let address = Address::parse("UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI");
    let receipt = Receipt {
        address: address.expect("an address"),
        ..desk.receipt()
    };
    let decision = desk.decide(&Do::Confirm(receipt)).expect("paid");
    assert_eq!(decision.claims[0].key, "payout:ab12:47");
}
