//! What can be limited, the purpose of a take, and the ids that connect a take to its use.

use crate::ids::{StockId, TakeId, derived};
use crate::money::{Coupon, Gusd};
use crate::player::promotion::Proof;
use crate::refusal::Refusal;
use crate::stream::Decision;
use crate::time::Day;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The limited quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lot {
    /// A shard of a day's unlock pool, in hundredths of gusd (domain §2.8).
    Pool {
        /// The UTC day.
        day: Day,
        /// Counted from 0.
        shard: u16,
    },
    /// Pieces of a shop item (domain §3.6).
    Item {
        /// The item of the catalogue.
        item_id: String,
    },
    /// Rewards of a task (domain §3.9).
    Task {
        /// The task of the catalogue.
        task_id: String,
    },
}

/// The purpose of a take, with all that the player's command needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Bonus tokens become free ones.
    Unlock { amount: Gusd },
    Buy {
        item_id: String,
        /// The price of one that the player was shown.
        price: Coupon,
        /// Pieces.
        count: u32,
    },
    /// The reward of a task.
    Receive {
        task_id: String,
        /// The proof of its condition.
        proof: Proof,
    },
}

impl Lot {
    /// The stream of this lot: derived, so one lot has one stream.
    pub fn id(&self) -> StockId {
        let name = match self {
            Lot::Pool { day, shard } => format!("pool:{day}:{shard}"),
            Lot::Item { item_id } => format!("item:{item_id}"),
            Lot::Task { task_id } => format!("task:{task_id}"),
        };
        StockId(derived(&format!("stock:{name}"), Uuid::nil()))
    }
}

/// Claims at the player that a take is used once, and that the request behind it uses only one.
pub(crate) fn used_once<E>(decision: Decision<E>, take: Option<TakeId>, request: Option<Uuid>) -> Decision<E> {
    let key = |take: TakeId| format!("stock_use:{take}");
    let decision = match take {
        Some(take) => decision.claiming(key(take), Refusal::StateChanged),
        None => decision,
    };
    match request {
        Some(request) => decision.claiming(key(TakeId::of_request(request)), Refusal::RequestIdReused),
        None => decision,
    }
}

impl Purpose {
    /// Units that it needs.
    pub fn units(&self) -> i64 {
        match self {
            Purpose::Unlock { amount } => amount.minor(),
            Purpose::Buy { count, .. } => i64::from(*count),
            Purpose::Receive { .. } => 1,
        }
    }

    /// The feature's refusal when too few units are left.
    pub const fn sold_out(&self) -> Refusal {
        match self {
            Purpose::Unlock { .. } => Refusal::PoolFinished,
            Purpose::Buy { .. } => Refusal::SoldOut,
            Purpose::Receive { .. } => Refusal::TaskClosed,
        }
    }

    pub(super) fn is_of(&self, lot: &Lot) -> bool {
        match (self, lot) {
            (Purpose::Unlock { .. }, Lot::Pool { .. }) => true,
            (Purpose::Buy { item_id: wanted, .. }, Lot::Item { item_id }) => wanted == item_id,
            (Purpose::Receive { task_id: wanted, .. }, Lot::Task { task_id }) => wanted == task_id,
            _ => false,
        }
    }
}

impl TakeId {
    /// The take that a caller's request needs for a purpose. Stocks of two kinds, or of two items, are in streams that do
    /// not know each other: with one id for both, the second would get the answer of the first one's use.
    pub fn of(request: Uuid, purpose: &Purpose) -> TakeId {
        let kind = match purpose {
            Purpose::Unlock { .. } => "unlock".to_owned(),
            Purpose::Buy { item_id, .. } => format!("item:{item_id}"),
            Purpose::Receive { task_id, .. } => format!("task:{task_id}"),
        };
        TakeId(derived(&format!("take:{kind}"), request))
    }

    /// What a caller's request is known by at its player, for all purposes together. Takes recorded without their
    /// request have this id themselves.
    pub fn of_request(request: Uuid) -> TakeId {
        TakeId(derived("take", request))
    }

    /// The request id of the player's command that uses the take.
    pub fn use_request(self) -> Uuid {
        derived("use_take", self.0)
    }

    /// The request id of the give-back.
    pub fn back_request(self) -> Uuid {
        derived("give_back_take", self.0)
    }
}
