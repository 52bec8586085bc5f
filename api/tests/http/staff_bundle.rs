//! What staff did is checked offline: whoever rewrites the files of an export, with hashes that fit, in the name of a
//! member, is found by the law that it breaks.

use crate::audit::signatures::approved_at;
use crate::staff_alone::{waiting, waits};
use crate::staff_money::correction;
use crate::staff_site::StaffSite;
use crate::test_app::TestApp;
use domain::staff::Role;
use ledger::balance::AsOf;
use ledger::export::{EventRow, Folder, Form, MANIFEST, Manifest, Query, Shown, check, write};
use ledger::leaf::ROOT;
use ledger::trial::Period;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// A folder of one export, removed at its end.
pub struct Bundle(PathBuf);

impl Drop for Bundle {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

impl Bundle {
    pub async fn of(site: &StaffSite, query: &Query) -> Bundle {
        let folder = std::env::temp_dir().join(format!("ledger-bundle-{}-{}", std::process::id(), Uuid::new_v4()));
        std::fs::create_dir_all(&folder).expect("a folder");
        write(site.ledger.pool(), query, &folder, &mut |_| {})
            .await
            .expect("written");
        Bundle(folder)
    }

    pub fn folder(&self) -> &Path {
        &self.0
    }

    pub fn check(&self) -> Result<Shown, String> {
        check(&Folder(self.0.clone()), None, &mut |_, _| ()).map_err(|why| why.0)
    }

