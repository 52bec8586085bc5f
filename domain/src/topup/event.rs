//! What is asked of an order, and what happened to it.

use crate::ids::PlayerId;
use crate::money::Usdt;
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What was ordered, as the player's stream allowed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Whose.
    pub player: PlayerId,
    /// Its number, which is the comment of the payment.
    pub order_no: String,
    /// How the player wants to pay.
    pub channel: String,
    /// How much.
    pub amount: Usdt,
    /// Until when.
    pub valid_until: Timestamp,
}

/// What is asked of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopUpCommand {
    /// Follows the player's order; issued by the policy.
    Create(Order),
    /// The player's wallet signed a message.
    Submit {
        /// Who asks.
        player: PlayerId,
        /// The message's hash.
        boc_hash: String,
    },
    /// The player's wallet said no.
    Cancel {
        /// Who asks.
        player: PlayerId,
        /// The wallet's code; 300 is a denial (domain E6).
        code: i64,
    },
    /// A payment was seen that is not final; issued by the watcher of the chain.
    See {
        /// The transaction.
        tx: String,
    },
    /// A payment is final; issued by the watcher of the chain, or by staff who found whose it is.
    Pay {
        /// How much came.
        amount: Usdt,
        /// The transaction.
        tx: String,
        /// Its logical time.
        lt: u64,
    },
    /// Something else came than the pinned token; issued by the watcher of the chain.
    RefuseAsset,
    /// Ends the waiting once its time is over; issued by the clock.
    Expire,
}

/// Why nobody waits any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailReason {
    /// Its time is over.
    Expired,
    /// The player's wallet said no.
    Denied,
    /// Something else came than the pinned token.
    WrongAsset,
}

impl FailReason {
    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            FailReason::Expired => "expired",
            FailReason::Denied => "denied",
            FailReason::WrongAsset => "wrong_asset",
        }
    }
}

/// What happened to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TopUpEvent {
    /// It waits for its payment.
    TopUpCreated {
        /// What was ordered.
        order: Order,
    },
    /// The player's wallet signed.
    TopUpSubmitted {
        /// The message's hash.
        boc_hash: String,
    },
    /// A payment is on its way.
    TopUpSeen {
        /// The transaction.
        tx: String,
    },
    /// A payment is on its way for an order that nobody waited for any more.
    LatePaymentSeen {
        /// The transaction.
        tx: String,
    },
    /// A payment is final; it is credited as it came.
    TopUpSucceeded {
        /// Whose order.
        player: PlayerId,
        /// Which order.
        order_no: String,
        /// How much came.
        amount: Usdt,
        /// The transaction.
        tx: String,
        /// Its logical time.
        lt: u64,
    },
    /// Nobody waits any more.
    TopUpFailed {
        /// Whose order.
        player: PlayerId,
        /// Which order.
        order_no: String,
        /// Why.
        reason: FailReason,
        /// The wallet's code of a denial.
        code: Option<i64>,
    },
}

catalogue!(TopUpEvent {
    TopUpCreated = 1,
    TopUpSubmitted = 1,
    TopUpSeen = 1,
    LatePaymentSeen = 1,
    TopUpSucceeded = 1,
    TopUpFailed = 1,
});

impl StreamEvent for TopUpEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        TopUpEvent::shapes(name)
    }

    /// None: the coupons are booked on the player's stream.
    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
