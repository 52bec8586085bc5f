use super::masked;

#[test]
fn a_name_shows_two_letters_of_any_script() {
    assert_eq!(
        ["Angler 1", "李小龙", "X", ""].map(masked),
        ["An***", "李小***", "X***", "***"]
    );
}
