//! Four eyes as given, when, then.

use super::*;
use crate::ids::ProposalId;
use crate::staff::Role;
use crate::testing::Angler;
use ProposalCommand as Do;
use serde_json::json;
use uuid::Uuid;

struct Desk {
    proposal: Proposal,
    clock: Angler,
}

impl Desk {
    fn empty() -> Desk {
        let (proposal, clock) = (Proposal::default(), Angler::new());
        Desk { proposal, clock }
    }

    fn waiting() -> Desk {
        let mut desk = Desk::empty();
        desk.must(Do::Propose(propose()));
        desk
    }

    fn decide(&self, command: &ProposalCommand) -> Ruling {
        let context = self.clock.context(&crate::player::signin::SignIn.into());
        self.proposal.decide(command, &context)
    }

    fn must(&mut self, command: ProposalCommand) {
        let decision = self.decide(&command).expect("accepted");
        decision.events.iter().for_each(|event| self.proposal.evolve(event));
    }

    fn refused(&self, command: ProposalCommand) -> i32 {
        self.decide(&command).expect_err("a refusal").code()
    }

    fn approve(&self, by: &str) -> Approve {
        Approve {
            by: by.into(),
            own: None,
            digest: self.proposal.change.as_ref().expect("a change").digest.clone(),
            reason: "it is right".into(),
        }
    }
}

const PLAYER: PlayerId = PlayerId(Uuid::from_u128(4));

fn propose() -> Propose {
    Propose {
        proposal: ProposalId(Uuid::from_u128(1)),
        kind: Kind::Adjustment,
        what: json!({ "delta": "100" }),
        players: vec![PLAYER],
        maker: "ann".into(),
        own: None,
        reason: "case 1".into(),
    }
}

fn reject(by: &str) -> ProposalCommand {
    Do::Reject {
        by: by.into(),
        reason: "no".into(),
    }
}

#[test]
fn the_second_person_is_neither_the_first_nor_the_player() {
    // Case T-50.
    let mut desk = Desk::waiting();
    assert_eq!(desk.refused(Do::Approve(desk.approve("ann"))), 9002);
    let own = Some(PLAYER);
    let gains = Approve {
        own,
        ..desk.approve("bob")
    };
    assert_eq!(desk.refused(Do::Approve(gains)), 9002);
    assert_eq!(Desk::empty().refused(Do::Propose(Propose { own, ..propose() })), 9002);
    desk.must(Do::Approve(desk.approve("bob")));
    assert_eq!(desk.proposal.state, State::Approved);
}

#[test]
fn an_approval_is_bound_to_what_was_looked_at() {
    // Case T-51.
    let desk = Desk::waiting();
    let other = Approve {
        digest: "0".repeat(64),
        ..desk.approve("bob")
    };
    assert_eq!(desk.refused(Do::Approve(other)), 9003);
    let more = digest(
        &ProposalId(Uuid::from_u128(1)),
        Kind::Adjustment,
        &json!({ "delta": "101" }),
    );
    assert_ne!(desk.approve("bob").digest, more);
}

#[test]
fn a_proposal_is_decided_once_and_done_once() {
    let mut desk = Desk::waiting();
    assert_eq!(desk.refused(Do::Finish { code: 0 }), 9003);
    desk.must(Do::Approve(desk.approve("bob")));
    assert_eq!(desk.refused(Do::Approve(desk.approve("zoe"))), 9003);
    assert_eq!(desk.refused(reject("zoe")), 9003);
    desk.must(Do::Finish { code: 0 });
    assert_eq!(desk.refused(Do::Finish { code: 0 }), 9003);
    assert_eq!(desk.refused(Do::Propose(propose())), 9003);
    assert_eq!(Desk::empty().refused(reject("zoe")), 4007);
}

#[test]
fn what_the_maker_turns_down_was_taken_back() {
    let mut other = Desk::waiting();
    other.must(reject("bob"));
    assert_eq!(other.proposal.state, State::Rejected);
    let mut desk = Desk::waiting();
    desk.must(reject("ann"));
    assert_eq!(desk.proposal.state, State::Withdrawn);
    assert_eq!(desk.refused(Do::Approve(desk.approve("bob"))), 9003);
}

#[test]
fn every_step_has_a_reason_and_none_comes_too_late() {
    let mut desk = Desk::waiting();
    let silent = Approve {
        reason: String::new(),
        ..desk.approve("bob")
    };
    assert_eq!(desk.refused(Do::Approve(silent)), 9004);
    let reason = String::new();
    assert_eq!(
        Desk::empty().refused(Do::Propose(Propose { reason, ..propose() })),
        9004
    );
    desk.clock.wait(WAIT_MS_MAX);
    assert_eq!(desk.refused(Do::Approve(desk.approve("bob"))), 4008);
    assert!(desk.decide(&reject("bob")).is_ok());
}

