//! Money that leaves to a chain and comes from one: real contracts, real signatures, two nodes, a real database.

use crate::angler::{Angler, fresh};
use crate::house::{BOT_TOKEN, House};
use api::app::Settings;
use api::rails::payout::Halt;
use api::rails::slots::Switch;
use api::rails::ton::{Access, Ton};
use api::rails::{Caps, Rail, incoming, reconcile, scan, slots};
use api::wire::topup::Deposit;
use api::work::payouts;
use chain::{Chain, DemoWallet, Faults, Lock, Node};
use domain::config::Config;
use domain::ids::OrderId;
use domain::money::Usdt;
use domain::posting::Purse;
use domain::topup::TopUpCommand;
use ledger::{Plain, Request, StreamId};
use serde_json::{Value, json};
use std::sync::Arc;
use ton::SigningKey;

/// Over every validity and its margin, in seconds.
const OVER_S: u64 = 3 * 3_600;
/// Looks until whatever can happen has happened.
const LOOKS: u32 = 8;

/// A house with a chain of its own.
struct Bank {
    house: House,
    chain: Arc<Chain>,
    nodes: [Node; 2],
    rail: Ton,
}

fn wallet() -> SigningKey {
    SigningKey::from_bytes(&[42; 32])
}

impl Bank {
    async fn open() -> Bank {
        Bank::open_with(Caps::default()).await
    }

    async fn open_with(caps: Caps) -> Bank {
        let now_s = u64::try_from(ledger::testing::GENESIS_MS / 1_000).expect("after 1970");
        let chain = Arc::new(Chain::new(&chain::Settings {
            genesis_time: now_s,
            ..chain::Settings::default()
        }));
        let nodes = [
            Node::start(chain.clone(), Faults::default()).await.expect("a node"),
            Node::start(chain.clone(), Faults::default()).await.expect("a node"),
        ];
        let rail = Ton::of(Access {
            nodes: nodes.iter().map(|node| node.url.clone()).collect(),
            master: Chain::usdt_master(),
            key: wallet(),
            caps,
        });
        let settings = Settings {
            dev_bot_token: Some(BOT_TOKEN.into()),
            deposit: Some(Deposit {
                to: rail.address().non_bounceable(),
                jetton_master: rail.master().bounceable(),
            }),
            ..Settings::default()
        };
        let house = House::open_with(Config::demo(), settings).await;
        let bank = Bank {
            house,
            chain,
            nodes,
            rail,
        };
        bank.fill().await;
        bank
    }

    /// As much on the chain as in the books.
    async fn fill(&self) {
        let pool = self.house.ledger.pool();
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
        incoming::keep(pool, &self.rail, &[], reached, self.house.ledger.clock().now())
            .await
            .expect("kept");
    }

    /// One look of the clock of payouts, then the chain does what it was asked for.
    async fn look(&self) {
        self.house.settle().await;
        payouts::strike(&self.house.ledger, &self.rail).await.expect("a look");
        self.chain.settle();
        self.house.settle().await;
    }

    async fn looks(&self) {
        for _ in 0..LOOKS {
            self.look().await;
        }
    }

    /// Time passes for the chain and for us.
    fn passes(&self, seconds: u64) {
        self.chain.advance(seconds);
        self.house.wait_ms(i64::try_from(seconds * 1_000).expect("some time"));
    }

    async fn alarm(&self) -> Option<String> {
        slots::paused(self.house.ledger.pool(), &self.rail)
            .await
            .expect("a wallet")
    }

    /// Chain and books, to the last micro-unit and with nothing under way.
    async fn agrees(&self) {
        let check = reconcile::reconcile(&self.house.ledger, &self.rail)
            .await
            .expect("compared");
        assert_eq!(
            (check.on_chain, check.under_way, check.unbooked),
            (check.in_books, Usdt::ZERO, Usdt::ZERO)
        );
    }

    fn node(&self, index: usize, change: impl FnOnce(&mut Faults)) {
        self.nodes[index].faults(change);
    }
}

/// Somebody who is paid on the chain.
fn payee(number: u8) -> ton::Address {
    ton::Address::new([number; 32])
}

