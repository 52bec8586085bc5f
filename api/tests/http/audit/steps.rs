//! Policies that were made to skip an event are found: no balance shows it.

use super::{forger, played};
use projections::runner::drain;
use sqlx::Executor;
use workers::audit::steps;
use workers::policies::Policies;

#[tokio::test]
async fn a_step_that_nobody_took_is_found_and_a_cursor_past_the_log_too() {
    let app = played().await;
    let mut forger = forger(&app).await;
    let cursors = "insert into cursors (partition, view) select partition, 'policies' from heads";
    forger.execute(cursors).await.expect("written");
    let policies = Policies::of(app.ledger.clone());
    drain(&app.ledger, &[&policies]).await.expect("followed");
    let key = app.ledger.pool().key();
    let before = steps::check(&mut forger, key).await.expect("read");
    assert!(before.holds() && before.compared > 5, "{before:?}");
    for statement in [
        // As if the cursor had been moved past the event: its step was never asked for.
        "delete from requests r using events e
          where e.metadata->>'actor' like 'policy:%' and e.metadata->>'request_id' = r.request_id::text",
        // And a refusal written in its place, which the service did not give.
        "update requests r set code = 1, mac = set_byte(r.mac, 19, get_byte(r.mac, 19) # 1) from events e
          where e.metadata->>'actor' like 'policy:%' and e.metadata->>'request_id' = r.request_id::text",
        "update cursors set position = position + 1 where view = 'policies'",
    ] {
        forger.execute("begin").await.expect("begun");
        let done = forger.execute(statement).await.expect("changed");
        let after = steps::check(&mut forger, key).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(done.rows_affected() > 0, "{statement}");
        assert!(!after.holds() && after.first.is_some(), "{statement}: {after:?}");
    }
}
