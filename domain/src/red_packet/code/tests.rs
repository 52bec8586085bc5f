use super::*;

#[test]
fn a_code_reads_in_any_case_and_names_one_packet() {
    for bits in [0, 1, 1 << 49, u64::MAX, 0x1234_5678_9abc] {
        let code = PacketCode::from_bits(bits);
        assert_eq!(PacketCode::parse(&code.as_str().to_lowercase()), Some(code.clone()));
        assert_eq!(PacketCode::from_bits(bits).open_packet(), code.open_packet());
    }
    assert_ne!(
        PacketCode::from_bits(0).open_packet(),
        PacketCode::from_bits(1).open_packet()
    );
    assert_ne!(PacketCode::from_bits(0), PacketCode::from_bits(1 << 49));
}

#[test]
fn refuses_what_is_no_code() {
    for text in ["", "ABCDEFGHJ", "ABCDEFGHJKM", "ABCDEFGHJI", "ABCDEFGHJ\0", "ABCDEFGHÉ"] {
        assert_eq!(PacketCode::parse(text), None, "{text:?}");
    }
}
