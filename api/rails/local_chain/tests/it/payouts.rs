//! What becomes of a payout (rails §1.5.1 to §1.5.7).

use local_chain::Lock;
use ton::Address;
use ton::jetton::{Body, INTERNAL_TRANSFER, TRANSFER};
use ton::transaction::End;

use crate::hot_wallet::{HotWallet, TIMEOUT_S, USDT, history};

const PLAYER: Address = Address::new([5; 32]);

#[tokio::test]
async fn a_payout_is_five_transactions_and_the_player_has_the_money() {
    let hot = HotWallet::new().await;
    let payout = hot.payout(0, PLAYER, 5);
    let before = hot.history().await.len();
    let signed = hot.pay(&payout).await;
    assert_eq!(hot.chain.usdt_balance(PLAYER), 5 * USDT);
    assert_eq!(hot.chain.usdt_balance(hot.address()), 995 * USDT);

    let ours = &hot.history().await[before..];
    let [sent, done] = ours else {
        panic!("two transactions of the hot wallet: {ours:?}");
    };
    assert_eq!(sent.in_msg.as_ref().expect("from outside").hash, signed.hash);
    assert_eq!(
        (sent.compute_exit, sent.out_msgs.len(), sent.end),
        (Some(0), 1, End::Active)
    );
    let query_id = u64::from(payout.query_id.raw());
    let thanks = done.in_msg.as_ref().expect("a message");
    assert_eq!(thanks.content(), Body::Excesses(query_id));
    let players = local_chain::Chain::usdt_wallet(PLAYER);
    assert_eq!(thanks.source, Some(players));

    let [ordered] = &history(&hot.client, hot.jetton_wallet()).await[1..] else {
        panic!("one order after the mint");
    };
    let Body::Transfer(transfer) = ordered.in_msg.as_ref().expect("a message").content() else {
        panic!("a transfer");
    };
    assert_eq!((transfer.query_id, transfer.to), (query_id, PLAYER));
    let [received] = &history(&hot.client, players).await[..] else {
        panic!("one payment");
    };
    let Body::InternalTransfer(moved) = received.in_msg.as_ref().expect("a message").content() else {
        panic!("an internal transfer");
    };
    assert_eq!(
        (moved.query_id, moved.amount_minor, received.aborted),
        (query_id, 5 * USDT, false)
    );

    // The player's account is not deployed: its notification is skipped, which harms nothing.
    let [notified] = &history(&hot.client, PLAYER).await[..] else {
        panic!("one notification");
    };
    assert_eq!(
        (notified.compute_exit, notified.aborted, notified.end),
        (None, true, End::Uninit)
    );
    assert_eq!(hot.processed(0).await, "-0x1");
}

#[tokio::test]
async fn the_same_bytes_again_are_refused() {
    let hot = HotWallet::new().await;
    let signed = hot.pay(&hot.payout(0, PLAYER, 5)).await;
    let error = hot.client.send(&signed.boc).await.expect_err("executed already");
    assert!(error.contains("exitcode=36"), "{error}");
    hot.chain.settle();
    assert_eq!(hot.chain.usdt_balance(PLAYER), 5 * USDT);
}

#[tokio::test]
async fn the_same_bytes_twice_in_one_block_pay_once() {
    let hot = HotWallet::new().await;
    hot.pay(&hot.payout(0, PLAYER, 5)).await;
    let first = hot.sign(&hot.payout(1, PLAYER, 7));
    let other = hot.sign(&ton::payout::Payout {
        comment: None,
        ..hot.payout(1, PLAYER, 7)
    });
    for boc in [&first.boc, &first.boc, &other.boc] {
        hot.client.send(boc).await.expect("not executed yet");
    }
    hot.chain.settle();
    assert_eq!(hot.chain.usdt_balance(PLAYER), 12 * USDT);
}

#[tokio::test]
async fn the_same_slot_at_another_time_is_refused() {
    let hot = HotWallet::new().await;
    let payout = hot.payout(3, PLAYER, 5);
    hot.pay(&payout).await;
    hot.chain.advance(60);
    let again = hot.sign(&hot.payout(3, PLAYER, 5));
    let error = hot.client.send(&again.boc).await.expect_err("the slot is used");
    assert!(error.contains("exitcode=36"), "{error}");
}

