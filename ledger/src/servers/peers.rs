//! The network addresses of a server, and the end of what this process has open at one that says nothing more.
//!
//! A machine that is gone ends no connection: whoever waits for its answer would wait for as long as the operating system
//! repeats what was sent, a quarter of an hour, and for ever where nothing is unconfirmed. The database client has no
//! limit for it (libpq has `tcp_user_timeout`), so the sockets are shut from here.
//!
//! Knows nothing of which server is the primary.

use nix::sys::socket::{Shutdown, SockaddrStorage, getpeername, shutdown};
use sqlx::postgres::PgConnectOptions;
use std::fs;
use std::net::SocketAddr;
use std::os::fd::RawFd;

/// Where the files that this process has open are listed, on Linux and macOS.
const OPEN_FILES: &str = "/dev/fd";

/// The network addresses of a server; none where it is reached over a local socket, or its name is not known now.
pub(super) async fn of(server: &PgConnectOptions) -> Vec<SocketAddr> {
    if server.get_socket().is_some() {
        return Vec::new();
    }
    let host = server.get_host().trim_matches(['[', ']']);
    let found = tokio::net::lookup_host((host, server.get_port())).await;
    found.map(Iterator::collect).unwrap_or_default()
}

/// Ends every connection of this process to one of `peers`, and returns how many: whoever waits for an answer over one
/// gets an error of the network. A number of a file that another connection takes meanwhile ends that one instead, which
/// its user takes for a broken connection as any other.
pub(super) fn hang_up(peers: &[SocketAddr]) -> usize {
    let Ok(open) = fs::read_dir(OPEN_FILES) else { return 0 };
    let numbers = open.filter_map(|file| file.ok()?.file_name().to_str()?.parse::<RawFd>().ok());
    let is_one = |number: &RawFd| peer(*number).is_some_and(|peer| peers.contains(&peer));
    let ended = |number: RawFd| shutdown(number, Shutdown::Both).is_ok();
    numbers.filter(is_one).map(ended).filter(|ended| *ended).count()
}

/// Whom an open file leads to, where it is a connection of the network.
fn peer(number: RawFd) -> Option<SocketAddr> {
    let peer: SockaddrStorage = getpeername(number).ok()?;
    let v4 = peer.as_sockaddr_in().map(|peer| SocketAddr::V4((*peer).into()));
    v4.or_else(|| peer.as_sockaddr_in6().map(|peer| SocketAddr::V6((*peer).into())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};

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
        assert!(peers.contains(&at(&silent)), "{peers:?}");

        assert_eq!(hang_up(&peers), 1);
        assert!(waiting.await.expect("no panic"));
        assert_eq!(hang_up(&[at(&other)]), 1, "the other was not touched");
        drop(stays);
    }

    #[tokio::test]
    async fn a_local_socket_has_no_address_of_the_network() {
        let address = "postgres://ann@%2Ftmp%2Fa:1/ledger".parse().expect("an address");
        assert!(of(&address).await.is_empty());
    }
}
