//! A service with a chain of its own: real contracts, real signatures, two nodes, a real database.

use crate::test_app::{TestApp, development};
use api::app::Settings;
use api::wire::topup::Deposit;
use domain::config::Config;
use domain::money::Usdt;
use ledger::Ledger;
use local_chain::{Chain, Faults, Node};
use rails::ton::{Access, Ton};
use rails::{Caps, Cursors, Incoming, Rail, incoming, reconcile, slots};
use std::sync::Arc;
use ton::SigningKey;
use workers::payouts;

/// Runs the workers until nothing changes any more.
pub const LOOKS: u32 = 8;

/// A service with a chain of its own.
pub struct Bank {
    pub app: TestApp,
    pub chain: Arc<Chain>,
    nodes: [Node; 2],
    pub rail: Ton,
}

pub fn wallet() -> SigningKey {
    SigningKey::from_bytes(&[42; 32])
}

fn rail_of(nodes: &[Node; 2], key: SigningKey, caps: Caps) -> Ton {
    Ton::of(Access {
        nodes: nodes.iter().map(|node| node.url.clone()).collect(),
        master: Chain::usdt_master(),
        key,
        caps,
    })
}

/// A rail that asks no node.
pub fn silent_rail() -> Ton {
    Ton::of(Access {
        nodes: Vec::new(),
        master: Chain::usdt_master(),
        key: wallet(),
        caps: Caps::default(),
    })
}

/// A payment of nobody.
pub fn payment(tx: &str, lt: u64, micro: i64, comment: Option<&str>) -> Incoming {
    Incoming {
        lt,
        tx: tx.to_owned(),
        sender: "EQsender".to_owned(),
        amount: Usdt::from_minor(micro),
        comment: comment.map(str::to_owned),
    }
}

/// Payments of nobody that the watcher of the chain saw.
pub async fn came(ledger: &Ledger, payments: impl IntoIterator<Item = Incoming>) {
    let seen: Vec<_> = payments.into_iter().map(|payment| (payment, None)).collect();
    let (log, now) = (ledger.pool(), ledger.clock().now());
    let kept = incoming::keep(log, &silent_rail(), &seen, Cursors::default(), now).await;
    kept.expect("kept");
}

impl Bank {
    pub async fn open() -> Bank {
        Bank::open_with(Caps::default()).await
    }

    pub async fn open_with(caps: Caps) -> Bank {
        let now_s = u64::try_from(ledger::testing::GENESIS_MS / 1_000).expect("after 1970");
        let chain = Arc::new(Chain::new(&local_chain::Settings {
            genesis_time: now_s,
            ..local_chain::Settings::default()
        }));
        let nodes = [
            Node::start(chain.clone(), Faults::default()).await.expect("a node"),
            Node::start(chain.clone(), Faults::default()).await.expect("a node"),
        ];
        let rail = rail_of(&nodes, wallet(), caps);
        let settings = Settings {
            deposit: Some(Deposit {
                to: rail.address().non_bounceable(),
                jetton_master: rail.master().bounceable(),
            }),
            ..development()
        };
        let app = TestApp::open_with(Config::demo(), settings).await;
        let bank = Bank {
            app,
            chain,
            nodes,
            rail,
        };
        bank.fill().await;
        bank
    }

    /// As much on the chain as in the books.
    async fn fill(&self) {
        let pool = self.app.ledger.pool();
        let in_books = reconcile::in_books(pool).await.expect("books").minor();
        self.chain.faucet(self.rail.address(), 1_000_000_000_000);
        self.chain
            .mint(self.rail.address(), u128::try_from(in_books).expect("capital"));
        self.chain.settle();
        let news = self
            .rail
            .news(incoming::cursors(pool, &self.rail).await.expect("cursors"))
            .await;
        let reached = news.expect("news").reached;
        incoming::keep(pool, &self.rail, &[], reached, self.app.ledger.clock().now())
            .await
            .expect("kept");
    }

    /// One look of the clock of payouts, then the chain does what it was asked for.
    pub async fn look(&self) {
        self.look_with(&self.rail).await;
    }

    /// The same, by a service that has another key.
    pub async fn look_with(&self, rail: &Ton) {
        self.app.settle().await;
        payouts::tick(&self.app.ledger, rail).await.expect("a look");
        self.chain.settle();
        self.app.settle().await;
    }

    pub async fn looks(&self) {
        for _ in 0..LOOKS {
            self.look().await;
        }
    }

    /// The same service with another key.
    pub fn with_key(&self, seed: u8) -> Ton {
        rail_of(&self.nodes, SigningKey::from_bytes(&[seed; 32]), Caps::default())
    }

    /// Time passes for the chain and for us.
    pub fn passes(&self, seconds: u64) {
        self.chain.advance(seconds);
        self.app.wait_ms(i64::try_from(seconds * 1_000).expect("some time"));
    }

    pub async fn alarm(&self) -> Option<String> {
        self.alarm_of(&self.rail).await
    }

    /// Why another key's wallet stands still.
    pub async fn alarm_of(&self, rail: &Ton) -> Option<String> {
        slots::paused(self.app.ledger.pool(), rail).await.expect("a wallet")
    }

    /// A number that a statement answers with.
    pub async fn count(&self, statement: &'static str) -> i64 {
        let pool = self.app.ledger.pool();
        sqlx::query_scalar(statement).fetch_one(pool).await.expect("a count")
    }

    /// Chain and books, to the last micro-unit and with nothing under way.
    pub async fn agrees(&self) {
        agree(&self.app.ledger, &self.rail).await;
    }

    /// Its parts, for a service that is served elsewhere.
    pub fn apart(self) -> (TestApp, Arc<Chain>, [Node; 2], Ton) {
        (self.app, self.chain, self.nodes, self.rail)
    }

    pub fn node(&self, index: usize, change: impl FnOnce(&mut Faults)) {
        self.nodes[index].faults(change);
    }
}

/// Chain and books, to the last micro-unit and with nothing under way.
pub async fn agree(ledger: &Ledger, rail: &dyn Rail) {
    let check = reconcile::reconcile(ledger, &[rail]).await.expect("compared");
    assert_eq!(
        (check.on_chain, check.under_way, check.unbooked),
        (check.in_books, Usdt::ZERO, Usdt::ZERO)
    );
}

/// Somebody who is paid on the chain.
pub fn payee(number: u8) -> ton::Address {
    ton::Address::new([number; 32])
}
