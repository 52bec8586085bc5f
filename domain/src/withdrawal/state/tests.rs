use super::*;

#[test]
fn every_state_has_an_older_number_a_newer_label_and_an_order_state() {
    let recorded = State::ALL.map(|state| (state.old_code(), state.label(), state.order()));
    assert_eq!(
        recorded,
        [
            (0, "Review", "loading"),
            (1, "Pending", "loading"),
            (1, "Pending", "loading"),
            (2, "Pending", "loading"),
            (3, "Completed", "success"),
            (4, "Failure", "fail"),
            (4, "Failure", "fail"),
        ]
    );
}
