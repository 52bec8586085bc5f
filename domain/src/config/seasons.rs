//! Seasons of the leaderboards (domain §3.13): a name, a board, its first and last day. A season gives nothing and
//! costs nothing; it only says over which days a board compares.

use super::Text;
use super::checks::all;
use crate::finding::Finding;
use crate::rank::{Board, Period};
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// The seasons that were and will be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seasons {
    /// In rising order of their days.
    pub list: Vec<Season>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Season {
    /// The season's permanent id.
    pub season_id: String,
    pub name: Text,
    /// What is compared.
    pub board: Board,
    /// The first UTC day.
    pub first: Day,
    /// The last UTC day, which still counts.
    pub last: Day,
}

/// Most seasons of the list (ASSUMED: ten years of four).
const SEASONS_MAX: usize = 40;
/// Most days of a season (ASSUMED).
const DAYS_MAX: i32 = 366;

impl Season {
    pub const fn period(&self) -> Period {
        Period::Season {
            first: self.first,
            last: self.last,
        }
    }

    /// True from its first day on.
    pub fn has_begun(&self, today: Day) -> bool {
        self.first <= today
    }
}

impl Seasons {
    /// The quarters of a year, for the demo world.
    pub fn demo() -> Seasons {
        let season = |season_id: &str, name: (&str, &str), first, last| Season {
            season_id: season_id.to_owned(),
            name: Text::new(name.0, name.1),
            board: Board::Invite,
            first: Day(first),
            last: Day(last),
        };
        Seasons {
            list: vec![
                // 2026-07-01 to 2027-06-30.
                season("summer_2026", ("Summer 2026", "2026 夏季赛"), 20_635, 20_726),
                season("autumn_2026", ("Autumn 2026", "2026 秋季赛"), 20_727, 20_818),
                season("winter_2027", ("Winter 2027", "2027 冬季赛"), 20_819, 20_908),
                season("spring_2027", ("Spring 2027", "2027 春季赛"), 20_909, 20_999),
            ],
        }
    }

    /// True without any season: a document is then written as before there were some.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The season of this id.
    pub fn season(&self, season_id: &str) -> Option<&Season> {
        self.list.iter().find(|season| season.season_id == season_id)
    }

    /// Those of a board that have begun, the newest first.
    pub fn begun(&self, board: Board, today: Day) -> impl Iterator<Item = &Season> {
        let of_board = move |season: &&Season| season.board == board && season.has_begun(today);
        self.list.iter().rev().filter(of_board)
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        let is_id = |id: &str| (1..=40).contains(&id.len()) && id.bytes().all(plain);
        let days = |season: &Season| i64::from(season.last.0) - i64::from(season.first.0) + 1;
        let is_alone = |at: usize| {
            let (season, earlier) = (&self.list[at], &self.list[..at]);
            let apart = |other: &Season| other.board != season.board || other.last < season.first;
            earlier
                .iter()
                .all(|other| other.season_id != season.season_id && apart(other))
        };
        all(&[
            (
                self.list.len() <= SEASONS_MAX,
                "seasons_max",
                "there are at most 40 seasons",
            ),
            (
                self.list.iter().all(|season| is_id(&season.season_id)),
                "season_id_form",
                "a season_id is 1 to 40 small letters, digits and _",
            ),
            (
                self.list.iter().all(|season| season.name.is_complete()),
                "season_texts",
                "a season has its name in both languages",
            ),
            (
                self.list.iter().all(|season| season.board != Board::Species),
                "season_board",
                "a season compares withdrawals or invites: species are compared by the week",
            ),
            (
                self.list
                    .iter()
                    .all(|season| (1..=i64::from(DAYS_MAX)).contains(&days(season))),
                "season_days",
                "a season lasts 1 to 366 days",
            ),
            (
                self.list.is_sorted_by_key(|season| season.first) && (0..self.list.len()).all(is_alone),
                "season_order",
                "seasons stand in the order of their days, each with its own id; those of one board do not overlap",
            ),
        ])
    }

    /// A board that players compare on keeps its days: a closed one is final.
    pub(super) fn check_after(&self, before: &Seasons) -> Result<(), Finding> {
        let kept = |earlier: &Season| {
            let now = self.season(&earlier.season_id);
            now.is_none_or(|now| (now.board, now.period()) == (earlier.board, earlier.period()))
        };
        all(&[(
            before.list.iter().all(kept),
            "season_kept",
            "a season keeps its board and its days: take it off the list and add another one",
        )])
    }
}

#[cfg(test)]
mod tests;
