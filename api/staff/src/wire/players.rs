//! Players as staff find and read them, without personal data.

use super::ask;
use super::at::{At, Balance};
use super::events::EventHeading;
use super::page::StaffSum;
use super::withdrawals::WithdrawalTie;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

ask! {
    /// Looks for players.
    PlayersSearchBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// A player's id, a messenger id, an invite code, an address, an order number, a transaction, the code of a
        /// red packet, or the id of a dive, a withdrawal, an order, a packet or an event.
        query: String,
    }
}

ask! {
    /// Asks for players as they stand now: by what they hold, the largest first, or by dormancy, the longest first.
    PlayersListBody(plain) {
        /// `balance` or `dormancy`; `balance` without.
        #[schema(nullable = false)]
        order: Option<String>,
        /// The asset of the order `balance`; `usdt` without.
        #[schema(nullable = false)]
        asset: Option<String>,
        /// Those alone whose last day of activity is at least so many days ago, 1 to 3650.
        #[schema(nullable = false)]
        dormant: Option<i64>,
        /// With the sums of what all of them hold.
        #[schema(nullable = false)]
        sums: Option<bool>,
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Asks for a player.
    PlayersInfoBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// The player's id, or `tg:` and a messenger id.
        player: String,
    }
}

ask! {
    /// Asks what happened to a player, newest first.
    PlayersTimelineBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// The player's id, or `tg:` and a messenger id.
        player: String,
        /// Only what came after this position or time, or from this UTC day on.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Up to this position or time, or to the end of this UTC day; before `as_of`.
        #[schema(nullable = false)]
        until: Option<String>,
        /// With the sums of all lines.
        #[schema(nullable = false)]
        sums: Option<bool>,
        /// Older than this cursor.
        #[schema(nullable = false)]
        before: Option<String>,
        /// Lines, 1 to 200; 50 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 200)]
        limit: Option<u32>,
    }
}

/// What a player holds of an asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerHeld {
    /// The asset.
    pub asset: String,
    /// Minor units on all accounts, what others owe the player included.
    #[schema(format = "minor")]
    pub amount: String,
}

/// A player of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerListed {
    /// The player.
    pub player: String,
    /// The messenger id.
    pub tg_id: String,
    /// The invite code.
    pub scode: String,
    /// What the player holds.
    pub held: Vec<PlayerHeld>,
    /// When the player registered.
    pub registered_at_ms: i64,
    /// The last UTC day on which the player did something, YYYY-MM-DD.
    pub active_on: String,
    /// The tier that is active.
    pub vip: Option<u8>,
    /// The account is stopped.
    pub frozen: bool,
}

/// A page of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayersListData {
    /// The moment of the answer: the positions up to which balances are counted.
    pub at: At,
    /// In the order that was asked for.
    pub list: Vec<PlayerListed>,
    /// What all players hold that fit the filter, by asset; each counts once for each asset that the player holds. Null when it
    /// was not asked for, or would take too long.
    pub sums: Option<Vec<StaffSum>>,
    /// The next page begins behind it.
    pub next: Option<String>,
}

/// A player that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerFound {
    /// The player.
    pub player: String,
    /// The messenger id.
    pub tg_id: String,
    /// The invite code.
    pub scode: String,
    /// When the player registered.
    pub registered_at_ms: i64,
    /// What the query is: `player`, `messenger`, `scode`, `address`, `transaction`, `order`, `withdrawal`, `packet`,
    /// `dive` or `event`.
    pub matched: String,
}

/// Players that were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayersSearchData {
    /// The moment of the answer.
    pub at: At,
    /// At most 50.
    pub list: Vec<PlayerFound>,
}

/// A player tied to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerLink {
    /// The player.
    pub player: String,
    /// Since when.
    pub since_ms: Option<i64>,
}

/// Accounts that log in from the same device. Kept outside the log: it has no past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeviceCluster {
    /// Its short name.
    pub name: String,
    /// Other accounts of it, at most 50.
    pub others: Vec<String>,
}

