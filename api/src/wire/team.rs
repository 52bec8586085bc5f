//! Invitations.

use super::body::{Id, body};
use super::wallet::Asset;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks how the invitations stand.
    TeamInfoBody(ts, token, min_position?) {}
}

/// How the invitations stand (domain §10.3, §3.8).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TeamInfoData {
    /// The player's own link.
    pub invite_link: String,
    /// The player's own code.
    pub scode: String,
    /// Whether an invite code was entered: needed before sharing.
    pub invite_entered: bool,
    /// Who invited this player; null too for who entered the house's code.
    #[schema(required)]
    pub inviter: Option<TeamInviter>,
    /// Players invited directly.
    pub friends: i64,
    /// Players invited by those.
    pub friends_l2: i64,
    /// Invites that count.
    pub valid_invites: i64,
    /// Friends who bring no more rebates: their accounts and the player's have something in common.
    pub tied_friends: i64,
    /// Invite diamonds received today.
    pub diamonds_today: i64,
    /// The most a day (domain §10.9: 50).
    pub diamonds_cap: i64,
    /// Shares earned so far, USDT with 6 decimals.
    pub rebate_total: String,
    /// What waits to be received.
    pub pending: TeamPending,
    /// Share of a friend's earnings (domain §10.9: 0.05).
    pub rate_l1: String,
    /// Share of a friend's friend's earnings (domain §10.9: 0.01).
    pub rate_l2: String,
}

/// An inviter, by name only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamInviter {
    /// Name for display.
    pub nickname: String,
}

/// What waits to be received.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TeamPending {
    /// Records that wait.
    pub count: i64,
    /// Diamonds.
    pub diamonds: i64,
    /// USDT, 6 decimals.
    pub usdt: String,
}

body! {
    /// Enters an invite code.
    TeamBindBody(ts, token, req_id) {
        /// The code.
        code: String,
    }
}

/// The inviter, or the house, is bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamBindData {
    /// Always true.
    pub invite_entered: bool,
    /// Who invited this player; null for the house's code.
    #[schema(required)]
    pub inviter: Option<TeamInviter>,
}

body! {
    /// Asks for what the friends brought, newest first.
    TeamRecordsBody(ts, token, min_position?) {
        /// `next_last_id` of the page before; empty for the newest.
        #[schema(nullable = false)]
        last_id: Option<String>,
        /// Lines, 1 to 50; 20 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 50)]
        size: Option<u32>,
    }
}

/// A page of records.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TeamRecordsData {
    /// Newest first.
    pub list: Vec<TeamRecord>,
    /// Asks for the next page; empty after the last.
    pub next_last_id: String,
    /// Whether older records exist.
    pub has_more: bool,
}

/// What a record is for (domain §3.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamRecordType {
    /// A friend's invite became valid.
    Invite,
    /// A friend's earnings of a day.
    RebateL1,
    /// The earnings of all friends' friends on a day.
    RebateL2,
}

/// How far a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TeamRecordState {
    /// Can be received, in whole or the rest of it.
    Pending,
    /// Was received.
    Received,
    /// Was not received in time.
    Expired,
    /// Was taken away for fraud.
    Cancelled,
}

/// A friend, by name and picture only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamFriend {
    /// Name for display.
    pub nickname: String,
    /// Address of the picture, or empty.
    pub avatar: String,
}

/// What the friends brought on one day, of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamRecord {
    /// The record.
    pub record_id: String,
    /// What it is for.
    #[serde(rename = "type")]
    pub kind: TeamRecordType,
    /// The UTC day it sums, `YYYY-MM-DD`.
    pub day: String,
    /// The friend; nobody for the second level, whose names stay theirs.
    #[schema(required)]
    pub friend: Option<TeamFriend>,
    /// Diamonds of an invite.
    pub diamonds: i64,
    /// The whole rebate, USDT with 6 decimals.
    pub usdt: String,
    /// How far it is.
    pub state: TeamRecordState,
    /// Since when it can be received, in milliseconds.
    pub created_at: i64,
    /// Until when, in milliseconds.
    pub expires_at: i64,
}

body! {
    /// Receives a record, up to the limits of the day.
    TeamReceiveBody(ts, token) {
        /// The record.
        #[schema(value_type = String)]
        record_id: Id,
    }
}

/// A record was received, or a part of it: what stays is received on another day.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TeamReceiveData {
    /// The record afterwards.
    pub record: TeamRecord,
    /// Balances afterwards.
    pub asset: Asset,
}
