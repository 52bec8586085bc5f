use super::*;
use crate::kyc::Status;
use crate::player::identity::NoteKyc;
use crate::player::team::CountInvite;
use crate::testing::Angler;

fn unlock(gusd: &str) -> UnlockBonus {
    let amount = Gusd::parse(gusd).expect("an amount");
    let request = uuid::Uuid::from_u128(amount.minor().unsigned_abs().into());
    UnlockBonus {
        amount,
        pool: StockId::default(),
        take: Some(TakeId::of_request(request)),
        request: None,
    }
}

/// A week-old player with a friend, a proved identity and a thousand bonus tokens.
fn ready() -> Angler {
    let mut angler = Angler::new().with_bonus(100_000);
    let friend = PlayerId::of_messenger(8);
    angler.must(CountInvite { friend });
    angler.must(NoteKyc {
        status: Status::Approved,
        revision: 1,
    });
    angler.wait(8 * DAY_MS);
    angler
}

#[test]
fn bonus_tokens_become_free_ones_and_the_budget_pays_the_reserve() {
    let mut angler = ready();
    let event = angler.must(unlock("500"));
    assert_eq!(
        (angler.has(Purse::GusdBonus), angler.has(Purse::Gusd)),
        (50_000, 50_000)
    );
    let postings = crate::stream::StreamEvent::postings(&event, angler.player.id.0);
    let paid = postings
        .legs()
        .iter()
        .find(|leg| leg.account == Account::House(House::UsdtPromoBudget));
    assert_eq!(paid.map(|leg| leg.amount), Some(-50_000), "0.05 USDT");
}

#[test]
fn a_player_unlocks_500_a_day() {
    let mut angler = ready();
    angler.must(unlock("499.99"));
    let left = "0.01".into();
    assert_eq!(angler.decide(unlock("0.02")), Err(Refusal::UnlockUsedUp { left }));
    angler.must(unlock("0.01"));
    let left = "0.00".into();
    assert_eq!(
        angler.wait(-DAY_MS).decide(unlock("1")),
        Err(Refusal::UnlockUsedUp { left })
    );
    assert!(angler.wait(2 * DAY_MS).decide(unlock("500")).is_ok());
}

#[test]
fn the_gate_wants_a_week_a_friend_and_an_identity_or_a_top_up() {
    let mut angler = Angler::new().with_bonus(100_000);
    let at = angler.now.plus_ms(7 * DAY_MS).0;
    angler.wait(7 * DAY_MS - 1);
    assert_eq!(angler.decide(unlock("1")), Err(Refusal::NotReadyYet { at }));
    angler.wait(1);
    assert_eq!(angler.decide(unlock("1")), Err(Refusal::InviteAFriendFirst));
    let friend = PlayerId::of_messenger(8);
    angler.must(CountInvite { friend });
    angler.tops_up(4);
    assert_eq!(angler.decide(unlock("1")), Err(Refusal::IdentityRequired));
    let mut proved = angler.clone();
    proved.must(NoteKyc {
        status: Status::Approved,
        revision: 1,
    });
    assert!(proved.decide(unlock("1")).is_ok());
    angler.tops_up(1);
    assert!(angler.decide(unlock("1")).is_ok());
}

#[test]
fn the_first_violated_check_is_returned() {
    let zero = UnlockBonus {
        amount: Gusd::ZERO,
        ..unlock("1")
    };
    assert_eq!(Angler::new().decide(zero), Err(Refusal::InvalidAmount));
    let late = UnlockBonus {
        take: None,
        ..unlock("400")
    };
    let poor = ready().with_bonus(-60_001);
    assert_eq!(poor.decide(late.clone()), Err(Refusal::NotEnoughTokens));
    assert_eq!(ready().decide(late), Err(Refusal::PoolFinished));
    let decision = ready().decide(unlock("400")).expect("unlocks");
    assert!(decision.claims[0].key.starts_with("stock_use:"));
}

#[test]
fn a_request_uses_one_take_whatever_the_stock() {
    let request = uuid::Uuid::from_u128(9);
    let asked = UnlockBonus {
        request: Some(request),
        ..unlock("400")
    };
    let decision = ready().decide(asked).expect("unlocks");
    let of_request = format!("stock_use:{}", TakeId::of_request(request));
    let claimed = (&decision.claims[1].key, &decision.claims[1].taken);
    assert_eq!(claimed, (&of_request, &Refusal::RequestIdReused));
}
