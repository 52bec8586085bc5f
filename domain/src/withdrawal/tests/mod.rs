//! A withdrawal as given, when, then.

use super::*;
use crate::config::Config;
use crate::kyc::Status;
use crate::money::Usdt;
use crate::player::vip::{ActivateVip, PayWith};
use crate::testing::Angler;
use WithdrawalCommand as Do;
use std::collections::BTreeSet;

mod alone;
mod digest;
mod laws;
mod proofs;
mod returned;

const PROVED: Standing = Standing {
    kyc: Status::Approved,
    is_frozen: false,
};

/// A player's recorded request for `micro`, with a proved identity and a Diamond tier.
fn request(micro: i64) -> Request {
    let mut angler = Angler::new()
        .with_usdt(3_000_000_000)
        .with_coupons(300_000_000)
        .with_identity()
        .with_address();
    let (vip_id, pay_with) = (5, PayWith::Coupon);
    angler.must(ActivateVip { vip_id, pay_with });
    angler.tops_up(1);
    angler.withdraws(micro)
}

/// One withdrawal with its clock and what it claimed.
#[derive(Clone)]
struct Desk {
    withdrawal: Withdrawal,
    clock: Angler,
    keys: BTreeSet<String>,
    log: Vec<WithdrawalEvent>,
}

impl Desk {
    fn new() -> Desk {
        Desk {
            withdrawal: Withdrawal::default(),
            clock: Angler::new(),
            keys: BTreeSet::new(),
            log: Vec::new(),
        }
    }

    fn opened(request: Request) -> Desk {
        let mut desk = Desk::new();
        desk.must(Do::Open(Box::new(request)));
        desk
    }

    /// One that needs a review.
    fn in_review() -> Desk {
        Desk::opened(request(100_000_000))
    }

    fn approved() -> Desk {
        let mut desk = Desk::in_review();
        desk.must(desk.approval("ann"));
        desk
    }

    fn sent() -> Desk {
        let mut desk = Desk::approved();
        desk.must(desk.sending(1));
        desk
    }

    fn decide(&self, command: &WithdrawalCommand) -> Decided {
        let context = self.clock.context(&crate::player::signin::SignIn.into());
        let decision = self.withdrawal.decide(command, &context)?;
        let taken = decision.claims.iter().find(|claim| self.keys.contains(&claim.key));
        taken.map_or(Ok(decision.clone()), |claim| Err(claim.taken.clone()))
    }

    fn give(&mut self, command: WithdrawalCommand) -> Result<Vec<WithdrawalEvent>, Refusal> {
        let decision = self.decide(&command)?;
        self.keys.extend(decision.claims.into_iter().map(|claim| claim.key));
        decision.events.iter().for_each(|event| self.withdrawal.evolve(event));
        self.log.extend(decision.events.iter().cloned());
        Ok(decision.events)
    }

    fn must(&mut self, command: WithdrawalCommand) -> WithdrawalEvent {
        self.give(command).expect("accepted").remove(0)
    }

    fn refused(&self, command: WithdrawalCommand) -> i32 {
        self.decide(&command).expect_err("a refusal").code()
    }

    fn digest(&self) -> String {
        self.withdrawal.digest().expect("an opened withdrawal")
    }

    fn approval(&self, staff: &str) -> WithdrawalCommand {
        Do::Approve(self.approve(staff))
    }

    fn approve(&self, staff: &str) -> Approve {
        Approve {
            staff: staff.into(),
            own: None,
            is_lead: false,
            digest: self.digest(),
            standing: PROVED,
            let_go: Usdt::ZERO,
            may_alone: true,
        }
    }

    fn slot(&self, query_id: u64) -> Slot {
        Slot {
            rail: "ton".into(),
            wallet: "hot-1".into(),
            query_id,
            valid_until: self.clock.now.plus_ms(3_600_000),
        }
    }

    fn send(&self, query_id: u64) -> Send {
        Send {
            slot: self.slot(query_id),
            digest: self.digest(),
            standing: PROVED,
        }
    }

    fn sending(&self, query_id: u64) -> WithdrawalCommand {
        Do::Send(self.send(query_id))
    }

