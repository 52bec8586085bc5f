use super::*;

#[test]
fn the_list_is_complete_and_in_order() {
    let codes: Vec<&str> = CODES.split(' ').collect();
    assert_eq!(codes.len(), 249);
    assert!(codes.is_sorted_by(|one, next| one < next));
    assert!(codes.iter().all(|code| crate::config::region::is_country(code)));
}

#[test]
fn unassigned_codes_are_not_listed() {
    for code in ["", "D", "de", "DEU", "XX", "EU", "UK", "AN", "D "] {
        assert!(!is_listed(code), "{code}");
    }
}
