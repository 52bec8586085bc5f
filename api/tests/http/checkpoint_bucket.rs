//! Checkpoints in a bucket (ledger §4.5): kept as in a folder, looked at on every start, and never older than they were.

use crate::bucket::Service;
use crate::test_app::TestApp;
use api::checkpoint_bucket::CheckpointBucket;
use ledger::Clock;
use ledger::notary::store::{CheckpointStore, KeepsCheckpoints, NumberOf};
use ledger::notary::{Notary, Signed};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Service {
    fn checkpoints(&self) -> CheckpointBucket {
        CheckpointBucket::new(self.access.clone(), "ledger/a", Clock::system())
    }

    async fn notary(&self, app: &TestApp) -> Result<Notary, String> {
        let (pool, clock) = (app.ledger.pool().clone(), app.ledger.clock().clone());
        let opened = Notary::open(pool, clock, CheckpointStore::new(self.checkpoints())).await;
        opened.map_err(|fault| fault.to_string())
    }
}

/// Signs after somebody new has come.
async fn grows(app: &TestApp, notary: &mut Notary, tg_id: i64) -> Signed {
    app.player(tg_id).await;
    notary.round().await.expect("signed and kept");
    notary.newest().expect("a checkpoint").clone()
}

#[tokio::test]
async fn a_bucket_keeps_the_newest_checkpoint_and_one_of_each_hour() {
    let (service, app) = (Service::start().await, TestApp::open().await);
    let bucket = service.checkpoints();
    assert_eq!(bucket.latest().await.expect("read"), None);
    assert_eq!(bucket.place(), "s3://images/ledger/a/latest");
    let mut notary = service.notary(&app).await.expect("a new log");
    let first = grows(&app, &mut notary, 1).await;
    let second = grows(&app, &mut notary, 2).await;
    app.wait_ms(3_600_000);
    let third = grows(&app, &mut notary, 3).await;
    assert_eq!(bucket.latest().await.expect("read"), Some(third.note.clone()));
    let mut all: Vec<String> = bucket
        .all()
        .await
        .expect("listed")
        .into_iter()
        .map(|held| held.note)
        .collect();
    all.sort();
    let mut expected = vec![first.note, third.note.clone(), third.note.clone()];
    expected.sort();
    assert_eq!(all, expected, "the newest, and the first of two hours");

    let number: NumberOf = Arc::new(|note: &str| note.parse().ok());
    let (before, after) = (numbered(&second, 2), numbered(&third, 3));
    for signed in [&after, &before] {
        bucket.keep(signed, number.clone()).await.expect("kept, or newer there");
    }
    assert_eq!(
        bucket.latest().await.expect("read"),
        Some(after.note),
        "never an older one"
    );
}

/// The same with a note that is its number, which `number` above reads.
fn numbered(signed: &Signed, number: u64) -> Signed {
    let mut signed = signed.clone();
    signed.checkpoint.number = number;
    signed.note = number.to_string();
    signed
}

#[tokio::test]
async fn processes_that_share_a_bucket_never_put_an_older_one_last() {
    let (service, app) = (Service::start().await, TestApp::open().await);
    let mut notary = service.notary(&app).await.expect("a new log");
    let signed = grows(&app, &mut notary, 1).await;
    let number: NumberOf = Arc::new(|note: &str| note.parse().ok());
    let keeping = (1..=16u64).map(|turn| {
        // A process of its own has no memory of the others.
        let (bucket, number, signed) = (service.checkpoints(), number.clone(), numbered(&signed, turn * 7 % 17));
        tokio::spawn(async move {
            bucket
                .keep(&signed, number)
                .await
                .is_ok()
                .then_some(signed.checkpoint.number)
        })
    });
    let mut kept = Vec::new();
    for turn in keeping.collect::<Vec<_>>() {
        kept.extend(turn.await.expect("a turn"));
    }
    let newest = service.checkpoints().latest().await.expect("read").expect("kept");
    assert_eq!(
        newest.parse().ok(),
        kept.into_iter().max(),
        "a checkpoint that was acknowledged is there, or a newer one"
    );
}

/// Two copies of a database that are both served sign the same numbers.
#[tokio::test]
async fn another_checkpoint_of_a_number_that_is_there_is_an_error() {
    let (service, app) = (Service::start().await, TestApp::open().await);
    let mut notary = service.notary(&app).await.expect("a new log");
    let signed = grows(&app, &mut notary, 1).await;
    let number: NumberOf = Arc::new(|note: &str| note.split(' ').next()?.parse().ok());
    let keep = async |note: &str| {
        let signed = Signed {
            note: note.into(),
            ..numbered(&signed, 99)
        };
        service.checkpoints().keep(&signed, number.clone()).await
    };
    keep("99 one").await.expect("kept");
    keep("99 one").await.expect("tried again");
    let why = keep("99 two").await.expect_err("another history").to_string();
    assert!(why.contains("another checkpoint 99 is kept"), "{why}");
}

#[tokio::test]
async fn a_database_that_does_not_continue_the_bucket_is_refused() {
    let (service, app) = (Service::start().await, TestApp::open().await);
    let mut notary = service.notary(&app).await.expect("a new log");
    grows(&app, &mut notary, 1).await;
    assert!(service.notary(&app).await.is_ok(), "the same database starts again");
    let other = TestApp::open().await;
    let why = service.notary(&other).await.err().expect("a shorter log");
    assert!(
        why.contains("does not continue the checkpoint s3://images/ledger/a/latest"),
        "{why}"
    );

    service.is_down.store(true, Ordering::SeqCst);
    let why = service.notary(&app).await.err().expect("nobody knows what was signed");
    assert!(why.contains("refuses with 503"), "{why}");
    app.player(2).await;
    let why = notary.round().await.expect_err("not kept").to_string();
    assert!(why.contains("s3://images/ledger/a/latest cannot be kept"), "{why}");
    service.is_down.store(false, Ordering::SeqCst);
    notary.round().await.expect("kept a round later");
    assert!(service.notary(&app).await.is_ok());
}
