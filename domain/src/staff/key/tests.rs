//! Keys of members as given, when, then.

use super::*;
use crate::staff::tests::{Account, act, decided, reset};
use crate::staff::{Act, Role, StaffCommand, StaffCommand as Do};

fn file(byte: u8) -> StaffKey {
    let public = hex::encode([byte; 32]);
    StaffKey::Ed25519 { public }
}

fn passkey(origin: &str) -> StaffKey {
    StaffKey::Passkey {
        public: hex::encode([4; 65]),
        credential: "AQ-_".into(),
        origin: origin.into(),
    }
}

fn signature(key: &StaffKey) -> Signature {
    let (key, signature) = (key.id(), "ab".repeat(64));
    Signature {
        key,
        signature,
        passkey: None,
    }
}

fn propose(key: StaffKey) -> StaffCommand {
    Do::ProposeKey(ProposeKey {
        signature: signature(&key),
        request: Uuid::from_u128(5),
        key,
    })
}

fn approve(key: &StaffKey, by: &str) -> StaffCommand {
    let (key, decided) = (key.id(), decided(by));
    Do::ApproveKey { key, decided }
}

fn revoke(key: &StaffKey, by: &str) -> StaffCommand {
    let (key, decided) = (key.id(), decided(by));
    Do::RevokeKey { key, decided }
}

fn approval(signature: Option<Signature>) -> Option<Approval> {
    let digest = "0".repeat(64);
    Some(Approval { digest, signature })
}

/// An approval, which the house refuses without a key when it says so.
fn approves(with: Option<&StaffKey>, keys_demanded: bool) -> StaffCommand {
    Do::Act(Act {
        approval: approval(with.map(signature)),
        keys_demanded,
        ..act(1, &[Role::Finance])
    })
}

/// A member with a session whose key is in force.
fn signer(key: &StaffKey) -> Account {
    let mut account = Account::of(&[Role::Finance]).with_session(1);
    account.must(propose(key.clone()));
    account.must(approve(key, "sam"));
    account.must(session(1, &account, Some(key)));
    account
}

#[test]
fn nobody_approves_his_own_key_and_nobody_who_issued_the_password() {
    let key = file(1);
    let mut account = Account::of(&[Role::Finance]);
    account.must(propose(key.clone()));
    assert_eq!(account.refused(approve(&key, "ann")), 9002);
    assert_eq!(account.refused(approve(&key, "zoe")), 9002, "zoe made the account");
    account.must(reset(decided("sam")));
    assert_eq!(account.refused(approve(&key, "sam")), 9002, "sam issued a new password");
    assert_eq!(
        account.refused(approve(&key, "zoe")),
        9002,
        "it was proposed under zoe's code"
    );
    account.must(approve(&key, "amy"));
    assert_eq!(account.refused(approve(&key, "amy")), 9003);
    assert_eq!(account.staff.signing_key(&key.id()), Some(&key));
}

#[test]
fn a_key_that_waits_signs_nothing_and_does_not_bind_its_member() {
    let key = file(1);
    let mut account = Account::of(&[Role::Finance]).with_session(1);
    account.must(propose(key.clone()));
    assert_eq!(account.refused(approves(Some(&key), false)), 9008);
    assert!(account.decide(&approves(None, false)).is_ok());
}

#[test]
fn from_the_first_key_on_every_approval_is_signed_and_nothing_else_is() {
    let key = file(1);
    let account = signer(&key);
    assert_eq!(account.refused(approves(None, false)), 9007);
    assert_eq!(
        account.refused(approves(Some(&file(2)), false)),
        9008,
        "not a key of hers"
    );
    assert!(account.decide(&approves(Some(&key), false)).is_ok());
    assert!(
        account.decide(&Do::Act(act(1, &[Role::Finance]))).is_ok(),
        "no approval"
    );
}

#[test]
fn the_signature_stands_in_the_event() {
    let key = file(1);
    let account = signer(&key);
    let decision = account.decide(&approves(Some(&key), true)).expect("accepted");
    let StaffEvent::StaffActed { approval: recorded, .. } = &decision.events[0] else {
        panic!("{decision:?}");
    };
    assert_eq!(*recorded, approval(Some(signature(&key))));
}

