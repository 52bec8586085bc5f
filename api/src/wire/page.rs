//! Pages of a list: newest first, `last_id` of the page before, `size` from 1 to 50 (T-70).

use crate::error::Failure;

/// Lines of a page when the caller does not say (domain §3.8).
pub const SIZE_DEFAULT: u32 = 20;
/// Most lines of a page (domain §3.8).
pub const SIZE_MAX: u32 = 50;

/// The number of lines that is asked for.
///
/// # Errors
/// -1006 for a number that no page has.
pub fn size(asked: Option<u32>) -> Result<i64, Failure> {
    let size = asked.unwrap_or(SIZE_DEFAULT);
    if (1..=SIZE_MAX).contains(&size) {
        Ok(i64::from(size))
    } else {
        Err(Failure::invalid("size"))
    }
}

/// The line after which the page begins; none for the first page, whose `last_id` is empty or absent.
///
/// # Errors
/// -1006 for a text that `parse` does not read.
pub fn after<T>(last_id: Option<&str>, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Failure> {
    match last_id.unwrap_or_default() {
        "" => Ok(None),
        text => parse(text).map(Some).ok_or_else(|| Failure::invalid("last_id")),
    }
}

#[cfg(test)]
mod tests;
