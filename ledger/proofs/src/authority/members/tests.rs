use crate::Recorded;
use crate::approval::FileKey;
use crate::authority::{Authority, Extent};
use domain::money::Usdt;
use domain::staff::key::act_digest;
use domain::staff::{Approval, Role, Roles, Signature, StaffEvent, Statement};
use domain::stream::StreamEvent;
use domain::time::Timestamp;
use uuid::Uuid;

const AT: Timestamp = Timestamp(1);
const REQUEST: Uuid = Uuid::from_u128(7);

fn recorded(event: &StaffEvent) -> Recorded {
    let payload = serde_json::to_string(event).expect("JSON");
    Recorded {
        partition: 0,
        position: 1,
        aggregate_type: "staff".into(),
        aggregate_id: "ann".into(),
        sequence: 1,
        event_id: REQUEST,
        event_type: event.name().into(),
        event_version: event.version().to_string(),
        payload,
        metadata: "{}".into(),
        recorded_at_ms: 1,
        leaf: Vec::new(),
    }
}

fn roles() -> Roles {
    [Role::Finance, Role::Risk].into_iter().collect()
}

fn added() -> StaffEvent {
    StaffEvent::StaffAdded {
        name: "ann".into(),
        roles: roles(),
        own: None,
        by: "zoe".into(),
        approver: None,
        reason: "hired".into(),
        activation: None,
        at: AT,
    }
}

fn key() -> FileKey {
    FileKey::of_seed(&[1; 32])
}

fn signs(secret: &FileKey, call: &str, subject: &str, digest: &str) -> Signature {
    let statement = Statement {
        call,
        subject,
        digest,
        account: "ann",
        request: REQUEST,
    };
    secret.sign(&statement).expect("plain")
}

fn proposed(by: &FileKey) -> StaffEvent {
    StaffEvent::StaffKeyProposed {
        key: key().key(),
        signature: Signature {
            key: key().key().id(),
            ..signs(by, "keys/propose", "ann", &key().key().id())
        },
        request: REQUEST,
        at: AT,
    }
}

fn approved(by: &str) -> StaffEvent {
    approved_for(by, (true, true))
}

fn approved_for(by: &str, (acts, all_acts): (bool, bool)) -> StaffEvent {
    StaffEvent::StaffKeyApproved {
        key: key().key().id(),
        account: "ann".into(),
        by: by.into(),
        reason: "read out".into(),
        acts,
        all_acts,
        at: AT,
    }
}

fn acted(digest: &str, signature: Option<Signature>) -> StaffEvent {
    did("withdrawals/approve", digest, signature)
}

fn did(call: &str, digest: &str, signature: Option<Signature>) -> StaffEvent {
    StaffEvent::StaffActed {
        session: REQUEST,
        call: call.into(),
        roles: roles(),
        subject: Some("w-1".into()),
        reason: "on record".into(),
        request: REQUEST,
        worth: Usdt::ZERO,
        payment: None,
        tied: None,
        approval: Some(Approval {
            digest: digest.into(),
            signature,
        }),
        at: AT,
    }
}

fn opened(proof: Option<Signature>) -> StaffEvent {
    StaffEvent::StaffSessionOpened {
        session: REQUEST,
        expires_at: AT,
        proof: proof.map(|signature| Approval {
            digest: "d-1".into(),
            signature: Some(signature),
        }),
        keys_demanded: false,
        at: AT,
    }
}

/// A login without a key, where they are demanded.
fn opened_where_demanded() -> StaffEvent {
    StaffEvent::StaffSessionOpened {
        session: REQUEST,
        expires_at: AT,
        proof: None,
        keys_demanded: true,
        at: AT,
    }
}

/// How many signatures hold, or what does not.
fn read(events: &[StaffEvent]) -> Result<u64, String> {
    let mut authority = Authority::of(Extent::Range);
    for event in events {
        authority.take(&recorded(event));
    }
    let judged = authority.judge();
    let broken = judged.laws.iter().find_map(|law| law.first);
    broken.map_or(Ok(judged.signatures), |(_, why)| Err(why.to_owned()))
}

#[test]
fn signed_approvals_are_counted_and_those_before_the_first_key_are_not() {
    let yes = || Some(signs(&key(), "withdrawals/approve", "w-1", "d-1"));
    assert_eq!(read(&[added(), acted("d-1", None)]), Ok(0));
    let whole = [
        added(),
        acted("d-1", None),
        proposed(&key()),
        approved("zoe"),
        acted("d-1", yes()),
    ];
    assert_eq!(read(&whole), Ok(1));
    assert_eq!(
        read(&whole[1..]),
        Ok(0),
        "of a stream without its begin nothing is said"
    );
}

