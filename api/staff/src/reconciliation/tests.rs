use super::matching::{Known, reconcile_period};
use super::{Kind, Matched, Rule, StatementLine, age, reconcile, statement};
use crate::reconciliation::JournalLine;
use domain::time::{DAY_MS, HOUR_MS, Timestamp};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// 2025-01-01.
const BEGIN_MS: i64 = 1_735_689_600_000;
const WINDOW_MS: i64 = 24 * HOUR_MS;
/// Lines of the large statement, and its breaks of each kind.
const LINES: i64 = 10_000;
const EACH: usize = 5;

fn line(number: i64) -> StatementLine {
    StatementLine {
        number: number as u64,
        transaction: format!("tx-{number}"),
        reference: Some(format!("Order T{number}, thank you")),
        at: Timestamp(BEGIN_MS + number * 60_000),
        is_day: false,
        amount: if number % 3 == 0 { -1 } else { 1 } * (1_000_000 + number * 7),
        asset: "USDT".into(),
    }
}

fn booked(number: i64) -> JournalLine {
    let line = line(number);
    JournalLine {
        partition: 0,
        position: number,
        event: "TopUpCredited".into(),
        transactions: vec![line.transaction],
        reference: Some(format!("T{number}")),
        at_ms: line.at.0 + 5_000,
        amount: line.amount,
    }
}

fn both(lines: i64) -> (Vec<StatementLine>, Vec<JournalLine>) {
    ((1..=lines).map(line).collect(), (1..=lines).map(booked).collect())
}

fn counts(matched: &Matched) -> BTreeMap<Kind, usize> {
    let mut counts = BTreeMap::new();
    for one in &matched.breaks {
        *counts.entry(one.kind).or_default() += 1;
    }
    counts
}

/// Every line is in one pair, in one break, or a journal line outside the statement's time.
fn is_whole(matched: &Matched, lines: usize, journal: usize) {
    let mut seen = [vec![0; lines], vec![0; journal]];
    for pair in &matched.pairs {
        pair.statement.iter().for_each(|place| seen[0][*place] += 1);
        pair.journal.iter().for_each(|place| seen[1][*place] += 1);
    }
    for one in &matched.breaks {
        one.statement.iter().for_each(|place| seen[0][*place] += 1);
        one.journal.iter().for_each(|place| seen[1][*place] += 1);
    }
    assert!(seen[0].iter().all(|times| *times == 1), "{:?}", matched.breaks);
    assert!(seen[1].iter().all(|times| *times <= 1));
    assert_eq!(seen[1].iter().filter(|times| **times == 0).count(), matched.outside);
}

#[test]
fn ten_kinds_of_breaks_are_found_among_ten_thousand_lines_and_nothing_else() {
    let (mut lines, mut journal) = both(LINES);
    let kinds = [
        Kind::NotInJournal,
        Kind::NotInStatement,
        Kind::TwiceInStatement,
        Kind::TwiceInJournal,
        Kind::Amount,
        Kind::Direction,
        Kind::Transaction,
        Kind::Reference,
        Kind::Time,
        Kind::Asset,
    ];
    let mut removed = (Vec::new(), Vec::new());
    for (nth, kind) in kinds.iter().enumerate() {
        for each in 0..EACH {
            let place = 100 + nth * 900 + each * 100;
            match kind {
                Kind::NotInJournal => removed.1.push(place),
                Kind::NotInStatement => removed.0.push(place),
                Kind::TwiceInStatement => lines.push(lines[place].clone()),
                Kind::TwiceInJournal => journal.push(JournalLine {
                    position: LINES + place as i64,
                    ..journal[place].clone()
                }),
                Kind::Amount => journal[place].amount += 1,
                Kind::Direction => journal[place].amount *= -1,
                Kind::Transaction => journal[place].transactions = vec![format!("other-{place}")],
                Kind::Reference => journal[place].reference = Some(format!("T{}", place + 2)),
                Kind::Time => journal[place].at_ms += WINDOW_MS + DAY_MS,
                Kind::Asset => lines[place].asset = "USDC".into(),
            }
        }
    }
    removed.0.into_iter().rev().for_each(|place| drop(lines.remove(place)));
    removed
        .1
        .into_iter()
        .rev()
        .for_each(|place| drop(journal.remove(place)));

    let matched = reconcile(&lines, &journal, WINDOW_MS);
    is_whole(&matched, lines.len(), journal.len());
    // The journal's partner of a line in another asset is missed by the statement.
    let mut expected: BTreeMap<Kind, usize> = kinds.iter().map(|kind| (*kind, EACH)).collect();
    expected.insert(Kind::NotInStatement, 2 * EACH);
    assert_eq!(counts(&matched), expected);
}

