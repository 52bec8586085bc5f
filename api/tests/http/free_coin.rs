//! The free daily coins (domain §10.9).

use crate::angler::fresh;
use crate::test_app::TestApp;
use domain::ids::derived;
use domain::player::team::CountInvite;
use domain::posting::Purse;
use ledger::{Plain, Request, StreamId};
use serde_json::json;

#[tokio::test]
async fn a_claim_needs_a_friend_an_empty_purse_and_a_new_day() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let claim = || angler.call("fishing/receive_free_coin", json!({}));
    claim().await.refused(4004);
    assert_eq!(angler.read("fishing/player_info").await["free_coin"]["reason"], 4004);

    let friend = app.invited(2, &angler.scode).await;
    let count = CountInvite { friend: friend.id };
    let request = Request::system("policy:invites", derived("test", friend.id.0));
    app.ledger
        .players()
        .execute(&StreamId::player(angler.id), count.into(), request, Plain)
        .await
        .expect("counted");

    let info = angler.read("fishing/player_info").await["free_coin"].clone();
    assert_eq!(
        info,
        json!({ "amount": 1000, "floor": 1000, "can_receive": true, "reason": 0 })
    );
    assert_eq!(claim().await.done().data["coin"], 1_000);
    claim().await.refused(4005);
    app.next_day();
    let refused = claim().await;
    assert_eq!(refused.message, "Balance must be under 1000");
    assert_eq!(refused.refused(4003), json!({ "floor": 1000 }));
    angler.given(Purse::CoinPromo, -1).await;
    claim().await.done();
}

#[tokio::test]
async fn a_repeated_claim_is_the_same_claim() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let body = json!({ "req_id": fresh() });
    angler
        .call("fishing/receive_free_coin", body.clone())
        .await
        .refused(4004);
    angler.call("fishing/receive_free_coin", body).await.refused(4004);
}