/// Who a player is tied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerLinks {
    /// Whose code the player used.
    pub inviter: Option<String>,
    /// The house's code, if the player entered that: there is no inviter then.
    pub house_scode: Option<String>,
    /// The inviter's inviter.
    pub upline: Option<String>,
    /// The player and the inviter turned out to be tied: the invite, or every later profit, brings nobody anything.
    pub brings_nothing: bool,
    /// Friends who turned out to be tied to this player after their invites had become valid.
    pub tied_friends: u32,
    /// Who used the player's code, at most 200.
    pub friends: Vec<PlayerLink>,
    /// The device's accounts; null for a past moment, and for a client that names no device.
    pub cluster: Option<DeviceCluster>,
    /// Who else ever brought what the player brings now, never what it is; null for a past moment.
    pub shared: Option<Vec<WithdrawalTie>>,
}

/// Limits that hold, in minor units of their asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerLimits {
    /// Top-ups of a UTC day, in USDT.
    pub deposit_day: Option<String>,
    /// Top-ups of seven UTC days.
    pub deposit_week: Option<String>,
    /// Top-ups of thirty UTC days.
    pub deposit_month: Option<String>,
    /// Loss of a UTC day, in USDT.
    pub loss_day: Option<String>,
    /// Minutes of a session.
    pub session_min: Option<u32>,
    /// Looser limits that wait.
    pub pending: i64,
    /// End of the last cool-off.
    pub cool_off_until_ms: Option<i64>,
    /// End of the last self-exclusion.
    pub excluded_until_ms: Option<i64>,
    /// Staff stopped the account.
    pub frozen: bool,
    /// When the account ends.
    pub erase_at_ms: Option<i64>,
    /// Personal data is destroyed.
    pub erased: bool,
}

/// A dive that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenDive {
    /// The dive.
    pub dive: String,
    /// Coins for a cast.
    pub stake: String,
    /// The purse that pays.
    pub fund: String,
    /// Casts so far.
    pub casts: u32,
    /// The level the next cast plays.
    pub level: u8,
    /// Prizes that are safe, in minor units of gusd.
    pub safe: String,
    /// Fish at risk.
    pub at_risk: i64,
    /// When it began.
    pub started_at_ms: i64,
    /// The last command.
    pub touched_at_ms: i64,
}

/// How far the identity check is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShownKyc {
    /// `none`, `under_review`, `failed`, `approved` or `rejected`.
    pub status: String,
    /// Changes of status so far.
    pub revision: u32,
    /// The last submission.
    pub submitted_at_ms: Option<i64>,
    /// The last day of the approved document, `YYYY-MM-DD`.
    pub expires_on: Option<String>,
}

/// A player at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayersInfoData {
    /// The moment of the answer.
    pub at: At,
    /// The player.
    pub player: String,
    /// The messenger id.
    pub tg_id: String,
    /// The invite code.
    pub scode: String,
    /// The language.
    pub lang: String,
    /// When the player registered.
    pub registered_at_ms: i64,
    /// Country of the connection and of the document.
    pub countries: Vec<String>,
    /// Version of the player's stream.
    pub version: i64,
    /// Every account, what others owe the player included.
    pub balances: Vec<Balance>,
    /// Whether the balances are what the player's own events fold to.
    pub holds: bool,
    /// The tier that is active.
    pub vip: Option<u8>,
    /// Who the player is tied to.
    pub links: PlayerLinks,
    /// What holds the player back.
    pub limits: PlayerLimits,
    /// The dive that is open.
    pub dive: Option<OpenDive>,
    /// The identity check.
    pub kyc: ShownKyc,
    /// Where withdrawals go.
    pub address: Option<String>,
}

/// What moved on an account of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Moved {
    /// The account's journal name.
    pub account: String,
    /// The asset.
    pub asset: String,
    /// Signed minor units.
    #[schema(format = "minor")]
    pub amount: String,
    /// The balance after it.
    #[schema(format = "minor")]
    pub after: String,
}

/// Something that happened to a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TimelineLine {
    /// The event.
    pub event: EventHeading,
    /// What it says, by name; parts of parts are separated by dots.
    pub values: BTreeMap<String, String>,
    /// What it moved on the player's accounts.
    pub moved: Vec<Moved>,
}

/// What happened to a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayersTimelineData {
    /// The moment of the answer.
    pub at: At,
    /// Newest first.
    pub list: Vec<TimelineLine>,
    /// Events of the player up to the moment, of those within the period.
    pub total: i64,
    /// What all of them moved on the player's accounts, by asset; an event counts once for each asset that it moved. Null when
    /// it was not asked for, or would take too long.
    pub sums: Option<Vec<StaffSum>>,
    /// Cursor of older events, for `before`; null at the end.
    pub next: Option<String>,
}
