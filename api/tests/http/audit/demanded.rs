//! Where keys are demanded, whoever holds the master key and no key of staff makes no member and approves no key: what he
//! writes into the log is found, since the logins of others say that keys are demanded.

use crate::key_file::KeyFile;
use crate::staff_bundle::Bundle;
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::development;
use api::app::Settings;
use domain::defence::Defence;
use domain::ids::StaffId;
use domain::staff::{Decided, ProposeKey, Role, StaffCommand};
use ledger::export::{Form, Query};
use ledger::{Plain, Request, StreamId};
use serde_json::{from_value, json};
use uuid::Uuid;
use workers::audit::{LawResult, authority};

async fn broken(site: &StaffSite) -> Vec<&'static str> {
    let mut database = site.ledger.pool().begin().await.expect("a snapshot");
    let results = authority::check(&mut database).await.expect("read");
    let broken = results.iter().filter(|law| !law.holds());
    broken.map(|law: &LawResult| law.law).collect()
}

/// The ledger does as it is asked, whoever asks.
async fn writes(site: &StaffSite, member: &str, command: StaffCommand) {
    let id = StreamId::thing(StaffId::of(member).0);
    let request = Request::system("system:operator", Uuid::new_v4());
    let reply = site.ledger.staff().execute(&id, command, request, Plain).await;
    assert!(reply.expect("a reply").is_accepted());
}

/// A house that demands keys.
async fn guarded() -> StaffSite {
    let keyless_staff = false;
    StaffSite::open_as(Settings {
        keyless_staff,
        ..development()
    })
    .await
}

/// Sam, who has no key, approves one of somebody's by a program that asks for no signature.
async fn approves_unsigned(sam: &Clerk<'_>, owner: &Clerk<'_>, key: KeyFile) {
    owner.does("keys/propose", key.proposal()).await.done();
    let _off = Defence::Signed.off();
    let yes = json!({ "account": key.account, "key": key.id() });
    sam.does("keys/approve", yes).await.done();
}

/// A house in which sam approved a key of bob's without a signature, though zoe could have given one.
pub async fn unsigned() -> StaffSite {
    let site = guarded().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let sam = site.clerk("sam", &[Role::Security]).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::Finance]).await;
    site.wait_ms(2 * 60_000);
    KeyFile::new(1, "zoe").enrol(&zoe, &sam).await;
    approves_unsigned(&sam, &ann, KeyFile::new(2, "ann")).await;
    assert!(
        broken(&site).await.is_empty(),
        "sam may not have known of zoe's key yet"
    );
    site.wait_ms(2 * 60_000);
    approves_unsigned(&sam, &bob, KeyFile::new(3, "bob")).await;
    site
}

#[tokio::test]
async fn a_key_that_nobody_signed_for_is_found_once_another_could_have_signed() {
    let site = unsigned().await;
    assert_eq!(broken(&site).await, ["I-41k"]);
    // The ends of several logs are a minute apart at most.
    site.wait_ms(2 * 60_000);
    site.player(1).await;
    let bundle = Bundle::of(&site, &Query::everything(Form::Ndjson)).await;
    let why = bundle.check().expect_err("found in the files alone");
    assert!(why.contains("(law I-41k)"), "{why}");
}

#[tokio::test]
async fn the_first_keys_need_no_signature_and_neither_does_one_of_who_alone_has_a_key() {
    let site = guarded().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let sam = site.clerk("sam", &[Role::Security]).await;
    site.wait_ms(2 * 60_000);
    let of_zoe = KeyFile::new(1, "zoe");
    of_zoe.enrol(&zoe, &sam).await;
    site.wait_ms(2 * 60_000);
    let second = KeyFile::new(2, "zoe");
    zoe.does("keys/propose", second.proposal()).await.done();
    let yes = json!({ "account": "zoe", "key": second.id() });
    sam.does("keys/approve", yes).await.done();
    let key = KeyFile::new(3, "sam");
    sam.does("keys/propose", key.proposal()).await.done();
    let request = Uuid::new_v4();
    let signature = of_zoe.signs("keys/approve", "sam", &key.id(), request);
    let yes = json!({ "account": "sam", "key": key.id(), "signature": signature, "req_id": request });
    zoe.does("keys/approve", yes).await.done();
    assert!(broken(&site).await.is_empty());
}

#[tokio::test]
async fn past_the_keys_that_are_demanded_nobody_is_made_and_no_key_is_approved() {
    let site = guarded().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    KeyFile::new(1, "ann").enrol(&ann, &zoe).await;
    site.wait_ms(2 * 60_000);
    assert!(broken(&site).await.is_empty());
    site.hire("sam", &[Role::Security], None).await;
    assert!(broken(&site).await.is_empty(), "zoe alone could make nobody");
    let stolen = KeyFile::new(2, "ann");
    let proposal = stolen.proposal();
    let propose = ProposeKey {
        key: stolen.key(),
        signature: from_value(proposal["signature"].clone()).expect("a signature"),
        request: from_value(proposal["req_id"].clone()).expect("an id"),
    };
    writes(&site, "ann", StaffCommand::ProposeKey(propose)).await;
    let decided = Decided {
        by: "nobody".into(),
        approver: None,
        reason: "read out".into(),
    };
    let key = stolen.id();
    writes(&site, "ann", StaffCommand::ApproveKey { key, decided }).await;
    assert_eq!(broken(&site).await, ["I-41e"], "nobody signed that he approves the key");
    site.hire("ghost", &[Role::FinanceLead], None).await;
    assert_eq!(
        broken(&site).await,
        ["I-41e", "I-41f"],
        "two of security did not make it"
    );
}
