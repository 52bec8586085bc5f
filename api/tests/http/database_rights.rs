//! What functions of payments refuse to the service's login (ledger §4.12); what it may not do at all is in the rig of
//! attacks.

use crate::audit::forger;
use crate::bank::{Bank, payee};
use crate::deposits::orders;
use crate::payouts::{asks, shown};
use domain::ids::{OrderId, ProposalId, WithdrawalId};
use domain::money::Usdt;
use domain::proposal::{Approve, Kind, ProposalCommand, Propose, digest};
use ledger::{Fault, Ledger, Plain, Request, StreamId, testing};
use rails::incoming::{self, Key};
use rails::{Cursors, Incoming, Rail, scan};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};
use std::sync::Arc;
use uuid::Uuid;
use workers::shadow::Shadows;

/// A proposal that gives a payment to an order.
pub async fn proposed(ledger: &Ledger, payment: &Key, order_no: &str) -> (ProposalId, Value) {
    let proposal = ProposalId(Uuid::now_v7());
    let what = json!({ "tx": payment.tx, "order_no": order_no, "of": [payment.rail, payment.lt] });
    let propose = ProposalCommand::Propose(Propose {
        proposal,
        kind: Kind::TopupAssign,
        what: what.clone(),
        players: Vec::new(),
        maker: "ann".into(),
        own: None,
        reason: "the player showed the transfer".into(),
    });
    issue(ledger, proposal, propose).await;
    (proposal, what)
}

/// The same, approved by somebody else.
pub async fn approved(ledger: &Ledger, payment: &Key, order_no: &str) -> ProposalId {
    let (proposal, what) = proposed(ledger, payment, order_no).await;
    let approve = ProposalCommand::Approve(Approve {
        by: "bob".into(),
        own: None,
        digest: digest(&proposal, Kind::TopupAssign, &what),
        reason: "seen on the chain".into(),
    });
    issue(ledger, proposal, approve).await;
    proposal
}

async fn issue(ledger: &Ledger, proposal: ProposalId, command: ProposalCommand) {
    let id = StreamId::thing(proposal.0);
    let reply = ledger
        .proposals()
        .execute(&id, command, Request::without_id("test"), Plain);
    let reply = reply.await.expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
}

/// A payment of nobody.
pub async fn nobodys(bank: &Bank, tx: &str) -> Key {
    let payment = Incoming {
        lt: 7,
        tx: tx.to_owned(),
        sender: "a stranger".to_owned(),
        amount: Usdt::from_minor(50_000_000),
        comment: Some("for my friend".to_owned()),
    };
    let (pool, now) = (bank.app.ledger.pool(), bank.app.ledger.clock().now());
    let kept = incoming::keep(pool, &bank.rail, &[(payment, None)], Cursors::default(), now).await;
    kept.expect("kept");
    incoming::unmatched_of(pool, tx)
        .await
        .expect("asked")
        .expect("one")
        .key()
}

/// What the database says of a statement that must not be carried out.
async fn refusal(connection: &mut PgConnection, statement: &str) -> (String, String) {
    let fault = connection.execute(statement).await.expect_err(statement);
    let refusal = fault.as_database_error().expect("a refusal");
    (
        refusal.code().unwrap_or_default().into_owned(),
        refusal.message().to_owned(),
    )
}

