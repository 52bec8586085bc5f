use super::*;

#[test]
fn codes_are_those_of_rfc_6238() {
    // Appendix B, SHA-1, the last six digits.
    let secret = base32(b"12345678901234567890");
    for (at_s, expected) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
        assert_eq!(code(&secret, Timestamp(at_s * 1_000)).as_deref(), Some(expected));
    }
}

#[test]
fn a_hash_fits_its_password_alone_and_never_repeats() {
    let (one, other) = (hash("abc"), hash("abc"));
    let fits = |hash: &str, password: &[u8]| {
        let hash = PasswordHash::new(hash).expect("a hash");
        Argon2::default().verify_password(password, &hash).is_ok()
    };
    assert!(
        one != other && one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{one}"
    );
    assert!(fits(&one, b"abc") && fits(&other, b"abc") && !fits(&one, b"abd"));
}
