use super::size;

#[test]
fn a_page_has_1_to_50_lines_t_70() {
    assert_eq!([None, Some(1), Some(50)].map(size), [Some(20), Some(1), Some(50)]);
    assert_eq!([Some(0), Some(51), Some(u32::MAX)].map(size), [None; 3]);
}
