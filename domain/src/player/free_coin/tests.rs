use super::*;
use crate::player::team::CountInvite;
use crate::testing::Angler;
use crate::time::{DAY_MS, HOUR_MS};

fn with_a_friend() -> Angler {
    let mut angler = Angler::new();
    angler.must(CountInvite {
        friend: PlayerId::of_messenger(8),
    });
    angler
}

fn floor() -> Result<Decision<Event>, Refusal> {
    Err(Refusal::BalanceNotUnderFloor { floor: 1_000 })
}

#[test]
fn a_player_with_a_friend_and_few_coins_receives_1000_promo_coins() {
    let mut angler = with_a_friend().with_coins(500).with_promo(499);
    angler.must(ClaimFreeCoins);
    assert_eq!(
        (angler.has(Purse::CoinPromo), angler.has(Purse::CoinPaid)),
        (1_499, 500)
    );
}

#[test]
fn refuses_a_second_claim_on_the_same_day_even_when_the_clock_steps_back() {
    let mut angler = with_a_friend();
    angler.must(ClaimFreeCoins);
    let mut angler = angler.with_promo(-1_000);
    assert_eq!(angler.decide(ClaimFreeCoins), Err(Refusal::ClaimsUsedUp));
    assert_eq!(angler.wait(-DAY_MS).decide(ClaimFreeCoins), Err(Refusal::ClaimsUsedUp));
    angler.wait(DAY_MS + 12 * HOUR_MS).must(ClaimFreeCoins);
}

#[test]
fn the_balance_must_be_under_1000() {
    assert_eq!(with_a_friend().with_coins(1_000).decide(ClaimFreeCoins), floor());
    assert_eq!(
        with_a_friend().with_coins(1).with_promo(999).decide(ClaimFreeCoins),
        floor()
    );
    assert!(with_a_friend().with_promo(999).decide(ClaimFreeCoins).is_ok());
}

#[test]
fn needs_a_valid_invite_and_checks_the_floor_first() {
    assert_eq!(Angler::new().decide(ClaimFreeCoins), Err(Refusal::InviteAFriendFirst));
    assert_eq!(Angler::new().with_coins(1_000).decide(ClaimFreeCoins), floor());
}

#[test]
fn coins_parked_in_an_open_dive_do_not_open_the_claim() {
    // Law I-24, threat T-21: in whatever dive and however many casts, stakes count as balance.
    for stake in [10, 100, 500] {
        let mut angler = with_a_friend().with_coins(1_000);
        angler.dives(stake, 1);
        for _ in 0..1_000 / stake.max(100) {
            angler.casts(1);
            assert_eq!(angler.decide(ClaimFreeCoins), floor());
        }
        angler.surfaces();
        assert!(angler.decide(ClaimFreeCoins).is_ok(), "a closed dive no longer counts");
    }
}
