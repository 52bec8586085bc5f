//! Rails: how money leaves to a chain and comes from one (rails §3).
//!
//! | file | what |
//! |---|---|
//! | here | what a rail can do, in words that fit every chain |
//! | `slots` | which number of the house's wallet belongs to which withdrawal |
//! | `slots/wallets`, `slots/messages` | whether a wallet may send; what was signed for a slot |
//! | `sending` | what is sent next, and how slots that nobody needs end |
//! | `incoming` | payments that came, each once |
//! | `outgoing` | transfers out of the wallets that no message of the house explains |
//! | `payout` | the next step of one withdrawal |
//! | `payout/mismatch` | a payment that arrived otherwise than it was approved |
//! | `returns` | payments of nobody that are with their senders again |
//! | `points` | where a drill ends the process |
//! | `scan` | reads what came, and credits it |
//! | `reconcile` | the chain beside the books |
//! | `agree` | whether several nodes show the same |
//! | `http` | one HTTP request to a node |
//! | `ton` | USDT on TON: messages, nodes, what their answers prove |
//! | `evm` | USDT on an EVM chain: the same, with numbers that follow each other and messages that never expire |
//!
//! Promises (rails §3):
//! - a slot belongs to one withdrawal for ever, and what is signed for it is committed before it is sent;
//! - what a node answers to a send means nothing: only what the chain shows at final height, on two nodes at
//!   least that agree, decides;
//! - money goes back to a player only with a proof that it did not leave.
//!
//! Who runs these steps, how often, and in which process: the crate `workers`.

pub mod agree;
pub mod evm;
mod http;
pub mod incoming;
pub mod outgoing;
pub mod payout;
pub mod points;
pub mod reconcile;
pub mod returns;
pub mod scan;
pub mod sending;
pub mod slots;
pub mod ton;

use async_trait::async_trait;
use domain::money::Usdt;
use domain::time::Timestamp;
use domain::withdrawal::{Address, Chain, NotPaid, Receipt, Slot};
use std::fmt;

/// Nodes that must say the same before the chain's state counts (rails §3.4).
pub const NODES_MIN: usize = 2;

/// A moment of a chain out of its seconds; nothing beyond what a clock counts. Nodes choose the number, and arithmetic
/// that overflows ends the job of payouts.
pub(crate) fn moment(seconds: u64) -> Option<Timestamp> {
    i64::try_from(seconds).ok()?.checked_mul(1_000).map(Timestamp)
}

/// What the error says for such a time.
pub(crate) const BEYOND_CLOCKS: &str = "a time beyond all clocks";

/// Why a rail does not answer. Never a proof of anything.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RailFault {
    /// Too few nodes answered.
    #[error("too few nodes of {rail} answer: {reason}")]
    Silent {
        rail: &'static str,
        /// The last reason that a node gave.
        reason: String,
    },
    /// Two nodes say different things about what is final.
    #[error("nodes of {rail} contradict each other: {reason}")]
    Contradiction { rail: &'static str, reason: String },
    /// What was asked for cannot be signed or read by this rail.
    #[error("{rail} cannot do this: {reason}")]
    Unfit { rail: &'static str, reason: String },
}

/// What is paid through one slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The slot of its message.
    pub slot: Slot,
    /// The chain's time that is signed, seconds since 1970.
    pub created_at_s: u64,
    pub address: Address,
    /// What goes with it.
    pub comment: Option<String>,
    /// How much arrives.
    pub amount: Usdt,
}

/// Bytes that a rail sends, the same ones every time.
#[derive(Clone, PartialEq, Eq)]
pub struct Signed {
    pub body: Vec<u8>,
    pub hash: [u8; 32],
}

impl fmt::Debug for Signed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Signed({})", hex::encode(self.hash))
    }
}

/// What a signed message does with its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Pay,
    /// It takes the slot's number, so that nothing can be paid through it.
    Cancel,
}

/// One of the messages that were signed and kept for a slot. The chain executes one of them at most, and any of
/// them may be the one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Counted up within the slot; the first payment is 0.
    pub attempt: u32,
    /// What it does.
    pub purpose: Purpose,
    pub signed: Signed,
    /// When it was signed.
    pub at: Timestamp,
}

/// A slot that can be reserved for a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSlot {
    /// The slot, as the withdrawal's stream binds it.
    pub slot: Slot,
    /// The chain's time that is signed, seconds since 1970.
    pub created_at_s: u64,
}

/// What the chain shows of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nothing that decides: it may still come.
    Nothing,
    /// The house's wallet executed it; whether the payee has it is not final.
    Broadcast { tx: String },
    /// The payee has it.
    Paid(Receipt),
    /// It is not paid and never will be.
    NotPaid(NotPaid),
    /// The slot's number was executed by a message that is not among those that were kept for it.
    Taken,
}

/// What the house's wallet holds on the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// USDT, in millionths.
    pub usdt: Usdt,
    /// What the chain's own fees are paid with, in its smallest unit.
    pub gas: u128,
}

/// What a wallet may do without a person (rails §3.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// What goes out within an hour at most; what is beyond it waits, and what is more by itself waits for an empty hour.
    pub hour: Usdt,
    /// What the wallet should hold at most: beyond it an alert says that a stolen key would cost too much.
    pub wallet: Usdt,
}

impl Default for Caps {
    /// ASSUMED: ten withdrawals that two people approve, an hour; and twice the demo world's capital.
    fn default() -> Caps {
        Caps {
            hour: Usdt::from_minor(5_000_000_000),
            wallet: Usdt::from_minor(100_000_000_000),
        }
    }
}

