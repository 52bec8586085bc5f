use super::*;

#[test]
fn two_owners_share_no_wallet_even_when_a_byte_of_their_ids_is_equal() {
    let owner = |first: u8, last: u8| {
        let mut id = [0; 16];
        (id[0], id[15]) = (first, last);
        DemoWallet::of(id).address()
    };
    assert_eq!(owner(1, 7), owner(1, 7));
    assert_ne!(owner(1, 7), owner(2, 7));
    assert_ne!(owner(1, 7), owner(1, 8));
    assert!((0..=u8::MAX).all(|n| DemoWallet::nth(n).address() != owner(0, n)));
}
