//! The desk of refunds: a player who topped up on the chain, and the staff who decide.

use crate::angler::Angler;
use crate::audit::rewritten;
use crate::bank::{Bank, LOOKS, agree};
use crate::deposits::orders;
use crate::staff_site::{Clerk, StaffSite};
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::posting::Purse;
use domain::proposal::{Approve, ProposalCommand};
use domain::staff::Role;
use ledger::testing::{forgery, owner_of};
use ledger::{Plain, Request, StreamId};
use local_chain::{Chain, DemoWallet, Node};
use rails::reconcile;
use rails::ton::Ton;
use serde_json::{Value, json};
use sqlx::{Executor, Row};
use std::sync::Arc;
use uuid::Uuid;
use workers::{audit, payouts};

const TEN: u128 = 10_000_000;

/// A player who topped up ten USDT from a wallet, with the staff's desk.
pub struct Desk {
    pub site: StaffSite,
    pub chain: Arc<Chain>,
    pub rail: Ton,
    pub payer: ton::Address,
    pub player: PlayerId,
    pub order_no: String,
    /// The payment of ten: transaction and logical time.
    pub paid: (String, i64),
    /// What the payer has once the top-up is paid.
    had: u128,
    /// What custody holds by then.
    held: Usdt,
    /// They answer as long as they live.
    _nodes: [Node; 2],
}

impl Desk {
    pub async fn open() -> Desk {
        let bank = Bank::open().await;
        let angler = bank.app.player(1).await;
        let order_no = orders(&angler).await;
        let player = angler.id;
        bank.pays(0, TEN, Some(&order_no));
        bank.looks().await;
        bank.app.wait_ms(1_000);
        let payer = DemoWallet::nth(0).address();
        let (app, chain, nodes, rail) = bank.apart();
        let mut desk = Desk {
            had: chain.usdt_balance(payer),
            held: reconcile::in_books(app.ledger.pool()).await.expect("custody"),
            site: StaffSite::of(app).await,
            chain,
            rail,
            payer,
            player,
            order_no,
            paid: (String::new(), 0),
            _nodes: nodes,
        };
        desk.paid = desk.last_payment().await;
        desk
    }

    pub async fn clerks(&self) -> (Clerk<'_>, Clerk<'_>) {
        (
            self.site.clerk("ann", &[Role::Finance]).await,
            self.site.clerk("lea", &[Role::FinanceLead]).await,
        )
    }

    pub async fn looks(&self) {
        for _ in 0..LOOKS {
            self.site.settle().await;
            payouts::tick(&self.site.ledger, &self.rail).await.expect("a look");
            self.chain.settle();
        }
        self.site.settle().await;
    }

    /// A wallet pays the order, too; the payment.
    pub async fn is_paid_by(&mut self, wallet: u8, micro: u32) -> (String, i64) {
        let (wallet, to) = (DemoWallet::nth(wallet), self.rail.address());
        let sent = wallet.send_usdt(&self.chain, to, micro.into(), Some(&self.order_no));
        sent.expect("a transfer");
        self.chain.settle();
        self.looks().await;
        self.held += Usdt::from_minor(micro.into());
        self.last_payment().await
    }

    async fn last_payment(&self) -> (String, i64) {
        let last = "select tx, lt from incoming_payments where order_no is not null order by lt desc limit 1";
        let row = sqlx::query(last)
            .fetch_one(&**self.site.ledger.pool())
            .await
            .expect("a payment");
        (row.get(0), row.get(1))
    }

    pub fn body(&self, micro: i64) -> Value {
        self.body_of(&self.paid, micro)
    }

    pub fn body_of(&self, (tx, lt): &(String, i64), micro: i64) -> Value {
        json!({
            "player": self.player.0, "order_no": self.order_no, "tx": tx, "lt": lt, "amount": micro.to_string(),
            "case_id": "case 7"
        })
    }

    pub async fn proposes(&self, ann: &Clerk<'_>, micro: i64) -> Value {
        let body = self.body(micro);
        ann.does("topups/propose_refund", body).await.done().data
    }

    /// Two people decide; the code with which it ended.
    pub async fn decides(&self, both: (&Clerk<'_>, &Clerk<'_>), micro: i64) -> Value {
        self.decides_of(both, &self.paid, micro).await
    }

