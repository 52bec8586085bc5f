//! Which addresses are taken, as given, when, then.

use super::*;
use crate::testing::{ADDRESS, Angler};
use std::sync::Arc;

const OTHER: &str = "EQAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHx2j";
/// The product's account, bounceable, non-bounceable and raw.
const OURS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const OURS_NON_BOUNCEABLE: &str = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
const OURS_RAW: &str = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const OURS_ON_EVM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

fn set(chain: Chain, address: &str) -> SetAddress {
    SetAddress {
        chain,
        address: address.into(),
        comment: String::new(),
        is_confirmed: false,
    }
}

/// A product whose rails have these accounts.
fn with_accounts(mut angler: Angler, accounts: &[&str]) -> Angler {
    let parsed = accounts.iter().map(|text| Address::parse(text).expect("an address"));
    angler.house_accounts = Arc::from_iter(parsed);
    angler
}

#[test]
fn an_address_is_one_that_can_be_paid_to() {
    let angler = Angler::new();
    let with_comment = |comment: &str| SetAddress {
        comment: comment.into(),
        ..set(Chain::Ton, ADDRESS)
    };
    let long = "x".repeat(121);
    for wrong in [
        set(Chain::Ton, ""),
        set(Chain::Ton, "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH"),
        with_comment(&long),
        with_comment("a\0"),
    ] {
        assert_eq!(angler.decide(wrong), Err(Refusal::AddressNotValid));
    }
    assert!(angler.decide(with_comment(&long[1..])).is_ok());
}

#[test]
fn an_account_of_the_product_is_refused_in_every_written_form() {
    let angler = with_accounts(Angler::new(), &[OURS, OURS_ON_EVM]);
    for (chain, ours) in [
        (Chain::Ton, OURS),
        (Chain::Ton, OURS_NON_BOUNCEABLE),
        (Chain::Evm, OURS_ON_EVM),
    ] {
        let refused = angler.decide(set(chain, ours));
        assert_eq!(refused, Err(Refusal::AddressOfTheHouse), "{ours}");
    }
    // No spelling without a checksum is taken from a player, whoever has the account.
    for (chain, ours) in [
        (Chain::Ton, OURS_RAW),
        (Chain::Evm, &*OURS_ON_EVM.to_lowercase()),
        (Chain::Evm, &*OURS_ON_EVM.to_uppercase().replace("0X", "0x")),
    ] {
        assert_eq!(angler.decide(set(chain, ours)), Err(Refusal::AddressNotValid), "{ours}");
    }
    assert!(angler.decide(set(Chain::Ton, OTHER)).is_ok());
}

#[test]
fn an_account_that_the_configuration_lists_is_refused_as_well() {
    let angler = Angler::new().under(|config| {
        let own = Address::parse(OURS).expect("an address");
        config.withdraw.refused_addresses.push(own);
    });
    let refused = angler.decide(set(Chain::Ton, OURS_NON_BOUNCEABLE));
    assert_eq!(refused, Err(Refusal::AddressOfTheHouse));
}

#[test]
fn nothing_is_requested_to_an_address_that_has_become_the_product_s() {
    let mut angler = Angler::new().with_usdt(100_000_000).with_address();
    assert!(angler.decide(angler.withdrawal(20_000_000)).is_ok());
    angler = with_accounts(angler, &[OURS_NON_BOUNCEABLE]);
    let refused = angler.decide(angler.withdrawal(20_000_000));
    assert_eq!(refused, Err(Refusal::AddressOfTheHouse));
    angler.must(set(Chain::Ton, OTHER));
    angler.wait(angler.config.withdraw.address_wait_ms);
    assert!(angler.decide(angler.withdrawal(20_000_000)).is_ok());
}
