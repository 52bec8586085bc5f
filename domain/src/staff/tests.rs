//! A member of staff as given, when, then.

use super::*;
use crate::money::Usdt;
use crate::testing::Angler;
use StaffCommand as Do;

#[derive(Clone)]
pub(super) struct Account {
    pub(super) staff: Staff,
    pub(super) clock: Angler,
}

impl Account {
    pub(super) fn new() -> Account {
        let (staff, clock) = (Staff::default(), Angler::new());
        Account { staff, clock }
    }

    pub(super) fn of(roles: &[Role]) -> Account {
        let mut account = Account::new();
        account.must(Do::Add(add("ann", roles)));
        account
    }

    pub(super) fn with_session(mut self, session: u128) -> Account {
        self.must(self.open(session));
        self
    }

    pub(super) fn open(&self, session: u128) -> StaffCommand {
        Do::OpenSession {
            session: Uuid::from_u128(session),
            expires_at: self.clock.now.plus_ms(DAY_MS / 2),
            proof: None,
            keys_demanded: false,
        }
    }

    pub(super) fn decide(&self, command: &StaffCommand) -> Ruling {
        let context = self.clock.context(&crate::player::signin::SignIn.into());
        self.staff.decide(command, &context)
    }

    pub(super) fn must(&mut self, command: StaffCommand) {
        let decision = self.decide(&command).expect("accepted");
        decision.events.iter().for_each(|event| self.staff.evolve(event));
    }

    pub(super) fn refused(&self, command: StaffCommand) -> i32 {
        self.decide(&command).expect_err("a refusal").code()
    }
}

pub(super) fn add(name: &str, roles: &[Role]) -> Add {
    Add {
        name: name.into(),
        roles: roles.iter().copied().collect(),
        own: None,
        code: None,
        decided: decided("zoe"),
    }
}

pub(super) fn decided(by: &str) -> Decided {
    Decided {
        by: by.into(),
        approver: None,
        reason: "new desk".into(),
    }
}

pub(super) fn reset(decided: Decided) -> StaffCommand {
    let code = "c".repeat(64);
    Do::ResetCredentials { code, decided }
}

pub(super) fn act(session: u128, allowed: &[Role]) -> Act {
    Act {
        session: Uuid::from_u128(session),
        call: "withdrawals/approve".into(),
        allowed: allowed.iter().copied().collect(),
        subject: None,
        reason: "looked at it".into(),
        request: Uuid::from_u128(9),
        worth: Usdt::ZERO,
        worth_max: Usdt::ZERO,
        payment: None,
        tied: None,
        approval: None,
        keys_demanded: false,
        keyed_other: false,
    }
}

fn read(session: u128, allowed: &[Role], reason: &str) -> StaffCommand {
    Do::Read(Read {
        session: Uuid::from_u128(session),
        call: "kyc/open".into(),
        allowed: allowed.iter().copied().collect(),
        player: PlayerId(Uuid::from_u128(4)),
        what: "form".into(),
        reason: reason.into(),
        proposal: None,
    })
}

#[test]
fn nobody_acts_without_an_open_session_of_an_allowed_role() {
    // Law I-41.
    let account = Account::of(&[Role::Finance]);
    assert_eq!(account.refused(Do::Act(act(1, &[Role::Finance]))), 9001);
    let mut account = account.with_session(1);
    assert_eq!(account.refused(Do::Act(act(2, &[Role::Finance]))), 9001);
    assert_eq!(account.refused(Do::Act(act(1, &[Role::Risk, Role::Security]))), 9001);
    account.must(Do::Act(act(1, &[Role::Risk, Role::Finance])));
    account.clock.wait(DAY_MS / 2);
    assert_eq!(
        account.refused(Do::Act(act(1, &[Role::Finance]))),
        9001,
        "it has run out"
    );
}

#[test]
fn a_look_at_personal_data_and_a_change_need_a_reason() {
    // Threat T-55.
    let account = Account::of(&[Role::Risk]).with_session(1);
    assert_eq!(account.refused(read(1, &[Role::Risk], " ")), 9004);
    assert!(account.decide(&read(1, &[Role::Risk], "review")).is_ok());
    let silent = Act {
        reason: String::new(),
        ..act(1, &[Role::Risk])
    };
    assert_eq!(account.refused(Do::Act(silent)), 9004);
}

