//! Buying VIP days (PRODUCT §3.4): with coupons, or with USDT when asked.
//!
//! Coupons that do not suffice ask for a top-up (5002); USDT that does not suffice is
//! an insufficient balance (5001), because that purse is not filled by a top-up.

use super::super::gate::Gate;
use super::super::{Event, Happening, Player, Rule};
use super::{Pass, Run, Vip, VipExpired, expire::lapsed};
use crate::config::vip::Tier;
use crate::ids::PlayerId;
use crate::money::Usdt;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// What pays for VIP days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayWith {
    /// Coupons: the usual way.
    #[default]
    Coupon,
    /// USDT, when the player asks for it.
    Usdt,
    /// Nothing more: a shop item includes the days.
    Item,
}

/// Buys the days of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActivateVip {
    /// The tier.
    pub vip_id: u8,
    /// What pays.
    pub pay_with: PayWith,
}

/// Days of a tier were added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VipActivated {
    /// The tier.
    pub vip_id: u8,
    /// Its rank: the higher runs first.
    pub rank: u8,
    /// What was paid; nothing when a shop item includes the days.
    pub price: Usdt,
    /// What paid.
    pub asset: PayWith,
    /// Days added.
    pub days: u32,
    /// Claims these days allow.
    pub claims: u32,
    /// When these days begin, as things stand.
    pub from: Timestamp,
    /// When they end, as things stand.
    pub to: Timestamp,
    /// Version of the configuration in force.
    pub config_version: u64,
    /// When.
    pub at: Timestamp,
}

impl Rule for ActivateVip {
    fn gate(&self) -> Gate {
        Gate::Spend("vip")
    }

    /// Order of checks: tier, means of payment, money.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let tier = context.config.vip.tier(self.vip_id).filter(|tier| tier.on_sale);
        let tier = tier.ok_or(Refusal::VipNotFound)?;
        match self.pay_with {
            PayWith::Coupon => {
                let missing = tier.price - player.wallet.coupons().as_usdt();
                if missing > Usdt::ZERO {
                    let missing = missing.to_string();
                    return Err(Refusal::TopUpRequired { missing });
                }
            }
            PayWith::Usdt if tier.price > player.wallet.usdt() => return Err(Refusal::InsufficientBalance),
            PayWith::Usdt => {}
            PayWith::Item => {
                let field = "pay_with".into();
                return Err(Refusal::InvalidField { field });
            }
        }
        Ok(Decision {
            events: grant(&player.vip, tier, tier.price, self.pay_with, context),
            claims: Vec::new(),
        })
    }
}

/// The events that add the days of `tier`: first what has lapsed meanwhile is recorded.
pub(in super::super) fn grant(vip: &Vip, tier: &Tier, price: Usdt, asset: PayWith, context: &Context) -> Vec<Event> {
    let expired = lapsed(vip, context.now);
    let mut after = vip.clone();
    expired.iter().for_each(|expired| after.expire(expired));
    after.settle(context.now);
    after.add(Pass::of(tier));
    let length_ms = i64::from(tier.days) * DAY_MS;
    let to = after.runs().find(|run| run.vip_id == tier.vip_id);
    let to = to.map_or(context.now.plus_ms(length_ms), |run: Run| run.to);
    let activated = VipActivated {
        vip_id: tier.vip_id,
        rank: tier.rank,
        price,
        asset,
        days: tier.days,
        claims: tier.claims(),
        from: to.plus_ms(-length_ms),
        to,
        config_version: context.config.version,
        at: context.now,
    };
    let expired = expired.into_iter().map(Event::from);
    expired.chain([activated.into()]).collect()
}

impl Pass {
    fn of(tier: &Tier) -> Pass {
        Pass {
            vip_id: tier.vip_id,
            rank: tier.rank,
            left_ms: i64::from(tier.days) * DAY_MS,
            claims_left: tier.claims(),
        }
    }
}

impl Vip {
    pub(super) fn expire(&mut self, expired: &VipExpired) {
        self.settle(expired.at);
        self.passes.retain(|pass| pass.vip_id != expired.vip_id);
    }
}

