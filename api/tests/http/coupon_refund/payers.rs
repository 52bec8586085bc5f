//! Each payment of an order goes back to who sent it, and to nobody else: several payers, payments that are forgotten,
//! coupons of no payment, and proposals that others left.

use super::desk::Desk;
use crate::angler::fresh;
use domain::ids::{ProposalId, WithdrawalId, derived};
use domain::money::Coupon;
use domain::player::coupon::RefundCoupons;
use domain::proposal::{Kind, ProposalCommand, Propose};
use domain::staff::Role;
use domain::treasury::PaymentKey;
use domain::withdrawal::Address;
use ledger::{Plain, Request, StreamId};
use local_chain::DemoWallet;
use rails::Rail;
use serde_json::{Value, json};
use uuid::Uuid;

const COMMENT: &str = "Refund of unspent coupons";

impl Desk {
    fn payment(&self) -> PaymentKey {
        PaymentKey {
            rail: self.rail.name().to_owned(),
            tx: self.paid.0.clone(),
            lt: u64::try_from(self.paid.1).expect("a logical time"),
        }
    }

    fn address(&self) -> Address {
        Address::parse(&self.payer.non_bounceable()).expect("an address")
    }

    /// The code with which the next process ends a proposal.
    async fn sweeps(&self, proposal: Uuid) -> Option<i32> {
        staff::proposals::sweep_once(self.site.service()).await.expect("swept");
        let proposals = self.site.ledger.proposals();
        let loaded = proposals.load(&StreamId::thing(proposal)).await;
        loaded.expect("a proposal").state.code
    }
}

/// Whoever sends a speck to somebody's order neither gets the coupons of another payer nor keeps them from him.
#[tokio::test]
async fn a_speck_of_a_stranger_hides_nothing_and_goes_back_to_the_stranger() {
    let mut desk = Desk::open().await;
    let stranger = DemoWallet::nth(1).address();
    let speck = desk.is_paid_by(1, 1).await;
    let had = desk.chain.usdt_balance(stranger);
    let (ann, lea) = desk.clerks().await;
    let listed = ann.ask("topups/refundable", json!({ "player": desk.player.0 })).await;
    let listed = listed.done().data["list"].clone();
    let lines = listed.as_array().expect("a list").iter();
    let lines: Vec<_> = lines.map(|line| (&line["payer"], &line["unspent"])).collect();
    let [of_stranger, of_payer] = [stranger, desk.payer].map(|payer| json!(payer.non_bounceable()));
    assert_eq!(
        lines,
        [(&of_stranger, &json!("1")), (&of_payer, &json!("10000000"))],
        "{listed}"
    );
    assert_eq!(desk.decides((&ann, &lea), 9_000_000).await, 0);
    let more = desk.body_of(&speck, 2);
    ann.does("topups/propose_refund", more).await.refused(2005);
    assert_eq!(desk.decides_of((&ann, &lea), &speck, 1).await, 0);
    desk.looks().await;
    assert_eq!(desk.purses().await, [1_000_000, 0, 0]);
    assert_eq!(
        (desk.came_back(), desk.chain.usdt_balance(stranger) - had),
        (9_000_000, 1)
    );
    desk.has_paid(9_000_001).await;
    the_laws_hold_each_payment_against_its_refunds(&desk, &speck).await;
}

async fn the_laws_hold_each_payment_against_its_refunds(desk: &Desk, speck: &(String, i64)) {
    let both = ["CouponRefunded", "Requested"];
    let [was, is] = ["0.000001", "0.500000"].map(|amount| format!("\"amount\":\"{amount}\""));
    let broken = desk.broken_by(&both, (&was, &is)).await;
    assert!(broken.contains(&"I-09b"), "more than the payment brought: {broken:?}");
    let [was, is] = [&speck.0, "none"].map(|tx| format!("\"tx\":\"{tx}\""));
    let broken = desk.broken_by(&both, (&was, &is)).await;
    assert!(broken.contains(&"I-09b"), "a payment that never came: {broken:?}");
    desk.names_as_sender(DemoWallet::nth(1).address()).await;
    let broken = desk.broken().await;
    assert!(broken.contains(&"I-09b"), "somebody else was paid: {broken:?}");
    desk.names_as_sender(desk.payer).await;
    assert_eq!(desk.broken().await, Vec::<&str>::new());
}

