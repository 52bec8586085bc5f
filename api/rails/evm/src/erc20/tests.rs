use super::*;

const PAYEE: Address = Address::repeat_byte(0x11);

#[test]
fn a_transfer_is_the_standards_call_and_reads_back() {
    let call = transfer(PAYEE, 11_500_000);
    let amount = format!("{:064x}", 11_500_000);
    let wanted = format!("a9059cbb{}{}{amount}", "0".repeat(24), "11".repeat(20));
    assert_eq!(hex::encode(&call), wanted);
    assert_eq!(read_transfer(&call), Some((PAYEE, 11_500_000)));
    let longer = [call.as_slice(), &[0]].concat();
    for wrong in [&call[..67], &longer, &balance_of(PAYEE), &[]] {
        assert_eq!(read_transfer(wrong), None);
    }
}

#[test]
fn a_tried_transfer_says_yes_by_silence_or_by_true() {
    let word = |last: u8| [vec![0; 31], vec![last]].concat();
    assert!(is_yes(&[]) && is_yes(&word(1)));
    assert!(!is_yes(&word(0)) && !is_yes(&word(2)) && !is_yes(&[1]));
}

#[test]
fn a_log_of_another_shape_says_nothing() {
    let topics = [MOVED, topic(PAYEE), topic(Address::repeat_byte(0x22))];
    let data = U256::from(7).to_be_bytes::<WORD>();
    let moved = read_log(&topics, &data).expect("a log");
    assert_eq!((moved.from, moved.amount_minor), (PAYEE, U256::from(7)));
    assert_eq!(read_log(&topics[..2], &data), None);
    assert_eq!(read_log(&topics, &data[..31]), None);
    assert_eq!(read_log(&[B256::ZERO, topics[1], topics[2]], &data), None);
}
