//! Samples as given, when, then.

use super::*;
use crate::draw::ServerSeed;
use crate::money::Asset;
use crate::testing::Angler;

const WORDS: &str = "2025-Q1";

fn seed() -> ServerSeed {
    ServerSeed::from_bytes([7; 32])
}

/// Lines of these sizes, and one of 400 units selected.
fn plan(sizes: &[i64]) -> Plan {
    Plan {
        asset: Asset::Usdt,
        of: "account usdt".into(),
        accounts: vec!["usdt".into()],
        after: vec![0],
        until: vec![100],
        lines: i64::try_from(sizes.len()).expect("few"),
        units: sizes.iter().map(|size| size.abs()).sum(),
        interval: 400,
        confidence: 95,
        tolerable: None,
        commit: seed().commit(),
    }
}

/// The lines that hold a selected unit, each unit looked at by itself.
fn counted(sizes: &[i64], start: i64, interval: i64) -> Vec<Item> {
    let (mut items, mut upto) = (Vec::new(), 0);
    for (position, amount) in (1..).zip(sizes) {
        let units = upto + 1..=upto + amount.abs();
        upto += amount.abs();
        let is_selected = |unit: &i64| *unit >= start && (unit - start) % interval == 0;
        let hits = i64::try_from(units.filter(is_selected).count()).expect("few");
        items.extend((hits > 0).then(|| Item {
            partition: 0,
            position,
            leg: 0,
            account: "usdt".into(),
            amount: *amount,
            upto,
            hits,
        }));
    }
    items
}

const SIZES: [i64; 6] = [100, -700, 200, 1_300, -50, 399];

fn decide(sample: &Sample, command: &SampleCommand) -> Result<SampleEvent, Refusal> {
    let mut context = Angler::new().context(&crate::player::signin::SignIn.into());
    context.seed = sample.seed_needed(command).map(|_| seed());
    Ok(sample.decide(command, &context)?.events[0].clone())
}

fn after(mut sample: Sample, command: &SampleCommand) -> Sample {
    let event = decide(&sample, command).expect("accepted");
    sample.evolve(&event);
    sample
}

fn by() -> String {
    "eve".into()
}

fn planned() -> Sample {
    after(
        Sample::default(),
        &SampleCommand::Plan {
            plan: plan(&SIZES),
            by: by(),
        },
    )
}

fn draw(items: Vec<Item>) -> SampleCommand {
    SampleCommand::Draw {
        words: WORDS.into(),
        items,
        by: by(),
    }
}

fn drawn_items() -> Vec<Item> {
    counted(&SIZES, start_of(&seed(), WORDS, 400), 400)
}

fn test(item: u16, outcome: Outcome, note: &str) -> SampleCommand {
    let note = note.into();
    SampleCommand::Test {
        item,
        tested: Tested { outcome, note },
        by: by(),
    }
}

fn says(refused: Result<SampleEvent, Refusal>) -> String {
    refused.expect_err("a refusal").to_string()
}

#[test]
fn every_line_of_an_interval_or_more_is_selected_at_any_start() {
    for start in 1..=400 {
        let items = counted(&SIZES, start, 400);
        let large = items.iter().filter(|item| item.amount.abs() >= 400).count();
        assert_eq!(large, 2, "start {start}");
        assert!(select::is_whole(&items, &plan(&SIZES), start), "start {start}");
    }
}

#[test]
fn a_draw_with_a_line_too_many_too_few_or_changed_is_refused() {
    let items = drawn_items();
    assert!(items.len() >= 3 && decide(&planned(), &draw(items.clone())).is_ok());
    let mut changes: Vec<Vec<Item>> = (0..items.len())
        .map(|missing| {
            let mut items = items.clone();
            items.remove(missing);
            items
        })
        .collect();
    for change in [
        (|item: &mut Item| item.hits += 1) as fn(&mut Item),
        |item| item.upto += 400,
        |item| item.amount += 400,
        |item| item.amount = 0,
    ] {
        let mut changed = items.clone();
        change(&mut changed[0]);
        changes.push(changed);
    }
    changes.push(items.iter().cloned().rev().collect());
    changes.push(Vec::new());
    for changed in changes {
        assert!(
            says(decide(&planned(), &draw(changed.clone()))).contains("items"),
            "{changed:?}"
        );
    }
}

#[test]
fn the_start_follows_from_seed_and_words_and_neither_alone() {
    let of = |seed: u8, words: &str| start_of(&ServerSeed::from_bytes([seed; 32]), words, 1 << 40);
    assert_eq!(of(7, WORDS), of(7, WORDS));
    assert!(of(7, WORDS) != of(8, WORDS) && of(7, WORDS) != of(7, "2025-Q2"));
    let starts: Vec<i64> = (0..200)
        .map(|seed| start_of(&ServerSeed::from_bytes([seed; 32]), WORDS, 3))
        .collect();
    assert!([1, 2, 3].iter().all(|start| starts.contains(start)) && starts.iter().all(|start| (1..=3).contains(start)));
}

