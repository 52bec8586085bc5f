use super::*;
use domain::time::Timestamp;

const fn usdt(minor: i64) -> Usdt {
    Usdt::from_minor(minor)
}

fn wallet(rail: &str, on_chain: i64, checked: i64) -> Compared {
    Compared {
        rail: rail.to_owned(),
        wallet: format!("{rail} wallet"),
        at: Timestamp(checked),
        check: Check {
            on_chain: usdt(on_chain),
            in_books: usdt(50),
            ..Check::default()
        },
        differs_since: None,
    }
}

#[test]
fn wallets_are_compared_with_the_books_together() {
    let wallets = [wallet("ton", 30, 1), wallet("evm", 20, 2)];
    assert!(difference(reconcile::together(&wallets), None).is_none());
    let found = difference(reconcile::together(&wallets[..1]), None).expect("an alert");
    assert_eq!((found.kind, found.value.value.as_str()), ("rail_difference", "-20"));
}

#[test]
fn a_difference_holds_since_the_first_comparison_that_found_it() {
    let differs = |since| Compared {
        differs_since: Some(Timestamp(since)),
        ..wallet("ton", 50, 9)
    };
    let found = levels(&[differs(7), differs(5)], Usdt::ZERO, None);
    let of_it = found.iter().find(|found| found.kind == "rail_difference");
    assert_eq!(of_it.expect("an alert").since, Some(Timestamp(5)));
}

#[test]
fn what_was_never_compared_is_not_called_empty() {
    assert!(levels(&[], usdt(51), Some(usdt(1))).is_empty());
    let kinds = |wallets: &[Compared]| {
        levels(wallets, usdt(51), Some(usdt(49)))
            .iter()
            .map(|found| found.kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds(&[wallet("ton", 50, 1)]), ["wallet_low", "wallet_high"]);
}

#[test]
fn a_wallet_holds_what_is_due_and_no_more_than_it_should() {
    let together = reconcile::together(&[wallet("ton", 50, 1)]);
    assert!(short(together, usdt(50)).is_none());
    assert_eq!(short(together, usdt(51)).expect("an alert").bound.value, "51");
    assert!(over(&wallet("ton", 50, 1), usdt(50)).is_none());
    assert_eq!(
        over(&wallet("ton", 51, 1), usdt(50)).expect("an alert").subject,
        "ton wallet"
    );
}

#[test]
fn a_comparison_that_is_too_old_or_was_never_made_is_stale() {
    let wallets = [wallet("ton", 30, 0), wallet("evm", 20, 1)];
    assert!(stale(&wallets, Timestamp(COMPARED_MS_MAX + 1)).is_none());
    let found = stale(&wallets, Timestamp(COMPARED_MS_MAX + 2)).expect("an alert");
    assert_eq!(
        (found.value.value.as_str(), found.since),
        ("1", Some(Timestamp(COMPARED_MS_MAX + 1)))
    );
    let never = stale(&[], Timestamp(0)).expect("an alert");
    assert_eq!((never.value.value.as_str(), never.since), ("never compared", None));
}
