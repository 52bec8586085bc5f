//! Money that came and that nobody owns: in the books from the moment it is seen, on the suspense account (rails §6).

use crate::angler::Angler;
use crate::bank::{Bank, came, payment};
use crate::database_rights::{approved, nobodys};
use crate::deposits::orders;
use domain::ids::OrderId;
use domain::money::Usdt;
use domain::topup::TopUpCommand;
use ledger::policies;
use ledger::testing::owner_of;
use ledger::{Plain, Request, StreamId};
use rails::incoming::{self, Key};
use rails::{reconcile, scan};
use workers::audit;

const FIFTY: Usdt = Usdt::from_minor(50_000_000);

impl Bank {
    async fn books(&self) {
        scan::book(&self.app.ledger, &self.rail).await.expect("booked");
        self.app.settle().await;
    }

    async fn in_custody(&self) -> Usdt {
        let held = reconcile::in_books(self.app.ledger.pool()).await;
        held.expect("custody")
    }

    async fn in_suspense(&self) -> Usdt {
        let held = reconcile::in_suspense(self.app.ledger.pool()).await;
        held.expect("suspense")
    }

    /// What came to custody since it held `before`, and what is in suspense.
    async fn holds(&self, before: Usdt) -> (Usdt, Usdt) {
        (self.in_custody().await - before, self.in_suspense().await)
    }

    async fn unbooked(&self) -> Usdt {
        let came = incoming::unbooked(self.app.ledger.pool(), &self.rail).await;
        came.expect("a sum")
    }

    /// Two people give a payment to an order.
    async fn assigns(&self, payment: &Key, order_no: &str) {
        let ledger = &self.app.ledger;
        let proposal = approved(ledger, payment, order_no).await;
        let given = incoming::claim(ledger.pool(), payment, order_no, proposal).await;
        assert!(given.expect("asked"));
    }

    /// What a process that ended between the log and the row left behind.
    async fn forgets(&self, column: &str) {
        let forgotten = format!("update incoming_payments set {column} = null");
        let mut owner = owner_of(&self.app.ledger).await;
        sqlx::query(&forgotten).execute(&mut owner).await.expect("forgotten");
    }

    async fn keeps_its_laws(&self) {
        let results = audit::run(self.app.ledger.pool(), &mut |_| ()).await.expect("read");
        let broken: Vec<_> = results.iter().filter(|result| !result.holds()).collect();
        assert!(broken.is_empty(), "{broken:#?}");
    }
}

async fn coupons(angler: &Angler<'_>) -> String {
    angler.app.settle().await;
    let info = angler.read("coupon/info").await;
    info["coupon"].as_str().expect("coupons").to_owned()
}

#[tokio::test]
async fn what_came_is_in_custody_at_once_and_stays_there_when_it_is_given_to_an_order() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let (before, order_no) = (bank.in_custody().await, orders(&angler).await);
    bank.pays(0, 50_000_000, Some("for my friend"));
    bank.look().await;
    bank.agrees().await;
    assert_eq!(bank.holds(before).await, (FIFTY, FIFTY));
    let payment = incoming::unmatched(bank.app.ledger.pool()).await.expect("a list")[0].key();
    bank.assigns(&payment, &order_no).await;
    bank.agrees().await;
    bank.look().await;
    bank.agrees().await;
    assert_eq!(bank.holds(before).await, (FIFTY, Usdt::ZERO));
    assert_eq!(coupons(&angler).await, "50.000000");
    bank.keeps_its_laws().await;
}

#[tokio::test]
async fn whoever_ends_between_the_log_and_the_row_books_nothing_twice() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let (before, order_no) = (bank.in_custody().await, orders(&angler).await);
    let payment = nobodys(&bank, "t1").await;
    assert_eq!(bank.unbooked().await, FIFTY, "seen and not booked");
    for _ in 0..3 {
        bank.books().await;
        assert_eq!(bank.holds(before).await, (FIFTY, FIFTY));
        assert_eq!(bank.unbooked().await, Usdt::ZERO);
        bank.forgets("in_suspense_at_ms").await;
    }
    // The row does not say that the log has it, and it is an order's by now.
    bank.assigns(&payment, &order_no).await;
    credits_once(&bank, before, &angler).await;
    bank.keeps_its_laws().await;
}

