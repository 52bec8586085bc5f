use super::*;
use crate::player::dive::Dive;
use crate::testing::Angler;
use crate::time::{DAY_MS, HOUR_MS};

fn closed(events: Vec<Event>) -> DiveClosed {
    match events.into_iter().next() {
        Some(Event::DiveClosed(closed)) => closed,
        other => panic!("a close is recorded as DiveClosed, not {other:?}"),
    }
}

/// A player in an open dive of ten coins whose safe box was set by hand.
fn with_safe(fund: Fund, set: impl FnOnce(&mut Dive)) -> Angler {
    let mut angler = match fund {
        Fund::Paid => Angler::new().with_coins(10),
        Fund::Promo => Angler::new().with_promo(10),
    };
    angler.dives(10, 1).casts(1);
    let dive = angler.player.fishing.dive.as_mut().expect("a dive");
    dive.line.clear();
    (dive.bonus, dive.chest_gusd) = (Gusd::ZERO, Gusd::ZERO);
    set(dive);
    angler
}

#[test]
fn a_dive_without_a_cast_pays_nothing_and_returns_the_deep_start() {
    let mut angler = Angler::new().with_coins(10).with_diamonds(10);
    angler.dives(10, 28);
    assert_eq!(angler.has(Purse::Diamond), 0);
    let closed = closed(angler.give(angler.surface()).expect("surfaces"));
    assert_eq!((closed.payout, closed.returned.minor()), (Gusd::ZERO, 10));
    assert_eq!((angler.has(Purse::Diamond), angler.has(Purse::CoinPaid)), (10, 10));
}

#[test]
fn a_deep_start_that_was_cast_is_spent() {
    let mut angler = Angler::new().with_coins(10).with_diamonds(10);
    angler.dives(10, 28).casts(1).surfaces();
    assert_eq!(angler.has(Purse::Diamond), 0);
}

#[test]
fn cash_chests_pay_usdt_and_the_rest_pays_tokens() {
    let mut angler = with_safe(Fund::Paid, |dive| {
        dive.chest_gusd = Gusd::from_minor(1_234);
        dive.chest_usdt = Usdt::from_minor(100_000);
    });
    let closed = closed(angler.give(angler.surface()).expect("surfaces"));
    assert_eq!((closed.payout.minor(), closed.profit.minor()), (101_234, 100_234));
    assert_eq!((angler.has(Purse::Usdt), angler.has(Purse::Gusd)), (100_000, 1_234));
}

#[test]
fn a_promo_dive_pays_locked_tokens_only_t_11() {
    let mut angler = with_safe(Fund::Promo, |dive| dive.chest_gusd = Gusd::from_minor(100_000));
    angler.surfaces();
    let purses = [Purse::GusdBonus, Purse::Gusd, Purse::Usdt].map(|purse| angler.has(purse));
    assert_eq!(purses, [100_000, 0, 0]);
}

#[test]
fn the_payout_is_capped_at_10000_stakes_and_cash_goes_first() {
    let cap = 10 * 10_000 * 100;
    for (tokens, cash, paid) in [
        (0, cap, (cap, 0)),
        (1, cap, (cap, 0)),
        (cap, 5, (5, cap - 5)),
        (0, cap + 1, (cap, 0)),
    ] {
        let mut angler = with_safe(Fund::Paid, |dive| {
            dive.chest_gusd = Gusd::from_minor(tokens);
            dive.chest_usdt = Usdt::from_minor(cash);
        });
        let closed = closed(angler.give(angler.surface()).expect("surfaces"));
        assert_eq!((closed.payout.minor(), closed.capped), (cap, tokens + cash > cap));
        assert_eq!((angler.has(Purse::Usdt), angler.has(Purse::Gusd)), paid);
    }
}

#[test]
fn an_idle_dive_expires_after_a_day_with_the_same_payout() {
    let mut angler = Angler::new().with_golden_seed().with_coins(900);
    angler.dives(100, 1).casts(9);
    let expire = ExpireDive { dive: angler.dive_id() };
    assert_eq!(
        angler.wait(DAY_MS - 1).decide(expire.clone()),
        Err(Refusal::StateChanged)
    );
    let closed = closed(angler.wait(1).give(expire.clone()).expect("expires"));
    assert_eq!((closed.reason, closed.payout.minor()), (Reason::Expired, 66_325));
    assert_eq!(angler.decide(expire), Err(Refusal::NoDiveOpen));
}

#[test]
fn a_pause_of_half_an_hour_begins_a_new_session() {
    let mut angler = Angler::new().with_coins(1_000);
    angler.dives(10, 1).casts(3).surfaces();
    let first = angler.player.fishing.session.clone();
    angler.wait(HOUR_MS / 2).dives(10, 1);
    assert_eq!(angler.player.fishing.session.started_at, first.started_at);
    angler.casts(1).surfaces().wait(HOUR_MS / 2 + 1).dives(10, 1);
    let second = &angler.player.fishing.session;
    assert_eq!(
        (second.started_at, second.staked, second.won),
        (angler.now, Coin::ZERO, Gusd::ZERO)
    );
}

#[test]
fn a_session_that_receives_the_payout_has_paid_the_stakes() {
    let mut angler = Angler::new().with_golden_seed().with_coins(900);
    angler.dives(100, 1).casts(9).wait(2 * HOUR_MS).surfaces();
    let session = &angler.player.fishing.session;
    assert_eq!((session.staked.minor(), session.won.minor()), (900, 66_325));
}

#[test]
fn the_clocks_close_neither_begins_nor_prolongs_a_session() {
    let mut angler = Angler::new().with_golden_seed().with_coins(900);
    angler.dives(100, 1).casts(9);
    let before = angler.player.fishing.session.clone();
    let expire = ExpireDive { dive: angler.dive_id() };
    angler.wait(DAY_MS).must(expire);
    let after = &angler.player.fishing.session;
    assert_eq!(
        (after.started_at, after.touched_at),
        (before.started_at, before.touched_at)
    );
    assert_eq!(after.won.minor(), 66_325);
}