#[test]
fn a_look_at_accounts_needs_a_session_and_a_role_and_names_a_player_at_most() {
    let account = Account::of(&[Role::Risk]).with_session(1);
    let look = |session: u128, subject: Option<&str>| {
        Do::Look(Look {
            session: Uuid::from_u128(session),
            call: "players/info".into(),
            allowed: [Role::Risk].into(),
            subject: subject.map(str::to_owned),
            reason: None,
        })
    };
    assert!(account.decide(&look(1, Some("tg:7"))).is_ok() && account.decide(&look(1, None)).is_ok());
    assert_eq!(account.refused(look(2, None)), 9001);
    assert_eq!(account.refused(look(1, Some(&"x".repeat(121)))), -1006);
}

#[test]
fn a_look_that_asks_for_a_reason_records_it() {
    let account = Account::of(&[Role::Auditor]).with_session(1);
    let export = |reason: &str| {
        Do::Look(Look {
            session: Uuid::from_u128(1),
            call: "exports/start".into(),
            allowed: [Role::Auditor].into(),
            subject: None,
            reason: Some(reason.into()),
        })
    };
    assert_eq!(account.refused(export(" ")), 9004);
    assert_eq!(account.refused(export(&"x".repeat(1_001))), -1006);
    assert!(account.decide(&export("the yearly audit")).is_ok());
}

#[test]
fn every_session_ends_at_once_with_another_role_a_new_password_or_a_closed_account() {
    let ends: [StaffCommand; 3] = [
        Do::SetRoles {
            roles: [Role::Support].into(),
            decided: decided("zoe"),
        },
        reset(decided("zoe")),
        Do::Disable(decided("zoe")),
    ];
    for end in ends {
        let mut account = Account::of(&[Role::Finance]).with_session(1).with_session(2);
        account.must(end.clone());
        assert!(account.staff.sessions.is_empty(), "{end:?}");
        assert_eq!(account.refused(Do::Act(act(1, &[Role::Finance, Role::Support]))), 9001);
    }
}

#[test]
fn a_closed_account_opens_no_session_until_it_is_open_again() {
    let mut account = Account::of(&[Role::Finance]);
    account.must(Do::Disable(decided("zoe")));
    assert_eq!(account.refused(account.open(1)), 9001);
    assert_eq!(account.refused(Do::Disable(decided("zoe"))), 9003);
    account.must(Do::Enable(decided("zoe")));
    assert!(account.decide(&account.open(1)).is_ok());
}

#[test]
fn a_member_has_five_sessions_and_leaves_them_one_by_one() {
    let mut account = Account::of(&[Role::Finance]);
    for session in 1..=6 {
        account.must(account.open(session));
    }
    assert_eq!(account.staff.sessions.len(), SESSIONS_MAX);
    assert_eq!(account.refused(Do::Act(act(1, &[Role::Finance]))), 9001);
    let leave = Do::CloseSession {
        session: Uuid::from_u128(6),
    };
    account.must(leave.clone());
    assert_eq!(account.refused(leave), 9003);
    assert_eq!(account.refused(Do::Act(act(6, &[Role::Finance]))), 9001);
    assert!(account.decide(&Do::Act(act(5, &[Role::Finance]))).is_ok());
}

#[test]
fn nobody_decides_about_the_own_account_and_nobody_decides_without_a_reason() {
    let account = Account::of(&[Role::Security]);
    let own = decided("ann");
    let roles = Roles::from([Role::Finance]);
    for command in [
        Do::SetRoles {
            roles,
            decided: own.clone(),
        },
        Do::Disable(own.clone()),
        Do::Enable(own.clone()),
        reset(own),
    ] {
        assert_eq!(account.refused(command), 9002);
    }
    let silent = Decided {
        by: "zoe".into(),
        approver: None,
        reason: " ".into(),
    };
    assert_eq!(account.refused(Do::Disable(silent)), 9004);
}

#[test]
fn the_two_who_decide_are_two_and_neither_is_the_member() {
    let two = |by: &str, approver: &str| Decided {
        approver: Some(approver.into()),
        ..decided(by)
    };
    let account = Account::of(&[Role::Security]);
    let roles = |decided| Do::SetRoles {
        roles: [Role::Finance].into(),
        decided,
    };
    assert_eq!(account.refused(roles(two("zoe", "ann"))), 9002);
    assert_eq!(account.refused(roles(two("zoe", "zoe"))), 9002);
    assert!(account.decide(&roles(two("zoe", "sam"))).is_ok());
    let alone = Add {
        decided: two("zoe", "zoe"),
        ..add("eve", &[Role::Finance])
    };
    assert_eq!(Account::new().refused(Do::Add(alone)), 9002);
}

