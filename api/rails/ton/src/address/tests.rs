use proptest::prelude::*;

use super::*;

const EQ: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const UQ: &str = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
const RAW: &str = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const TEST_NET: &str = "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH";
const MASTERCHAIN: &str = "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF";

#[test]
fn one_account_is_read_from_three_texts_and_written_as_them() {
    for text in [EQ, UQ, RAW] {
        let address = Address::parse(text).expect("an address");
        assert_eq!(
            [address.bounceable(), address.non_bounceable(), address.raw()],
            [EQ, UQ, RAW]
        );
    }
    assert!(Friendly::parse(EQ).expect("friendly").bounceable);
    assert!(!Friendly::parse(UQ).expect("friendly").bounceable);
}

#[test]
fn the_test_net_is_seen_and_refused_the_masterchain_is_read() {
    assert!(Friendly::parse(TEST_NET).expect("friendly").test_only);
    assert_eq!(Address::parse(TEST_NET), Err(Malformed("an address of the main net")));
    assert_eq!(Address::parse(MASTERCHAIN).expect("an address").workchain, -1);
}

#[test]
fn rubbish_is_refused() {
    for text in [
        "",
        ":",
        "0:",
        "0:00",
        "x:00",
        &EQ[1..],
        &format!("{EQ}A"),
        &RAW[..RAW.len() - 1],
        &format!("{RAW}0"),
        "300:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8",
        &"日".repeat(16),
        &EQ.replace("EQ", "EA"),
    ] {
        assert!(Address::parse(text).is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn every_account_comes_back_from_its_texts(hash: [u8; 32], workchain: i8) {
        let address = Address { workchain, hash };
        for text in [address.raw(), address.bounceable(), address.non_bounceable()] {
            prop_assert_eq!(Address::parse(&text), Ok(address));
        }
    }

    #[test]
    fn one_wrong_letter_is_caught(place in 0..EQ.len(), letter in "[A-Za-z0-9_-]") {
        let mut text = EQ.to_owned();
        text.replace_range(place..=place, &letter);
        prop_assert_eq!(Address::parse(&text).is_ok(), text == EQ);
    }
}
