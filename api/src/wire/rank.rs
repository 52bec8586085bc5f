//! Leaderboards.

use super::body::body;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Over which time a board compares (domain §3.13), in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RankPeriod {
    /// Today.
    Day,
    /// Since Monday.
    Week,
    /// Since ever.
    All,
}

body! {
    /// Asks for the board of valid invites.
    TeamRankBody(ts, token, min_position?) {
        /// Which one.
        period: RankPeriod,
    }
}

body! {
    /// Asks for the board of completed withdrawals.
    WithdrawRankBody(ts, token, min_position?) {
        /// Which one.
        period: RankPeriod,
    }
}

/// A board as it stands, at most a few seconds old.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RankData {
    /// Which one.
    pub period: RankPeriod,
    /// When it is final, in milliseconds; null for the board of all time.
    #[schema(required)]
    pub closes_at: Option<i64>,
    /// The first hundred, best first.
    pub list: Vec<RankLine>,
    /// The caller's own rank.
    pub me: RankMe,
}

/// A line of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RankLine {
    /// From 1, unique.
    pub rank: u32,
    /// The first two letters of the name, then `***`.
    pub name: String,
    /// Address of the picture, or empty.
    pub avatar: String,
    /// Net USDT with 6 decimals, or a number of invites.
    pub score: String,
    /// When the score was reached, in milliseconds.
    pub reached_at: i64,
}

/// The caller's own rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RankMe {
    /// From 1; null without a score, off the board, or far behind.
    #[schema(required)]
    pub rank: Option<u32>,
    /// As in the list.
    pub score: String,
}

/// A name as others see it: its first two letters (domain §3.13).
pub fn masked(name: &str) -> String {
    let first: String = name.chars().take(2).collect();
    first + "***"
}

#[cfg(test)]
mod tests;
