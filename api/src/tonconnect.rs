//! TON Connect: how a player's own wallet is asked to pay an order, and who this product is to a wallet.
//!
//! | what | where |
//! |---|---|
//! | the message that pays an order | [`payment`], asked for by `topup/message` |
//! | who asks: name, address, picture | `GET /tonconnect-manifest.json` |
//! | where wallets may be reached from the page | [`BRIDGES`], a part of the page's policy |
//!
//! Knows nothing of what was paid: only the chain says so, and what a wallet claims changes no balance.

use crate::wire::topup::{Deposit, WalletMessage};
use axum::Json;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, HOST};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::time::Timestamp;
use domain::topup::Order;
use rails::ton::NAME;
use serde_json::json;
use ton::jetton::Transfer;
use ton::payout::FORWARD_NANO;
use ton::{Address, Boc, contracts};

/// Where the relays of the wallets in `web/src/features/coupon/wallets.json` are (ASSUMED: as the public list of wallets
/// names them). The page may speak to these and to nobody else.
pub const BRIDGES: [&str; 4] = [
    "https://walletbot.me",
    "https://bridge.tonapi.io",
    "https://tonconnectbridge.mytonwallet.org",
    "https://connect.tonhubapi.com",
];
/// The product's name, as a wallet shows it.
const APP_NAME: &str = "Deep Line";
/// Nanotons for the fees of a transfer (ASSUMED: 0.1 TON, as the house pays; the rest comes back).
const TRANSFER_NANO: u128 = 100_000_000;
/// How long a wallet may take to sign (ASSUMED: four minutes; wallets warn of more than five).
const SIGNING_MS: i64 = 4 * 60_000;

/// The message that pays an order from this account; nothing for an order that is not paid on this chain.
///
/// The payer's account of the token is computed, as for payouts: no node is asked.
pub fn payment(order: &Order, deposit: &Deposit, payer: Address) -> Option<WalletMessage> {
    let to = Address::parse(&deposit.to).ok()?;
    let master = Address::parse(&deposit.jetton_master).ok()?;
    let amount_minor = u128::try_from(order.amount.minor()).ok()?;
    let transfer = Transfer {
        query_id: 0,
        amount_minor,
        to,
        response_to: Some(payer),
        forward_nano: FORWARD_NANO,
        comment: Some(order.order_no.clone()),
    };
    (order.channel == NAME).then(|| WalletMessage {
        address: contracts::jetton_wallet_address(master, payer).bounceable(),
        amount: TRANSFER_NANO.to_string(),
        payload: STANDARD.encode(Boc::encode(transfer.body())),
    })
}

/// Until when the wallet may send it, in seconds: not longer than the order waits.
pub fn valid_until_s(order: &Order, now: Timestamp) -> i64 {
    now.plus_ms(SIGNING_MS).0.min(order.valid_until.0).div_euclid(1_000)
}

/// Who asks. A wallet fetches it from wherever the page is served, so the address is the caller's own; a proxy in
/// front must leave the `Host` header as it is.
pub(crate) async fn manifest(headers: HeaderMap) -> Response {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let Some(authority) = host.and_then(|host| host.parse::<Authority>().ok()) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let here = matches!(authority.host(), "localhost" | "127.0.0.1");
    let scheme = if here { "http" } else { "https" };
    let url = format!("{scheme}://{authority}");
    let manifest = json!({ "url": url, "name": APP_NAME, "iconUrl": format!("{url}/icon.png") });
    let open = [(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (CACHE_CONTROL, "no-cache")];
    (open, Json(manifest)).into_response()
}

#[cfg(test)]
mod tests;
