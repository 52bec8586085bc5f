//! A packet that gave other shares than its seed draws is found, whatever of it was changed.

use super::{forger, rewritten};
use crate::angler::fresh;
use crate::packet::{coins, put_out};
use crate::test_app::TestApp;
use domain::red_packet::Kind;
use serde_json::json;
use sqlx::Executor;
use workers::audit::shares;

#[tokio::test]
async fn a_packet_that_did_not_give_what_its_seed_draws_is_found() {
    let app = TestApp::open().await;
    let mut lucky = coins(&app, 1_000, 5);
    lucky.kind = Kind::Lucky;
    let code = put_out(&app, lucky).await;
    for tg_id in 1..4 {
        let angler = app.player(tg_id).await;
        let body = json!({ "code": code, "req_id": fresh() });
        angler.call("redpacket/claim", body).await.done();
    }
    app.wait_ms(86_400_000);
    app.settle().await;
    workers::packets::tick(&app.ledger).await.expect("done");
    let mut forger = forger(&app).await;
    let changes = [
        rewritten("ShareClaimed", r#""slot":1"#, r#""slot":2"#),
        rewritten("ShareClaimed", r#""coin":"([0-9]+)""#, r#""coin":"1\1""#),
        rewritten("PacketRevealed", r#""seed":"[0-9a-f]{8}"#, r#""seed":"00000000"#),
        rewritten("PacketCreated", r#""commit":"[0-9a-f]{8}"#, r#""commit":"00000000"#),
        // A least share of 2 would draw the same three shares now and then; one of 100 does not.
        rewritten("PacketCreated", r#""min":1"#, r#""min":100"#),
        "delete from events where event_type = 'PacketRevealed'".to_owned(),
        "update events set event_version = '77' where event_type = 'ShareClaimed'".to_owned(),
    ];
    for statement in changes {
        forger.execute("begin").await.expect("begun");
        let before = shares::check(&mut forger).await.expect("read");
        let done = forger.execute(statement.as_str()).await;
        assert!(done.expect("changed").rows_affected() > 0, "{statement}");
        let after = shares::check(&mut forger).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(before.holds() && before.compared == 1, "{before:?}");
        assert!(!after.holds() && after.first.is_some(), "{statement}: {after:?}");
    }
}
