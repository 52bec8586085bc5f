use super::*;
use crate::ton::{Access, Ton};
use crate::{Caps, Rail};
use local_chain::{Chain, Faults, Settings};
use std::sync::Arc;
use ton::SigningKey;

/// Blocks in which a payment has surely arrived, one hop each.
const BLOCKS: usize = 12;

#[tokio::test]
async fn a_payment_to_an_account_that_is_too_busy_is_seen_from_its_execution_on() {
    let chain = Arc::new(Chain::new(&Settings::default()));
    let rail = Ton::of(Access {
        nodes: Vec::new(),
        master: Chain::usdt_master(),
        key: SigningKey::from_bytes(&[42; 32]),
        caps: Caps::default(),
    });
    chain.faucet(rail.address(), 1_000_000_000_000);
    chain.mint(rail.address(), 50_000_000);
    chain.settle();
    let running = local_chain::Node::start(chain.clone(), Faults::default())
        .await
        .expect("a node");
    let mut node = Node::at(&running.url);
    node.most = 0;

    let chain_time = moment(node.time().await.expect("a time")).expect("of our clocks");
    let new = rail.new_slot(0, chain_time).expect("a slot");
    let payee = Address::new([5; 32]);
    let payment = Payment {
        slot: new.slot,
        created_at_s: new.created_at_s,
        address: withdrawal::Address::parse(&payee.non_bounceable()).expect("an address"),
        comment: None,
        amount: Usdt::from_minor(5_000_000),
    };
    let signed = rail.sign(&payment).expect("a message");
    let wanted = Wanted {
        payment: &payment,
        payout: rail.payout(&payment).expect("a payout"),
        hash: signed.hash,
        wallet: rail.address(),
        master: rail.master(),
    };
    chain.send(&signed.body).expect("taken");
    let mut seen = Vec::new();
    for _ in 0..BLOCKS {
        seen.push(observe(&node, &wanted).await.expect("an answer"));
        chain.mine();
    }
    let executed = seen.iter().position(|sight| matches!(sight, Sight::Broadcast { .. }));
    let after = &seen[executed.expect("executed")..];
    assert!(
        !after.contains(&Sight::Nothing),
        "what was executed stays that: {seen:?}"
    );
    assert!(matches!(after.last(), Some(Sight::Paid(_))), "{seen:?}");
}
