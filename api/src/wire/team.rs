//! Invitations.

use super::body::body;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks how the invitations stand.
    TeamInfoBody(ts, token, min_position?) {}
}

/// How the invitations stand (SPEC §3, PRODUCT §3.8).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TeamInfoData {
    /// The player's own link.
    pub invite_link: String,
    /// The player's own code.
    pub scode: String,
    /// Whether an inviter is bound: needed before sharing.
    pub invite_entered: bool,
    /// Who invited this player.
    #[schema(required)]
    pub inviter: Option<TeamInviter>,
    /// Players invited directly.
    pub friends: i64,
    /// Players invited by those.
    pub friends_l2: i64,
    /// Invites that count.
    pub valid_invites: i64,
    /// Invite diamonds received today.
    pub diamonds_today: i64,
    /// The most a day (SPEC §9: 50).
    pub diamonds_cap: i64,
    /// Shares earned so far, USDT with 6 decimals.
    pub rebate_total: String,
    /// What waits to be received.
    pub pending: TeamPending,
    /// Share of a friend's earnings (SPEC §9: 0.05).
    pub rate_l1: String,
    /// Share of a friend's friend's earnings (SPEC §9: 0.01).
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
    /// Kinds of reward that wait: diamonds of invites, USDT of shares.
    pub count: usize,
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

/// The inviter is bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamBindData {
    /// Always true.
    pub invite_entered: bool,
    /// Who invited this player.
    #[schema(required)]
    pub inviter: Option<TeamInviter>,
}
