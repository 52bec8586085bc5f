//! Calls of development on the local chain, where every player has a wallet that this process holds the key of.
//!
//! | call | answer |
//! |---|---|
//! | `POST /dev/wallet/info` `{ts, token}` | `{address, raw, public_key, state_init, ton, usdt}` |
//! | `POST /dev/wallet/prove` `{ts, token, domain, timestamp, payload}` | `{signature}`: as `ton_proof` of TON Connect |
//! | `POST /dev/wallet/send` `{ts, token, valid_until, address, amount, payload}` | `{boc}`: signed and sent |
//!
//! Exists where a local chain does, which is in `ledger up` and nowhere else. It signs what it is given, as a wallet
//! app does; what that brings about is up to the chain and to the rail. The page's half of the wallet speaks TON
//! Connect (`web/src/features/coupon/demoWallet.ts`).

use api::app::{App, DevelopmentRoutes};
use api::call::{answer, authenticate, receive};
use api::endpoint::{Data, Peer};
use api::error::Failure;
use api::wire::dev_wallet::{
    DevWalletInfoBody, DevWalletInfoData, DevWalletProveBody, DevWalletProveData, DevWalletSendBody, DevWalletSendData,
};
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::post;
use axum::{Extension, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::ids::PlayerId;
use domain::money::Usdt;
use local_chain::{Chain, DemoWallet};
use std::sync::Arc;
use ton::{Address, Boc, Cell};

/// TON of a wallet that was never used, in nanotons.
const FIRST_NANO: u128 = 10_000_000_000;
/// USDT of a wallet that was never used, in millionths.
const FIRST_USDT: u128 = 5_000_000_000;
/// Blocks until both are there: TON takes one, USDT two.
const BLOCKS_MAX: u32 = 5;

/// The calls, on this chain.
pub fn routes(chain: Arc<Chain>) -> DevelopmentRoutes {
    DevelopmentRoutes(Arc::new(move |routes: Router<App>| {
        routes
            .route("/dev/wallet/info", post(info))
            .route("/dev/wallet/prove", post(prove))
            .route("/dev/wallet/send", post(send))
            .layer(Extension(chain.clone()))
    }))
}

/// A player's wallet, with something in it. What is given comes with the next blocks, so these are made at once: a
/// wallet that is known can pay.
pub fn wallet_of(chain: &Chain, player: PlayerId) -> DemoWallet {
    let wallet = DemoWallet::of(player.0.into_bytes());
    let address = wallet.address();
    if chain.standing(address).balance == 0 {
        chain.faucet(address, FIRST_NANO);
        chain.mint(address, FIRST_USDT);
        for _ in 0..BLOCKS_MAX {
            if chain.usdt_balance(address) > 0 {
                break;
            }
            chain.advance(0);
        }
    }
    wallet
}

async fn info(
    State(app): State<App>,
    Extension(chain): Extension<Arc<Chain>>,
    peer: Peer,
    request: Request,
) -> Response {
    let work = async {
        let body: DevWalletInfoBody = receive(&app, request).await?;
        let player = authenticate(&app, peer.address, &body.token).await?.player;
        let wallet = wallet_of(&chain, player);
        let address = wallet.address();
        Ok(Data::of(&DevWalletInfoData {
            address: address.non_bounceable(),
            raw: address.raw(),
            public_key: hex::encode(wallet.public_key()),
            state_init: STANDARD.encode(Boc::encode(wallet.first_state())),
            ton: chain.standing(address).balance.to_string(),
            usdt: usdt(chain.usdt_balance(address)).to_string(),
        }))
    };
    answer(&app, work.await)
}

async fn prove(State(app): State<App>, peer: Peer, request: Request) -> Response {
    let work = async {
        let body: DevWalletProveBody = receive(&app, request).await?;
        let player = authenticate(&app, peer.address, &body.token).await?.player;
        let timestamp_s = u64::try_from(body.timestamp).map_err(|_| Failure::invalid("timestamp"))?;
        let wallet = DemoWallet::of(player.0.into_bytes());
        Ok(Data::of(&DevWalletProveData {
            signature: STANDARD.encode(wallet.proof(&body.domain, timestamp_s, &body.payload)),
        }))
    };
    answer(&app, work.await)
}

async fn send(
    State(app): State<App>,
    Extension(chain): Extension<Arc<Chain>>,
    peer: Peer,
    request: Request,
) -> Response {
    let work = async {
        let body: DevWalletSendBody = receive(&app, request).await?;
        let player = authenticate(&app, peer.address, &body.token).await?.player;
        if body.valid_until < app.now().0.div_euclid(1_000) {
            return Err(Failure::invalid("valid_until"));
        }
        let to = Address::parse(&body.address).map_err(|_| Failure::invalid("address"))?;
        let nano: u128 = body.amount.parse().map_err(|_| Failure::invalid("amount"))?;
        let payload = payload_of(&body.payload).ok_or_else(|| Failure::invalid("payload"))?;
        let sent = wallet_of(&chain, player).send(&chain, to, nano, payload);
        let sent = sent.map_err(|refused| {
            tracing::warn!(refused = refused.why, "the demo wallet's message was not taken");
            Failure::Busy
        })?;
        Ok(Data::of(&DevWalletSendData {
            boc: STANDARD.encode(sent.boc),
        }))
    };
    answer(&app, work.await)
}

fn payload_of(text: &str) -> Option<Cell> {
    Boc::decode(STANDARD.decode(text).ok()?).ok()
}

fn usdt(minor: u128) -> Usdt {
    Usdt::from_minor(i64::try_from(minor).unwrap_or(i64::MAX))
}