#[test]
fn what_one_person_does_is_signed_for_its_subject_and_its_reason() {
    let digest = act_digest("withdrawals/reject", "w-1", "on record");
    let other = act_digest("withdrawals/reject", "w-1", "for nothing");
    let no = |digest: &str| Some(signs(&key(), "withdrawals/reject", "w-1", digest));
    let reject = |digest: &str, signature| did("withdrawals/reject", digest, signature);
    let begun = [added(), proposed(&key()), approved("zoe")];
    let after = |act: StaffEvent| read(&[&begun[..], &[act]].concat());
    assert_eq!(after(reject(&digest, no(&digest))), Ok(1));
    assert_eq!(after(did("play/note", "d-1", None)), Ok(0), "nobody signs a note");
    for (act, words) in [
        (reject(&digest, None), "is not signed"),
        (reject(&digest, no(&other)), "does not hold"),
        (reject(&other, no(&other)), "an act is another than was signed"),
    ] {
        let found = after(act).expect_err(words);
        assert!(found.contains(words), "{found}");
    }
    let old = [
        added(),
        proposed(&key()),
        approved_for("zoe", (false, false)),
        reject(&digest, None),
    ];
    assert_eq!(read(&old), Ok(0), "a key from before acts were signed");
    let verdict = || did("kyc/decide", &act_digest("kyc/decide", "w-1", "on record"), None);
    let found = after(verdict()).expect_err("unsigned");
    assert!(found.contains("is not signed"), "{found}");
    let older = [added(), proposed(&key()), approved_for("zoe", (true, false)), verdict()];
    assert_eq!(read(&older), Ok(0), "a key from before such acts were signed");
    assert!(read(&[&older[..], &[reject(&digest, None)]].concat()).is_err());
}

#[test]
fn an_approval_or_a_login_that_was_not_signed_as_it_stands_is_found() {
    let (yes, other) = (
        signs(&key(), "withdrawals/approve", "w-1", "d-1"),
        signs(&FileKey::of_seed(&[2; 32]), "withdrawals/approve", "w-1", "d-1"),
    );
    let renamed = Signature {
        key: yes.key.clone(),
        ..other.clone()
    };
    let revoked = || StaffEvent::StaffKeyRevoked {
        key: key().key().id(),
        by: "zoe".into(),
        reason: "lost".into(),
        at: AT,
    };
    let begun = [added(), proposed(&key()), approved("zoe")];
    for (then, words) in [
        (vec![acted("d-2", Some(yes.clone()))], "does not hold"),
        (vec![acted("d-1", Some(other))], "does not hold"),
        (vec![acted("d-1", Some(renamed))], "does not hold"),
        (vec![acted("d-1", None)], "is not signed"),
        (vec![revoked(), acted("d-1", Some(yes.clone()))], "does not hold"),
    ] {
        let found = read(&[&begun[..], &then].concat()).expect_err(words);
        assert!(found.contains(words), "{found}");
    }
    let login = || signs(&key(), "session/open", "ann", "d-1");
    let before = [added(), opened(None), proposed(&key()), opened(None), approved("zoe")];
    assert_eq!(read(&[&before[..], &[opened(Some(login()))]].concat()), Ok(0));
    assert_eq!(read(&[&begun[..], &[revoked(), opened(None)]].concat()), Ok(0));
    for (proof, words) in [
        (None, "a login of a member with a key is not signed"),
        (Some(yes), "the signature of a login does not hold"),
    ] {
        let found = read(&[&begun[..], &[opened(proof)]].concat()).expect_err(words);
        assert!(found.contains(words), "{found}");
    }
    let late = [&begun[..], &[revoked(), opened(Some(login()))]].concat();
    assert!(read(&late).is_err(), "a login with a key that was revoked");
    assert!(
        read(&[added(), proposed(&FileKey::of_seed(&[2; 32]))]).is_err(),
        "a key of somebody else"
    );
    assert!(
        read(&[added(), proposed(&key()), approved("ann")]).is_err(),
        "a key approved by its owner"
    );
    assert!(read(&[added(), approved("zoe")]).is_err(), "a key that nobody proposed");
}

#[test]
fn who_logged_in_where_keys_are_demanded_does_nothing_without_one_for_ever() {
    let digest = act_digest("withdrawals/reject", "w-1", "on record");
    let begun = [added(), opened(None), opened_where_demanded()];
    let after = |then: StaffEvent| read(&[&begun[..], &[then]].concat());
    for (then, words) in [
        (acted("d-1", None), "who needs a key is not signed"),
        (
            did("withdrawals/reject", &digest, None),
            "who needs a key is not signed",
        ),
        (opened(None), "no longer demands a key"),
    ] {
        let found = after(then).expect_err(words);
        assert!(found.contains(words), "{found}");
    }
    let stop = act_digest("freezes/set", "w-1", "on record");
    assert_eq!(
        after(did("freezes/set", &stop, None)),
        Ok(0),
        "what only stops something"
    );
    assert_eq!(after(opened_where_demanded()), Ok(0));
}
