//! Closing a dive and its payout (domain §2.1 (7), (8)): the same on the player's
//! request, at the bottom and by time.

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
    pub dive: DiveId,
}

/// Ends an idle dive, with the same payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpireDive {
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
    pub dive: DiveId,
    pub reason: Reason,
    pub fund: Fund,
    pub casts: u32,
    /// Coins burned.
    pub staked: Coin,
    /// Fish that reached the surface.
    pub fish: Gusd,
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
        // A close by the clock is no action of the player: it neither starts nor prolongs a session.
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
mod tests;
