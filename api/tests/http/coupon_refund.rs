//! Unspent coupons of a top-up that go back to whoever paid it, as two people decide (api §7.27).

use crate::angler::{Angler, fresh};
use crate::audit::rewritten;
use crate::bank::{Bank, LOOKS, agree};
use crate::deposits::orders;
use crate::staff_site::{Clerk, StaffSite, facts};
use domain::ids::{PlayerId, ProposalId};
use domain::money::Usdt;
use domain::posting::Purse;
use domain::proposal::{Approve, ProposalCommand};
use domain::staff::Role;
use ledger::keys::Keys;
use ledger::testing::{MASTER_KEY, forgery, owner_of};
use ledger::{MacKeys, MasterKeys, Plain, Request, StreamId};
use local_chain::{Chain, DemoWallet, Lock, Node};
use rails::ton::Ton;
use rails::{incoming, reconcile};
use serde_json::{Value, json};
use sqlx::Executor;
use std::sync::Arc;
use uuid::Uuid;
use workers::{audit, payouts};

const DAY_MS: i64 = 86_400_000;
const TEN: u128 = 10_000_000;

/// A player who topped up ten USDT from a wallet, with the staff's desk.
struct Desk {
    site: StaffSite,
    chain: Arc<Chain>,
    rail: Ton,
    payer: ton::Address,
    player: PlayerId,
    order_no: String,
    /// What the payer has once the top-up is paid.
    had: u128,
    /// What custody holds by then.
    held: Usdt,
    /// They answer as long as they live.
    _nodes: [Node; 2],
}

impl Desk {
    async fn open() -> Desk {
        let bank = Bank::open().await;
        let angler = bank.app.player(1).await;
        let order_no = orders(&angler).await;
        let player = angler.id;
        bank.pays(0, TEN, Some(&order_no));
        bank.looks().await;
        bank.app.wait_ms(1_000);
        let payer = DemoWallet::nth(0).address();
        let (app, chain, nodes, rail) = bank.apart();
        Desk {
            had: chain.usdt_balance(payer),
            held: reconcile::in_books(app.ledger.pool()).await.expect("custody"),
            site: StaffSite::of(app).await,
            chain,
            rail,
            payer,
            player,
            order_no,
            _nodes: nodes,
        }
    }

    async fn clerks(&self) -> (Clerk<'_>, Clerk<'_>) {
        (
            self.site.clerk("ann", &[Role::Finance]).await,
            self.site.clerk("lea", &[Role::FinanceLead]).await,
        )
    }

    async fn looks(&self) {
        for _ in 0..LOOKS {
            self.site.settle().await;
            payouts::tick(&self.site.ledger, &self.rail).await.expect("a look");
            self.chain.settle();
        }
        self.site.settle().await;
    }

    fn body(&self, micro: i64) -> Value {
        json!({
            "player": self.player.0, "order_no": self.order_no, "amount": micro.to_string(), "case_id": "case 7"
        })
    }

    async fn proposes(&self, ann: &Clerk<'_>, micro: i64) -> Value {
        ann.does("topups/propose_refund", self.body(micro)).await.done().data
    }

    /// Two people decide; the code with which it ended.
    async fn decides(&self, (ann, lea): (&Clerk<'_>, &Clerk<'_>), micro: i64) -> Value {
        let made = self.proposes(ann, micro).await;
        lea.approves(&made).await.done().data["code"].clone()
    }

    fn came_back(&self) -> u128 {
        self.chain.usdt_balance(self.payer) - self.had
    }

    /// Coupons, USDT on hold and USDT of the player, in minor units.
    async fn purses(&self) -> [i64; 3] {
        let player = self.site.ledger.players().load(&StreamId::player(self.player)).await;
        let wallet = player.expect("a player").state.wallet;
        [Purse::Coupon, Purse::UsdtHold, Purse::Usdt].map(|purse| wallet.minor(purse))
    }

    async fn records(&self, angler: &Angler<'_>) -> Vec<(Value, Value)> {
        let list = angler.read("coupon/records").await["list"].clone();
        let lines = list.as_array().expect("a list").iter();
        lines
            .map(|line| (line["kind"].clone(), line["amount"].clone()))
            .collect()
    }

