//! The draws follow the weights: chi-square over every band, with the production
//! code and fixed seeds (domain §2.3, domain §2.6). Counts are in integers; expected counts
//! in thousandths.

use domain::draw::{DRAW_TOTAL, Words};
use domain::paytable::{Band, LEVELS, Outcome, Paytable};
use domain::testing::{golden_seed, seed};

/// Chi-square of observed against expected counts, in thousandths; cells under five expected are merged into one.
fn chi_square(cells: &[(u64, u64)]) -> (u64, usize) {
    let (small, mut large): (Vec<(u64, u64)>, Vec<_>) =
        cells.iter().copied().partition(|(_, expected)| *expected < 5_000);
    if let Some(merged) = small.into_iter().reduce(|one, next| (one.0 + next.0, one.1 + next.1)) {
        large.push(merged);
    }
    // Expected counts come in thousandths.
    let term = |(observed, expected): &(u64, u64)| {
        let apart = i128::from(observed * 1_000) - i128::from(*expected);
        (apart * apart / i128::from((*expected).max(1))) as u64
    };
    (large.iter().map(term).sum(), large.len() - 1)
}

/// How often the draws of `words` hit each outcome of a band, with the expected count in thousandths.
fn counted(band: &Band, numbers: impl Iterator<Item = u32>) -> Vec<(u64, u64)> {
    let weights = || {
        let fish = band.fish.iter().map(|fish| fish.w);
        let chests = band.chest.iter().map(|chest| chest.w);
        fish.chain(chests).chain([band.mine_w, band.empty_w])
    };
    let mut observed = vec![0; weights().count()];
    let mut total = 0;
    for number in numbers {
        let fish = band.fish.len();
        let place = match band.outcome(number) {
            Outcome::Fish(hit) => band.fish.iter().position(|fish| fish == hit),
            Outcome::Chest(hit) => band.chest.iter().position(|chest| chest == hit).map(|at| fish + at),
            Outcome::Mine => Some(observed.len() - 2),
            Outcome::Empty => Some(observed.len() - 1),
        };
        observed[place.expect("an outcome of this band")] += 1;
        total += 1;
    }
    let expected = weights().map(|w| total * 1_000 * u64::from(w) / DRAW_TOTAL);
    observed.into_iter().zip(expected).collect()
}

#[test]
fn the_draws_follow_the_weights_of_every_band() {
    for (number, band) in (100..).zip(&Paytable::standard().bands) {
        let seed = seed(number);
        let draws = (0..1_000_000).map(|nonce| Words::new(&seed, "angler-1", nonce).number());
        let (chi, freedom) = chi_square(&counted(band, draws));
        // 31.264 is the 99.9 % point at 11 degrees of freedom.
        assert!(freedom <= 11 && chi < 31_264, "band {}: {chi} on {freedom}", band.id);
    }
}

#[test]
fn the_published_chi_square_of_band_e_is_reproduced() {
    // domain §2.6: 300,000 nonces of the vectors in band E give 10.7 on 9 degrees of freedom.
    let table = Paytable::standard();
    let band = table.band(LEVELS).expect("the deepest band");
    let draws = (0..300_000)
        .map(|nonce| Words::new(&golden_seed(), "angler-1", nonce).number())
        .collect::<Vec<_>>();
    let mut cells = counted(band, draws.into_iter());
    // The published figure leaves out the chests that are expected less than five times.
    cells.retain(|(_, expected)| *expected >= 5_000);
    let (chi, freedom) = chi_square(&cells);
    assert_eq!((chi / 100, freedom), (107, 9));
}

#[test]
fn the_coins_of_mines_are_fair_at_every_place() {
    let seed = seed(200);
    let mut heads = [0_i64; 36];
    let casts = 100_000;
    for nonce in 0..casts {
        let mut words = Words::new(&seed, "angler-1", nonce);
        words.number();
        heads.iter_mut().for_each(|heads| *heads += i64::from(words.coin()));
    }
    for (place, heads) in heads.into_iter().enumerate() {
        let apart = 2 * heads - casts as i64;
        assert!(apart * apart <= 16 * casts as i64, "place {place}: {heads} of {casts}");
    }
}
