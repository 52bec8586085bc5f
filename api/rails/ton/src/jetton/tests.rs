use proptest::prelude::*;

use super::*;

fn address() -> impl Strategy<Value = Address> {
    any::<[u8; 32]>().prop_map(Address::new)
}

fn text() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("\\PC{1,40}")
}

const COINS: std::ops::Range<u128> = 0..1 << 120;

proptest! {
    #[test]
    fn a_transfer_comes_back(query_id: u64, amount_minor in COINS, to in address(),
        response_to in proptest::option::of(address()), forward_nano in COINS, comment in text()) {
        let transfer = Transfer { query_id, amount_minor, to, response_to, forward_nano, comment };
        prop_assert_eq!(Transfer::read(&transfer.body()), Ok(transfer));
    }

    #[test]
    fn a_notification_and_an_internal_transfer_come_back(query_id: u64, amount_minor in COINS,
        from in proptest::option::of(address()), forward_nano in COINS, comment in text()) {
        let notification = Notification { query_id, amount_minor, from, comment };
        prop_assert_eq!(Body::read(&notification.body()), Body::Notification(notification));
        let moved = InternalTransfer { query_id, amount_minor, from, response_to: from, forward_nano };
        prop_assert_eq!(Body::read(&moved.body()), Body::InternalTransfer(moved));
    }

    #[test]
    fn a_strangers_bytes_never_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..120),
        operation in proptest::sample::select(vec![0, TRANSFER, INTERNAL_TRANSFER, TRANSFER_NOTIFICATION,
            EXCESSES, BOUNCED])) {
        let bits = u16::try_from(bytes.len() * 8).expect("bits");
        Body::read(&build(|cell| cell.store_u32(operation).and_then(|()| cell.store_raw(&bytes, bits))));
    }
}

#[test]
fn an_inline_memo_is_read_too() {
    let body = build(|cell| {
        cell.store_u32(TRANSFER_NOTIFICATION)?;
        cell.store_u64(7)?;
        coins(cell, 5_000_000)?;
        cell.store_zeros(2)?;
        cell.store_bit_zero()?;
        cell.store_u32(0)?;
        cell.store_raw(b"FT-1", 32)
    });
    let Body::Notification(notification) = Body::read(&body) else {
        panic!("a notification");
    };
    assert_eq!(notification.comment.as_deref(), Some("FT-1"));
}

#[test]
fn excesses_and_bounces_carry_their_query() {
    let done = build(|cell| cell.store_u32(EXCESSES).and_then(|()| cell.store_u64(9)));
    assert_eq!(Body::read(&done), Body::Excesses(9));
    let back = build(|cell| {
        cell.store_u32(BOUNCED)?;
        cell.store_u32(TRANSFER)?;
        cell.store_u64(9)
    });
    let expected = Body::Bounced {
        operation: TRANSFER,
        query_id: 9,
    };
    assert_eq!(Body::read(&back), expected);
}

#[test]
fn a_transfer_with_anything_more_is_not_ours() {
    let transfer = Transfer {
        query_id: 1,
        amount_minor: 5,
        to: Address::new([1; 32]),
        response_to: None,
        forward_nano: 1,
        comment: None,
    };
    let longer = build(|cell| {
        cell.store_slice(transfer.body().as_slice()?)?;
        cell.store_u8(1)
    });
    assert!(Transfer::read(&longer).is_err());
}
