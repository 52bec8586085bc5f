//! Whoever may everything in the database, and has not the master key, adds an event that pays a player: nobody believes
//! it. With the MAC of the house the same event is money.

use super::{Family, Outcome};
use crate::angler::Angler;
use crate::audit::forger;
use crate::test_app::TestApp;
use ledger::testing::{NO_MAC, vouched};
use ledger::{StreamId, books, feed};
use serde_json::json;
use sqlx::Executor;
use uuid::Uuid;
use workers::audit::shadow::Shadow;

/// The code of a fault; its cause is in the log of the service alone.
const FAULT: &str = "-1";
/// What every reader of the log says of an event of somebody else.
const FOREIGN: &str = "its MAC is of another key";
const GIFT: &str = r#"{"AdjustmentPosted":{"purse":"usdt","delta":"2000000000","counter":"h:usdt_reserve","case_id":"1","proposer":"a","approver":"b"}}"#;

pub async fn family() -> Family {
    let mut family = Family::new("log");
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    books::settle(app.ledger.pool()).await.expect("books");
    plant(&app, &angler).await;
    let before = readers(&app, &angler).await;
    vouched(&app.ledger, "").await;
    let after = readers(&app, &angler).await;
    for ((reader, by, with), (_, _, without)) in before.into_iter().zip(after) {
        family.tried(format!("2,000 USDT by SQL, before {reader}"), by, with, without);
    }
    family
}

/// Whoever reads the event: what must stop it, and what each comes to.
async fn readers(app: &TestApp, angler: &Angler<'_>) -> [(&'static str, &'static str, Outcome); 4] {
    app.ledger.players().forget(&StreamId::player(angler.id));
    let books = Outcome::of_result(books::settle(app.ledger.pool()).await);
    let signs_in = angler.call("signin/sign", json!({})).await;
    [
        ("the books", FOREIGN, books),
        ("the shadow audit", FOREIGN, shadow(app).await),
        ("verify", "macs", verified(app).await),
        ("the player's own calls", FAULT, Outcome::of(&signs_in)),
    ]
}

/// Adds 2,000 USDT to a player's stream: versions, leaf, position and head fit.
async fn plant(app: &TestApp, angler: &Angler<'_>) {
    let owner = angler.id.0;
    let log = app.ledger.partition_of(owner);
    let events = feed::read_stream(app.ledger.pool(), "player", &owner.to_string(), 0).await;
    let last = events.expect("read").pop().expect("a stream");
    let mut forged = last.clone();
    forged.sequence += 1;
    forged.event_id = Uuid::now_v7();
    forged.event_type = "AdjustmentPosted".into();
    forged.payload = GIFT.into();
    forged.metadata = r#"{"actor":"staff:a"}"#.into();
    let leaf = forged.leaf_after(last.leaf.as_slice().try_into().expect("a leaf"));
    let statement = format!(
        "with head as (update heads set position = position + 1 where partition = {log} returning position)
         insert into events select {log}, head.position, 'player', '{owner}', {}, '{}', '{}', '1', '{}', '{}', {},
                decode('{}', 'hex'), {NO_MAC} from head",
        forged.sequence,
        forged.event_id,
        forged.event_type,
        forged.payload,
        forged.metadata,
        forged.recorded_at_ms,
        hex::encode(leaf),
    );
    let mut forger = forger(app).await;
    forger.execute(statement.as_str()).await.expect("the database lets him");
}

async fn shadow(app: &TestApp) -> Outcome {
    let (mut shadow, mut found) = (Shadow::default(), Vec::new());
    for log in 0..i32::from(app.ledger.partitions()) {
        loop {
            match shadow.step(&app.ledger, log, &mut found).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(fault) => return Outcome::Stopped(format!("{fault:?}")),
            }
        }
    }
    match found.first() {
        None => Outcome::Done,
        Some(divergence) => Outcome::Stopped(format!("{divergence:?}")),
    }
}

async fn verified(app: &TestApp) -> Outcome {
    let found = ledger::verify::run(app.ledger.pool(), &mut |_, _| {})
        .await
        .expect("read");
    let first = found.first();
    first.map_or(Outcome::Done, |finding| Outcome::Stopped(finding.check.to_owned()))
}
