//! USDT on an EVM chain: an account pays, number by number (rails §1.4).
//!
//! | file | what |
//! |---|---|
//! | here | the rail: slots, several nodes asked at once |
//! | `signing` | what is signed for a slot, and what replaces it |
//! | `node` | one node over HTTP |
//! | `observe` | what one node shows of a payment |
//! | `news` | payments and executed numbers of the house's account |
//!
//! What is different here from TON:
//! - a slot is a number of the account; numbers are executed in order, so none may stay unused;
//! - a message never expires: when a slot's time is over the house takes the number for itself, and that it did is
//!   the proof that nothing was paid;
//! - a block may be taken back: only what is final counts, and final is a setting;
//! - a transfer carries no comment, so that top-ups do not come this way. What comes all the same is kept as a
//!   payment of nobody, for staff to assign.
//!
//! The account must be the rail's alone, and new when the rail begins: a number that is executed and has no slot
//! stops the wallet (threat T-60).

mod news;
mod node;
mod observe;
mod signing;

use super::agree;
use super::{
    BEYOND_CLOCKS, Caps, Cursors, Holding, Kept, NODES_MIN, NewSlot, News, Outgoing, Payment, Purpose, Rail, RailFault,
    Sight, Signed, moment,
};
use async_trait::async_trait;
use domain::money::Usdt;
use domain::time::Timestamp;
use domain::withdrawal::{self, Chain, Slot};
use evm::payout::{Fee, PAY_GAS};
use evm::{Address, Key, erc20};
use node::{Head, NoAnswer, Node, Tried};
use std::fmt;

pub const NAME: &str = "evm_usdt";
/// How long a slot is paid (ASSUMED: half an hour, as on TON); afterwards its number is taken.
const TIMEOUT_S: u64 = 30 * 60;
/// Decimals of the token: amounts of the ledger are millionths.
const DECIMALS: u128 = 6;
/// Largest index of a log in its block, in bits.
const LOG_BITS: u32 = 20;

/// When a block is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finality {
    /// The nodes report the last final block.
    Reported,
    /// This many blocks came after it.
    Depth(u64),
}

/// What a rail on an EVM chain needs.
#[derive(Clone, Debug)]
pub struct Access {
    /// Addresses of nodes, two at least.
    pub nodes: Vec<String>,
    pub chain_id: u64,
    /// The token's contract, of six decimals.
    pub token: Address,
    pub key: Key,
    /// When a block is final.
    pub finality: Finality,
    /// What a payment offers for a unit of gas at most, in wei.
    pub fee_most: u128,
    /// What the wallet may do without a person.
    pub caps: Caps,
}

pub struct Evm {
    nodes: Vec<Node>,
    name: String,
    wallet: Address,
    access: Access,
}

impl fmt::Debug for Evm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Evm({})", self.name)
    }
}

/// What enough nodes have passed, and those that have.
struct View<'a> {
    nodes: Vec<&'a Node>,
    last_final: u64,
}

fn unfit(reason: impl fmt::Display) -> RailFault {
    let reason = reason.to_string();
    RailFault::Unfit { rail: NAME, reason }
}

/// The order of things on the chain, as receipts and payments carry it.
fn lt(block: u64, log: u64) -> u64 {
    (block << LOG_BITS) | log
}

/// What each node answers, in their order: all are asked at once.
macro_rules! ask_each {
    ($nodes:expr, $node:ident => $ask:expr) => {{
        let mut asked = Vec::with_capacity($nodes.len());
        for $node in $nodes {
            asked.push($ask);
        }
        futures_util::future::join_all(asked).await
    }};
}
use ask_each;

/// The highest that two have reached.
fn reached<T: Ord + Copy + Default>(mut answered: Vec<T>) -> T {
    answered.sort_unstable();
    answered.into_iter().rev().nth(NODES_MIN - 1).unwrap_or_default()
}

impl Evm {
    /// The rail with this access. Sends no request.
    pub fn of(access: Access) -> Evm {
        let wallet = access.key.address();
        Evm {
            nodes: access.nodes.iter().map(|url| Node::at(url)).collect(),
            name: format!("{}-{}", access.chain_id, evm::spelling(wallet)),
            wallet,
            access,
        }
    }

    /// The house's account on the chain.
    pub fn address(&self) -> Address {
        self.wallet
    }

    async fn heads(&self) -> Result<Vec<(&Node, Head)>, RailFault> {
        let head = async |node| -> Result<_, NoAnswer> {
            let node: &Node = node;
            Ok((node, node.head(self.access.chain_id, self.access.finality).await?))
        };
        agree::answered(NAME, ask_each!(&self.nodes, node => head(node)))
    }

    /// The last block that is final on two nodes at least, and the nodes on which it is.
    async fn view(&self) -> Result<View<'_>, RailFault> {
        let heads = self.heads().await?;
        let last_final = reached(heads.iter().map(|(_, head)| head.last_final).collect());
        let nodes = heads.into_iter().filter(|(_, head)| head.last_final >= last_final);
        Ok(View {
            nodes: nodes.map(|(node, _)| node).collect(),
            last_final,
        })
    }

    fn payee(payment: &Payment) -> Result<Address, RailFault> {
        evm::address(payment.address.as_str()).map_err(unfit)
    }

    /// What two nodes at least ask for.
    async fn fee(&self) -> Result<Fee, RailFault> {
        let answered = agree::answered(NAME, ask_each!(&self.nodes, node => node.fee()))?;
        let most = reached(answered.iter().map(|fee| fee.most).collect());
        let tip = reached(answered.iter().map(|fee| fee.tip).collect());
        Ok(Fee { most, tip })
    }
}