#[test]
fn a_revoked_key_signs_nothing_and_its_member_nothing_without_another_one() {
    let key = file(1);
    let mut account = signer(&key);
    assert_eq!(account.refused(revoke(&key, "ann")), 9002);
    account.must(revoke(&key, "zoe"));
    account.must(session(1, &account, None));
    assert_eq!(account.refused(approves(Some(&key), false)), 9008);
    assert_eq!(
        account.refused(approves(None, false)),
        9007,
        "losing the key is no way round it"
    );
    assert_eq!(account.refused(revoke(&key, "zoe")), 4007);
    let second = file(2);
    account.must(propose(second.clone()));
    account.must(approve(&second, "sam"));
    account.must(session(1, &account, Some(&second)));
    assert!(account.decide(&approves(Some(&second), false)).is_ok());
}

#[test]
fn a_key_belongs_to_one_account_for_ever() {
    let key = file(1);
    let decision = Account::of(&[Role::Risk])
        .decide(&propose(key.clone()))
        .expect("accepted");
    let claim = &decision.claims[0];
    assert_eq!(
        (claim.key.clone(), claim.taken.code()),
        (format!("staff_key:{}", key.id()), 9003)
    );
}

#[test]
fn without_a_key_nothing_is_approved_where_one_is_demanded() {
    let account = Account::of(&[Role::Finance]).with_session(1);
    assert_eq!(account.refused(approves(None, true)), 9007);
    assert!(account.decide(&approves(None, false)).is_ok());
}

#[test]
fn a_member_keeps_five_keys() {
    let mut account = Account::of(&[Role::Finance]);
    for byte in 1..=5 {
        account.must(propose(file(byte)));
    }
    assert_eq!(account.refused(propose(file(6))), 9003);
    account.must(revoke(&file(3), "zoe"));
    account.must(propose(file(6)));
}

#[test]
fn a_key_is_what_it_says_and_its_own_signature_comes_with_it() {
    let account = Account::of(&[Role::Finance]);
    for origin in [
        "https://staff.example",
        "https://staff.example:8443",
        "http://localhost:8081",
    ] {
        assert!(account.decide(&propose(passkey(origin))).is_ok(), "{origin}");
    }
    for origin in [
        "http://staff.example",
        "https://",
        "https://a/b",
        "https://A",
        "https://a:b",
        "a",
    ] {
        assert_eq!(account.refused(propose(passkey(origin))), -1006, "{origin}");
    }
    let short = StaffKey::Ed25519 { public: "00".into() };
    assert_eq!(account.refused(propose(short)), -1006);
    let (key, request) = (file(1), Uuid::from_u128(5));
    let signature = signature(&file(2));
    let anothers = ProposeKey {
        key,
        signature,
        request,
    };
    assert_eq!(account.refused(Do::ProposeKey(anothers)), 9008);
}

#[test]
fn a_signature_is_as_long_as_signatures_are_and_a_digest_is_one() {
    let key = file(1);
    let account = signer(&key);
    let long = Signature {
        signature: "ab".repeat(73),
        ..signature(&key)
    };
    let with = |approval| {
        Do::Act(Act {
            approval,
            ..act(1, &[Role::Finance])
        })
    };
    assert_eq!(account.refused(with(approval(Some(long)))), 9008);
    let digest = "0\n".repeat(32);
    let signature = Some(signature(&key));
    assert_eq!(account.refused(with(Some(Approval { digest, signature }))), 9003);
}

#[test]
fn another_act_subject_digest_person_or_request_is_another_statement() {
    let of = Statement {
        call: "withdrawals/approve",
        subject: "w",
        digest: "d",
        account: "ann",
        request: Uuid::from_u128(1),
    };
    let others = [
        Statement {
            call: "proposals/approve",
            ..of
        },
        Statement { subject: "v", ..of },
        Statement { digest: "e", ..of },
        Statement { account: "bob", ..of },
        Statement {
            request: Uuid::from_u128(2),
            ..of
        },
    ];
    let mut digests: Vec<_> = others.iter().map(Statement::digest).collect();
    digests.push(of.digest());
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), others.len() + 1);
    let known = "ledger staff approval 1\nwithdrawals/approve\nw\nd\nann\n00000000-0000-0000-0000-000000000001\n";
    assert_eq!(of.digest(), Some(Sha256::digest(known).into()));
    assert_eq!(
        Statement {
            subject: "w\nd",
            digest: "",
            ..of
        }
        .digest(),
        None
    );
}

