//! The door of development to the local chain: every player has a wallet there that this process pays from.
//!
//! | call | answer |
//! |---|---|
//! | `POST /dev/wallet/info` `{ts, token}` | `{address, ton, usdt}` |
//! | `POST /dev/wallet/pay` `{ts, token, order_no, amount}` | `{hash}`: a real signed transfer with the order's comment |
//!
//! Exists where a local chain does, which is in `ledger up` and nowhere else. What the transfer brings about is
//! up to the chain and to the rail, as with any other wallet.

use crate::app::App;
use crate::call::{Answer, Data, Peer, Written, authenticate, envelope, receive};
use crate::error::Failure;
use crate::wire::dev_wallet::{DevWalletInfoBody, DevWalletInfoData, DevWalletPayBody, DevWalletPayData};
use crate::wire::user::Lang;
use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::post;
use chain::{Chain, DemoWallet};
use domain::ids::PlayerId;
use domain::money::Usdt;
use std::sync::Arc;

/// TON of a wallet that was never used, in nanotons.
const FIRST_NANO: u128 = 10_000_000_000;
/// USDT of a wallet that was never used, in millionths.
const FIRST_USDT: u128 = 5_000_000_000;

/// Adds the calls.
pub fn mount(routes: Router<App>) -> Router<App> {
    routes
        .route("/dev/wallet/info", post(info))
        .route("/dev/wallet/pay", post(pay))
}

/// A player's wallet, with something in it.
fn wallet_of(chain: &Chain, player: PlayerId) -> DemoWallet {
    let wallet = DemoWallet::nth(player.0.as_bytes()[15]);
    let address = wallet.address();
    if chain.standing(address).balance == 0 {
        chain.faucet(address, FIRST_NANO);
        chain.mint(address, FIRST_USDT);
    }
    wallet
}

async fn info(State(app): State<App>, peer: Peer, request: Request) -> Response {
    let answer = async {
        let body: DevWalletInfoBody = receive(&app, request).await?;
        let (chain, player) = entered(&app, &peer, &body.token).await?;
        let address = wallet_of(&chain, player).address();
        Ok(Data::of(&DevWalletInfoData {
            address: address.non_bounceable(),
            ton: chain.standing(address).balance.to_string(),
            usdt: usdt(chain.usdt_balance(address)).to_string(),
        }))
    };
    told(&app, answer.await)
}

async fn pay(State(app): State<App>, peer: Peer, request: Request) -> Response {
    let answer = async {
        let body: DevWalletPayBody = receive(&app, request).await?;
        let (chain, player) = entered(&app, &peer, &body.token).await?;
        let amount = Usdt::parse(&body.amount).map_err(|_| Failure::invalid("amount"))?;
        let minor = u128::try_from(amount.minor()).map_err(|_| Failure::invalid("amount"))?;
        let deposit = app.settings().deposit.as_ref().ok_or(Failure::Busy)?;
        let to = ton::Address::parse(&deposit.to).map_err(|_| Failure::Busy)?;
        let sent = wallet_of(&chain, player).send_usdt(&chain, to, minor, Some(&body.order_no));
        let hash = sent.map_err(|refused| {
            tracing::warn!(refused = refused.why, "the demo wallet's transfer was not taken");
            Failure::Busy
        })?;
        Ok(Data::of(&DevWalletPayData {
            hash: hex::encode(hash),
        }))
    };
    told(&app, answer.await)
}

async fn entered(app: &App, peer: &Peer, token: &str) -> Result<(Arc<Chain>, PlayerId), Failure> {
    let session = authenticate(app, peer.address, token).await?;
    let chain = app.settings().local_chain.clone().ok_or(Failure::Busy)?;
    Ok((chain, session.player))
}

fn usdt(minor: u128) -> Usdt {
    Usdt::from_minor(i64::try_from(minor).unwrap_or(i64::MAX))
}

fn told(app: &App, answer: Answer) -> Response {
    envelope(app, Lang::En, answer, &Written::default())
}