    async fn broken(&self) -> Vec<&'static str> {
        let results = audit::run(self.site.ledger.pool(), &mut |_| ()).await.expect("read");
        let broken = results.iter().filter(|result| !result.holds());
        broken.map(|result| result.law).collect()
    }

    /// Laws that do not hold while an event says something else.
    async fn broken_by(&self, event: &str, (from, to): (&str, &str)) -> Vec<&'static str> {
        let mut forger = forgery::forger(&self.site.ledger).await;
        let mut write = async |statement: String| {
            let done = forger.execute(statement.as_str()).await;
            assert!(done.expect("written").rows_affected() > 0, "{statement}");
        };
        write(rewritten(event, from, to)).await;
        let broken = self.broken().await;
        write(rewritten(event, to, from)).await;
        broken
    }

    /// Chain and books agree, custody has so much less than after the top-up, and every law holds.
    async fn agrees(&self, paid: i64) {
        let held = reconcile::in_books(self.site.ledger.pool()).await.expect("custody");
        assert_eq!(self.held - held, Usdt::from_minor(paid));
        assert_eq!(self.came_back(), u128::try_from(paid).expect("an amount"));
        agree(&self.site.ledger, &self.rail).await;
        assert_eq!(self.broken().await, Vec::<&str>::new());
    }
}

#[tokio::test]
async fn unspent_coupons_go_back_to_who_paid_them_once_and_in_parts() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let asked = json!({ "player": desk.player.0 });
    let listed = ann.ask("topups/refundable", asked.clone()).await.done().data;
    let [line] = listed["list"].as_array().expect("a list").as_slice() else {
        panic!("{listed}");
    };
    let payer = desk.payer.non_bounceable();
    assert_eq!(
        (&line["order_no"], &line["unspent"], &line["payer"]),
        (&json!(desk.order_no), &json!("10000000"), &json!(payer))
    );
    let made = desk.proposes(&ann, 4_000_000).await;
    ann.approves(&made).await.refused(9001);
    let info = json!({ "proposal": made["proposal"] });
    let info = lea.ask("proposals/info", info).await.done().data;
    assert_eq!(
        (&info["proposal"]["amount"], &info["proposal"]["asset"]),
        (&json!("4000000"), &json!("usdt"))
    );
    let facts = facts(&info);
    let of = |name: &str| facts[&format!("{name} {}", desk.player)].clone();
    assert_eq!(
        (of("holds coupon"), of("would_hold coupon"), of("would_hold usdt_hold")),
        (json!("10000000"), json!("6000000"), json!("4000000"))
    );
    assert_eq!(
        ["approved_address", "refund_order", "refund_unspent", "refund_days_left"].map(|name| facts[name].clone()),
        [json!(payer), json!(desk.order_no), json!("10000000"), json!("13")]
    );
    let (one, other) = tokio::join!(lea.approves(&made), lea.approves(&made));
    let (yes, no) = if one.error == 0 { (one, other) } else { (other, one) };
    no.refused(9003);
    assert_eq!(yes.done().data["code"], 0);
    // The coupons are taken at once; the money is the player's hold until the chain has it.
    assert_eq!(desk.purses().await, [6_000_000, 4_000_000, 0]);
    assert_eq!(desk.came_back(), 0);
    desk.looks().await;
    assert_eq!(desk.purses().await, [6_000_000, 0, 0]);
    desk.agrees(4_000_000).await;
    desk.looks().await;
    desk.agrees(4_000_000).await;

    assert_eq!(desk.decides((&ann, &lea), 6_000_000).await, 0);
    desk.looks().await;
    assert_eq!(desk.purses().await, [0, 0, 0]);
    desk.agrees(10_000_000).await;
    ann.does("topups/propose_refund", desk.body(1)).await.refused(2005);
    assert_eq!(ann.ask("topups/refundable", asked).await.done().data["list"], json!([]));

    let angler = desk.site.newcomer(1, "").await;
    let refund = |amount: &str| (json!("refund"), json!(amount));
    assert_eq!(
        desk.records(&angler).await[..2],
        [refund("-6.000000"), refund("-4.000000")]
    );
    assert_eq!(
        angler.read("withdraw/list").await["list"],
        json!([]),
        "no withdrawal of the player's"
    );
    let of_player = json!({ "player": angler.id.0, "sums": true });
    let of_player = ann.ask("withdrawals/list", of_player).await.done().data;
    assert_eq!(
        (
            of_player["list"].as_array().map(Vec::len),
            &of_player["sums"][0]["rows"]
        ),
        (Some(2), &json!(2)),
        "staff see what they gave back: {of_player}"
    );
    let paid = ann
        .ask("withdrawals/list", json!({ "state": "confirmed" }))
        .await
        .done()
        .data;
    let paid = paid["list"].as_array().expect("a list");
    assert!(
        paid.len() == 2 && paid.iter().all(|line| line["order_no"] == desk.order_no.as_str()),
        "{paid:?}"
    );
    assert_eq!(paid[0]["approved_by"], json!(["ann", "lea"]));
    the_laws_find_forgeries(&desk).await;
}

