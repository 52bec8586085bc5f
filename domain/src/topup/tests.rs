//! An order as given, when, then.

use super::*;
use crate::testing::{Angler, START};
use TopUpCommand as Do;
use proptest::prelude::*;
use std::collections::BTreeSet;

#[derive(Clone)]
struct Desk {
    topup: TopUp,
    clock: Angler,
    keys: BTreeSet<String>,
}

impl Desk {
    fn created() -> Desk {
        let mut desk = Desk {
            topup: TopUp::default(),
            clock: Angler::new(),
            keys: BTreeSet::new(),
        };
        desk.must(Do::Create(order()));
        desk
    }

    fn decide(&self, command: &TopUpCommand) -> Decided {
        let context = self.clock.context(&crate::player::signin::SignIn.into());
        let decision = self.topup.decide(command, &context)?;
        let taken = decision.claims.iter().find(|claim| self.keys.contains(&claim.key));
        taken.map_or(Ok(decision.clone()), |claim| Err(claim.taken.clone()))
    }

    fn give(&mut self, command: TopUpCommand) -> Result<Vec<TopUpEvent>, Refusal> {
        let decision = self.decide(&command)?;
        self.keys.extend(decision.claims.into_iter().map(|claim| claim.key));
        decision.events.iter().for_each(|event| self.topup.evolve(event));
        Ok(decision.events)
    }

    fn must(&mut self, command: TopUpCommand) -> Vec<TopUpEvent> {
        self.give(command).expect("accepted")
    }

    fn refused(&self, command: TopUpCommand) -> i32 {
        self.decide(&command).expect_err("a refusal").code()
    }

    fn expired() -> Desk {
        let mut desk = Desk::created();
        desk.clock.wait(30 * 60_000);
        desk.must(Do::Expire);
        desk
    }

    fn denied() -> Desk {
        let mut desk = Desk::created();
        desk.must(cancel());
        desk
    }
}

fn order() -> Order {
    Order {
        player: PlayerId::of_messenger(7),
        order_no: "o-1".into(),
        channel: "ton_usdt".into(),
        amount: Usdt::from_minor(5_000_000),
        valid_until: START.plus_ms(30 * 60_000),
    }
}

fn submit() -> TopUpCommand {
    let (player, boc_hash) = (PlayerId::of_messenger(7), "b0c".into());
    Do::Submit { player, boc_hash }
}

fn cancel() -> TopUpCommand {
    let (player, code) = (PlayerId::of_messenger(7), 300);
    Do::Cancel { player, code }
}

fn see() -> TopUpCommand {
    Do::See { tx: "ab12".into() }
}

fn pay(micro: i64, tx: &str) -> TopUpCommand {
    Do::Pay {
        amount: Usdt::from_minor(micro),
        tx: tx.into(),
        lt: 47,
        from_suspense: false,
    }
}

#[test]
fn an_order_goes_from_the_wallet_to_the_final_payment() {
    let mut desk = Desk::created();
    for (command, state, order) in [
        (submit(), State::Submitted, "loading"),
        (see(), State::Loading, "loading"),
        (pay(5_000_000, "ab12"), State::Success, "success"),
    ] {
        desk.must(command);
        assert_eq!((desk.topup.state, desk.topup.state.order()), (state, order));
    }
    assert_eq!(desk.topup.credited, Usdt::from_minor(5_000_000));
    for command in [
        see(),
        cancel(),
        submit(),
        Do::Expire,
        Do::RefuseAsset,
        Do::Create(order()),
    ] {
        assert_eq!(desk.refused(command), 9003);
    }
}

#[test]
fn what_came_is_credited_less_or_more_late_or_twice() {
    for mut desk in [Desk::created(), Desk::expired(), Desk::denied()] {
        desk.must(pay(4_999_999, "ab12"));
        assert_eq!(desk.topup.state, State::Success);
        assert_eq!(desk.refused(pay(4_999_999, "ab12")), 4001, "T-37: each payment once");
        desk.must(pay(7_000_000, "cd34"));
        assert_eq!(desk.topup.credited, Usdt::from_minor(11_999_999));
    }
    for micro in [0, -1, i64::MAX] {
        assert_eq!(Desk::created().refused(pay(micro, "ab12")), 2006);
    }
    assert_eq!(Desk::created().refused(pay(1, "a b")), -1006);
}

