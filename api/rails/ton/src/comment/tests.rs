use proptest::prelude::*;

use super::*;

#[test]
fn other_payloads_are_no_text() {
    let nothing = build(|_| Ok(()));
    let other = build(|cell| cell.store_u32(0x0f8a_7ea5));
    let half_a_byte = build(|cell| cell.store_u32(0).and_then(|()| cell.store_small_uint(1, 4)));
    let not_utf8 = build(|cell| cell.store_u32(0).and_then(|()| cell.store_u8(0xff)));
    for cell in [nothing, other, half_a_byte, not_utf8] {
        assert_eq!(read_comment(&cell), None);
    }
}

#[test]
fn a_chain_without_end_is_not_walked() {
    let mut chain = build(|_| Ok(()));
    for _ in 0..500 {
        chain = build(|cell| cell.store_reference(chain.clone()));
    }
    let cell = build(|cell| cell.store_u32(0).and_then(|()| cell.store_reference(chain)));
    assert_eq!(read_comment(&cell).as_deref(), Some(""));
    let mut long = build(|cell| cell.store_raw(&[b'x'; 127], 1016));
    for _ in 0..500 {
        long = build(|cell| {
            cell.store_raw(&[b'x'; 127], 1016)
                .and_then(|()| cell.store_reference(long.clone()))
        });
    }
    let cell = build(|cell| cell.store_u32(0).and_then(|()| cell.store_reference(long)));
    assert_eq!(read_comment(&cell), None);
}

proptest! {
    #[test]
    fn every_text_comes_back(text in "\\PC{0,240}") {
        let cell = comment(&text);
        prop_assert_eq!(read_comment(&cell), Some(text));
    }
}
