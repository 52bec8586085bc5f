use super::name;

#[test]
fn a_name_is_short_and_plain() {
    assert_eq!(name("ann.b@house"), Ok("ann.b@house".into()));
    assert!(name("").is_err() && name("ann b").is_err() && name(&"x".repeat(61)).is_err());
}