/// A login of session 2 that this key signed.
fn signs_in(account: &Account, key: Option<&StaffKey>) -> StaffCommand {
    session(2, account, key)
}

fn session(id: u128, account: &Account, key: Option<&StaffKey>) -> StaffCommand {
    let Do::OpenSession {
        session, expires_at, ..
    } = account.open(id)
    else {
        panic!("another command");
    };
    Do::OpenSession {
        session,
        expires_at,
        proof: key.and_then(|key| approval(Some(signature(key)))),
        keys_demanded: false,
    }
}

#[test]
fn while_a_key_is_in_force_each_login_is_signed_and_ends_with_its_key() {
    let (key, other) = (file(1), file(2));
    let unsigned = Account::of(&[Role::Finance]);
    assert_eq!(
        unsigned.refused(signs_in(&unsigned, Some(&key))),
        9008,
        "no key of hers"
    );
    let mut account = signer(&key);
    assert_eq!(account.refused(signs_in(&account, None)), 9007);
    assert_eq!(account.refused(signs_in(&account, Some(&other))), 9008);
    account.must(signs_in(&account, Some(&key)));
    let (of_key, now) = (Uuid::from_u128(2), account.clock.now);
    assert!(account.staff.is_open(of_key, now));
    account.must(revoke(&key, "sam"));
    assert!(!account.staff.is_open(of_key, now), "its key is revoked");
    assert!(
        !account.staff.is_open(Uuid::from_u128(1), now),
        "the same key opened it"
    );
    // Whose device is lost signs in without, and approves nothing.
    account.must(session(1, &account, None));
    assert_eq!(account.refused(approves(None, false)), 9007);
}

#[test]
fn an_approved_key_ends_the_sessions_that_none_opened() {
    let (key, next) = (file(1), file(2));
    let mut account = Account::of(&[Role::Finance]).with_session(1);
    account.must(propose(key.clone()));
    let is_open = |account: &Account, id| account.staff.is_open(Uuid::from_u128(id), account.clock.now);
    assert!(is_open(&account, 1), "a key that waits ends nothing");
    account.must(approve(&key, "sam"));
    assert!(!is_open(&account, 1));
    account.must(session(2, &account, Some(&key)));
    account.must(propose(next.clone()));
    account.must(approve(&next, "sam"));
    assert!(is_open(&account, 2), "a key opened it");
}

#[test]
fn an_act_stands_for_its_call_its_subject_and_its_reason() {
    let written = r#"["ledger staff act 1","freezes/set","p-1","Case \"4409\""]"#;
    let digest = act_digest("freezes/set", "p-1", "Case \"4409\"");
    assert_eq!(digest, hex_digest(written.as_bytes()));
}

#[test]
fn a_key_that_was_demanded_once_is_demanded_for_ever_and_stops_need_none() {
    let mut account = Account::of(&[Role::Finance]);
    let Do::OpenSession {
        session, expires_at, ..
    } = account.open(1)
    else {
        panic!("another command");
    };
    account.must(Do::OpenSession {
        session,
        expires_at,
        proof: None,
        keys_demanded: true,
    });
    account = account.with_session(2);
    assert!(
        account.staff.keys_demanded,
        "a login that demands none takes nothing back"
    );
    assert_eq!(account.refused(approves(None, false)), 9007);
    let stop = |call: &str| {
        Do::Act(Act {
            call: call.into(),
            approval: approval(None),
            ..act(2, &[Role::Finance])
        })
    };
    for call in ["freezes/set", "withdrawals/pause", "keys/approve"] {
        assert!(account.decide(&stop(call)).is_ok(), "{call}");
    }
    assert_eq!(account.refused(stop("freezes/lift")), 9007);
}

#[test]
fn the_first_keys_alone_are_approved_by_who_has_none() {
    let account = Account::of(&[Role::Security]).with_session(1);
    let approves = |keys_demanded: bool, keyed_other: bool| {
        Do::Act(Act {
            call: "keys/approve".into(),
            approval: approval(None),
            keys_demanded,
            keyed_other,
            ..act(1, &[Role::Security])
        })
    };
    assert!(account.decide(&approves(true, false)).is_ok(), "nobody else has one");
    assert_eq!(account.refused(approves(true, true)), 9007);
    assert!(account.decide(&approves(false, true)).is_ok(), "none are demanded");
}
