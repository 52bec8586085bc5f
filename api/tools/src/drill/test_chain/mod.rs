//! The chain of a drill: a local one of either kind, with two nodes that can be made to misbehave.
//!
//! | file | chain |
//! |---|---|
//! | `ton` | the local TON chain, in this process |
//! | `evm` | an EVM chain, a process of its own |

mod evm;
mod ton;

use super::NO_CAPS;
use async_trait::async_trait;
use domain::money::Usdt;
use domain::withdrawal::Chain;
use local_chain::Faults;
use rails::Rail;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A block of the drill: so much of the machine's time, so much of the chain's.
const BLOCK: (Duration, u64) = (Duration::from_millis(25), 1);

/// What a worker's rail needs, keys in hex. They are worth nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Access {
    /// A rail on TON.
    Ton {
        /// Addresses of the nodes.
        nodes: Vec<String>,
        /// The token's master contract.
        master: String,
        key: String,
    },
    /// A rail on an EVM chain.
    Evm {
        /// Addresses of the nodes.
        nodes: Vec<String>,
        chain_id: u64,
        token: String,
        key: String,
    },
}

impl Access {
    /// The rail.
    ///
    /// # Errors
    /// An access that was not written by a drill.
    pub fn rail(self) -> anyhow::Result<Box<dyn Rail>> {
        Ok(match self {
            Access::Ton { nodes, master, key } => Box::new(ton::rail(nodes, &master, &key)?),
            Access::Evm {
                nodes,
                chain_id,
                token,
                key,
            } => Box::new(evm::rail(nodes, chain_id, &token, &key)?),
        })
    }
}

/// The chain of a drill.
#[async_trait]
pub trait TestChain: Send + Sync {
    /// The house's own rail.
    fn rail(&self) -> &dyn Rail;

    /// The same for workers.
    fn access(&self) -> Access;

    /// Which addresses are paid to.
    fn chain(&self) -> Chain;

    /// Money and gas for the house; then blocks begin to be made.
    async fn begin(&self, capital: Usdt) -> anyhow::Result<()>;

    /// The address of the `number`-th player.
    fn payee(&self, number: i64) -> String;

    /// From now on transfers to this payee come back. False where nothing is sent to such a payee at all.
    async fn refuses(&self, payee: &str) -> anyhow::Result<bool>;

    /// What a payee has.
    async fn got(&self, payee: &str) -> anyhow::Result<i64>;

    /// What the house has.
    async fn held(&self) -> anyhow::Result<i64>;

    /// What is wrong with each node from now on.
    fn faults(&self, faults: &[Faults; 2]);

    /// No block is made while it is halted.
    fn halt(&self, halted: bool);

    /// The worst that this chain does while nobody works: time jumps over every validity, or blocks are taken back.
    async fn upset(&self) -> anyhow::Result<()>;

    /// Waits until nothing moves any more.
    async fn settle(&self) -> anyhow::Result<()>;

    async fn stop(&mut self);
}

/// The chain of this name, whose first block is of this second.
///
/// # Errors
/// A chain that cannot be started here.
pub async fn open(rail: super::OnRail, now_s: u64) -> anyhow::Result<Box<dyn TestChain>> {
    Ok(match rail {
        super::OnRail::Ton => Box::new(ton::TonGround::open(now_s).await?),
        super::OnRail::Evm => Box::new(evm::EvmGround::open(now_s).await?),
    })
}
