//! A TCP relay to a port of this machine that can be cut: then nothing passes and nobody gets an error, as when a cable
//! is pulled.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Bytes that are carried at once.
const BUFFER: usize = 64 << 10;

/// A relay on a port of its own, until it is dropped.
pub struct Relay {
    port: u16,
    passable: watch::Sender<bool>,
    accepting: JoinHandle<()>,
}

impl Relay {
    /// A relay to the port `target`.
    pub async fn to(target: u16) -> io::Result<Relay> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let passable = watch::Sender::new(true);
        let accepting = tokio::spawn(accept(listener, target, passable.subscribe()));
        Ok(Relay {
            port,
            passable,
            accepting,
        })
    }

    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Nothing passes any more.
    pub fn cut(&self) {
        self.passable.send_replace(false);
    }

    /// Everything passes again, what waited included.
    pub fn mend(&self) {
        self.passable.send_replace(true);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, target: u16, passable: watch::Receiver<bool>) {
    while let Ok((client, _)) = listener.accept().await {
        let passable = passable.clone();
        // A connection that breaks is broken for both sides, which is all that a relay has to say.
        tokio::spawn(async move { carry(client, target, passable).await.ok() });
    }
}

async fn carry(client: TcpStream, target: u16, passable: watch::Receiver<bool>) -> io::Result<()> {
    wait(&passable).await?;
    let server = TcpStream::connect(("127.0.0.1", target)).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::select! {
        ended = pump(from_client, to_server, &passable) => ended,
        ended = pump(from_server, to_client, &passable) => ended,
    }
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    passable: &watch::Receiver<bool>,
) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let count = from.read(&mut buffer).await?;
        wait(passable).await?;
        if count == 0 {
            return to.shutdown().await;
        }
        to.write_all(&buffer[..count]).await?;
    }
}

async fn wait(passable: &watch::Receiver<bool>) -> io::Result<()> {
    let passes = passable.clone().wait_for(|passable| *passable).await.map(|_| ());
    passes.map_err(|_| io::ErrorKind::NotConnected.into())
}
