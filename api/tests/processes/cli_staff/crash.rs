//! A service that ends while the owner of an account chooses a password: the code is as good as before, or the account is
//! open. Nobody has to reset it.

use super::desk::{Desk, chosen_by};
use std::os::unix::process::ExitStatusExt;

/// What a process that aborts dies of.
const SIGABRT: i32 = 6;

#[test]
fn a_crash_in_an_activation_leaves_a_code_that_is_good_or_an_account_that_is_open() {
    for (point, is_open) in [("before_naming", false), ("after_naming", true)] {
        let mut desk = Desk::open(point);
        let made = desk.data.calls(&["staff", "add", "bob", "--role", "risk"]);
        assert_eq!(desk.approve(&made)["code"], 0);
        let code = made["code"].as_str().expect("a code");
        desk.serve_again(&[("LEDGER_CRASH_POINT", &format!("{point}:1"))]);
        assert_eq!(desk.tries_to_activate("bob", code).status.code(), Some(1), "{point}");
        assert_eq!(desk.ended().signal(), Some(SIGABRT), "{point}");
        desk.serve_again(&[]);
        if !is_open {
            desk.activate("bob", code);
        }
        desk.log_in("bob", &chosen_by("bob"));
    }
}
