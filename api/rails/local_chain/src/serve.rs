//! A chain on the wall clock, kept in one file: what `cargo up` runs.
//!
//! A block each `block_time`. Block numbers follow the clock, so that they do not go
//! back after a restart although empty blocks are not written.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{Chain, Faults, Node, Settings};

/// A running chain with its node.
#[derive(Debug)]
pub struct Served {
    /// The chain itself: faucet, mint and demo wallets.
    pub chain: Arc<Chain>,
    /// The node before it.
    pub node: Node,
    clock: Option<(Sender<()>, JoinHandle<()>)>,
}

/// Opens or begins the chain in `path` and serves it. Port 0 takes a free one.
pub async fn serve(path: PathBuf, at: SocketAddr, block_time: Duration) -> anyhow::Result<Served> {
    let settings = Settings {
        genesis_time: wall_clock(),
        ..Settings::default()
    };
    let chain = Arc::new(tokio::task::spawn_blocking(move || Chain::open(path, &settings)).await??);
    chain.skip_blocks(blocks_since(chain.head().now, block_time), wall_clock());
    let node = Node::start_at(Arc::clone(&chain), Faults::default(), at).await?;
    let (stop, stopped) = mpsc::channel();
    let clock = {
        let chain = Arc::clone(&chain);
        std::thread::spawn(move || {
            while stopped.recv_timeout(block_time) == Err(RecvTimeoutError::Timeout) {
                chain.mine_at(wall_clock());
            }
        })
    };
    Ok(Served {
        chain,
        node,
        clock: Some((stop, clock)),
    })
}

/// Serves a new chain in memory whose blocks somebody else makes, at times of an own clock: [`Chain::save`] keeps it.
pub async fn serve_unmoved(genesis_time: u64, at: SocketAddr) -> anyhow::Result<Served> {
    let settings = Settings {
        genesis_time,
        ..Settings::default()
    };
    let chain = Arc::new(Chain::new(&settings));
    let node = Node::start_at(Arc::clone(&chain), Faults::default(), at).await?;
    let clock = None;
    Ok(Served { chain, node, clock })
}

impl Served {
    /// Stops the node and the clock; every block with transactions is already on disk.
    pub async fn stop(mut self) {
        self.node.stop().await;
        if let Some((stop, clock)) = self.clock.take() {
            drop(stop);
            let joined = tokio::task::spawn_blocking(move || clock.join()).await;
            if !matches!(joined, Ok(Ok(()))) {
                tracing::error!("The clock of the local chain ended in a panic.");
            }
        }
    }
}

/// More blocks than can have been made since then: the clock counts whole seconds.
fn blocks_since(then: u64, block_time: Duration) -> u32 {
    let seconds = wall_clock().saturating_sub(then).saturating_add(1);
    let blocks = u128::from(seconds) * 1_000 / block_time.as_millis().max(1) + 1;
    u32::try_from(blocks).unwrap_or(u32::MAX)
}

fn wall_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
