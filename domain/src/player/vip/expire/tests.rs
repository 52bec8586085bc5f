use super::super::{ActivateVip, PayWith};
use super::*;
use crate::testing::Angler;
use crate::time::DAY_MS;

#[test]
fn the_end_is_recorded_once_for_each_pass_and_a_late_clock_changes_nothing() {
    let mut angler = Angler::new().with_coupons(1_000_000_000);
    for vip_id in [1, 3] {
        let pay_with = PayWith::Coupon;
        angler.must(ActivateVip { vip_id, pay_with });
    }
    let start = angler.now;
    angler.wait(30 * DAY_MS - 1);
    assert_eq!(angler.decide(ExpireVip), Err(Refusal::StateChanged));
    let mut late = angler.clone();
    angler.wait(1).must(ExpireVip);
    angler.wait(30 * DAY_MS).must(ExpireVip);
    late.wait(100 * DAY_MS).give(ExpireVip).expect("records both");
    let ends = |angler: &Angler| -> Vec<(u8, i64)> {
        let recorded = angler.log.iter().filter_map(|event| match event {
            Event::VipExpired(recorded) => Some((recorded.vip_id, recorded.at.since(start) / DAY_MS)),
            _ => None,
        });
        recorded.collect()
    };
    assert_eq!(ends(&angler), [(3, 30), (1, 60)]);
    assert_eq!(ends(&late), ends(&angler));
    assert_eq!(late.player.vip, angler.player.vip);
    assert_eq!(angler.decide(ExpireVip), Err(Refusal::StateChanged));
}
