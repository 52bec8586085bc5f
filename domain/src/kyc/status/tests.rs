use super::*;

#[test]
fn each_state_has_its_number_its_gate_and_its_way_on() {
    for (status, code, gate, can_edit) in [
        (Status::None, 0, 6001, true),
        (Status::UnderReview, 1, 6008, false),
        (Status::Failed, 2, 6009, true),
        (Status::Approved, 3, 0, false),
        (Status::Rejected, 4, 6009, false),
    ] {
        let refused = status.gate().err().map_or(0, |refusal| refusal.code());
        assert_eq!((status.code(), refused, status.can_edit()), (code, gate, can_edit));
    }
}