    pub async fn decides_of(&self, (ann, lea): (&Clerk<'_>, &Clerk<'_>), of: &(String, i64), micro: i64) -> Value {
        let body = self.body_of(of, micro);
        let made = ann.does("topups/propose_refund", body).await.done().data;
        lea.approves(&made).await.done().data["code"].clone()
    }

    /// A proposal is approved in its stream, by whoever dies then: nothing is carried out. The proposal's id.
    pub async fn is_approved(&self, made: &Value, by: &str) -> Uuid {
        let id = Uuid::parse_str(made["proposal"].as_str().expect("an id")).expect("an id");
        let approve = ProposalCommand::Approve(Approve {
            by: by.to_owned(),
            own: None,
            digest: made["digest"].as_str().expect("a digest").to_owned(),
            reason: "a test".to_owned(),
        });
        let proposals = self.site.ledger.proposals();
        let request = Request::without_id(&format!("staff:{by}"));
        let reply = proposals.execute(&StreamId::thing(id), approve, request, Plain).await;
        assert!(reply.expect("a reply").is_accepted());
        id
    }

    pub fn came_back(&self) -> u128 {
        self.chain.usdt_balance(self.payer) - self.had
    }

    /// Coupons, USDT on hold and USDT of the player, in minor units.
    pub async fn purses(&self) -> [i64; 3] {
        let player = self.site.ledger.players().load(&StreamId::player(self.player)).await;
        let wallet = player.expect("a player").state.wallet;
        [Purse::Coupon, Purse::UsdtHold, Purse::Usdt].map(|purse| wallet.minor(purse))
    }

    pub async fn records(&self, angler: &Angler<'_>) -> Vec<(Value, Value)> {
        let list = angler.read("coupon/records").await["list"].clone();
        let lines = list.as_array().expect("a list").iter();
        lines
            .map(|line| (line["kind"].clone(), line["amount"].clone()))
            .collect()
    }

    pub async fn broken(&self) -> Vec<&'static str> {
        let results = audit::run(self.site.ledger.pool(), &mut |_| ()).await.expect("read");
        let broken = results.iter().filter(|result| !result.holds());
        broken.map(|result| result.law).collect()
    }

    /// Laws that do not hold while events of these types say something else.
    pub async fn broken_by(&self, events: &[&str], (from, to): (&str, &str)) -> Vec<&'static str> {
        for event in events {
            self.forges(&rewritten(event, from, to)).await;
        }
        let broken = self.broken().await;
        for event in events {
            self.forges(&rewritten(event, to, from)).await;
        }
        broken
    }

    async fn forges(&self, statement: &str) {
        let done = forgery::forger(&self.site.ledger).await.execute(statement).await;
        assert!(done.expect("written").rows_affected() > 0, "{statement}");
    }

    /// The row of the payment of ten says that somebody else sent it.
    pub async fn names_as_sender(&self, of: ton::Address) {
        let (tx, lt) = &self.paid;
        let statement = format!("update incoming_payments set sender = '{of}' where tx = '{tx}' and lt = {lt}");
        self.forges(&statement).await;
    }

    /// Nothing says any more that the payments were credited.
    pub async fn forgets_credits(&self) {
        let statement = "update incoming_payments set credited_at_ms = null";
        let mut owner = owner_of(&self.site.ledger).await;
        sqlx::query(statement).execute(&mut owner).await.expect("forgotten");
    }

    /// Chain and books agree, the payer has so much again and custody so much less, and every law holds.
    pub async fn agrees(&self, paid: i64) {
        assert_eq!(self.came_back(), u128::try_from(paid).expect("an amount"));
        self.has_paid(paid).await;
    }

    /// Chain and books agree, custody has so much less than after the top-up, and every law holds.
    pub async fn has_paid(&self, paid: i64) {
        let held = reconcile::in_books(self.site.ledger.pool()).await.expect("custody");
        assert_eq!(self.held - held, Usdt::from_minor(paid));
        agree(&self.site.ledger, &self.rail).await;
        assert_eq!(self.broken().await, Vec::<&str>::new());
    }
}