async fn the_laws_find_forgeries(desk: &Desk) {
    for [event, field, from, to, law] in [
        ["CouponRefunded", "case_id", "case 7", "case 8", "I-41j"],
        ["CouponRefunded", "approver", "lea", "ann", "I-41"],
        ["CouponRefunded", "amount", "6.000000", "7.000000", "I-09b"],
        ["Requested", "approver", "lea", "sam", "I-09b"],
        ["Requested", "amount", "6.000000", "5.000000", "I-09b"],
        ["WithdrawalSettled", "amount", "6.000000", "5.000000", "I-08"],
        ["TopUpCredited", "amount", "10.000000", "9.000000", "I-09b"],
    ] {
        let [was, is] = [from, to].map(|value| format!("\"{field}\":\"{value}\""));
        let broken = desk.broken_by(event, (&was, &is)).await;
        assert!(broken.contains(&law), "{event} {is}: {broken:?}");
    }
}

#[tokio::test]
async fn what_the_payer_does_not_get_is_coupons_again() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    desk.chain.lock(desk.payer, Lock::Incoming);
    desk.chain.settle();
    assert_eq!(desk.decides((&ann, &lea), 10_000_000).await, 0);
    desk.looks().await;
    assert_eq!(desk.purses().await, [10_000_000, 0, 0], "coupons, and never USDT");
    assert_eq!(desk.broken().await, Vec::<&str>::new());
    let failed = ann
        .ask("withdrawals/list", json!({ "state": "failed" }))
        .await
        .done()
        .data;
    assert_eq!(failed["list"][0]["order_no"], desk.order_no.as_str());
    let angler = desk.site.newcomer(1, "").await;
    assert_eq!(
        desk.records(&angler).await[..2],
        [
            (json!("refund_back"), json!("10.000000")),
            (json!("refund"), json!("-10.000000"))
        ]
    );
    // It can be tried again, by another proposal.
    desk.proposes(&ann, 10_000_000).await;
}

#[tokio::test]
async fn what_was_spent_meanwhile_or_is_too_old_is_refused() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let angler = desk.site.newcomer(1, "").await;
    for (field, value, code) in [
        ("amount", "0", -1006),
        ("amount", "10000001", 2005),
        ("order_no", "none", 5203),
        ("case_id", " ", -1006),
    ] {
        let mut body = desk.body(1_000_000);
        body[field] = json!(value);
        ann.does("topups/propose_refund", body).await.refused(code);
    }
    let made = desk.proposes(&ann, 10_000_000).await;
    let buy = json!({ "item_id": "coins_1", "price": "1.000000", "count": 1, "req_id": fresh() });
    angler.call("shop/buy", buy).await.done();
    assert_eq!(lea.approves(&made).await.done().data["code"], 2005);
    assert_eq!(desk.purses().await, [9_000_000, 0, 0]);
    // In time when it is proposed, and too late when it is approved.
    desk.site.wait_ms(13 * DAY_MS);
    let ida = desk.site.clerk("ida", &[Role::Finance]).await;
    let made = desk.proposes(&ida, 9_000_000).await;
    desk.site.wait_ms(DAY_MS);
    let leo = desk.site.clerk("leo", &[Role::FinanceLead]).await;
    assert_eq!(leo.approves(&made).await.done().data["code"], 4008);
    let ivy = desk.site.clerk("ivy", &[Role::Finance]).await;
    ivy.does("topups/propose_refund", desk.body(1)).await.refused(4008);
    assert_eq!(desk.purses().await, [9_000_000, 0, 0]);
    desk.looks().await;
    desk.agrees(0).await;
}