#[test]
fn what_fits_has_no_breaks_in_whatever_order_it_comes() {
    let (lines, mut journal) = both(500);
    journal.reverse();
    let matched = reconcile(&lines, &journal, WINDOW_MS);
    assert_eq!(
        (matched.pairs.len(), matched.breaks.len(), matched.outside),
        (500, 0, 0)
    );
    assert!(matched.pairs.iter().all(|pair| pair.rule == Rule::Transaction));
}

#[test]
fn a_payout_fits_by_the_transaction_that_sent_it_or_the_one_in_which_it_arrived() {
    for known in ["sent", "arrived"] {
        let (mut lines, mut journal) = both(1);
        journal[0].transactions = vec!["sent".into(), "arrived".into()];
        lines[0].transaction = known.into();
        assert_eq!(reconcile(&lines, &journal, WINDOW_MS).breaks, [], "{known}");
    }
}

#[test]
fn a_transaction_of_several_lines_fits_by_its_sum() {
    let (mut lines, mut journal) = both(2);
    lines[1].transaction = lines[0].transaction.clone();
    journal.truncate(1);
    journal[0].amount = lines[0].amount + lines[1].amount;
    let matched = reconcile(&lines, &journal, WINDOW_MS);
    assert_eq!((matched.pairs[0].rule, matched.breaks.len()), (Rule::Sum, 0));
    assert_eq!(matched.pairs[0].statement, [0, 1]);
}

#[test]
fn a_line_without_a_transaction_fits_by_its_reference_or_as_the_only_one_of_its_amount() {
    let (lines, mut journal) = both(4);
    journal.iter_mut().for_each(|line| line.transactions.clear());
    journal[2].reference = None;
    journal[3].reference = Some("a case".into());
    let matched = reconcile(&lines, &journal, WINDOW_MS);
    let rules: Vec<Rule> = matched.pairs.iter().map(|pair| pair.rule).collect();
    assert_eq!(rules, [Rule::Reference, Rule::Reference, Rule::Amount, Rule::Amount]);

    // Two of one amount: which is which nobody can say.
    let mut twice = both(2);
    for line in &mut twice.1 {
        (line.transactions, line.reference, line.amount) = (Vec::new(), None, 5);
    }
    twice.0.iter_mut().for_each(|line| line.amount = 5);
    let matched = reconcile(&twice.0, &twice.1, WINDOW_MS);
    assert_eq!(
        counts(&matched),
        BTreeMap::from([(Kind::NotInJournal, 2), (Kind::NotInStatement, 1)])
    );
    assert_eq!(matched.outside, 1, "the last is later than the statement's last line");
}

#[test]
fn a_text_that_names_nothing_says_nothing_and_one_that_names_another_order_does() {
    for (text, breaks) in [
        ("Order T1", 0),
        ("T1", 0),
        ("thank you", 0),
        ("2 fish", 0),
        ("Order T2", 1),
        ("T17", 1),
    ] {
        let (mut lines, journal) = both(1);
        lines[0].reference = Some(text.to_owned());
        let matched = reconcile(&lines, &journal, WINDOW_MS);
        assert_eq!(matched.breaks.len(), breaks, "{text}");
    }
}

#[test]
fn a_statement_by_days_covers_its_last_day() {
    let (mut lines, mut journal) = both(1);
    (lines[0].at, lines[0].is_day) = (Timestamp(BEGIN_MS), true);
    journal[0].at_ms = BEGIN_MS + DAY_MS - 1;
    assert_eq!(reconcile(&lines, &journal, HOUR_MS).breaks, []);
    journal.push(JournalLine {
        at_ms: BEGIN_MS + DAY_MS - 2,
        ..booked(2)
    });
    assert_eq!(
        counts(&reconcile(&lines, &journal, HOUR_MS)),
        BTreeMap::from([(Kind::NotInStatement, 1)])
    );
}

#[test]
fn a_period_has_what_either_side_has_in_it_and_no_break_at_its_ends() {
    let (lines, journal) = both(4);
    // Up to the third line's moment: it was booked after the period's end, and the first is settled from before.
    let known = [Known::Settled, Known::Nothing, Known::Nothing, Known::Nothing];
    let found = |lines: &[StatementLine], journal: &[JournalLine]| {
        let known = [&known[..lines.len()], &known[..journal.len()]];
        let matched = reconcile_period(lines, journal, WINDOW_MS, both(3).0[2].at.0, known);
        (matched.pairs.len(), counts(&matched))
    };
    assert_eq!(found(&lines, &journal), (2, BTreeMap::new()));
    assert_eq!(found(&[], &journal), (0, BTreeMap::from([(Kind::NotInStatement, 1)])));
    assert_eq!(found(&lines, &[]), (0, BTreeMap::from([(Kind::NotInJournal, 2)])));
}

