//! USDT on TON: a highload wallet pays, a comment names the order of a payment (rails §1.5).
//!
//! | file | what |
//! |---|---|
//! | here | the rail: slots, signatures, several nodes asked at once |
//! | `node` | one node over HTTP |
//! | `observe` | what one node shows of a payment |
//! | `news` | what one node shows of the house's accounts |
//!
//! Final is what a node shows at all: a masterchain block is not taken back. The same code works on the main net
//! and on a local chain; only addresses of nodes, the token's master and the key differ.

mod news;
mod node;
mod observe;

use super::agree;
use super::{
    BEYOND_CLOCKS, Caps, Cursors, Holding, Kept, NewSlot, News, Outgoing, Payment, Purpose, Rail, RailFault, Sight,
    Signed, moment,
};
use async_trait::async_trait;
use domain::money::Usdt;
use domain::time::Timestamp;
use domain::withdrawal::{self, Chain, Slot};
use node::{NoAnswer, Node};
use std::fmt;
use ton::payout::{FORWARD_NANO, Payout};
use ton::wallet::{QueryId, SUBWALLET_ID, Wallet};
use ton::{Address, SigningKey, contracts, payout};

/// The permanent name: the channel of top-ups too.
pub const NAME: &str = "ton_usdt";
/// How long the wallet's contract takes a message (ASSUMED: half an hour; the contract never forgets within it).
const TIMEOUT_S: u32 = 30 * 60;
/// What is taken off the chain's time for a signature: a message from the future is refused (rails §1.5).
const BACK_S: u64 = 30;
/// Nanotons that go with a transfer; what is not used comes back.
const TRANSFER_NANO: u128 = 100_000_000;
/// Nanotons that must be there for each payment that is begun or under way: a wallet without them burns numbers
/// (rails §1.5.7).
pub const GAS_MIN: u128 = 300_000_000;

/// What a rail on TON needs.
pub struct Access {
    /// Addresses of nodes, two at least.
    pub nodes: Vec<String>,
    /// The token's master contract.
    pub master: Address,
    pub key: SigningKey,
    /// What the wallet may do without a person.
    pub caps: Caps,
}

impl fmt::Debug for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Access({} nodes, {})", self.nodes.len(), self.master.raw())
    }
}

pub struct Ton {
    nodes: Vec<Node>,
    key: SigningKey,
    wallet: Wallet,
    name: String,
    /// The account that holds the house's USDT.
    token: Address,
    master: Address,
    caps: Caps,
}

fn unfit(reason: impl fmt::Display) -> RailFault {
    let reason = reason.to_string();
    RailFault::Unfit { rail: NAME, reason }
}

/// What each node answers, in their order: all are asked at once.
macro_rules! ask_each {
    ($nodes:expr, $node:ident => $ask:expr) => {{
        let mut asked = Vec::with_capacity($nodes.len());
        for $node in &$nodes {
            asked.push($ask);
        }
        futures_util::future::join_all(asked).await
    }};
}

impl Ton {
    /// The rail with this access. Sends no request.
    pub fn of(access: Access) -> Ton {
        let wallet = Wallet::of(access.key.verifying_key().to_bytes(), SUBWALLET_ID, TIMEOUT_S);
        Ton {
            nodes: access.nodes.iter().map(|base| Node::at(base)).collect(),
            name: hex::encode(wallet.address.hash),
            token: contracts::jetton_wallet_address(access.master, wallet.address),
            key: access.key,
            wallet,
            master: access.master,
            caps: access.caps,
        }
    }

    /// The house's account on the chain: who tops up pays to it.
    pub fn address(&self) -> Address {
        self.wallet.address
    }

    /// The token's master contract.
    pub fn master(&self) -> Address {
        self.master
    }

    /// The house's wallet, its account of the token, and the token.
    fn own(&self) -> [Address; 3] {
        [self.wallet.address, self.token, self.master]
    }

    /// The first state goes with every message: a wallet that has it ignores it, and no message must be the first.
    /// The same payment is the same bytes.
    fn sign(&self, payment: &Payment) -> Result<Signed, RailFault> {
        let signed = payout::sign(&self.key, &self.wallet, &self.payout(payment)?, true);
        Ok(Signed {
            body: signed.boc,
            hash: signed.hash,
        })
    }

    fn payout(&self, payment: &Payment) -> Result<Payout, RailFault> {
        let amount = u128::try_from(payment.amount.minor()).map_err(unfit)?;
        Ok(Payout {
            query_id: QueryId::from_raw(payment.slot.query_id).map_err(unfit)?,
            created_at: payment.created_at_s,
            jetton_wallet: self.token,
            to: Address::parse(payment.address.as_str()).map_err(unfit)?,
            amount_minor: amount,
            comment: payment.comment.clone(),
            ton_value: TRANSFER_NANO,
            forward_ton: FORWARD_NANO,
            response_to: self.wallet.address,
        })
    }

    /// A kept message as it was signed, when it is exactly that payment. What goes along for the chain's own work may
    /// be another release's: the message that was signed is the one that pays.
    fn signed(&self, kept: &Kept, payment: &Payment) -> Option<(Payout, [u8; 32])> {
        let read = payout::read(&kept.signed.body, &self.key.verifying_key(), &self.wallet).ok()?;
        let today = self.payout(payment).ok()?;
        let wanted = Payout {
            ton_value: read.payout.ton_value,
            forward_ton: read.payout.forward_ton,
            ..today
        };
        let is_it = kept.purpose == Purpose::Pay && read.wallet == self.wallet.address && read.payout == wanted;
        is_it.then_some((read.payout, read.hash))
    }

