//! Erasure of an account (domain §3.14, api §4 `user/delete`, api §7.15): the request, a month
//! to finish what is under way, then the key of the personal data is destroyed.
//!
//! Until then the player is on a break (no play, no gifts, no spending) and can
//! withdraw. Two of staff request it for a player who asks a person; one may cancel
//! a request that was a mistake. The log keeps the events, which hold no personal
//! data. Nothing is forfeited: balances stay booked to the account, so the books
//! balance, and staff can pay out to a proved owner.

use super::{DomainEvent, Event, Player, Rule};
use crate::posting::Purse;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// The state of an erasure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Erasure {
    /// When the personal data will be destroyed.
    pub erase_at: Option<Timestamp>,
    /// It was destroyed.
    pub is_erased: bool,
}

/// Requests the erasure of the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestErasure {
    /// Who of staff acts for the player; `None` when the player requests it.
    pub staff: Option<TwoOfStaff>,
    /// The reason; required from staff.
    pub reason: String,
}

/// One member proposed it, another approved it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoOfStaff {
    pub proposer: String,
    pub approver: String,
}

/// Cancels the request: staff, with a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CancelErasure {
    pub staff: String,
    pub reason: String,
}

/// Destroys the personal data; issued by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EraseData {
    /// The key that will be destroyed.
    pub key_id: String,
}

/// The erasure of the account was requested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureRequested {
    /// The member of staff who acted for the player, as a proposal.
    pub staff: Option<String>,
    /// Who approved it; nobody for the player's own request, and in events of before, when one person did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approver: Option<String>,
    pub reason: String,
    /// When the data will be destroyed.
    pub erase_at: Timestamp,
    pub at: Timestamp,
}

/// The request was cancelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureCancelled {
    pub staff: String,
    pub reason: String,
    pub at: Timestamp,
}

/// The key is to be destroyed; the account is closed permanently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataErased {
    pub key_id: String,
    pub at: Timestamp,
}

/// What still keeps the data after the waiting time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// A frozen account: its evidence is kept.
    Frozen,
    /// A dive that the player has not ended.
    OpenDive,
    /// Money on its way out.
    Withdrawal,
}

impl Hindrance {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Hindrance::Frozen => "frozen",
            Hindrance::OpenDive => "open_dive",
            Hindrance::Withdrawal => "withdrawal",
        }
    }

    /// What would keep the data of a player now; of several the first one.
    pub fn of(player: &Player) -> Option<Hindrance> {
        let paying = player.withdrawal.is_under_way() || player.wallet.minor(Purse::UsdtHold) > 0;
        let found = [
            (player.freeze.is_frozen, Hindrance::Frozen),
            (player.fishing.dive.is_some(), Hindrance::OpenDive),
            (paying, Hindrance::Withdrawal),
        ];
        found
            .into_iter()
            .find(|(holds, _)| *holds)
            .map(|(_, hindrance)| hindrance)
    }

    const fn refusal(self) -> Refusal {
        match self {
            Hindrance::Frozen => Refusal::PlayerFrozen,
            Hindrance::OpenDive => Refusal::FinishTheDiveFirst,
            Hindrance::Withdrawal => Refusal::StateChanged,
        }
    }
}

impl Erasure {
    /// Nobody asked for it yet, or the request was cancelled.
    ///
    /// # Errors
    /// [`Refusal::AlreadyReceived`].
    pub fn check_open(&self) -> Result<(), Refusal> {
        match *self == Erasure::default() {
            true => Ok(()),
            false => Err(Refusal::AlreadyReceived),
        }
    }
}

impl Rule for RequestErasure {
    /// A repeated request answers as the first one did. Order of checks: people, reason, request.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if let Some(two) = &self.staff {
            if two.proposer == two.approver {
                return Err(Refusal::OtherPersonMustApprove);
            }
            if self.reason.trim().is_empty() {
                return Err(Refusal::ReasonMissing);
            }
        }
        player.erasure.check_open()?;
        let wait_ms = context.config.play.erasure_wait_days * DAY_MS;
        let (staff, approver) = self.staff.clone().map(|two| (two.proposer, two.approver)).unzip();
        Ok(Event::from(ErasureRequested {
            staff,
            approver,
            reason: self.reason.clone(),
            erase_at: context.now.plus_ms(wait_ms),
            at: context.now,
        })
        .into())
    }
}

impl Rule for CancelErasure {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if player.erasure.is_erased || player.erasure.erase_at.is_none() {
            return Err(Refusal::StateChanged);
        }
        Ok(Event::from(ErasureCancelled {
            staff: self.staff.clone(),
            reason: self.reason.clone(),
            at: context.now,
        })
        .into())
    }
}

impl Rule for EraseData {
    /// Order of checks: requested, time, hindrance.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let requested = player.erasure.erase_at.filter(|_| !player.erasure.is_erased);
        let erase_at = requested.ok_or(Refusal::StateChanged)?;
        if context.now < erase_at {
            return Err(Refusal::NotReadyYet { at: erase_at.0 });
        }
        if let Some(hindrance) = Hindrance::of(player) {
            return Err(hindrance.refusal());
        }
        Ok(Event::from(DataErased {
            key_id: self.key_id.clone(),
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for ErasureRequested {
    fn evolve(&self, player: &mut Player) {
        player.erasure.erase_at = Some(self.erase_at);
    }
}

impl DomainEvent for ErasureCancelled {
    fn evolve(&self, player: &mut Player) {
        player.erasure.erase_at = None;
    }
}

impl DomainEvent for DataErased {
    fn evolve(&self, player: &mut Player) {
        player.erasure.is_erased = true;
        player.identity.connection = None;
        player.identity.document = None;
    }
}

#[cfg(test)]
mod tests;
