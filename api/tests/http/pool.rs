//! Who may unlock bonus tokens, and the day's pool (domain §2.8).

use crate::angler::Angler;
use crate::test_app::TestApp;
use domain::ids::PlayerId;
use domain::kyc::Status;
use domain::money::Usdt;
use domain::player::identity::NoteKyc;
use domain::player::team::CountInvite;
use domain::posting::Purse;
use domain::treasury::{FundPromoBudget, TreasuryCommand};
use ledger::testing::players;
use ledger::{Plain, RESERVE_STREAM, StreamId};
use serde_json::{Value, json};

const DAY_MS: i64 = 86_400_000;

/// Puts marketing money aside and lets the clock open the pool of the day at 00:05.
pub async fn open_pool(app: &TestApp) {
    let fund = FundPromoBudget {
        amount: Usdt::from_minor(100_000_000),
        proposer: "ana".into(),
        approver: "bo".into(),
        reason: "promotions".into(),
    };
    let command = TreasuryCommand::FundPromoBudget(fund);
    let id = StreamId::house(RESERVE_STREAM);
    let reply = app
        .ledger
        .treasury()
        .execute(&id, command, players::staff(), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
    tick(app).await;
}

/// The clock looks after the pool, at 00:05 or later: the first look closes yesterday's stocks, the second has
/// seen that and opens today's.
pub async fn tick(app: &TestApp) {
    let into_the_day = app.now() % DAY_MS;
    app.wait_ms((5 * 60_000 - into_the_day).max(0));
    for _ in 0..2 {
        app.settle().await;
        workers::pool::tick(&app.ledger).await.expect("done");
    }
}

/// A week-old player with a friend, a proved identity and a thousand bonus tokens, on a day with a pool.
pub async fn ready(app: &TestApp, tg_id: i64) -> Angler<'_> {
    let angler = app.player(tg_id).await;
    let friend = PlayerId::of_messenger(8_000 + tg_id);
    players::must(&app.ledger, angler.id, CountInvite { friend }).await;
    let note = NoteKyc {
        status: Status::Approved,
        revision: 1,
    };
    players::must(&app.ledger, angler.id, note).await;
    angler.given(Purse::GusdBonus, 100_000).await;
    app.wait_ms(8 * DAY_MS);
    open_pool(app).await;
    // The session of a week ago is over.
    app.player(tg_id).await
}

pub fn amount(text: &str) -> Value {
    json!({ "amount": text })
}

pub async fn pool_left(angler: &Angler<'_>) -> Value {
    angler.read("exchange/info").await["unlock"]["pool_left"].clone()
}