    /// What each node that answers says that the wallet holds: USDT and gas.
    async fn held(&self) -> Result<Vec<(u128, u128)>, RailFault> {
        let held = async |node: &Node| -> Result<(u128, u128), NoAnswer> {
            Ok((
                node.jettons(self.token).await?,
                node.account(self.wallet.address).await?.0,
            ))
        };
        agree::answered(NAME, ask_each!(self.nodes, node => held(node)))
    }
}

/// The lowest balance of each.
fn lowest(held: &[(u128, u128)]) -> Result<Holding, RailFault> {
    let usdt = held.iter().map(|(usdt, _)| *usdt).min().unwrap_or_default();
    let gas = held.iter().map(|(_, gas)| *gas).min().unwrap_or_default();
    let usdt = Usdt::from_minor(i64::try_from(usdt).map_err(unfit)?);
    Ok(Holding { usdt, gas })
}

#[async_trait]
impl Rail for Ton {
    fn name(&self) -> &'static str {
        NAME
    }

    fn chain(&self) -> Chain {
        Chain::Ton
    }

    fn wallet(&self) -> &str {
        &self.name
    }

    fn house_accounts(&self) -> Vec<withdrawal::Address> {
        let spelled = self
            .own()
            .map(|account| withdrawal::Address::parse(&account.non_bounceable()));
        spelled.into_iter().flatten().collect()
    }

    fn caps(&self) -> Caps {
        self.caps
    }

    fn new_slot(&self, number: u64, chain_time: Timestamp) -> Result<NewSlot, RailFault> {
        let query_id = QueryId::nth(number).ok_or_else(|| unfit("the wallet has no query id left"))?;
        let now_s = u64::try_from(chain_time.0 / 1_000).map_err(unfit)?;
        let created_at_s = now_s.saturating_sub(BACK_S);
        let valid_until = moment(created_at_s.saturating_add(TIMEOUT_S.into())).ok_or_else(|| unfit(BEYOND_CLOCKS))?;
        let slot = Slot {
            rail: NAME.to_owned(),
            wallet: self.name.clone(),
            query_id: query_id.raw().into(),
            valid_until,
        };
        Ok(NewSlot { slot, created_at_s })
    }

    fn may_skip(&self) -> bool {
        true
    }

    fn gas_min(&self) -> u128 {
        GAS_MIN
    }

    /// Whether the payee's account takes the payment is known only when it is made; it comes back otherwise.
    async fn would_pay(&self, address: &withdrawal::Address, _amount: Usdt) -> Result<bool, RailFault> {
        let to = Address::parse(address.as_str()).map_err(unfit)?;
        Ok(!self.own().contains(&to))
    }

    /// One message, once: it expires by itself. A slot whose time is over is not signed any more, because what is
    /// not signed is proved never executed.
    async fn next(
        &self,
        payment: &Payment,
        kept: &[Kept],
        now: Timestamp,
    ) -> Result<Option<(Purpose, Signed)>, RailFault> {
        if !kept.is_empty() || payment.slot.valid_until <= now {
            return Ok(None);
        }
        Ok(Some((Purpose::Pay, self.sign(payment)?)))
    }

    fn is(&self, kept: &Kept, payment: &Payment) -> bool {
        self.signed(kept, payment).is_some()
    }

    async fn send(&self, body: &[u8]) {
        for answer in ask_each!(self.nodes, node => node.send(body)) {
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
        let mut times = agree::answered(NAME, ask_each!(self.nodes, node => node.time()))?;
        times.sort_unstable();
        // The second newest has passed on two nodes.
        let agreed = times.into_iter().rev().nth(super::NODES_MIN - 1).unwrap_or_default();
        moment(agreed).ok_or_else(|| unfit(BEYOND_CLOCKS))
    }

    /// The nodes agree on USDT alone: gas comes and goes with each transaction, and no book has it.
    async fn holding(&self) -> Result<Holding, RailFault> {
        let held = self.held().await?;
        let usdt = held.iter().map(|(usdt, _)| Ok(*usdt)).collect();
        agree::same(NAME, "what the house's wallet holds", usdt)?;
        lowest(&held)
    }

    async fn spendable(&self) -> Result<Holding, RailFault> {
        lowest(&self.held().await?)
    }

    async fn observe(&self, payment: &Payment, kept: &[Kept]) -> Result<Sight, RailFault> {
        // What was signed is looked for as it was signed; what was not, as it would be, by whoever signs next.
        let signed = kept.iter().find_map(|kept| self.signed(kept, payment));
        let (payout, hash) = match signed {
            Some(signed) => signed,
            None => (self.payout(payment)?, self.sign(payment)?.hash),
        };
        let wanted = observe::Wanted {
            payment,
            payout,
            hash,
            wallet: self.wallet.address,
            master: self.master,
        };
        agree::sight(NAME, ask_each!(self.nodes, node => observe::observe(node, &wanted)))
    }

    async fn moved(&self, transfer: &Outgoing) -> Result<Option<bool>, RailFault> {
        let (wallet, token) = (self.wallet.address, self.token);
        let shown = ask_each!(self.nodes, node => news::moved(node, wallet, token, transfer.lt));
        let shown = agree::answered(NAME, shown)?;
        let first = shown.first().copied().flatten();
        Ok(first.filter(|first| shown.iter().all(|other| *other == Some(*first))))
    }

    async fn news(&self, since: Cursors) -> Result<News, RailFault> {
        let (wallet, token) = (self.wallet.address, self.token);
        let answers = ask_each!(self.nodes, node => news::read(node, wallet, token, since));
        news::agreed(&agree::answered(NAME, answers)?, since)
    }
}