#[test]
fn a_name_is_taken_once_and_is_plain() {
    let account = Account::of(&[Role::Finance]);
    assert_eq!(account.refused(Do::Add(add("ann", &[Role::Risk]))), 9003);
    for name in ["", "ann b", "ann\n"] {
        assert_eq!(Account::new().refused(Do::Add(add(name, &[Role::Risk]))), -1006);
    }
    assert_eq!(Account::new().refused(Do::Add(add("ann", &[]))), -1006);
}

#[test]
fn a_member_moves_no_more_in_a_day_than_the_role_allows() {
    let moves = |usdt: i64| {
        Do::Act(Act {
            worth: Usdt::from_minor(usdt),
            worth_max: Usdt::from_minor(100),
            ..act(1, &[Role::Finance])
        })
    };
    let mut account = Account::of(&[Role::Finance]).with_session(1);
    account.must(moves(60));
    assert_eq!(account.refused(moves(41)), 9005);
    account.must(moves(40));
    account.must(Do::Act(act(1, &[Role::Finance])));
    account.clock.wait(DAY_MS - 1);
    account.must(account.open(1));
    assert_eq!(account.refused(moves(1)), 9005, "a day is 24 hours, not a date");
    account.clock.wait(1);
    account.must(moves(100));
    assert_eq!(account.refused(moves(-1)), -1006);
}

#[test]
fn a_member_answers_alone_for_what_counts_against_the_limit_for_a_day() {
    let payment = Payment {
        what: Uuid::from_u128(1),
        to: PlayerId(Uuid::from_u128(2)),
        amount: Usdt::from_minor(60),
    };
    let pays = |worth: i64| {
        Do::Act(Act {
            worth: Usdt::from_minor(worth),
            worth_max: Usdt::from_minor(100),
            payment: Some(payment.clone()),
            ..act(1, &[Role::Finance])
        })
    };
    let mut account = Account::of(&[Role::Finance]).with_session(1);
    let answers = |account: &Account| account.staff.answers_for(&payment, account.clock.now);
    assert!(!answers(&account), "it let nothing go");
    account.must(pays(60));
    assert!(answers(&account));
    assert_eq!(account.refused(pays(60)), 9005);
    account.must(pays(0));
    assert!(!answers(&account), "an act that did not count takes a second person");
    account.clock.wait(DAY_MS);
    account.must(account.open(1));
    assert!(!answers(&account));
    account.must(pays(60));
    assert!(answers(&account));
}

#[test]
fn what_members_let_go_to_a_player_adds_up_over_24_hours() {
    let [ann, bob, zoe] = [1, 2, 3].map(|id| PlayerId(Uuid::from_u128(id)));
    let pays = |what: u128, to: PlayerId, minor: i64| {
        let (what, amount) = (Uuid::from_u128(what), Usdt::from_minor(minor));
        let payment = Some(Payment { what, to, amount });
        Do::Act(Act {
            payment,
            ..act(1, &[Role::Finance])
        })
    };
    let mut account = Account::of(&[Role::Finance]).with_session(1);
    for (what, to, minor) in [(1, ann, 5), (2, bob, 70), (3, ann, 300), (3, ann, 300)] {
        account.must(pays(what, to, minor));
    }
    let sum = |account: &Account, to: &[PlayerId]| Staff::let_go([&account.staff], to, account.clock.now).minor();
    assert_eq!((sum(&account, &[ann]), sum(&account, &[zoe])), (305, 0));
    assert_eq!(sum(&account, &[bob, ann]), 375, "tied accounts count as one");
    let mut second = Account::of(&[Role::Finance]).with_session(1);
    second.must(pays(3, ann, 300));
    second.must(pays(4, ann, 1));
    let both = Staff::let_go([&account.staff, &second.staff], &[ann], account.clock.now);
    assert_eq!(both.minor(), 306, "what two people let go together counts once");
    account.clock.wait(DAY_MS - 1);
    assert_eq!(sum(&account, &[ann]), 305);
    account.clock.wait(1);
    assert_eq!(sum(&account, &[ann]), 0);
}

#[test]
fn the_wait_after_wrong_attempts_doubles_up_to_an_hour() {
    let waits = [0, 4, 5, 6, 7, 11, u32::MAX].map(wait_ms);
    assert_eq!(waits, [0, 0, 60_000, 120_000, 240_000, 3_600_000, 3_600_000]);
    let account = Account::of(&[Role::Finance]);
    let (failures, until) = (FAILURES_MAX - 1, account.clock.now);
    assert_eq!(account.refused(Do::Lock { failures, until }), 9003);
}
