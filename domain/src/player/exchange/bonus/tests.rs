use super::*;
use crate::testing::Angler;

/// A player who won bonus tokens in a promo dive that closed just now.
fn winner() -> Angler {
    let mut angler = Angler::new().with_golden_seed().with_promo(900);
    angler.dives(100, 1).casts(9).surfaces();
    assert_eq!(angler.has(Purse::GusdBonus), 66_325);
    angler
}

#[test]
fn bonus_tokens_expire_sixty_days_after_the_last_credit() {
    let mut angler = winner();
    angler.wait(60 * DAY_MS - 1);
    assert_eq!(angler.decide(ExpireBonus), Err(Refusal::StateChanged));
    angler.wait(1).must(ExpireBonus);
    assert_eq!(angler.has(Purse::GusdBonus), 0);
    assert_eq!(angler.decide(ExpireBonus), Err(Refusal::StateChanged));
}

#[test]
fn a_correction_after_the_expiry_gives_tokens_that_are_not_over() {
    let mut angler = winner();
    angler.wait(60 * DAY_MS).must(ExpireBonus);
    assert!(!angler.player.is_bonus_over(&angler.config, angler.now));
    angler = angler.with_bonus(5_000);
    assert_eq!(angler.decide(ExpireBonus), Err(Refusal::StateChanged));
    assert!(!angler.player.is_bonus_over(&angler.config, angler.now));
}

#[test]
fn a_credit_renews_them() {
    let mut angler = winner().with_promo(2_000);
    let before = angler.has(Purse::GusdBonus);
    angler.wait(59 * DAY_MS).dives(100, 1).casts(20).surfaces();
    assert!(angler.has(Purse::GusdBonus) > before, "the dive caught something");
    angler.wait(59 * DAY_MS);
    assert_eq!(angler.decide(ExpireBonus), Err(Refusal::StateChanged));
}

#[test]
fn what_was_never_credited_does_not_expire() {
    let mut angler = Angler::new();
    assert_eq!(
        angler.wait(100 * DAY_MS).decide(ExpireBonus),
        Err(Refusal::StateChanged)
    );
}