    /// The receipt of a correct payment.
    fn receipt(&self) -> Receipt {
        let terms = &self.withdrawal.request.as_ref().expect("a request").terms;
        Receipt {
            slot: self.withdrawal.slot.clone().expect("a slot"),
            tx: "ab12".into(),
            lt: 47,
            address: terms.address.clone(),
            comment: terms.comment.clone(),
            amount: terms.net(),
            nodes: 2,
        }
    }

    fn not_paid(&self) -> NotPaid {
        let slot = self.withdrawal.slot.clone().expect("a slot");
        let chain_time = slot.valid_until.plus_ms(600_000);
        NotPaid {
            slot,
            cause: Cause::NeverProcessed { chain_time },
            nodes: 2,
        }
    }

    fn failing(&self, proof: Option<NotPaid>) -> WithdrawalCommand {
        let reason = "Not paid".into();
        Do::Fail { reason, proof }
    }
}

#[test]
fn a_withdrawal_goes_from_review_to_the_chain() {
    let mut desk = Desk::in_review();
    let staff = "ann".into();
    desk.must(Do::StartReview { staff });
    assert_eq!(desk.withdrawal.state, State::Review);
    desk.must(desk.approval("ann"));
    assert_eq!(desk.withdrawal.state, State::Approved);
    desk.must(desk.sending(1));
    desk.must(Do::Broadcast { tx: "ab12".into() });
    assert_eq!(desk.withdrawal.state.old_code(), 2);
    desk.must(Do::Confirm(desk.receipt()));
    assert_eq!(desk.withdrawal.state, State::Confirmed);
}

#[test]
fn small_and_plain_ones_go_by_themselves_and_nothing_else_does() {
    let small = || request(20_000_000);
    let desk = Desk::opened(small());
    assert_eq!(desk.withdrawal.state, State::Approved);
    let by = Approver::Auto;
    let digest = desk.digest();
    assert_eq!(desk.log[1], WithdrawalEvent::Approved { by, digest });
    let changed = |change: fn(&mut Request)| {
        let mut request = small();
        change(&mut request);
        Desk::opened(request).withdrawal.state
    };
    for change in [
        (|request| request.terms.amount = Usdt::from_minor(20_000_001)) as fn(&mut Request),
        |request| request.facts.is_flagged = true,
        |request| request.facts.is_tied = true,
        |request| request.facts.needs_funds_review = true,
        |request| (request.facts.needs_kyc, request.facts.kyc) = (true, Status::UnderReview),
    ] {
        assert_eq!(changed(change), State::Review);
    }
    let mut twice = desk.clone();
    assert_eq!(twice.give(Do::Open(Box::new(small()))), Err(Refusal::StateChanged));
}

#[test]
fn what_needs_two_people_never_goes_by_itself_whatever_the_numbers_say_t_50() {
    let opened = |micro| {
        let mut desk = Desk::new();
        desk.clock = desk.clock.under(|config| {
            let usdt = |whole: i64| Usdt::from_minor(whole * 1_000_000);
            (config.withdraw.auto_max, config.withdraw.two_person_over) = (usdt(100), usdt(30));
        });
        desk.must(Do::Open(Box::new(request(micro))));
        desk.withdrawal.state
    };
    assert_eq!(opened(30_000_000), State::Approved);
    assert_eq!(opened(30_010_000), State::Review);
}

#[test]
fn nobody_approves_the_own_withdrawal_and_two_people_approve_above_500_t_50() {
    // Threat T-50, law I-32.
    let desk = Desk::opened(request(500_000_000));
    let player = desk.withdrawal.request.as_ref().expect("a request").terms.player;
    let own = Approve {
        own: Some(player),
        ..desk.approve("ann")
    };
    assert_eq!(desk.refused(Do::Approve(own)), 9002);
    assert_eq!(desk.refused(desk.approval(" ")), -1006);
    let mut one = desk.clone();
    one.must(desk.approval("ann"));
    assert_eq!(one.withdrawal.state, State::Approved);
    let mut desk = Desk::opened(request(500_010_000));
    desk.must(desk.approval("ann"));
    assert_eq!(desk.withdrawal.state, State::Review);
    assert_eq!(desk.refused(desk.approval("ann")), 9002);
    assert_eq!(
        desk.refused(desk.approval("bob")),
        9002,
        "the second approval is a lead's"
    );
    let lead = Approve {
        is_lead: true,
        ..desk.approve("bob")
    };
    let WithdrawalEvent::Approved { by, .. } = desk.must(Do::Approve(lead)) else {
        panic!("the second approval completes it");
    };
    assert_eq!(by, Approver::Staff(vec!["ann".into(), "bob".into()]));
}

