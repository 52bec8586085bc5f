//! Whoever may everything in the database, and has not the master key, adds an event that pays a player: nobody believes
//! it. With the MAC of the house the same event is money.

use super::{Family, Outcome};
use crate::angler::Angler;
use crate::test_app::TestApp;
use domain::player::signin::SignIn;
use ledger::keys::rotate::rotate;
use ledger::testing::forgery::{forge_answer, forge_payment};
use ledger::testing::players::register;
use ledger::testing::{MASTER_KEY, database, options, owner_of, vouched};
use ledger::{Ledger, MasterKeys, Options, Plain, Request, StreamId, books};
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;
use uuid::Uuid;
use workers::audit::shadow::Shadow;

/// The code of a fault; its cause is in the log of the service alone.
const FAULT: &str = "-1";
const WAIT_MAX: Duration = Duration::from_secs(30);
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
    retired(&mut family).await;
    family
}

/// Whoever has the master key of before the last rotation answers a request that nobody made.
async fn retired(family: &mut Family) {
    const BEFORE: [u8; 32] = [66; 32];
    let database = database(1).await;
    let opened = async |current: [u8; 32]| {
        let (master_keys, options) = (MasterKeys::from(current), options(database.clone()));
        Ledger::connect(Options { master_keys, ..options })
            .await
            .expect("starts")
    };
    let old = opened(BEFORE).await;
    let player = register(&old, 1).await;
    let mut owner = owner_of(&old).await;
    drop(old);
    let masters = MasterKeys {
        current: MASTER_KEY,
        others: vec![BEFORE],
    };
    // Refused until the writers of the old key, which end by themselves, are gone.
    let rotated = async { while rotate(&mut owner, &masters).await.is_err() {} };
    timeout(WAIT_MAX, rotated).await.expect("in time");
    let ledger = opened(MASTER_KEY).await;
    let request = Request::system("player", Uuid::new_v4());
    let answered = async |key: [u8; 32]| {
        forge_answer(&ledger, player.0, request.id.expect("an id"), key).await;
        let (id, again) = (StreamId::player(player), request.clone());
        Outcome::of_result(ledger.players().execute(&id, SignIn.into(), again, Plain).await)
    };
    let (with, without) = (answered(BEFORE).await, answered(MASTER_KEY).await);
    let name = "an answer under a master key that was retired";
    family.tried(name, "of a key that was retired before", with, without);
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
