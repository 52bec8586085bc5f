//! Where keys are demanded, whoever holds the master key and no key of staff makes no member and approves no key: what he
//! writes into the log is found, since the logins of others say that keys are demanded.

use crate::key_file::KeyFile;
use crate::staff_site::StaffSite;
use crate::test_app::development;
use api::app::Settings;
use domain::ids::StaffId;
use domain::staff::{Decided, ProposeKey, Role, StaffCommand};
use ledger::{Plain, Request, StreamId};
use serde_json::from_value;
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

#[tokio::test]
async fn past_the_keys_that_are_demanded_nobody_is_made_and_no_key_is_approved() {
    let keyless_staff = false;
    let site = StaffSite::open_as(Settings {
        keyless_staff,
        ..development()
    })
    .await;
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
