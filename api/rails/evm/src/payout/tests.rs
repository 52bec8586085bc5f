//! What is signed, read back; and what is not ours.

use super::*;
use proptest::prelude::*;

fn key() -> Key {
    Key::from_bytes(&[42; 32]).expect("a key")
}

fn payout() -> Payout {
    Payout {
        chain_id: 31_337,
        nonce: 7,
        deed: Deed::Pay {
            token: Address::repeat_byte(0x22),
            to: Address::repeat_byte(0x11),
            amount_minor: 11_500_000,
        },
        fee: Fee {
            most: 30_000_000_000,
            tip: 1_000_000_000,
        },
    }
}

#[test]
fn the_same_payout_is_the_same_bytes_and_reads_back() {
    let cancel = Payout {
        deed: Deed::Cancel,
        ..payout()
    };
    for payout in [payout(), cancel] {
        let signed = sign(&key(), &payout).expect("signed");
        assert_eq!(sign(&key(), &payout).expect("signed"), signed);
        assert_eq!(read(&signed.raw, key().address()), Ok((payout, signed.hash)));
    }
}

#[test]
fn another_key_and_any_other_transaction_is_not_ours() {
    let signed = sign(&key(), &payout()).expect("signed");
    let other = Key::from_bytes(&[43; 32]).expect("a key");
    assert!(read(&signed.raw, other.address()).is_err());
    let own = key().address();
    let changes: [fn(&mut TxEip1559); 4] = [
        |transaction| transaction.value = U256::ONE,
        |transaction| transaction.gas_limit += 1,
        |transaction| transaction.to = TxKind::Create,
        |transaction| transaction.input = vec![1, 2, 3, 4].into(),
    ];
    for change in changes {
        let mut transaction = payout().transaction(own);
        change(&mut transaction);
        let signature = key().sign(transaction.signature_hash()).expect("signed");
        let raw = TxEnvelope::from(transaction.into_signed(signature)).encoded_2718();
        assert!(read(&raw, own).is_err());
    }
    assert!(Key::from_bytes(&[0; 32]).is_none() && !format!("{:?}", key()).contains("2a2a"));
}

#[test]
fn a_raised_fee_is_one_that_nodes_take_instead() {
    let fee = Fee { most: 100, tip: 8 };
    assert_eq!(fee.raised(Fee::default()), Fee { most: 126, tip: 11 });
    assert_eq!(fee.raised(Fee { most: 500, tip: 9 }), Fee { most: 500, tip: 11 });
    let none = Fee::default().raised(Fee::default());
    assert!(none.most > 0 && none.tip > 0);
}

proptest! {
    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..300), at in 0_usize..180, bit in 0_u8..8) {
        prop_assert!(read(&bytes, key().address()).is_err());
        let mut signed = sign(&key(), &payout()).expect("signed").raw;
        let at = at % signed.len();
        signed[at] ^= 1 << bit;
        prop_assert!(read(&signed, key().address()).is_err());
    }
}
