//! An open dive: the fish on the line, the safe box, and what a cast's number
//! does to them (domain §2.1, domain §2.6).
//!
//! Every cast returns exactly 94 % whatever the player does (domain §2.4): the
//! danger bonus pays in advance for what mines will destroy. Rounding is down, to
//! 0.01 gusd. Knows nothing of wallets and commands.

use crate::draw::{ServerSeed, Words};
use crate::ids::DiveId;
use crate::money::{Coin, Gusd, Usdt};
use crate::paytable::{Band, LEVELS, Outcome};
use crate::posting::{House, Purse};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Prizes from this multiple (times ten) are cash on paid dives (domain §1: chests >= 100x).
const CASH_X10: u32 = 1_000;

/// Which coins pay for a dive, fixed at its start (domain §1: paid first, no mixing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fund {
    /// Bought coins: wins are free tokens.
    Paid,
    /// Given coins: wins are bonus tokens.
    Promo,
}

impl Fund {
    /// The purse that pays stakes.
    pub const fn stake_purse(self) -> Purse {
        match self {
            Fund::Paid => Purse::CoinPaid,
            Fund::Promo => Purse::CoinPromo,
        }
    }

    /// The purse that receives wins.
    pub const fn prize_purse(self) -> Purse {
        match self {
            Fund::Paid => Purse::Gusd,
            Fund::Promo => Purse::GusdBonus,
        }
    }

    /// The account that mints wins.
    pub const fn prize_issue(self) -> House {
        match self {
            Fund::Paid => House::GusdIssuePaid,
            Fund::Promo => House::GusdIssueBonus,
        }
    }
}

/// A fish on the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catch {
    /// Species.
    pub id: String,
    /// Where it bit.
    pub level: u8,
    /// What it is worth at the surface.
    pub value: Gusd,
}

/// The state of an open dive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dive {
    /// The dive.
    pub id: DiveId,
    /// Coins for a cast.
    pub stake: Coin,
    /// Who pays.
    pub fund: Fund,
    /// Where it began.
    pub start_level: u8,
    /// Diamonds paid for a deep start.
    pub deep_start_cost: i64,
    /// Diamonds paid for shields so far.
    pub shields_cost: i64,
    /// Casts so far.
    pub casts: u32,
    /// Fish at risk, in catch order.
    pub line: Vec<Catch>,
    /// Danger bonuses so far, safe.
    pub bonus: Gusd,
    /// Chest prizes in tokens so far, safe.
    pub chest_gusd: Gusd,
    /// Cash chests so far, safe.
    pub chest_usdt: Usdt,
    /// Hash of the paytable the dive keeps.
    pub table_hash: String,
    /// When it began.
    pub started_at: Timestamp,
    /// The last command.
    pub touched_at: Timestamp,
}

/// What a cast brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing.
    Empty,
    /// A fish goes on the line.
    Fish,
    /// A chest goes into the safe box.
    Chest,
    /// A mine.
    Mine,
}

/// The roll of one cast and its immediate effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The cast's number below a million.
    pub t: u32,
    /// What it means.
    pub kind: Kind,
    /// Species, for a fish.
    pub id: Option<String>,
    /// Ten times the multiple of the stake.
    pub x10: u32,
    /// Worth of the prize.
    pub value: Gusd,
    /// Danger bonus paid into the safe box.
    pub bonus: Gusd,
    /// Places on the line that a mine destroyed, counted from 0 in catch order.
    pub destroyed: Vec<u8>,
}

impl Dive {
    /// Coins burned so far.
    pub fn staked(&self) -> Coin {
        Coin::from_minor(self.stake.minor() * i64::from(self.casts))
    }

    /// The level the next cast plays.
    pub fn level(&self) -> u8 {
        self.start_level + self.casts as u8
    }

    /// The next step number, from 1.
    pub fn seq(&self) -> u32 {
        self.casts + 1
    }

    /// Value of the fish on the line.
    pub fn line_value(&self) -> Gusd {
        self.line.iter().map(|fish| fish.value).sum()
    }

    /// The safe box in tokens.
    pub fn safe(&self) -> Gusd {
        self.bonus + self.chest_gusd
    }

    /// True once level 37 was played.
    pub fn is_at_bottom(&self) -> bool {
        self.level() > LEVELS
    }

    /// Rolls the cast with this nonce. A shielded cast is never hurt and earns no bonus.
    pub fn roll(&self, band: &Band, seed: &ServerSeed, client_seed: &str, nonce: u64, shield: bool) -> Roll {
        let mut words = Words::new(seed, client_seed, nonce);
        let t = words.number();
        let (kind, id, x10) = match band.outcome(t) {
            Outcome::Fish(fish) => (Kind::Fish, Some(fish.id.clone()), fish.x10),
            Outcome::Chest(chest) => (Kind::Chest, None, chest.x10),
            Outcome::Mine => (Kind::Mine, None, 0),
            Outcome::Empty => (Kind::Empty, None, 0),
        };
        let mut roll = Roll {
            t,
            kind,
            id,
            x10,
            value: Gusd::from_minor(self.stake.minor() * i64::from(x10) * 10),
            bonus: Gusd::ZERO,
            destroyed: Vec::new(),
        };
        let places = 0..self.line.len() as u8;
        match (kind, shield) {
            (_, true) => {}
            (Kind::Mine, false) => roll.destroyed = places.filter(|_| words.coin()).collect(),
            (_, false) => roll.bonus = danger_bonus(self.line_value(), band.mine_w),
        }
        roll
    }

    /// Applies a roll at the current level.
    pub fn apply(&mut self, roll: &Roll) {
        self.bonus += roll.bonus;
        match roll.kind {
            Kind::Empty => {}
            Kind::Fish => {
                let id = roll.id.clone().unwrap_or_default();
                let level = self.level();
                self.line.push(Catch {
                    id,
                    level,
                    value: roll.value,
                });
            }
            Kind::Chest if roll.x10 >= CASH_X10 && self.fund == Fund::Paid => self.chest_usdt += roll.value.at_parity(),
            Kind::Chest => self.chest_gusd += roll.value,
            Kind::Mine => {
                let mut place = 0;
                self.line.retain(|_| {
                    place += 1;
                    !roll.destroyed.contains(&(place - 1))
                });
            }
        }
        self.casts += 1;
    }
}

/// `line × q / (2 (1 − q))` with q the mine's share of a million, rounded down (domain §2.1 (5)).
pub fn danger_bonus(line: Gusd, mine_w: u32) -> Gusd {
    let mines = i128::from(mine_w);
    let bonus = i128::from(line.minor()) * mines / (2 * (1_000_000 - mines));
    Gusd::from_minor(i64::try_from(bonus).expect("a bonus is smaller than the line"))
}

#[cfg(test)]
mod tests {
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
}