    /// The bundle as it would be had these events been otherwise: every leaf and the manifest fit.
    fn forged(&self, change: impl Fn(&mut EventRow)) -> Bundle {
        let forged = Bundle(self.0.with_extension("forged"));
        std::fs::create_dir_all(&forged.0).expect("a folder");
        std::fs::copy(self.0.join("postings.ndjson"), forged.0.join("postings.ndjson")).expect("copied");
        let text = std::fs::read_to_string(self.0.join("events.ndjson")).expect("events");
        let mut leaves: HashMap<(String, String), String> = HashMap::new();
        let lines = text.lines().map(|line| {
            let mut event: EventRow = serde_json::from_str(line).expect("an event");
            change(&mut event);
            let stream = (event.stream.clone(), event.key.clone());
            event.previous = leaves.get(&stream).cloned().unwrap_or_else(|| hex::encode(ROOT));
            event.leaf = leaf_of(&event);
            leaves.insert(stream, event.leaf.clone());
            serde_json::to_string(&event).expect("JSON") + "\n"
        });
        let events: String = lines.collect();
        std::fs::write(forged.0.join("events.ndjson"), &events).expect("written");
        covered(&self.0, &forged.0, events.as_bytes());
        forged
    }
}

fn leaf_of(event: &EventRow) -> String {
    let fields = ledger::leaf::LeafFields {
        aggregate_type: &event.stream,
        aggregate_id: &event.key,
        sequence: event.sequence,
        event_id: event.event_id,
        event_type: &event.event_type,
        event_version: &event.event_version,
        recorded_at_ms: event.recorded_at_ms,
        payload: &event.payload,
        metadata: &event.metadata,
    };
    let previous: [u8; 32] = hex::decode(&event.previous).expect("hex").try_into().expect("a hash");
    hex::encode(fields.hash().after(&previous))
}

/// A manifest without a checkpoint, over these events.
fn covered(from: &Path, to: &Path, events: &[u8]) {
    let text = std::fs::read_to_string(from.join(MANIFEST)).expect("a manifest");
    let mut manifest: Manifest = serde_json::from_str(&text).expect("a manifest");
    let note = &mut manifest.files[0];
    (note.bytes, note.sha256) = (events.len() as u64, hex::encode(Sha256::digest(events)));
    manifest.checkpoint = None;
    std::fs::write(to.join(MANIFEST), serde_json::to_string(&manifest).expect("JSON")).expect("written");
}

/// What members with and without keys did: see [`approved_at`]; a correction that a member without a key proposed, a
/// withdrawal that the same member let go alone, and an account that two made. The last event is minutes later: so near
/// the ends of several logs nothing is broken, only open.
async fn done(site: StaffSite) -> StaffSite {
    let (site, _) = approved_at(site).await;
    let angler = site.player(3).await;
    let ida = site.clerk("ida", &[Role::Finance]).await;
    ida.does("adjustments/propose", correction(&angler, "5000000"))
        .await
        .done();
    assert!(!waits(&site, &ida, &waiting(&site, 5, 400).await).await);
    let (may, sam) = (
        site.clerk("may", &[Role::Security]).await,
        site.clerk("sam", &[Role::Security]).await,
    );
    let made = may
        .does("staff/add", json!({ "name": "new", "roles": ["risk"] }))
        .await
        .done()
        .data;
    assert_eq!(sam.approves(&made).await.done().data["code"], 0);
    site.wait_ms(2 * 60_000);
    site.player(4).await;
    site
}

#[tokio::test]
async fn each_law_of_authority_finds_its_forgery_in_the_files_alone() {
    let site = done(StaffSite::open().await).await;
    let bundle = Bundle::of(&site, &Query::everything(Form::Ndjson)).await;
    let shown = bundle.check().expect("it fits");
    let laws: Vec<_> = shown.authority.laws.iter().map(|law| law.id).collect();
    assert_eq!(
        laws,
        ["I-41d", "I-41e", "I-41f", "I-41g", "I-41h", "I-41i", "I-41j", "I-41k"]
    );
    let idle: Vec<_> = shown.authority.laws.iter().filter(|law| law.compared == 0).collect();
    // Of who could have signed for a key: where no login demands keys, nobody had to.
    assert_eq!(idle.iter().map(|law| law.id).collect::<Vec<_>>(), ["I-41k"]);
    assert!(shown.authority.signatures > 5, "{shown:?}");
    bundle.forged(|_| ()).check().expect("hashes that fit are no forgery");
    // What was written, of which type of event, whose payload has this, otherwise.
    let forgeries = [
        (
            "I-41d",
            "StaffActed",
            r#""roles":["finance"]"#,
            r#""roles":["finance_lead"]"#,
        ),
        ("I-41e", "PlayerFrozen", "on record", "for nothing"),
        ("I-41e", "ErasureCancelled", "on record", "for nothing"),
        ("I-41j", "ErasureRequested", "on record", "for nothing"),
        (
            "I-41f",
            "StaffAdded",
            r#""roles":["risk"],"own":null,"by":"may""#,
            r#""roles":["finance_lead"],"own":null,"by":"may""#,
        ),
        (
            "I-41f",
            "StaffAdded",
            r#""by":"may","approver":"sam""#,
            r#""by":"may","approver":"zoe""#,
        ),
        ("I-41f", "StaffAdded", r#""approver":"sam","#, ""),
        ("I-41g", "StaffSessionOpened", r#""digest":""#, r#""digest":"0"#),
        ("I-41h", "Proposed", r#""delta":"5000000""#, r#""delta":"5000000000""#),
        ("I-41h", "StaffActed", r#""worth":"400.0"#, r#""worth":"4000.0"#),
        ("I-41i", "Approved", r#"["ann","bob"]"#, r#"["bob"]"#),
        ("I-41j", "ReserveFunded", r#""proposer":"ann""#, r#""proposer":"zoe""#),
    ];
    for (law, kind, from, to) in forgeries {
        let forged = bundle.forged(|event| {
            if event.event_type == kind {
                event.payload = event.payload.replacen(from, to, 1);
            }
        });
        let why = forged.check().expect_err(&format!("{kind}: {from}"));
        assert!(why.contains(&format!("(law {law})")), "{kind}, {from}: {why}");
        assert!(why.starts_with("partition "), "{why}");
    }
    // Once more for the same decision, or for none.
    let unasked = bundle.forged(|event| {
        if event.event_type == "ReserveFunded" {
            event.metadata = event.metadata.replace("request_id", "no_request_id");
        }
    });
    let why = unasked.check().expect_err("no decision");
    assert!(why.contains("two members did not decide this (law I-41j)"), "{why}");
}

#[tokio::test]
async fn a_range_is_judged_for_what_begins_in_it_and_says_so() {
    // Of one log: in which of several a member begins is chance.
    let site = done(StaffSite::of(TestApp::open_on(1).await).await).await;
    let after = |position| Query {
        period: Period {
            after: Some(AsOf::Position(position)),
            until: AsOf::Latest,
        },
        ..Query::everything(Form::Ndjson)
    };
    let whole = Bundle::of(&site, &Query::everything(Form::Ndjson))
        .await
        .check()
        .expect("it fits");
    let begun = Bundle::of(&site, &after(1)).await;
    let shown = begun.check().expect("it fits");
    let laws: Vec<_> = shown.authority.laws.iter().map(|law| law.id).collect();
    assert_eq!((laws, shown.authority.skipped), (vec!["I-41d", "I-41g"], 0));
    assert_eq!(shown.authority.signatures, whole.authority.signatures);
    let late = whole.events as i64 / 2;
    let shown = Bundle::of(&site, &after(late)).await.check().expect("it fits");
    assert!(shown.authority.skipped > 0, "{shown:?}");
    let notes = shown.notes().iter().map(ToString::to_string).collect::<String>();
    assert!(notes.contains("members whose accounts begin in it"), "{notes}");
    assert!(
        notes.contains("I-41e, I-41f, I-41h, I-41i, I-41j, I-41k need an export from the begin"),
        "{notes}"
    );
}