/// The payment comes out of suspense and becomes coupons, once, however often its row forgets that it was credited.
async fn credits_once(bank: &Bank, before: Usdt, angler: &Angler<'_>) {
    for _ in 0..3 {
        bank.books().await;
        assert_eq!(bank.holds(before).await, (FIFTY, Usdt::ZERO));
        assert_eq!(
            (bank.unbooked().await, coupons(angler).await.as_str()),
            (Usdt::ZERO, "50.000000")
        );
        bank.forgets("credited_at_ms").await;
    }
}

/// The scanner gives a payment to an order whose number is the whole comment; the number with something around it is
/// read by people, and their word takes it out of suspense.
#[tokio::test]
async fn what_people_gave_to_the_order_that_its_comment_nearly_names_is_booked_once() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let (before, order_no) = (bank.in_custody().await, orders(&angler).await);
    let comment = format!("#{order_no}");
    came(&bank.app.ledger, [payment("t1", 7, 50_000_000, Some(&comment))]).await;
    bank.books().await;
    assert_eq!(bank.holds(before).await, (FIFTY, FIFTY));
    let nearly = incoming::unmatched(bank.app.ledger.pool()).await.expect("a list")[0].key();
    bank.forgets("in_suspense_at_ms").await;
    bank.assigns(&nearly, &order_no).await;
    credits_once(&bank, before, &angler).await;
    bank.keeps_its_laws().await;
}

#[tokio::test]
async fn what_was_assigned_before_it_was_booked_goes_through_suspense_as_well() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let (before, order_no) = (bank.in_custody().await, orders(&angler).await);
    let payment = nobodys(&bank, "t1").await;
    bank.assigns(&payment, &order_no).await;
    // Credited out of the suspense account and from nowhere else.
    scan::credit(&bank.app.ledger, &bank.rail).await.expect("looked");
    assert_eq!(
        (bank.in_custody().await, coupons(&angler).await.as_str()),
        (before, "0.000000")
    );
    bank.books().await;
    assert_eq!(bank.holds(before).await, (FIFTY, Usdt::ZERO));
    assert_eq!(coupons(&angler).await, "50.000000");
    bank.keeps_its_laws().await;
}

#[tokio::test]
async fn what_an_order_booked_before_there_was_a_suspense_account_is_not_booked_again() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let (ledger, before) = (&bank.app.ledger, bank.in_custody().await);
    let (order_no, payment) = (orders(&angler).await, nobodys(&bank, "t1").await);
    bank.assigns(&payment, &order_no).await;
    let pay = TopUpCommand::Pay {
        amount: FIFTY,
        tx: payment.tx.clone(),
        lt: payment.lt,
        from_suspense: false,
    };
    let id = StreamId::thing(OrderId::of(&order_no).0);
    let reply = ledger
        .topups()
        .execute(&id, pay, Request::without_id("test"), Plain)
        .await;
    let reply = reply.expect("a reply");
    assert!(reply.is_accepted());
    policies::apply_now(ledger, ledger.partition_of(id.owner), reply.position).await;
    bank.books().await;
    assert_eq!(bank.holds(before).await, (FIFTY, Usdt::ZERO));
    assert_eq!(
        (bank.unbooked().await, coupons(&angler).await.as_str()),
        (Usdt::ZERO, "50.000000")
    );
    bank.keeps_its_laws().await;
}

#[tokio::test]
async fn a_row_says_that_a_payment_is_in_suspense_when_the_log_says_so_and_not_before() {
    let bank = Bank::open().await;
    let payment = nobodys(&bank, "t1").await;
    let (pool, now) = (bank.app.ledger.pool(), bank.app.ledger.clock().now());
    let noted = async || incoming::suspended(pool, &payment, now).await.expect("asked");
    assert!(!noted().await, "nothing booked it");
    bank.books().await;
    assert!(!noted().await, "it is noted already");
    bank.forgets("in_suspense_at_ms").await;
    let mut owner = owner_of(&bank.app.ledger).await;
    for (amount, is_noted) in [(49_999_999, false), (50_000_000, true)] {
        let changed = format!("update incoming_payments set amount = {amount}");
        sqlx::query(&changed).execute(&mut owner).await.expect("changed");
        assert_eq!(noted().await, is_noted, "{amount}");
    }
}
