//! What one client may take of a listener, over real sockets (T-71).

use crate::test_app::{TestApp, development};
use api::app::Settings;
use api::serve::{Bounds, Pace, serve_routes};
use axum::Router;
use axum::routing::get;
use domain::config::Config;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

const WAIT_MAX: Duration = Duration::from_secs(30);
/// More than both sides' sockets keep.
const ANSWER_BYTES: usize = 64 << 20;

async fn bounded(trusted_proxies: u8) -> TestApp {
    let settings = Settings {
        address_connections_max: Some(2),
        trusted_proxies,
        ..development()
    };
    TestApp::open_with(Config::demo(), settings).await
}

/// A connection from this address that was answered once and stays open; none when it was closed.
async fn answered(server: SocketAddr, from: [u8; 4]) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((from, 0).into()).expect("an address");
    let mut line = socket.connect(server).await.expect("it connects");
    let request = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";
    line.write_all(request.as_bytes()).await.ok()?;
    let mut first = [0; 12];
    let read = tokio::time::timeout(WAIT_MAX, line.read_exact(&mut first)).await;
    read.expect("in time").ok()?;
    assert_eq!(first.as_slice(), b"HTTP/1.1 200");
    Some(line)
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_others_have_theirs_t_71() {
    let app = bounded(0).await;
    let (crowd, other) = ([127, 0, 0, 2], [127, 0, 0, 3]);
    let mut lines = Vec::new();
    for _ in 0..2 {
        lines.push(answered(app.address, crowd).await.expect("a place"));
    }
    assert!(answered(app.address, crowd).await.is_none(), "a third one");
    assert!(answered(app.address, other).await.is_some(), "another address");
    // A connection that ends gives its place back.
    lines.pop();
    let again = async {
        loop {
            if let Some(line) = answered(app.address, crowd).await {
                return line;
            }
        }
    };
    lines.push(tokio::time::timeout(WAIT_MAX, again).await.expect("a place again"));
    assert!(answered(app.address, crowd).await.is_none(), "a third one");
}

#[tokio::test]
async fn a_trusted_proxy_has_as_many_as_it_opens() {
    let app = bounded(1).await;
    let mut lines = Vec::new();
    for _ in 0..5 {
        lines.push(answered(app.address, [127, 0, 0, 2]).await.expect("a place"));
    }
}

#[tokio::test]
async fn an_answer_that_nobody_reads_ends_its_connection_t_71() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let routes = Router::new().route("/", get(|| async { vec![7_u8; ANSWER_BYTES] }));
    let bounds = Bounds {
        write_pace: Pace {
            wait: Duration::from_millis(50),
            ..Pace::default()
        },
        per_address: Some(1),
    };
    tokio::spawn(serve_routes(routes, bounds, listener, std::future::pending()));
    let ask = async || {
        let mut line = TcpStream::connect(address).await.expect("it connects");
        line.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            .await
            .ok();
        line
    };
    let mut unread = ask().await;
    unread.readable().await.expect("an answer");
    // Its place is free again only once the connection has ended, which nobody but the server does.
    let whole = async {
        loop {
            let mut read = Vec::new();
            if ask().await.read_to_end(&mut read).await.is_ok() && read.len() > ANSWER_BYTES {
                return;
            }
        }
    };
    tokio::time::timeout(WAIT_MAX, whole).await.expect("a place again");
    let mut rest = Vec::new();
    unread.read_to_end(&mut rest).await.ok();
    assert!(rest.len() < ANSWER_BYTES, "{}", rest.len());
}
