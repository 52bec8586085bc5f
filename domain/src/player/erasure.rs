//! The end of an account (domain §3.14, api §4 `user/delete`, api §7 (15)): the wish, a month
//! to end what is under way, then the key of the personal data is destroyed.
//!
//! Until then the player is on a break (no play, no gifts, no spending) and can
//! take money out. Staff may take the wish back when it was a mistake. The log keeps
//! the events, which hold no personal data. Nothing is forfeited: balances stay booked
//! to the account, so the books hold, and staff can pay out what somebody proves to own.

use super::{DomainEvent, Event, Player, Rule};
use crate::posting::Purse;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// How far the end is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Erasure {
    /// When the personal data will be destroyed.
    pub erase_at: Option<Timestamp>,
    /// It was destroyed.
    pub is_erased: bool,
}

/// Asks for the end of the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestErasure {
    /// The staff member who asks for the player; nobody when the player asks.
    pub staff: Option<String>,
    /// Why; staff must say.
    pub reason: String,
}

/// Takes the wish back: staff, with a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CancelErasure {
    /// Who decided.
    pub staff: String,
    /// Why.
    pub reason: String,
}

/// Destroys the personal data; issued by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EraseData {
    /// The key that will be destroyed.
    pub key_id: String,
}

/// The end of the account was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureRequested {
    /// The staff member who asked for the player.
    pub staff: Option<String>,
    /// Why.
    pub reason: String,
    /// When the data will be destroyed.
    pub erase_at: Timestamp,
    /// When.
    pub at: Timestamp,
}

/// The wish was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureCancelled {
    /// Who decided.
    pub staff: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Timestamp,
}

/// The key is to be destroyed; the account is closed for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataErased {
    /// Which key.
    pub key_id: String,
    /// When.
    pub at: Timestamp,
}

impl Rule for RequestErasure {
    /// What was asked for once is told as done: the player meets the answer too.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.staff.is_some() && self.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if player.erasure != Erasure::default() {
            return Err(Refusal::AlreadyReceived);
        }
        let wait_ms = context.config.play.erasure_wait_days * DAY_MS;
        Ok(Event::from(ErasureRequested {
            staff: self.staff.clone(),
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
    /// Order of checks: asked for, time, a stopped account, whose evidence stays, open dive, withdrawal under way.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let asked = player.erasure.erase_at.filter(|_| !player.erasure.is_erased);
        let erase_at = asked.ok_or(Refusal::StateChanged)?;
        if context.now < erase_at {
            return Err(Refusal::NotReadyYet { at: erase_at.0 });
        }
        if player.freeze.is_frozen {
            return Err(Refusal::PlayerFrozen);
        }
        if player.fishing.dive.is_some() {
            return Err(Refusal::FinishTheDiveFirst);
        }
        if player.withdrawal.is_under_way() || player.wallet.minor(Purse::UsdtHold) > 0 {
            return Err(Refusal::StateChanged);
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
mod tests {
    use super::*;
    use crate::player::freeze::{Freeze, Unfreeze};
    use crate::player::signin::SignIn;
    use crate::testing::Angler;

    fn request() -> RequestErasure {
        RequestErasure {
            staff: None,
            reason: String::new(),
        }
    }

    fn erase() -> EraseData {
        EraseData { key_id: "key-1".into() }
    }

    fn cancel(reason: &str) -> CancelErasure {
        CancelErasure {
            staff: "ann".into(),
            reason: reason.into(),
        }
    }

    #[test]
    fn the_data_goes_a_month_after_the_wish_and_the_account_is_closed_for_ever() {
        let mut angler = Angler::new().with_coins(10);
        angler.must(request());
        let at = angler.now.plus_ms(30 * DAY_MS);
        let until = Some(at.0);
        assert_eq!(angler.decide(SignIn), Err(Refusal::BlockedByPlayLimits { until }));
        angler.wait(30 * DAY_MS - 1);
        assert_eq!(angler.decide(erase()), Err(Refusal::NotReadyYet { at: at.0 }));
        angler.wait(1).must(erase());
        assert_eq!(angler.decide(SignIn), Err(Refusal::PlayerFrozen));
        assert_eq!(angler.has(Purse::CoinPaid), 10, "nothing is forfeited");
        assert_eq!(angler.decide(request()), Err(Refusal::AlreadyReceived));
        for again in [angler.decide(erase()), angler.decide(cancel("no"))] {
            assert_eq!(again, Err(Refusal::StateChanged));
        }
    }

    #[test]
    fn an_open_dive_ends_first() {
        let mut angler = Angler::new().with_coins(10);
        angler.dives(10, 1).casts(1);
        angler.must(request());
        angler.wait(30 * DAY_MS);
        assert_eq!(angler.decide(erase()), Err(Refusal::FinishTheDiveFirst));
        angler.surfaces();
        assert!(angler.decide(erase()).is_ok());
    }

    #[test]
    fn what_a_stopped_account_did_is_kept_until_it_goes_on() {
        let mut angler = Angler::new();
        let (staff, reason) = ("rob".to_owned(), "Stolen card".to_owned());
        angler.must(Freeze {
            staff: staff.clone(),
            reason: reason.clone(),
        });
        angler.must(request());
        angler.wait(30 * DAY_MS);
        assert_eq!(angler.decide(erase()), Err(Refusal::PlayerFrozen));
        angler.must(Unfreeze { staff, reason });
        assert!(angler.decide(erase()).is_ok());
    }

    #[test]
    fn a_withdrawal_under_way_ends_first() {
        let mut angler = Angler::new().holding(Purse::UsdtHold, crate::posting::House::UsdtReserve, 5);
        angler.must(request());
        assert_eq!(angler.wait(30 * DAY_MS).decide(erase()), Err(Refusal::StateChanged));
    }

    #[test]
    fn staff_take_a_mistaken_wish_back_and_ask_for_the_player_with_a_reason() {
        let mut angler = Angler::new();
        assert_eq!(angler.decide(cancel("Mistake")), Err(Refusal::StateChanged));
        angler.must(request());
        assert_eq!(angler.decide(cancel("")), Err(Refusal::ReasonMissing));
        angler.must(cancel("Mistake"));
        assert!(angler.decide(SignIn).is_ok());
        assert_eq!(angler.decide(erase()), Err(Refusal::StateChanged));
        let silent = RequestErasure {
            staff: Some("ann".into()),
            reason: " ".into(),
        };
        assert_eq!(angler.decide(silent), Err(Refusal::ReasonMissing));
    }
}
