//! `ranks/…`: boards of closed periods.

use super::ask;
use super::at::At;
use super::facts::FactUnit;
use domain::rank::{Board, Period};
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for closed boards, newest first.
    RanksListBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// Only boards that were closed after this position or time, or from this UTC day on.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Up to this position or time, or to the end of this UTC day; before `as_of`.
        #[schema(nullable = false)]
        until: Option<String>,
        /// Older than this cursor.
        #[schema(nullable = false)]
        before: Option<String>,
        /// Lines, 1 to 200; 50 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 200)]
        limit: Option<u32>,
    }
}

ask! {
    /// Asks for one closed board.
    RanksInfoBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// Its id, as the list names it.
        rank: String,
    }
}

ask! {
    /// Proposes to take a player off a closed board.
    RanksProposeBody(signed) {
        /// The board.
        #[schema(value_type = String, format = "uuid")]
        rank: api::wire::body::Id,
        /// Who is taken off.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// The case that explains it: its number, or what it is called elsewhere.
        case_id: String,
    }
}

/// What scores of a board are counted in.
pub fn score_unit(board: Board) -> FactUnit {
    match board {
        Board::Withdraw => FactUnit::Usdt,
        Board::Invite | Board::Species => FactUnit::Number,
    }
}

/// A closed board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StaffBoard {
    /// Its id.
    pub rank: String,
    /// withdraw, invite or species.
    pub board: String,
    /// day, week or season.
    pub period: String,
    /// The first moment that counts.
    pub from_ms: i64,
    /// The first one that does not.
    pub until_ms: i64,
    /// What scores are counted in.
    pub unit: FactUnit,
}

impl StaffBoard {
    /// A board of a period.
    pub fn of(board: Board, period: Period) -> StaffBoard {
        let (name, from) = match period {
            Period::Day(_) => ("day", period.start()),
            Period::Week(_) => ("week", period.start()),
            Period::Season { .. } => ("season", period.start()),
        };
        StaffBoard {
            rank: period.id(board).to_string(),
            board: projections::ranks::name(board).to_owned(),
            period: name.to_owned(),
            from_ms: from.0,
            until_ms: period.end().unwrap_or(from).0,
            unit: score_unit(board),
        }
    }
}

/// A closed board in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClosedBoard {
    pub board: StaffBoard,
    /// Players on it when it was closed.
    pub players: usize,
    /// When it was closed.
    pub closed_ms: i64,
}

/// Closed boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RanksListData {
    /// The moment of the answer.
    pub at: At,
    /// Newest first.
    pub list: Vec<ClosedBoard>,
    /// Cursor of older lines, for `before`; null at the end.
    pub next: Option<String>,
}

/// A place on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StaffPlace {
    /// From 1 on.
    pub place: usize,
    /// Whose it is.
    pub player: String,
    /// In the unit of the board.
    pub score: String,
    /// When it was reached.
    pub reached_ms: i64,
}

/// Somebody who was taken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StaffCorrection {
    /// Who was taken off.
    pub player: String,
    /// Who proposed it; nobody for the first corrections.
    pub proposer: Option<String>,
    /// Who approved it.
    pub approver: String,
    /// The case that explains it.
    pub case_id: Option<String>,
    /// Why.
    pub reason: String,
    /// When.
    pub at_ms: i64,
}

/// One closed board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RanksInfoData {
    /// The moment of the answer.
    pub at: At,
    pub board: StaffBoard,
    /// Best first.
    pub list: Vec<StaffPlace>,
    /// Who was taken off since it was closed, in that order.
    pub corrections: Vec<StaffCorrection>,
}