/// A payment that came to the house.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Incoming {
    /// Its logical time.
    pub lt: u64,
    pub tx: String,
    /// Who paid, in the rail's spelling.
    pub sender: String,
    /// How much, in millionths.
    pub amount: Usdt,
    /// What went with it.
    pub comment: Option<String>,
}

/// A transfer out of the house's wallet, whoever signed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The logical time of the order to the token.
    pub lt: u64,
    /// The wallet's transaction.
    pub tx: String,
    /// Who gets it, in the rail's spelling.
    pub to: String,
    /// How much, in millionths.
    pub amount: Usdt,
    /// Hash of the message that ordered it; nothing where the wallet was not ordered by one message from outside, as
    /// all payouts are.
    pub message: Option<[u8; 32]>,
}

/// The new transactions of the house's accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Payments in the pinned token.
    pub incoming: Vec<Incoming>,
    /// Orders that were paid with something else: their comment.
    pub wrong_asset: Vec<String>,
    /// Hashes of the messages that the house's wallet executed, where the chain lists them.
    pub executed: Vec<[u8; 32]>,
    /// Transfers out of the house's wallet, where the chain lists them.
    pub outgoing: Vec<Outgoing>,
    /// How many numbers of the house's wallet are executed, where the chain counts them.
    pub used: Option<u64>,
    /// Up to where both accounts were read.
    pub reached: Cursors,
}

/// How far the house's accounts were read: a logical time for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursors {
    /// The account that holds the token.
    pub token: u64,
    /// The wallet itself.
    pub wallet: u64,
}

/// A way for USDT out of the house and into it. Nothing here books anything.
#[async_trait]
pub trait Rail: Send + Sync {
    /// The permanent name, as orders and slots carry it.
    fn name(&self) -> &'static str;

    /// The chain whose addresses it pays to.
    fn chain(&self) -> Chain;

    /// The house's wallet, in a spelling without `:`.
    fn wallet(&self) -> &str;

    /// The product's own accounts on the chain and the contracts of the token: what is paid there is no payout
    /// (rails §3.13).
    fn house_accounts(&self) -> Vec<Address>;

    /// What the wallet may do without a person.
    fn caps(&self) -> Caps;

    /// The slot of the next payment: the `number`-th of the wallet, signed at `chain_time`.
    ///
    /// # Errors
    /// [`RailFault::Unfit`] once the wallet has no number left.
    fn new_slot(&self, number: u64, chain_time: Timestamp) -> Result<NewSlot, RailFault>;

    /// True when a number may stay unused for ever; false when nothing behind it is executed before it is.
    fn may_skip(&self) -> bool;

    /// What has to be there for the chain's own fees for each payment that is begun or under way, in its smallest unit.
    fn gas_min(&self) -> u128;

    /// Whether the token would carry out this payment if it were sent now. Proves nothing; saves a number and a fee.
    /// False for [`Rail::house_accounts`].
    ///
    /// # Errors
    /// [`RailFault`] when nodes do not agree.
    async fn would_pay(&self, address: &Address, amount: Usdt) -> Result<bool, RailFault>;

    /// What is to be signed for a slot beside what was kept for it, if anything. It excludes all that was kept.
    ///
    /// # Errors
    /// [`RailFault::Unfit`] for what cannot be written, others when nodes do not say what has to be known.
    async fn next(
        &self,
        payment: &Payment,
        kept: &[Kept],
        now: Timestamp,
    ) -> Result<Option<(Purpose, Signed)>, RailFault>;

    /// What is to be signed so that nothing is paid through a slot, whose time may not be over yet; nothing where a
    /// number may stay unused and what was signed expires by itself.
    ///
    /// # Errors
    /// As [`Rail::next`].
    async fn cancel(
        &self,
        _payment: &Payment,
        _kept: &[Kept],
        _now: Timestamp,
    ) -> Result<Option<(Purpose, Signed)>, RailFault> {
        Ok(None)
    }

    /// True when a kept message is exactly that payment, or its cancellation: read back before each send.
    fn is(&self, kept: &Kept, payment: &Payment) -> bool;

    /// Sends bytes to the nodes. Their answers prove nothing and are only logged.
    async fn send(&self, body: &[u8]);

    /// The chain's time: the earliest that enough nodes agree to have passed.
    ///
    /// # Errors
    /// [`RailFault`] when they do not say.
    async fn time(&self) -> Result<Timestamp, RailFault>;

    /// What the house's wallet holds: USDT as the nodes agree on it, to compare with the books.
    ///
    /// # Errors
    /// [`RailFault`] when nodes do not agree.
    async fn holding(&self) -> Result<Holding, RailFault>;

    /// What the wallet has to pay with, at least. Nodes that stand a block apart differ under steady traffic: the
    /// lowest balance counts then, where [`Rail::holding`] requires all to be equal.
    ///
    /// # Errors
    /// [`RailFault`] when too few nodes answer.
    async fn spendable(&self) -> Result<Holding, RailFault> {
        self.holding().await
    }

    /// What became of a payment, whichever of the kept messages was executed.
    ///
    /// # Errors
    /// [`RailFault`] when nodes do not agree; it says nothing about the payment.
    async fn observe(&self, payment: &Payment, kept: &[Kept]) -> Result<Sight, RailFault>;

    /// Whether the token moved what the wallet ordered; nothing while two nodes do not show that.
    ///
    /// # Errors
    /// [`RailFault`] when nodes do not agree.
    async fn moved(&self, transfer: &Outgoing) -> Result<Option<bool>, RailFault>;

    /// The new transactions of the house's accounts since.
    ///
    /// # Errors
    /// [`RailFault`] when nodes do not agree.
    async fn news(&self, since: Cursors) -> Result<News, RailFault>;
}
