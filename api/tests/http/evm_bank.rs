//! A service with an EVM chain beside it: a real node program, a real token contract, two nodes with faults before it.
//!
//! A machine without the program skips these tests, and says so once.

use crate::angler::Angler;
use crate::bank::agree;
use crate::test_app::{TestApp, development};
use api::app::Settings;
use domain::config::Config;
use domain::posting::Purse;
use evm::{Address, Key};
use local_chain::Faults;
use local_chain::evm::{Anvil, EvmNode, installed};
use rails::evm::{Access, Evm, Finality};
use rails::{Caps, Rail, incoming, reconcile, slots};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Once;
use workers::payouts;

/// Runs the workers until nothing changes any more, and makes the blocks until it is final.
pub const LOOKS: u32 = 8;
/// Blocks until one is final.
pub const DEPTH: u64 = 3;
/// What goes out of 12 USDT, in millionths.
pub const NET: u128 = 11_500_000;
/// Wei that pay for many payments.
const GAS: u128 = 10_u128.pow(20);
pub const GWEI: u128 = 10_u128.pow(9);

/// A service with an EVM chain.
pub struct EvmBank {
    pub app: TestApp,
    pub chain: Anvil,
    nodes: [EvmNode; 2],
    pub rail: Evm,
}

fn is_there() -> bool {
    static REPORTED: Once = Once::new();
    let missing = installed().err();
    if let Some(missing) = &missing {
        // Around the harness's capture: a test that passes because it did nothing must be seen.
        REPORTED
            .call_once(|| writeln!(std::io::stderr(), "SKIPPED: tests of the EVM rail: {missing}").expect("stderr"));
    }
    missing.is_none()
}

impl EvmBank {
    /// Nothing on a machine without the program.
    pub async fn open() -> Option<EvmBank> {
        if !is_there() {
            return None;
        }
        let genesis_s = u64::try_from(ledger::testing::GENESIS_MS / 1_000).expect("after 1970");
        let chain = Anvil::start(genesis_s).await.expect("a chain");
        let nodes = [
            EvmNode::start(&chain.url()).await.expect("a node"),
            EvmNode::start(&chain.url()).await.expect("a node"),
        ];
        let rail = rail_of(&chain, &nodes, 42, token(&chain));
        let settings = Settings {
            evm_network: Some("Ethereum".into()),
            ..development()
        };
        let app = TestApp::open_with(Config::demo(), settings).await;
        let bank = EvmBank {
            app,
            chain,
            nodes,
            rail,
        };
        bank.fill().await;
        Some(bank)
    }

    /// As much on the chain as in the books.
    async fn fill(&self) {
        let pool = self.app.ledger.pool();
        let in_books = reconcile::in_books(pool).await.expect("books").minor();
        let wallet = evm::spelling(self.rail.address());
        self.chain.set_gas(&wallet, GAS).await.expect("gas");
        let capital = u128::try_from(in_books).expect("capital");
        self.chain.mint(&wallet, capital).await.expect("minted");
        self.blocks(DEPTH).await;
        let cursors = incoming::cursors(pool, &self.rail).await.expect("cursors");
        let reached = self.rail.news(cursors).await.expect("news").reached;
        let now = self.app.ledger.clock().now();
        incoming::keep(pool, &self.rail, &[], reached, now).await.expect("kept");
    }

    /// The same service with another key.
    pub fn with_key(&self, seed: u8) -> Evm {
        rail_of(&self.chain, &self.nodes, seed, token(&self.chain))
    }

    /// The same service with another token.
    pub fn with_token(&self, token: Address) -> Evm {
        rail_of(&self.chain, &self.nodes, 42, token)
    }

    pub async fn blocks(&self, count: u64) {
        for _ in 0..count {
            self.chain.mine().await.expect("a block");
        }
    }

    /// One look of the clock of payouts, and no block.
    pub async fn tick(&self) {
        self.app.settle().await;
        payouts::tick(&self.app.ledger, &self.rail).await.expect("a look");
        self.app.settle().await;
    }

    /// One look, then a block.
    pub async fn look(&self) {
        self.tick().await;
        self.blocks(1).await;
    }

    pub async fn looks(&self) {
        for _ in 0..LOOKS {
            self.look().await;
        }
    }

    /// Time passes for the chain and for us.
    pub async fn passes(&self, seconds: u64) {
        self.chain.advance(seconds).await.expect("a block");
        self.app.wait_ms(i64::try_from(seconds * 1_000).expect("some time"));
    }

    pub async fn alarm(&self) -> Option<String> {
        let pool = self.app.ledger.pool();
        slots::paused(pool, &self.rail).await.expect("a wallet")
    }

    /// Chain and books, to the last micro-unit and with nothing under way.
    pub async fn agrees(&self) {
        agree(&self.app.ledger, &self.rail).await;
    }

    pub fn node(&self, index: usize, change: impl FnOnce(&mut Faults)) {
        self.nodes[index].faults(change);
    }

    /// Both nodes accept messages and drop so many of them.
    pub fn drop_sends(&self, sends: u32) {
        for index in 0..2 {
            self.node(index, |faults| faults.swallowed_sends = sends);
        }
    }

    pub async fn held(&self, account: &str) -> u128 {
        self.chain.usdt_balance(account).await.expect("a balance")
    }

    /// Numbers of the house's account that are executed.
    pub async fn used(&self) -> u64 {
        let wallet = evm::spelling(self.rail.address());
        self.chain.used(&wallet).await.expect("a count")
    }

    /// A player who has asked for 12 USDT, 11.50 of which go out.
    pub async fn asks(&self, tg_id: i64, payee: &str) -> (Angler<'_>, Value) {
        let angler = self.app.player(tg_id).await;
        angler.given(Purse::Usdt, 20_000_000).await;
        let address = json!({ "key": "evm", "address": payee });
        angler.call("withdraw/set_address", address).await.done();
        let wait_ms = self.app.ledger.current_config().withdraw.address_wait_ms;
        self.passes(u64::try_from(wait_ms / 1_000).expect("a wait")).await;
        let body = json!({ "key": "evm", "amount": "12" });
        let answer = angler.call("withdraw/do", body).await.done();
        let key = answer.data["withdraw"]["withdraw_id"].clone();
        (angler, key)
    }
}

fn rail_of(chain: &Anvil, nodes: &[EvmNode; 2], seed: u8, token: Address) -> Evm {
    Evm::of(Access {
        nodes: nodes.iter().map(|node| node.url.clone()).collect(),
        chain_id: chain.chain_id(),
        token,
        key: Key::from_bytes(&[seed; 32]).expect("a key"),
        finality: Finality::Depth(DEPTH),
        fee_most: 100 * GWEI,
        caps: Caps::default(),
    })
}

fn token(chain: &Anvil) -> Address {
    let token: Address = chain.token().parse().expect("a contract");
    token
}

/// Somebody who is paid on the chain.
pub fn payee(number: u8) -> String {
    evm::spelling(Address::repeat_byte(number))
}

pub async fn shown(angler: &Angler<'_>, key: &Value) -> Value {
    angler.app.settle().await;
    let detail = angler.call("withdraw/detail", json!({ "key": key })).await.done().data;
    detail["withdraw"].clone()
}
