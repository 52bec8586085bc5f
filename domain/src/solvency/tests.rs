//! What covers what.

use super::Line::{self, *};
use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Books in which what there is covers what is owed to the last millionth, in every check but `custody`.
fn even() -> BTreeMap<Line, i128> {
    BTreeMap::from([
        (Reserve, 70),
        (ReferralDue, 5),
        (Tokens, 40),
        (OpenDives, 30),
        (PromoBudget, 20),
        (PacketHeld, 10),
        (Pools, 18),
        (Shares, 12),
        (Custody, 188),
        (ChainLacks, 3),
        (PlayersUsdt, 40),
        (Holds, 20),
        (Clearing, 9),
        (Coupons, 8),
        (Suspense, 3),
    ])
}

/// The same without what only `house` adds to the debts of custody, so that `custody` is even too.
fn even_custody() -> BTreeMap<Line, i128> {
    let mut amounts = even();
    amounts.extend([(Tokens, 0), (OpenDives, 0), (Pools, 0), (Custody, 100)]);
    amounts
}

fn verdict(amounts: &BTreeMap<Line, i128>) -> Verdict {
    Verdict::of(|line| amounts.get(&line).copied())
}

fn short(amounts: &BTreeMap<Line, i128>) -> Vec<String> {
    let found = verdict(amounts).shortfalls();
    let line = |one: Shortfall| format!("{} {} {}", one.check, one.has.minor(), one.owes.minor());
    found.into_iter().map(line).collect()
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_house_that_has_exactly_what_it_owes_is_solvent() {
    assert_eq!(short(&even()), NOTHING);
    assert_eq!(short(&even_custody()), NOTHING);
    assert_eq!(short(&BTreeMap::new()), NOTHING, "a house without books owes nothing");
}

/// The reserve covers the tokens by the books, custody covers the players; 20 real USDT do not cover 55.
#[test]
fn what_the_chains_lack_is_no_cover_for_anybody() {
    let amounts = BTreeMap::from([
        (Custody, 60),
        (ChainLacks, 40),
        (Reserve, 50),
        (Tokens, 45),
        (PlayersUsdt, 10),
    ]);
    assert_eq!(short(&amounts), ["house 20 55"]);
}

#[test]
fn a_millionth_more_on_any_line_that_is_owed_breaks_its_check() {
    for (line, expected) in [
        (Tokens, &["reserve 75 76", "house 185 186"][..]),
        (OpenDives, &["reserve 75 76", "house 185 186"]),
        (Pools, &["promo_money 30 31", "house 185 186"]),
        (Shares, &["promo_money 30 31", "house 185 186"]),
        (ChainLacks, &["house 184 185"]),
        (PlayersUsdt, &["house 185 186"]),
        (Holds, &["house 185 186"]),
        (Clearing, &["house 185 186"]),
        (Coupons, &["house 185 186"]),
        (Suspense, &["house 185 186"]),
        // What is set apart for inviters covers their records: custody alone is short.
        (ReferralDue, &["house 185 186"]),
    ] {
        let mut amounts = even();
        *amounts.entry(line).or_default() += 1;
        assert_eq!(short(&amounts), expected, "{line:?}");
    }
}

#[test]
fn a_millionth_more_owed_in_usdt_breaks_custody() {
    for line in [PlayersUsdt, Holds, Clearing, Coupons, Suspense, ReferralDue] {
        let mut amounts = even_custody();
        *amounts.entry(line).or_default() += 1;
        assert_eq!(short(&amounts), ["custody 97 98", "house 97 98"], "{line:?}");
    }
    for (line, by) in [(ChainLacks, 1), (Custody, -1)] {
        let mut amounts = even_custody();
        *amounts.entry(line).or_default() += by;
        assert_eq!(short(&amounts), ["custody 96 97", "house 96 97"], "{line:?}");
    }
}

#[test]
fn a_millionth_less_of_any_cover_breaks_its_check() {
    for (line, expected) in [
        (Reserve, "reserve 74 75"),
        (PromoBudget, "promo_money 29 30"),
        (PacketHeld, "promo_money 29 30"),
        (Custody, "house 184 185"),
    ] {
        let mut amounts = even();
        *amounts.entry(line).or_default() -= 1;
        assert_eq!(short(&amounts), [expected], "{line:?}");
    }
}

#[test]
fn a_line_that_is_not_known_is_no_part_of_the_answer() {
    let mut amounts = even();
    amounts.remove(&OpenDives);
    let verdict = verdict(&amounts);
    assert_eq!(verdict.checks[0].owes, [(Tokens, 40), (ReferralDue, 5)]);
    assert!(verdict.holds());
}

/// Nothing is owed twice within a check.
#[test]
fn a_check_names_each_line_once_on_a_side() {
    for check in Verdict::of(|_| Some(0)).checks {
        for lines in [&check.has, &check.owes] {
            let distinct: std::collections::BTreeSet<Line> = lines.iter().map(|(line, _)| *line).collect();
            assert_eq!(distinct.len(), lines.len(), "{}", check.name);
        }
    }
}

#[test]
fn every_line_is_part_of_a_check() {
    let verdict = Verdict::of(|_| Some(0));
    let used: Vec<Line> = verdict
        .checks
        .iter()
        .flat_map(|one| one.has.iter().chain(&one.owes))
        .map(|(line, _)| *line)
        .collect();
    for line in Line::ALL {
        assert!(used.contains(line), "{line:?}");
    }
}

proptest! {
    /// Whatever the lines are: more owed or less cover never makes a house solvent, and the verdict is the plain sum.
    #[test]
    fn the_verdict_is_the_sum_and_only_cover_helps(
        amounts in proptest::collection::vec(0..1_000_000_000_000_000_000_i128, Line::ALL.len()),
        changed in 0..Line::ALL.len(),
        by in 1..1_000_000_i128,
    ) {
        let mut amounts: BTreeMap<Line, i128> = Line::ALL.iter().copied().zip(amounts).collect();
        let of = |amounts: &BTreeMap<Line, i128>, lines: &[Line]| lines.iter().map(|line| amounts[line]).sum::<i128>();
        let before = verdict(&amounts);
        let custody = of(&amounts, &[Custody])
            - of(&amounts, &[ChainLacks, PlayersUsdt, Holds, Clearing, Coupons, Suspense, ReferralDue, Shares]);
        let sums = [
            of(&amounts, &[Reserve]) - of(&amounts, &[Tokens, OpenDives]),
            of(&amounts, &[PromoBudget, PacketHeld]) - of(&amounts, &[Pools, Shares]),
            custody,
            custody - of(&amounts, &[Tokens, OpenDives, Pools]),
        ];
        prop_assert_eq!(before.checks.len(), sums.len());
        for (check, sum) in before.checks.iter().zip(sums) {
            prop_assert_eq!(check.has() - check.owes(), sum);
            prop_assert_eq!(check.holds(), sum >= 0);
        }
        prop_assert_eq!(before.holds(), before.shortfalls().is_empty());
        let covers = [Reserve, PromoBudget, PacketHeld, Custody];
        let line = Line::ALL[changed];
        *amounts.entry(line).or_default() += if covers.contains(&line) { -by } else { by };
        prop_assert!(before.holds() || !verdict(&amounts).holds());
    }
}
