//! `treasury/…`: money of the house that gets another purpose.

use super::ask;

ask! {
    /// Proposes to dedicate money of the house: what was paid into custody to prizes, or reserve money to promotions.
    TreasuryProposeBody(signed) {
        /// reserve (out of custody) or promo_budget (out of the reserve).
        to: String,
        /// Minor units of USDT.
        amount: String,
        /// The transaction of a payment of nobody that is the money: booked out of the suspense account, whole; to the
        /// reserve only.
        #[schema(nullable = false)]
        tx: Option<String>,
    }
}

ask! {
    /// Opens the stakes that solvency closed.
    TreasuryOpenStakesBody(signed) {}
}
