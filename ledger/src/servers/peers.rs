//! Where a server is reached, and the end of what this process has open at one that says nothing more or was replaced.
//!
//! A machine that is gone ends no connection: whoever waits for its answer would wait for as long as the operating system
//! repeats what was sent, a quarter of an hour, and for ever where nothing is unconfirmed. The database client has no
//! limit for it (libpq has `tcp_user_timeout`), so the sockets are shut from here.
//!
//! It is done on this side alone. A server that ends such a session shows the commit that waits in it for a standby to
//! everybody else, though no standby has it.
//!
//! Knows nothing of which server is the primary.

use nix::sys::socket::{Shutdown, SockaddrStorage, getpeername, shutdown};
use sqlx::postgres::PgConnectOptions;
use std::fs;
use std::net::SocketAddr;
use std::os::fd::RawFd;
use std::path::PathBuf;

/// Where the files that this process has open are listed, on Linux and macOS.
const OPEN_FILES: &str = "/dev/fd";

/// The other end of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    Network(SocketAddr),
    /// A socket in the file system.
    Local(PathBuf),
}

/// Where a server is reached; nowhere while its name is not known.
pub(super) async fn of(server: &PgConnectOptions) -> Vec<Peer> {
    let (host, port) = (server.get_host(), server.get_port());
    if let Some(folder) = server.get_socket() {
        return vec![Peer::Local(folder.join(format!(".s.PGSQL.{port}")))];
    }
    let found = tokio::net::lookup_host((host.trim_matches(['[', ']']), port)).await;
    found
        .map(|found| found.map(Peer::Network).collect())
        .unwrap_or_default()
}

/// Ends every connection of this process to one of `peers`, and returns how many: whoever waits for an answer over one
/// gets an error of the network. A number of a file that another connection takes meanwhile ends that one instead, which
/// its user takes for a broken connection as any other.
pub(super) fn hang_up(peers: &[Peer]) -> usize {
    let Ok(open) = fs::read_dir(OPEN_FILES) else { return 0 };
    let numbers = open.filter_map(|file| file.ok()?.file_name().to_str()?.parse::<RawFd>().ok());
    let is_one = |number: &RawFd| peer(*number).is_some_and(|peer| peers.contains(&peer));
    let ended = |number: RawFd| shutdown(number, Shutdown::Both).is_ok();
    numbers.filter(is_one).map(ended).filter(|ended| *ended).count()
}

/// Whom an open file leads to, where it is a connection.
fn peer(number: RawFd) -> Option<Peer> {
    let peer: SockaddrStorage = getpeername(number).ok()?;
    if let Some(peer) = peer.as_sockaddr_in() {
        return Some(Peer::Network(SocketAddr::V4((*peer).into())));
    }
    if let Some(peer) = peer.as_sockaddr_in6() {
        return Some(Peer::Network(SocketAddr::V6((*peer).into())));
    }
    Some(Peer::Local(peer.as_unix_addr()?.path()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

    #[tokio::test]
    async fn whoever_waits_for_a_server_that_is_left_waits_no_longer() {
        let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let other = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = |listener: &TcpListener| listener.local_addr().expect("bound");
        let mut waits = TcpStream::connect(at(&silent)).await.expect("connected");
        let stays = TcpStream::connect(at(&other)).await.expect("connected");
        let waiting = tokio::spawn(async move { waits.read_u8().await.is_err() });
        let address = format!("postgres://ann@localhost:{}/ledger", at(&silent).port());
        let peers = of(&address.parse().expect("an address")).await;
        assert!(peers.contains(&Peer::Network(at(&silent))), "{peers:?}");

        assert_eq!(hang_up(&peers), 1);
        assert!(waiting.await.expect("no panic"));
        assert_eq!(hang_up(&[Peer::Network(at(&other))]), 1, "the other was not touched");
        drop(stays);
    }

    #[tokio::test]
    async fn so_does_whoever_waits_at_a_local_socket() {
        let folder = std::env::temp_dir().join(format!("ledger-peers-{}", std::process::id()));
        fs::create_dir(&folder).expect("a folder");
        let address = PgConnectOptions::new_without_pgpass().socket(&folder).port(5);
        let peers = of(&address).await;
        let Some(Peer::Local(path)) = peers.first() else {
            panic!("{peers:?}")
        };
        let silent = UnixListener::bind(path).expect("a socket");
        let mut waits = UnixStream::connect(path).await.expect("connected");
        let waiting = tokio::spawn(async move { waits.read_u8().await.is_err() });
        assert_eq!(hang_up(&peers), 1);
        assert!(waiting.await.expect("no panic"));
        drop(silent);
        fs::remove_dir_all(folder).expect("removed");
    }
}
