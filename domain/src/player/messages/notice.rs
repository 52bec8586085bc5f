//! Which message an event leads to, and who gets it (domain §3.17).
//!
//! | message | of | chosen | on a break | frozen | bot blocked | erased |
//! |---|---|---|---|---|---|---|
//! | check-in reminder | the clock | needed | no | no | no | no |
//! | withdrawal paid, returned | `WithdrawalSettled`, `WithdrawalRefunded` | needed | yes | no | no | no |
//! | coupons given back, paid, again the player's | `CouponRefunded`, and those two that name an order | needed | yes | no | no | no |
//! | a friend counts | `InviteValidated` | needed | no | no | no | no |
//! | bonus unlocked | `BonusUnlocked` | needed | no | no | no | no |
//! | address changed | `AddressSet` | always sent | yes | yes | tried | no |
//!
//! A message holds amounts and moments and nothing personal, and no address: whoever changed an address knows it, and
//! whoever did not needs the app and no part of it. It is asked again before it is sent: a choice that is taken back
//! meanwhile counts.

use super::super::gate::Gate;
use super::super::{Event, Player};
use crate::money::{Gusd, Usdt};
use crate::stream::Context;
use crate::time::{DAY_MS, Day, HOUR_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// When the check-in reminder of a UTC day is due, from the day's beginning. ASSUMED: noon in Europe and evening in
/// China, so that nobody there is woken by it; where the player is, is not known.
pub const REMINDER_MS: i64 = 12 * HOUR_MS;

/// A message that the bot writes, with its facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notice {
    /// The check-in of the day was not made yet.
    CheckinOpen { day: Day },
    /// The withdrawal address was set; it rests until then.
    AddressChanged { usable_at: Timestamp },
    /// A withdrawal was paid: what arrived.
    WithdrawalPaid { amount: Usdt },
    /// A withdrawal came back, with its fee.
    WithdrawalReturned { amount: Usdt },
    /// Staff took coupons to give their money back to whoever paid the top-up.
    CouponsTaken { amount: Usdt },
    /// That money arrived.
    CouponsPaid { amount: Usdt },
    /// That money could not be paid: the coupons are the player's again.
    CouponsReturned { amount: Usdt },
    /// A friend's invite counts.
    FriendCounts,
    /// Bonus tokens were unlocked.
    BonusUnlocked { gusd: Gusd },
}

impl Notice {
    /// The events that lead to one.
    pub const EVENTS: [&'static str; 6] = [
        "AddressSet",
        "CouponRefunded",
        "WithdrawalSettled",
        "WithdrawalRefunded",
        "InviteValidated",
        "BonusUnlocked",
    ];

    /// The message of an event.
    pub fn of(event: &Event) -> Option<Notice> {
        Some(match event {
            Event::AddressSet(set) => Notice::AddressChanged {
                usable_at: set.usable_at,
            },
            Event::CouponRefunded(refunded) => Notice::CouponsTaken {
                amount: refunded.amount.as_usdt(),
            },
            Event::WithdrawalSettled(paid) => {
                let amount = paid.amount - paid.fee;
                match paid.order_no {
                    Some(_) => Notice::CouponsPaid { amount },
                    None => Notice::WithdrawalPaid { amount },
                }
            }
            Event::WithdrawalRefunded(back) => match back.order_no {
                Some(_) => Notice::CouponsReturned { amount: back.amount },
                None => Notice::WithdrawalReturned { amount: back.amount },
            },
            Event::InviteValidated(_) => Notice::FriendCounts,
            Event::BonusUnlocked(unlocked) => Notice::BonusUnlocked { gusd: unlocked.gusd },
            // A new event is no message until somebody adds it here and says who gets it.
            _ => return None,
        })
    }

    /// Its permanent name.
    pub const fn kind(&self) -> &'static str {
        match self {
            Notice::CheckinOpen { .. } => "checkin_open",
            Notice::AddressChanged { .. } => "address_changed",
            Notice::WithdrawalPaid { .. } => "withdrawal_paid",
            Notice::WithdrawalReturned { .. } => "withdrawal_returned",
            Notice::CouponsTaken { .. } => "coupons_taken",
            Notice::CouponsPaid { .. } => "coupons_paid",
            Notice::CouponsReturned { .. } => "coupons_returned",
            Notice::FriendCounts => "friend_counts",
            Notice::BonusUnlocked { .. } => "bonus_unlocked",
        }
    }

    /// Until when it is news: a reminder for the rest of its day, all others for a day (ASSUMED: what could not be
    /// delivered for so long is found in the app).
    pub fn news_until(&self, at: Timestamp) -> Timestamp {
        match self {
            Notice::CheckinOpen { day } => day.next().start(),
            _ => at.plus_ms(DAY_MS),
        }
    }
}

impl Player {
    /// Whether the bot writes this to the player now.
    pub fn receives(&self, notice: &Notice, context: &Context) -> bool {
        let (topics, is_resting) = (self.messages.topics, self.break_until(context.now).is_some());
        let is_reached = !self.messages.is_blocked && !self.freeze.is_frozen;
        let is_wanted = match notice {
            Notice::AddressChanged { .. } => true,
            Notice::WithdrawalPaid { .. }
            | Notice::WithdrawalReturned { .. }
            | Notice::CouponsTaken { .. }
            | Notice::CouponsPaid { .. }
            | Notice::CouponsReturned { .. } => is_reached && topics.withdrawal,
            Notice::FriendCounts => is_reached && topics.friend && !is_resting,
            Notice::BonusUnlocked { .. } => is_reached && topics.bonus && !is_resting,
            Notice::CheckinOpen { day } => is_reached && topics.checkin && self.can_sign_in(*day, context),
        };
        is_wanted && !self.erasure.is_erased
    }

    /// Whether the check-in of `day` is still there for the player: nobody is reminded of what would be refused.
    fn can_sign_in(&self, day: Day, context: &Context) -> bool {
        let is_open = Gate::Gift("signin").check(self, context).is_ok();
        is_open && context.now.day() == day && !self.signin.is_signed(day)
    }
}