/// The coupons are taken and the payout is opened, then the process dies before the proposal ends. Whatever is paid or
/// written meanwhile, the proposal is done: its money is on its way.
#[tokio::test]
async fn a_refund_that_was_taken_before_its_proposal_ended_is_done() {
    let mut desk = Desk::open().await;
    let proposal = {
        let (ann, _) = desk.clerks().await;
        let made = desk.proposes(&ann, 3_000_000).await;
        desk.is_approved(&made, "sam").await
    };
    let take = RefundCoupons {
        order_no: desk.order_no.clone(),
        amount: Coupon::from_minor(3_000_000),
        withdrawal: WithdrawalId(derived("coupon_refund", proposal)),
        payment: desk.payment(),
        address: desk.address(),
        comment: Some(COMMENT.to_owned()),
        case_id: "case 7".to_owned(),
        proposer: "ann".to_owned(),
        approver: "sam".to_owned(),
    };
    let request = Request {
        id: Some(derived("proposal_done", proposal)),
        actor: "staff:sam".to_owned(),
        ..Request::default()
    };
    let id = StreamId::player(desk.player);
    let reply = desk
        .site
        .ledger
        .players()
        .execute(&id, take.into(), request, Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
    desk.is_paid_by(1, 1).await;
    desk.names_as_sender(DemoWallet::nth(1).address()).await;
    assert_eq!(desk.sweeps(proposal).await, Some(0));
    desk.looks().await;
    assert_eq!((desk.purses().await, desk.came_back()), ([7_000_001, 0, 0], 3_000_000));
    desk.names_as_sender(desk.payer).await;
    desk.agrees(3_000_000).await;
}

/// The order's stream has the payment, and its row does not say so yet.
#[tokio::test]
async fn a_payment_that_is_not_noted_as_credited_can_be_refunded() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    desk.forgets_credits().await;
    assert_eq!(desk.decides((&ann, &lea), 4_000_000).await, 0);
    desk.looks().await;
    desk.agrees(4_000_000).await;
}

/// Coupons of a correction are the newest, and no payment's: they do not stand in for spent ones of a top-up.
#[tokio::test]
async fn coupons_that_staff_gave_are_no_top_ups() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let angler = desk.site.newcomer(1, "").await;
    let buy = json!({ "item_id": "coins_1", "price": "1.000000", "count": 4, "req_id": fresh() });
    angler.call("shop/buy", buy).await.done();
    let given = json!({
        "player": desk.player.0, "purse": "coupon", "delta": "5000000", "counter": "h:coupon_issue", "case_id": "case 7"
    });
    let made = ann.does("adjustments/propose", given).await.done().data;
    assert_eq!(lea.approves(&made).await.done().data["code"], 0);
    assert_eq!(desk.purses().await, [11_000_000, 0, 0]);
    let listed = ann.ask("topups/refundable", json!({ "player": desk.player.0 })).await;
    assert_eq!(listed.done().data["list"][0]["unspent"], "6000000");
    ann.does("topups/propose_refund", desk.body(6_000_001))
        .await
        .refused(2005);
    assert_eq!(desk.decides((&ann, &lea), 6_000_000).await, 0);
    desk.looks().await;
    assert_eq!(desk.purses().await, [5_000_000, 0, 0]);
    desk.agrees(6_000_000).await;
}

/// Proposals that waited when makers began to name the payment: theirs stands under its earlier name.
#[tokio::test]
async fn a_proposal_of_before_is_carried_out() {
    let desk = Desk::open().await;
    let (_, lea) = desk.clerks().await;
    let proposal = ProposalId(Uuid::new_v4());
    let propose = ProposalCommand::Propose(Propose {
        proposal,
        kind: Kind::CouponRefund,
        what: json!({
            "player": desk.player.0, "order_no": desk.order_no, "asset": "coupon", "amount": "4000000",
            "payment": desk.payment(), "address": desk.address(), "comment": COMMENT, "case_id": "case 7"
        }),
        players: vec![desk.player],
        maker: "ann".to_owned(),
        own: None,
        reason: "a test".to_owned(),
    });
    let (proposals, id) = (desk.site.ledger.proposals(), StreamId::thing(proposal.0));
    let reply = proposals
        .execute(&id, propose, Request::without_id("staff:ann"), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
    desk.site.settle().await;
    let change = proposals.load(&id).await.expect("a proposal").state.change;
    let made = json!({ "proposal": proposal.0, "digest": change.expect("a change").digest });
    assert_eq!(lea.approves(&made).await.done().data["code"], 0);
    desk.looks().await;
    desk.agrees(4_000_000).await;
}

#[tokio::test]
async fn a_refund_names_a_payment_of_the_order() {
    let desk = Desk::open().await;
    let ann = desk.site.clerk("ann", &[Role::Finance]).await;
    for (field, value, code) in [
        ("lt", json!(desk.paid.1 + 1), 5203),
        ("tx", json!("none"), 5203),
        ("tx", Value::Null, -1006),
        ("lt", json!("1"), -1006),
    ] {
        let mut body = desk.body(1);
        body[field] = value;
        ann.does("topups/propose_refund", body).await.refused(code);
    }
    let mut body = desk.body(1);
    body.as_object_mut().expect("fields").remove("tx");
    ann.does("topups/propose_refund", body).await.refused(-1006);
    desk.proposes(&ann, 1).await;
}
