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
mod tests {
    use super::size;

    #[test]
    fn a_page_has_1_to_50_lines_t_70() {
        assert_eq!([None, Some(1), Some(50)].map(size), [Some(20), Some(1), Some(50)]);
        assert_eq!([Some(0), Some(51), Some(u32::MAX)].map(size), [None; 3]);
    }
}
