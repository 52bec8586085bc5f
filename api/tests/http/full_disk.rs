//! A database without room: whoever asks is answered Busy, nothing is half written, and with room it goes on.

use crate::test_app::TestApp;
use ledger::testing::owner_of;
use serde_json::json;
use sqlx::{Connection, Executor};

const BUSY: i64 = -1008;
/// What PostgreSQL answers when a file cannot grow.
const FULL: &str = "
create function no_room() returns trigger language plpgsql as
$$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
create trigger no_room before insert or update on events for each statement execute function no_room();
create trigger no_room before insert or update on sessions for each statement execute function no_room()";
const ROOM: &str = "drop trigger no_room on events; drop trigger no_room on sessions";

async fn owner_does(app: &TestApp, statements: &str) {
    let mut owner = owner_of(&app.ledger).await;
    owner.execute(statements).await.expect("done");
    owner.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_answered_busy_and_the_same_request_happens_once_there_is_room() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    owner_does(&app, FULL).await;
    let facts = app.facts().await;
    let sign = json!({ "req_id": "0190f3a4-0000-7000-8000-000000000001" });
    angler.call("signin/sign", sign.clone()).await.refused(BUSY);
    // A login writes its session: another table, and not through a writer.
    let launch = app.launch(1, None);
    app.login(&launch, "").await.refused(BUSY);
    assert_eq!(app.facts().await, facts);
    owner_does(&app, ROOM).await;
    let signed = angler.call("signin/sign", sign.clone()).await.done();
    assert_eq!(angler.call("signin/sign", sign).await.done().data, signed.data);
    app.login(&launch, "").await.done();
}