/// A player who has asked for 12 USDT, 11.50 of which go out.
async fn asks<'a>(bank: &'a Bank, tg_id: i64, payee: ton::Address) -> (Angler<'a>, Value) {
    let angler = bank.house.player(tg_id).await;
    angler.given(Purse::Usdt, 20_000_000).await;
    let address = json!({ "key": "ton", "address": payee.non_bounceable(), "comment": "7" });
    angler.call("withdraw/set_address", address).await.done();
    let wait_ms = bank.house.ledger.current_config().withdraw.address_wait_ms;
    bank.passes(u64::try_from(wait_ms / 1_000).expect("a wait"));
    let told = angler
        .call("withdraw/do", json!({ "key": "ton", "amount": "12" }))
        .await
        .done();
    let key = told.data["withdraw"]["withdraw_id"].clone();
    (angler, key)
}

async fn shown(angler: &Angler<'_>, key: &Value) -> Value {
    angler.house.settle().await;
    let detail = angler.call("withdraw/detail", json!({ "key": key })).await.done().data;
    detail["withdraw"].clone()
}

const NET: u128 = 11_500_000;

#[tokio::test]
async fn a_withdrawal_is_paid_on_the_chain_and_shown_with_its_transaction() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.look().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
    bank.looks().await;
    let told = shown(&angler, &key).await;
    assert_eq!((&told["label"], &told["status"]), (&json!("Completed"), &json!(3)));
    let paid = bank.chain.transactions(Chain::usdt_wallet(payee(1)));
    assert_eq!(told["tx"], hex::encode(paid.last().expect("a payment").hash));
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET);
    bank.agrees().await;
    assert_eq!(bank.alarm().await, None);
}

#[tokio::test]
async fn a_lost_reply_or_a_second_worker_pays_nobody_twice_t_03() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.node(0, |faults| faults.lost_sends = 2);
    bank.node(1, |faults| faults.lost_sends = 2);
    let neighbour = bank.house.neighbour().await;
    for _ in 0..LOOKS {
        bank.house.settle().await;
        let (here, there) = tokio::join!(
            payouts::strike(&bank.house.ledger, &bank.rail),
            payouts::strike(&neighbour.ledger, &bank.rail)
        );
        here.and(there).expect("two looks at once");
        bank.chain.settle();
    }
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET);
    assert_eq!(bank.chain.transactions(Chain::usdt_wallet(payee(1))).len(), 1);
    bank.agrees().await;
}

#[tokio::test]
async fn what_comes_back_goes_back_to_the_player_with_its_proof_t_05() {
    let bank = Bank::open().await;
    bank.chain.lock(payee(2), Lock::Incoming);
    bank.chain.settle();
    let (angler, key) = asks(&bank, 1, payee(2)).await;
    bank.looks().await;
    let told = shown(&angler, &key).await;
    assert_eq!(
        (&told["label"], &told["reason"]),
        (&json!("Failure"), &json!("The payment came back"))
    );
    let player = bank
        .house
        .ledger
        .players()
        .load(&StreamId::player(angler.id))
        .await
        .expect("loads")
        .state;
    assert_eq!(player.wallet.usdt(), Usdt::from_minor(20_000_000));
    assert_eq!(bank.chain.usdt_balance(payee(2)), 0);
    bank.agrees().await;
}

#[tokio::test]
async fn silence_refunds_nothing_and_what_expired_unexecuted_is_sent_once_more_t_05() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    for index in 0..2 {
        bank.node(index, |faults| faults.swallowed_sends = 1_000);
    }
    bank.looks().await;
    assert_eq!(
        shown(&angler, &key).await["label"],
        "Pending",
        "no answer proves nothing"
    );
    // Over the validity, within the margin: nothing is proved yet.
    bank.passes(31 * 60);
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
    bank.passes(OVER_S);
    for index in 0..2 {
        bank.node(index, |faults| faults.swallowed_sends = 0);
    }
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET);
    bank.agrees().await;
}

#[tokio::test]
async fn one_node_alone_and_nodes_that_contradict_each_other_decide_nothing_t_38() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.look().await;
    bank.node(1, |faults| faults.lies = true);
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending", "one of two lies");
    bank.node(1, |faults| {
        *faults = Faults {
            refuses: true,
            ..Faults::default()
        }
    });
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending", "one of two is silent");
    bank.node(1, |faults| *faults = Faults::default());
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    bank.agrees().await;
}

