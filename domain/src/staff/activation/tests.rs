//! Activation as given, when, then.

use super::*;
use crate::staff::tests::{Account, add, decided, reset};
use crate::staff::{Add, Role, StaffCommand as Do};

/// A new account whose owner has the code of this letter.
fn invited(letter: &str) -> Account {
    let mut account = Account::new();
    let code = Some(letter.repeat(64));
    account.must(Do::Add(Add {
        code,
        ..add("ann", &[Role::Finance])
    }));
    account
}

fn activate(letter: &str) -> Do {
    Do::Activate {
        code: letter.repeat(64),
        credentials: record(letter),
    }
}

/// What the owner chose with the code of this letter.
fn record(letter: &str) -> Uuid {
    Uuid::from_u128(letter.as_bytes()[0].into())
}

#[test]
fn nobody_signs_in_before_the_owner_spent_the_code_which_is_good_once() {
    let mut account = invited("a");
    assert_eq!(account.refused(account.open(1)), 9001);
    assert_eq!(account.refused(activate("b")), 9001);
    assert_eq!(account.staff.credentials, None);
    account.must(activate("a"));
    assert_eq!(account.staff.credentials, Some(record("a")));
    assert_eq!(account.refused(activate("a")), 9001, "it is spent");
    assert!(account.decide(&account.open(1)).is_ok());
}

#[test]
fn a_code_ends_after_three_days_and_with_the_account() {
    let mut account = invited("a");
    account.must(Do::Disable(decided("zoe")));
    assert_eq!(account.refused(activate("a")), 9001);
    account.must(Do::Enable(decided("zoe")));
    account.clock.wait(CODE_MS - 1);
    assert!(account.decide(&activate("a")).is_ok());
    account.clock.wait(1);
    assert_eq!(account.refused(activate("a")), 4008);
    assert_eq!(
        account.refused(activate("b")),
        9001,
        "a wrong code learns nothing of the time"
    );
}

#[test]
fn a_reset_makes_credentials_void_until_the_new_code_is_spent() {
    let mut account = invited("a");
    account.must(activate("a"));
    account.must(account.open(1));
    account.must(reset(decided("sam")));
    assert!(account.staff.sessions.is_empty());
    assert_eq!(account.refused(account.open(2)), 9001);
    assert_eq!(account.refused(activate("a")), 9001);
    account.must(activate("c"));
    assert_eq!(account.staff.credentials, Some(record("c")));
    assert!(account.decide(&account.open(2)).is_ok());
    let code = "not a digest".to_owned();
    let decided = decided("sam");
    assert_eq!(account.refused(Do::ResetCredentials { code, decided }), -1006);
}

#[test]
fn another_password_ends_every_other_session() {
    let mut account = Account::of(&[Role::Finance]).with_session(1).with_session(2);
    let change = |session| Do::ChangePassword {
        session: Uuid::from_u128(session),
        credentials: record("b"),
    };
    assert_eq!(account.refused(change(3)), 9001);
    account.must(change(2));
    assert_eq!(account.staff.credentials, Some(record("b")));
    let open: Vec<Uuid> = account.staff.sessions.iter().map(|open| open.session).collect();
    assert_eq!(open, [Uuid::from_u128(2)]);
}
