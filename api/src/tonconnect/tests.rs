use super::*;
use domain::ids::PlayerId;
use domain::money::Usdt;
use serde_json::Value;
use ton::jetton::Body;

fn order() -> Order {
    Order {
        player: PlayerId::default(),
        order_no: "T7K2Q9XMWA4B".to_owned(),
        channel: NAME.to_owned(),
        amount: Usdt::from_minor(5_000_001),
        valid_until: Timestamp(1_000_000),
    }
}

fn deposit() -> Deposit {
    Deposit {
        to: "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI".to_owned(),
        jetton_master: contracts::USDT_MAIN_NET.to_owned(),
    }
}

/// An owner and its jetton wallet on the main net, as the minter answers.
const OWNER: &str = "UQAj-peZGPH-cC25EAv4Q-h8cBXszTmkch6ba6wXC8BM40qt";
const WALLET: &str = "EQAmJs8wtwK93thF78iD76RQKf9Z3v2sxM57iwpZZtdQAiVM";

#[test]
fn a_wallet_is_asked_for_this_order_s_amount_and_comment() {
    let payer = Address::parse(OWNER).expect("an address");
    let message = payment(&order(), &deposit(), payer).expect("a message");
    assert_eq!(
        (message.address.as_str(), message.amount.as_str()),
        (WALLET, "100000000")
    );
    let body = Boc::decode(STANDARD.decode(&message.payload).expect("base64")).expect("cells");
    let Body::Transfer(transfer) = Body::read(&body) else {
        panic!("a transfer");
    };
    assert_eq!(transfer.amount_minor, 5_000_001);
    assert_eq!(transfer.comment.as_deref(), Some("T7K2Q9XMWA4B"));
    assert_eq!(transfer.to, Address::parse(&deposit().to).expect("an address"));
    assert_eq!(transfer.response_to, Some(payer));
}

#[test]
fn an_order_of_another_channel_is_not_paid_here() {
    let stars = Order {
        channel: "stars".to_owned(),
        ..order()
    };
    assert_eq!(payment(&stars, &deposit(), Address::new([1; 32])), None);
}

#[test]
fn a_signature_is_good_for_minutes_and_never_longer_than_the_order() {
    assert_eq!(valid_until_s(&order(), Timestamp(0)), 240);
    assert_eq!(valid_until_s(&order(), Timestamp(900_000)), 1_000);
}

#[test]
fn every_wallet_of_the_list_may_be_reached() {
    let list: Value =
        serde_json::from_str(include_str!("../../../web/src/features/coupon/wallets.json")).expect("a list");
    let bridges = list.as_array().expect("wallets").iter().flat_map(|wallet| {
        let bridges = wallet["bridge"].as_array().expect("bridges").iter();
        bridges.filter_map(|bridge| bridge["url"].as_str()).collect::<Vec<_>>()
    });
    let mut count = 0;
    for url in bridges {
        count += 1;
        assert!(
            BRIDGES.iter().any(|bridge| url.starts_with(&format!("{bridge}/"))),
            "{url} is not in the page's policy"
        );
    }
    assert_eq!(count, BRIDGES.len());
}
