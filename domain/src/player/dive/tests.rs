use super::*;
use crate::paytable::Paytable;
use crate::testing::{Angler, golden_seed};

/// An open dive of `fund` at `level` with these fish on the line, in hundredths of gusd.
fn dive(fund: Fund, level: u8, line: &[i64]) -> Dive {
    let mut angler = Angler::new().with_coins(10);
    let mut dive = angler.dives(10, 1).dive().cloned().expect("a dive is open");
    let caught = |&value: &i64| Catch {
        id: "sardine".into(),
        level,
        value: Gusd::from_minor(value),
    };
    (dive.fund, dive.start_level) = (fund, level);
    dive.line = line.iter().map(caught).collect();
    dive
}

fn roll(kind: Kind, x10: u32, stake: Coin) -> Roll {
    Roll {
        t: 0,
        kind,
        id: None,
        x10,
        value: Gusd::from_minor(stake.minor() * i64::from(x10) * 10),
        bonus: Gusd::ZERO,
        destroyed: Vec::new(),
    }
}

fn worth(dive: &Dive) -> i128 {
    let gusd = dive.line_value() + dive.safe() + dive.chest_usdt.at_parity();
    i128::from(gusd.minor())
}

/// All that a cast can change, weighted: in hundredths of gusd times a million times 2^fish.
fn expected_change(before: &Dive, band: &Band, shield: bool) -> i128 {
    let subsets = 1_u32 << before.line.len();
    let bonus = danger_bonus(before.line_value(), band.mine_w);
    let outcomes = (band.fish.iter().map(|fish| (Kind::Fish, fish.x10, fish.w)))
        .chain(band.chest.iter().map(|chest| (Kind::Chest, chest.x10, chest.w)))
        .chain([(Kind::Mine, 0, band.mine_w), (Kind::Empty, 0, band.empty_w)]);
    let mut sum = 0;
    for (kind, x10, w) in outcomes {
        for subset in 0..subsets {
            let mut roll = roll(kind, x10, before.stake);
            match (kind, shield) {
                (_, true) => {}
                (Kind::Mine, false) => {
                    let places = 0..before.line.len() as u8;
                    roll.destroyed = places.filter(|place| subset >> place & 1 == 1).collect();
                }
                (_, false) => roll.bonus = bonus,
            }
            let mut after = before.clone();
            after.apply(&roll);
            sum += (worth(&after) - worth(before)) * i128::from(w);
        }
    }
    sum
}

#[test]
fn every_cast_returns_exactly_94_percent_whatever_hangs_on_the_line() {
    // domain §2.4, by exact enumeration of outcomes and destroyed subsets.
    let lines: [&[i64]; 5] = [&[], &[500], &[500, 1_000], &[1, 99, 12_345], &[500, 7, 7, 500_000]];
    for band in &Paytable::standard().bands {
        for line in lines {
            for (fund, shield) in [(Fund::Paid, false), (Fund::Promo, false), (Fund::Paid, true)] {
                let before = dive(fund, band.levels[0], line);
                let scale = 1_000_000 << line.len();
                let full = 940 * scale;
                let lost = full - expected_change(&before, band, shield);
                // Rounding is down and costs less than a hundredth; without fish it is exact.
                assert!((0..scale).contains(&lost), "band {} {line:?}", band.id);
                assert!(lost == 0 || !(line.is_empty() || shield));
            }
        }
    }
}

#[test]
fn the_danger_bonus_is_the_exact_fraction_rounded_down() {
    for band in &Paytable::standard().bands {
        let (q, rest) = (i128::from(band.mine_w), i128::from(1_000_000 - band.mine_w));
        for line in (0..200_000).chain([i64::from(u32::MAX), 4_611_686_018_427_387_904]) {
            let bonus = i128::from(danger_bonus(Gusd::from_minor(line), band.mine_w).minor());
            let exact = i128::from(line) * q;
            assert!(bonus * 2 * rest <= exact && exact < (bonus + 1) * 2 * rest);
        }
    }
}

#[test]
fn the_published_danger_bonus_of_every_band_holds() {
    // domain §2.2: 3/194, 1/48, 1/38, 3/94, 1/23.
    let published = [(3, 194), (1, 48), (1, 38), (3, 94), (1, 23)];
    for (band, (top, bottom)) in Paytable::standard().bands.iter().zip(published) {
        let bonus = danger_bonus(Gusd::from_minor(bottom * 100), band.mine_w);
        assert_eq!(bonus, Gusd::from_minor(top * 100), "band {}", band.id);
    }
}

#[test]
fn a_chest_from_100_times_is_cash_on_a_paid_dive_and_tokens_on_a_promo_dive() {
    for (fund, x10, tokens, cash) in [
        (Fund::Paid, 999, 99_900, 0),
        (Fund::Paid, 1_000, 0, 100_000),
        (Fund::Paid, 50_000, 0, 5_000_000),
        (Fund::Promo, 1_000, 100_000, 0),
    ] {
        let mut dive = dive(fund, 28, &[]);
        dive.apply(&roll(Kind::Chest, x10, dive.stake));
        let safe = (dive.chest_gusd.minor(), dive.chest_usdt.minor());
        assert_eq!(safe, (tokens, cash), "{fund:?} {x10}");
    }
}

#[test]
fn a_mine_takes_the_named_places_and_never_the_safe_box() {
    let mut dive = dive(Fund::Paid, 28, &[10, 20, 30, 40]);
    dive.chest_gusd = Gusd::from_minor(77);
    let mut mine = roll(Kind::Mine, 0, dive.stake);
    mine.destroyed = vec![0, 2];
    dive.apply(&mine);
    let left: Vec<i64> = dive.line.iter().map(|fish| fish.value.minor()).collect();
    assert_eq!((left, dive.safe().minor()), (vec![20, 40], 77));
}

#[test]
fn a_shielded_cast_is_never_hurt_and_earns_no_bonus() {
    let table = Paytable::standard();
    let dive = dive(Fund::Paid, 28, &[1_000_000, 1_000_000]);
    let band = table.band(28).expect("level 28");
    let cast = |nonce, shield| dive.roll(band, &golden_seed(), "angler-1", nonce, shield);
    for nonce in 0..2_000 {
        let (open, shielded) = (cast(nonce, false), cast(nonce, true));
        assert_eq!(
            (open.t, open.kind, open.value),
            (shielded.t, shielded.kind, shielded.value)
        );
        assert!(shielded.destroyed.is_empty() && shielded.bonus.is_zero());
        assert_eq!(open.bonus.is_zero(), open.kind == Kind::Mine);
    }
}

#[test]
fn the_top_chest_of_the_vectors_is_5000_times_the_stake() {
    let table = Paytable::standard();
    let dive = dive(Fund::Paid, 30, &[]);
    let band = table.band(30).expect("level 30");
    let roll = dive.roll(band, &golden_seed(), "angler-1", 1_497_528, false);
    assert_eq!((roll.t, roll.kind, roll.x10), (110_377, Kind::Chest, 50_000));
    assert_eq!(roll.value, Gusd::from_minor(10 * 5_000 * 100));
}