impl Happening for VipActivated {
    fn evolve(&self, player: &mut Player) {
        player.vip.settle(self.at);
        player.vip.add(Pass {
            vip_id: self.vip_id,
            rank: self.rank,
            left_ms: i64::from(self.days) * DAY_MS,
            claims_left: self.claims,
        });
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        let reserve = Account::House(House::UsdtReserve);
        match self.asset {
            PayWith::Coupon => Postings::NONE
                .coupon(
                    purse(Purse::Coupon),
                    Account::House(House::CouponSink),
                    self.price.as_coupons(),
                )
                .usdt(Account::House(House::UsdtCustomer), reserve, self.price),
            PayWith::Usdt => Postings::NONE.usdt(purse(Purse::Usdt), reserve, self.price),
            PayWith::Item => Postings::NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Angler;

    fn activate(vip_id: u8, pay_with: PayWith) -> ActivateVip {
        ActivateVip { vip_id, pay_with }
    }

    /// A player rich in coupons.
    fn rich() -> Angler {
        Angler::new().with_coupons(10_000_000_000)
    }

    fn buys(angler: &mut Angler, vip_id: u8) -> (i64, i64) {
        let start = crate::testing::START;
        let events = angler.give(activate(vip_id, PayWith::Coupon)).expect("activates");
        match events.last() {
            Some(Event::VipActivated(told)) => (told.from.since(start) / DAY_MS, told.to.since(start) / DAY_MS),
            other => panic!("an activation is told last, not {other:?}"),
        }
    }

    fn active(angler: &Angler) -> Option<u8> {
        angler.player.vip.tier(angler.now)
    }

    #[test]
    fn days_are_paid_with_coupons_or_with_usdt_when_asked() {
        let mut angler = Angler::new().with_coupons(5_000_000).with_usdt(5_000_000);
        angler.must(activate(1, PayWith::Coupon));
        assert_eq!((angler.has(Purse::Coupon), angler.has(Purse::Usdt)), (0, 5_000_000));
        angler.must(activate(1, PayWith::Usdt));
        assert_eq!(angler.has(Purse::Usdt), 0);
    }

    #[test]
    fn coupons_short_ask_for_a_top_up_and_usdt_short_is_an_insufficient_balance() {
        let angler = Angler::new().with_coupons(4_999_999).with_usdt(4_999_999);
        let missing = "0.000001".into();
        assert_eq!(
            angler.decide(activate(1, PayWith::Coupon)),
            Err(Refusal::TopUpRequired { missing })
        );
        assert_eq!(
            angler.decide(activate(1, PayWith::Usdt)),
            Err(Refusal::InsufficientBalance)
        );
    }

    #[test]
    fn a_tier_that_is_not_on_sale_is_not_found_and_days_are_never_free() {
        let angler = rich().under(|config| config.vip.tiers[1].on_sale = false);
        for vip_id in [0, 2, 6, 255] {
            assert_eq!(
                angler.decide(activate(vip_id, PayWith::Coupon)),
                Err(Refusal::VipNotFound)
            );
        }
        let free = angler.decide(activate(1, PayWith::Item)).expect_err("a refusal");
        assert_eq!(free.code(), -1006);
    }

    #[test]
    fn the_same_tier_adds_days() {
        // Case T-78: activating twice is paid twice and given twice.
        let mut angler = rich();
        assert_eq!(buys(&mut angler, 1), (0, 30));
        angler.wait(10 * DAY_MS);
        assert_eq!(buys(&mut angler, 1), (30, 60));
        angler.wait(50 * DAY_MS - 1);
        assert_eq!(active(&angler), Some(1));
        assert_eq!(active(angler.wait(1)), None);
    }

    #[test]
    fn a_higher_tier_starts_at_once_and_pauses_the_lower() {
        let mut angler = rich();
        buys(&mut angler, 1);
        angler.wait(10 * DAY_MS);
        assert_eq!(buys(&mut angler, 3), (10, 40));
        assert_eq!(active(&angler), Some(3));
        assert_eq!(active(angler.wait(30 * DAY_MS)), Some(1), "its 20 days go on");
        assert_eq!(active(angler.wait(20 * DAY_MS - 1)), Some(1));
        assert_eq!(active(angler.wait(1)), None);
    }

    #[test]
    fn a_lower_tier_queues() {
        let mut angler = rich();
        buys(&mut angler, 5);
        assert_eq!(buys(&mut angler, 2), (30, 60));
        assert_eq!(buys(&mut angler, 4), (30, 60), "it overtakes what only waits");
        let in_turn: Vec<u8> = angler.player.vip.runs().map(|run| run.vip_id).collect();
        assert_eq!(in_turn, [5, 4, 2]);
    }

    #[test]
    fn a_pass_that_lapsed_is_recorded_before_the_new_one_starts() {
        let mut angler = rich();
        buys(&mut angler, 1);
        angler.wait(100 * DAY_MS);
        assert_eq!(buys(&mut angler, 1), (100, 130));
        let expired: Vec<_> = angler
            .log
            .iter()
            .filter(|event| matches!(event, Event::VipExpired(_)))
            .collect();
        assert_eq!(expired.len(), 1);
    }

    #[test]
    fn the_queue_is_bounded_by_the_number_of_tiers() {
        let mut angler = rich();
        for round in 0..20 {
            buys(&mut angler, round % 5 + 1);
            angler.wait(DAY_MS);
        }
        assert_eq!(angler.player.vip.passes.len(), 5);
        let days: i64 = angler.player.vip.passes.iter().map(|pass| pass.left_ms / DAY_MS).sum();
        assert_eq!(days, 20 * 30 - 19, "no day is lost but those that passed");
    }
}