#[tokio::test]
async fn functions_refuse_what_nothing_in_the_log_stands_behind() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let (order_no, payment) = (orders(&angler).await, nobodys(&bank, "t1").await);
    let ledger = &bank.app.ledger;
    let (waiting, _) = proposed(ledger, &payment, &order_no).await;
    let of_another = approved(ledger, &payment, "another order").await;
    for proposal in [waiting, of_another, ProposalId(Uuid::now_v7())] {
        let refused = incoming::claim(ledger.pool(), &payment, &order_no, proposal).await;
        let Err(Fault::Database(why)) = refused else {
            panic!("{refused:?}");
        };
        assert!(why.to_string().contains("no approved proposal"), "{why}");
        let taken = incoming::take_back(ledger.pool(), &payment, proposal, WithdrawalId(Uuid::now_v7())).await;
        let Err(Fault::Database(why)) = taken else {
            panic!("{taken:?}");
        };
        assert!(why.to_string().contains("no approved proposal returns"), "{why}");
    }
    let mut service = ledger.pool().acquire().await.expect("a connection");
    let stream = OrderId::of(&order_no).0;
    let credit = format!("select credit_incoming_payment('ton_usdt', 't1', 7, '{stream}', 1)");
    let noted: bool = sqlx::query_scalar(&credit)
        .fetch_one(&mut *service)
        .await
        .expect("asked");
    assert!(!noted, "no order has it");
    for (call, why) in [
        (
            format!(
                "select keep_incoming_payment('ton_usdt', 't2', 8, 'a', 1, 'not {order_no}', '{order_no}', 1, null)"
            ),
            "its comment names",
        ),
        (
            "select switch_payout_wallets(null, null, ' ', null, 1)".to_owned(),
            "by somebody",
        ),
    ] {
        let (code, said) = refusal(&mut service, &call).await;
        assert!(code == "42501" && said.contains(why), "{call}: {code} {said}");
    }
    let proposal = approved(ledger, &payment, &order_no).await;
    assert!(
        incoming::claim(ledger.pool(), &payment, &order_no, proposal)
            .await
            .expect("given")
    );
    bank.look().await;
    assert_eq!(angler.read("coupon/info").await["coupon"], "50.000000");
    // Credited, it is still looked at.
    let mut owner = testing::owner_of(ledger).await;
    for (forgery, broken) in [
        ("select", 0),
        ("update incoming_payments set proposal = null", 1),
        (
            "update events set payload = replace(payload::text, 'bob', 'ann')::json where event_type = 'Approved'",
            1,
        ),
    ] {
        let mut undone = owner.begin().await.expect("a transaction");
        undone
            .execute("set local session_replication_role = replica")
            .await
            .expect("the owner");
        undone.execute(forgery).await.expect(forgery);
        let law = workers::audit::laws().find(|law| law.id == "I-10b").expect("a law");
        let result = workers::audit::check(&mut undone, law).await.expect("read");
        undone.rollback().await.expect("undone");
        assert_eq!((result.compared, result.broken), (1, broken), "{forgery}: {result:?}");
    }
}

#[tokio::test]
async fn a_slot_is_for_an_approved_withdrawal_and_ends_as_the_log_says() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    let terms = bank.terms().await;
    let mut service = bank.app.ledger.pool().acquire().await.expect("a connection");
    let (rail, wallet) = (bank.rail.name(), bank.rail.wallet());
    let prepare =
        format!("select add_payout_wallet('{rail}', '{wallet}'); select take_payout_number('{rail}', '{wallet}')");
    let reserve = |number: u32, withdrawal: &str, address: &str, amount: i64| {
        format!(
            "{prepare}; select reserve_payout_slot('{rail}', '{wallet}', {number}, {number}, '{withdrawal}', '{address}', \
             '7', {amount}, 1, 1, 1)"
        )
    };
    let (id, address) = (terms.withdrawal.to_string(), terms.address.as_str().to_owned());
    let (net, theft) = (terms.net().minor(), payee(9).non_bounceable());
    for (call, why) in [
        (reserve(0, &id, &theft, net), "approved on these terms"),
        (reserve(0, &id, &address, net + 1), "approved on these terms"),
        (
            reserve(0, &Uuid::now_v7().to_string(), &address, net),
            "approved on these terms",
        ),
        (reserve(5, &id, &address, net), "its wallet gave last"),
    ] {
        let (code, said) = refusal(&mut service, &call).await;
        assert!(code == "42501" && said.contains(why), "{call}: {code} {said}");
    }
    bank.look().await;
    let query_id: i64 = sqlx::query_scalar("select query_id from payout_slots")
        .fetch_one(&mut *service)
        .await
        .expect("one slot");
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    testing::vouched(
        &bank.app.ledger,
        "update payout_slots set outcome = null, closed_at_ms = null",
    )
    .await;
    for outcome in ["not_paid", "void"] {
        let end = format!("select end_payout_slot('{rail}', '{wallet}', {query_id}, '{outcome}', 9000000000000)");
        assert_eq!(refusal(&mut service, &end).await.0, "42501", "{outcome}");
    }
}

#[tokio::test]
async fn a_payment_given_away_by_sql_is_not_credited_and_stops_payouts() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let (order_no, _) = (orders(&angler).await, nobodys(&bank, "t1").await);
    let ledger = bank.app.ledger.clone();
    let rails: [Arc<dyn Rail>; 1] = [Arc::new(bank.with_key(42))];
    Shadows::new(&rails).tick(&ledger).await.expect("compared");
    assert_eq!(bank.alarm().await, None);
    // With every right on the database, and a proposal that nobody approved.
    let forgery = format!("update incoming_payments set order_no = '{order_no}', assigned_by = 'ann bob'");
    forger(&bank.app).await.execute(forgery.as_str()).await.expect("forged");
    let refused = scan::credit(&ledger, &bank.rail)
        .await
        .err()
        .map(|halt| format!("{halt:?}"));
    assert!(refused.is_some_and(|why| why.contains("nobody approved")));
    assert_eq!(angler.read("coupon/info").await["coupon"], "0.000000");
    Shadows::new(&rails).tick(&ledger).await.expect("compared");
    let why = bank.alarm_of(&bank.with_key(42)).await.expect("payouts stop");
    assert!(why.contains("the payment t1 was given to the order"), "{why}");
}
