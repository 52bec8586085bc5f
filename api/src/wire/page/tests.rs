use super::{after, size};

#[test]
fn a_page_has_1_to_50_lines_t_70() {
    let sizes = [None, Some(1), Some(50)].map(|asked| size(asked).ok());
    assert_eq!(sizes, [Some(20), Some(1), Some(50)]);
    for asked in [Some(0), Some(51), Some(u32::MAX)] {
        let refused = size(asked).map_err(|failure| failure.data());
        assert_eq!(refused, Err(r#"{"field":"size"}"#.to_owned()));
    }
}

#[test]
fn the_first_page_has_no_last_id_and_another_one_a_readable_one() {
    let read = |last_id| after(last_id, |text| text.parse::<u8>().ok()).map_err(|failure| failure.data());
    assert_eq!([None, Some("")].map(read), [Ok(None), Ok(None)]);
    assert_eq!(read(Some("7")), Ok(Some(7)));
    assert_eq!(read(Some("seven")), Err(r#"{"field":"last_id"}"#.to_owned()));
}
