//! A TCP proxy between a process and PostgreSQL that knows when something commits, and can break the
//! connection at exactly that moment (F-02, F-13, F-15).
//!
//! | fault | the change | the process |
//! |---|---|---|
//! | [`Fault::CutBefore`] | never reaches the server | loses the connection |
//! | [`Fault::CutAfterCommit`] | is durable | loses the connection without an answer |
//! | [`Fault::Dribble`] | is durable | gets some bytes of the answer, one by one, then loses the connection |
//! | [`Fault::HoldAnswer`] | is durable | waits for an answer that does not come |
//! | [`Fault::HoldRequest`] | reaches the server when [`Proxy::release`] is called | waits |
//! | [`Fault::Delay`] | happens later | waits, and is answered |
//!
//! A fault is armed for statements with a certain text and applies to the next one that commits. The
//! whole connection can be [`shut`](Proxy::shut) (nothing passes) and [`cut`](Proxy::cut). A proxy may also be
//! made to change messages on the connection ([`Tricks`]): that plants defects in a program which has
//! none.

use super::relay::relay;
use super::wire::Frame;
use sqlx::postgres::PgConnectOptions;
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What can happen to a change on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The connection breaks before the server hears of the change.
    CutBefore,
    /// The connection breaks after the commit, before any byte of the answer.
    CutAfterCommit,
    /// The change waits so long, and then goes on.
    Delay(Duration),
    /// After the commit so many bytes of the answer arrive, one by one; then the connection breaks.
    Dribble(usize),
    /// The change is kept back until it is released; nobody hears how it went.
    HoldRequest,
    /// The change commits, and the answer is kept back until the process gives up or it is released.
    HoldAnswer,
}

/// What a proxy does all the time beside carrying; nothing by default.
#[derive(Clone, Debug, Default)]
pub struct Tricks {
    /// In every statement with the first text, puts the second in its place.
    pub rewrites: Vec<(&'static str, &'static str)>,
    /// Says that changes with this text are committed, and commits them so much later, or before the
    /// session's next request.
    pub lies_about: Option<(&'static str, Duration)>,
    /// Rolls the transaction back right before a statement with this text, and begins another one.
    pub forgets_before: Option<&'static str>,
}

/// Statements with the text, and what will happen to the next of them that commits.
pub(super) type Armed = (&'static str, Fault);

/// A way to the database's server: both directions.
pub(super) type Upstream = (Box<dyn AsyncRead + Send + Unpin>, Box<dyn AsyncWrite + Send + Unpin>);

/// What the proxy and its connections share.
pub(super) struct Line {
    database: Mutex<PgConnectOptions>,
    pub(super) tricks: Tricks,
    armed: Mutex<VecDeque<Armed>>,
    applied: watch::Sender<u64>,
    pub(super) released: watch::Sender<u64>,
    /// Clients that left while something of theirs was held.
    pub(super) given_up: watch::Sender<u64>,
    pub(super) open: watch::Sender<bool>,
    cuts: watch::Sender<u64>,
    rewritten: AtomicU64,
}

/// A proxy on a port of its own. Dropping it cuts everything.
pub struct Proxy {
    port: u16,
    line: Arc<Line>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// A proxy before this database.
    pub async fn before(database: &PgConnectOptions, tricks: Tricks) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let line = Arc::new(Line {
            database: Mutex::new(database.clone()),
            tricks,
            armed: Mutex::default(),
            applied: watch::Sender::new(0),
            released: watch::Sender::new(0),
            given_up: watch::Sender::new(0),
            open: watch::Sender::new(true),
            cuts: watch::Sender::new(0),
            rewritten: AtomicU64::new(0),
        });
        let accepting = tokio::spawn(accept(listener, line.clone()));
        Proxy { port, line, accepting }
    }

    /// The database's address through this proxy.
    pub fn url(&self) -> String {
        let database = self.line.database();
        let name = database.get_database().unwrap_or("postgres");
        let user = database.get_username();
        format!("postgres://{user}@127.0.0.1:{}/{name}?sslmode=disable", self.port)
    }

    /// From now on connections lead to this database; those that are open stay where they are.
    pub fn lead_to(&self, database: &PgConnectOptions) {
        *self.line.database.lock().expect("no panic holds this lock") = database.clone();
    }

    /// Applies a fault to the next commit of statements with this text.
    pub fn arm(&self, about: &'static str, fault: Fault) {
        self.line.put_back((about, fault));
    }

    /// The same, at once; what is returned waits until it was applied.
    pub fn arm_and_wait(&self, about: &'static str, fault: Fault) -> impl Future<Output = ()> + use<> {
        let mut applied = self.line.applied.subscribe();
        let before = *applied.borrow_and_update();
        self.arm(about, fault);
        async move {
            applied
                .wait_for(|count| *count > before)
                .await
                .expect("the line stands");
        }
    }

    /// Waits until a process has given up what is held back from it.
    pub async fn given_up(&self) {
        let mut given_up = self.line.given_up.subscribe();
        given_up.wait_for(|count| *count > 0).await.expect("the line stands");
    }

    /// Releases what is held.
    pub fn release(&self) {
        self.line.released.send_modify(|count| *count += 1);
    }

    /// Nothing passes in either direction, and no side gets an error.
    pub fn shut(&self) {
        self.line.open.send_replace(false);
    }

    /// Everything passes again, what waited included.
    pub fn reopen(&self) {
        self.line.open.send_replace(true);
    }

    pub fn cut(&self) {
        self.line.cuts.send_modify(|count| *count += 1);
    }

    /// How many statements were rewritten.
    pub fn rewritten(&self) -> u64 {
        self.line.rewritten.load(Ordering::SeqCst)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
        self.cut();
    }
}

async fn accept(listener: TcpListener, line: Arc<Line>) {
    while let Ok((client, _)) = listener.accept().await {
        let line = line.clone();
        tokio::spawn(async move {
            let mut cuts = line.cuts.subscribe();
            tokio::select! {
                // A broken connection is what a proxy is for.
                _ = serve(client, line.clone()) => {}
                _ = cuts.changed() => {}
            }
        });
    }
}

async fn serve(client: TcpStream, line: Arc<Line>) -> io::Result<()> {
    client.set_nodelay(true)?;
    let server = line.connect().await?;
    relay(client, server, line).await
}

impl Line {
    fn database(&self) -> PgConnectOptions {
        self.database.lock().expect("no panic holds this lock").clone()
    }

