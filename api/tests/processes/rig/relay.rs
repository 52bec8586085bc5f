//! One connection through the [proxy](super::proxy): carries frames both ways, knows which request
//! will commit something, and applies the armed fault to it.
//!
//! Frames of a request are collected until the client ends it, so that a fault sees it whole. The
//! answer to a request that meets a fault is collected too, so that not one byte of it leaks.

use super::proxy::{Armed, Fault, Line, Upstream};
use super::wire::{Frame, Frames, Statements, asks_for_tls, changes, commits, query};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// A request that the server has not answered yet.
#[derive(Default)]
struct Flight {
    fault: Option<Armed>,
    /// The client never asked this: its answer is dropped.
    own: bool,
    /// Runs in a transaction that the client knows nothing of.
    hidden: bool,
    failed: bool,
    answer: Vec<u8>,
}

struct Relay {
    line: Arc<Line>,
    client: Frames<OwnedReadHalf>,
    to_client: OwnedWriteHalf,
    server: Frames<Box<dyn AsyncRead + Send + Unpin>>,
    to_server: Box<dyn AsyncWrite + Send + Unpin>,
    statements: Statements,
    /// The request so far: its bytes and the statements it runs.
    request: Vec<u8>,
    runs: Vec<String>,
    /// Changes of the open transaction.
    dirty: Vec<String>,
    in_transaction: bool,
    /// A hidden transaction is open.
    owes_commit: bool,
    flights: VecDeque<Flight>,
}

enum Side {
    Client(Option<Frame>),
    Server(Option<Frame>),
    Neither,
}

/// Carries until one side ends or a fault breaks the connection.
pub(super) async fn relay(client: TcpStream, server: Upstream, line: Arc<Line>) -> io::Result<()> {
    let (take_from_client, to_client) = client.into_split();
    let mut relay = Relay {
        line,
        client: Frames::of(take_from_client),
        to_client,
        server: Frames::of(server.0),
        to_server: server.1,
        statements: Statements::default(),
        request: Vec::new(),
        runs: Vec::new(),
        dirty: Vec::new(),
        in_transaction: false,
        owes_commit: false,
        flights: VecDeque::new(),
    };
    relay.greet().await?;
    let early = relay.line.tricks.lies_about.map_or(Duration::ZERO, |(_, time)| time);
    loop {
        let side = tokio::select! {
            frame = relay.client.next() => Side::Client(frame?),
            frame = relay.server.next() => Side::Server(frame?),
            () = tokio::time::sleep(early), if relay.owes_commit => Side::Neither,
        };
        relay.line.passable().await;
        match side {
            Side::Client(Some(frame)) => relay.handle_client_frame(frame).await?,
            Side::Server(Some(frame)) => relay.handle_server_frame(frame).await?,
            Side::Neither => relay.make_true().await?,
            Side::Client(None) | Side::Server(None) => return Ok(()),
        }
    }
}

impl Relay {
    async fn greet(&mut self) -> io::Result<()> {
        while let Some(greeting) = self.client.greeting().await? {
            if !asks_for_tls(&greeting) {
                return self.to_server.write_all(&greeting).await;
            }
            self.to_client.write_all(b"N").await?;
        }
        Ok(())
    }

    async fn handle_client_frame(&mut self, frame: Frame) -> io::Result<()> {
        let frame = self.line.clone().rewritten_frame(frame);
        self.runs.extend(self.statements.run_by(&frame));
        self.request.extend_from_slice(&frame.bytes);
        if frame.ends_request() {
            return self.send().await;
        }
        // Parse, Bind, Describe, Execute and Close wait for the end of their request.
        if !matches!(frame.kind, b'P' | b'B' | b'D' | b'E' | b'C') {
            self.to_server.write_all(&std::mem::take(&mut self.request)).await?;
        }
        Ok(())
    }