#[test]
fn what_repeats_a_settled_line_is_twice_and_stays_that_when_the_settled_one_is_gone() {
    let (lines, journal) = (vec![line(1), line(1)], vec![booked(1), booked(1)]);
    let found = |lines: &[StatementLine], journal: &[JournalLine], known: [&[Known]; 2]| {
        counts(&reconcile_period(lines, journal, WINDOW_MS, i64::MAX, known))
    };
    let (new, one) = ([Known::Settled, Known::Nothing], [Known::Settled]);
    let twice = |kind| BTreeMap::from([(kind, 1)]);
    assert_eq!(
        found(&lines, &journal[..1], [&new, &one]),
        twice(Kind::TwiceInStatement)
    );
    assert_eq!(found(&lines[..1], &journal, [&one, &new]), twice(Kind::TwiceInJournal));
    for kind in [Kind::TwiceInStatement, Kind::NotInJournal] {
        assert_eq!(found(&lines[..1], &[], [&[Known::Open(kind)], &[]]), twice(kind));
    }
    assert_eq!(found(&lines[..1], &journal[..1], [&one, &one]), BTreeMap::new());
}

#[test]
fn what_was_open_is_paired_however_late_its_other_side_comes() {
    let (lines, mut journal) = both(1);
    journal[0].at_ms += 100 * WINDOW_MS;
    assert_eq!(
        counts(&reconcile(&lines, &journal, WINDOW_MS)),
        BTreeMap::from([(Kind::Time, 1)])
    );
    let known: [&[Known]; 2] = [&[Known::Open(Kind::NotInJournal)], &[Known::Nothing]];
    let later = reconcile_period(&lines, &journal, WINDOW_MS, i64::MAX, known);
    assert_eq!((later.pairs.len(), counts(&later)), (1, BTreeMap::new()));
}

#[test]
fn a_correction_in_the_journal_takes_back_what_no_statement_has() {
    let (lines, mut journal) = (vec![line(1)], vec![booked(1), booked(1), booked(1)]);
    journal.iter_mut().for_each(|line| line.at_ms = lines[0].at.0);
    journal[2].amount = -journal[2].amount;
    let matched = reconcile(&lines, &journal, WINDOW_MS);
    assert_eq!((matched.pairs.len(), counts(&matched)), (2, BTreeMap::new()));
    let open = [Known::Open(Kind::TwiceInJournal), Known::Nothing];
    let later = reconcile_period(&[], &journal[1..], WINDOW_MS, i64::MAX, [&[], &open]);
    assert_eq!((later.pairs.len(), counts(&later)), (1, BTreeMap::new()));
    journal[2].amount += 1;
    let matched = reconcile(&lines, &journal, WINDOW_MS);
    let broken = BTreeMap::from([(Kind::TwiceInJournal, 1), (Kind::NotInStatement, 1)]);
    assert_eq!(counts(&matched), broken);
}

#[test]
fn breaks_are_as_old_as_their_line() {
    let now = Timestamp(BEGIN_MS + 100 * DAY_MS);
    let ages = [0, 1, 2, 7, 8, 31].map(|days| age(Timestamp(now.0 - days * DAY_MS), now));
    assert_eq!(ages, [0, 0, 1, 1, 2, 3]);
}

#[test]
fn a_statement_in_csv_is_read() {
    let text =
        "Time,Amount,transaction,note,reference\n2025-01-01T10:00:00Z,-12.5,a,x,Order T1\n2025-01-02,+3.00000000,b,,\n";
    let lines = statement::read(text).expect("read");
    assert_eq!(
        (lines[0].amount, lines[0].is_day, lines[0].at.0),
        (-12_500_000, false, BEGIN_MS + 10 * HOUR_MS)
    );
    assert_eq!(
        (lines[1].amount, lines[1].is_day, lines[1].at.0),
        (3_000_000, true, BEGIN_MS + DAY_MS)
    );
    assert_eq!(
        (lines[0].reference.as_deref(), lines[1].reference.as_deref()),
        (Some("Order T1"), None)
    );
}