#[async_trait]
impl Rail for Evm {
    fn name(&self) -> &'static str {
        NAME
    }

    fn chain(&self) -> Chain {
        Chain::Evm
    }

    /// The chain is part of the name: one key has other numbers on another chain.
    fn wallet(&self) -> &str {
        &self.name
    }

    fn house_accounts(&self) -> Vec<withdrawal::Address> {
        let own = [self.wallet, self.access.token];
        let spelled = own.map(|account| withdrawal::Address::parse(&evm::spelling(account)));
        spelled.into_iter().flatten().collect()
    }

    fn caps(&self) -> Caps {
        self.access.caps
    }

    fn new_slot(&self, number: u64, chain_time: Timestamp) -> Result<NewSlot, RailFault> {
        let created_at_s = u64::try_from(chain_time.0 / 1_000).map_err(unfit)?;
        let valid_until = moment(created_at_s.saturating_add(TIMEOUT_S)).ok_or_else(|| unfit(BEYOND_CLOCKS))?;
        let slot = Slot {
            rail: NAME.to_owned(),
            wallet: self.name.clone(),
            query_id: number,
            valid_until,
        };
        Ok(NewSlot { slot, created_at_s })
    }

    fn may_skip(&self) -> bool {
        false
    }

    /// One payment at the highest price.
    fn gas_min(&self) -> u128 {
        self.access.fee_most.saturating_mul(u128::from(PAY_GAS))
    }

    async fn would_pay(&self, address: &withdrawal::Address, amount: Usdt) -> Result<bool, RailFault> {
        let to = evm::address(address.as_str()).map_err(unfit)?;
        if to == self.access.token || to == self.wallet {
            return Ok(false);
        }
        let amount = u128::try_from(amount.minor()).map_err(unfit)?;
        let call = erc20::transfer(to, amount);
        let tried = ask_each!(&self.nodes, node => node.attempt(self.wallet, self.access.token, &call));
        let tried = agree::same(NAME, "whether the token would pay", tried)?;
        Ok(matches!(tried, Tried::Answered(answer) if erc20::is_yes(&answer)))
    }

    async fn next(
        &self,
        payment: &Payment,
        kept: &[Kept],
        now: Timestamp,
    ) -> Result<Option<(Purpose, Signed)>, RailFault> {
        let is_over = payment.slot.valid_until <= now;
        let purpose = if is_over { Purpose::Cancel } else { Purpose::Pay };
        self.sign_next(payment, kept, purpose, now).await
    }

    async fn cancel(
        &self,
        payment: &Payment,
        kept: &[Kept],
        now: Timestamp,
    ) -> Result<Option<(Purpose, Signed)>, RailFault> {
        self.sign_next(payment, kept, Purpose::Cancel, now).await
    }

    fn is(&self, kept: &Kept, payment: &Payment) -> bool {
        self.is_for(kept, payment)
    }

    async fn send(&self, body: &[u8]) {
        for answer in ask_each!(&self.nodes, node => node.send(body)) {
            if let Err(reason) = answer {
                tracing::debug!(
                    rail = NAME,
                    reason,
                    "a node was not pleased with a message; the chain decides"
                );
            }
        }
    }

    async fn time(&self) -> Result<Timestamp, RailFault> {
        let agreed = reached(self.heads().await?.iter().map(|(_, head)| head.time_s).collect());
        moment(agreed).ok_or_else(|| unfit(BEYOND_CLOCKS))
    }

    /// Up to the last final block, as all that is booked.
    async fn holding(&self) -> Result<Holding, RailFault> {
        let view = self.view().await?;
        let (token, wallet, block) = (self.access.token, self.wallet, view.last_final);
        let held = async |node: &Node| -> Result<(u128, u128), NoAnswer> {
            if node.read(token, &erc20::decimals(), block).await? != DECIMALS {
                return Err("a token of other decimals than six".to_owned());
            }
            let usdt = node.read(token, &erc20::balance_of(wallet), block).await?;
            Ok((usdt, node.balance(wallet, block).await?))
        };
        let answers = ask_each!(view.nodes, node => held(node));
        let (usdt, gas) = agree::same(NAME, "what the house's wallet holds", answers)?;
        let usdt = Usdt::from_minor(i64::try_from(usdt).map_err(unfit)?);
        Ok(Holding { usdt, gas })
    }

    async fn observe(&self, payment: &Payment, kept: &[Kept]) -> Result<Sight, RailFault> {
        let wanted = observe::Wanted {
            payment,
            kept,
            to: Evm::payee(payment)?,
            wallet: self.wallet,
            token: self.access.token,
        };
        let (chain_id, finality) = (self.access.chain_id, self.access.finality);
        let look = async |node: &Node| {
            let head = node.head(chain_id, finality).await?;
            observe::observe(node, head.last_final, &wanted).await
        };
        agree::sight(NAME, ask_each!(&self.nodes, node => look(node)))
    }

    /// The news of this chain list no transfers out: the sum of balances alone shows them.
    async fn moved(&self, _transfer: &Outgoing) -> Result<Option<bool>, RailFault> {
        Ok(None)
    }

    async fn news(&self, since: Cursors) -> Result<News, RailFault> {
        self.read_news(since).await
    }
}

#[cfg(test)]
mod tests;
