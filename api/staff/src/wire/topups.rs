//! `topups/…`: payments that came and name no order.

use super::ask;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for payments of nobody, oldest first, at most 200.
    TopupsUnmatchedBody(plain) {}
}

ask! {
    /// Proposes to give a payment to the order that it was meant for.
    TopupsProposeAssignBody(signed) {
        /// The payment's transaction.
        tx: String,
        /// The order's number.
        order_no: String,
    }
}

ask! {
    /// Proposes to send a payment back to its sender.
    TopupsProposeReturnBody(signed) {
        /// The payment's transaction.
        tx: String,
    }
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
    pub amount: String,
    /// What the sender wrote.
    pub comment: Option<String>,
    /// When it was seen.
    pub seen_ms: i64,
}

/// Payments of nobody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TopupsUnmatchedData {
    /// Oldest first.
    pub list: Vec<StaffPayment>,
    /// Nothing: the queue is one page.
    pub next: Option<String>,
}
