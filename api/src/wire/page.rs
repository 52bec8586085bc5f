//! Pages of a list: newest first, `last_id` of the page before, `size` from 1 to 50 (T-70).

/// Lines of a page when the caller does not say (PRODUCT §3.8).
pub const SIZE_DEFAULT: u32 = 20;
/// Most lines of a page (PRODUCT §3.8).
pub const SIZE_MAX: u32 = 50;

/// The size asked for; `None` when it is out of range.
pub fn size(asked: Option<u32>) -> Option<i64> {
    let size = asked.unwrap_or(SIZE_DEFAULT);
    (1..=SIZE_MAX).contains(&size).then_some(i64::from(size))
}

/// The last line of a full page: only behind it can there be more.
pub fn last_of_full<T>(lines: &[T], size: i64) -> Option<&T> {
    lines.last().filter(|_| i64::try_from(lines.len()) == Ok(size))
}

#[cfg(test)]
mod tests {
    use super::{last_of_full, size};

    #[test]
    fn a_page_has_1_to_50_lines_t_70() {
        assert_eq!([None, Some(1), Some(50)].map(size), [Some(20), Some(1), Some(50)]);
        assert_eq!([Some(0), Some(51), Some(u32::MAX)].map(size), [None; 3]);
    }

    #[test]
    fn only_a_full_page_may_have_a_next_one() {
        assert_eq!(last_of_full(&[3, 2], 2), Some(&2));
        assert_eq!(last_of_full(&[3, 2], 3), None);
        assert_eq!(last_of_full::<i32>(&[], 3), None);
    }
}
