//! Refusals: data with permanent codes (PRODUCT §3.16).
//!
//! The order of checks in a rule is part of its contract. A refused command
//! changes nothing. Texts here are English; the client shows its own text by code.

use serde::{Deserialize, Serialize};
use thiserror::Error;

macro_rules! refusals {
    ($($(#[$doc:meta])* $variant:ident $({ $($field:ident : $kind:ty),* })? = $code:literal, $text:literal;)*) => {
        /// Why a command was refused. The variant names the violated fact.
        #[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
        #[serde(tag = "refusal", rename_all = "snake_case")]
        pub enum Refusal {
            $(
                $(#[$doc])*
                #[error($text)]
                $variant $({ $(#[allow(missing_docs)] $field: $kind),* })?,
            )*
        }

        impl Refusal {
            /// The permanent code on the wire.
            pub const fn code(&self) -> i32 {
                match self { $(Refusal::$variant { .. } => $code,)* }
            }

            /// Code and English text of every refusal that a rule can give.
            pub const CATALOGUE: &'static [(i32, &'static str)] = &[$(($code, $text),)*];
        }
    };
}

refusals! {
    /// A staff decision blocks the account.
    PlayerFrozen = -1002, "Account frozen, contact support";
    /// A field of the command violates its format; the name is the wire's.
    InvalidField { field: String } = -1006, "Invalid request ({field})";
    /// No purse of the dive's fund holds the stake.
    NotEnoughCoins = 2001, "Not enough coins";
    /// Fewer diamonds than the action costs.
    NotEnoughDiamonds = 2002, "Not enough diamonds";
    /// Fewer free tokens than needed.
    NotEnoughTokens = 2003, "Not enough tokens";
    /// Less USDT than needed.
    InsufficientUsdt = 2004, "Insufficient USDT balance";
    /// Fewer coupons than needed.
    NotEnoughCoupons = 2005, "Not enough coupons";
    /// The command needs an open dive.
    NoDiveOpen = 3001, "No dive is open";
    /// One open dive per player.
    DiveAlreadyOpen = 3002, "A dive is already open";
    /// The stake is not offered, or the reserve does not carry it.
    StakeNotAvailable { stake_max: i64 } = 3003, "Stake not available";
    /// The step number is not the next one.
    StepOutOfDate = 3004, "Step is out of date, refreshed";
    /// Level 37 was played.
    BottomReached = 3005, "Bottom reached";
    /// Less than the minimum time since the last cast.
    TooFast { next_cast_at: i64 } = 3006, "Too fast";
    /// No deep start at this level.
    StartLevelNotAvailable = 3007, "Start level not available";
    /// Seeds rotate between dives only.
    FinishTheDiveFirst = 3008, "Finish the dive first";
    /// The day's loss limit would be passed.
    DailyLossLimitReached { limit: String } = 3009, "Daily loss limit reached";
    /// Already received.
    AlreadyReceived = 4001, "You have already received it";
    /// The balance is not under the floor.
    BalanceNotUnderFloor { floor: i64 } = 4003, "Balance must be under {floor}";
    /// Needs a valid invite.
    InviteAFriendFirst = 4004, "Invite a friend first";
    /// The day's claims are used.
    ClaimsUsedUp = 4005, "Today's claims are used up";
    /// One check-in a day.
    AlreadyCheckedIn = 4006, "Already checked in";
    /// No such record for this player.
    RecordNotFound = 4007, "Record not found";
    /// No player has this invite code.
    InviteCodeInvalid = 7001, "Invite code invalid";
    /// The inviter is bound once, for ever.
    AlreadyBound = 7002, "Already bound";
    /// Own code, or of a player who is not older.
    CannotUseThisCode = 7003, "You cannot use this code";
    /// An invite code is needed before sharing.
    EnterInviteCodeFirst = 7004, "Enter an invite code before sharing";
    /// A second person must approve.
    OtherPersonMustApprove = 9002, "Another person must approve";
    /// The state changed since it was read.
    StateChanged = 9003, "The state has changed";
    /// A reason is required.
    ReasonMissing = 9004, "A reason is required";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_code_belongs_to_one_refusal() {
        let codes: BTreeSet<i32> = Refusal::CATALOGUE.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.len(), Refusal::CATALOGUE.len());
    }

    #[test]
    fn a_refusal_reads_back_as_written() {
        let refusal = Refusal::BalanceNotUnderFloor { floor: 1_000 };
        let text = serde_json::to_string(&refusal).expect("writes");
        assert_eq!(serde_json::from_str::<Refusal>(&text).expect("reads"), refusal);
        assert_eq!(
            (refusal.code(), refusal.to_string().as_str()),
            (4003, "Balance must be under 1000")
        );
    }
}
