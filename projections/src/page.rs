//! A page of a list, read with one query: one line more than requested shows whether older ones exist.

use domain::money::Usdt;
use domain::time::Timestamp;
use ledger::Fault;
use sqlx::Row;
use sqlx::postgres::PgRow;

/// Lines of one page at most (domain §3.8).
pub const PAGE_MAX: i64 = 50;

/// A part of time that a list is of: after one moment, up to another, in milliseconds. By default all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    pub after_ms: i64,
    pub until_ms: i64,
}

impl Default for Between {
    fn default() -> Between {
        Between {
            after_ms: i64::MIN,
            until_ms: i64::MAX,
        }
    }
}

impl Between {
    /// Whether a moment is in it.
    pub const fn has(self, at_ms: i64) -> bool {
        self.after_ms < at_ms && at_ms <= self.until_ms
    }
}

/// Newest lines first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    pub lines: Vec<T>,
    /// Whether older lines exist.
    pub has_more: bool,
}

/// Lines to read, to show `size` of them: within the limits, and one more.
pub(crate) fn limit(size: i64) -> i64 {
    size.clamp(1, PAGE_MAX) + 1
}

impl<T> Page<T> {
    /// The page of up to [`limit`] lines.
    pub(crate) fn of(mut lines: Vec<T>, size: i64) -> Page<T> {
        let shown = usize::try_from(limit(size) - 1).unwrap_or(usize::MAX);
        let has_more = lines.len() > shown;
        lines.truncate(shown);
        Page { lines, has_more }
    }

    /// The line behind which the next page begins; nothing at the end of the list.
    pub fn next(&self) -> Option<&T> {
        self.lines.last().filter(|_| self.has_more)
    }
}

/// How much of a list waits for a person: all of it, however many pages it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    pub count: i64,
    /// What the lines come to; nothing where they are no money.
    pub usdt: Usdt,
    /// Since when the oldest waits.
    pub oldest: Option<Timestamp>,
}

impl Waiting {
    /// One line more.
    pub fn add(&mut self, usdt: Usdt, since: Timestamp) {
        self.count += 1;
        self.usdt += usdt;
        self.oldest = Some(self.oldest.map_or(since, |oldest| oldest.min(since)));
    }

    /// The sums of one row: count, minor units of USDT, the oldest moment.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub fn of(row: &PgRow) -> Result<Waiting, Fault> {
        Ok(Waiting {
            count: row.try_get(0)?,
            usdt: Usdt::from_minor(row.try_get(1)?),
            oldest: row.try_get::<Option<_>, _>(2)?.map(Timestamp),
        })
    }
}

#[cfg(test)]
mod tests;
