use super::*;
use crate::openapi::document;
use crate::router::ENDPOINTS;
use api::endpoint::{Access, Mode};
use domain::staff::permission::TABLE;
use serde_json::Value;
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
fn every_read_that_names_a_player_or_a_stream_is_recorded_t_55() {
    let document: Value = serde_json::from_str(&document()).expect("JSON");
    let names_somebody = |path: &str| {
        let body = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let name = body
            .as_str()
            .and_then(|name| name.rsplit('/').next())
            .expect("a reference");
        let fields = document["components"]["schemas"][name]["properties"].as_object();
        let named = [
            "player",
            "owner",
            "account",
            "stream",
            "key",
            "withdrawal",
            "proposal",
            "query",
        ];
        fields.is_some_and(|fields| named.iter().any(|field| fields.contains_key(*field)))
    };
    let reads = ENDPOINTS
        .iter()
        .filter(|spec| spec.mode == Mode::Read && names_somebody(spec.path));
    let reads: Vec<String> = reads.map(|spec| format!("{}.{}", spec.noun, spec.verb)).collect();
    assert!(reads.len() >= 8, "{reads:?}");
    let unrecorded: Vec<_> = reads.iter().filter(|name| !RECORDED.contains(&name.as_str())).collect();
    assert!(unrecorded.is_empty(), "{unrecorded:?}");
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
        "treasury.open_stakes",
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
    for name in [
        "kyc.open",
        "kyc.image",
        "kyc.decide",
        "kyc.reset",
        "erasure.cancel",
        "access.file",
    ] {
        let mut others = Role::ALL.into_iter().filter(|role| *role != Risk);
        assert!(others.all(|role| !may(role, name)), "{name}");
    }
    assert!(!may(Support, "withdrawals.approve") && !may(Finance, "proposals.approve"));
    // Security approves proposals about accounts and personal data: `domain::proposal` lets it approve none about money.
    assert!(!may(Content, "proposals.approve") && may(Security, "proposals.approve"));
}

#[test]
fn the_auditor_reads_and_never_writes() {
    let writes = |mode: Mode| mode == Mode::Write;
    for spec in ENDPOINTS {
        let may = roles(spec.noun, spec.verb).contains(&Auditor);
        // Samples and saved views are a member's own work: none moves anything.
        let is_own = ["samples", "bookmarks"].contains(&spec.noun);
        assert!(!(may && writes(spec.mode) && !is_own), "{} is a write", spec.path);
        assert!(may || spec.mode != Mode::Read, "{} is kept from the auditor", spec.path);
    }
}