#[test]
fn a_late_payment_is_recorded_as_late() {
    let mut desk = Desk::expired();
    assert_eq!(desk.topup.state.order(), "fail");
    let events = desk.clone().must(pay(5_000_000, "ab12"));
    assert!(matches!(
        events.as_slice(),
        [TopUpEvent::LatePaymentSeen { .. }, TopUpEvent::TopUpSucceeded { .. }]
    ));
    desk.must(see());
    assert_eq!((desk.topup.state, desk.topup.reason), (State::Loading, None));
    assert_eq!(desk.must(pay(5_000_000, "ab12")).len(), 1);
}

#[test]
fn waiting_ends_with_the_orders_time_and_a_day_later_for_a_payment_that_was_seen() {
    let until = order().valid_until;
    let mut desk = Desk::created();
    desk.clock.now = until.plus_ms(-1);
    assert_eq!(desk.decide(&Do::Expire), Err(Refusal::NotReadyYet { at: until.0 }));
    assert!(desk.decide(&submit()).is_ok());
    desk.clock.wait(1);
    assert_eq!(desk.refused(submit()), 5202);
    assert!(desk.decide(&Do::Expire).is_ok());
    desk.must(see());
    assert_eq!(desk.refused(Do::Expire), 4002);
    desk.clock.wait(DAY_MS);
    desk.must(Do::Expire);
    assert_eq!(desk.topup.reason, Some(FailReason::Expired));
}

#[test]
fn a_step_too_late_returns_the_reason() {
    assert_eq!(Desk::denied().refused(submit()), 5201);
    assert_eq!(Desk::denied().refused(cancel()), 5201);
    assert_eq!(Desk::expired().refused(submit()), 5202);
    assert_eq!(Desk::expired().refused(cancel()), 5202);
    let mut desk = Desk::created();
    desk.must(submit());
    assert_eq!(desk.refused(cancel()), 9003, "what was signed cannot be denied");
    desk.must(Do::RefuseAsset);
    assert_eq!(desk.topup.reason.map(FailReason::name), Some("wrong_asset"));
}

#[test]
fn an_order_of_another_player_is_not_found() {
    let player = PlayerId::of_messenger(8);
    let (boc_hash, code) = ("b0c".into(), 300);
    assert_eq!(Desk::created().refused(Do::Submit { player, boc_hash }), 5203);
    assert_eq!(Desk::created().refused(Do::Cancel { player, code }), 5203);
    let none = Desk {
        topup: TopUp::default(),
        ..Desk::created()
    };
    for command in [submit(), cancel(), see(), pay(1, "ab12"), Do::Expire, Do::RefuseAsset] {
        assert_eq!(none.refused(command), 5203);
    }
}

proptest! {
    #[test]
    fn in_whatever_order_news_come_every_payment_is_credited_once(acts in prop::collection::vec(0..10_u8, 1..60)) {
        let mut desk = Desk::created();
        let (mut sent, mut recorded) = (BTreeSet::new(), 0);
        for act in acts {
            let command = match act {
                0 => submit(),
                1 => cancel(),
                2 => see(),
                3 => Do::RefuseAsset,
                4 => Do::Expire,
                5 => {
                    desk.clock.wait(60 * 60_000);
                    continue;
                }
                _ => {
                    sent.insert(act);
                    pay(i64::from(act), &act.to_string())
                }
            };
            let before = desk.topup.clone();
            match desk.give(command) {
                Err(_) => prop_assert_eq!(&desk.topup, &before),
                Ok(events) => for event in events {
                    if let TopUpEvent::TopUpSucceeded { amount, .. } = event {
                        recorded += amount.minor();
                    }
                },
            }
            let expected: i64 = sent.iter().map(|micro| i64::from(*micro)).sum();
            prop_assert_eq!((recorded, desk.topup.credited.minor()), (expected, expected));
        }
    }
}
