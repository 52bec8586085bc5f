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
    /// A season: the running one, else the last, unless the call names one.
    Season,
    /// All time.
    All,
}

/// A season of a board that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RankSeason {
    pub season_id: String,
    /// Name, in the language of the call.
    pub name: String,
    /// The first UTC day, `YYYY-MM-DD`.
    pub first: String,
    /// The last UTC day, which still counts.
    pub last: String,
}

body! {
    /// Asks for the board of valid invites.
    TeamRankBody(ts, token, min_position?) {
        /// Which one.
        period: RankPeriod,
        /// Which season; absent: the running one, else the last.
        #[schema(nullable = false)]
        season_id: Option<String>,
    }
}

body! {
    /// Asks for the board of completed withdrawals.
    WithdrawRankBody(ts, token, min_position?) {
        /// Which one.
        period: RankPeriod,
        /// Which season; absent: the running one, else the last.
        #[schema(nullable = false)]
        season_id: Option<String>,
    }
}

/// A board: as it stands, at most a few seconds old, or as it was closed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RankData {
    /// Which one.
    pub period: RankPeriod,
    /// When it is final, in milliseconds; null for the board of all time.
    #[schema(required)]
    pub closes_at: Option<i64>,
    /// The board was closed and does not change any more.
    pub is_final: bool,
    /// The season that is shown; null for another period.
    #[schema(required)]
    pub season: Option<RankSeason>,
    /// How many first places keep a mark in their collection when the board is closed: those of the weekly event.
    pub marked: u32,
    /// The seasons of this board that have begun, the newest first.
    pub seasons: Vec<RankSeason>,
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
    /// Net USDT with 6 decimals, or a number of invites or of species.
    pub score: String,
    /// On the board of invites: the USDT that friends brought on the days of the period that are over; else null.
    #[schema(required)]
    pub rebate: Option<String>,
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
    /// As in the list.
    #[schema(required)]
    pub rebate: Option<String>,
}

/// A name as others see it: its first two letters (domain §3.13).
pub fn masked(name: &str) -> String {
    let first: String = name.chars().take(2).collect();
    first + "***"
}

#[cfg(test)]
mod tests;
