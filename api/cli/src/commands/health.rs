//! `ledger health`: does the service of these settings take commands now?

use super::Failure;
use anyhow::Context;
use settings::Settings;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long the service may take: its own limit for the database is two seconds.
const ANSWER_MAX: Duration = Duration::from_secs(5);
/// Longest answer that is read.
const BYTES_MAX: u64 = 64 << 10;

/// Ask the service on LEDGER_HTTP whether it is ready, for process managers that have no HTTP client.
///
/// Prints the answer of `/health/ready`. Exit code 1 when it is not ready or does not answer within five seconds.
#[derive(clap::Args, Debug)]
pub struct Health {
    /// Ask only whether the process answers (`/health/live`): to restart what is merely not ready would not help
    #[arg(long)]
    live: bool,
}

impl Health {
    /// Asks and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let path = if self.live { "/health/live" } else { "/health/ready" };
        let address = reached_at(settings.service.http);
        let answer = tokio::time::timeout(ANSWER_MAX, ask(address, path)).await;
        let answer = answer
            .with_context(|| format!("{address} did not answer in time"))?
            .with_context(|| format!("{address} cannot be reached"))?;
        println!("{}", answer.rsplit("\r\n\r\n").next().unwrap_or_default());
        if answer.starts_with("HTTP/1.1 200 ") {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }
}

/// A service that listens on every address is asked on this machine's own.
fn reached_at(http: SocketAddr) -> SocketAddr {
    let ip = match http.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, http.port())
}

async fn ask(address: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut line = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    line.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    line.take(BYTES_MAX).read_to_string(&mut answer).await?;
    Ok(answer)
}
