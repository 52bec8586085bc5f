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
