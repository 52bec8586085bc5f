use proptest::prelude::*;

use super::*;
use crate::contracts::{USDT_MAIN_NET, jetton_wallet_address};
use crate::wallet::SUBWALLET_ID;

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn wallet() -> Wallet {
    Wallet::of(key().verifying_key().to_bytes(), SUBWALLET_ID, 3_600)
}

fn payout(n: u64, amount_minor: u128) -> Payout {
    let (wallet, master) = (wallet().address, Address::parse(USDT_MAIN_NET).expect("an address"));
    Payout {
        query_id: QueryId::nth(n).expect("a slot"),
        created_at: 1_800_000_000,
        jetton_wallet: jetton_wallet_address(master, wallet),
        to: Address::new([5; 32]),
        amount_minor,
        comment: Some("W-1".to_owned()),
        ton_value: 100_000_000,
        forward_ton: FORWARD_NANO,
        response_to: wallet,
    }
}

/// Bytes that were once stored must be made again by every later version.
#[test]
fn the_same_payout_gives_these_bytes_for_ever() {
    let signed = sign(&key(), &wallet(), &payout(1_023, 5_000_000), true);
    assert_eq!(signed, sign(&key(), &wallet(), &payout(1_023, 5_000_000), true));
    let cells = Boc::decode(&signed.boc).expect("cells");
    assert_eq!(
        [
            wallet().address.non_bounceable(),
            hex::encode(signed.hash),
            hex::encode(cells.repr_hash().0)
        ],
        [
            "UQCXElmDOyYKHpzN43kYKkcEj9do2POfT-hxuVJlbX_qbO1B",
            "4460dab853c796e96e71d564e1658270c424c47eed5c214dcb56cbdb4f2a62fc",
            "82176153ee4db5f187f04c21edb2d762a5a4ec610bb60df0659bbae0ded26ae9",
        ]
    );
    assert_eq!(signed.boc.len(), 897);
}

#[test]
fn the_normalised_hash_does_not_see_the_first_state() {
    let [with, without] = [true, false].map(|deploy| sign(&key(), &wallet(), &payout(1, 5), deploy));
    assert_eq!(with.hash, without.hash);
    assert_ne!(with.boc, without.boc);
}

#[test]
fn another_key_another_wallet_and_changed_bytes_are_refused() {
    let signed = sign(&key(), &wallet(), &payout(1, 5), false);
    let (ours, theirs) = (key().verifying_key(), SigningKey::from_bytes(&[8; 32]).verifying_key());
    assert!(read(&signed.boc, &ours, &wallet()).is_ok());
    assert_eq!(
        read(&signed.boc, &theirs, &wallet()),
        Err(Malformed("signed by our key"))
    );
    let other = Wallet::of(ours.to_bytes(), SUBWALLET_ID, 60);
    assert_eq!(read(&signed.boc, &ours, &other), Err(Malformed("a payout of ours")));
    for at in 0..signed.boc.len() {
        let mut changed = signed.boc.clone();
        changed[at] ^= 1;
        let harmless = Boc::decode(&changed).is_ok_and(|cell| Some(cell) == Boc::decode(&signed.boc).ok());
        assert!(harmless || read(&changed, &ours, &wallet()).is_err(), "byte {at}");
    }
}

proptest! {
    #[test]
    fn every_payout_is_read_back(n in 0..QueryId::COUNT, amount in 0_u128..1 << 120, to: [u8; 32],
        created_at: u64, comment in proptest::option::of("\\PC{1,40}"), deploy: bool) {
        let payout = Payout { created_at, comment, to: Address::new(to), ..payout(n, amount) };
        let signed = sign(&key(), &wallet(), &payout, deploy);
        let read = read(&signed.boc, &key().verifying_key(), &wallet()).expect("ours");
        prop_assert_eq!(read, Read { wallet: wallet().address, payout, hash: signed.hash, deploys: deploy });
    }
}
