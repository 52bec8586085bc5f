use super::*;

#[test]
fn what_two_nodes_have_reached_is_the_second_highest() {
    assert_eq!(reached(vec![7_u64, 3, 9]), 7);
    assert_eq!(reached(vec![7_u64, 3]), 3);
}

#[test]
fn later_things_on_the_chain_come_later() {
    assert!(lt(1, 0) < lt(1, 1) && lt(1, (1 << LOG_BITS) - 1) < lt(2, 0));
}