#[test]
fn every_kind_has_one_name_and_somebody_who_approves_it() {
    for kind in Kind::ALL {
        assert_eq!(Kind::named(kind.name()), Some(kind));
        assert_eq!(serde_json::to_value(kind).expect("a name"), kind.name());
        let who = match kind {
            // Accounts of staff are of security alone.
            Kind::StaffAccount => Role::Security,
            // What a dive returns is proposed by finance, so somebody else decides.
            Kind::DiveVoid => Role::Risk,
            // Identities are of risk alone.
            Kind::KycReset | Kind::Erasure | Kind::AccessFile => Role::Risk,
            _ => Role::FinanceLead,
        };
        assert!(kind.approvers().contains(&who), "{}", kind.name());
    }
    assert_eq!(Kind::named("treasury"), None);
}

#[test]
fn money_of_the_house_is_approved_by_a_finance_lead_alone() {
    for kind in [Kind::ReserveFund, Kind::PromoFund] {
        assert_eq!(kind.approvers(), [Role::FinanceLead].into(), "{}", kind.name());
        let mut desk = Desk::empty();
        desk.must(Do::Propose(Propose {
            kind,
            what: json!({ "asset": "usdt", "amount": "1" }),
            players: Vec::new(),
            ..propose()
        }));
        assert_eq!(desk.refused(Do::Approve(desk.approve("ann"))), 9002);
        desk.must(Do::Approve(desk.approve("bob")));
        assert_eq!(desk.proposal.change.map(|change| change.kind), Some(kind));
    }
}

#[test]
fn a_version_of_the_configuration_is_proposed_in_its_own_stream() {
    let config = Propose {
        kind: Kind::Config,
        ..propose()
    };
    assert_eq!(Desk::empty().refused(Do::Propose(config)), -1006);
}

#[test]
fn nobody_proposes_or_approves_a_change_of_the_own_account() {
    let about = |name: &str| Propose {
        kind: Kind::StaffAccount,
        what: json!({ "act": "roles", "name": name }),
        players: Vec::new(),
        ..propose()
    };
    assert_eq!(Desk::empty().refused(Do::Propose(about("ANN"))), 9002);
    let mut desk = Desk::empty();
    desk.must(Do::Propose(about("zoe")));
    assert_eq!(desk.refused(Do::Approve(desk.approve("zoe"))), 9002);
    desk.must(Do::Approve(desk.approve("sam")));
    assert_eq!(Kind::StaffAccount.approvers(), [Role::Security].into());
    // Beside accounts security approves what is done about personal data, and nothing that moves money.
    let of_security = [Kind::StaffAccount, Kind::Erasure, Kind::AccessFile];
    let others = Kind::ALL.into_iter().filter(|kind| !of_security.contains(kind));
    others.for_each(|kind| assert!(!kind.approvers().contains(&Role::Security), "{kind:?}"));
}

#[test]
fn the_maker_alone_takes_an_approved_file_for_seven_days() {
    let file = |players: Vec<PlayerId>| {
        Do::Propose(Propose {
            kind: Kind::AccessFile,
            what: json!({ "player": PLAYER }),
            players,
            ..propose()
        })
    };
    let mut desk = Desk::empty();
    let takes = |desk: &Desk, who: (&str, PlayerId), after_ms: i64| {
        let at = desk.clock.now;
        let taken = desk.proposal.check_take(who, Some(at), at.plus_ms(after_ms));
        taken.map_or_else(|refusal| refusal.code(), |()| 0)
    };
    assert_eq!(takes(&desk, ("ann", PLAYER), 0), 4007);
    desk.must(file(vec![PLAYER]));
    assert_eq!(takes(&desk, ("ann", PLAYER), 0), 9002, "it waits");
    let mut rejected = Desk::empty();
    rejected.must(file(vec![PLAYER]));
    rejected.must(reject("bob"));
    assert_eq!(takes(&rejected, ("ann", PLAYER), 0), 9003);
    desk.must(Do::Approve(desk.approve("bob")));
    assert_eq!(takes(&desk, ("ann", PLAYER), 0), 0);
    desk.must(Do::Finish { code: 0 });
    assert_eq!(takes(&desk, ("ann", PLAYER), TAKE_MS_MAX - 1), 0);
    assert_eq!(takes(&desk, ("ann", PLAYER), TAKE_MS_MAX), 4008);
    assert_eq!(takes(&desk, ("bob", PLAYER), 0), 9001, "the approver takes nothing");
    assert_eq!(takes(&desk, ("ann", PlayerId::default()), 0), 4007, "of another player");
    let mut other = Desk::waiting();
    other.must(Do::Approve(other.approve("bob")));
    assert_eq!(takes(&other, ("ann", PLAYER), 0), 4007, "a correction is no file");
}
