//! Closed months as given, when, then.

use super::*;
use crate::money::Asset;
use crate::testing::Angler;
use crate::time::DAY_MS;

const FIRST: Month = Month::new(2025, 1);

fn moved(account: &str, debit: i64, credit: i64) -> Moved {
    Moved {
        event: "TopUpCredited".into(),
        account: account.into(),
        debit,
        credit,
    }
}

/// A top-up of 5: custody holds it for the player's coupon.
fn figures() -> Figures {
    Figures {
        moved: vec![moved("h:usdt_customer", 0, 5), moved("h:usdt_custody", 5, 0)],
        ..Figures::default()
    }
}

/// A payment of 3 USDT that nothing booked.
fn breaks() -> Breaks {
    Breaks {
        lines: 1,
        assets: vec![BreakCount {
            of: Asset::Usdt,
            lines: 1,
            amount: 3_000_000,
        }],
        kinds: vec![BreakCount {
            of: "not_in_journal".into(),
            lines: 1,
            amount: 3_000_000,
        }],
        oldest: Some(FIRST.first().start()),
    }
}

fn agreed() -> Agreed {
    Agreed {
        proposal: ProposalId(Uuid::from_u128(1)),
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: "month end".into(),
    }
}

/// One person alone, and two without a reason.
fn disagreed() -> [(Agreed, Refusal); 2] {
    let (mut alone, mut silent) = (agreed(), agreed());
    alone.approver = "ann".into();
    silent.reason = " ".into();
    [
        (alone, Refusal::OtherPersonMustApprove),
        (silent, Refusal::ReasonMissing),
    ]
}

fn close(period: Month) -> Close {
    Close {
        period,
        begun: FIRST.first(),
        days: period.days().collect(),
        until: vec![10, 20],
        figures: figures(),
        rates: Some(Rates::of(&crate::config::Config::standard())),
        breaks: Some(breaks()),
        signature: "note".into(),
        agreed: agreed(),
    }
}

fn decide_at(stream: &Periods, close: &Close, now: Timestamp) -> Result<PeriodEvent, Refusal> {
    let mut clock = Angler::new();
    clock.now = now;
    let decision = stream.decide(
        &Command::Month(close.clone()),
        &clock.context(&crate::player::signin::SignIn.into()),
    )?;
    Ok(decision.events[0].clone())
}

/// On the second day after the month.
fn decide(stream: &Periods, close: &Close) -> Result<PeriodEvent, Refusal> {
    decide_at(stream, close, close.period.next().first().start().plus_ms(DAY_MS))
}

fn closed(months: i32) -> Periods {
    let mut stream = Periods::default();
    for back in 1..=months {
        let event = decide(&stream, &close(FIRST.back(1 - back))).expect("closed");
        stream.evolve(&event);
    }
    stream
}

fn month_of(closed: Result<PeriodEvent, Refusal>) -> Closing {
    closed.expect("closed").into_month().expect("a month")
}

fn says(refused: Result<PeriodEvent, Refusal>) -> String {
    refused.expect_err("a refusal").to_string()
}

#[test]
fn months_are_closed_in_sequence_without_gaps() {
    let two = closed(2);
    assert_eq!((two.sequence, two.last), (2, Some(FIRST.next())));
    assert_eq!(decide(&two, &close(FIRST)), Err(Refusal::StateChanged));
    let later = says(decide(&two, &close(FIRST.back(-3))));
    assert!(later.contains("2025-03 is the next to close"), "{later}");
    let first = says(decide(&Periods::default(), &close(FIRST.next())));
    assert!(first.contains("2025-01 is the next to close"), "{first}");
    let Closing { sequence, after, .. } = month_of(decide(&two, &close(FIRST.back(-2))));
    assert_eq!((sequence, after), (3, vec![10, 20]));
}

#[test]
fn a_month_is_closed_after_its_end_with_all_its_days() {
    let end = FIRST.next().first().start();
    let early = decide_at(&Periods::default(), &close(FIRST), end.plus_ms(-1));
    assert_eq!(early, Err(Refusal::NotReadyYet { at: end.0 }));
    let mut without = close(FIRST);
    without.days.remove(16);
    let open = says(decide(&Periods::default(), &without));
    assert!(open.contains("2025-01-17 has no daily close"), "{open}");
    // Days before the log have nothing to close.
    without.begun = Day(FIRST.first().0 + 17);
    assert!(decide(&Periods::default(), &without).is_ok());
}

#[test]
fn two_people_close_a_month_or_a_quarter_with_a_reason() {
    for (agreed, refusal) in disagreed() {
        let month = Close {
            agreed: agreed.clone(),
            ..close(FIRST)
        };
        assert_eq!(decide(&Periods::default(), &month), Err(refusal.clone()));
        let quarter = CloseSpan {
            agreed,
            ..close_span("2025-Q1")
        };
        assert_eq!(decide_span(&closed(3), &quarter), Err(refusal));
    }
}

#[test]
fn positions_never_go_back_and_figures_balance() {
    for until in [vec![9, 20], vec![10]] {
        let back = Close {
            until,
            ..close(FIRST.next())
        };
        assert!(says(decide(&closed(1), &back)).contains("until"));
    }
    let mut off = close(FIRST);
    off.figures.moved[0].credit += 1;
    assert!(says(decide(&Periods::default(), &off)).contains("figures"));
    let mut unlisted = close(FIRST);
    unlisted.figures.moved.push(moved("h:nobody", 1, 1));
    assert!(says(decide(&Periods::default(), &unlisted)).contains("figures"));
}

#[test]
fn rates_are_stored_as_they_were_and_must_be_whole() {
    let whole = close(FIRST);
    assert_eq!(month_of(decide(&Periods::default(), &whole)).rates, whole.rates);
    let mut without = close(FIRST);
    without.rates.as_mut().expect("rates").0.pop();
    assert!(says(decide(&Periods::default(), &without)).contains("rates"));
}

