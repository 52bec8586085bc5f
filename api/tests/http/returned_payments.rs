//! Payments of nobody that go back to their senders, as two people decide (rails §6).

use crate::audit::rewritten;
use crate::bank::{Bank, LOOKS, agree};
use crate::staff_site::{Clerk, StaffSite};
use domain::money::Usdt;
use domain::staff::Role;
use ledger::testing::{forgery, owner_of};
use local_chain::{Chain, DemoWallet, Lock, Node};
use rails::reconcile::{self, Check};
use rails::ton::Ton;
use rails::{Rail, incoming};
use serde_json::{Value, json};
use sqlx::Executor;
use std::sync::Arc;
use workers::{audit, payouts};

const FIFTY: u128 = 50_000_000;

/// A service at which a stranger's payment has come, with the staff's desk.
struct Desk {
    site: StaffSite,
    chain: Arc<Chain>,
    rail: Ton,
    stranger: ton::Address,
    /// What the stranger had before paying.
    had: u128,
    /// What custody held before.
    held: Usdt,
    tx: String,
    /// They answer as long as they live.
    _nodes: [Node; 2],
}

impl Desk {
    async fn open() -> Desk {
        let bank = Bank::open().await;
        let stranger = DemoWallet::nth(0).address();
        let had = bank.chain.usdt_balance(stranger);
        let held = reconcile::in_books(bank.app.ledger.pool()).await.expect("custody");
        bank.pays(0, FIFTY, Some("for my friend"));
        bank.look().await;
        let (app, chain, nodes, rail) = bank.apart();
        let unmatched = rails::incoming::unmatched(app.ledger.pool()).await.expect("a list");
        Desk {
            site: StaffSite::of(app).await,
            chain,
            rail,
            stranger,
            had,
            held,
            tx: unmatched[0].payment.tx.clone(),
            _nodes: nodes,
        }
    }

    async fn tick(&self) {
        payouts::tick(&self.site.ledger, &self.rail).await.expect("a look");
    }

    async fn looks(&self) {
        for _ in 0..LOOKS {
            self.site.settle().await;
            self.tick().await;
            self.chain.settle();
        }
        self.site.settle().await;
    }

    async fn clerks(&self) -> (Clerk<'_>, Clerk<'_>) {
        (
            self.site.clerk("ann", &[Role::Finance]).await,
            self.site.clerk("lea", &[Role::FinanceLead]).await,
        )
    }

    async fn proposes(&self, ann: &Clerk<'_>) -> Value {
        let made = ann.does("topups/propose_return", json!({ "tx": self.tx })).await;
        made.done().data
    }

    /// Two people decide that it goes back.
    async fn decides(&self) {
        let (ann, lea) = self.clerks().await;
        let made = self.proposes(&ann).await;
        let done = lea.approves(&made).await.done().data;
        assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(0)));
    }

    fn has(&self) -> u128 {
        self.chain.usdt_balance(self.stranger)
    }

    /// Laws that do not hold while an event says something else.
    async fn broken_by(&self, event: &str, (from, to): (&str, &str)) -> Vec<&'static str> {
        let mut forger = forgery::forger(&self.site.ledger).await;
        let mut write = async |statement: String| {
            let done = forger.execute(statement.as_str()).await;
            assert_eq!(done.expect("written").rows_affected(), 1, "{statement}");
        };
        write(rewritten(event, from, to)).await;
        let results = audit::run(self.site.ledger.pool(), &mut |_| ()).await.expect("read");
        write(rewritten(event, to, from)).await;
        let broken = results.iter().filter(|result| !result.holds());
        broken.map(|result| result.law).collect()
    }

    /// The sender has it once, the books are as they were, and every law holds.
    async fn is_back_once(&self) {
        assert_eq!(self.has(), self.had);
        let pool = self.site.ledger.pool();
        let held = reconcile::in_books(pool).await.expect("custody");
        let nobodys = reconcile::in_suspense(pool).await.expect("suspense");
        assert_eq!((held, nobodys), (self.held, Usdt::ZERO));
        agree(&self.site.ledger, &self.rail).await;
        let results = audit::run(pool, &mut |_| ()).await.expect("read");
        let broken: Vec<_> = results.iter().filter(|result| !result.holds()).collect();
        assert!(broken.is_empty(), "{broken:#?}");
    }
}

