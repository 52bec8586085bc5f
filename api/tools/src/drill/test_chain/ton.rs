//! The local TON chain.

use super::{Access, BLOCK, NO_CAPS, TestChain};
use async_trait::async_trait;
use domain::money::Usdt;
use domain::withdrawal;
use local_chain::{Chain, Faults, Lock, Node};
use rails::Rail;
use rails::ton::{Access as TonAccess, GAS_MIN, Ton};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use ton::{Address, SigningKey};

/// Chain seconds that pass over every validity and every margin.
const OVER_S: u64 = 3 * 3_600;

/// The chain, two nodes, the house's wallet.
pub struct TonGround {
    chain: Arc<Chain>,
    nodes: [Node; 2],
    rail: Ton,
    key: String,
    mining: Arc<AtomicBool>,
    halted: Arc<AtomicBool>,
}

/// The rail with this access.
///
/// # Errors
/// Texts that cannot be read.
pub fn rail(nodes: Vec<String>, master: &str, key: &str) -> anyhow::Result<Ton> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(key, &mut bytes)?;
    Ok(Ton::of(TonAccess {
        nodes,
        master: Address::parse(master)?,
        key: SigningKey::from_bytes(&bytes),
        caps: NO_CAPS,
    }))
}

impl TonGround {
    /// Starts it.
    ///
    /// # Errors
    /// No free port.
    pub async fn open(now_s: u64) -> anyhow::Result<TonGround> {
        let chain = Arc::new(Chain::new(&local_chain::Settings {
            genesis_time: now_s,
            ..local_chain::Settings::default()
        }));
        let nodes = [
            Node::start(chain.clone(), Faults::default()).await?,
            Node::start(chain.clone(), Faults::default()).await?,
        ];
        let key = hex::encode(Sha256::digest(b"the house's wallet of a drill"));
        let urls = nodes.iter().map(|node| node.url.clone()).collect();
        Ok(TonGround {
            rail: rail(urls, &Chain::usdt_master().raw(), &key)?,
            chain,
            nodes,
            key,
            mining: Arc::new(AtomicBool::new(true)),
            halted: Arc::new(AtomicBool::new(false)),
        })
    }
}

#[async_trait]
impl TestChain for TonGround {
    fn rail(&self) -> &dyn Rail {
        &self.rail
    }

    fn access(&self) -> Access {
        Access::Ton {
            nodes: self.nodes.iter().map(|node| node.url.clone()).collect(),
            master: Chain::usdt_master().raw(),
            key: self.key.clone(),
        }
    }

    fn chain(&self) -> withdrawal::Chain {
        withdrawal::Chain::Ton
    }

    async fn begin(&self, capital: Usdt) -> anyhow::Result<()> {
        let house = self.rail.address();
        self.chain.faucet(house, 1_000_000 * GAS_MIN);
        self.chain.mint(house, u128::try_from(capital.minor())?);
        self.chain.settle();
        let (chain, mining, halted) = (self.chain.clone(), self.mining.clone(), self.halted.clone());
        std::thread::spawn(move || {
            while mining.load(Ordering::Relaxed) {
                std::thread::sleep(BLOCK.0);
                if !halted.load(Ordering::Relaxed) {
                    chain.advance(BLOCK.1);
                }
            }
        });
        Ok(())
    }

    fn payee(&self, number: i64) -> String {
        Address::new(Sha256::digest(format!("payee {number}")).into()).non_bounceable()
    }

    async fn refuses(&self, payee: &str) -> anyhow::Result<bool> {
        self.chain.lock(Address::parse(payee)?, Lock::Incoming);
        Ok(true)
    }

    async fn got(&self, payee: &str) -> anyhow::Result<i64> {
        Ok(i64::try_from(self.chain.usdt_balance(Address::parse(payee)?))?)
    }

    async fn held(&self) -> anyhow::Result<i64> {
        Ok(i64::try_from(self.chain.usdt_balance(self.rail.address()))?)
    }

    fn faults(&self, faults: &[Faults; 2]) {
        for (node, faults) in self.nodes.iter().zip(faults) {
            node.faults(|now| now.clone_from(faults));
        }
    }

    fn halt(&self, halted: bool) {
        self.halted.store(halted, Ordering::Relaxed);
    }

    async fn upset(&self) -> anyhow::Result<()> {
        self.chain.advance(OVER_S);
        Ok(())
    }

    async fn settle(&self) -> anyhow::Result<()> {
        self.chain.settle();
        Ok(())
    }

    async fn stop(&mut self) {
        self.mining.store(false, Ordering::Relaxed);
        for node in &mut self.nodes {
            node.stop().await;
        }
    }
}
