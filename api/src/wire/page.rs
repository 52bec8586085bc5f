//! Pages of a list: newest first, `last_id` of the page before, `size` from 1 to 50 (T-70).

/// Lines of a page when the caller does not say (domain §3.8).
pub const SIZE_DEFAULT: u32 = 20;
/// Most lines of a page (domain §3.8).
pub const SIZE_MAX: u32 = 50;

/// The size asked for; `None` when it is out of range.
pub fn size(asked: Option<u32>) -> Option<i64> {
    let size = asked.unwrap_or(SIZE_DEFAULT);
    (1..=SIZE_MAX).contains(&size).then_some(i64::from(size))
}

#[cfg(test)]
mod tests;
