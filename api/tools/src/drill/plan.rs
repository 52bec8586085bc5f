//! What goes wrong in a round.

use local_chain::Faults;
use rails::points::Point;
use rand::RngExt;
use rand::rngs::StdRng;

/// How a worker ends that does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// At a named place.
    At(Point),
    /// Killed after so many milliseconds.
    After(u64),
}

/// What becomes of one withdrawal's payment on the chain, if nobody helps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It arrives.
    Arrives,
    /// The payee's token account takes nothing: it comes back.
    Bounces,
}

#[derive(Clone, Debug)]
pub struct Plan {
    /// Withdrawals of the round.
    pub fates: Vec<Fate>,
    /// Workers that die, one after the other.
    pub deaths: Vec<Death>,
    /// Two workers at once at the end instead of one.
    pub two: bool,
    /// What is wrong with each node while workers die.
    pub faults: [Faults; 2],
    /// Before the last worker comes the chain's time jumps over every validity.
    pub expires: bool,
    /// No block is made while workers die.
    pub halts: bool,
    /// A planted defect.
    pub pay_twice: bool,
}

impl Plan {
    /// The plan of a round: the named places in turn, the rest by dice.
    pub fn of(round: u32, dice: &mut StdRng) -> Plan {
        let withdrawals = dice.random_range(1..=3);
        let fate = |dice: &mut StdRng| {
            if dice.random_ratio(1, 5) {
                Fate::Bounces
            } else {
                Fate::Arrives
            }
        };
        let fates = (0..withdrawals).map(|_| fate(dice)).collect();
        let places = Point::ALL.len();
        let place = Point::ALL[round as usize % places];
        let mut deaths = vec![Death::At(place)];
        for _ in 0..dice.random_range(0..=2) {
            deaths.push(match dice.random_range(0..2) {
                0 => Death::At(Point::ALL[dice.random_range(0..places)]),
                _ => Death::After(dice.random_range(20..600)),
            });
        }
        Plan {
            fates,
            deaths,
            two: dice.random_ratio(1, 3),
            faults: [faults(dice), faults(dice)],
            expires: dice.random_ratio(1, 6),
            halts: dice.random_ratio(1, 8),
            pay_twice: false,
        }
    }
}

fn faults(dice: &mut StdRng) -> Faults {
    let mut faults = Faults::default();
    match dice.random_range(0..7) {
        0 => faults.lost_sends = dice.random_range(1..4),
        1 => faults.swallowed_sends = dice.random_range(1..4),
        2 => faults.behind = dice.random_range(1..4),
        3 => faults.refuses = true,
        4 => faults.lies = true,
        5 => faults.delay_ms = dice.random_range(10..80),
        _ => {}
    }
    faults
}
