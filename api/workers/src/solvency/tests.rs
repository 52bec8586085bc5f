use super::*;
use domain::money::Usdt;
use rails::reconcile::Check;

/// A wallet that held this much beside books of 50, compared at this moment.
fn wallet(on_chain: i64, at: i64) -> Compared {
    Compared {
        rail: "ton".into(),
        wallet: "wallet".into(),
        at: Timestamp(at),
        check: Check {
            on_chain: Usdt::from_minor(on_chain),
            in_books: Usdt::from_minor(50),
            ..Check::default()
        },
        differs_since: None,
    }
}

#[test]
fn what_the_chains_lack_is_known_for_two_hours() {
    let last = Timestamp(COMPARED_MS_MAX);
    assert_eq!(chain_lacks(&[wallet(50, 0)], last), Some(0));
    assert_eq!(chain_lacks(&[wallet(50, 0)], last.plus_ms(1)), None);
    assert_eq!(chain_lacks(&[wallet(60, 0)], last), Some(0), "too much lacks nothing");
    assert_eq!(chain_lacks(&[wallet(20, 0), wallet(30, 1)], last.plus_ms(1)), Some(0));
    assert_eq!(chain_lacks(&[], last), None, "never compared");
}

#[test]
fn what_was_missing_stays_missing_until_a_comparison_finds_it() {
    assert_eq!(chain_lacks(&[wallet(43, 0)], Timestamp(9 * COMPARED_MS_MAX)), Some(7));
    assert_eq!(chain_lacks(&[wallet(50, 1)], Timestamp(1)), Some(0));
}