#[test]
fn a_plan_is_of_something_and_selects_few_enough() {
    type Change = (&'static str, fn(&mut Plan));
    let change: [Change; 7] = [
        ("of", |plan| plan.accounts.clear()),
        ("of", |plan| plan.units = 0),
        ("from", |plan| plan.after = vec![101]),
        ("interval", |plan| plan.interval = 0),
        ("interval", |plan| plan.interval = plan.units / (ITEMS_MAX + 1)),
        ("confidence", |plan| plan.confidence = 94),
        ("tolerable", |plan| plan.tolerable = Some(0)),
    ];
    for (wrong, change) in change {
        let mut plan = plan(&SIZES);
        change(&mut plan);
        let plan = SampleCommand::Plan { plan, by: by() };
        assert!(says(decide(&Sample::default(), &plan)).contains(wrong), "{wrong}");
    }
    let again = SampleCommand::Plan {
        plan: plan(&SIZES),
        by: by(),
    };
    assert_eq!(decide(&planned(), &again), Err(Refusal::StateChanged));
}

#[test]
fn one_person_draws_tests_each_item_and_signs_once() {
    let mut sample = after(planned(), &draw(drawn_items()));
    let sign = SampleCommand::Sign { by: by() };
    assert!(says(decide(&sample, &sign)).contains("results"));
    let other = SampleCommand::Sign { by: "bob".into() };
    assert_eq!(decide(&sample, &other), Err(Refusal::NoPermission));
    for number in 0..u16::try_from(drawn_items().len()).expect("few") {
        sample = after(sample, &test(number, Outcome::Agreed, ""));
    }
    // What is put right counts, and the digest is of it.
    let before = sample.digest();
    sample = after(sample, &test(0, Outcome::Unsupported, "no paper"));
    assert_ne!(before, sample.digest());
    let digest = sample.digest();
    sample = after(sample, &sign);
    assert_eq!(sample.signed, Some(digest));
    for late in [sign, test(0, Outcome::Agreed, ""), draw(drawn_items())] {
        assert_eq!(decide(&sample, &late), Err(Refusal::StateChanged));
    }
}

#[test]
fn a_result_is_possible_and_explained() {
    let sample = after(planned(), &draw(drawn_items()));
    for (result, wrong) in [
        (test(99, Outcome::Agreed, ""), "item"),
        (test(0, Outcome::Unsupported, " "), "note"),
        (test(0, Outcome::Difference { minor: 0 }, "x"), "minor"),
        (test(0, Outcome::Difference { minor: i64::MAX }, "x"), "minor"),
        (test(0, Outcome::Agreed, &"x".repeat(NOTE_BYTES_MAX + 1)), "note"),
    ] {
        assert!(says(decide(&sample, &result)).contains(wrong), "{wrong}");
    }
    assert_eq!(
        decide(&planned(), &test(0, Outcome::Agreed, "")),
        Err(Refusal::StateChanged)
    );
}

/// An example that can be worked out on paper: interval 1,000, one large item wrong by 50; items of 100 and 500, wholly
/// wrong and wrong by a tenth.
#[test]
fn the_projection_and_the_upper_bound_are_those_of_the_method() {
    let item = |amount| Item {
        partition: 0,
        position: 1,
        leg: 0,
        account: "usdt".into(),
        amount,
        upto: 0,
        hits: 1,
    };
    let plan = Plan {
        interval: 1_000,
        ..plan(&SIZES)
    };
    let items = [item(3_000), item(-100), item(500), item(200)];
    let tested = [
        (&items[0], Outcome::Difference { minor: 50 }),
        (&items[1], Outcome::Unsupported),
        (&items[2], Outcome::Difference { minor: 50 }),
        (&items[3], Outcome::Difference { minor: -20 }),
    ];
    let found = evaluate(&plan, tested.into_iter());
    // Taints 1 and 0.1: 1,000 and 100. (4.7439 - 2.9958 - 1) x 1,000 = 748.1; (6.2958 - 4.7439 - 1) x 100 = 55.19.
    let over = Side {
        known: 50,
        projected: 1_100,
        allowance: 749 + 56,
        upper: 50 + 1_100 + 805 + 2_996,
    };
    assert_eq!((found.precision, found.over), (2_996, over));
    assert_eq!((found.under.projected, found.likely), (100, 1_050));
    assert_eq!(taint_ppm(50, 500), 100_000);
    let clean = evaluate(&plan, items.iter().map(|item| (item, Outcome::Agreed)));
    assert_eq!((clean.likely, clean.over.upper), (0, 2_996));
}

/// The mean at which so few misstatements have the probability that the confidence leaves: the sum of its Poisson terms is
/// at most the risk, that of a mean a ten-thousandth smaller is above. Both sides times e to the mean, as a series of whole
/// numbers: the sum of the first terms against the risk times all of them.
#[test]
fn the_factors_are_those_of_the_poisson_distribution() {
    const UNIT: i128 = 10_i128.pow(18);
    let series = |factor: i64, terms: u32| {
        let (mut term, mut sum) = (UNIT, 0);
        for count in 0..terms {
            sum += term;
            term = term * i128::from(factor) / (10_000 * i128::from(count + 1));
        }
        sum
    };
    for confidence in CONFIDENCES {
        let risk = 100 - i128::from(confidence);
        for (misstatements, factor) in (1_u32..).zip(Factors::of(confidence).table()) {
            let is_within = |factor: i64| series(factor, misstatements) * 100 <= risk * series(factor, 300);
            assert!(
                is_within(*factor) && !is_within(factor - 1),
                "{confidence} % {misstatements}"
            );
        }
    }
}