#[tokio::test]
async fn a_payment_that_nobody_here_knows_stops_the_wallet_t_60() {
    let bank = Bank::open().await;
    let (_, key) = asks(&bank, 1, payee(1)).await;
    bank.looks().await;
    // The database is set back to before the first payment: the wallet's history knows more than it.
    let options = bank.house.ledger.pool().connect_options();
    let owner = sqlx::PgPool::connect_with((*options).clone()).await.expect("the owner");
    for table in ["payout_messages", "payout_slots"] {
        let forget = format!(
            "alter table {table} disable trigger user; delete from {table}; alter table {table} enable trigger user"
        );
        sqlx::raw_sql(&forget).execute(&owner).await.expect("forgotten");
    }
    sqlx::query("update rail_cursors set lt = 0")
        .execute(bank.house.ledger.pool())
        .await
        .expect("set back");
    let (angler, second) = asks(&bank, 2, payee(3)).await;
    bank.looks().await;
    let alarm = bank.alarm().await.expect("an alarm");
    assert!(alarm.contains("not known here"), "{alarm}");
    assert_eq!(shown(&angler, &second).await["label"], "Pending");
    assert_eq!(bank.chain.usdt_balance(payee(3)), 0, "{key}");
}

#[tokio::test]
async fn a_stopped_wallet_sends_nothing_until_a_person_lets_it_go_on() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    let (pool, now) = (bank.house.ledger.pool(), bank.house.ledger.clock().now());
    assert!(
        slots::pause(pool, &bank.rail, "ann", "a look", now)
            .await
            .expect("stopped")
    );
    bank.looks().await;
    assert_eq!(
        (bank.chain.usdt_balance(payee(1)), bank.alarm().await),
        (0, Some("a look".into()))
    );
    let on = Switch {
        wallet: None,
        by: "bo",
        reason: None,
    };
    assert_eq!(slots::switch(pool, on, now.plus_ms(1)).await.expect("goes on"), 1);
    assert_eq!(slots::switch(pool, on, now.plus_ms(2)).await.expect("goes on"), 0);
    let kept: i64 = sqlx::query_scalar("select count(*) from payout_switches")
        .fetch_one(pool)
        .await
        .expect("a count");
    assert_eq!(kept, 2, "who stopped it and who let it go on is kept");
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
}

#[tokio::test]
async fn a_wallet_without_gas_burns_no_number() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.chain.set_ton(bank.rail.address(), 1_000_000);
    bank.looks().await;
    let slots: i64 = sqlx::query_scalar("select count(*) from payout_slots")
        .fetch_one(bank.house.ledger.pool())
        .await
        .expect("a count");
    assert_eq!((slots, &shown(&angler, &key).await["label"]), (0, &json!("Pending")));
    bank.chain.faucet(bank.rail.address(), 1_000_000_000);
    bank.chain.settle();
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
}

#[tokio::test]
async fn a_full_hour_makes_the_next_one_wait() {
    let hour = Usdt::from_minor(20_000_000);
    let bank = Bank::open_with(Caps {
        hour,
        ..Caps::default()
    })
    .await;
    let (first, paid) = asks(&bank, 1, payee(1)).await;
    bank.looks().await;
    bank.house
        .publish(|config| config.withdraw.address_wait_ms = 10_000)
        .await;
    let (second, waits) = asks(&bank, 2, payee(2)).await;
    bank.looks().await;
    assert_eq!(shown(&first, &paid).await["label"], "Completed");
    assert_eq!(
        (
            &shown(&second, &waits).await["label"],
            bank.chain.usdt_balance(payee(2))
        ),
        (&json!("Pending"), 0)
    );
    bank.passes(3_600);
    bank.looks().await;
    assert_eq!(shown(&second, &waits).await["label"], "Completed");
}

#[tokio::test]
async fn a_difference_between_chain_and_books_stops_the_wallet() {
    let bank = Bank::open().await;
    bank.agrees().await;
    ledger::testing::players::fund(&bank.house.ledger).await;
    let done = reconcile::reconcile(&bank.house.ledger, &bank.rail).await;
    assert!(
        matches!(done, Err(Halt::Alarm(_))),
        "money in the books that the chain does not have: {done:?}"
    );
    payouts::compare(&bank.house.ledger, &bank.rail)
        .await
        .expect("compared");
    assert!(bank.alarm().await.expect("an alarm").contains("nothing explains it"));
}

/// An order of 10 USDT, its number.
async fn orders(angler: &Angler<'_>) -> String {
    let body = json!({ "channel": "ton_usdt", "amount": "10", "req_id": fresh() });
    let told = angler.call("topup/create", body).await.done().data;
    told["order"]["order_no"].as_str().expect("a number").to_owned()
}

async fn order(angler: &Angler<'_>, order_no: &str) -> Value {
    angler.house.settle().await;
    let told = angler
        .call("topup/status", json!({ "order_no": order_no }))
        .await
        .done()
        .data;
    told["order"].clone()
}