    /// Sends a whole request, unless its fault says otherwise.
    async fn send(&mut self) -> io::Result<()> {
        let tricks = self.line.tricks.clone();
        let names = |statements: &[String], text: Option<&str>| {
            text.is_some_and(|text| statements.iter().any(|statement| statement.contains(text)))
        };
        let forgets = names(&self.runs, tricks.forgets_before);
        let committing = self.committing();
        self.make_true().await?;
        let request = std::mem::take(&mut self.request);
        let mut flight = Flight::default();
        if names(&committing, tricks.lies_about.map(|(text, _)| text)) {
            self.ask_on_our_own("begin").await?;
            (self.owes_commit, flight.hidden) = (true, true);
        }
        match self.line.meet(&committing) {
            Some((_, Fault::CutBefore)) => {
                self.line.count_applied();
                return self.cut();
            }
            Some((_, Fault::Delay(time))) => {
                self.line.count_applied();
                tokio::time::sleep(time).await;
            }
            Some((_, Fault::HoldRequest)) => return self.deliver_late(&request).await,
            other => flight.fault = other,
        }
        if forgets {
            self.ask_on_our_own("rollback").await?;
            self.ask_on_our_own("begin").await?;
        }
        self.flights.push_back(flight);
        self.to_server.write_all(&request).await
    }

    /// Commits what the client believes to be committed.
    async fn make_true(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.owes_commit) {
            self.ask_on_our_own("commit").await?;
        }
        Ok(())
    }

    /// The changes that the collected request will commit.
    fn committing(&mut self) -> Vec<String> {
        let runs = std::mem::take(&mut self.runs);
        let ends = runs.iter().any(|statement| commits(statement));
        let changed = runs.into_iter().filter(|statement| changes(statement));
        if !self.in_transaction {
            return changed.collect();
        }
        self.dirty.extend(changed);
        if ends {
            std::mem::take(&mut self.dirty)
        } else {
            Vec::new()
        }
    }

    async fn ask_on_our_own(&mut self, statement: &str) -> io::Result<()> {
        self.flights.push_back(Flight {
            own: true,
            ..Flight::default()
        });
        self.to_server.write_all(&query(statement)).await
    }

    /// Keeps the request until it is released, whether the client still waits or not.
    async fn deliver_late(&mut self, request: &[u8]) -> io::Result<()> {
        let mut released = self.line.released.subscribe();
        self.line.count_applied();
        tokio::select! {
            _ = self.client.next() => {
                self.line.given_up.send_modify(|count| *count += 1);
                // The sender lives as long as the line.
                released.changed().await.ok();
            }
            _ = released.changed() => {}
        }
        self.to_server.write_all(request).await?;
        while let Some(frame) = self.server.next().await? {
            if frame.kind == b'Z' {
                break;
            }
        }
        self.cut()
    }

    async fn handle_server_frame(&mut self, frame: Frame) -> io::Result<()> {
        let Some(flight) = self.flights.front_mut() else {
            return self.to_client.write_all(&frame.bytes).await;
        };
        flight.failed |= frame.kind == b'E';
        let mut bytes = frame.bytes.clone();
        if frame.kind == b'Z' && flight.hidden {
            bytes[5] = b'I';
        }
        if flight.fault.is_some() {
            flight.answer.extend(bytes);
        } else if !flight.own {
            self.to_client.write_all(&bytes).await?;
        }
        if frame.kind != b'Z' {
            return Ok(());
        }
        let flight = self.flights.pop_front().expect("a flight in front");
        if !flight.own {
            self.in_transaction = frame.status() != b'I' && !flight.hidden;
        }
        if !self.in_transaction {
            self.dirty.clear();
        }
        match flight.fault {
            Some(armed) => self.answer_with(armed, flight).await,
            None => Ok(()),
        }
    }

    /// The request was answered and has met a fault.
    async fn answer_with(&mut self, armed: Armed, flight: Flight) -> io::Result<()> {
        if flight.failed {
            self.line.put_back(armed);
            return self.to_client.write_all(&flight.answer).await;
        }
        let mut released = self.line.released.subscribe();
        self.line.count_applied();
        match armed.1 {
            Fault::Dribble(count) => {
                // Never the last byte: it would make the answer whole.
                for byte in flight.answer.iter().take(count.min(flight.answer.len() - 1)) {
                    self.to_client.write_all(&[*byte]).await?;
                    tokio::task::yield_now().await;
                }
            }
            Fault::HoldAnswer => {
                tokio::select! {
                    _ = self.client.next() => self.line.given_up.send_modify(|count| *count += 1),
                    _ = released.changed() => {}
                }
            }
            Fault::CutAfterCommit | Fault::CutBefore | Fault::Delay(_) | Fault::HoldRequest => {}
        }
        self.cut()
    }

    /// Breaks the connection as a machine would that has forgotten it.
    fn cut(&self) -> io::Result<()> {
        self.to_client.as_ref().set_zero_linger()?;
        Err(io::ErrorKind::ConnectionReset.into())
    }
}
