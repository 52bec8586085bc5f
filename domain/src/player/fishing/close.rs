//! The end of a dive and its payout (domain §2.1 (7), (8)): the same by the player's
//! wish, at the bottom and by time.

use super::super::dive::Fund;
use super::super::team::{self, Shares};
use super::super::{DomainEvent, Event, Player, Rule};
use crate::ids::{DiveId, PlayerId};
use crate::money::{Coin, Diamond, Gusd, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Ends the dive and takes the payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The dive.
    pub dive: DiveId,
}

/// Ends a dive that lay idle, with the same payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpireDive {
    /// The dive.
    pub dive: DiveId,
}

/// Why a dive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The player surfaced.
    Surfaced,
    /// Level 37 was played.
    Bottom,
    /// A day without a command.
    Expired,
    /// Cancelled by staff.
    Voided,
}

/// A dive ended and was paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiveClosed {
    /// The dive.
    pub dive: DiveId,
    /// Why.
    pub reason: Reason,
    /// Who paid.
    pub fund: Fund,
    /// Casts made.
    pub casts: u32,
    /// Coins burned.
    pub staked: Coin,
    /// Fish that reached the surface.
    pub fish: Gusd,
    /// Danger bonuses.
    pub bonus: Gusd,
    /// Chests in tokens.
    pub chest_gusd: Gusd,
    /// Cash chests, paid out in USDT.
    pub chest_usdt: Usdt,
    /// Everything at parity.
    pub payout: Gusd,
    /// Payout above the stakes; the base of shares.
    pub profit: Gusd,
    /// The payout cap was reached.
    pub capped: bool,
    /// Deep-start diamonds returned because no cast was made.
    pub returned: Diamond,
    /// What the inviters earn.
    pub shares: Shares,
    /// When.
    pub at: Timestamp,
}

impl Rule for Surface {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        player.open_dive(self.dive)?;
        let events = close(player, Reason::Surfaced, context)?;
        Ok(Decision {
            events,
            claims: Vec::new(),
        })
    }
}

impl Rule for ExpireDive {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let dive = player.open_dive(self.dive)?;
        if context.now < dive.touched_at.plus_ms(context.config.game.dive_ttl_ms) {
            return Err(Refusal::StateChanged);
        }
        let events = close(player, Reason::Expired, context)?;
        Ok(Decision {
            events,
            claims: Vec::new(),
        })
    }
}

/// Pays the open dive out (domain §2.1 (7)): line plus safe box, capped at 10,000 stakes.
pub(super) fn close(player: &Player, reason: Reason, context: &Context) -> Result<Vec<Event>, Refusal> {
    let dive = player.fishing.dive.as_ref().ok_or(Refusal::NoDiveOpen)?;
    let table = context.config.paytables.get(&dive.table_hash);
    let cap_x = table.map_or(i64::MAX, |table| table.max_dive_payout_x);
    let cap = dive.stake.at_parity().minor().saturating_mul(cap_x);
    let full = dive.line_value() + dive.safe() + dive.chest_usdt.at_parity();
    let payout = Gusd::from_minor(full.minor().min(cap));
    let profit = Gusd::from_minor((payout - dive.staked().at_parity()).minor().max(0));
    let shares = if dive.fund == Fund::Paid {
        Shares::of(player, profit, context)
    } else {
        Shares::default()
    };
    let returned = if dive.casts == 0 { dive.deep_start_cost } else { 0 };
    let closed = DiveClosed {
        dive: dive.id,
        reason,
        fund: dive.fund,
        casts: dive.casts,
        staked: dive.staked(),
        fish: dive.line_value(),
        bonus: dive.bonus,
        chest_gusd: dive.chest_gusd,
        chest_usdt: dive.chest_usdt.min(payout.at_parity()),
        payout,
        profit,
        capped: full > payout,
        returned: Diamond::from_minor(returned),
        shares,
        at: context.now,
    };
    let qualified = team::qualification(player, dive, context).map(Event::from);
    Ok(std::iter::once(Event::from(closed)).chain(qualified).collect())
}

impl DomainEvent for DiveClosed {
    fn evolve(&self, player: &mut Player) {
        let fishing = &mut player.fishing;
        // The clock's close is no sign of the player: it neither begins nor prolongs a session.
        if self.reason != Reason::Expired {
            fishing.touch(self.at);
        }
        fishing.session.won += self.payout;
        if self.fund == Fund::Paid {
            fishing.lose(self.at.day(), Gusd::ZERO - self.payout);
        } else if !self.payout.is_zero() {
            player.exchange.credit_bonus(self.at);
        }
        fishing.dive = None;
        fishing.ended = Some((self.dive, self.reason));
        fishing.dives += 1;
        player.promotion.dives += u32::from(self.casts > 0);
        self.shares.evolve(&mut player.team);
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        let tokens = self.payout - self.chest_usdt.at_parity();
        let paid = Postings::NONE
            .gusd(
                Account::House(self.fund.prize_issue()),
                purse(self.fund.prize_purse()),
                tokens,
            )
            .usdt(Account::House(House::UsdtReserve), purse(Purse::Usdt), self.chest_usdt)
            .diamond(Account::House(House::DiamondSink), purse(Purse::Diamond), self.returned);
        self.shares.postings(paid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::dive::Dive;
    use crate::testing::Angler;
    use crate::time::{DAY_MS, HOUR_MS};

    fn closed(events: Vec<Event>) -> DiveClosed {
        match events.into_iter().next() {
            Some(Event::DiveClosed(closed)) => closed,
            other => panic!("a close is told as DiveClosed, not {other:?}"),
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
    fn a_session_that_takes_the_payout_has_borne_the_stakes() {
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
}
