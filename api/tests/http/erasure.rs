//! Erasure of personal data, and its certificate (T-67, domain §3.14).

use crate::kyc::{decides, form};
use crate::test_app::TestApp;
use domain::ids::PlayerId;
use domain::kyc::Verdict;
use ledger::notary::{Certificate, certificate, signed};
use ledger::testing::MASTER_KEY;
use ledger::testing::forgery::forger;
use ledger::verify;
use serde_json::json;
use sqlx::Executor;

/// Days after which no backup is left that was taken before.
const BACKUP_DAYS: u16 = 35;
const MONTH_MS: i64 = 30 * 86_400_000;

async fn certified(app: &TestApp, player: PlayerId) -> Result<String, String> {
    let (ledger, now) = (&app.ledger, app.ledger.clock().now());
    let certified = certificate::certify(ledger.pool(), ledger.vault(), player.0, BACKUP_DAYS, now).await;
    certified.expect("asked")
}

#[tokio::test]
async fn after_an_erasure_nothing_opens_the_books_hold_and_a_certificate_says_so_t_67() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let body = form(&angler, "AB123456").await;
    let answer = angler.call("kyc/edit", body.clone()).await.done().data;
    assert!(
        decides(&angler, &answer["submission_id"], Verdict::Approve, None)
            .await
            .is_accepted()
    );
    let refused = certified(&app, angler.id).await.expect_err("not ended");
    assert!(refused.contains("its log has no erasure"), "{refused}");

    angler.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    app.wait_ms(MONTH_MS);
    app.settle().await;
    let (records_before, keys) = (app.ledger.vault().left(angler.id.0).await.expect("read"), 1);
    workers::erasure::tick(&app.ledger).await.expect("done");
    let refused = certified(&app, angler.id).await.expect_err("images wait");
    assert!(refused.contains("2 places of images"), "{refused}");
    assert_eq!(app.uploads().sweep().await.expect("swept"), 2);

    // Nothing opens: not the form, not an image, not the name.
    let vault = app.ledger.vault();
    let submission = answer["submission_id"].as_str().expect("an id");
    for kind in [format!("kyc:{submission}"), "profile".to_owned()] {
        assert_eq!(vault.get(angler.id.0, &kind).await.expect("asked"), None);
    }
    let image = body["id_urls"][0].as_str().expect("a key");
    assert_eq!(app.uploads().read(angler.id, image).await.expect("asked"), None);

    // The chain of the log is whole, without the data.
    let report = verify::run(app.ledger.pool(), &mut |_, _| {}).await.expect("read");
    assert!(report.is_clean(), "{:?}", report.first());

    let note = certified(&app, angler.id).await.expect("certified");
    let name = signed::origin(app.ledger.pool()).await.expect("a name");
    let certificate = Certificate::open(&note, &ledger::notary::vkey(&MASTER_KEY, &name)).expect("proven");
    assert_eq!((certificate.subject, certificate.destroyed.len()), (angler.id.0, keys));
    assert_eq!(certificate.destroyed[0].records, records_before - 1);
    let streams: Vec<&str> = certificate
        .remains
        .iter()
        .map(|remaining| remaining.what.as_str())
        .collect();
    assert_eq!(
        streams,
        [
            format!("events of the stream kyc/{}", angler.id),
            format!("events of the stream player/{}", angler.id),
            "fingerprints".to_owned()
        ]
    );
    assert_eq!(
        certificate.remains[2].count, 5,
        "a document, a phone, a mail and two images"
    );
    let backups = certificate.backups.expect("what backups keep");
    assert_eq!(
        backups.until_ms - certificate.recorded.at_ms,
        i64::from(BACKUP_DAYS) * 86_400_000
    );
    for changed in [
        note.replacen("\"until_ms\":", "\"until_ms\":1", 1),
        note.replacen("\"records\":", "\"records\":9", 1),
        note.replace("player/", "ployer/"),
    ] {
        assert!(Certificate::open(&changed, &ledger::notary::vkey(&MASTER_KEY, &name)).is_err());
    }
    assert!(Certificate::open(&note, &ledger::notary::vkey(&[8; 32], &name)).is_err());
}

/// Whoever may write into the table has no MAC for the end that he writes.
#[tokio::test]
async fn an_end_that_somebody_else_wrote_is_not_certified() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let refused = certified(&app, angler.id).await.expect_err("not ended");
    assert!(refused.contains("its log has no erasure"), "{refused}");
    let forgery = format!(
        "update events set event_type = 'DataErased'
          where aggregate_type = 'player' and aggregate_id = '{}' and sequence = 1",
        angler.id
    );
    forger(&app.ledger)
        .await
        .execute(forgery.as_str())
        .await
        .expect("forged");
    let (ledger, now) = (&app.ledger, app.ledger.clock().now());
    let certified = certificate::certify(ledger.pool(), ledger.vault(), angler.id.0, BACKUP_DAYS, now).await;
    let fault = certified.expect_err("nobody with the key wrote it").to_string();
    assert!(fault.contains("its MAC"), "{fault}");
}

#[tokio::test]
async fn a_document_of_an_erased_account_is_still_known_t_68() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let body = form(&angler, "AB123456").await;
    let answer = angler.call("kyc/edit", body).await.done().data;
    assert!(
        decides(&angler, &answer["submission_id"], Verdict::Approve, None)
            .await
            .is_accepted()
    );
    angler.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    app.wait_ms(MONTH_MS);
    app.settle().await;
    workers::erasure::tick(&app.ledger).await.expect("done");
    let other = app.player(2).await;
    let body = form(&other, "AB123456").await;
    other.call("kyc/edit", body).await.refused(6110);
}
