use super::*;
use crate::config::Config;
use crate::player::freeze::Freeze;
use crate::player::identity::{SeeCountry, Source};
use crate::player::limits::{Break, TakeBreak};
use crate::player::signin::SignIn;
use crate::testing::Angler;

const KINDS: [Gate; 6] = [
    Gate::Open,
    Gate::Account("m"),
    Gate::Gift("m"),
    Gate::Play("m"),
    Gate::Spend("m"),
    Gate::CashOut("m"),
];

/// Which kinds are refused with `code`, in the order of the table; the others must pass.
fn refused(angler: &Angler, code: i32) -> [bool; 6] {
    let context = angler.context(&SignIn.into());
    KINDS.map(|gate| match gate.check(&angler.player, &context) {
        Ok(()) => false,
        Err(refusal) => {
            assert_eq!(refusal.code(), code, "{gate:?}");
            true
        }
    })
}

fn in_country(mode: Mode) -> Angler {
    let mut angler = Angler::new().under(|config: &mut Config| match mode {
        Mode::Blocked => config.region.blocked.push("XX".into()),
        _ => config.region.default_mode = mode,
    });
    let country = "XX".into();
    let source = Source::Connection;
    angler.must(SeeCountry { country, source });
    angler
}

#[test]
fn each_gate_closes_for_the_kinds_of_the_table() {
    let open = [false; 6];
    assert_eq!(refused(&Angler::new(), 0), open);
    let all = [false, true, true, true, true, true];
    let shut = Angler::new().under(|config| config.product.maintenance.push("m".into()));
    assert_eq!(refused(&shut, -1003), all);
    let mut frozen = Angler::new();
    frozen.must(Freeze {
        staff: "ann".into(),
        reason: "Chargeback".into(),
    });
    assert_eq!(refused(&frozen, -1002), all);
    assert_eq!(refused(&in_country(Mode::Blocked), -1004), all);
    let money = [false, false, false, false, true, true];
    assert_eq!(refused(&in_country(Mode::Play), -1004), money);
    assert_eq!(refused(&in_country(Mode::Real), 0), open);
    let newer = Angler::new().under(|config| config.product.terms_version = "2".into());
    assert_eq!(refused(&newer, -1010), [false, false, false, true, true, true]);
    let mut resting = Angler::new();
    resting.must(TakeBreak {
        kind: Break::CoolOff,
        days: 1,
    });
    assert_eq!(refused(&resting, -1009), [false, false, true, true, true, false]);
}

#[test]
fn the_first_closed_gate_is_returned_and_another_module_stays_open() {
    let mut angler = in_country(Mode::Blocked).under(|config| {
        config.product.maintenance.push("m".into());
        config.product.terms_version = "2".into();
    });
    angler.must(Freeze {
        staff: "ann".into(),
        reason: "Chargeback".into(),
    });
    let context = angler.context(&SignIn.into());
    let check = |module| Gate::Play(module).check(&angler.player, &context);
    assert_eq!(check("m"), Err(Refusal::UnderMaintenance { module: "m".into() }));
    assert_eq!(check("n"), Err(Refusal::PlayerFrozen));
}

#[test]
fn a_dive_that_is_open_takes_no_more_casts_and_surfaces_with_its_payout() {
    let mut angler = Angler::new().with_golden_seed().with_coins(1_000);
    angler.dives(100, 1).casts(9).wait(2_500);
    angler.must(TakeBreak {
        kind: Break::Exclude,
        days: 183,
    });
    let cast = angler.decide(angler.cast(false)).expect_err("a refusal");
    assert_eq!(cast.code(), -1009);
    angler.surfaces();
    assert_eq!(angler.has(crate::posting::Purse::Gusd), 66_325);
    let start = angler.decide(angler.start(100, 1)).expect_err("a refusal");
    assert_eq!(start.code(), -1009, "I-39: no new bet");
}
