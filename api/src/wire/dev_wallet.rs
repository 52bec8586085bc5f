//! A player's wallet on the local chain, in development: what a wallet app would say and sign.

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
    /// The same as `workchain:hex`, as wallets give it to a product.
    pub raw: String,
    /// Its public key, hex.
    pub public_key: String,
    /// Its first state, a bag of cells in base64.
    pub state_init: String,
    /// What it holds of the chain's own coin, in nanotons.
    pub ton: String,
    /// What it holds of USDT, with 6 decimals.
    pub usdt: String,
}

body! {
    /// Has the own wallet sign that it belongs to who speaks to a product (`ton_proof` of TON Connect).
    DevWalletProveBody(ts, token) {
        /// The host of the product that asked.
        domain: String,
        /// When, in seconds.
        timestamp: i64,
        /// The product's own text.
        payload: String,
    }
}

/// What was signed.
#[derive(Clone, Debug, Serialize)]
pub struct DevWalletProveData {
    /// The signature in base64.
    pub signature: String,
}

body! {
    /// Has the own wallet sign a message and send it on the local chain.
    DevWalletSendBody(ts, token) {
        /// Until when it may be sent, in seconds.
        valid_until: i64,
        /// To which account.
        address: String,
        /// Nanotons that go along.
        amount: String,
        /// The body, a bag of cells in base64.
        payload: String,
    }
}

/// What was sent.
#[derive(Clone, Debug, Serialize)]
pub struct DevWalletSendData {
    /// The signed message, base64, as a wallet gives it to `topup/submit`.
    pub boc: String,
}
