//! A page of a list, read with one query: one line more than asked for tells whether older ones exist.

/// Lines of one page at most (domain §3.8).
pub const PAGE_MAX: i64 = 50;

/// Newest lines first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The lines.
    pub lines: Vec<T>,
    /// Whether older lines exist.
    pub has_more: bool,
}

/// Lines to ask for, to show `size` of them: within the limits, and one more.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_what_was_asked_for_and_knows_of_more() {
        let page = |lines: i64, size| Page::of((0..lines.min(limit(size))).collect(), size);
        assert_eq!((page(3, 2).lines, page(3, 2).next()), (vec![0, 1], Some(&1)));
        assert_eq!((page(2, 2).has_more, page(2, 2).next()), (false, None));
        assert_eq!((page(0, 2).lines.len(), page(0, 2).has_more), (0, false));
    }

    #[test]
    fn a_page_has_1_to_50_lines_t_70() {
        for (size, shown) in [(i64::MIN, 1), (0, 1), (50, 50), (51, 50), (i64::MAX, 50)] {
            assert_eq!(Page::of(vec![(); 100], size).lines.len(), shown);
        }
    }
}
