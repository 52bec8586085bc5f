//! A dive that is not what its seeds say is found, whatever of it was changed. What this law alone finds is in the rig of
//! attacks.

use super::{forger, played, rewritten};
use sqlx::Executor;
use workers::audit::draws;

#[tokio::test]
async fn a_dive_that_is_not_what_its_seeds_say_is_found() {
    let app = played().await;
    let tables = draws::tables(app.ledger.pool()).await.expect("read");
    let mut forger = forger(&app).await;
    let changes = [
        rewritten("CastResolved", r#""nonce":3"#, r#""nonce":4"#),
        rewritten("DiveClosed", r#""payout":"[0-9.]+"#, r#""payout":"987654.32"#),
        rewritten("SeedRotated", r#""old_seed":"[^"]+"#, r#""old_seed":"00"#),
        "delete from events where event_type = 'DiveStarted'".to_owned(),
        "delete from events where event_type = 'DiveClosed'".to_owned(),
        "update events set event_version = '77' where event_type = 'CastResolved'".to_owned(),
    ];
    for statement in changes {
        forger.execute("begin").await.expect("begun");
        let before = draws::check(&mut forger, &tables).await.expect("read");
        let done = forger.execute(statement.as_str()).await;
        done.unwrap_or_else(|error| panic!("{statement}: {error}"));
        let after = draws::check(&mut forger, &tables).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(before.holds() && before.compared > 0, "{before:?}");
        assert!(!after.holds() && after.first.is_some(), "{statement}: {after:?}");
    }
}
