use super::{cookie, token_in};

#[test]
fn a_cookie_is_kept_from_scripts_and_other_sites() {
    let kept = cookie(Some("ab12"), true);
    assert_eq!(token_in(kept.split(';').next().expect("a pair")), Some("ab12"));
    for word in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/"] {
        assert!(kept.contains(word), "{kept}");
    }
    assert!(!cookie(Some("ab12"), false).contains("Secure") && cookie(None, true).contains("Max-Age=0"));
    assert_eq!(token_in("a=b; staff=cd; c=d"), Some("cd"));
    assert_eq!(token_in("other-staff=cd"), None);
}
