//! What one node may answer, or not answer, without stopping payouts and deposits (rails §3.4).

use crate::bank::{Bank, payee, wallet};
use domain::money::Usdt;
use domain::time::Timestamp;
use domain::withdrawal::{Address, Slot};
use local_chain::{Chain, Faults, Node};
use rails::evm::{self, Evm, Finality};
use rails::ton::{self, Ton};
use rails::{Caps, Payment, Rail, Sight, incoming};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Barrier;

/// A node that answers each request with what `answer` makes of its text, once as many as `together` were asked.
async fn node(together: Arc<Barrier>, answer: fn(&str) -> Value) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(reply(stream, together.clone(), answer));
        }
    });
    url
}

async fn reply(mut stream: TcpStream, together: Arc<Barrier>, answer: fn(&str) -> Value) -> std::io::Result<()> {
    let mut asked = Vec::new();
    while !is_whole(&asked) {
        if stream.read_buf(&mut asked).await? == 0 {
            return Ok(());
        }
    }
    together.wait().await;
    let body = answer(&String::from_utf8_lossy(&asked)).to_string();
    let reply = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(reply.as_bytes()).await
}

/// Head and body of a request are there.
fn is_whole(asked: &[u8]) -> bool {
    let text = String::from_utf8_lossy(asked);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("content-length: ").map(str::to_owned));
    length.is_none_or(|length| length.trim().parse() == Ok(body.len()))
}

fn alone() -> Arc<Barrier> {
    Arc::new(Barrier::new(1))
}

fn ton_of(nodes: Vec<String>) -> Ton {
    Ton::of(ton::Access {
        nodes,
        master: Chain::usdt_master(),
        key: wallet(),
        caps: Caps::default(),
    })
}

/// What a node of TON answers whose chain has no transactions, and whose newest block is of the second `now`.
fn chain_at(asked: &str, now: u64) -> Value {
    let result = if asked.contains("getMasterchainInfo") {
        json!({ "last": { "workchain": -1, "shard": "-9223372036854775808", "seqno": 1 } })
    } else if asked.contains("getBlockHeader") {
        json!({ "gen_utime": now })
    } else if asked.contains("getAddressInformation") {
        json!({ "balance": "0", "state": "uninitialized" })
    } else {
        json!([])
    };
    json!({ "ok": true, "result": result })
}

const SECOND: u64 = 1_800_000_000;

#[tokio::test]
async fn a_node_with_a_time_beyond_all_clocks_is_a_node_without_an_answer() {
    let good: fn(&str) -> Value = |asked| chain_at(asked, SECOND);
    let wrong: fn(&str) -> Value = |asked| chain_at(asked, 10_000_000_000_000_000);
    let far: fn(&str) -> Value = |asked| chain_at(asked, u64::MAX / 2_000);
    let (one, two) = (node(alone(), good).await, node(alone(), good).await);
    let rail = ton_of(vec![node(alone(), wrong).await, one, two]);
    let payment = Payment {
        slot: Slot {
            rail: rail.name().to_owned(),
            wallet: rail.wallet().to_owned(),
            query_id: 0,
            valid_until: Timestamp(1),
        },
        created_at_s: 1,
        address: Address::parse(&payee(1).non_bounceable()).expect("an address"),
        comment: None,
        amount: Usdt::from_minor(1),
    };
    let seen = rail.observe(&payment, &[]).await;
    assert!(
        matches!(&seen, Ok(Sight::NotPaid(proof)) if proof.nodes == 2),
        "{seen:?}"
    );
    assert_eq!(rail.time().await.map(|time| time.0), Ok(1_800_000_000_000));
    // Two of them are an error of the rail, for its time and for a slot at such a time.
    for answer in [wrong, far] {
        let rail = ton_of(vec![node(alone(), answer).await, node(alone(), answer).await]);
        let slot = rail.time().await.map(|time| rail.new_slot(0, time).map(drop));
        assert!(matches!(slot, Err(_) | Ok(Err(_) | Ok(()))), "no panic: {slot:?}");
    }
    assert!(rail.new_slot(0, Timestamp(i64::MAX)).is_err());
}

#[tokio::test]
async fn all_nodes_are_asked_at_once() {
    // Each answers once all three were asked.
    let together = Arc::new(Barrier::new(3));
    let good: fn(&str) -> Value = |asked| chain_at(asked, SECOND);
    let mut nodes = Vec::new();
    for _ in 0..3 {
        nodes.push(node(together.clone(), good).await);
    }
    assert_eq!(ton_of(nodes).time().await.map(|time| time.0), Ok(1_800_000_000_000));
}

#[tokio::test]
async fn one_stale_node_of_three_holds_no_deposit_up() {
    let bank = Bank::open().await;
    let since = incoming::cursors(bank.app.ledger.pool(), &bank.rail)
        .await
        .expect("cursors");
    let mut nodes = Vec::new();
    for behind in [0, 0, 1_000] {
        let faults = Faults {
            behind,
            ..Faults::default()
        };
        nodes.push(Node::start(bank.chain.clone(), faults).await.expect("a node"));
    }
    bank.pays(0, 5_000_000, Some("for my friend"));
    let rail = ton_of(nodes.iter().map(|node| node.url.clone()).collect());
    let news = rail.news(since).await.expect("news");
    assert_eq!(news.incoming.len(), 1);
    assert!(news.reached.token > since.token);
    // Two that have come as far must still show the same.
    nodes[1].faults(|faults| faults.lies = true);
    assert_eq!(rail.news(since).await.map(|news| news.incoming.len()), Ok(0));
    // With two nodes the one that is behind counts.
    let pair = ton_of(nodes[1..].iter().map(|node| node.url.clone()).collect());
    nodes[1].faults(|faults| faults.lies = false);
    assert_eq!(pair.news(since).await.map(|news| news.incoming.len()), Ok(0));
}

fn evm_of(nodes: Vec<String>) -> Evm {
    Evm::of(evm::Access {
        nodes,
        chain_id: 1,
        token: [9; 20].into(),
        key: ::evm::Key::from_bytes(&[42; 32]).expect("a key"),
        finality: Finality::Depth(3),
        fee_most: 1,
        caps: Caps::default(),
    })
}

fn refusal(code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": code, "message": message } })
}

/// What a node answers to a call of this id.
type Answer = fn(&str) -> Value;

#[tokio::test]
async fn a_refusal_of_the_token_is_one_in_the_words_of_every_kind_of_node() {
    let to = Address::parse(&crate::evm_bank::payee(1)).expect("an address");
    let words: [(Answer, bool); 5] = [
        (|_| refusal(3, "execution reverted"), true),
        (|_| refusal(-32_000, "execution reverted"), true),
        (|_| refusal(-32_015, "VM execution error: Reverted 0x"), true),
        (|_| refusal(-32_000, "header not found"), false),
        (|_| refusal(-32_005, "reverted to the limit of requests"), false),
    ];
    for (answer, is_refusal) in words {
        let rail = evm_of(vec![node(alone(), answer).await, node(alone(), answer).await]);
        let would_pay = rail.would_pay(&to, Usdt::from_minor(1)).await;
        assert_eq!(would_pay == Ok(false), is_refusal, "{}: {would_pay:?}", answer(""));
    }
}
