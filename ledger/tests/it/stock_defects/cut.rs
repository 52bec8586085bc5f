//! A connection that breaks between the server's commit and its answer.
//!
//! Carries bytes between a ledger and its server. Armed, it waits for the next answer to a connection
//! that has appended before, and closes that connection instead of handing the answer on: by then
//! the server is done, because it answers a statement and its commit at once.

use sqlx::postgres::PgConnectOptions;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixListener, UnixStream};

/// What marks the connection of a writer.
const APPEND: &[u8] = b"insert into events";

trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// The way to a server that can be cut once.
pub struct Cut {
    options: PgConnectOptions,
    folder: PathBuf,
    armed: Arc<AtomicBool>,
}

impl Cut {
    /// Starts to listen before this database.
    pub async fn before(database: &PgConnectOptions) -> Cut {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("ledger-cut-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).expect("a socket");
        let armed = Arc::new(AtomicBool::new(false));
        let cut = Cut {
            options: database.clone().socket(&folder).port(5432),
            folder,
            armed: armed.clone(),
        };
        let server = database.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, connect(&server).await, armed.clone()));
            }
        });
        cut
    }

    /// How to connect through it.
    pub fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// Cuts at the next answer to an append.
    pub fn arm(&self) {
        self.armed.store(true, Ordering::SeqCst);
    }

    /// Whether it has cut.
    pub fn was_made(&self) -> bool {
        !self.armed.load(Ordering::SeqCst)
    }
}

impl Drop for Cut {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

async fn connect(server: &PgConnectOptions) -> Box<dyn Duplex> {
    match server.get_socket() {
        Some(folder) => {
            let path = folder.join(format!(".s.PGSQL.{}", server.get_port()));
            Box::new(UnixStream::connect(path).await.expect("the server"))
        }
        None => {
            let address = (server.get_host(), server.get_port());
            Box::new(TcpStream::connect(address).await.expect("the server"))
        }
    }
}

/// Carries bytes both ways until one side ends or the cut is made.
async fn carry(mut client: UnixStream, mut server: Box<dyn Duplex>, armed: Arc<AtomicBool>) -> std::io::Result<()> {
    let (mut asked, mut answered) = (Vec::new(), Vec::new());
    let mut appends = false;
    loop {
        tokio::select! {
            read = client.read_buf(&mut asked) => {
                if read? == 0 {
                    return Ok(());
                }
                appends |= asked.windows(APPEND.len()).any(|bytes| bytes == APPEND);
                server.write_all(&asked).await?;
                asked.clear();
            }
            read = server.read_buf(&mut answered) => {
                if read? == 0 || (appends && armed.swap(false, Ordering::SeqCst)) {
                    return Ok(());
                }
                client.write_all(&answered).await?;
                answered.clear();
            }
        }
    }
}
