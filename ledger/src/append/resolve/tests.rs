use super::*;
use crate::append::rows::RequestRow;
use crate::append::statement::append;
use crate::mac::MacKeys;
use crate::schema::Engine;
use crate::testing::database;
use sqlx::{ConnectOptions, Connection};
use tokio::sync::oneshot;

/// A refusal that waits to be remembered.
fn refusal(answer: &str) -> Entry {
    let mut entry = Entry {
        remember: Some(RequestRow {
            scope: Uuid::from_u128(1),
            request_id: Uuid::new_v4(),
            digest: [3; 32],
            code: 1001,
            message: "no".into(),
            answer: answer.into(),
            version: 0,
            recorded_at_ms: 5,
        }),
        ..Entry::blank(oneshot::channel().0)
    };
    entry.seal(0, &MacKeys::of(&[7; 32], "ledger/test"));
    entry
}

#[tokio::test]
async fn refusals_are_found_when_every_one_is_remembered_as_it_is_answered() {
    let mut line = database(1).await.connect().await.expect("a connection");
    let mut batch = vec![refusal("{}"), refusal("{}")];
    assert_eq!(find_batch(&mut line, 0, &batch).await.expect("an answer"), None);
    append(&mut line, Engine::Plain, 0, &batch, false)
        .await
        .expect("written");
    assert_eq!(find_batch(&mut line, 0, &batch).await.expect("an answer"), Some(0));
    batch.push(refusal("{}"));
    assert_eq!(find_batch(&mut line, 0, &batch).await.expect("an answer"), None);
    batch.pop();
    if let Some(request) = &mut batch[1].remember {
        request.answer = "another".into();
    }
    assert_eq!(find_batch(&mut line, 0, &batch).await.expect("an answer"), None);
    line.close().await.expect("closed");
}
