//! What a member of staff may not let go alone any more takes a second one.

use super::*;

#[test]
fn what_does_not_count_for_one_person_takes_two_t_50() {
    let mut desk = Desk::opened(request(200_000_000));
    let over = Approve {
        may_alone: false,
        ..desk.approve("ann")
    };
    let is_for_one = |desk: &Desk| desk.withdrawal.is_for_one(&Config::standard());
    assert!(is_for_one(&desk));
    desk.must(Do::Approve(over));
    assert_eq!(desk.withdrawal.state, State::Review);
    assert!(!is_for_one(&desk), "the next one is the second");
    assert_eq!(desk.refused(desk.approval("bob")), 9002);
    assert!(!is_for_one(&Desk::opened(request(500_010_000))));
}
