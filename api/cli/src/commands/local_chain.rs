//! The local chain of `ledger up`: kept in the data directory, with two nodes before it, and as much USDT in the
//! house's wallet as the books say.

use anyhow::Context;
use domain::time::Timestamp;
use ledger::Ledger;
use local_chain::{Chain, Faults, Node, Served};
use rails::ton::{Access, GAS_MIN, Ton};
use rails::{Caps, Rail, incoming, reconcile};
use settings::Settings;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use ton::SigningKey;

/// A block a second: a withdrawal takes five of them, as on the main net.
const BLOCK_TIME: Duration = Duration::from_secs(1);
/// A free port of this machine.
const HERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
/// Blocks until minted money is there.
const BLOCKS_MAX: u32 = 20;

/// The running chain.
pub struct LocalChain {
    served: Served,
    second: Node,
    key: SigningKey,
}

impl LocalChain {
    /// Starts it, or goes on where it stopped.
    ///
    /// # Errors
    /// A file that cannot be read, or no free port.
    pub async fn start(settings: &Settings, master_key: &[u8; 32]) -> anyhow::Result<LocalChain> {
        let served = local_chain::serve(path(settings), HERE, BLOCK_TIME).await;
        LocalChain::of(served.context("the local chain")?, master_key).await
    }

    /// Begins one at a time of the past, whose blocks are made by whoever moves the clock; it is kept where
    /// [`LocalChain::start`] finds it by [`LocalChain::keep`] alone.
    ///
    /// # Errors
    /// No free port.
    pub async fn begin(at: Timestamp, master_key: &[u8; 32]) -> anyhow::Result<LocalChain> {
        let genesis_s = u64::try_from(at.0 / 1_000)?;
        let served = local_chain::serve_unmoved(genesis_s, HERE).await;
        LocalChain::of(served.context("the local chain")?, master_key).await
    }

    async fn of(served: Served, master_key: &[u8; 32]) -> anyhow::Result<LocalChain> {
        let second = Node::start(served.chain.clone(), Faults::default()).await?;
        let seed = Sha256::new()
            .chain_update(b"the house's wallet on the local chain")
            .chain_update(master_key);
        let key = SigningKey::from_bytes(&seed.finalize().into());
        Ok(LocalChain { served, second, key })
    }

    /// Writes it to the data directory.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep(&self, settings: &Settings) -> anyhow::Result<()> {
        self.served.chain.save(&path(settings)).context("the local chain")
    }

    /// The chain itself.
    pub fn chain(&self) -> Arc<Chain> {
        self.served.chain.clone()
    }

    /// The rail through both nodes. A wallet that was never used gets what the books say that it holds.
    ///
    /// # Errors
    /// When chain or ledger do not answer.
    pub async fn rail(&self, ledger: &Ledger, caps: Caps) -> anyhow::Result<Arc<Ton>> {
        let rail = Arc::new(Ton::of(Access {
            nodes: vec![self.served.node.url.clone(), self.second.url.clone()],
            master: Chain::usdt_master(),
            key: self.key.clone(),
            caps,
        }));
        let (chain, house) = (&self.served.chain, rail.address());
        if chain.standing(house).balance < GAS_MIN {
            chain.faucet(house, 100 * GAS_MIN);
        }
        let wanted = reconcile::in_books(ledger.pool()).await?;
        if chain.usdt_balance(house) == 0 && wanted > domain::money::Usdt::ZERO {
            chain.mint(house, u128::try_from(wanted.minor())?);
            for _ in 0..BLOCKS_MAX {
                chain.mine();
            }
            self.note_opening(ledger, rail.as_ref()).await?;
        }
        Ok(rail)
    }

    /// The opening capital is in the books already: it is no payment of anybody.
    async fn note_opening(&self, ledger: &Ledger, rail: &Ton) -> anyhow::Result<()> {
        let since = incoming::cursors(ledger.pool(), rail).await?;
        let news = rail.news(since).await?;
        Ok(incoming::keep(ledger.pool(), rail, &[], news.reached, ledger.clock().now()).await?)
    }

    /// Ends it; what happened is on disk.
    pub async fn stop(mut self) {
        self.second.stop().await;
        self.served.stop().await;
    }
}

/// Where it is kept.
fn path(settings: &Settings) -> PathBuf {
    settings.store.data.join("chain")
}
