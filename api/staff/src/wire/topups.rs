//! `topups/…`: payments that came and name no order; top-ups whose coupons may go back.

use super::ask;
use super::at::At;
use super::page::StaffSum;
use domain::player::coupon::{Lot, Refundable};
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for payments of nobody, oldest first.
    TopupsUnmatchedBody(plain) {
        /// Only those from this UTC day on, or after this time or position.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only those up to the end of this UTC day, or up to this time or position.
        #[schema(nullable = false)]
        until: Option<String>,
        /// With the sums of all rows.
        #[schema(nullable = false)]
        sums: Option<bool>,
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Proposes whose a payment is: an order's, or a player's, for whom an order is opened when it is approved.
    TopupsProposeAssignBody(signed) {
        /// The payment's transaction.
        tx: String,
        /// The number of the order that it was meant for.
        #[schema(nullable = false)]
        order_no: Option<String>,
        /// The player, instead of an order.
        #[schema(value_type = Option<String>, format = "uuid", nullable = false)]
        player: Option<api::wire::body::Id>,
    }
}

ask! {
    /// Proposes to send a payment back to its sender.
    TopupsProposeReturnBody(signed) {
        /// The payment's transaction.
        tx: String,
    }
}

ask! {
    /// Asks for the payments of a player's top-ups of which coupons may be given back.
    TopupsRefundableBody(plain) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

ask! {
    /// Proposes to give unspent coupons of a payment back: their money goes to whoever sent it.
    TopupsProposeRefundBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// The top-up.
        order_no: String,
        /// The transaction of its payment.
        tx: String,
        /// The payment's logical time.
        lt: u64,
        /// How many coupons, minor units: at most what is unspent of the payment.
        #[schema(format = "minor")]
        amount: String,
        /// The case that explains it: its number, or what it is called elsewhere.
        case_id: String,
    }
}

/// A payment of a top-up, of which coupons may be given back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffRefundable {
    /// The order's number.
    pub order_no: String,
    /// The payment's transaction.
    pub tx: String,
    /// Its logical time.
    pub lt: u64,
    /// What is unspent of it, minor units of coupons.
    #[schema(format = "minor-coupon")]
    pub unspent: String,
    /// When it was credited.
    pub credited_ms: i64,
    /// Until when it may be given back.
    pub until_ms: i64,
    /// The address that sent it, where the money goes; null when it is not known, or cannot be paid.
    pub payer: Option<String>,
}

impl StaffRefundable {
    /// A payment as the list shows it.
    pub fn of(lot: &Lot, found: &Refundable, payer: Option<String>) -> StaffRefundable {
        StaffRefundable {
            order_no: lot.order_no.clone(),
            tx: lot.tx.clone(),
            lt: lot.lt,
            unspent: found.unspent.minor().to_string(),
            credited_ms: found.credited_at.0,
            until_ms: found.until.0,
            payer,
        }
    }
}

/// Payments of a player's top-ups of which coupons may be given back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TopupsRefundableData {
    /// The moment of the answer.
    pub at: At,
    /// Newest first.
    pub list: Vec<StaffRefundable>,
}

/// A payment of nobody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffPayment {
    /// Its transaction.
    pub tx: String,
    /// Who sent it.
    pub sender: String,
    /// What the amount is of.
    pub asset: String,
    /// Minor units.
    #[schema(format = "minor")]
    pub amount: String,
    /// What the sender wrote.
    pub comment: Option<String>,
    /// When it was seen.
    pub seen_ms: i64,
}

/// Payments of nobody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TopupsUnmatchedData {
    /// The moment of the answer.
    pub at: At,
    /// The page, oldest first.
    pub list: Vec<StaffPayment>,
    /// What all rows add up to that fit the filters; null when it was not asked for, or would take too long.
    pub sums: Option<Vec<StaffSum>>,
    /// The next page begins behind it.
    pub next: Option<String>,
    /// How many there are in all.
    pub total: i64,
}
