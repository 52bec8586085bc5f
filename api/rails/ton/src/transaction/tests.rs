use super::*;
use crate::contracts::{USDT_MAIN_NET, jetton_wallet_address};

fn sample(hex: &str) -> Transaction {
    Transaction::parse(&hex::decode(hex.trim()).expect("hex")).expect("a transaction")
}

/// Somebody's USDT arrived at a jetton wallet of the main net.
#[test]
fn a_transaction_of_the_main_net_is_read() {
    let got = sample(include_str!("../../samples/usdt_received.hex"));
    let hash = "2afaee90416232498a9487d882eadbeb9db71743e492e68f750375f05ea9b202";
    assert_eq!(hex::encode(got.hash), hash);
    assert_eq!((got.compute_exit, got.action_ok, got.aborted), (Some(0), true, false));
    let Some(Body::InternalTransfer(moved)) = got.in_msg.as_ref().map(Message::content) else {
        panic!("an internal transfer: {got:?}");
    };
    let notified = got
        .out_msgs
        .iter()
        .find(|message| matches!(message.content(), Body::Notification(_)));
    let owner = notified.and_then(|message| message.destination).expect("an owner");
    let master = Address::parse(USDT_MAIN_NET).expect("an address");
    assert_eq!(jetton_wallet_address(master, owner).hash, got.account);
    assert_eq!(moved.amount_minor, 10_000_000);
}

#[test]
fn a_transaction_without_a_message_is_read() {
    let got = sample(include_str!("../../samples/tick_tock.hex"));
    assert_eq!((got.in_msg, got.end, got.now), (None, End::Active, 1_643_793_520));
}

#[test]
fn other_bytes_are_no_transaction() {
    for hex in ["", "00", include_str!("../../contracts/wallet_v4r2.hex").trim()] {
        assert!(Transaction::parse(&hex::decode(hex).expect("hex")).is_err());
    }
}
