use super::*;
use crate::money::{Coin, Diamond, Gusd, Usdt};
use crate::player::freeze::Freeze;
use crate::player::signin::SignIn;
use crate::posting::{Account, House, Purse};
use crate::stream::StreamEvent;
use crate::testing::Angler;

fn credit(slot: u32, prize: Prize) -> CreditShare {
    let packet = PacketId(uuid::Uuid::from_u128(7));
    CreditShare { packet, slot, prize }
}

#[test]
fn a_share_of_every_asset_reaches_its_purse_once() {
    let mut angler = Angler::new();
    let shares = [
        (
            Prize::Coin(Coin::from_minor(10)),
            House::CoinIssueRedPacket,
            Purse::CoinPromo,
        ),
        (
            Prize::Diamond(Diamond::from_minor(2)),
            House::DiamondIssueRedPacket,
            Purse::Diamond,
        ),
        (
            Prize::GusdBonus(Gusd::from_minor(5)),
            House::GusdIssueBonus,
            Purse::GusdBonus,
        ),
        (Prize::Usdt(Usdt::from_minor(7)), House::UsdtPacketHeld, Purse::Usdt),
    ];
    for (slot, (prize, source, purse)) in (0..).zip(shares) {
        let event = angler.must(credit(slot, prize));
        let postings = event.postings(angler.player.id.0);
        assert_eq!(postings.legs()[0].account, Account::House(source));
        assert_eq!(angler.has(purse), prize.minor());
        assert_eq!(angler.give(credit(slot, prize)), Err(Refusal::AlreadyReceived));
    }
}

#[test]
fn what_was_claimed_is_credited_even_to_a_frozen_player_who_could_not_claim() {
    let mut angler = Angler::new();
    let claimer = |angler: &Angler| angler.player.claimer(3, None, &angler.context(&SignIn.into()));
    assert!(claimer(&angler).is_ok_and(|claimer| claimer.is_real && claimer.casts_7d == 3));
    angler.must(Freeze {
        staff: "ann".into(),
        reason: "Chargeback".into(),
    });
    assert_eq!(claimer(&angler), Err(Refusal::PlayerFrozen));
    angler.must(credit(0, Prize::Coin(Coin::from_minor(10))));
    assert_eq!(angler.has(Purse::CoinPromo), 10);
    angler.player = Player::default();
    assert_eq!(claimer(&angler), Err(Refusal::RecordNotFound));
}
