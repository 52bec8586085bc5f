//! What goes back to its sender: given, when, then.

use super::*;
use crate::ids::{PlayerId, WithdrawalId};
use crate::treasury::PaymentKey;
use uuid::Uuid;

fn open() -> OpenReturn {
    OpenReturn {
        terms: Terms {
            withdrawal: WithdrawalId(Uuid::from_u128(9)),
            player: PlayerId(Uuid::nil()),
            amount: Usdt::from_minor(3_000_000),
            fee: Usdt::ZERO,
            address: request(100_000_000).terms.address,
            comment: None,
        },
        payment: PaymentKey {
            rail: "ton".into(),
            tx: "9f2d".into(),
            lt: 7,
        },
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: "The sender asked for it".into(),
    }
}

fn opened() -> Desk {
    let mut desk = Desk::new();
    desk.must(Do::OpenReturn(Box::new(open())));
    desk
}

/// Of nobody whose identity could be proved.
fn sending(desk: &Desk) -> WithdrawalCommand {
    let standing = Standing {
        kyc: Status::default(),
        is_frozen: false,
    };
    match desk.sending(1) {
        Do::Send(send) => Do::Send(Send { standing, ..send }),
        other => other,
    }
}

#[test]
fn two_people_open_it_and_it_is_approved_on_these_terms_once() {
    let mut desk = opened();
    assert_eq!(desk.withdrawal.state, State::Approved);
    assert_eq!(desk.withdrawal.approved_by, ["ann", "bob"]);
    assert_eq!(desk.withdrawal.returns, Some(open().payment));
    assert_eq!(
        desk.refused(Do::OpenReturn(Box::new(open()))),
        Refusal::StateChanged.code()
    );
    desk.must(sending(&desk));
    assert_eq!(desk.withdrawal.state, State::Sent);
}

#[test]
fn one_person_no_reason_a_fee_or_a_player_is_refused() {
    let refused = |change: &dyn Fn(&mut OpenReturn)| {
        let mut open = open();
        change(&mut open);
        Desk::new().refused(Do::OpenReturn(Box::new(open)))
    };
    assert_eq!(
        refused(&|open| open.approver = "ann".into()),
        Refusal::OtherPersonMustApprove.code()
    );
    assert_eq!(refused(&|open| open.reason = " ".into()), Refusal::ReasonMissing.code());
    let terms = Refusal::InvalidField { field: "terms".into() }.code();
    assert_eq!(refused(&|open| open.terms.fee = Usdt::from_minor(1)), terms);
    assert_eq!(refused(&|open| open.terms.amount = Usdt::ZERO), terms);
    assert_eq!(refused(&|open| open.terms.player = PlayerId(Uuid::from_u128(1))), terms);
}

#[test]
fn it_has_no_review_to_go_back_to_and_fails_instead() {
    let mut desk = opened();
    let (by, reason) = ("risk".to_owned(), "doubt".to_owned());
    assert_eq!(
        desk.refused(Do::Flag {
            by,
            reason: reason.clone()
        }),
        Refusal::StateChanged.code()
    );
    desk.must(Do::Fail { reason, proof: None });
    assert_eq!(desk.withdrawal.state, State::Failed);
}
