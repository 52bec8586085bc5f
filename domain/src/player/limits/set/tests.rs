use super::*;
use crate::money::Usdt;
use crate::testing::Angler;
use crate::time::DAY_MS;

fn usdt(whole: i64) -> Option<Usdt> {
    Some(Usdt::from_minor(whole * 1_000_000))
}

fn set(angler: &mut Angler, setting: Setting) {
    angler.must(SetLimit { setting });
}

fn loss(angler: &Angler) -> Option<Usdt> {
    Some(angler.player.limits.loss_day(angler.now, &angler.config))
}

#[test]
fn a_tighter_limit_holds_at_once_and_a_looser_one_after_a_day() {
    let mut angler = Angler::new();
    assert_eq!(loss(&angler), usdt(50), "the published default");
    set(&mut angler, Setting::LossDay(usdt(10)));
    assert_eq!(loss(&angler), usdt(10));
    set(&mut angler, Setting::LossDay(usdt(80)));
    assert_eq!(loss(angler.wait(DAY_MS - 1)), usdt(10));
    assert_eq!(loss(angler.wait(1)), usdt(80));
    set(&mut angler, Setting::LossDay(None));
    assert_eq!(loss(&angler), usdt(50), "back to the default is tighter than 80");
}

#[test]
fn no_limit_is_the_loosest_of_all() {
    let mut angler = Angler::new();
    let own = |angler: &Angler| angler.player.limits.at(angler.now);
    set(&mut angler, Setting::DepositWeek(usdt(100)));
    set(&mut angler, Setting::SessionMin(Some(60)));
    set(&mut angler, Setting::DepositWeek(None));
    set(&mut angler, Setting::SessionMin(None));
    assert_eq!(
        (own(&angler).deposit_week, own(&angler).session_min),
        (usdt(100), Some(60))
    );
    angler.wait(DAY_MS);
    assert_eq!((own(&angler).deposit_week, own(&angler).session_min), (None, None));
}

#[test]
fn the_last_word_counts_and_a_change_of_mind_waits_anew() {
    let mut angler = Angler::new();
    set(&mut angler, Setting::LossDay(usdt(60)));
    angler.wait(DAY_MS / 2);
    set(&mut angler, Setting::LossDay(usdt(70)));
    assert_eq!(loss(angler.wait(DAY_MS / 2)), usdt(50));
    assert_eq!(loss(angler.wait(DAY_MS / 2)), usdt(70));
    set(&mut angler, Setting::LossDay(usdt(90)));
    set(&mut angler, Setting::LossDay(usdt(20)));
    assert_eq!(loss(angler.wait(DAY_MS)), usdt(20), "the looser limit is dropped");
    assert_eq!(angler.player.limits.pending, []);
}

#[test]
fn what_waits_is_bounded_by_the_number_of_limits() {
    let mut angler = Angler::new();
    let fields = [
        Setting::DepositDay,
        Setting::DepositWeek,
        Setting::DepositMonth,
        Setting::LossDay,
    ];
    for whole in 1..50 {
        for field in fields {
            set(&mut angler, field(usdt(whole)));
            set(&mut angler, field(usdt(whole + 100)));
        }
    }
    assert_eq!(angler.player.limits.pending.len(), fields.len());
}

#[test]
fn a_value_lies_within_bounds() {
    let angler = Angler::new();
    let refused = |setting| angler.decide(SetLimit { setting }).err().map(|refusal| refusal.code());
    for setting in [
        Setting::LossDay(Some(Usdt::from_minor(-1))),
        Setting::DepositDay(Some(Usdt::from_minor(1_000_000_000_001))),
        Setting::SessionMin(Some(0)),
        Setting::SessionMin(Some(1_441)),
    ] {
        assert_eq!(refused(setting), Some(-1006), "{setting:?}");
    }
    for setting in [
        Setting::LossDay(Some(Usdt::ZERO)),
        Setting::DepositDay(usdt(1_000_000)),
        Setting::SessionMin(Some(1_440)),
    ] {
        assert_eq!(refused(setting), None, "{setting:?}");
    }
}
