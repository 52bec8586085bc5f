use super::*;

#[test]
fn what_is_no_bundle_is_not_proven_and_what_is_no_file_is_a_wrong_request() {
    for text in ["", "{}", "[1]", "{\"kind\":\"inclusion\"}", "{\"kind\":\"other\"}"] {
        let why = check(text, None).expect_err("refused").to_string();
        assert!(why.starts_with("it is not a bundle"), "{why}");
    }
    let missing = run(Path::new("/nonexistent/bundle.json"), None, Macs::Unasked, false);
    assert!(matches!(missing, Err(Failure::Usage(_))));
    assert!(matches!(trusted(Some("no key")), Err(Failure::Usage(_))));
}
