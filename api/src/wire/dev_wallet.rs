//! A player's wallet on the local chain, in development.

use super::body::body;
use serde::Serialize;

body! {
    /// Asks for the own wallet on the local chain.
    DevWalletInfoBody(ts, token) {}
}

/// The wallet.
#[derive(Clone, Debug, Serialize)]
pub struct DevWalletInfoData {
    /// Its address: money can be withdrawn to it.
    pub address: String,
    /// What it holds of the chain's own coin, in nanotons.
    pub ton: String,
    /// What it holds of USDT, with 6 decimals.
    pub usdt: String,
}

body! {
    /// Pays an order from the own wallet on the local chain.
    DevWalletPayBody(ts, token) {
        /// Which order: goes with the payment as its comment.
        order_no: String,
        /// How much: USDT with up to 6 decimals.
        amount: String,
    }
}

/// The signed message.
#[derive(Clone, Debug, Serialize)]
pub struct DevWalletPayData {
    /// Its hash, as the wallet gives it to `topup/submit`.
    pub hash: String,
}
