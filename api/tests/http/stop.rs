//! Stopping: what runs is answered, what is acknowledged is durable, nothing new begins.

use crate::test_app::TestApp;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn a_call_under_way_is_answered_and_then_nothing_is_taken() {
    let mut app = TestApp::open().await;
    let (token, id) = {
        let angler = app.player(1).await;
        (angler.token.clone(), angler.id)
    };
    let body = json!({ "token": token, "ts": app.now() }).to_string();
    let head = format!(
        "POST /api/v1/signin/sign HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        body.len()
    );
    let mut connection = TcpStream::connect(app.address).await.expect("a connection");
    connection.write_all(head.as_bytes()).await.expect("sent");
    // The server asks for the body once the call has begun.
    let mut go_on = [0; 25];
    connection.read_exact(&mut go_on).await.expect("a word");
    assert_eq!(go_on.as_slice(), b"HTTP/1.1 100 Continue\r\n\r\n");

    app.ask_to_stop();
    connection.write_all(body.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    connection
        .read_to_string(&mut answer)
        .await
        .expect("an answer and the end");
    assert!(
        answer.starts_with("HTTP/1.1 200 OK") && answer.contains(r#""error":0"#),
        "{answer}"
    );

    app.close().await;
    assert!(TcpStream::connect(app.address).await.is_err());
    let player = app
        .ledger
        .players()
        .load(&ledger::StreamId::player(id))
        .await
        .expect("loads");
    assert!(player.state.signin.is_signed(app.ledger.clock().now().day()));
}