#[test]
fn what_one_person_lets_go_to_one_player_adds_up_t_50() {
    let usdt = |whole: i64| Usdt::from_minor(whole * 1_000_000);
    let mut desk = Desk::opened(request(200_000_000));
    let after = |let_go: Usdt, desk: &Desk| {
        let approve = desk.approve("ann");
        Do::Approve(Approve { let_go, ..approve })
    };
    let mut within = desk.clone();
    within.must(after(usdt(500), &desk));
    assert_eq!(within.withdrawal.state, State::Approved);
    desk.must(after(usdt(501), &desk));
    assert_eq!(desk.withdrawal.state, State::Review);
    // The second person let nothing go before, and still must be a lead.
    assert_eq!(desk.refused(desk.approval("bob")), 9002);
    let lead = Approve {
        is_lead: true,
        ..desk.approve("bob")
    };
    desk.must(Do::Approve(lead));
    assert_eq!(desk.withdrawal.state, State::Approved);
}

#[test]
fn what_is_found_against_it_voids_the_approvals_and_asks_for_the_identity() {
    let mut desk = Desk::opened(request(20_000_000));
    let seen = desk.approve("ann");
    let flag = |reason: &str| Do::Flag {
        by: "risk".into(),
        reason: reason.into(),
    };
    assert_eq!(desk.refused(flag(" ")), 9004);
    desk.must(flag("Ring of accounts"));
    assert_eq!(desk.withdrawal.state, State::Review);
    assert_eq!(
        desk.refused(Do::Approve(seen)),
        9003,
        "an approval of what was seen before"
    );
    let unknown = Approve {
        standing: Standing {
            kyc: Status::None,
            ..PROVED
        },
        ..desk.approve("ann")
    };
    assert_eq!(desk.refused(Do::Approve(unknown)), 6001);
    desk.must(desk.approval("ann"));
    assert_eq!(Desk::sent().refused(flag("Too late")), 9003);
}

#[test]
fn the_player_is_looked_at_again_at_each_approval_and_at_the_send_t_08() {
    // Threat T-08: flip the identity at each step, nothing is sent.
    let standing = |kyc, is_frozen| Standing { kyc, is_frozen };
    for (standing, code) in [
        (standing(Status::None, false), 6001),
        (standing(Status::UnderReview, false), 6008),
        (standing(Status::Failed, false), 6009),
        (standing(Status::Rejected, false), 6009),
        (standing(Status::Approved, true), -1002),
    ] {
        let approve = Approve {
            standing,
            ..Desk::in_review().approve("ann")
        };
        assert_eq!(Desk::in_review().refused(Do::Approve(approve)), code);
        let send = Send {
            standing,
            ..Desk::approved().send(1)
        };
        assert_eq!(Desk::approved().refused(Do::Send(send)), code);
    }
    let plain = Desk::opened(request(20_000_000));
    let send = Send {
        standing: standing(Status::None, false),
        ..plain.send(1)
    };
    assert!(plain.decide(&Do::Send(send)).is_ok(), "small ones need no identity");
}

#[test]
fn a_pause_stops_the_send() {
    let mut desk = Desk::approved();
    desk.clock = desk.clock.under(|config: &mut Config| config.withdraw.paused = true);
    assert_eq!(desk.refused(desk.sending(1)), 6012);
}

#[test]
fn a_rejection_needs_a_reason() {
    let mut desk = Desk::in_review();
    let reject = |reason: &str| Do::Reject {
        by: "ann".into(),
        reason: reason.into(),
    };
    assert_eq!(desk.refused(reject("")), 9004);
    desk.must(reject("Stolen funds"));
    assert_eq!(desk.withdrawal.state, State::Rejected);
    assert_eq!(Desk::approved().refused(reject("Too late")), 9003);
}
