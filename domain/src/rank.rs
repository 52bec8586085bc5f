//! Leaderboards of closed periods (domain §3.13). One stream is one board of one
//! period: closed once with its first hundred, final, corrected only by a new event.
//!
//! Order: the higher score, then who reached it first, then the lower player id; so
//! ranks are unique and the same data always gives the same board. Scores come from
//! the views (withdrawn net, valid invites, species of fish).

use crate::ids::{PlayerId, RankId, derived};
use crate::posting::Postings;
use crate::refusal::{Refusal, field};
use crate::stream::{Context, Decision, Stream, StreamEvent, catalogue};
use crate::time::{Day, Timestamp};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Players on a closed board (domain §3.13).
pub const TOP: usize = 100;
/// The first places of a week of species, which keep a mark in their collection (ASSUMED: a podium).
pub const MARKED: u32 = 3;
/// Most candidates that a closing accepts (ASSUMED).
const ENTRIES_MAX: usize = 10_000;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Board {
    /// Completed net withdrawals, in millionths of USDT.
    Withdraw,
    Invite,
    /// Species of fish caught in a week, whatever became of them: the weekly event.
    Species,
}

/// A period that ends; its name is a part of the id of its stream. The board of all time never closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Period {
    /// A UTC day.
    Day(Day),
    /// The week of a Monday, in UTC.
    Week(Day),
    /// A season of the configuration, in UTC.
    Season {
        first: Day,
        /// The last day that counts.
        last: Day,
    },
}

/// A player with a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub player: PlayerId,
    pub score: i64,
    /// When the score was reached.
    pub reached_at: Timestamp,
}

/// Commands of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankCommand {
    /// Closes it; issued by the clock at 00:15 with the data of the view.
    Close {
        board: Board,
        /// The period.
        period: Period,
        /// Candidates in any order; frozen and excluded players left out.
        entries: Vec<Entry>,
    },
    /// Removes a player.
    Correct(Correct),
}

/// Removes a player from a closed board: staff, two people, with a case and a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correct {
    pub player: PlayerId,
    /// The case it belongs to.
    pub case_id: String,
    pub proposer: String,
    /// Who approved: another person.
    pub approver: String,
    pub reason: String,
}

/// Events of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RankEvent {
    /// The board was closed.
    RankClosed {
        board: Board,
        /// The period.
        period: Period,
        /// The first hundred, best first.
        top: Vec<Entry>,
    },
    /// A player was removed; those below move up.
    RankCorrected {
        player: PlayerId,
        /// Who approved it.
        by: String,
        reason: String,
        /// Who proposed it; the first corrections named one person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposer: Option<String>,
        /// The case it belongs to; the first corrections named none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        case_id: Option<String>,
    },
}

catalogue!(RankEvent {
    RankClosed = 1,
    RankCorrected = 1,
});

impl StreamEvent for RankEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        RankEvent::shapes(name)
    }

    /// None: ranks have no prizes. A mark in the collection is worth nothing in any asset.
    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}

/// The stream of one board of one period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    /// The board and its period; `None` before it was closed.
    pub closed: Option<(Board, Period)>,
    /// The current board, best first; the first has rank 1.
    pub top: Vec<Entry>,
}

impl Period {
    /// The first moment after it; `None` for a week that does not begin on a Monday.
    pub fn end(self) -> Option<Timestamp> {
        match self {
            Period::Day(day) => Some(day.next().start()),
            // 1970-01-01 was a Thursday.
            Period::Week(day) if (day.0 + 3).rem_euclid(7) == 0 => Some(Day(day.0 + 7).start()),
            Period::Week(_) => None,
            Period::Season { first, last } if first <= last => Some(last.next().start()),
            Period::Season { .. } => None,
        }
    }

    /// The first moment of it.
    pub const fn start(self) -> Timestamp {
        match self {
            Period::Day(day) | Period::Week(day) | Period::Season { first: day, .. } => day.start(),
        }
    }

    /// The stream of a board of this period.
    pub fn id(self, board: Board) -> RankId {
        let name = match self {
            Period::Day(day) => format!("day:{day}"),
            Period::Week(day) => format!("week:{day}"),
            Period::Season { first, last } => format!("season:{first}:{last}"),
        };
        RankId(derived(&format!("rank:{board:?}:{name}"), Uuid::nil()))
    }
}

/// The first hundred with a score, best first.
pub fn order(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.retain(|entry| entry.score > 0);
    entries.sort_by_key(|entry| (Reverse(entry.score), entry.reached_at, entry.player));
    entries.truncate(TOP);
    entries
}

impl Rank {
    fn close(&self, board: Board, period: Period, entries: &[Entry], now: Timestamp) -> Result<RankEvent, Refusal> {
        if self.closed.is_some() {
            return Err(Refusal::StateChanged);
        }
        let is_compared = board != Board::Species || matches!(period, Period::Week(_));
        let end = period.end().filter(|_| is_compared).ok_or_else(|| field("period"))?;
        if now < end {
            return Err(Refusal::NotReadyYet { at: end.0 });
        }
        let players: BTreeSet<PlayerId> = entries.iter().map(|entry| entry.player).collect();
        let in_time = entries.iter().all(|entry| entry.reached_at < end);
        if players.len() != entries.len() || entries.len() > ENTRIES_MAX || !in_time {
            return Err(field("entries"));
        }
        let top = order(entries.to_vec());
        Ok(RankEvent::RankClosed { board, period, top })
    }

    /// The rank of a player on the board, from 1 on.
    pub fn place(&self, player: PlayerId) -> Option<usize> {
        let found = self.top.iter().position(|entry| entry.player == player);
        found.map(|above| above + 1)
    }

    /// Order of checks: people, case and reason, whether the player is on the board.
    fn correct(&self, correct: &Correct) -> Result<RankEvent, Refusal> {
        if correct.proposer == correct.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if correct.case_id.trim().is_empty() || correct.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if self.place(correct.player).is_none() {
            return Err(Refusal::RecordNotFound);
        }
        let correct = correct.clone();
        Ok(RankEvent::RankCorrected {
            player: correct.player,
            by: correct.approver,
            reason: correct.reason,
            proposer: Some(correct.proposer),
            case_id: Some(correct.case_id),
        })
    }
}

impl Stream for Rank {
    const TYPE: &'static str = "rank";
    const STATE_VERSION: u16 = 1;
    type Command = RankCommand;
    type Event = RankEvent;

    fn decide(&self, command: &RankCommand, context: &Context) -> Result<Decision<RankEvent>, Refusal> {
        let event = match command {
            RankCommand::Close { board, period, entries } => self.close(*board, *period, entries, context.now)?,
            RankCommand::Correct(correct) => self.correct(correct)?,
        };
        Ok(event.into())
    }

    fn evolve(&mut self, event: &RankEvent) {
        match event {
            RankEvent::RankClosed { board, period, top } => {
                self.closed = Some((*board, *period));
                self.top.clone_from(top);
            }
            RankEvent::RankCorrected { player, .. } => self.top.retain(|entry| entry.player != *player),
        }
    }
}

#[cfg(test)]
mod tests;
