//! The player's side of a red packet: who may claim, and the credit of a share
//! (domain §3.10). The share itself is claimed in the packet's stream (`red_packet`).

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::config::region::Mode;
use crate::ids::{PacketId, PlayerId};
use crate::posting::Postings;
use crate::red_packet::{Claimer, Prize};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Credits a claimed share; issued by the policy and never refused but as a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditShare {
    /// The packet.
    pub packet: PacketId,
    /// The slot that was claimed.
    pub slot: u32,
    /// How much.
    pub prize: Prize,
}

/// A claimed share was credited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedPacketCredited {
    /// The packet.
    pub packet: PacketId,
    /// The slot that was claimed.
    pub slot: u32,
    /// How much.
    pub prize: Prize,
    /// When.
    pub at: Timestamp,
}

impl Player {
    /// Who this player is to a packet, with what the views and the gateway know beside it.
    ///
    /// # Errors
    /// The refusal of a closed gate: frozen, on a break, a blocked region, maintenance.
    pub fn claimer(&self, casts_7d: u32, cluster: Option<String>, context: &Context) -> Result<Claimer, Refusal> {
        if !self.is_registered() {
            return Err(Refusal::RecordNotFound);
        }
        Gate::Gift("redpacket").check(self, context)?;
        Ok(Claimer {
            player: self.id,
            registered_at: self.registration.registered_at,
            casts_7d,
            country: self.identity.country().cloned(),
            is_real: self.identity.mode(&context.config) == Mode::Real,
            cluster,
        })
    }
}

impl Rule for CreditShare {
    fn decide(&self, _player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let credited = RedPacketCredited {
            packet: self.packet,
            slot: self.slot,
            prize: self.prize,
            at: context.now,
        };
        let key = format!("packet_share:{}:{}", self.packet, self.slot);
        Ok(Decision::from(Event::from(credited)).claiming(key, Refusal::AlreadyReceived))
    }
}

impl DomainEvent for RedPacketCredited {
    fn evolve(&self, player: &mut Player) {
        if matches!(self.prize, Prize::GusdBonus(_)) {
            player.exchange.credit_bonus(self.at);
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        self.prize.credit(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::{Coin, Diamond, Gusd, Usdt};
    use crate::player::freeze::Freeze;
    use crate::player::signin::SignIn;
    use crate::posting::{Account, House, Purse};
    use crate::red_packet::PacketCode;
    use crate::stream::StreamEvent;
    use crate::testing::Angler;

    fn credit(slot: u32, prize: Prize) -> CreditShare {
        let packet = PacketCode::from_bits(7).packet();
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
}