#[test]
fn a_statement_in_camt_is_read() {
    let entry = |inside: &str| {
        format!(
            "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt>
             <Ntry><Amt Ccy=\"USDT\">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2025-01-01</Dt></BookgDt>
             <NtryRef>n1</NtryRef>{inside}</Ntry></Stmt></BkToCstmrStmt></Document>"
        )
    };
    let single =
        "<NtryDtls><TxDtls><Refs><TxId>t1</TxId></Refs><RmtInf><Ustrd>Order T1</Ustrd></RmtInf></TxDtls></NtryDtls>";
    let lines = statement::read(&entry(single)).expect("read");
    assert_eq!(lines.len(), 1);
    assert_eq!(
        (lines[0].transaction.as_str(), lines[0].amount, lines[0].is_day),
        ("t1", -12_500_000, true)
    );
    assert_eq!(lines[0].reference.as_deref(), Some("Order T1"));
    let plain = statement::read(&entry("")).expect("read");
    assert_eq!((plain[0].transaction.as_str(), plain[0].amount), ("n1", -12_500_000));

    let detail = |id: &str, amount: &str| {
        format!(
            "<TxDtls><Refs><TxId>{id}</TxId></Refs><Amt Ccy=\"USDT\">{amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>"
        )
    };
    // Of the first form of the schema: what was instructed beside what was booked, and no reference of the payer.
    let early = |id: &str| {
        format!(
            "<TxDtls><Refs><AcctSvcrRef>{id}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs><AmtDtls>
             <InstdAmt><Amt Ccy=\"EUR\">9.00</Amt></InstdAmt><TxAmt><Amt Ccy=\"USDT\">6.25</Amt></TxAmt></AmtDtls></TxDtls>"
        )
    };
    let lines = statement::read(&entry(&format!("<NtryDtls>{}{}</NtryDtls>", early("c"), early("d")))).expect("read");
    let amounts: Vec<_> = lines
        .iter()
        .map(|line| (line.transaction.as_str(), line.amount, line.asset.as_str()))
        .collect();
    assert_eq!(amounts, [("c", -6_250_000, "USDT"), ("d", -6_250_000, "USDT")]);
    let unnamed = "<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs></TxDtls></NtryDtls>";
    assert_eq!(statement::read(&entry(unnamed)).expect("read")[0].transaction, "n1");
    let several = format!("<NtryDtls>{}{}</NtryDtls>", detail("a", "10.00"), detail("b", "2.50"));
    let lines = statement::read(&entry(&several)).expect("read");
    let amounts: Vec<(&str, i64)> = lines
        .iter()
        .map(|line| (line.transaction.as_str(), line.amount))
        .collect();
    assert_eq!(amounts, [("a", -10_000_000), ("b", -2_500_000)]);
}

#[test]
fn a_statement_that_cannot_be_read_says_which_line_and_why() {
    let of = |text: &str| statement::read(text).expect_err("refused").text;
    assert_eq!(of("time,amount\n"), "the statement has no column `transaction`");
    assert_eq!(of("transaction,time,amount\n"), "the statement has no lines");
    let line = |line: &str| of(&format!("transaction,time,amount\na,2025-01-01,1\n{line}\n"));
    assert!(line("b,yesterday,1").starts_with("line 2 of the statement: a time is"));
    for amount in ["1,5", "1e3", "0.1234567", "", "--1", "1."] {
        assert!(
            line(&format!("b,2025-01-01,\"{amount}\"")).contains("line 2 of the statement: an amount is"),
            "{amount}"
        );
    }
    assert!(line(",2025-01-01,1").contains("names no transaction"));
    assert!(of("<a><b></a>").starts_with("the statement is not XML"));
    let entities = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>";
    assert!(of(entities).starts_with("the statement is not XML"));
}

proptest! {
    #[test]
    fn every_line_has_one_place_and_the_differences_of_the_breaks_are_that_of_the_sums(
        lines in prop::collection::vec((0_i64..12, 0_i64..4, -3_i64..4, 0_i64..4), 0..14),
        journal in prop::collection::vec((0_i64..12, 0_i64..4, -3_i64..4, 0_i64..4), 0..14),
    ) {
        let named = |number: i64| (number > 0).then(|| format!("T{number}"));
        let lines: Vec<StatementLine> = lines.into_iter().map(|(transaction, reference, amount, hours)| StatementLine {
            transaction: format!("tx-{transaction}"), reference: named(reference), amount,
            at: Timestamp(BEGIN_MS + hours * 20 * HOUR_MS), ..line(1)
        }).collect();
        let journal: Vec<JournalLine> = journal.into_iter().map(|(transaction, reference, amount, hours)| JournalLine {
            transactions: (transaction > 3).then(|| format!("tx-{transaction}")).into_iter().collect(), reference: named(reference), amount,
            at_ms: BEGIN_MS + hours * 20 * HOUR_MS, ..booked(1)
        }).collect();
        let matched = reconcile(&lines, &journal, WINDOW_MS);
        is_whole(&matched, lines.len(), journal.len());
        for pair in &matched.pairs {
            let sum: i64 = pair.statement.iter().map(|place| lines[*place].amount).sum();
            let booked: i64 = pair.journal.iter().map(|place| journal[*place].amount).sum();
            prop_assert_eq!(sum, booked);
        }
    }
}
