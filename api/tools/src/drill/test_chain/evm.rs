//! An EVM chain: blocks that are taken back instead of time that jumps, and no payee that sends money back, because
//! a transfer that the token refuses is not sent at all.

use super::{Access, BLOCK, NO_CAPS, TestChain};
use async_trait::async_trait;
use domain::money::Usdt;
use domain::withdrawal;
use evm::{Address, Key};
use local_chain::Faults;
use local_chain::evm::{Anvil, EvmNode};
use rails::Rail;
use rails::evm::{Access as EvmAccess, Evm, Finality};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::task::JoinHandle;

/// Blocks until one is final.
const DEPTH: u64 = 4;
/// Wei that pay for every payment of a drill.
const GAS: u128 = 10_u128.pow(24);
/// The highest price of a unit of gas, in wei.
const FEE_MOST: u128 = 100 * 10_u128.pow(9);

/// The chain, two nodes, the house's account.
pub struct EvmGround {
    chain: Arc<Anvil>,
    nodes: [EvmNode; 2],
    rail: Evm,
    key: String,
    halted: Arc<AtomicBool>,
    mining: std::sync::Mutex<Option<JoinHandle<()>>>,
}

/// The rail with this access.
///
/// # Errors
/// Texts that cannot be read.
pub fn rail(nodes: Vec<String>, chain_id: u64, token: &str, key: &str) -> anyhow::Result<Evm> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(key, &mut bytes)?;
    Ok(Evm::of(EvmAccess {
        nodes,
        chain_id,
        token: token.parse()?,
        key: Key::from_bytes(&bytes).ok_or_else(|| anyhow::anyhow!("not a key"))?,
        finality: Finality::Depth(DEPTH),
        fee_most: FEE_MOST,
        caps: NO_CAPS,
    }))
}

impl EvmGround {
    /// Starts it.
    ///
    /// # Errors
    /// A program that is not installed, or no free port.
    pub async fn open(now_s: u64) -> anyhow::Result<EvmGround> {
        let chain = Arc::new(Anvil::start(now_s).await?);
        let nodes = [EvmNode::start(&chain.url()).await?, EvmNode::start(&chain.url()).await?];
        let key = hex::encode(Sha256::digest(b"the house's account of a drill"));
        let urls = nodes.iter().map(|node| node.url.clone()).collect();
        Ok(EvmGround {
            rail: rail(urls, chain.chain_id(), chain.token(), &key)?,
            chain,
            nodes,
            key,
            halted: Arc::default(),
            mining: std::sync::Mutex::default(),
        })
    }

    fn house(&self) -> String {
        evm::spelling(self.rail.address())
    }
}

#[async_trait]
impl TestChain for EvmGround {
    fn rail(&self) -> &dyn Rail {
        &self.rail
    }

    fn access(&self) -> Access {
        Access::Evm {
            nodes: self.nodes.iter().map(|node| node.url.clone()).collect(),
            chain_id: self.chain.chain_id(),
            token: self.chain.token().to_owned(),
            key: self.key.clone(),
        }
    }

    fn chain(&self) -> withdrawal::Chain {
        withdrawal::Chain::Evm
    }

    async fn begin(&self, capital: Usdt) -> anyhow::Result<()> {
        self.chain.set_gas(&self.house(), GAS).await?;
        self.chain.mint(&self.house(), u128::try_from(capital.minor())?).await?;
        self.settle().await?;
        let (chain, halted) = (self.chain.clone(), self.halted.clone());
        let beat = tokio::spawn(async move {
            loop {
                tokio::time::sleep(BLOCK.0).await;
                if !halted.load(Ordering::Relaxed)
                    && let Err(fault) = chain.advance(BLOCK.1).await
                {
                    tracing::debug!(%fault, "a block was not made");
                }
            }
        });
        if let Ok(mut mining) = self.mining.lock() {
            *mining = Some(beat);
        }
        Ok(())
    }

    fn payee(&self, number: i64) -> String {
        let hash = Sha256::digest(format!("payee {number}"));
        evm::spelling(Address::from_slice(&hash[..20]))
    }

    async fn refuses(&self, _payee: &str) -> anyhow::Result<bool> {
        Ok(false)
    }

    async fn got(&self, payee: &str) -> anyhow::Result<i64> {
        Ok(i64::try_from(self.chain.usdt_balance(payee).await?)?)
    }

    async fn held(&self) -> anyhow::Result<i64> {
        self.got(&self.house()).await
    }

    fn faults(&self, faults: &[Faults; 2]) {
        for (node, faults) in self.nodes.iter().zip(faults) {
            node.faults(|now| now.clone_from(faults));
        }
    }

    fn halt(&self, halted: bool) {
        self.halted.store(halted, Ordering::Relaxed);
    }

    /// As deep as blocks may be taken back before they are final.
    async fn upset(&self) -> anyhow::Result<()> {
        self.chain.reorganise(DEPTH - 1).await
    }

    async fn settle(&self) -> anyhow::Result<()> {
        for _ in 0..=DEPTH {
            self.chain.mine().await?;
        }
        Ok(())
    }

    async fn stop(&mut self) {
        if let Ok(mut mining) = self.mining.lock()
            && let Some(beat) = mining.take()
        {
            beat.abort();
        }
    }
}
