//! The golden dive of domain §2.6, through commands and events: anybody can
//! recompute it from the revealed seed.

use domain::money::{Coin, Gusd};
use domain::player::Event;
use domain::player::dive::Kind;
use domain::player::fishing::{CastResolved, DiveClosed, Reason};
use domain::posting::Purse;
use domain::testing::Angler;

fn gusd(text: &str) -> Gusd {
    Gusd::parse(text).expect("an amount")
}

/// A player with the vectors' seed pair, 3,700 coins and an open dive at stake 100.
fn golden() -> Angler {
    let mut angler = Angler::new().with_golden_seed().with_coins(3_700);
    angler.dives(100, 1);
    angler
}

fn resolved(angler: &Angler) -> Vec<&CastResolved> {
    let casts = angler.log.iter().filter_map(|event| match event {
        Event::CastResolved(cast) => Some(cast),
        _ => None,
    });
    casts.collect()
}

fn closed(angler: &Angler) -> &DiveClosed {
    match angler.log.last() {
        Some(Event::DiveClosed(closed)) => closed,
        other => panic!("the dive is closed last, not {other:?}"),
    }
}

#[test]
fn every_published_number_of_the_first_nine_casts_holds() {
    let mut angler = golden();
    angler.casts(9);
    let casts = resolved(&angler);
    let recorded: Vec<_> = casts.iter().map(|cast| (cast.nonce, cast.level, cast.kind)).collect();
    assert_eq!(recorded[0], (0, 1, Kind::Empty));
    assert_eq!((casts[0].t, casts[1].t, casts[3].t), (726_676, 502_574, 28_791));
    assert_eq!((recorded[1], casts[1].line), ((1, 2, Kind::Mine), Gusd::ZERO));
    assert_eq!(
        (casts[3].id.as_deref(), casts[3].line),
        (Some("anchovy"), gusd("50.00"))
    );
    assert_eq!((casts[4].t, casts[4].id.as_deref()), (254_223, Some("sardine")));
    assert_eq!((casts[4].bonus, casts[4].line), (gusd("0.77"), gusd("150.00")));
    for cast in &casts[5..8] {
        assert_eq!((cast.kind, cast.bonus), (Kind::Empty, gusd("3.12")));
    }
    let tuna = casts[8];
    assert_eq!((tuna.t, tuna.level, tuna.id.as_deref()), (310_139, 9, Some("tuna")));
    assert_eq!(
        (tuna.bonus, tuna.line, tuna.safe),
        (gusd("3.12"), gusd("650.00"), gusd("13.25"))
    );
}

#[test]
fn surfacing_after_the_tuna_pays_663_25_for_900() {
    let mut angler = golden();
    angler.casts(9).surfaces();
    let closed = closed(&angler);
    assert_eq!((closed.payout, closed.staked), (gusd("663.25"), Coin::from_minor(900)));
    assert_eq!(
        (closed.reason, closed.casts, closed.profit),
        (Reason::Surfaced, 9, Gusd::ZERO)
    );
    assert_eq!((angler.has(Purse::Gusd), angler.has(Purse::CoinPaid)), (66_325, 2_800));
}

#[test]
fn the_bottom_pays_1452_21_for_3700() {
    let mut angler = golden();
    angler.casts(37);
    let casts = resolved(&angler);
    assert_eq!(casts[9].bonus, gusd("13.54"));
    assert_eq!((casts[12].level, casts[12].id.as_deref()), (13, Some("grouper")));
    assert_eq!((casts[13].level, casts[13].id.as_deref()), (14, Some("grouper")));
    assert_eq!((casts[13].line, casts[13].safe), (gusd("1050.00"), gusd("100.45")));
    assert_eq!((casts[24].level, casts[24].id.as_deref()), (25, Some("viperfish")));
    assert_eq!(casts[24].line, gusd("1550.00"));
    let mine = casts[27];
    assert_eq!((mine.t, mine.level, mine.kind), (124_914, 28, Kind::Mine));
    assert_eq!(mine.destroyed, [2, 3, 5]);
    assert_eq!((mine.line, mine.safe), (gusd("350.00"), gusd("532.70")));
    assert_eq!((casts[31].level, casts[31].id.as_deref()), (32, Some("anglerfish")));
    assert_eq!(casts[31].line, gusd("5450.00"));
    assert_eq!((casts[34].level, casts[34].kind), (35, Kind::Mine));
    assert_eq!(
        (casts[34].destroyed.as_slice(), casts[34].line),
        ([1, 4].as_slice(), gusd("350.00"))
    );
    let closed = closed(&angler);
    assert_eq!(
        (closed.reason, closed.staked),
        (Reason::Bottom, Coin::from_minor(3_700))
    );
    assert_eq!((closed.payout, closed.profit), (gusd("1452.21"), Gusd::ZERO));
    assert_eq!((angler.has(Purse::Gusd), angler.has(Purse::CoinPaid)), (145_221, 0));
    assert_eq!((angler.dive(), angler.player.seeds.nonce), (None, 37));
}
