//! What can be wrong with nodes.

use std::sync::Arc;

use local_chain::{Faults, Node};
use serde_json::{Value, json};
use ton::Address;

use crate::client::Client;
use crate::hot_wallet::{HotWallet, USDT};

const PLAYER: Address = Address::new([5; 32]);

async fn second(hot: &HotWallet, faults: Faults) -> (Node, Client) {
    let node = Node::start(Arc::clone(&hot.chain), faults).await.expect("a node");
    let client = Client::of(&node.url);
    (node, client)
}

async fn seqno(client: &Client) -> u64 {
    client.get("getMasterchainInfo").await["last"]["seqno"]
        .as_u64()
        .expect("a number")
}

#[tokio::test]
async fn a_lost_reply_was_executed() {
    let hot = HotWallet::new().await;
    hot.node.faults(|faults| faults.lost_sends = 1);
    let signed = hot.sign(&hot.payout(0, PLAYER, 5));
    assert_eq!(hot.client.try_send(&signed.boc).await, None);
    hot.chain.settle();
    assert_eq!(hot.chain.usdt_balance(PLAYER), 5 * USDT);
    let error = hot.client.send(&signed.boc).await.expect_err("executed already");
    assert!(error.contains("exitcode=36"), "{error}");
}

#[tokio::test]
async fn a_dropped_message_was_not_executed_and_may_be_sent_again() {
    let hot = HotWallet::new().await;
    hot.node.faults(|faults| faults.swallowed_sends = 1);
    let signed = hot.sign(&hot.payout(0, PLAYER, 5));
    hot.client.send(&signed.boc).await.expect("so it says");
    hot.chain.settle();
    assert_eq!(hot.chain.usdt_balance(PLAYER), 0);
    hot.client.send(&signed.boc).await.expect("taken");
    hot.chain.settle();
    assert_eq!(hot.chain.usdt_balance(PLAYER), 5 * USDT);
}

#[tokio::test]
async fn a_late_answer_is_late_and_true() {
    let hot = HotWallet::new().await;
    hot.node.faults(|faults| faults.delay_ms = 80);
    let began = std::time::Instant::now();
    hot.client
        .send(&hot.sign(&hot.payout(0, PLAYER, 5)).boc)
        .await
        .expect("taken");
    assert!(began.elapsed().as_millis() >= 80);
}

#[tokio::test]
async fn a_node_that_refuses_says_so() {
    let hot = HotWallet::new().await;
    hot.node.faults(|faults| faults.refuses = true);
    let error = hot
        .client
        .send(&hot.sign(&hot.payout(0, PLAYER, 5)).boc)
        .await
        .expect_err("refused");
    assert_eq!(error, "the node refuses to work");
    let answer = hot.client.ask("GET", "/api/v2/getMasterchainInfo", &Value::Null).await;
    assert_eq!(answer.expect("an answer")["code"], json!(503));
}

#[tokio::test]
async fn a_node_behind_answers_from_the_past() {
    let hot = HotWallet::new().await;
    let (_node, old) = second(
        &hot,
        Faults {
            behind: 3,
            ..Faults::default()
        },
    )
    .await;
    let question = format!("getAddressInformation?address={}", hot.address());
    for _ in 0..3 {
        hot.chain.mine();
    }
    let before = hot.client.get(&question).await["balance"].clone();
    hot.chain.faucet(hot.address(), 1_000_000_000);
    hot.chain.mine();
    assert_eq!(old.get(&question).await["balance"], before);
    assert_ne!(hot.client.get(&question).await["balance"], before);
    assert_eq!(seqno(&old).await + 3, seqno(&hot.client).await);
    for _ in 0..3 {
        hot.chain.mine();
    }
    assert_eq!(
        old.get(&question).await["balance"],
        hot.client.get(&question).await["balance"]
    );
}

#[tokio::test]
async fn two_nodes_disagree_when_one_lies() {
    let hot = HotWallet::new().await;
    hot.pay(&hot.payout(0, PLAYER, 5)).await;
    let (node, liar) = second(
        &hot,
        Faults {
            lies: true,
            ..Faults::default()
        },
    )
    .await;
    let transactions = format!("getTransactions?address={}&limit=5", hot.address());
    let account = format!("getAddressInformation?address={}", hot.address());
    for question in [&transactions, &account] {
        assert_ne!(liar.get(question).await, hot.client.get(question).await, "{question}");
    }
    let stack = json!([["num", "0x0"], ["num", "0x0"]]);
    let reply = liar.run(hot.address(), "processed?", stack).await;
    assert_eq!(reply["stack"][0], json!(["num", "0x0"]), "the truth is -1");
    node.faults(|faults| faults.lies = false);
    assert_eq!(liar.get(&transactions).await, hot.client.get(&transactions).await);
}

#[tokio::test]
async fn a_halted_chain_stands_still_and_goes_on() {
    let hot = HotWallet::new().await;
    let answer = hot
        .client
        .ask("POST", "/faults", &json!({ "halted": true }))
        .await
        .expect("an answer");
    assert_eq!(answer["result"]["halted"], json!(true));
    hot.client
        .send(&hot.sign(&hot.payout(0, PLAYER, 5)).boc)
        .await
        .expect("taken");
    let before = seqno(&hot.client).await;
    hot.chain.settle();
    hot.chain.advance(600);
    assert_eq!(seqno(&hot.client).await, before);
    hot.client.ask("POST", "/faults", &json!({})).await.expect("an answer");
    hot.chain.settle();
    assert_eq!(hot.chain.usdt_balance(PLAYER), 5 * USDT);
}

#[tokio::test]
async fn an_unknown_fault_is_refused() {
    let hot = HotWallet::new().await;
    let answer = hot
        .client
        .ask("POST", "/faults", &json!({ "lie": true }))
        .await
        .expect("an answer");
    assert_eq!((&answer["ok"], &answer["code"]), (&json!(false), &json!(422)));
}
