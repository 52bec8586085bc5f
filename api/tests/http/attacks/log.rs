//! Whoever may everything in the database, and has not the master key, adds an event that pays a player: nobody believes
//! it. With the MAC of the house the same event is money.

use super::{Family, Outcome};
use crate::angler::Angler;
use crate::test_app::TestApp;
use ledger::testing::forgery::forge_payment;
use ledger::testing::vouched;
use ledger::{StreamId, books};
use serde_json::json;
use workers::audit::shadow::Shadow;

/// The code of a fault; its cause is in the log of the service alone.
const FAULT: &str = "-1";
/// What every reader of the log says of an event of somebody else.
const FOREIGN: &str = "its MAC is of another key";

pub async fn family() -> Family {
    let mut family = Family::new("log");
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    books::settle(app.ledger.pool()).await.expect("books");
    forge_payment(&app.ledger, angler.id).await;
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
