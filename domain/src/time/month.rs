//! Calendar months of UTC.

use super::Day;
use serde::{Deserialize, Serialize};

/// Months of a year.
const YEAR: i32 = 12;
/// Letters of a month.
const LETTERS: usize = "YYYY-MM".len();

/// A calendar month of UTC, counted from January 1970. Written as `YYYY-MM`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Month(i32);

impl Month {
    /// The month of a year; the first is 1.
    pub const fn new(year: i32, month: i32) -> Month {
        Month((year - 1970) * YEAR + month - 1)
    }

    /// The month that a day is in.
    ///
    /// # Panics
    /// Never: a day writes its year and its month.
    pub fn of(day: Day) -> Month {
        let text = day.to_string();
        Month::read(&text[..text.len() - 3]).expect("a day begins with its month")
    }

    pub const fn year(self) -> i32 {
        1970 + self.0.div_euclid(YEAR)
    }

    /// From 1 to 12.
    pub const fn number(self) -> i32 {
        self.0.rem_euclid(YEAR) + 1
    }

    pub const fn next(self) -> Month {
        Month(self.0 + 1)
    }

    /// The month so many months earlier.
    pub const fn back(self, months: i32) -> Month {
        Month(self.0 - months)
    }

    /// The first day.
    ///
    /// # Panics
    /// Never: every month has a first day.
    pub fn first(self) -> Day {
        Day::try_from(format!("{self}-01")).expect("a month has a first day")
    }

    /// All days, in order.
    pub fn days(self) -> impl Iterator<Item = Day> {
        (self.first().0..self.next().first().0).map(Day)
    }

    fn read(text: &str) -> Option<Month> {
        // Before anything is multiplied: whoever asks may write any number.
        let (year, month) = text.split_once('-').filter(|_| text.len() == LETTERS)?;
        let month = Month::new(year.parse().ok()?, month.parse().ok()?);
        ((1970..=9999).contains(&month.year()) && month.to_string() == text).then_some(month)
    }
}

impl std::fmt::Display for Month {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:04}-{:02}", self.year(), self.number())
    }
}

impl From<Month> for String {
    fn from(month: Month) -> String {
        month.to_string()
    }
}

impl TryFrom<String> for Month {
    type Error = String;

    fn try_from(text: String) -> Result<Month, String> {
        Month::read(&text).ok_or_else(|| format!("a month is written YYYY-MM, not {text:?}"))
    }
}
