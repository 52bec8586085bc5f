//! Refusals: data with permanent codes (domain §3.16).
//!
//! The order of checks in a rule is part of its contract. A refused command
//! changes nothing. Texts here are English; the client shows its own text by code.

use crate::finding::Finding;
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

/// Longest reason of an act of staff, in bytes (ASSUMED).
pub(crate) const REASON_BYTES_MAX: usize = 1_000;

/// Refuses a field by its name on the wire.
pub(crate) fn field(field: &str) -> Refusal {
    Refusal::InvalidField { field: field.into() }
}

/// Refuses a reason that is missing, or longer than anybody reads.
pub(crate) fn check_reason(reason: &str) -> Result<(), Refusal> {
    match reason {
        reason if reason.trim().is_empty() => Err(Refusal::ReasonMissing),
        reason if reason.len() > REASON_BYTES_MAX => Err(field("reason")),
        _ => Ok(()),
    }
}

refusals! {
    /// A staff decision blocks the account.
    PlayerFrozen = -1002, "Account frozen, contact support";
    /// The module is closed for maintenance.
    UnderMaintenance { module: String } = -1003, "Under Maintenance";
    /// The region's mode does not allow it.
    RegionNotAvailable = -1004, "Not available in your region";
    /// A field of the command violates its format; the name is the wire's.
    InvalidField { field: String } = -1006, "Invalid request ({field})";
    /// A rule that staff broke, with words of its own; the field has it in one line.
    CheckFailed { field: String, finding: Box<Finding> } = -1006, "Invalid request ({field})";
    /// The request id belongs to a call of other data.
    RequestIdReused = -1007, "Request id was used with other data";
    /// Blocked by the player's own limit or pause; `until` is null when no time ends it.
    BlockedByPlayLimits { until: Option<i64> } = -1009, "Blocked by your play limits";
    /// The terms in force were not accepted.
    TermsNotAccepted = -1010, "Please accept the terms and confirm you are 18+";
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
    /// Not an amount that can be moved: not above zero, or off the step.
    InvalidAmount = 2006, "Invalid amount";
    /// Less than the smallest amount.
    BelowMinimum { min: String } = 2007, "Below the minimum";
    /// More than what may be moved at the moment.
    AboveMaximum { max: String } = 2008, "Above the maximum";
    /// The command needs an open dive.
    NoDiveOpen = 3001, "No dive is open";
    /// One open dive per player.
    DiveAlreadyOpen = 3002, "A dive is already open";
    /// The stake is not offered, or the reserve does not allow it.
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
    /// The day's loss limit would be exceeded.
    DailyLossLimitReached { limit: String } = 3009, "Daily loss limit reached";
    /// The session lasted as long as the player allowed.
    SessionLimitReached { until: i64 } = 3010, "Session limit reached";
    /// The stake is closed until finance opens it again.
    StakeClosed { stake_max: i64 } = 3011, "This stake is closed for now";
    /// Staff cancelled the dive; its stakes were returned.
    DiveCancelled = 3012, "The dive was cancelled and refunded";
    /// Already received.
    AlreadyReceived = 4001, "You have already received it";
    /// Too early.
    NotReadyYet { at: i64 } = 4002, "Not ready yet";
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
    /// Too late.
    Expired = 4008, "Expired";
    /// The day's diamonds for invites are received.
    InviteLimitReached { cap: String } = 4009, "Today's invite reward limit reached";
    /// The tier is not the active one.
    VipNotActive = 4010, "VIP is not active";
    /// Less USDT than the price.
    InsufficientBalance = 5001, "Insufficient balance";
    /// Fewer coupons than the price.
    TopUpRequired { missing: String } = 5002, "You do not have enough money; a top-up is required";
    /// No such tier on sale.
    VipNotFound = 5003, "VIP not found";
    /// The item's purchase limit is reached.
    MaximumCountReached = 5101, "Maximum purchase count reached";
    /// The item's stock is exhausted.
    SoldOut = 5102, "Sold out";
    /// The item is not on sale.
    ItemNotOnSale = 5103, "Item not on sale";
    /// The price shown is not the price in force.
    PriceChanged { price: String } = 5104, "Price changed, please check";
    /// The player denied the payment of the order.
    TransactionDenied = 5201, "Transaction denied or failed";
    /// The order has expired.
    OrderExpired = 5202, "Order expired";
    /// No such top-up order of this player.
    OrderNotFound = 5203, "Order not found";
    /// A top-up outside the published range.
    AmountOutOfRange { min: String, max: String } = 5204, "Amount out of range";
    /// As many top-up orders are open as may be.
    TooManyOpenOrders = 5205, "Too many open orders";
    /// The day's unlock would be exceeded.
    UnlockUsedUp { left: String } = 5302, "Today's unlock is used up";
    /// The day's pool is exhausted.
    PoolFinished = 5303, "You're late, it's Finished";
    /// The identity is not approved, and no top-up replaces it.
    IdentityRequired = 6001, "Please submit identity verification to continue withdrawing";
    /// More than what is left of the day's withdrawals.
    WithdrawalLimitReached { left: String } = 6002, "Withdrawal limit reached";
    /// No address to pay to.
    AddressNotSet = 6003, "Withdrawal address not set";
    /// The day's number of withdrawals of the tier is reached.
    WithdrawalCountUsedUp = 6004, "Today's withdrawal count used up";
    /// Less than the smallest withdrawal.
    WithdrawalBelowMinimum { min: String } = 6005, "Below the minimum";
    /// Not an address that can be paid, or a comment that is too long.
    AddressNotValid = 6006, "Address is not valid";
    /// The address was set too recently.
    AddressTooNew { until: i64 } = 6007, "New address: wait until {until}";
    /// The identity is being checked.
    IdentityUnderReview = 6008, "Identity under review";
    /// The identity check failed.
    IdentityFailed = 6009, "Identity failed, please resubmit";
    /// One withdrawal at a time waits for a decision.
    WithdrawalInReview = 6010, "One withdrawal is still in review";
    /// No such withdrawal under way.
    WithdrawalNotFound = 6011, "Not found";
    /// Withdrawals are paused.
    WithdrawalsPaused = 6012, "Withdrawals paused";
    /// The address belongs to the product, or is a contract of the token: nobody is paid there.
    AddressOfTheHouse = 6013, "This is an address of ours, enter your own";
    /// A field of the identity form is empty, or the name is invalid.
    InformationIncomplete = 6101, "Information is incomplete";
    /// Not an E.164 number.
    PhoneNotValid = 6102, "Phone number format is incorrect";
    /// Not a mail address.
    EmailNotValid = 6103, "Email address format is incorrect";
    /// Fewer than two images of the player's own.
    ImagesMissing = 6104, "Please upload at least two images";
    /// Not a country of ISO 3166-1, or one where the product is closed.
    CountryNotSupported = 6105, "Country not supported";
    /// Not a document of the list.
    DocumentTypeInvalid = 6106, "Document type invalid";
    /// Not a valid number of such a document.
    IdNumberNotValid = 6107, "ID number format is incorrect";
    /// The document's holder is under age.
    MustBeAdult = 6108, "Must be 18+";
    /// The identity cannot be submitted in this state.
    CannotEditNow = 6109, "Cannot edit now";
    /// The document belongs to another account.
    DocumentAlreadyUsed = 6110, "Document already used";
    /// An uploaded file is no image.
    UploadInvalid = 6111, "Upload invalid";
    /// No player has this invite code.
    InviteCodeInvalid = 7001, "Invite code invalid";
    /// The inviter is already bound, permanently.
    AlreadyBound = 7002, "Already bound";
    /// Own code, or of a player who is not older.
    CannotUseThisCode = 7003, "You cannot use this code";
    /// An invite code is needed before sharing.
    EnterInviteCodeFirst = 7004, "Enter an invite code before sharing";
    /// No red packet has this code.
    PacketNotFound = 7201, "Red packet not found";
    /// Every share is taken.
    PacketFinished = 7202, "You're late, it's Finished";
    /// The packet's time is over.
    PacketExpired = 7203, "Red packet expired";
    /// The player does not fulfil a condition of the packet; the reason names which.
    NotEligible { reason: String } = 7204, "Not eligible for this red packet";
    /// Too many codes that no packet has.
    TooManyWrongCodes { until: i64 } = 7205, "Too many wrong codes";
    /// No such task in the catalogue.
    TaskNotFound = 8001, "Task not found";
    /// The task is over, or its stock is used up.
    TaskClosed = 8002, "Task closed";
    /// The task's target is not reached.
    TaskNotCompleted = 8003, "Not completed yet";
    /// A task is received after it was verified.
    VerifyFirst = 8004, "Verify first";
    /// Too soon after the last verification.
    WaitBeforeVerifying { verify_after: i64 } = 8005, "Please wait before verifying again";
    /// The external service gave no answer.
    CannotCheckNow = 8006, "Cannot check now, try later";
    /// The wallet's signature is not one of its owner over our text, in time; the reason names the part that is wrong:
    /// `payload`, `domain`, `address`, `key`, `signature` or `expired`.
    WalletProofInvalid { reason: String } = 8007, "The wallet's proof does not hold, please connect again";
    /// Another player has shown this wallet.
    WalletOfAnother = 8008, "This wallet belongs to another account";
    /// A player shows one wallet.
    WalletAlreadyShown = 8009, "You have already shown your wallet";
    /// No role of the member of staff permits it.
    NoPermission = 9001, "No permission";
    /// A second person must approve.
    OtherPersonMustApprove = 9002, "Another person must approve";
    /// The state changed since it was read.
    StateChanged = 9003, "The state has changed";
    /// A reason is required.
    ReasonMissing = 9004, "A reason is required";
    /// Over the daily limit of the member's roles.
    OverRoleLimit = 9005, "Over the limit of your role";
    /// The approval needs a signature with the member's own key.
    SignatureMissing = 9007, "This takes a signature with a key of your own: register a key first";
    /// The signature is not one of a key in force over exactly this approval.
    SignatureInvalid = 9008, "The signature does not hold for this approval";
}

impl From<Finding> for Refusal {
    fn from(finding: Finding) -> Refusal {
        Refusal::CheckFailed {
            field: finding.to_string(),
            finding: finding.into(),
        }
    }
}

#[cfg(test)]
mod tests;
