//! Fishing: a dive is started, goes deeper with each cast, and ends at the surface,
//! at the bottom, by time or by a staff void (domain §2).
//!
//! The outcome is fixed when the cast is appended; a retry returns it and never
//! rolls again. Surfacing always works. Order of checks: dive state, step, time,
//! limits, money. This file holds the state; each command has its own file.

mod cast;
mod close;
mod start;
mod void;

pub use cast::{Cast, CastResolved};
pub use close::{DiveClosed, ExpireDive, Reason, Surface};
pub use start::{DiveStarted, StartDive, is_large_stake, stake_closed_above, stake_max};
pub use void::{DiveVoided, VoidDive};

use super::Player;
use super::dive::{Dive, Fund};
use crate::config::Config;
use crate::config::region::Mode;
use crate::ids::DiveId;
use crate::money::{Coin, Gusd};
use crate::refusal::Refusal;
use crate::stream::Context;
use crate::time::{Day, HOUR_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// A pause this long starts a new session in the player's statistics (ASSUMED: the reality popup's 30 minutes).
const SESSION_GAP_MS: i64 = HOUR_MS / 2;

/// The open dive, the day's losses and the running session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fishing {
    /// The open dive.
    pub dive: Option<Dive>,
    /// The last dive that ended, to answer commands that still name it.
    pub ended: Option<(DiveId, Reason)>,
    /// Dives closed so far.
    pub dives: u64,
    /// When the last cast of any dive was made: the minimum interval applies across dives.
    pub cast_at: Timestamp,
    /// The day `lost` belongs to.
    pub loss_day: Day,
    /// Paid coins staked minus payouts of that day, at parity; may be negative.
    pub lost: Gusd,
    /// The running session.
    pub session: Session,
}

/// The player's statistics since the last long pause (domain §2.1 (9)).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The start time.
    pub started_at: Timestamp,
    /// The last dive command in it.
    pub touched_at: Timestamp,
    pub staked: Coin,
    /// Payouts at parity.
    pub won: Gusd,
}

impl Fishing {
    /// Value lost today on paid dives; negative when ahead.
    pub fn lost_on(&self, day: Day) -> Gusd {
        // A clock that steps back over midnight must not give a second allowance.
        if day <= self.loss_day { self.lost } else { Gusd::ZERO }
    }

    /// When the next cast may be made.
    pub fn next_cast_at(&self, context_min_ms: i64) -> Timestamp {
        self.cast_at.plus_ms(context_min_ms)
    }

    fn lose(&mut self, day: Day, lost: Gusd) {
        self.lost = self.lost_on(day) + lost;
        self.loss_day = self.loss_day.max(day);
    }

    fn touch(&mut self, at: Timestamp) {
        if at.since(self.session.touched_at) > SESSION_GAP_MS {
            // The stakes of the open dive count in the session that receives its payout.
            self.session = Session {
                started_at: at,
                staked: self.dive.as_ref().map_or(Coin::ZERO, Dive::staked),
                ..Session::default()
            };
        }
        self.session.touched_at = at;
    }
}

impl Player {
    /// The open dive, if it is this one.
    ///
    /// # Errors
    /// 3012 when it was cancelled, 3005 when it ended at the bottom, 3001 when it is over.
    pub fn open_dive(&self, dive: DiveId) -> Result<&Dive, Refusal> {
        let open = self.fishing.dive.as_ref().filter(|open| open.id == dive);
        open.ok_or(match self.fishing.ended {
            Some((ended, Reason::Voided)) if ended == dive => Refusal::DiveCancelled,
            Some((ended, Reason::Bottom)) if ended == dive => Refusal::BottomReached,
            _ => Refusal::NoDiveOpen,
        })
    }

    /// All coins, those staked in the open dive included: staking them does not make a claim possible (threat T-21).
    pub fn coins_with_stakes(&self) -> Coin {
        self.wallet.coins() + self.fishing.dive.as_ref().map_or(Coin::ZERO, Dive::staked)
    }

    fn fund_for(&self, stake: Coin, config: &Config) -> Result<Fund, Refusal> {
        let allowed = |fund: &Fund| self.check_fund(*fund, config).is_ok();
        let covers = |fund: &Fund| self.wallet.minor(fund.stake_purse()) >= stake.minor();
        let mut funds = [Fund::Paid, Fund::Promo].into_iter().filter(allowed);
        funds.find(covers).ok_or(Refusal::NotEnoughCoins)
    }

    /// A region with promo play only does not accept bought coins (domain §3.14).
    fn check_fund(&self, fund: Fund, config: &Config) -> Result<(), Refusal> {
        if fund == Fund::Paid && self.identity.mode(config) < Mode::Real {
            return Err(Refusal::RegionNotAvailable);
        }
        Ok(())
    }

    /// The player's session limit, while the session is active.
    fn check_session(&self, context: &Context) -> Result<(), Refusal> {
        let (session, now) = (&self.fishing.session, context.now);
        let Some(minutes) = self.limits.at(now).session_min else {
            return Ok(());
        };
        let is_running = now.since(session.touched_at) <= SESSION_GAP_MS;
        if is_running && now.since(session.started_at) >= i64::from(minutes) * 60_000 {
            let until = session.touched_at.plus_ms(SESSION_GAP_MS + 1).0;
            return Err(Refusal::SessionLimitReached { until });
        }
        Ok(())
    }

    fn check_loss(&self, fund: Fund, stake: Coin, context: &Context) -> Result<(), Refusal> {
        let limit = self.limits.loss_day(context.now, &context.config);
        let would_be = self.fishing.lost_on(context.now.day()) + stake.at_parity();
        if fund == Fund::Paid && would_be > limit.at_parity() {
            return Err(Refusal::DailyLossLimitReached {
                limit: limit.to_string(),
            });
        }
        Ok(())
    }
}
