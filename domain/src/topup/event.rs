//! Commands and events of an order.

use crate::ids::PlayerId;
use crate::money::Usdt;
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The order, as accepted by the player's stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub player: PlayerId,
    /// Its number, which is the comment of the payment.
    pub order_no: String,
    /// The payment channel.
    pub channel: String,
    pub amount: Usdt,
    pub valid_until: Timestamp,
}

/// Commands of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopUpCommand {
    /// Creates the order after the player opened it; issued by the policy.
    Create(Order),
    /// The player's wallet signed a message.
    Submit {
        player: PlayerId,
        /// The message's hash.
        boc_hash: String,
    },
    /// The player's wallet denied the payment.
    Cancel {
        player: PlayerId,
        /// The wallet's code; 300 is a denial (domain E6).
        code: i64,
    },
    /// A payment was seen that is not final; issued by the watcher of the chain.
    See { tx: String },
    /// A payment is final; issued by the watcher of the chain, or by staff who matched it.
    Pay {
        /// The received amount.
        amount: Usdt,
        tx: String,
        /// Its logical time.
        lt: u64,
        /// It named no order and was booked to the suspense account when it came.
        from_suspense: bool,
    },
    /// A token other than the pinned one was received; issued by the watcher of the chain.
    RefuseAsset,
    /// Expires the order; issued by the clock.
    Expire,
}

/// Why the order failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailReason {
    /// It expired.
    Expired,
    /// The player's wallet denied the payment.
    Denied,
    /// A token other than the pinned one was received.
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

/// Events of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TopUpEvent {
    /// It waits for its payment.
    TopUpCreated {
        /// The order.
        order: Order,
    },
    /// The player's wallet signed.
    TopUpSubmitted {
        /// The message's hash.
        boc_hash: String,
    },
    /// A payment was seen and is not final.
    TopUpSeen { tx: String },
    /// A payment was seen for an order that had failed.
    LatePaymentSeen { tx: String },
    /// A payment is final; the received amount is credited.
    TopUpSucceeded {
        player: PlayerId,
        order_no: String,
        /// The received amount.
        amount: Usdt,
        tx: String,
        /// Its logical time.
        lt: u64,
        /// It came without naming an order and is on the suspense account.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        from_suspense: bool,
    },
    /// The order failed.
    TopUpFailed {
        player: PlayerId,
        order_no: String,
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