async fn coupons(angler: &Angler<'_>) -> Value {
    angler.read("coupon/info").await["coupon"].clone()
}

impl Bank {
    fn pays(&self, from: u8, minor: u128, comment: Option<&str>) {
        let sent = DemoWallet::nth(from).send_usdt(&self.chain, self.rail.address(), minor, comment);
        sent.expect("a transfer");
        self.chain.settle();
    }
}

#[tokio::test]
async fn a_payment_is_credited_once_for_what_came_however_often_it_is_read_t_37() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.look().await;
    let told = order(&angler, &order_no).await;
    assert_eq!(
        (&told["state"], &told["credited"]),
        (&json!("success"), &json!("10.000000"))
    );
    assert_eq!(coupons(&angler).await, "10.000000");
    for _ in 0..3 {
        sqlx::query("update rail_cursors set lt = 0")
            .execute(bank.house.ledger.pool())
            .await
            .expect("set back");
        sqlx::query("update incoming_payments set credited_at_ms = null")
            .execute(bank.house.ledger.pool())
            .await
            .expect("forgotten");
        scan::credit(&bank.house.ledger, &bank.rail)
            .await
            .expect("credited again");
    }
    assert_eq!(coupons(&angler).await, "10.000000");
    // A second payment for the same order, and another amount: what came is credited.
    bank.pays(0, 2_500_001, Some(&order_no));
    bank.look().await;
    assert_eq!(coupons(&angler).await, "12.500001");
}

#[tokio::test]
async fn a_payment_that_one_node_alone_shows_is_not_credited_yet_t_12() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    bank.node(1, |faults| faults.behind = 100);
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.looks().await;
    assert_eq!(
        (&order(&angler, &order_no).await["state"], coupons(&angler).await),
        (&json!("created"), json!("0.000000"))
    );
    bank.node(1, |faults| faults.behind = 0);
    bank.look().await;
    assert_eq!(
        (&order(&angler, &order_no).await["state"], coupons(&angler).await),
        (&json!("success"), json!("10.000000"))
    );
}

#[tokio::test]
async fn a_token_of_the_same_name_pays_nothing_and_ends_the_order_t_37() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    // Whoever likes can send the house a notification: this one comes from no account of the token.
    let notification = ton::jetton::Notification {
        query_id: 0,
        amount_minor: 1_000_000_000,
        from: Some(payee(1)),
        comment: Some(order_no.clone()),
    };
    let sent = DemoWallet::nth(0).send(&bank.chain, bank.rail.address(), 100_000_000, notification.body());
    sent.expect("a message");
    bank.chain.settle();
    bank.looks().await;
    let told = order(&angler, &order_no).await;
    assert_eq!(
        (&told["state"], &told["reason"]),
        (&json!("fail"), &json!("wrong_asset"))
    );
    assert_eq!(coupons(&angler).await, "0.000000");
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.look().await;
    assert_eq!(
        order(&angler, &order_no).await["state"],
        "success",
        "the right money counts all the same"
    );
    bank.agrees().await;
}

#[tokio::test]
async fn a_late_payment_counts_and_one_without_an_order_waits_for_staff() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    bank.passes(2 * 3_600);
    let id = StreamId::thing(OrderId::of(&order_no).0);
    let expire = TopUpCommand::Expire;
    bank.house
        .ledger
        .topups()
        .execute(&id, expire, Request::default(), Plain)
        .await
        .expect("a reply");
    assert_eq!(order(&angler, &order_no).await["state"], "fail");
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.look().await;
    assert_eq!(order(&angler, &order_no).await["state"], "success");

    for comment in [None, Some("hello"), Some("0")] {
        bank.pays(0, 3_000_000, comment);
    }
    bank.look().await;
    let pool = bank.house.ledger.pool();
    let unmatched = incoming::unmatched(pool).await.expect("a list");
    assert_eq!(unmatched.len(), 3);
    let check = reconcile::reconcile(&bank.house.ledger, &bank.rail)
        .await
        .expect("explained");
    assert_eq!(check.unbooked, Usdt::from_minor(9_000_000));
    let (tx, other) = (&unmatched[0].payment.tx, orders(&angler).await);
    assert!(incoming::claim(pool, tx, &other, "ann").await.expect("given"));
    assert!(
        !incoming::claim(pool, tx, &order_no, "ann").await.expect("asked"),
        "it is somebody's"
    );
    bank.look().await;
    assert_eq!(order(&angler, &other).await["credited"], "3.000000");
    assert_eq!(coupons(&angler).await, "13.000000");
}
