//! The chain's file: what was seen survives, and rubbish is not taken for a chain.

use std::time::Duration;

use local_chain::{Chain, DemoWallet, Settings, serve};
use ton::Address;

use crate::client::Client;

const PLAYER: Address = Address::new([5; 32]);

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("chain-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn the_same_inputs_give_the_same_chain() {
    let hash = || {
        let chain = Chain::new(&Settings::default());
        DemoWallet::nth(0)
            .send_usdt(&chain, PLAYER, 5, Some("x"))
            .expect("taken");
        chain.settle();
        chain
            .transactions(Chain::usdt_wallet(PLAYER))
            .last()
            .expect("a payment")
            .hash
    };
    assert_eq!(hash(), hash());
}

#[test]
fn a_chain_goes_on_where_it_was() {
    let folder = folder("kept");
    let path = folder.join("made").join("chain.json");
    let chain = Chain::open(path.clone(), &Settings::default()).expect("a chain");
    DemoWallet::nth(0)
        .send_usdt(&chain, PLAYER, 5, Some("x"))
        .expect("taken");
    // Two blocks: the money is under way between two jetton wallets.
    chain.mine();
    chain.mine();
    let (head, history) = (chain.head(), chain.transactions(DemoWallet::nth(0).address()));
    drop(chain);
    let chain = Chain::open(path, &Settings::default()).expect("a chain");
    assert_eq!(chain.head().seqno, head.seqno);
    assert_eq!(chain.transactions(DemoWallet::nth(0).address()), history);
    assert_eq!(chain.usdt_balance(PLAYER), 0);
    chain.settle();
    assert_eq!(chain.usdt_balance(PLAYER), 5);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn another_file_is_left_alone() {
    let folder = folder("rubbish");
    let path = folder.join("chain.json");
    std::fs::write(&path, b"{\"version\": 7}").expect("written");
    let error = Chain::open(path.clone(), &Settings::default()).expect_err("rubbish");
    assert!(error.to_string().contains("is not a local chain"), "{error:#}");
    assert_eq!(std::fs::read(&path).expect("there"), b"{\"version\": 7}");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test]
async fn a_served_chain_makes_blocks_by_itself_and_comes_back() {
    let folder = folder("served");
    let path = folder.join("chain.json");
    let at = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let served = serve(path.clone(), at, Duration::from_millis(5)).await.expect("served");
    let client = Client::of(&served.node.url);
    DemoWallet::nth(0)
        .send_usdt(&served.chain, PLAYER, 5, None)
        .expect("taken");
    while served.chain.usdt_balance(PLAYER) == 0 {
        client.get("getMasterchainInfo").await;
    }
    let seqno = served.chain.head().seqno;
    served.stop().await;
    let served = serve(path, at, Duration::from_millis(5)).await.expect("served");
    assert!(served.chain.head().seqno >= seqno, "blocks never go back");
    assert_eq!(served.chain.usdt_balance(PLAYER), 5);
    served.stop().await;
    std::fs::remove_dir_all(folder).expect("removed");
}
