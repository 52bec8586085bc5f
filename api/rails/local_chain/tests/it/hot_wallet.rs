//! A hot wallet on a fresh chain behind one node: what every vector starts from.

use std::sync::Arc;

use local_chain::{Chain, Faults, Node, Settings};
use serde_json::json;
use ton::payout::{self, FORWARD_NANO, Payout, SignedMessage};
use ton::transaction::Transaction;
use ton::wallet::{QueryId, SUBWALLET_ID, Wallet};
use ton::{Address, SigningKey};

use crate::client::Client;

pub const TIMEOUT_S: u32 = 3_600;
pub const USDT: u128 = 1_000_000;
const TON: u128 = 1_000_000_000;

pub struct HotWallet {
    pub chain: Arc<Chain>,
    pub node: Node,
    pub client: Client,
    pub wallet: Wallet,
    key: SigningKey,
}

impl HotWallet {
    /// 10 TON and 1,000 USDT.
    pub async fn new() -> HotWallet {
        let chain = Arc::new(Chain::new(&Settings::default()));
        let node = Node::start(Arc::clone(&chain), Faults::default())
            .await
            .expect("a node");
        let key = SigningKey::from_bytes(&[42; 32]);
        let wallet = Wallet::of(key.verifying_key().to_bytes(), SUBWALLET_ID, TIMEOUT_S);
        chain.faucet(wallet.address, 10 * TON);
        chain.mint(wallet.address, 1_000 * USDT);
        chain.settle();
        HotWallet {
            client: Client::of(&node.url),
            chain,
            node,
            wallet,
            key,
        }
    }

    pub fn address(&self) -> Address {
        self.wallet.address
    }

    pub fn jetton_wallet(&self) -> Address {
        Chain::usdt_wallet(self.address())
    }

    /// The payout of a slot, made a little in the past.
    pub fn payout(&self, slot: u64, to: Address, usdt: u128) -> Payout {
        Payout {
            query_id: QueryId::nth(slot).expect("a slot"),
            created_at: self.chain.head().now - 10,
            jetton_wallet: self.jetton_wallet(),
            to,
            amount_minor: usdt * USDT,
            comment: Some(format!("W-{slot}")),
            ton_value: TON / 10,
            forward_ton: FORWARD_NANO,
            response_to: self.address(),
        }
    }

    pub fn sign(&self, payout: &Payout) -> SignedMessage {
        let deploy = self.chain.standing(self.address()).word != "active";
        payout::sign(&self.key, &self.wallet, payout, deploy)
    }

    /// Signs, sends and mines until nothing moves.
    pub async fn pay(&self, payout: &Payout) -> SignedMessage {
        let signed = self.sign(payout);
        self.client.send(&signed.boc).await.expect("taken");
        self.chain.settle();
        signed
    }

    /// What the contract remembers of a slot: -1 for executed, 0 for not.
    pub async fn processed(&self, slot: u64) -> String {
        let id = QueryId::nth(slot).expect("a slot").raw();
        let stack = json!([["num", format!("{id:#x}")], ["num", "0x0"]]);
        let ran = self.client.run(self.address(), "processed?", stack).await;
        assert_eq!(ran["exit_code"], json!(0), "{ran}");
        ran["stack"][0][1].as_str().expect("a number").to_owned()
    }

    /// What the hot wallet lived through, read over HTTP, oldest first.
    pub async fn history(&self) -> Vec<Transaction> {
        history(&self.client, self.address()).await
    }
}

/// All transactions of an account, oldest first, in pages of three.
pub async fn history(client: &Client, address: Address) -> Vec<Transaction> {
    use base64::Engine;
    let mut all: Vec<Transaction> = Vec::new();
    loop {
        let from = all.last().map_or(String::new(), |last| {
            format!("&lt={}&hash={}", last.previous_lt, hex::encode(last.previous_hash))
        });
        if all.last().is_some_and(|last| last.previous_lt == 0) {
            break;
        }
        let question = format!("getTransactions?address={}&limit=3{from}", address.non_bounceable());
        let page = client.get(&question).await;
        let page = page.as_array().expect("a list");
        if page.is_empty() {
            break;
        }
        for transaction in page {
            let data = transaction["data"].as_str().expect("bytes");
            let data = base64::engine::general_purpose::STANDARD.decode(data).expect("base64");
            all.push(Transaction::parse(&data).expect("a transaction"));
        }
    }
    all.reverse();
    all
}
