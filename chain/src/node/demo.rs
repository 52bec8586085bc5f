//! What a player's wallet app would do, for pages and people with `curl`:
//! `GET /demo/wallets`, and `POST /demo/pay` with a wallet's number, the receiving owner,
//! millionths of USDT and a memo.

use serde::Deserialize;
use serde_json::{Value, json};
use ton::Address;

use super::answers::Failure;
use crate::{Chain, DemoWallet};

/// Demo wallets that are shown: those of the default beginning.
const WALLETS_SHOWN: u8 = 3;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Payment {
    wallet: u8,
    to: String,
    /// A text, since it may be longer than a page's numbers.
    amount_minor: String,
    comment: Option<String>,
}

/// The demo wallets with what they hold.
pub fn wallets(chain: &Chain) -> Value {
    let shown = (0..WALLETS_SHOWN).map(|n| {
        let address = DemoWallet::nth(n).address();
        json!({
            "wallet": n,
            "address": address.non_bounceable(),
            "ton": chain.standing(address).balance.to_string(),
            "usdt_minor": chain.usdt_balance(address).to_string(),
        })
    });
    shown.collect()
}

/// Signs and sends a payment; the answer is the message's normalised hash.
pub fn pay(chain: &Chain, body: &[u8]) -> Result<Value, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::new(422, &error.to_string());
    let payment: Payment = serde_json::from_slice(body).map_err(|error| wrong(&error))?;
    let to = Address::parse(&payment.to).map_err(|error| wrong(&error))?;
    let amount = payment.amount_minor.parse().map_err(|error| wrong(&error))?;
    let hash = DemoWallet::nth(payment.wallet)
        .send_usdt(chain, to, amount, payment.comment.as_deref())
        .map_err(|refused| Failure::new(409, &refused.why))?;
    Ok(json!({ "hash": hex::encode(hash) }))
}
