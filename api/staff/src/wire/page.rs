//! Pages of lists: a limit, and the text behind which the next page begins.

use api::error::Failure;
use domain::time::Timestamp;
use rails::incoming::{Key, Place};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What all rows of a list add up to in one asset, whichever page shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StaffSum {
    /// The asset.
    pub asset: String,
    /// How many rows.
    pub rows: i64,
    /// Their sum, minor units.
    pub sum: String,
    /// The sum of those above zero.
    pub plus: String,
    /// The sum of those below zero.
    pub minus: String,
}

/// Lines of one page at most.
pub const LIMIT_MAX: i64 = 200;
/// Lines of a page that asks for no number.
const LIMIT: i64 = 50;

/// How many lines are wanted.
///
/// # Errors
/// -1006 for a number that no page has.
pub fn limit(wanted: Option<i64>) -> Result<i64, Failure> {
    let wanted = wanted.unwrap_or(LIMIT);
    if (1..=LIMIT_MAX).contains(&wanted) {
        Ok(wanted)
    } else {
        Err(Failure::invalid("limit"))
    }
}

/// The place that a cursor names: a moment and an id.
///
/// # Errors
/// -1006 for a text that no answer gave.
pub fn place(cursor: Option<&str>) -> Result<Option<(i64, Uuid)>, Failure> {
    let read = |text: &str| {
        let (at_ms, id) = text.split_once('.')?;
        Some((at_ms.parse().ok()?, Uuid::try_parse(id).ok()?))
    };
    read_with(cursor, read)
}

fn read_with<T>(cursor: Option<&str>, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Failure> {
    match cursor {
        None => Ok(None),
        Some(text) => read(text).map(Some).ok_or_else(|| Failure::invalid("before")),
    }
}

/// The cursor of a place.
pub fn cursor(at_ms: i64, id: Uuid) -> String {
    format!("{at_ms}.{id}")
}

/// The payment of nobody that a cursor names: when it was seen, its logical time, its rail and its transaction.
///
/// # Errors
/// -1006 for a text that no answer gave.
pub fn payment_of(cursor: Option<&str>) -> Result<Option<Place>, Failure> {
    let read = |text: &str| {
        let mut parts = text.splitn(4, '.');
        let (seen_ms, lt) = (parts.next()?.parse().ok()?, parts.next()?.parse::<i64>().ok()?);
        let (rail, tx) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let lt = u64::try_from(lt).ok()?;
        // No byte 0 reaches a text of the database.
        (!text.contains('\0')).then_some((Timestamp(seen_ms), Key { rail, tx, lt }))
    };
    read_with(cursor, read)
}

/// The cursor of a payment of nobody.
pub fn payment((seen_at, key): &Place) -> String {
    format!("{}.{}.{}.{}", seen_at.0, key.lt, key.rail, key.tx)
}

/// The cursor behind a full page.
pub fn next<T>(lines: &[T], limit: i64, of: impl Fn(&T) -> String) -> Option<String> {
    let is_full = i64::try_from(lines.len()).is_ok_and(|lines| lines >= limit);
    lines.last().filter(|_| is_full).map(of)
}

#[cfg(test)]
mod tests;
