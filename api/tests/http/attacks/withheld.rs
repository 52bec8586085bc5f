//! A house that keeps a seed back after its last dive, so that nobody can check the draws: a law finds it while the
//! seed is hidden, and another one for ever once it was shown too late, whoever the player is by now. Every event is
//! the house's own, so no other law says anything.

use super::{Family, Outcome, house::found, laws_but};
use crate::angler::Angler;
use crate::test_app::TestApp;
use domain::player::freeze::Freeze;
use domain::posting::Purse;
use domain::time::DAY_MS;
use ledger::testing::players;
use serde_json::json;
use workers::audit::{check, laws};

/// The laws of seeds that are hidden now, and of those that were hidden too long.
const HIDDEN: &str = "I-37d";
const LATE: &str = "I-37g";

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
        let (law, others) = audited(&app, HIDDEN).await;
        family.tried(name, HIDDEN, law, others);
        reveals(&app).await;
        let (law, others) = audited(&app, LATE).await;
        family.tried(format!("{name}, revealed too late"), LATE, law, others);
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

/// One law of reveals, and all laws of other things.
async fn audited(app: &TestApp, id: &str) -> (Outcome, Outcome) {
    app.settle().await;
    let law = laws().find(|law| law.id == id).expect("a law");
    let mut database = app.ledger.pool().acquire().await.expect("a connection");
    let result = check(&mut database, law).await.expect("read");
    (found([&result]), laws_but(&mut database, &[HIDDEN, LATE]).await)
}

/// What an honest house does.
async fn reveals(app: &TestApp) {
    workers::expiry::tick(&app.ledger).await.expect("done");
    for _ in 0..2 {
        workers::reveal::tick(&app.ledger).await.expect("done");
    }
}
