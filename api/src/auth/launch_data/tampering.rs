//! Every small change of a published launch, tried one by one (T-34).
//!
//! The age is never the reason: the clock is set to the vector's own date and the window is open.

use super::third_party::{PRODUCTION_KEY, ThirdParty};
use super::vectors::{BOT_ID, V1, V2, V3, Vector};
use proptest::prelude::*;

/// Asserts that changed bytes are refused; what is not UTF-8 never reaches the verifier.
fn refused(vector: &Vector, verifier: &super::LaunchVerifier, bytes: &[u8], change: &str) {
    let Ok(raw) = std::str::from_utf8(bytes) else {
        return;
    };
    assert!(
        verifier.verify(raw, vector.auth_date_s, i64::MAX).is_err(),
        "{change} was accepted: {raw}"
    );
}

#[test]
fn no_single_flipped_bit_verifies_t_34() {
    for vector in [V1, V2, V3] {
        let verifier = vector.verifier();
        for bit in 0..vector.raw.len() * 8 {
            let mut bytes = vector.raw.as_bytes().to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            refused(&vector, &verifier, &bytes, &format!("bit {bit}"));
        }
    }
}

#[test]
fn no_replaced_removed_or_added_character_verifies_t_34() {
    let verifier = V2.verifier();
    let original = V2.raw.as_bytes();
    for at in 0..original.len() {
        let (head, tail) = (&original[..at], &original[at + 1..]);
        refused(&V2, &verifier, &[head, tail].concat(), "A removal");
        for byte in 0..=127 {
            refused(
                &V2,
                &verifier,
                &[head, &[byte], &original[at..]].concat(),
                "An addition",
            );
            if byte != original[at] {
                refused(&V2, &verifier, &[head, &[byte], tail].concat(), "A replacement");
            }
        }
    }
    refused(&V2, &verifier, &[original, b"&"].concat(), "A trailing border");
}

#[test]
fn no_flipped_bit_passes_the_messengers_signature_outside_the_hash_t_34() {
    let third_party = ThirdParty::parse(BOT_ID, PRODUCTION_KEY).expect("the published key");
    let covered = V2.raw.find("&hash=").expect("hashed") + "&hash=".len();
    for bit in 0..covered * 8 {
        let mut bytes = V2.raw.as_bytes().to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let verified = std::str::from_utf8(&bytes).is_ok_and(|raw| third_party.verify(raw).is_ok());
        assert!(!verified, "bit {bit}");
    }
}

#[test]
fn no_pair_can_be_left_out_doubled_or_merged_with_the_next_t_34() {
    for vector in [V1, V2, V3] {
        let pairs: Vec<&str> = vector.raw.split('&').collect();
        for at in 0..pairs.len() {
            let without = [&pairs[..at], &pairs[at + 1..]].concat().join("&");
            let doubled = [&pairs[..], &[pairs[at]]].concat().join("&");
            for raw in [without, doubled] {
                refused(&vector, &vector.verifier(), raw.as_bytes(), "A pair");
            }
        }
    }
}

#[test]
fn a_pair_hidden_behind_an_escaped_line_feed_is_refused_though_the_signed_text_is_equal_t_34() {
    let mut sorted: Vec<&str> = V1.raw.split('&').filter(|pair| !pair.starts_with("hash=")).collect();
    sorted.sort_unstable();
    let hash = &V1.raw[V1.raw.len() - 64..];
    for at in 1..sorted.len() {
        let merged = [
            &sorted[..at - 1],
            &[&*format!("{}%0A{}", sorted[at - 1], sorted[at])],
            &sorted[at + 1..],
        ]
        .concat()
        .join("&");
        refused(
            &V1,
            &V1.verifier(),
            format!("{merged}&hash={hash}").as_bytes(),
            "A merger",
        );
    }
}

proptest! {
    #[test]
    fn the_order_of_pairs_does_not_matter_t_34(
        vector in prop::sample::select(vec![V1.raw, V2.raw, V3.raw]),
        keys in prop::collection::vec(any::<u64>(), 6),
    ) {
        let vector = [V1, V2, V3].into_iter().find(|known| known.raw == vector).expect("one of three");
        let mut pairs: Vec<(u64, &str)> = keys.into_iter().zip(vector.raw.split('&')).collect();
        prop_assert_eq!(pairs.len(), vector.raw.split('&').count());
        pairs.sort_unstable();
        let shuffled = pairs.into_iter().map(|(_, pair)| pair).collect::<Vec<_>>().join("&");
        let verify = |raw: &str| vector.verifier().verify(raw, vector.auth_date_s, 0);
        prop_assert_eq!(verify(&shuffled), verify(vector.raw));
        prop_assert!(verify(&shuffled).is_ok());
    }

    #[test]
    fn rubbish_is_refused_and_never_panics_t_34_t_62(raw in "\\PC{0,200}|[a-z_=&%0-9A-F{}\":\\x00-\\x1f]{0,200}") {
        prop_assert!(V1.verifier().verify(&raw, V1.auth_date_s, i64::MAX).is_err());
    }
}
