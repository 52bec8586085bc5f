//! `topups/…`: payments that came and name no order.

use super::ask;
use super::at::At;
use super::page::StaffSum;
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