    async fn connect(&self) -> io::Result<Upstream> {
        let database = self.database();
        let port = database.get_port();
        match database.get_socket() {
            Some(folder) => {
                let (read, write) = UnixStream::connect(socket(folder, port)).await?.into_split();
                Ok((Box::new(read), Box::new(write)))
            }
            None => {
                let stream = TcpStream::connect((database.get_host(), port)).await?;
                stream.set_nodelay(true)?;
                let (read, write) = stream.into_split();
                Ok((Box::new(read), Box::new(write)))
            }
        }
    }

    /// Waits while the line is a black hole.
    pub(super) async fn passable(&self) {
        // The sender lives as long as this value.
        self.open.subscribe().wait_for(|open| *open).await.ok();
    }

    /// The fault that meets these changes, if one is armed for them.
    pub(super) fn meet(&self, changes: &[String]) -> Option<Armed> {
        let mut armed = self.armed.lock().expect("no panic holds this lock");
        let meets = |(about, _): &Armed| changes.iter().any(|change| change.contains(about));
        let index = armed.iter().position(meets)?;
        armed.remove(index)
    }

    /// Arms a fault, or arms it again because its change did not commit.
    pub(super) fn put_back(&self, armed: Armed) {
        self.armed.lock().expect("no panic holds this lock").push_back(armed);
    }

    pub(super) fn count_applied(&self) {
        self.applied.send_modify(|count| *count += 1);
    }

    /// The frame as the server shall see it.
    pub(super) fn rewritten_frame(&self, frame: Frame) -> Frame {
        let texts = self.tricks.rewrites.iter();
        texts.fold(frame, |frame, (from, to)| match frame.rewritten(from, to) {
            Some(rewritten) => {
                self.rewritten.fetch_add(1, Ordering::SeqCst);
                rewritten
            }
            None => frame,
        })
    }
}

fn socket(folder: &std::path::Path, port: u16) -> PathBuf {
    folder.join(format!(".s.PGSQL.{port}"))
}
