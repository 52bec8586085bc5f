//! A deposit with its comment, and notifications that are none (rails §1.5.8).

use local_chain::DemoWallet;
use ton::jetton::{Body, Notification};

use crate::hot_wallet::{HotWallet, USDT};

#[tokio::test]
async fn a_deposit_arrives_with_its_memo() {
    let hot = HotWallet::new().await;
    let player = DemoWallet::nth(0);
    let before = hot.chain.usdt_balance(player.address());
    let hash = player
        .send_usdt(&hot.chain, hot.address(), 10 * USDT, Some("FT-7Q2"))
        .expect("taken")
        .hash;
    hot.chain.settle();
    let history = hot.history().await;
    let message = history.last().and_then(|last| last.in_msg.as_ref()).expect("a message");
    assert_eq!(message.source, Some(hot.jetton_wallet()));
    let Body::Notification(deposit) = message.content() else {
        panic!("a notification: {message:?}");
    };
    assert_eq!(deposit.amount_minor, 10 * USDT);
    assert_eq!(deposit.comment.as_deref(), Some("FT-7Q2"));
    assert_eq!(deposit.from, Some(player.address()));
    assert_eq!(hot.chain.usdt_balance(player.address()), before - 10 * USDT);
    let theirs = hot.chain.transactions(player.address());
    assert!(
        theirs
            .iter()
            .any(|sent| sent.in_msg.as_ref().is_some_and(|message| message.hash == hash))
    );
}

#[tokio::test]
async fn a_second_deposit_has_its_own_sequence_number() {
    let hot = HotWallet::new().await;
    for n in 1..=3 {
        DemoWallet::nth(1)
            .send_usdt(&hot.chain, hot.address(), n * USDT, None)
            .expect("taken");
        hot.chain.settle();
    }
    assert_eq!(hot.chain.usdt_balance(hot.address()), 1_006 * USDT);
}

#[tokio::test]
async fn a_wallet_sends_one_message_a_block() {
    let hot = HotWallet::new().await;
    let player = DemoWallet::nth(0);
    let pay = || player.send_usdt(&hot.chain, hot.address(), USDT, None);
    pay().expect("taken");
    let refused = pay().expect_err("the first one waits");
    assert_eq!(refused.why, "the last message of this wallet waits for its block");
    hot.chain.mine();
    pay().expect("taken");
}

#[tokio::test]
async fn a_notification_that_anybody_wrote_is_recognised_by_its_source() {
    let hot = HotWallet::new().await;
    let thief = DemoWallet::nth(0);
    let lie = Notification {
        query_id: 0,
        amount_minor: 1_000_000 * USDT,
        from: Some(thief.address()),
        comment: Some("FT-7Q2".to_owned()),
    };
    thief
        .send(&hot.chain, hot.address(), 50_000_000, lie.body())
        .expect("taken");
    hot.chain.settle();
    let history = hot.history().await;
    let message = history.last().and_then(|last| last.in_msg.as_ref()).expect("a message");
    assert_eq!(message.content(), Body::Notification(lie), "it reads like the real one");
    assert_eq!(message.source, Some(thief.address()));
    assert_ne!(message.source, Some(hot.jetton_wallet()));
    assert_eq!(hot.chain.usdt_balance(hot.address()), 1_000 * USDT);
}
