//! TON Connect: how a player's own wallet is asked to pay an order, and who this product is to a wallet.
//!
//! | what | where |
//! |---|---|
//! | the message that pays an order | [`payment`], asked for by `topup/message` |
//! | who asks: name, address, picture | `GET /tonconnect-manifest.json` |
//! | where wallets may be reached from the page | [`BRIDGES`], a part of the page's policy |
//!
//! Knows nothing of what was paid: the chain tells that, and a wallet's word changes no balance.

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
    let told = json!({ "url": url, "name": APP_NAME, "iconUrl": format!("{url}/icon.png") });
    let open = [(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (CACHE_CONTROL, "no-cache")];
    (open, Json(told)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::ids::PlayerId;
    use domain::money::Usdt;
    use serde_json::Value;
    use ton::jetton::Body;

    fn order() -> Order {
        Order {
            player: PlayerId::default(),
            order_no: "T7K2Q9XMWA4B".to_owned(),
            channel: NAME.to_owned(),
            amount: Usdt::from_minor(5_000_001),
            valid_until: Timestamp(1_000_000),
        }
    }

    fn deposit() -> Deposit {
        Deposit {
            to: "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI".to_owned(),
            jetton_master: contracts::USDT_MAIN_NET.to_owned(),
        }
    }

    /// An owner and its jetton wallet on the main net, as the minter answers.
    const OWNER: &str = "UQAj-peZGPH-cC25EAv4Q-h8cBXszTmkch6ba6wXC8BM40qt";
    const WALLET: &str = "EQAmJs8wtwK93thF78iD76RQKf9Z3v2sxM57iwpZZtdQAiVM";

    #[test]
    fn a_wallet_is_asked_for_this_order_s_amount_and_comment() {
        let payer = Address::parse(OWNER).expect("an address");
        let message = payment(&order(), &deposit(), payer).expect("a message");
        assert_eq!(
            (message.address.as_str(), message.amount.as_str()),
            (WALLET, "100000000")
        );
        let body = Boc::decode(STANDARD.decode(&message.payload).expect("base64")).expect("cells");
        let Body::Transfer(transfer) = Body::read(&body) else {
            panic!("a transfer");
        };
        assert_eq!(transfer.amount_minor, 5_000_001);
        assert_eq!(transfer.comment.as_deref(), Some("T7K2Q9XMWA4B"));
        assert_eq!(transfer.to, Address::parse(&deposit().to).expect("an address"));
        assert_eq!(transfer.response_to, Some(payer));
    }

    #[test]
    fn an_order_of_another_channel_is_not_paid_here() {
        let stars = Order {
            channel: "stars".to_owned(),
            ..order()
        };
        assert_eq!(payment(&stars, &deposit(), Address::new([1; 32])), None);
    }

    #[test]
    fn a_signature_is_good_for_minutes_and_never_longer_than_the_order() {
        assert_eq!(valid_until_s(&order(), Timestamp(0)), 240);
        assert_eq!(valid_until_s(&order(), Timestamp(900_000)), 1_000);
    }

    #[test]
    fn every_wallet_of_the_list_may_be_reached() {
        let list: Value =
            serde_json::from_str(include_str!("../../web/src/features/coupon/wallets.json")).expect("a list");
        let bridges = list.as_array().expect("wallets").iter().flat_map(|wallet| {
            let bridges = wallet["bridge"].as_array().expect("bridges").iter();
            bridges.filter_map(|bridge| bridge["url"].as_str()).collect::<Vec<_>>()
        });
        let mut count = 0;
        for url in bridges {
            count += 1;
            assert!(
                BRIDGES.iter().any(|bridge| url.starts_with(&format!("{bridge}/"))),
                "{url} is not in the page's policy"
            );
        }
        assert_eq!(count, BRIDGES.len());
    }
}
