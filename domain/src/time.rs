//! Moments and UTC days. Rules receive the time as data.

mod month;

pub use month::Month;

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// One hour in milliseconds.
pub const HOUR_MS: i64 = 3_600_000;
/// One day in milliseconds.
pub const DAY_MS: i64 = 24 * HOUR_MS;

impl Timestamp {
    /// The moment `ms` milliseconds later.
    pub const fn plus_ms(self, ms: i64) -> Timestamp {
        Timestamp(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this moment.
    pub const fn since(self, earlier: Timestamp) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The UTC day this moment falls on (a day starts at 00:00 UTC).
    pub const fn day(self) -> Day {
        Day(self.0.div_euclid(DAY_MS) as i32)
    }
}

/// A UTC day, counted from 1970-01-01. Written as `YYYY-MM-DD`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Day(pub i32);

impl Day {
    /// The first moment of the day.
    pub const fn start(self) -> Timestamp {
        Timestamp(self.0 as i64 * DAY_MS)
    }

    /// The day after.
    pub const fn next(self) -> Day {
        Day(self.0 + 1)
    }
}

impl std::fmt::Display for Day {
    // Civil-from-days on the proleptic Gregorian calendar, eras of 400 years.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shifted = i64::from(self.0) + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 {
            shifted_month + 3
        } else {
            shifted_month - 9
        };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        write!(formatter, "{year:04}-{month:02}-{day:02}")
    }
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.to_string()
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Day, String> {
        let wrong = || format!("a day is written YYYY-MM-DD, not {text:?}");
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().map_err(|_| wrong()));
        let mut next = || parts.next().unwrap_or_else(|| Err(wrong()));
        let (year, month, day) = (next()?, next()?, next()?);
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) || !(1970..=9999).contains(&year) {
            return Err(wrong());
        }
        let shifted_year = year - i64::from(month <= 2);
        let era = shifted_year.div_euclid(400);
        let year_of_era = shifted_year.rem_euclid(400);
        let shifted_month = (month + 9) % 12;
        let day_of_era =
            year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + (153 * shifted_month + 2) / 5 + day - 1;
        let parsed = Day(i32::try_from(era * 146_097 + day_of_era - 719_468).map_err(|_| wrong())?);
        if parsed.to_string() == text {
            Ok(parsed)
        } else {
            Err(wrong())
        }
    }
}

#[cfg(test)]
mod tests;