#[tokio::test]
async fn a_strangers_payment_goes_back_to_the_stranger_whole_as_two_people_decide() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let made = desk.proposes(&ann).await;
    // One person alone moves nothing.
    ann.approves(&made).await.refused(9001);
    desk.looks().await;
    assert_eq!(desk.has(), desk.had - FIFTY);
    let info = lea
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await
        .done()
        .data;
    let facts = crate::staff_site::facts(&info);
    assert_eq!(
        (&facts["payment_amount"], &facts["would_hold h:usdt_suspense"]),
        (&json!("50000000"), &json!("0"))
    );
    let done = lea.approves(&made).await.done().data;
    assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(0)));
    // It is nobody's to give away any more.
    ann.does("topups/propose_return", json!({ "tx": desk.tx }))
        .await
        .refused(4007);
    desk.looks().await;
    desk.is_back_once().await;
    desk.looks().await;
    desk.is_back_once().await;

    // Whoever writes into the log that it was another amount, address or person is noticed.
    for (event, from, to, law) in [
        ("ReturnOpened", "\"approver\":\"lea\"", "\"approver\":\"ann\"", "I-41"),
        ("ReturnOpened", "\"approver\":\"lea\"", "\"approver\":\"sam\"", "I-41j"),
        (
            "ReturnOpened",
            "\"amount\":\"50.000000\"",
            "\"amount\":\"51.000000\"",
            "I-41j",
        ),
        (
            "PaymentReturned",
            "\"amount\":\"50.000000\"",
            "\"amount\":\"51.000000\"",
            "I-10c",
        ),
    ] {
        let broken = desk.broken_by(event, (from, to)).await;
        assert!(broken.contains(&law), "{event} {to}: {broken:?}");
    }
}

#[tokio::test]
async fn two_workers_race_and_one_dies_and_it_goes_back_once() {
    let desk = Desk::open().await;
    desk.decides().await;
    let neighbour = desk.site.neighbour().await;
    for steps in 0..60 {
        // This one ends wherever it happens to be after so many polls.
        tokio::select! {
            biased;
            done = payouts::tick(&neighbour.ledger, &desk.rail) => done.expect("a look"),
            () = turns(steps * 40) => {}
        }
        if steps % 6 == 0 {
            let (here, there) = tokio::join!(
                payouts::tick(&desk.site.ledger, &desk.rail),
                payouts::tick(&neighbour.ledger, &desk.rail)
            );
            here.and(there).expect("two looks at once");
            desk.chain.settle();
        }
    }
    desk.looks().await;
    desk.is_back_once().await;
    // Whoever ended between the log and the row books nothing twice.
    let forgotten = "update incoming_payments set returned_at_ms = null";
    let mut owner = owner_of(&desk.site.ledger).await;
    sqlx::query(forgotten).execute(&mut owner).await.expect("forgotten");
    desk.looks().await;
    desk.is_back_once().await;
}

/// A row says who sent it; only one that this service wrote on seeing the chain decides where the money goes.
#[tokio::test]
async fn nothing_goes_to_whom_a_changed_row_names() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let made = desk.proposes(&ann).await;
    let mut forger = forgery::forger(&desk.site.ledger).await;
    let other = DemoWallet::nth(1).address();
    let changed = format!("update incoming_payments set sender = '{other}'");
    let changed = forger.execute(changed.as_str()).await.expect("written");
    assert_eq!(changed.rows_affected(), 1);
    let asked = json!({ "tx": desk.tx });
    ann.does("topups/propose_return", asked).await.refused(-1006);
    assert_eq!(lea.approves(&made).await.done().data["code"], -1006);
    let nobodys = rails::incoming::unmatched(desk.site.ledger.pool())
        .await
        .expect("a list");
    assert_eq!(nobodys.len(), 1, "nothing took it");
}

async fn turns(count: u32) {
    for _ in 0..count {
        tokio::task::yield_now().await;
    }
}

/// It waits until somebody fills the wallet: the alert says how much is to be there.
#[tokio::test]
async fn a_wallet_with_less_than_what_goes_back_is_an_alert() {
    let desk = Desk::open().await;
    let ledger = &desk.site.ledger;
    let compared = Check {
        on_chain: Usdt::from_minor(49_999_999),
        ..Check::default()
    };
    let wallet = (desk.rail.name(), desk.rail.wallet(), compared);
    reconcile::keep(ledger, &[wallet], false).await.expect("kept");
    let low = async || {
        let all = staff::alerts::all(desk.site.service())
            .await
            .expect("alerts")
            .into_iter();
        let of_kind = all.filter(|alert| alert.kind == "wallet_low");
        of_kind.map(|alert| alert.bound.value).collect::<Vec<_>>()
    };
    assert_eq!(low().await, Vec::<String>::new(), "nobody decided that it goes back");
    desk.decides().await;
    assert_eq!(low().await, ["50000000"]);
    desk.looks().await;
    assert_eq!(desk.has(), desk.had);
    let left = incoming::to_go_back(ledger.pool()).await.expect("a sum");
    assert_eq!((left, low().await), (Usdt::ZERO, Vec::new()));
}

#[tokio::test]
async fn what_cannot_be_brought_back_is_nobodys_again_with_its_proof() {
    let desk = Desk::open().await;
    desk.chain.lock(desk.stranger, Lock::Incoming);
    desk.chain.settle();
    desk.decides().await;
    desk.looks().await;
    assert_eq!(desk.has(), desk.had - FIFTY);
    let pool = desk.site.ledger.pool();
    let nobodys = reconcile::in_suspense(pool).await.expect("suspense");
    assert_eq!(nobodys, Usdt::from_minor(50_000_000));
    let unmatched = rails::incoming::unmatched(pool).await.expect("a list");
    assert_eq!(unmatched.len(), 1, "it waits for another decision");
    let results = audit::run(pool, &mut |_| ()).await.expect("read");
    assert!(results.iter().all(workers::audit::LawResult::holds));
}
