//! A house that keeps a seed back after its last dive, so that nobody can check the draws: the law of reveals finds it,
//! whoever the player is by now. Every event is the house's own, so no other law says anything.

use super::{Family, Outcome, house::found, laws_but};
use crate::angler::Angler;
use crate::test_app::TestApp;
use domain::player::freeze::Freeze;
use domain::posting::Purse;
use domain::time::DAY_MS;
use ledger::testing::players;
use serde_json::json;
use workers::audit::{check, laws};

const LAW: &str = "I-37d";

pub async fn family() -> Family {
    let mut family = Family::new("withheld");
    let app = TestApp::open().await;
    for (tg_id, name) in [
        (1, "the seed of a player who plays on"),
        (2, "the seed of a frozen player"),
        (3, "the seed of a player who took a break"),
        (4, "the seed of a player whose account ended"),
        (5, "the seed of a dive that the house never ends"),
    ] {
        let angler = app.player(tg_id).await;
        angler.given(Purse::CoinPaid, 1_000).await;
        match tg_id {
            5 => drop(angler.casts_five_times().await),
            _ => angler.dives_five_times().await,
        }
        leaves(&angler, tg_id).await;
        app.wait_ms(31 * DAY_MS);
        workers::erasure::tick(&app.ledger).await.expect("done");
        // The time of the log is that of its newest event.
        app.player(100 + tg_id).await;
        let (law, others) = audited(&app).await;
        family.tried(name, LAW, law, others);
        reveals(&app).await;
        assert_eq!(audited(&app).await, (Outcome::Done, Outcome::Done), "{name}, revealed");
    }
    family
}

/// What becomes of the player after the dive.
async fn leaves(angler: &Angler<'_>, tg_id: i64) {
    match tg_id {
        2 => {
            let (staff, reason) = ("staff:ann".to_owned(), "Chargeback".to_owned());
            players::must(&angler.app.ledger, angler.id, Freeze { staff, reason }).await;
        }
        3 => {
            let body = json!({ "kind": "exclude", "days": 200 });
            angler.call("limits/exclude", body).await.done();
        }
        4 => {
            angler.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
        }
        _ => {}
    }
}

/// The law of reveals, and all others.
async fn audited(app: &TestApp) -> (Outcome, Outcome) {
    app.settle().await;
    let law = laws().find(|law| law.id == LAW).expect("a law");
    let mut database = app.ledger.pool().acquire().await.expect("a connection");
    let result = check(&mut database, law).await.expect("read");
    (found([&result]), laws_but(&mut database, LAW).await)
}

/// What an honest house does.
async fn reveals(app: &TestApp) {
    workers::expiry::tick(&app.ledger).await.expect("done");
    for _ in 0..2 {
        workers::reveal::tick(&app.ledger).await.expect("done");
    }
}
