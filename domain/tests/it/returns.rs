//! Every strategy returns 94 % and only the spread differs (domain §2.4): a million
//! dives for each, rolled by the same code and the same draws as in production.
//!
//! All arithmetic is in integers and all seeds are fixed, so a result never changes
//! between runs. The deviation of a dive is `100 × payout − 94 × staked`; its mean is
//! zero for every way of playing, so the sum of n of them stays within four times the
//! square root of the sum of their squares.

use domain::money::{Coin, Gusd, Usdt};
use domain::paytable::{Band, LEVELS, Paytable};
use domain::player::dive::{Dive, Fund};
use domain::testing::seed;
use std::thread;

const DIVES: u64 = 1_000_000;
/// Each stretch of dives has its own seed; stretches run side by side.
const STRETCHES: u64 = 20;
/// Large enough that rounding down to 0.01 gusd is far below the noise.
const STAKE: i64 = 1_000;

/// Sums over dives, in hundredths of gusd.
#[derive(Clone, Copy, Default)]
struct Sums {
    dives: i128,
    net: i128,
    net_squared: i128,
    deviation: i128,
    deviation_squared: i128,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.dives += other.dives;
        self.net += other.net;
        self.net_squared += other.net_squared;
        self.deviation += other.deviation;
        self.deviation_squared += other.deviation_squared;
    }

    fn of(payout: i64, staked: i64) -> Sums {
        let (payout, staked) = (i128::from(payout), i128::from(staked));
        let net = payout - staked;
        let deviation = 100 * payout - 94 * staked;
        Sums {
            dives: 1,
            net,
            net_squared: net * net,
            deviation,
            deviation_squared: deviation * deviation,
        }
    }

    /// Standard deviation of a dive's net result, in hundredths of the stake.
    fn spread(&self) -> i128 {
        let variance = (self.dives * self.net_squared - self.net * self.net) / (self.dives * self.dives);
        variance.isqrt() / i128::from(STAKE)
    }
}

/// When a strategy surfaces, and how it casts.
#[derive(Clone, Copy)]
struct Strategy {
    deepest: u8,
    enough_x: Option<i64>,
    shield: bool,
}

fn fresh_dive() -> Dive {
    Dive {
        id: Default::default(),
        stake: Coin::from_minor(STAKE),
        fund: Fund::Paid,
        start_level: 1,
        deep_start_cost: 0,
        shields_cost: 0,
        casts: 0,
        line: Vec::new(),
        bonus: Gusd::ZERO,
        chest_gusd: Gusd::ZERO,
        chest_usdt: Usdt::ZERO,
        table_hash: String::new(),
        client_seed: String::new(),
        started_at: Default::default(),
        touched_at: Default::default(),
    }
}

fn payout(dive: &Dive) -> i64 {
    (dive.line_value() + dive.safe() + dive.chest_usdt.at_parity()).minor()
}

fn play_stretch(strategy: Strategy, bands: &[Band], number: u64) -> Sums {
    let seed = seed(number);
    let mut nonce = 0;
    let mut sums = Sums::default();
    for _ in 0..DIVES / STRETCHES {
        let mut dive = fresh_dive();
        while dive.level() <= strategy.deepest {
            let band = &bands[usize::from(dive.level()) - 1];
            let roll = dive.roll(band, &seed, "angler-1", nonce, strategy.shield);
            dive.apply(&roll);
            nonce += 1;
            let enough = |x: i64| payout(&dive) >= x * STAKE * 100 && payout(&dive) > 0;
            if strategy.enough_x.is_some_and(enough) {
                break;
            }
        }
        sums.add(Sums::of(payout(&dive), dive.staked().at_parity().minor()));
    }
    sums
}

fn play(strategy: Strategy) -> Sums {
    let table = Paytable::standard();
    let level = |level| table.band(level).cloned().expect("a band");
    let bands: Vec<Band> = (1..=LEVELS).map(level).collect();
    let bands = &bands;
    let stretches = |half: u64| {
        let mut sums = Sums::default();
        for number in (half..STRETCHES).step_by(2) {
            sums.add(play_stretch(strategy, bands, number));
        }
        sums
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| stretches(1));
        let mut sums = stretches(0);
        sums.add(other.join().expect("the other half plays"));
        sums
    })
}

/// A million dives: the mean is 94 % within 4 sigma, the spread of a dive is the published one within a twentieth.
fn check(strategy: Strategy, spread_published: Option<i128>) {
    let sums = play(strategy);
    let (off, sigma) = (sums.deviation, sums.deviation_squared.isqrt());
    assert_eq!(sums.dives, i128::from(DIVES));
    assert!(
        off.abs() <= 4 * sigma,
        "the return is off by {off} with a sigma of {sigma}"
    );
    let spread = sums.spread();
    if let Some(published) = spread_published {
        let apart = (spread - published).abs();
        assert!(apart * 20 <= published, "the spread is {spread}, published {published}");
    }
}

const BOTTOM: Strategy = Strategy {
    deepest: LEVELS,
    enough_x: None,
    shield: false,
};

#[test]
fn one_cast_at_the_surface_returns_94_percent() {
    check(Strategy { deepest: 1, ..BOTTOM }, Some(218));
}

#[test]
fn surfacing_at_the_first_prize_returns_94_percent() {
    check(
        Strategy {
            enough_x: Some(0),
            ..BOTTOM
        },
        Some(330),
    );
}

#[test]
fn diving_to_level_10_returns_94_percent() {
    check(Strategy { deepest: 10, ..BOTTOM }, Some(890));
}

#[test]
fn diving_to_the_bottom_returns_94_percent() {
    check(BOTTOM, Some(6_810));
}

#[test]
fn stopping_at_25_times_the_stake_returns_94_percent() {
    check(
        Strategy {
            enough_x: Some(25),
            ..BOTTOM
        },
        None,
    );
}

#[test]
fn shielding_every_cast_returns_94_percent() {
    check(
        Strategy {
            shield: true,
            deepest: 10,
            ..BOTTOM
        },
        None,
    );
}
