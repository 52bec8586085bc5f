use super::*;

fn missed(figures: &[Figure]) -> Vec<String> {
    let verdicts = judge(figures, false).into_iter();
    verdicts
        .filter(|verdict| verdict.kept == Some(false))
        .map(|verdict| verdict.promise)
        .collect()
}

fn one_client(ratio_stock: u64, p50_over_insert: u64) -> Figure {
    Figure {
        ratio_stock: Some(Ratio(ratio_stock)),
        ..Figure::new("write_spread.append", 1)
    }
    .with("p50_over_insert", Ratio(p50_over_insert))
}

#[test]
fn a_figure_on_its_bound_keeps_the_promise_and_one_beyond_misses_it() {
    assert_eq!(missed(&[one_client(3_000, 1_500)]), Vec::<String>::new());
    assert_eq!(
        missed(&[one_client(2_999, 1_501)]),
        [
            "append, one client: 3 times stock (write_spread.append, 1 clients)",
            "append, one client: median latency within 1.5 of a bare insert (write_spread.append, 1 clients)"
        ]
    );
}

#[test]
fn a_case_that_was_not_run_is_neither_kept_nor_missed() {
    assert!(judge(&[], false).iter().all(|verdict| verdict.kept.is_none()));
    let without = Figure::new("write_spread.append", 512);
    assert_eq!(missed(&[without]).len(), 2, "a case that ran must show its figures");
}

#[test]
fn a_quick_look_says_nothing_about_a_million_events() {
    let slow = Figure {
        per_s: Some(1),
        ..Figure::new("replay", 1)
    };
    let judged = |quick| {
        let verdicts = judge(std::slice::from_ref(&slow), quick);
        let words = verdicts.iter().filter(|verdict| verdict.promise.contains("replay"));
        words.map(Verdict::word).collect::<Vec<_>>()
    };
    assert_eq!((judged(false), judged(true)), (vec!["MISSED"], vec!["not run"]));
}