#[tokio::test]
async fn whoever_dies_after_the_approval_leaves_it_to_the_next_and_it_is_paid_once() {
    let desk = Desk::open().await;
    let (ann, _) = desk.clerks().await;
    let made = desk.proposes(&ann, 3_000_000).await;
    let id = Uuid::parse_str(made["proposal"].as_str().expect("an id")).expect("an id");
    let approve = ProposalCommand::Approve(Approve {
        by: "lea".to_owned(),
        own: None,
        digest: made["digest"].as_str().expect("a digest").to_owned(),
        reason: "a test".to_owned(),
    });
    let proposals = desk.site.ledger.proposals();
    let stream = StreamId::thing(ProposalId(id).0);
    let reply = proposals.execute(&stream, approve, Request::default(), Plain).await;
    assert!(reply.expect("a reply").is_accepted());
    desk.site.settle().await;
    assert_eq!(desk.purses().await, [10_000_000, 0, 0]);
    for _ in 0..2 {
        staff::proposals::sweep_once(desk.site.service()).await.expect("swept");
        desk.looks().await;
        assert_eq!(desk.purses().await, [7_000_000, 0, 0]);
        assert_eq!(desk.came_back(), 3_000_000);
        agree(&desk.site.ledger, &desk.rail).await;
    }
}

/// A row says who paid; only one that this service wrote on seeing the chain decides who is paid back.
#[tokio::test]
async fn nobody_is_paid_whom_a_changed_row_names() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let made = desk.proposes(&ann, 4_000_000).await;
    let stranger = DemoWallet::nth(1).address();
    let mut forger = forgery::forger(&desk.site.ledger).await;
    let sender = async |forger: &mut sqlx::PgConnection, of: ton::Address| {
        let statement = format!("update incoming_payments set sender = '{of}'");
        let done = forger.execute(statement.as_str()).await.expect("written");
        assert_eq!(done.rows_affected(), 1);
    };
    sender(&mut forger, stranger).await;
    let refused = ann.does("topups/propose_refund", desk.body(1)).await;
    refused.refused(-1006);
    let listed = ann.ask("topups/refundable", json!({ "player": desk.player.0 })).await;
    assert_eq!(listed.done().data["list"][0]["payer"], Value::Null);
    assert_eq!(lea.approves(&made).await.done().data["code"], -1006);
    sender(&mut forger, desk.payer).await;
    assert_eq!(desk.purses().await, [10_000_000, 0, 0], "nothing was taken");
    desk.proposes(&ann, 4_000_000).await;
}

/// A payment that was credited is still known as seen here after the change of the master key.
#[tokio::test]
async fn whoever_paid_is_known_under_another_master_key() {
    let desk = Desk::open().await;
    let ledger = &desk.site.ledger;
    let mut owner = owner_of(ledger).await;
    let masters = MasterKeys {
        current: [8; 32],
        others: vec![MASTER_KEY],
    };
    let [before, after] = [masters, [8; 32].into()];
    let both = Keys::open(&mut owner, &before).await.expect("keys");
    let only_new = Keys::open(&mut owner, &after).await.expect("keys");
    let [paid] = &incoming::of_order(ledger.pool(), &desk.order_no).await.expect("read")[..] else {
        panic!("one payment")
    };
    let known = async |macs: &MacKeys| {
        incoming::doubt(ledger.pool(), macs, paid)
            .await
            .expect("read")
            .is_none()
    };
    assert!(known(both.macs()).await && !known(only_new.macs()).await);
    for rows in [1, 0] {
        assert_eq!(incoming::renew(&mut owner, both.macs()).await.expect("renewed"), rows);
    }
    assert!(known(only_new.macs()).await);
}