#[test]
fn the_digest_covers_every_figure() {
    let mut other = figures();
    other.cash.push(Cash {
        event: "TopUpCredited".into(),
        account: "h:usdt_customer".into(),
        amount: 5,
    });
    assert_ne!(other.digest(), figures().digest());
    let Closing { digest, .. } = month_of(decide(&Periods::default(), &close(FIRST)));
    assert_eq!(digest, figures().digest());
}

#[test]
fn a_span_is_a_month_a_quarter_or_a_year() {
    for (text, first, last, prior) in [
        ("2025-02", "2025-02", "2025-02", "2025-01"),
        ("2025-Q4", "2025-10", "2025-12", "2025-Q3"),
        ("2025-Q1", "2025-01", "2025-03", "2024-Q4"),
        ("2025", "2025-01", "2025-12", "2024"),
    ] {
        let span = Span::parse(text).expect("a span");
        let shown = [
            span.to_string(),
            span.first().to_string(),
            span.last().to_string(),
            span.prior().to_string(),
        ];
        assert_eq!(shown, [text, first, last, prior]);
        assert!(span.has(span.last()) && !span.has(span.last().next()));
        assert!(
            [
                Span::month(span.last()),
                Span::quarter(span.last()),
                Span::year(span.last())
            ]
            .contains(&span)
        );
    }
    for none in [
        "178958941",
        "2147483647-01",
        "2025-2147483647",
        "2025-Q715827883",
        "-2147483648-Q1",
        "",
        "2025-",
        "2025-13",
        "2025-Q0",
        "2025-Q5",
        "2025-1",
        "25",
        "2025-01-01",
        "2025-q1",
        "02025",
        "2025-Q01",
    ] {
        assert_eq!(Span::parse(none), None, "{none}");
    }
}

fn close_span(text: &str) -> CloseSpan {
    CloseSpan {
        period: Span::parse(text).expect("a span"),
        begun: FIRST.first(),
        breaks: Some(breaks()),
        signature: "note".into(),
        agreed: agreed(),
    }
}

fn decide_span(stream: &Periods, close: &CloseSpan) -> Result<PeriodEvent, Refusal> {
    let context = Angler::new().context(&crate::player::signin::SignIn.into());
    let decision = stream.decide(&Command::Span(close.clone()), &context)?;
    Ok(decision.events[0].clone())
}

fn with_span(mut stream: Periods, text: &str) -> Periods {
    let event = decide_span(&stream, &close_span(text)).expect("closed");
    stream.evolve(&event);
    stream
}

#[test]
fn a_quarter_is_closed_after_its_months_and_a_year_after_its_quarters() {
    let open = says(decide_span(&closed(2), &close_span("2025-Q1")));
    assert!(open.contains("2025-03 is not closed"), "{open}");
    let first = with_span(closed(3), "2025-Q1");
    assert_eq!(decide_span(&first, &close_span("2025-Q1")), Err(Refusal::StateChanged));
    let gap = says(decide_span(&closed(12), &close_span("2025-Q2")));
    assert!(gap.contains("2025-Q1 is the next to close"), "{gap}");
    let three = ["2025-Q1", "2025-Q2", "2025-Q3"]
        .into_iter()
        .fold(closed(12), with_span);
    let without = says(decide_span(&three, &close_span("2025")));
    assert!(without.contains("2025-Q4 is not closed"), "{without}");
    let whole = with_span(with_span(three, "2025-Q4"), "2025");
    assert_eq!(decide_span(&whole, &close_span("2025")), Err(Refusal::StateChanged));
    let later = says(decide_span(&whole, &close_span("2026")));
    assert!(later.contains("2026-01 is not closed"), "{later}");
    assert!(says(decide_span(&whole, &close_span("2025-01"))).contains("period"));
    // A log that begins within a quarter begins with that quarter.
    let begun = FIRST.back(-1).first();
    assert_eq!(
        Periods::default().next_span(Span::quarter(FIRST), begun).to_string(),
        "2025-Q1"
    );
}

#[test]
fn the_digest_of_a_quarter_covers_each_of_its_months_alone() {
    let quarter = Span::quarter(FIRST);
    let (three, four) = (closed(3), closed(4));
    assert_eq!(three.digest_of(quarter), four.digest_of(quarter));
    let mut other = three.clone();
    other.digests.insert(FIRST.next(), "0".repeat(64));
    assert_ne!(three.digest_of(quarter), other.digest_of(quarter));
    let closed = decide_span(&three, &close_span("2025-Q1")).expect("closed").into_span();
    assert_eq!(closed.expect("a quarter").digest, three.digest_of(quarter));
}

#[test]
fn a_break_report_that_contradicts_itself_closes_nothing() {
    let wrongs: [fn(&mut Breaks); 5] = [
        |breaks| breaks.lines = 2,
        |breaks| breaks.assets[0].amount += 1,
        |breaks| breaks.kinds[0].lines += 1,
        |breaks| breaks.oldest = None,
        |breaks| breaks.oldest = Some(FIRST.next().first().start()),
    ];
    for wrong in wrongs {
        let mut month = close(FIRST);
        wrong(month.breaks.as_mut().expect("breaks"));
        assert!(says(decide(&Periods::default(), &month)).contains("breaks"));
    }
    let closing = month_of(decide(&Periods::default(), &close(FIRST)));
    assert_eq!(closing.breaks, Some(breaks()));
    let written = serde_json::to_string(&Closing {
        breaks: None,
        ..closing
    })
    .expect("JSON");
    assert!(!written.contains("breaks"), "a closing of before: {written}");
}