#[tokio::test]
async fn an_old_payout_is_refused_and_proven_never_executed() {
    let hot = HotWallet::new().await;
    hot.pay(&hot.payout(0, PLAYER, 5)).await;
    let (early, late) = (hot.sign(&hot.payout(0, PLAYER, 5)), hot.sign(&hot.payout(1, PLAYER, 5)));
    hot.chain.advance(u64::from(TIMEOUT_S) + 1);
    for signed in [early, late] {
        let error = hot.client.send(&signed.boc).await.expect_err("too old");
        assert!(error.contains("exitcode=35"), "{error}");
    }
    assert_eq!(hot.processed(1).await, "0x0");
    assert_eq!(hot.chain.usdt_balance(PLAYER), 5 * USDT);
}

#[tokio::test]
async fn a_payout_from_the_future_is_refused() {
    let hot = HotWallet::new().await;
    let mut payout = hot.payout(0, PLAYER, 5);
    payout.created_at = hot.chain.head().now + 1;
    let error = hot.client.send(&hot.sign(&payout).boc).await.expect_err("not yet");
    assert!(error.contains("exitcode=35"), "{error}");
}

#[tokio::test]
async fn a_payout_beyond_the_balance_comes_back() {
    let hot = HotWallet::new().await;
    let payout = hot.payout(0, PLAYER, 1_001);
    hot.pay(&payout).await;
    let history = hot.history().await;
    let back = history.last().and_then(|last| last.in_msg.as_ref()).expect("a message");
    let query_id = payout.query_id.raw().into();
    let refused = Body::Bounced {
        operation: TRANSFER,
        query_id,
    };
    assert_eq!(
        (back.bounced, back.content(), back.source),
        (true, refused, Some(hot.jetton_wallet()))
    );
    assert_eq!(hot.chain.usdt_balance(hot.address()), 1_000 * USDT);
    assert_eq!(hot.processed(0).await, "-0x1", "the slot is burnt");
}

#[tokio::test]
async fn a_payout_to_a_locked_player_comes_back_to_our_jetton_wallet() {
    let hot = HotWallet::new().await;
    hot.chain.lock(PLAYER, Lock::Incoming);
    hot.chain.settle();
    let payout = hot.payout(0, PLAYER, 5);
    hot.pay(&payout).await;
    let history = history(&hot.client, hot.jetton_wallet()).await;
    let back = history.last().and_then(|last| last.in_msg.as_ref()).expect("a message");
    let query_id = payout.query_id.raw().into();
    let refused = Body::Bounced {
        operation: INTERNAL_TRANSFER,
        query_id,
    };
    assert_eq!((back.bounced, back.content()), (true, refused));
    assert_eq!(hot.chain.usdt_balance(hot.address()), 1_000 * USDT);
    assert_eq!(hot.chain.usdt_balance(PLAYER), 0);
}

#[tokio::test]
async fn a_wallet_without_gas_is_processed_and_pays_nothing() {
    let hot = HotWallet::new().await;
    hot.pay(&hot.payout(0, PLAYER, 5)).await;
    hot.chain.set_ton(hot.address(), 30_000_000);
    hot.pay(&hot.payout(1, PLAYER, 5)).await;
    let history = hot.history().await;
    let last = history.last().expect("a transaction");
    assert_eq!(
        (last.compute_exit, last.out_msgs.len(), last.skipped_actions),
        (Some(0), 0, 1)
    );
    assert_eq!(hot.processed(1).await, "-0x1");
    assert_eq!(hot.chain.usdt_balance(PLAYER), 5 * USDT);
}

#[tokio::test]
async fn many_payouts_add_up() {
    let hot = HotWallet::new().await;
    hot.pay(&hot.payout(0, PLAYER, 1)).await;
    let began = std::time::Instant::now();
    for slot in 1..=50 {
        hot.client
            .send(&hot.sign(&hot.payout(slot, PLAYER, 1)).boc)
            .await
            .expect("taken");
        if slot % 10 == 0 {
            hot.chain.settle();
        }
    }
    println!("50 payouts in {:?}", began.elapsed());
    assert_eq!(hot.chain.usdt_balance(PLAYER), 51 * USDT);
    assert_eq!(hot.chain.usdt_balance(hot.address()), 949 * USDT);
}
