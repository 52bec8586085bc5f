use super::*;
use crate::player::limits::{SetLimit, Setting};
use crate::testing::Angler;

fn refused(angler: &Angler, cast: Cast) -> Refusal {
    angler.decide(cast).expect_err("a refusal")
}

#[test]
fn a_player_with_1000_coins_casts_at_level_11() {
    let mut angler = Angler::new().with_coins(1_000).with_diamonds(2);
    angler.dives(100, 11).casts(1);
    assert_eq!(
        (angler.has(Purse::CoinPaid), angler.dive().map(Dive::level)),
        (900, Some(12))
    );
}

#[test]
fn a_step_that_is_not_the_next_is_out_of_date() {
    let mut angler = Angler::new().with_coins(100);
    angler.dives(10, 1).casts(2);
    angler.wait(2_500);
    for seq in [0, 1, 2, 4, u32::MAX] {
        let cast = Cast {
            seq,
            ..angler.cast(false)
        };
        assert_eq!(refused(&angler, cast), Refusal::StepOutOfDate);
    }
    assert!(angler.decide(angler.cast(false)).is_ok());
}

#[test]
fn casts_keep_a_pace_of_two_and_a_half_seconds_even_across_dives() {
    let mut angler = Angler::new().with_coins(100);
    angler.dives(10, 1).casts(1);
    let next_cast_at = angler.now.plus_ms(2_500).0;
    angler.wait(2_499);
    assert_eq!(refused(&angler, angler.cast(false)), Refusal::TooFast { next_cast_at });
    angler.surfaces().dives(10, 1);
    assert_eq!(refused(&angler, angler.cast(false)), Refusal::TooFast { next_cast_at });
    angler.wait(1);
    assert!(angler.decide(angler.cast(false)).is_ok());
}

#[test]
fn coins_that_run_out_refuse_the_cast_and_never_the_surface() {
    // domain §2.1 (7). Promo coins do not help a paid dive.
    let mut angler = Angler::new().with_coins(10).with_promo(1_000);
    angler.dives(10, 1).casts(1).wait(2_500);
    assert_eq!(refused(&angler, angler.cast(false)), Refusal::NotEnoughCoins);
    assert!(angler.decide(angler.surface()).is_ok());
}

#[test]
fn a_shield_costs_a_diamond_and_is_refused_without_one() {
    let mut angler = Angler::new().with_coins(100).with_diamonds(1);
    angler.dives(10, 1).wait(2_500);
    angler.must(angler.cast(true));
    assert_eq!(angler.has(Purse::Diamond), 0);
    angler.wait(2_500);
    assert_eq!(refused(&angler, angler.cast(true)), Refusal::NotEnoughDiamonds);
}

#[test]
fn a_day_without_a_command_ends_the_casting() {
    let mut angler = Angler::new().with_coins(100);
    angler.dives(10, 1).casts(1).wait(crate::time::DAY_MS - 1);
    assert!(angler.decide(angler.cast(false)).is_ok());
    angler.wait(1);
    assert_eq!(refused(&angler, angler.cast(false)), Refusal::NoDiveOpen);
}

#[test]
fn the_days_loss_limit_counts_paid_coins_and_lets_the_next_day_begin_anew() {
    let limit = |config: &mut crate::config::Config| config.game.loss_day = crate::money::Usdt::from_minor(3_000);
    let mut angler = Angler::new().under(limit).with_coins(1_000).with_promo(1_000);
    angler.dives(10, 1).casts(3).wait(2_500);
    let reached = Refusal::DailyLossLimitReached {
        limit: "0.003000".into(),
    };
    assert_eq!(refused(&angler, angler.cast(false)), reached);
    angler.wait(12 * crate::time::HOUR_MS);
    assert!(angler.decide(angler.cast(false)).is_ok());
    let mut promo = Angler::new().under(limit).with_promo(1_000);
    promo.dives(10, 1).casts(10);
}

#[test]
fn the_players_own_loss_limit_counts_at_once() {
    // Law I-39, threat T-82.
    let mut angler = Angler::new().with_coins(1_000);
    angler.dives(10, 1).casts(3).wait(2_500);
    let setting = Setting::LossDay(Some(crate::money::Usdt::from_minor(3_000)));
    angler.must(SetLimit { setting });
    let limit = "0.003000".into();
    assert_eq!(
        refused(&angler, angler.cast(false)),
        Refusal::DailyLossLimitReached { limit }
    );
    angler.surfaces();
}

#[test]
fn a_session_ends_at_its_limit_and_begins_anew_after_half_an_hour() {
    let mut angler = Angler::new().with_coins(1_000);
    let setting = Setting::SessionMin(Some(1));
    angler.must(SetLimit { setting });
    angler.dives(10, 1).casts(23).wait(2_499);
    assert!(matches!(refused(&angler, angler.cast(false)), Refusal::TooFast { .. }));
    angler.wait(1);
    let pause_ms = crate::time::HOUR_MS / 2;
    let until = angler.now.plus_ms(pause_ms - 2_500 + 1).0;
    assert_eq!(
        refused(&angler, angler.cast(false)),
        Refusal::SessionLimitReached { until }
    );
    angler.surfaces();
    let until = angler.now.plus_ms(pause_ms + 1).0;
    let start = angler.decide(angler.start(10, 1));
    assert_eq!(start, Err(Refusal::SessionLimitReached { until }));
    angler.wait(pause_ms + 1).dives(10, 1);
}

#[test]
fn a_paid_dive_takes_no_casts_once_the_region_has_promo_play_only() {
    let mut angler = Angler::new().with_coins(100);
    angler.dives(10, 1).casts(1).wait(2_500);
    let mut angler = angler.under(|config| config.region.default_mode = crate::config::region::Mode::Play);
    assert_eq!(refused(&angler, angler.cast(false)), Refusal::RegionNotAvailable);
    angler.surfaces();
}

#[test]
fn the_first_violated_check_is_returned() {
    let mut angler = Angler::new().with_coins(10);
    let stray = Cast {
        dive: DiveId::default(),
        seq: 9,
        shield: true,
    };
    assert_eq!(refused(&angler, stray.clone()), Refusal::NoDiveOpen);
    angler.dives(10, 1).casts(1);
    assert_eq!(
        refused(
            &angler,
            Cast {
                dive: angler.dive_id(),
                ..stray
            }
        ),
        Refusal::StepOutOfDate
    );
    assert!(matches!(refused(&angler, angler.cast(true)), Refusal::TooFast { .. }));
    angler.wait(2_500);
    assert_eq!(refused(&angler, angler.cast(true)), Refusal::NotEnoughCoins);
}

#[test]
fn a_table_published_later_does_not_touch_an_open_dive() {
    let mut angler = Angler::new().with_golden_seed().with_coins(200);
    angler.dives(10, 1).casts(3).wait(2_500);
    let kept = angler.decide(angler.cast(false)).expect("a cast");
    let angler = angler.under(|config| {
        config.game.paytable.version = "pt-2".into();
        config.game.paytable.bands[0].fish.clear();
    });
    assert_eq!(angler.decide(angler.cast(false)), Ok(kept));
}
