//! The shapes that a client of the real service relies on.

use serde_json::{Value, json};
use ton::Address;

use crate::hot_wallet::HotWallet;

#[tokio::test]
async fn accounts_have_the_words_of_the_real_service() {
    let hot = HotWallet::new().await;
    let of = |address: Address| format!("getAddressInformation?address={}", address.non_bounceable());
    let nobody = hot.client.get(&of(Address::new([9; 32]))).await;
    assert_eq!(
        (&nobody["state"], &nobody["balance"]),
        (&json!("uninitialized"), &json!("0"))
    );
    assert_eq!(nobody["last_transaction_id"]["lt"], json!("0"));
    let jetton_wallet = hot.client.get(&of(hot.jetton_wallet())).await;
    assert_eq!(jetton_wallet["state"], json!("active"));
    assert!(jetton_wallet["code"].as_str().is_some_and(|code| !code.is_empty()));
}

#[tokio::test]
async fn the_minter_names_the_same_jetton_wallet_as_we_compute() {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use ton::Boc;
    use tycho_types::cell::CellBuilder;
    let hot = HotWallet::new().await;
    let owner = CellBuilder::build_from(tycho_types::models::StdAddr::from(hot.address())).expect("a cell");
    let stack = json!([["tvm.Slice", STANDARD.encode(Boc::encode(owner))]]);
    let said = hot
        .client
        .run(local_chain::Chain::usdt_master(), "get_wallet_address", stack)
        .await;
    assert_eq!((&said["exit_code"], &said["stack"][0][0]), (&json!(0), &json!("cell")));
    let bytes = said["stack"][0][1]["bytes"].as_str().expect("bytes");
    let cell = Boc::decode(STANDARD.decode(bytes).expect("base64")).expect("a cell");
    let address = cell.parse::<tycho_types::models::StdAddr>().expect("an address");
    assert_eq!(Address::from(address), hot.jetton_wallet());

    let data = hot.client.run(hot.jetton_wallet(), "get_wallet_data", json!([])).await;
    assert_eq!(data["stack"][0], json!(["num", "0x3b9aca00"]), "1,000 USDT");
}

#[tokio::test]
async fn a_block_has_its_time() {
    let hot = HotWallet::new().await;
    let head = hot.chain.advance(60);
    let last = hot.client.get("getMasterchainInfo").await["last"].clone();
    assert_eq!((&last["seqno"], &last["workchain"]), (&json!(head.seqno), &json!(-1)));
    let question = format!(
        "getBlockHeader?workchain=-1&shard={}&seqno={}",
        last["shard"].as_str().expect("a shard"),
        head.seqno
    );
    assert_eq!(hot.client.get(&question).await["gen_utime"], json!(head.now));
}

#[tokio::test]
async fn wrong_questions_are_refused_with_a_code() {
    let hot = HotWallet::new().await;
    for (verb, path, body, code) in [
        (
            "GET",
            "/api/v2/getAddressInformation?address=nonsense",
            Value::Null,
            416,
        ),
        ("GET", "/api/v2/getAddressInformation", Value::Null, 422),
        ("GET", "/api/v2/getBlockHeader?seqno=99999", Value::Null, 500),
        ("GET", "/api/v2/mint", Value::Null, 404),
        ("GET", "/", Value::Null, 404),
        ("POST", "/api/v2/sendBoc", json!({ "boc": "?" }), 422),
        ("POST", "/api/v2/sendBoc", json!({ "boc": "AAAA" }), 500),
        ("POST", "/api/v2/sendBoc", json!([1]), 422),
    ] {
        let answer = hot.client.ask(verb, path, &body).await.expect("an answer");
        assert_eq!(
            (&answer["ok"], &answer["code"]),
            (&json!(false), &json!(code)),
            "{path}: {answer}"
        );
        assert!(answer["error"].is_string());
    }
}

#[tokio::test]
async fn transactions_come_newest_first_and_in_pages() {
    let hot = HotWallet::new().await;
    for slot in 0..3 {
        hot.pay(&hot.payout(slot, Address::new([5; 32]), 1)).await;
    }
    let all = hot.history().await;
    assert!(all.is_sorted_by_key(|transaction| transaction.lt));
    let third = &all[2];
    let question = format!("getTransactions?address={}&limit=100&to_lt={}", hot.address(), third.lt);
    let newer = hot.client.get(&question).await;
    assert_eq!(newer.as_array().map(Vec::len), Some(all.len() - 3));
    let wrong = format!(
        "/api/v2/getTransactions?address={}&lt={}&hash={}",
        hot.address(),
        third.lt + 1,
        "00".repeat(32)
    );
    let answer = hot.client.ask("GET", &wrong, &Value::Null).await.expect("an answer");
    assert_eq!(answer["code"], json!(500));
}
