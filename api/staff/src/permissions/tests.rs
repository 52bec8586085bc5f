use super::*;
use crate::router::ENDPOINTS;
use api::endpoint::{Access, Mode};
use domain::staff::permission::TABLE;
use std::collections::BTreeSet;

#[test]
fn every_call_of_a_session_has_its_line_and_every_line_its_call() {
    let with_session = ENDPOINTS.iter().filter(|spec| spec.access == Access::Session);
    let calls: BTreeSet<String> = with_session
        .map(|spec| format!("{}.{}", spec.noun, spec.verb))
        .collect();
    let lines: BTreeSet<String> = TABLE.iter().map(|line| line.name.to_owned()).collect();
    assert_eq!((calls, lines.len()), (lines, TABLE.len()));
}

#[test]
fn duties_stand_apart_t_50() {
    let may = |role: Role, name: &str| TABLE.iter().any(|line| line.name == name && line.roles.contains(&role));
    let moves_money = [
        "withdrawals.approve",
        "withdrawals.resume",
        "adjustments.propose",
        "topups.propose_assign",
        "treasury.propose",
        "days.close",
    ];
    for name in moves_money {
        assert!(!may(Security, name) && !may(Content, name), "{name}");
    }
    for name in [
        "staff.add",
        "staff.roles",
        "staff.reset",
        "staff.disable",
        "keys.approve",
        "keys.revoke",
    ] {
        let mut others = Role::ALL.into_iter().filter(|role| *role != Security);
        assert!(others.all(|role| !may(role, name)), "{name}");
    }
    for name in ["kyc.open", "kyc.image", "kyc.decide", "kyc.reset", "erasure.cancel"] {
        let mut others = Role::ALL.into_iter().filter(|role| *role != Risk);
        assert!(others.all(|role| !may(role, name)), "{name}");
    }
    assert!(!may(Support, "withdrawals.approve") && !may(Finance, "proposals.approve"));
    // Security approves proposals about accounts: `domain::proposal` knows of no other kind.
    assert!(!may(Content, "proposals.approve") && may(Security, "proposals.approve"));
}

#[test]
fn the_auditor_reads_and_never_writes() {
    let writes = |mode: Mode| mode == Mode::Write;
    for spec in ENDPOINTS {
        let may = roles(spec.noun, spec.verb).contains(&Auditor);
        assert!(!(may && writes(spec.mode)), "{} is a write", spec.path);
        assert!(may || spec.mode != Mode::Read, "{} is kept from the auditor", spec.path);
    }
}
